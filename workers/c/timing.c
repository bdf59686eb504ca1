/* Timing. */

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

/* The part of a batch in which it could have run and others had the CPU; less than nothing where it is not known: of who waits for something of its
 * own accord, or has several threads, or forked. */
static int64_t delayed(const struct rusage *before, const struct rusage *after, int64_t wall) {
    int64_t cpu = (int64_t)(nanoseconds(after->ru_utime) + nanoseconds(after->ru_stime)) -
                  (int64_t)(nanoseconds(before->ru_utime) + nanoseconds(before->ru_stime));
    if (after->ru_nvcsw != before->ru_nvcsw || has_forked) return -1;
    return cpu < wall ? wall - cpu : 0;
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
            if (batch->repeat) batch->repeat(1);
            else batch->code();
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
    int64_t lost = -1;
    if (prepared.collects) runtime()->collect();
    if (prepared.snippet->before_each) {
        struct batch_of_each each = {.batch = batch, .before_each = prepared.snippet->before_each, .bare = bare,
                                     .slices_ns = slices_ns, .counted = counted, .before = &before, .after = &after};
        if (!guarded(loop_of_each, &each)) return reply_failure();
    } else {
        /* No page of it is touched first while it is timed. */
        memset(clock, 0, (slices + 1) * sizeof *clock);
        memset(usage, 0, sizeof usage);
        has_forked = 0;
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
    add_number("\"iterations\":%" PRIu64 ",\"readings\":{\"wall_ns\":%" PRId64, iterations, wall);
    if (lost >= 0) add_number(",\"delayed_ns\":%" PRId64, lost < wall ? lost : wall);
    if (!bare) add_counters(counted, &after);
    add("}");
    for (uint64_t i = 0; slices > 1 && i < slices; i++)
        add_number("%s%" PRId64, i ? "," : ",\"slices_ns\":[", slices_ns[i]);
    add(slices > 1 ? "]}" : "}");
    send_reply();
}
