/* The counters around a batch, for which Java has no calls: getrusage(2) and /proc/self/io. What is read is kept as it came, in memory that is there
 * already, and looked at when the batch is over. No header of the JDK is needed for functions that take and return numbers. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SLOTS = 4, OF_IO = 9, OWN_SWITCHES = 13 };

static struct {
    struct rusage usage, own;
    char counts[512];
} slots[SLOTS];

static int io = -1;

/* 0, or the number of the error that says why /proc/self/io cannot be read. */
int Java_cmpthese_Counters_open(void *jvm, void *class)
{
    (void)jvm, (void)class;
    io = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
    if (io < 0) return errno;
    if (pread(io, slots[0].counts, sizeof slots[0].counts - 1, 0) > 0) return 0;
    close(io);
    io = -1;
    return EIO;
}

void Java_cmpthese_Counters_usage(void *jvm, void *class, int slot)
{
    (void)jvm, (void)class;
    getrusage(RUSAGE_SELF, &slots[slot].usage);
    getrusage(RUSAGE_THREAD, &slots[slot].own);
}

void Java_cmpthese_Counters_counts(void *jvm, void *class, int slot)
{
    (void)jvm, (void)class;
    ssize_t size = io < 0 ? 0 : pread(io, slots[slot].counts, sizeof slots[slot].counts - 1, 0);
    slots[slot].counts[size > 0 ? size : 0] = 0;
}

static long long nanoseconds(struct timeval time)
{
    return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL;
}

/* The number in a line of /proc/self/io. */
static long long count(const char *line, int number)
{
    while (number-- > 0 && line) line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    const char *colon = line ? strchr(line, ':') : NULL;
    return colon ? strtoll(colon + 1, NULL, 10) : 0;
}

/* One number of a slot, in the order of Counters.NAMES; the last is how often the calling thread gave up the CPU. */
long long Java_cmpthese_Counters_value(void *jvm, void *class, int slot, int which)
{
    (void)jvm, (void)class;
    const struct rusage *usage = &slots[slot].usage;
    switch (which) {
    case 0: return usage->ru_maxrss * 1024LL;
    case 1: return nanoseconds(usage->ru_utime);
    case 2: return nanoseconds(usage->ru_stime);
    case 3: return usage->ru_minflt;
    case 4: return usage->ru_majflt;
    case 5: return usage->ru_inblock;
    case 6: return usage->ru_oublock;
    case 7: return usage->ru_nvcsw;
    case 8: return usage->ru_nivcsw;
    case OWN_SWITCHES: return slots[slot].own.ru_nvcsw;
    default: return count(slots[slot].counts, which - OF_IO);
    }
}
