/* Replies. */

/* The longest is the head of an answer with every byte escaped. */
static struct {
    size_t size;
    char text[6 * HEAD_MAX + 65536];
} reply;

static void begin_reply(const char *text) {
    reply.size = 0;
    add(text);
}

static void add(const char *text) {
    size_t size = strlen(text);
    memcpy(reply.text + reply.size, text, size);
    reply.size += size;
}

static void add_number(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    reply.size += (size_t)vsnprintf(reply.text + reply.size, sizeof reply.text - reply.size, format, arguments);
    va_end(arguments);
}

/* How many bytes of UTF-8 make the character at `text`; 0 when they are none. */
static size_t character_size(const unsigned char *text, size_t size) {
    size_t length = *text < 0x80 ? 1 : *text < 0xc2 ? 0 : *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : *text < 0xf5 ? 4 : 0;
    if (length > size) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    /* Overlong forms, halves of surrogate pairs, and what is beyond Unicode. */
    if ((*text == 0xe0 && text[1] < 0xa0) || (*text == 0xed && text[1] > 0x9f)) return 0;
    if ((*text == 0xf0 && text[1] < 0x90) || (*text == 0xf4 && text[1] > 0x8f)) return 0;
    return length;
}

/* Bytes that are no UTF-8 are taken as Latin-1. */
static void add_json_text(const char *text, size_t size) {
    const unsigned char *at = (const unsigned char *)text, *end = at + size;
    reply.text[reply.size++] = '"';
    while (at < end) {
        size_t length = character_size(at, (size_t)(end - at));
        if (length == 0 || *at < 0x20 || *at == 0x7f || *at == '"' || *at == '\\') {
            add_number("\\u%04x", *at);
            length = 1;
        } else {
            memcpy(reply.text + reply.size, at, length);
            reply.size += length;
        }
        at += length;
    }
    reply.text[reply.size++] = '"';
}

/* Nobody can be told but by the error output. */
static _Noreturn void end_without_pipe(void) {
    if (errno == EBADF) dprintf(2, "the code closed the descriptors of the worker\n");
    _exit(1);
}

static void send_reply(void) {
    if (getpid() != host) _exit(0); /* a child that the snippet forked */
    reply.text[reply.size++] = '\n';
    for (size_t sent = 0; sent < reply.size;) {
        ssize_t written = write(REPLIES, reply.text + sent, reply.size - sent);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) end_without_pipe();
        sent += (size_t)written;
    }
}

static void reply_error(const char *kind, const char *message) {
    begin_reply("{\"type\":\"error\",\"kind\":\"");
    add(kind);
    add("\",\"message\":");
    add_json_text(message, strlen(message));
    add("}");
    send_reply();
}
