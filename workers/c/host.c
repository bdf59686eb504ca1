/* The host of C and C++: loads a snippet that was compiled as a shared object, answers once, times batches. Where PROGRAMS is
 * defined a snippet is a program with this host in it, which the host that was started becomes. It speaks the
 * protocol of docs/protocol.md on file descriptors 3 and 4. It shares its process with what is measured, so it loads
 * nothing but libc, and holds its own state apart from the heap where it can.
 *
 * Read main, then prepare, answer and run; below them doses, counters, errors, answers in canonical form, and JSON. */
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
static locale_t plain_locale; /* a snippet may choose another one, with another decimal point */

int main(int count, char **words) {
    host = getpid();
    pthread_atfork(NULL, NULL, note_fork);
    plain_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
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

/* ---- errors: what a snippet fails with ends the call that the host made into it ---- */

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
    if (file && !failure.part)
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

/* ---- memory of a chosen place ---- */

static struct {
    size_t count;
    struct {
        void *pages;
        size_t length, size, offset;
    } all[BUFFERS_MAX];
} buffers;

static void *make_buffer(size_t size, size_t offset) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), within = offset % page;
    if (buffers.count == BUFFERS_MAX || size > SIZE_MAX - 2 * page) return NULL;
    size_t length = (within + size + page) / page * page;
    char *pages = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return NULL;
    buffers.all[buffers.count].pages = pages;
    buffers.all[buffers.count].length = length;
    buffers.all[buffers.count].size = size;
    buffers.all[buffers.count].offset = within;
    buffers.count++;
    return pages + within;
}

static void free_buffers(void) {
    for (size_t i = 0; i < buffers.count; i++) munmap(buffers.all[i].pages, buffers.all[i].length);
    buffers.count = 0;
}

/* `"a buffer of 64 KiB at page+16"` for each, one after the other. */
static void add_notes(void) {
    for (size_t i = 0; i < buffers.count; i++) {
        size_t size = buffers.all[i].size, unit = 0;
        static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
        while (unit < 3 && size >= 1024 && size % 1024 == 0) size /= 1024, unit++;
        add_number("%s\"a buffer of %zu %s at page+%zu\"", i ? "," : "", size, units[unit], buffers.all[i].offset);
    }
}

/* ---- doses: events that are added to every iteration, before the code, to see what one of them takes there ---- */

#define FAULTS_AT_ONCE 256      /* pages: what gives them back again is one call for all of them */
#define COPIED_AT_ONCE 65536    /* bytes */

static struct {
    void (*give)(void); /* null where nothing is added */
    uint64_t count;
    size_t bytes, span; /* of a read call; of what is gone through */
    size_t at;          /* how far that is */
    int file;
    char *from, *to;
    size_t from_size, to_size, page;
} dose = {.file = -1};

static void give_read_calls(void) {
    for (uint64_t left = dose.count; left; left--) {
        if (dose.at + dose.bytes > dose.span) {
            lseek(dose.file, 0, SEEK_SET);
            dose.at = 0;
        }
        /* It was tried before, and the file is still open. */
        ssize_t ignored = read(dose.file, dose.to, dose.bytes);
        (void)ignored;
        dose.at += dose.bytes;
    }
}

static void give_minor_faults(void) {
    for (uint64_t left = dose.count; left;) {
        size_t pages = left < FAULTS_AT_ONCE ? (size_t)left : FAULTS_AT_ONCE;
        for (size_t i = 0; i < pages; i++) ((volatile char *)dose.to)[i * dose.page] = 1;
        madvise(dose.to, pages * dose.page, MADV_DONTNEED);
        left -= pages;
    }
}

static void give_file_faults(void) {
    size_t places = dose.span / dose.bytes;
    for (uint64_t left = dose.count; left;) {
        size_t now = left < places ? (size_t)left : places;
        for (size_t i = 0; i < now; i++) (void)((volatile const char *)dose.from)[i * dose.bytes];
        madvise(dose.from, now * dose.bytes, MADV_DONTNEED); /* out of the mapping, not out of the page cache */
        left -= now;
    }
}

