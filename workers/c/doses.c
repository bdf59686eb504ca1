/* Doses: events that are added to every iteration, before the code, to see what one of them takes there. */

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
