// A batch: clock and counters around iterations that the interpreter is told to make.
#include "door.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { SLICES_MAX = 1000, METRICS = 13, OF_IO = 9, PEAK = 0 }; // those from OF_IO on are of /proc/self/io

static const char *const metrics[METRICS] = {
    "peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out",
    "voluntary_switches", "involuntary_switches", "read_bytes", "write_bytes", "read_calls", "write_calls",
};

struct reading {
    struct rusage own, of_children;
    char io[512];
};

static long left;            // iterations of this slice that are due after the one that was told last
static long length, slices, slice, iterations, made;
static bool bare, each, under_way;
static uint64_t begun, times[SLICES_MAX];
static int64_t delay;
static int64_t sums[METRICS], reading_cost[METRICS];
static uint64_t clock_cost;
static struct reading first, last;
static char why_no_io[128]; // empty where /proc/self/io is read

static uint64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

// What of its children has ended and was waited for counts as well: a shell has much of its work done by others.
static void read_usage(struct reading *reading) {
    getrusage(RUSAGE_SELF, &reading->own);
    getrusage(RUSAGE_CHILDREN, &reading->of_children);
}

static void read_all(struct reading *reading) {
    int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, reading->io, sizeof reading->io - 1);
    reading->io[size > 0 ? size : 0] = 0;
    if (size <= 0) snprintf(why_no_io, sizeof why_no_io, "/proc/self/io: %s", strerror(file < 0 ? errno : EIO));
    if (file >= 0) close(file);
    read_usage(reading);
}

// The counters that cannot be read, as an object of JSON: each with the reason.
char *batch_absent(void) {
    char *text = calloc(1, 1024), *at = text + sprintf(text, "{");
    read_all(&first);
    if (*why_no_io) {
        char *shown = json_escaped(why_no_io, strlen(why_no_io));
        for (int i = OF_IO; i < METRICS; i++) at += sprintf(at, "%s\"%s\":%s", i > OF_IO ? "," : "", metrics[i], shown);
    }
    sprintf(at, "}");
    return text;
}

static int64_t nanoseconds(struct timeval time) { return time.tv_sec * 1000000000ll + time.tv_usec * 1000; }

static void add_usage(const struct rusage *usage, int64_t *numbers) {
    if (usage->ru_maxrss * 1024 > numbers[PEAK]) numbers[PEAK] = usage->ru_maxrss * 1024;
    int64_t more[] = {
        nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime), usage->ru_minflt, usage->ru_majflt,
        usage->ru_inblock, usage->ru_oublock, usage->ru_nvcsw, usage->ru_nivcsw,
    };
    for (int i = 0; i < 8; i++) numbers[i + 1] += more[i];
}

static void numbers_of(const struct reading *reading, int64_t *numbers) {
    memset(numbers, 0, METRICS * sizeof *numbers);
    add_usage(&reading->own, numbers);
    add_usage(&reading->of_children, numbers);
    sscanf(reading->io, "rchar: %ld wchar: %ld syscr: %ld syscw: %ld", numbers + OF_IO, numbers + 10, numbers + 11, numbers + 12);
}

// Adds what happened between the two readings; the peak of memory is a level.
static void add_difference(int64_t *to) {
    int64_t before[METRICS], after[METRICS];
    numbers_of(&first, before);
    numbers_of(&last, after);
    for (int i = 0; i < METRICS; i++) {
        int64_t more = after[i] - before[i] - reading_cost[i];
        to[i] += more > 0 ? more : 0;
    }
    to[PEAK] = after[PEAK];
}

// What the clock takes, and what reading the counters adds to them: the least of a few tries with nothing in between.
static void find_costs(void) {
    clock_cost = UINT64_MAX;
    for (int try = 0; try < 16; try++) {
        uint64_t start = clock_ns(), took = clock_ns() - start;
        if (took < clock_cost) clock_cost = took;
        int64_t cost[METRICS] = {0};
        int64_t known[METRICS];
        memcpy(known, reading_cost, sizeof known);
        memset(reading_cost, 0, sizeof reading_cost);
        read_all(&first);
        read_all(&last);
        add_difference(cost);
        for (int i = 0; i < METRICS; i++) reading_cost[i] = !try || cost[i] < known[i] ? cost[i] : known[i];
    }
    reading_cost[PEAK] = 0;
}

void batch_begin(long iterations_due, long slices_due, bool is_bare, bool has_before_each) {
    if (!clock_cost) find_costs();
    iterations = iterations_due, slices = slices_due, bare = is_bare, each = has_before_each;
    length = iterations / slices;
    left = made = 0, slice = -1;
    under_way = false;
    delay = -1;
    memset(times, 0, sizeof times);
    memset(sums, 0, sizeof sums);
}

static void start_counting(void) {
    if (!bare) read_all(&first);
    else read_usage(&first);
}

static void stop_counting(void) {
    if (!bare) read_all(&last);
    else read_usage(&last);
    if (!bare) add_difference(sums);
}

// The part of it in which it could have run and others had the CPU; less than nothing where it is not known: of who waited of his own accord.
static int64_t delayed(void) {
    int64_t before[METRICS], after[METRICS], wall = 0;
    numbers_of(&first, before);
    numbers_of(&last, after);
    for (long i = 0; i < slices; i++) wall += times[i];
    int64_t waited = wall - (after[1] + after[2] - before[1] - before[2]);
    if (after[7] != before[7]) return -1;
    return waited > 0 ? waited : 0;
}

static uint64_t without_clock(uint64_t took) { return took > clock_cost ? took - clock_cost : 0; }

static bool next_slice(uint64_t now) {
    if (slice >= 0) times[slice] = without_clock(now - begun);
    if (++slice == slices) {
        stop_counting();
        delay = delayed();
        return false;
    }
    if (slice == 0) start_counting();
    left = length - 1;
    begun = clock_ns();
    return true;
}

static bool next_iteration(uint64_t now) {
    if (under_way) {
        stop_counting();
        times[made++ / length] += without_clock(now - begun);
        under_way = false;
    }
    return made < iterations;
}

bool batch_again(void) {
    if (left > 0) return left--, true;
    uint64_t now = clock_ns();
    return each ? next_iteration(now) : next_slice(now);
}

void batch_start(void) {
    start_counting();
    under_way = true;
    begun = clock_ns();
}

char *batch_sample(void) {
    static char reply[SLICES_MAX * 24 + METRICS * 64 + 256];
    uint64_t wall = 0;
    for (long i = 0; i < slices; i++) wall += times[i];
    char *at = reply + sprintf(reply, "{\"type\":\"sample\",\"iterations\":%ld,\"readings\":{\"wall_ns\":%lu", iterations, wall);
    if (delay >= 0) at += sprintf(at, ",\"delayed_ns\":%ld", delay);
    int told = bare ? 0 : *why_no_io ? OF_IO : METRICS;
    for (int i = 0; i < told; i++) at += sprintf(at, ",\"%s\":%ld", metrics[i], sums[i]);
    at += sprintf(at, "}");
    for (long i = 0; i < slices && slices > 1; i++) at += sprintf(at, "%s%lu", i ? "," : ",\"slices_ns\":[", times[i]);
    sprintf(at, slices > 1 ? "]}" : "}");
    return strdup(reply);
}