static void give_copied_bytes(void) {
    for (uint64_t left = dose.count; left;) {
        size_t piece = left < dose.to_size ? (size_t)left : dose.to_size;
        if (dose.at + piece > dose.span) dose.at = 0;
        memcpy(dose.to, dose.from + dose.at, piece);
        __asm__ volatile("" : : "r"(dose.to) : "memory");
        dose.at += piece;
        left -= piece;
    }
}

static const struct {
    const char *name;
    void (*give)(void);
} dose_events[] = {
    {"read-call", give_read_calls},
    {"minor-fault", give_minor_faults},
    {"file-fault", give_file_faults},
    {"copied-byte", give_copied_bytes},
};
#define DOSE_EVENTS (sizeof dose_events / sizeof *dose_events)

static void dosed_code(void) {
    int before = errno;
    dose.give();
    errno = before;
    prepared.snippet->code();
}

/* What an iteration is. */
static void (*whole_code(void))(void) { return dose.give ? dosed_code : prepared.snippet->code; }

/* What runs so many of them, where that is not this host. */
static void (*repeat(void))(uint64_t) { return runtime() && !dose.give ? runtime()->repeat : NULL; }

static void forget_dose(void) {
    if (dose.file >= 0) close(dose.file);
    if (dose.from) munmap(dose.from, dose.from_size);
    if (dose.to) munmap(dose.to, dose.to_size);
    memset(&dose, 0, sizeof dose);
    dose.file = -1;
}

/* Memory that is in use, or that is not touched yet. */
static char *dose_memory(size_t *kept_size, size_t size, bool is_touched) {
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    *kept_size = size;
    if (is_touched)
        memset(memory, 1, size);
    else
        madvise(memory, size, MADV_NOHUGEPAGE); /* a huge page is another event */
    return memory;
}

/* False after it has replied why not. */
static bool prepare_dose(const struct json *given) {
    forget_dose();
    if (!given) return true;
    dose.count = number_at(given, "count");
    dose.bytes = number_at(given, "bytes");
    dose.span = number_at(given, "span");
    dose.page = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < DOSE_EVENTS; i++)
        if (is_text(member(given, "event"), dose_events[i].name)) dose.give = dose_events[i].give;
    const char *wrong = "what a dose needs cannot be had";
    if (!dose.give || !dose.bytes || dose.span < dose.bytes) {
        wrong = "a dose of nothing that is known here";
    } else if (dose.give == give_read_calls) {
        dose.file = open(text_of(member(given, "file")), O_RDONLY | O_CLOEXEC);
        dose.to = dose_memory(&dose.to_size, dose.bytes, true);
        if (dose.file >= 0 && dose.to && pread(dose.file, dose.to, dose.bytes, 0) == (ssize_t)dose.bytes) return true;
    } else if (dose.give == give_file_faults) {
        dose.file = open(text_of(member(given, "file")), O_RDONLY | O_CLOEXEC);
        struct stat seen;
        if (dose.file >= 0 && fstat(dose.file, &seen) == 0 && (uint64_t)seen.st_size >= dose.span) {
            char *mapped = mmap(NULL, dose.span, PROT_READ, MAP_SHARED, dose.file, 0);
            if (mapped != MAP_FAILED) {
                dose.from = mapped;
                dose.from_size = dose.span;
                madvise(mapped, dose.span, MADV_NOHUGEPAGE);
                return true;
            }
        }
    } else if (dose.give == give_minor_faults) {
        dose.to = dose_memory(&dose.to_size, FAULTS_AT_ONCE * dose.page, false);
        if (dose.to) return true;
    } else {
        dose.from = dose_memory(&dose.from_size, dose.span, true);
        dose.to = dose_memory(&dose.to_size, dose.span < COPIED_AT_ONCE ? dose.span : COPIED_AT_ONCE, true);
        if (dose.from && dose.to) return true;
    }
    forget_dose();
    reply_error("protocol", wrong);
    return false;
}

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

