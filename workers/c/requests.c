/* Requests: the JSON of the scheduler, which is well formed. */

/* Texts, and numbers as they are written, are `text`; tables and lists hold their members in order. */
struct json {
    char type; /* the first character of the value */
    const char *key, *text;
    struct json *first, *next;
};

static struct {
    char *line, *as_read; /* the second is kept where another program may need it */
    size_t size, capacity;
    struct json *values;
    size_t count, room;
} request;

static struct json *new_value(void) {
    if (request.count == request.room) return NULL;
    struct json *value = &request.values[request.count++];
    memset(value, 0, sizeof *value);
    return value;
}

static char *skip_space(char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
    return at;
}

static char *put_character(char *out, unsigned code) {
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    *out++ = (char)(first[more] | code >> 6 * more);
    while (more--) *out++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return out;
}

static unsigned hex4(const char *at) {
    char digits[5] = {at[0], at[1], at[2], at[3], 0};
    return (unsigned)strtoul(digits, NULL, 16);
}

/* Reads a text in its place: what an escape stands for is never longer than the escape. `at` is after the first quote. */
static char *read_text(char *at, const char **text) {
    char *out = at;
    *text = at;
    while (*at && *at != '"') {
        if (*at != '\\') {
            *out++ = *at++;
            continue;
        }
        char escape = at[1];
        at += 2;
        if (escape == 'u') {
            unsigned code = hex4(at);
            at += 4;
            if (code >= 0xd800 && code < 0xdc00 && at[0] == '\\' && at[1] == 'u') {
                code = 0x10000 + ((code & 0x3ff) << 10) + (hex4(at + 2) & 0x3ff);
                at += 6;
            }
            out = put_character(out, code);
        } else {
            static const char plain[] = "n\nt\tr\rb\bf\f";
            const char *found = strchr(plain, escape);
            *out++ = found ? found[1] : escape;
        }
    }
    if (*at) at++;
    *out = 0;
    return at;
}

static char *read_value(char *at, struct json *value);

static char *read_members(char *at, struct json *value) {
    struct json **last = &value->first;
    char close = value->type == '{' ? '}' : ']';
    for (at = skip_space(at); *at && *at != close; at = skip_space(at)) {
        struct json *inner = new_value();
        if (!inner) return at + strlen(at);
        const char *key = NULL;
        if (close == '}') at = skip_space(skip_space(read_text(at + 1, &key)) + 1); /* the quote before, the colon after */
        at = skip_space(read_value(at, inner));
        inner->key = key;
        *last = inner;
        last = &inner->next;
        if (*at == ',') {
            *at++ = 0; /* ends a number */
        } else if (*at == close) {
            *at = 0;
            return at + 1;
        }
    }
    return *at ? at + 1 : at;
}

static char *read_value(char *at, struct json *value) {
    value->type = *at;
    value->text = at;
    if (*at == '"') return read_text(at + 1, &value->text);
    if (*at == '{' || *at == '[') return read_members(at + 1, value);
    return at + strcspn(at, ",]} \t\r\n");
}

/* Reads until the end of a line; false at the end of the requests. */
static bool read_line(void) {
    request.size = 0;
    for (;;) {
        if (request.size + 1 >= request.capacity) {
            size_t capacity = request.capacity ? 2 * request.capacity : 65536;
            char *line = realloc(request.line, capacity);
            if (!line) return false;
            request.line = line;
            request.capacity = capacity;
        }
        ssize_t count = read(requests, request.line + request.size, request.capacity - request.size - 1);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) end_without_pipe();
        if (count == 0) return false;
        request.size += (size_t)count;
        request.line[request.size] = 0;
        if (request.line[request.size - 1] == '\n') return true;
    }
}

static const char *request_as_read(void) { return request.as_read ? request.as_read : ""; }

/* The next request, valid until the one after it; null at the end. */
static const struct json *next_request(void) {
    if (!read_line()) return NULL;
    /* No value is shorter than a character and what separates it from the next. */
    size_t room = request.size / 2 + 1;
    if (room > request.room) {
        struct json *values = realloc(request.values, room * sizeof *values);
        if (!values) return NULL;
        request.values = values;
        request.room = room;
    }
    request.count = 0;
    if (PROGRAMS) {
        free(request.as_read);
        request.as_read = strdup(request.line);
    }
    struct json *value = new_value();
    read_value(skip_space(request.line), value);
    return value;
}

static const struct json *member(const struct json *table, const char *name) {
    if (!table || table->type != '{') return NULL;
    for (const struct json *value = table->first; value; value = value->next)
        if (!strcmp(value->key, name)) return value->type == 'n' ? NULL : value;
    return NULL;
}

static const char *text_of(const struct json *value) { return value && value->text ? value->text : ""; }

static uint64_t number_at(const struct json *table, const char *name) {
    return strtoull(text_of(member(table, name)), NULL, 10);
}

static bool is_text(const struct json *value, const char *text) {
    return value && value->type == '"' && !strcmp(value->text, text);
}

static bool is_true(const struct json *value) { return value && value->type == 't'; }

/* Writes the values of the parameters to their places. Texts live until the next preparation. */
static void bind_constants(const struct cmpthese_constant *constants, const struct json *params) {
    static char **texts;
    static size_t count;
    while (count) free(texts[--count]);
    for (; constants->name; constants++) {
        const struct json *value = member(params, constants->name);
        if (!strcmp(constants->sort, "whole")) {
            *(int64_t *)constants->place = strtoll(text_of(value), NULL, 10);
        } else if (!strcmp(constants->sort, "number")) {
            *(double *)constants->place = strtod_l(text_of(value), NULL, plain_locale);
        } else if (!strcmp(constants->sort, "truth")) {
            *(bool *)constants->place = value && value->type == 't';
        } else {
            char **more = realloc(texts, (count + 1) * sizeof *texts);
            char *text = strdup(text_of(value));
            if (!more || !text) abort();
            texts = more;
            *(const char **)constants->place = texts[count++] = text;
        }
    }
}
