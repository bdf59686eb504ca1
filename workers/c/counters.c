/* Counters: getrusage(2) and /proc/self/io. */

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