/* ---- where a snippet lies ----
 *
 * Programs lie terabytes below the libraries that they call, and calls over more than 4 GB take longer: forty std::to_string that are appended to a
 * text took 381 ns in a program on a Xeon, and 346 ns in the same one when ld.so was told to load it, which puts it beside the libraries (decisions:
 * workers). A snippet is a library only because a host loads it; so it is put where programs are, as far as that can be had. */

#define PROGRAM_ROOM ((size_t)1 << 40) /* between the end of the heap and the snippet, in bytes: more than a heap grows to */
#define NEEDED_MAX 64                  /* libraries */
#define TAKEN_MAX 64                   /* places; a process has a few between its libraries */

struct library {
    size_t span; /* how much of the address space it takes, in bytes; 0 where that is not known */
    size_t count;
    void *needed[NEEDED_MAX]; /* the libraries that it names as needed, loaded; those that are not found are loaded with it */
};

/* What a file of ELF says; if it is of another machine, dlopen tells so afterwards. */
static void read_library(const char *image, struct library *library) {
    const ElfW(Ehdr) *head = (const void *)image;
    const ElfW(Phdr) *parts = (const void *)(image + head->e_phoff), *end = parts + head->e_phnum;
    const ElfW(Dyn) *entries = NULL;
    ElfW(Addr) low = UINTPTR_MAX, high = 0;
    for (const ElfW(Phdr) *part = parts; part < end; part++) {
        if (part->p_type == PT_DYNAMIC) entries = (const void *)(image + part->p_offset);
        if (part->p_type != PT_LOAD) continue;
        if (part->p_vaddr < low) low = part->p_vaddr;
        if (part->p_vaddr + part->p_memsz > high) high = part->p_vaddr + part->p_memsz;
    }
    library->span = high > low ? high - low : 0;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = entries; entry && entry->d_tag != DT_NULL; entry++)
        for (const ElfW(Phdr) *part = parts; entry->d_tag == DT_STRTAB && part < end; part++)
            if (part->p_type == PT_LOAD && entry->d_un.d_ptr - part->p_vaddr < part->p_filesz)
                names = image + part->p_offset + (entry->d_un.d_ptr - part->p_vaddr);
    for (const ElfW(Dyn) *entry = entries; names && entry->d_tag != DT_NULL && library->count < NEEDED_MAX; entry++) {
        void *needed = entry->d_tag == DT_NEEDED ? dlopen(names + entry->d_un.d_val, RTLD_NOW | RTLD_LOCAL) : NULL;
        if (needed) library->needed[library->count++] = needed;
    }
}

static struct library library_at(const char *path) {
    struct library library = {0, 0, {NULL}};
    struct stat seen;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t size = file >= 0 && fstat(file, &seen) == 0 ? (size_t)seen.st_size : 0;
    char *image = size < sizeof(ElfW(Ehdr)) ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    if (image == MAP_FAILED) return library;
    const ElfW(Ehdr) *head = (const void *)image;
    bool is_whole = !memcmp(image, ELFMAG, SELFMAG) && head->e_phoff < size && head->e_phnum <= (size - head->e_phoff) / sizeof(ElfW(Phdr));
    if (is_whole) read_library(image, &library);
    munmap(image, size);
    return library;
}

/* Where the first mapping above an address begins; 0 where that is not known. */
static uintptr_t mapped_above(uintptr_t address) {
    static char text[65536];
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t size = 0;
    for (ssize_t more; (more = read(file, text + size, sizeof text - 1 - size)) > 0;) size += (size_t)more;
    close(file);
    text[size] = 0;
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        uintptr_t begin = (uintptr_t)strtoull(line, NULL, 16);
        if (begin > address) return begin;
    }
    return 0;
}

static void *take(uintptr_t place, size_t length) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (place ? MAP_FIXED_NOREPLACE : 0);
    return mmap((void *)place, length, PROT_NONE, flags, -1, 0);
}

