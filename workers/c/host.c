/* The host of C and C++: loads a snippet that was compiled as a shared object, answers once, times batches. Where PROGRAMS is
 * defined a snippet is a program with this host in it, which the host that was started becomes. It speaks the
 * protocol of docs/protocol.md on file descriptors 3 and 4. It shares its process with what is measured, so it loads
 * nothing but libc, and holds its own state apart from the heap where it can.
 *
 * One program, in the order in which it is read: main and prepare, what they need in the files that are included where they stood. */
#define _GNU_SOURCE
#include "cmpthese.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#define REQUESTS 3
#define REPLIES 4
#define MESSAGE_MAX 8192
#define HEAD_MAX 65536
#define BUFFERS_MAX 64
#define NULL_READINGS 5
#define SLICES_MAX 1000
#ifdef PROGRAMS
#undef PROGRAMS
#define PROGRAMS 1
#define PROGRAMS_OR(one, other) one
#else
#define PROGRAMS 0
#define PROGRAMS_OR(one, other) other
#endif

struct json;
static const struct json *member(const struct json *table, const char *name);
static const char *text_of(const struct json *value);
static uint64_t number_at(const struct json *table, const char *name);
static bool is_text(const struct json *value, const char *text);
static bool is_true(const struct json *value);
static const struct json *next_request(void);
static const char *request_as_read(void);
static void become(const char *program);
static void bind_constants(const struct cmpthese_constant *constants, const struct json *params);

static void begin_reply(const char *text);
static void add(const char *text);
static void add_number(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add_json_text(const char *text, size_t size);
static void send_reply(void);
static void reply_error(const char *kind, const char *message);

static void prepare(const struct json *given);
static void answer(bool lenient);
static void run(uint64_t iterations, uint64_t slices, bool bare);
static void tear_down(void);
static void find_counters(void);
static void greet(void);

/* What the snippet has that this program holds; no host holds one that loads them, and none that was just started. */
extern const struct cmpthese_runtime cmpthese_runtime __attribute__((weak));
static const struct cmpthese_runtime *runtime(void) { return &cmpthese_runtime; }

/* Where requests are read: first, where another program became this one, the one that it became it for. */
static int requests = REQUESTS;

/* What is prepared. */
static struct {
    void *library;
    const struct cmpthese_snippet *snippet; /* null when nothing is */
    bool collects; /* before each batch */
} prepared;

static pid_t host;
/* Set in a child that the snippet forked: it must not go on with the loop, where each round would fork once more. */
static volatile sig_atomic_t forked;
static void note_fork(void) { forked = 1; }

/* Set in this process: who had the CPU then may have been a child that is gone. */
static volatile sig_atomic_t has_forked;
static void note_child(void) { has_forked = 1; }
static locale_t plain_locale; /* a snippet may choose another one, with another decimal point */

/* Threads get the stack that they have where nobody asks for more. That of this process is larger, which moves its libraries, and the C library keeps no
 * stacks of that size for the next thread. */
static void usual_thread_stacks(void) {
    pthread_attr_t usual;
    if (pthread_attr_init(&usual)) return;
    if (!pthread_attr_setstacksize(&usual, 8 << 20)) pthread_setattr_default_np(&usual);
    pthread_attr_destroy(&usual);
}

int main(int count, char **words) {
    host = getpid();
    usual_thread_stacks();
    pthread_atfork(NULL, note_child, note_fork);
    plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!strcmp(LANGUAGE, "rust")) signal(SIGPIPE, SIG_IGN); /* as every program of Rust begins: a write to nobody is an error, and no end */
    /* Programs that a snippet starts must not hold the pipes. */
    fcntl(REQUESTS, F_SETFD, FD_CLOEXEC);
    fcntl(REPLIES, F_SETFD, FD_CLOEXEC);
    find_counters();
    if (PROGRAMS && count > 1)
        requests = atoi(words[1]);
    else
        greet();
    for (const struct json *request; (request = next_request());) {
        const struct json *type = member(request, "type");
        if (is_text(type, "prepare")) {
            prepare(member(request, "case"));
        } else if (is_text(type, "answer") && prepared.snippet) {
            answer(is_text(member(request, "check"), "lenient"));
        } else if (is_text(type, "run") && prepared.snippet) {
            run(number_at(request, "iterations"), number_at(request, "slices"), is_true(member(request, "bare")));
        } else if (is_text(type, "bye")) {
            tear_down();
            begin_reply("{\"type\":\"bye\"}");
            send_reply();
            break;
        } else {
            char message[200];
            snprintf(message, sizeof message, "%.100s cannot be done now", text_of(type));
            reply_error("protocol", message);
        }
    }
    return 0;
}

