/* Errors: what a snippet fails with ends the call that the host made into it. */

static struct {
    bool happened;
    jmp_buf way_out;
    const char *part; /* null when the place is not known */
    int line;
    char message[MESSAGE_MAX];
} failure;

static const char *part_of(const char *file) {
    static const char *const parts[] = {"prelude", "setup", "variant_setup", "code", "teardown", "before_each"};
    if (!file || strncmp(file, "cmpthese:", 9)) return NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(file + 9, parts[i])) return parts[i];
    return NULL;
}

static void caught(const char *file, int line, const char *message) {
    failure.happened = true;
    failure.part = part_of(file);
    failure.line = line;
    if (file && *file && !failure.part)
        snprintf(failure.message, sizeof failure.message, "%s at %s line %d", message, file, line);
    else
        snprintf(failure.message, sizeof failure.message, "%s", message);
}

static void fail_at(const char *file, int line, const char *format, va_list arguments) {
    static char message[MESSAGE_MAX];
    vsnprintf(message, sizeof message, format, arguments);
    if (getpid() != host || syscall(SYS_gettid) != host) {
        /* There is no way back from another thread or process: the error output is what is left. */
        fprintf(stderr, "%s\n", message);
        abort();
    }
    caught(file, line, message);
    longjmp(failure.way_out, 1);
}

/* Calls a function of the snippet, or one that calls it; false when it failed. */
static bool guarded(void (*function)(void *), void *context) {
    failure.happened = false;
    if (setjmp(failure.way_out) == 0) {
        if (prepared.snippet->guard)
            prepared.snippet->guard(function, context);
        else
            function(context);
    }
    if (getpid() != host) _exit(0); /* a child that the snippet forked and that ran on into the host */
    return !failure.happened;
}

static void call(void *function) { ((void (*)(void))function)(); }

static bool guarded_call(void (*function)(void)) { return guarded(call, (void *)function); }

static void reply_failure(void) {
    begin_reply("{\"type\":\"error\",\"kind\":\"died\",\"message\":");
    add_json_text(failure.message, strlen(failure.message));
    if (failure.part) add_number(",\"part\":\"%s\",\"line\":%d", failure.part, failure.line);
    add("}");
    send_reply();
}