/* Loads it below a place above the heap: the kernel looks for the highest place that is free, so those above are taken meanwhile, from that place to the
 * lowest library, and those between libraries that it would fit into. */
static void *load_as_program(const char *path) {
    struct library library = library_at(path);
    struct {
        void *place;
        size_t length;
    } taken[TAKEN_MAX];
    size_t count = 0;
    uintptr_t begin = ((uintptr_t)sbrk(0) + PROGRAM_ROOM) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1), end = mapped_above(begin);
    size_t length = end > begin ? end - begin : 0;
    void *place = library.span && length ? take(begin, length) : MAP_FAILED;
    while (place != MAP_FAILED && (uintptr_t)place >= begin && count < TAKEN_MAX) {
        taken[count].place = place;
        taken[count++].length = length;
        length = library.span;
        place = take(0, length);
    }
    if (place != MAP_FAILED) munmap(place, length);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    while (count--) munmap(taken[count].place, taken[count].length);
    while (library.count--) dlclose(library.needed[library.count]);
    return loaded;
}

/* Goes on as the program of another snippet, which finds the request in a file without a name. Does not return unless that fails. */
static void become(const char *program) {
    char descriptor[20];
    int file = memfd_create("request", 0);
    if (file >= 0 && write(file, request_as_read(), strlen(request_as_read())) > 0 && lseek(file, 0, SEEK_SET) == 0) {
        snprintf(descriptor, sizeof descriptor, "%d", file);
        fcntl(REQUESTS, F_SETFD, 0);
        fcntl(REPLIES, F_SETFD, 0);
        execl(program, program, descriptor, (char *)NULL);
    }
    reply_error("died", strerror(errno));
}

/* ---- counters: getrusage(2) and /proc/self/io ---- */

/* In the order of the keys below. */
enum { COUNTERS = 14, RUSAGE_COUNTERS = 8, READ_CALLS = 8, READ_BYTES = 10, COLLECTIONS = 12 };
static const char *const counter_keys[COUNTERS] = {
    "user_ns",        "sys_ns",  "minor_faults", "major_faults", "voluntary_switches", "involuntary_switches",
    "blocks_in",      "blocks_out", "read_calls", "write_calls",  "read_bytes",         "write_bytes",
    "collections",    "collection_ns",
};

static bool is_counted(int counter);

/* What was read, as it came, so that nothing is computed next to the timed region. */
struct readings {
    struct rusage usage;
    uint64_t collected[2];
    ssize_t counts_size;
    char counts[512];
};

static int counts_fd = -1;
static char counts_absent[100]; /* why there are none */
static uint64_t reading_cost[COUNTERS];

static void find_counters(void) {
    struct readings trial;
    counts_fd = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    if (counts_fd >= 0 && pread(counts_fd, trial.counts, sizeof trial.counts, 0) > 0) return;
    snprintf(counts_absent, sizeof counts_absent, "/proc/self/io: %s", strerror(errno));
    if (counts_fd >= 0) close(counts_fd);
    counts_fd = -1;
}

static bool is_counted(int counter) {
    if (counter >= COLLECTIONS) return PROGRAMS;
    return counter < RUSAGE_COUNTERS || counts_fd >= 0;
}

static void read_before(struct readings *readings) {
    if (runtime()) runtime()->collected(readings->collected, true);
    if (counts_fd >= 0) readings->counts_size = pread(counts_fd, readings->counts, sizeof readings->counts - 1, 0);
    getrusage(RUSAGE_SELF, &readings->usage);
}

static void read_after(struct readings *readings) {
    getrusage(RUSAGE_SELF, &readings->usage);
    if (counts_fd >= 0) readings->counts_size = pread(counts_fd, readings->counts, sizeof readings->counts - 1, 0);
    if (runtime()) runtime()->collected(readings->collected, false);
}