#include "errors.c"
#include "buffers.c"
#include "doses.c"

/* ---- requests ---- */

static const struct cmpthese_host for_library = {fail_at, caught, make_buffer};

static void tear_down(void) {
    if (prepared.snippet) guarded_call(prepared.snippet->teardown);
}

/* What is prepared is no more. At the end of the process it stays: threads of the snippet may still be in its code. */
static void forget(void) {
    forget_dose();
    free_buffers();
    if (prepared.library) dlclose(prepared.library);
    prepared.snippet = NULL;
    prepared.library = NULL;
}

static void measure_reading_cost(void);
static void measure_clock_cost(void);
static void *load_as_program(const char *path);

static void prepare(const struct json *given) {
    tear_down();
    forget();
    if (!is_text(member(given, "kind"), "snippet")) {
        return reply_error("protocol", "a case of this kind is not for a language");
    }
    const struct json *gc = member(given, "gc");
    if (gc && !is_text(gc, "on") && !(PROGRAMS && is_text(gc, "before"))) {
        return reply_error("protocol", LANGUAGE PROGRAMS_OR(" cannot do without its collector of garbage", " has no collector of garbage"));
    }
    const struct json *path = member(given, "library");
    if (!path) return reply_error("protocol", "a snippet that is not compiled");
    if (PROGRAMS && requests == REQUESTS) return become(text_of(path));
    if (PROGRAMS) {
        close(requests);
        requests = REQUESTS;
        runtime()->start();
    }
    void *library = PROGRAMS ? NULL : load_as_program(text_of(path));
    if (!PROGRAMS && !library) return reply_error("died", dlerror());
    const struct cmpthese_snippet *snippet = PROGRAMS ? runtime()->snippet : dlsym(library, "cmpthese_snippet");
    const struct cmpthese_constant *constants = PROGRAMS ? runtime()->constants : dlsym(library, "cmpthese_constants");
    const struct cmpthese_host **known_host = PROGRAMS ? runtime()->host : dlsym(library, "cmpthese_host");
    if (!snippet || !constants || !known_host) return reply_error("protocol", "a library that is no snippet");
    *known_host = &for_library;
    bind_constants(constants, member(given, "params"));
    prepared.library = library;
    prepared.snippet = snippet;
    if (!guarded_call(snippet->setup) || !guarded_call(snippet->variant_setup)) {
        forget();
        return reply_failure();
    }
    if (!prepare_dose(member(given, "dose"))) return forget();
    measure_reading_cost();
    measure_clock_cost();
    prepared.collects = PROGRAMS && is_text(gc, "before");
    begin_reply("{\"type\":\"prepared\"}");
    send_reply();
}

#include "placing.c"
#include "counters.c"
#include "timing.c"

#ifdef COMPILED_BY
/* The compiler of the snippets is another one. */
#elif defined __clang__
#define COMPILED_BY "clang " __clang_version__
#else
#define COMPILED_BY COMPILER " " __VERSION__
#endif

static void greet(void) {
    /* The versions of some distributions go on in words. */
    static const char worker[] = LANGUAGE " (" COMPILED_BY;
    size_t length = strcspn(worker, "(") + 1;
    length += strcspn(worker + length, " ") + 1;
    length += strcspn(worker + length, " ");
    begin_reply("{\"type\":\"hello\",\"protocol\":1,");
    add_number("\"worker\":\"%.*s)\",\"absent\":{", (int)length, worker);
    add("\"compilation_ns\":\"nothing is compiled while it runs\"");
    if (!is_counted(COLLECTIONS)) add(",\"collections\":\"it has no collector\",\"collection_ns\":\"it has no collector\"");
    for (int i = RUSAGE_COUNTERS; counts_fd < 0 && i < COLLECTIONS; i++) {
        add_number(",\"%s\":", counter_keys[i]);
        add_json_text(counts_absent, strlen(counts_absent));
    }
    add("},\"doses\":[");
    for (size_t i = 0; i < DOSE_EVENTS; i++) add_number("%s\"%s\"", i ? "," : "", dose_events[i].name);
    add("]}");
    send_reply();
}

#include "sha256.c"
#include "answers.c"
#include "replies.c"
#include "requests.c"
