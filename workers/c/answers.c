/* Answers in canonical form. */

static struct {
    struct sha256 sha;
    uint64_t length;
    char head[HEAD_MAX];
    size_t head_size, used;
    unsigned char block[65536 + 64]; /* room for an escape beyond its end */
} form;

/* Where forms are written instead, of what is in a set until they are in order. */
static FILE *aside;

static void flush_form(size_t size) {
    size_t room = HEAD_MAX - form.head_size, copied = size < room ? size : room;
    memcpy(form.head + form.head_size, form.block, copied);
    form.head_size += copied;
    form.length += size;
}

/* Makes room in the block when it is full but for what stands beyond its end. */
static void flush_full(void) {
    const size_t full = sizeof form.block - 64;
    if (form.used < full) return;
    flush_form(full);
    sha256_blocks(&form.sha, form.block, full);
    memmove(form.block, form.block + full, form.used - full);
    form.used -= full;
}

/* Printable ASCII, as it is. */
static void put_text(const char *text) {
    if (aside) return (void)fputs(text, aside);
    for (; *text; text++) {
        form.block[form.used++] = (unsigned char)*text;
        flush_full();
    }
}

/* Bytes as the text of them: each is looked up and copied with the room of the longest escape. */
static void put_escaped(const unsigned char *data, size_t size) {
    static struct {
        char text[4];
        unsigned length;
    } escapes[256];
    if (!escapes[0].length) {
        for (int byte = 0; byte < 256; byte++) {
            char text[5];
            const char *special = byte ? strchr("\"\"\\\\\nn\tt\rr", byte) : NULL;
            if (special && (byte < 0x20 || byte == '"' || byte == '\\'))
                snprintf(text, sizeof text, "\\%c", special[1]);
            else
                snprintf(text, sizeof text, byte >= 0x20 && byte <= 0x7e ? "%c" : "\\x%02X", byte);
            escapes[byte].length = (unsigned)strlen(text);
            memcpy(escapes[byte].text, text, 4);
        }
    }
    for (; aside && size; data++, size--) fwrite(escapes[*data].text, 1, escapes[*data].length, aside);
    const size_t full = sizeof form.block - 64;
    while (size) {
        unsigned char *out = form.block + form.used, *const end = form.block + full;
        for (; size && out < end; data++, size--) {
            memcpy(out, escapes[*data].text, 4);
            out += escapes[*data].length;
        }
        form.used = (size_t)(out - form.block);
        flush_full();
    }
}

static void put_bytes(const void *data, size_t size) {
    put_text("\"");
    put_escaped(data, size);
    put_text("\"");
}

/* Whole below 2^53: without a fraction. Others: the fewest digits that read back as the same number. */
static void number_form(double number, char text[40]) {
    if (number != number) {
        strcpy(text, "NaN");
    } else if (number - number != 0) {
        strcpy(text, number < 0 ? "-Inf" : "Inf");
    } else if (number > -9007199254740992.0 && number < 9007199254740992.0 && number == (double)(long long)number) {
        snprintf(text, 40, "%lld", (long long)number);
    } else {
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(text, 40, "%.*g", digits, number);
            if (strtod(text, NULL) == number) break;
        }
    }
}

static void put_number(const char *text, bool lenient) {
    if (lenient) return put_bytes(text, strlen(text));
    put_text(text);
}

static void put_answer(const struct cmpthese_answer *answer, bool lenient);

/* The answers in one; `after_first` stands after each of odd number. */
static void put_inner(const struct cmpthese_answer *answer, bool lenient, const char *open, const char *after_first, const char *close) {
    const struct cmpthese_answer *inner = answer->bytes.data;
    put_text(open);
    for (size_t i = 0; i < answer->bytes.size; i++) {
        if (i) put_text(i % 2 ? after_first : ", ");
        put_answer(&inner[i], lenient);
    }
    put_text(close);
}

static int by_bytes(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

/* Elements have no order but that of their forms. */
static void put_set(const struct cmpthese_answer *answer, bool lenient) {
    const struct cmpthese_answer *inner = answer->bytes.data;
    size_t count = answer->bytes.size, length;
    char **forms = calloc(count + 1, sizeof *forms);
    FILE *const outer = aside;
    for (size_t i = 0; i < count; i++) {
        aside = open_memstream(&forms[i], &length);
        put_answer(&inner[i], lenient);
        fclose(aside);
    }
    aside = outer;
    qsort(forms, count, sizeof *forms, by_bytes);
    put_text("[");
    for (size_t i = 0; i < count; i++) {
        if (i) put_text(", ");
        put_text(forms[i]);
        free(forms[i]);
    }
    put_text("]");
    free(forms);
}

static void put_answer(const struct cmpthese_answer *answer, bool lenient) {
    char text[40];
    switch (answer->kind) {
    case CMPTHESE_NOTHING: return put_text("null");
    case CMPTHESE_BYTES: return put_bytes(answer->bytes.data, answer->bytes.size);
    case CMPTHESE_DIGITS:
        if (lenient) return put_bytes(answer->bytes.data, answer->bytes.size);
        return put_escaped(answer->bytes.data, answer->bytes.size);
    case CMPTHESE_TRUTH:
        /* As texts, truth values are those of Perl, so that languages agree. */
        if (lenient) return put_text(answer->whole ? "\"1\"" : "\"\"");
        return put_text(answer->whole ? "true" : "false");
    case CMPTHESE_LIST: return put_inner(answer, lenient, "[", ", ", "]");
    case CMPTHESE_TABLE: return put_inner(answer, lenient, "{", ": ", "}");
    case CMPTHESE_SET: return put_set(answer, lenient);
    case CMPTHESE_SIGNED: snprintf(text, sizeof text, "%lld", answer->whole); break;
    case CMPTHESE_UNSIGNED: snprintf(text, sizeof text, "%llu", answer->natural); break;
    case CMPTHESE_NUMBER: number_form(answer->number, text); break;
    }
    put_number(text, lenient);
}

static void answer(bool lenient) {
    void (*before_each)(void) = prepared.snippet->before_each;
    if (before_each && !guarded_call(before_each)) return reply_failure();
    if (!guarded_call(whole_code())) return reply_failure();
    struct cmpthese_answer given = prepared.snippet->answer();
    if (failure.happened) return reply_failure(); /* a lazy language evaluates only now what the answer holds */
    char digest[65];
    locale_t chosen = uselocale(plain_locale);
    form.sha = sha256_begin;
    form.length = form.head_size = form.used = 0;
    put_answer(&given, lenient);
    flush_form(form.used);
    sha256_end(&form.sha, form.block, form.used, digest);
    uselocale(chosen);

    begin_reply("{\"type\":\"answer\",");
    add_number("\"digest\":\"%s\",\"length\":%" PRIu64 ",\"head\":", digest, form.length);
    add_json_text(form.head, form.head_size);
    add(",\"notes\":[");
    add_notes();
    add("]}");
    send_reply();
}