static uint64_t nanoseconds(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

/* The number at a key of /proc/self/io. */
static uint64_t count_of(struct readings *readings, const char *key) {
    readings->counts[readings->counts_size > 0 ? readings->counts_size : 0] = 0;
    const char *found = strstr(readings->counts, key);
    return found ? strtoull(found + strlen(key), NULL, 10) : 0;
}

static void totals(struct readings *readings, uint64_t counters[COUNTERS]) {
    const struct rusage *usage = &readings->usage;
    uint64_t all[COUNTERS] = {
        nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime), (uint64_t)usage->ru_minflt,
        (uint64_t)usage->ru_majflt,   (uint64_t)usage->ru_nvcsw,    (uint64_t)usage->ru_nivcsw,
        (uint64_t)usage->ru_inblock,  (uint64_t)usage->ru_oublock,
    };
    if (counts_fd >= 0) {
        /* rchar comes first in the file, so that no key is found within another. */
        static const char *const keys[] = {"syscr: ", "syscw: ", "rchar: ", "wchar: "};
        for (int i = 0; i < 4; i++) all[READ_CALLS + i] = count_of(readings, keys[i]);
    }
    if (runtime()) memcpy(all + COLLECTIONS, readings->collected, sizeof readings->collected);
    memcpy(counters, all, sizeof all);
}

/* What happened between two readings. That the first of them was a read of so many bytes is known exactly; the size of
 * the file changes with the digits in it. */
static void difference(struct readings *before, struct readings *after, uint64_t counters[COUNTERS]) {
    uint64_t first[COUNTERS];
    totals(before, first);
    totals(after, counters);
    for (int i = 0; i < COUNTERS; i++) counters[i] -= counters[i] < first[i] ? counters[i] : first[i];
    if (counts_fd >= 0 && counters[READ_BYTES] >= (uint64_t)before->counts_size)
        counters[READ_BYTES] -= (uint64_t)before->counts_size;
}

/* What reading the counters itself adds to them: the least of a few readings with nothing in between. */
static void measure_reading_cost(void) {
    for (int i = 0; i < NULL_READINGS; i++) {
        struct readings before, after;
        uint64_t cost[COUNTERS];
        read_before(&before);
        read_after(&after);
        difference(&before, &after, cost);
        for (int k = 0; k < COUNTERS; k++)
            if (i == 0 || cost[k] < reading_cost[k]) reading_cost[k] = cost[k];
    }
}

/* ---- timing ---- */

struct batch {
    uint64_t iterations, slices; /* iterations of each slice, slices of the batch */
    void (*code)(void);
    void (*repeat)(uint64_t iterations); /* null where this host has the loop */
    struct timespec *clock; /* one reading more than slices */
    struct rusage *usage;   /* before and after; null where nobody asks */
};

static int64_t elapsed(const struct timespec *start, const struct timespec *end) {
    return (end->tv_sec - start->tv_sec) * 1000000000ll + end->tv_nsec - start->tv_nsec;
}

/* The inner loop holds nothing else: its cost is that of the empty snippet, which is measured as a variant of its own. What the
 * code returns is kept by its library. */
static void loop(void *context) {
    struct batch *batch = context;
    void (*const code)(void) = batch->code;
    struct timespec *clock = batch->clock;
    if (batch->usage) getrusage(RUSAGE_SELF, &batch->usage[0]);
    clock_gettime(CLOCK_MONOTONIC, clock++);
    for (uint64_t slice = 0; slice < batch->slices && !forked; slice++) {
        uint64_t left = batch->iterations;
        if (batch->repeat) {
            batch->repeat(left);
            if (failure.happened) return;
            left = 0;
        }
        for (; left && !forked; left--) code();
        clock_gettime(CLOCK_MONOTONIC, clock++);
    }
    if (batch->usage) getrusage(RUSAGE_SELF, &batch->usage[1]);
}

/* The part of a batch in which it could have run and others had the CPU. Who waits for something of its own accord, or has several threads, is
 * not known to have lost any. */
static int64_t delayed(const struct rusage *before, const struct rusage *after, int64_t wall) {
    int64_t cpu = (int64_t)(nanoseconds(after->ru_utime) + nanoseconds(after->ru_stime)) -
                  (int64_t)(nanoseconds(before->ru_utime) + nanoseconds(before->ru_stime));
    return after->ru_nvcsw == before->ru_nvcsw && cpu < wall ? wall - cpu : 0;
}

/* What a slice takes that runs nothing: the least of a few. */
static int64_t clock_cost;

static void measure_clock_cost(void) {
    struct timespec clock[17];
    struct batch batch = {.iterations = 0, .slices = 16, .repeat = repeat(), .clock = clock};
    loop(&batch);
    for (int i = 0; i < 16; i++) {
        int64_t cost = elapsed(&clock[i], &clock[i + 1]);
        if (i == 0 || cost < clock_cost) clock_cost = cost;
    }
}

static int64_t without_clock(int64_t elapsed) { return elapsed > clock_cost ? elapsed - clock_cost : 0; }

/* Adds what happened between two readings to what was counted before. */
static void count(struct readings *before, struct readings *after, uint64_t counted[COUNTERS]) {
    uint64_t counters[COUNTERS];
    difference(before, after, counters);
    for (int i = 0; i < COUNTERS; i++)
        counted[i] += counters[i] - (reading_cost[i] < counters[i] ? reading_cost[i] : counters[i]);
}

static void add_counters(const uint64_t counted[COUNTERS], const struct readings *last) {
    add_number(",\"peak_rss_bytes\":%" PRIu64, (uint64_t)last->usage.ru_maxrss * 1024u);
    for (int i = 0; i < COUNTERS; i++)
        if (is_counted(i)) add_number(",\"%s\":%" PRIu64, counter_keys[i], counted[i]);
}

/* A batch in which something runs before each iteration that is in none of the times and counters. */
struct batch_of_each {
    struct batch batch;
    void (*before_each)(void);
    bool bare;
    int64_t *slices_ns;
    uint64_t *counted;
    struct readings *before, *after;
};

/* A slice takes what its iterations take, each without what reading the clock takes. It is added up between them. */
static void loop_of_each(void *context) {
    struct batch_of_each *each = context;
    const struct batch *batch = &each->batch;
    int64_t *slice_ns = each->slices_ns;
    for (uint64_t slice = 0; slice < batch->slices && !forked; slice++, slice_ns++) {
        *slice_ns = 0;
        for (uint64_t left = batch->iterations; left && !forked; left--) {
            struct timespec start, end;
            each->before_each();
            if (failure.happened) return;
            if (!each->bare) read_before(each->before);
            clock_gettime(CLOCK_MONOTONIC, &start);
            batch->code();
            clock_gettime(CLOCK_MONOTONIC, &end);
            if (failure.happened) return;
            if (!each->bare) {
                read_after(each->after);
                count(each->before, each->after, each->counted);
            }
            *slice_ns += without_clock(elapsed(&start, &end));
        }
    }
}

static void run(uint64_t iterations, uint64_t slices, bool bare) {
    static struct readings before, after;
    static struct timespec clock[SLICES_MAX + 1];
    static struct rusage usage[2];
    static int64_t slices_ns[SLICES_MAX];
    if (slices == 0) slices = 1;
    if (slices > SLICES_MAX || iterations % slices) return reply_error("protocol", "no slices of equally many iterations");
    struct batch batch = {.iterations = iterations / slices, .slices = slices, .code = whole_code(),
                          .repeat = repeat(), .clock = clock, .usage = usage};
    uint64_t counted[COUNTERS] = {0};
    int64_t lost = 0;
    if (prepared.collects) runtime()->collect();
    if (prepared.snippet->before_each) {
        struct batch_of_each each = {.batch = batch, .before_each = prepared.snippet->before_each, .bare = bare,
                                     .slices_ns = slices_ns, .counted = counted, .before = &before, .after = &after};
        if (!guarded(loop_of_each, &each)) return reply_failure();
    } else {
        /* No page of it is touched first while it is timed. */
        memset(clock, 0, (slices + 1) * sizeof *clock);
        memset(usage, 0, sizeof usage);
        if (!bare) read_before(&before);
        bool done = guarded(loop, &batch);
        if (!bare) read_after(&after);
        if (!done) return reply_failure();
        if (!bare) count(&before, &after, counted);
        for (uint64_t i = 0; i < slices; i++) slices_ns[i] = without_clock(elapsed(&clock[i], &clock[i + 1]));
        lost = delayed(&usage[0], &usage[1], elapsed(&clock[0], &clock[slices]));
    }
    int64_t wall = 0;
    for (uint64_t i = 0; i < slices; i++) wall += slices_ns[i];
    begin_reply("{\"type\":\"sample\",");
    add_number("\"iterations\":%" PRIu64 ",\"readings\":{\"wall_ns\":%" PRId64 ",\"delayed_ns\":%" PRId64, iterations, wall,
               lost < wall ? lost : wall);
    if (!bare) add_counters(counted, &after);
    add("}");
    for (uint64_t i = 0; slices > 1 && i < slices; i++)
        add_number("%s%" PRId64, i ? "," : ",\"slices_ns\":[", slices_ns[i]);
    add(slices > 1 ? "]}" : "}");
    send_reply();
}

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

/* ---- SHA-256: FIPS 180-4 ---- */

struct sha256 {
    uint32_t state[8];
    uint64_t length;
};

static const uint32_t sha256_rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void sha256_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64];
    for (int t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
        uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25), choice = (e & f) ^ (~e & g);
        uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22), majority = (a & b) ^ (a & c) ^ (b & c);
        uint32_t t1 = h + s1 + choice + sha256_rounds[t] + w[t], t2 = s0 + majority;
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static const struct sha256 sha256_begin = {
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 0};

/* Whole blocks. */
static void sha256_blocks(struct sha256 *sha, const unsigned char *data, size_t size) {
    sha->length += size;
    for (; size; size -= 64, data += 64) sha256_block(sha->state, data);
}

/* The last bytes, and the digest as hexadecimal digits. */
static void sha256_end(struct sha256 *sha, const unsigned char *data, size_t size, char hex[65]) {
    sha256_blocks(sha, data, size / 64 * 64);
    unsigned char last[128] = {0};
    size_t rest = size % 64, padded = rest < 56 ? 64 : 128;
    memcpy(last, data + size - rest, rest);
    last[rest] = 0x80;
    uint64_t bits = (sha->length + rest) * 8;
    for (int i = 0; i < 8; i++) last[padded - 1 - i] = (unsigned char)(bits >> 8 * i);
    sha256_blocks(sha, last, padded);
    for (int i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08" PRIx32, sha->state[i]);
}

/* ---- answers in canonical form ---- */

static struct {
    struct sha256 sha;
    uint64_t length;
    char head[HEAD_MAX];
    size_t head_size, used;
    unsigned char block[65536 + 64]; /* room for an escape beyond its end */
} form;

static void flush_form(size_t size) {
    size_t room = HEAD_MAX - form.head_size, copied = size < room ? size : room;
    memcpy(form.head + form.head_size, form.block, copied);
    form.head_size += copied;
    form.length += size;
}

static void put_text(const char *text) {
    for (; *text; text++) form.block[form.used++] = (unsigned char)*text;
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
    flush_full();
    put_text(open);
    for (size_t i = 0; i < answer->bytes.size; i++) {
        if (i) put_text(i % 2 ? after_first : ", ");
        put_answer(&inner[i], lenient);
        flush_full();
    }
    put_text(close);
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

/* ---- replies ---- */

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

static void send_reply(void) {
    if (getpid() != host) _exit(0); /* a child that the snippet forked */
    reply.text[reply.size++] = '\n';
    for (size_t sent = 0; sent < reply.size;) {
        ssize_t written = write(REPLIES, reply.text + sent, reply.size - sent);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) _exit(1);
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

/* ---- requests: the JSON of the scheduler, which is well formed ---- */

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
        if (count <= 0) return false;
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
