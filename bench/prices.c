/* What single events cost, by straight loops: the figures that the probes of this program are held against.
 *
 * Written from what each event is said to be, not from how the probes make it. A loop is run for a fifth of a second after a
 * first time that does not count, and the middle of what its goes came to is printed: a line for each event, its name and
 * nanoseconds. Names as arguments choose some. Whoever starts it binds it to a CPU: what it forks stays there. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KIB 1024L
#define MIB (1024 * KIB)
#define LEAST_GOES 5
#define MOST_GOES 4000

extern char **environ;

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

/* Ends with what the system said. */
static void must(int is_well, const char *what) {
    if (is_well) return;
    perror(what);
    exit(1);
}

/* The compiler must think that what it points to is read and written here. */
static void touch_all(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static uint64_t drawn = 88172645463325252ULL;

/* Marsaglia's xorshift. */
static uint64_t draw(void) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    return drawn ^= drawn << 17;
}

#include "prices_places.h"

/* Calls. */

static double system_call(void) {
    enum { CALLS = 20000 };
    double start = now_ns();
    for (int i = 0; i < CALLS; i++) syscall(SYS_getppid);
    return (now_ns() - start) / CALLS;
}

static double read_call(void) {
    enum { CALLS = 10000 };
    static int file = -1;
    char byte;
    if (file < 0) file = file_of(64 * KIB);
    lseek(file, 0, SEEK_SET);
    double start = now_ns();
    for (int i = 0; i < CALLS; i++) must(read(file, &byte, 1) == 1, "read");
    return (now_ns() - start) / CALLS;
}

static double map_unmap(void) {
    enum { CALLS = 2000 };
    double start = now_ns();
    for (int i = 0; i < CALLS; i++) {
        void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        must(page != MAP_FAILED && munmap(page, 4096) == 0, "mmap");
    }
    return (now_ns() - start) / CALLS;
}

/* Bytes that calls move: as many calls of 64 KiB and of 16 KiB, whose difference is bytes alone. */

enum { LARGE = 64 * 1024, SMALL = 16 * 1024, MOVES = 64 };

/* What so many calls of a size take. The file is gone through from the start to the end, and again. */
static double moves(int file, long length, char *buffer, long size, long *at, int writes) {
    double start = now_ns();
    for (int i = 0; i < MOVES; i++) {
        if (*at + size > length) *at = 0;
        ssize_t moved = writes ? pwrite(file, buffer, size, *at) : pread(file, buffer, size, *at);
        must(moved == size, writes ? "pwrite" : "pread");
        *at += size;
    }
    return now_ns() - start;
}

struct moved {
    int file;
    long at;
    char *buffer;
};

static double moved_byte(struct moved *here, long length, int offset, int writes) {
    if (here->buffer == NULL) {
        here->buffer = (char *)aligned_alloc(4096, LARGE + 4096) + offset;
        memset(here->buffer, 'z', LARGE);
        here->file = file_of(length);
        for (long i = 0; i < length / (MOVES * SMALL) + 1; i++) moves(here->file, length, here->buffer, SMALL, &here->at, 0);
    }
    double large = moves(here->file, length, here->buffer, LARGE, &here->at, writes);
    double small = moves(here->file, length, here->buffer, SMALL, &here->at, writes);
    return (large - small) / (MOVES * (double)(LARGE - SMALL));
}

#define MOVED(name, length, offset, writes)                       \
    static double name(void) {                                    \
        static struct moved here;                                 \
        return moved_byte(&here, length, offset, writes);         \
    }
MOVED(read_byte_256k, 256 * KIB, 0, 0)
MOVED(read_byte_8m, 8 * MIB, 0, 0)
MOVED(read_byte_64m, 64 * MIB, 0, 0)
MOVED(read_byte_256m, 256 * MIB, 0, 0)
MOVED(read_byte_64m_at_16, 64 * MIB, 16, 0)
MOVED(write_byte, 2 * MIB, 0, 1)

static double through_pipe(int ends[2], char *buffer, long size, int times) {
    double start = now_ns();
    for (int i = 0; i < times; i++) {
        must(write(ends[1], buffer, size) == size, "write");
        must(read(ends[0], buffer, size) == size, "read");
    }
    return now_ns() - start;
}

static double pipe_byte(void) {
    static int ends[2];
    static char buffer[LARGE];
    if (ends[1] == 0) must(pipe(ends) == 0, "pipe");
    return (through_pipe(ends, buffer, LARGE, MOVES) - through_pipe(ends, buffer, SMALL, MOVES)) / (MOVES * (double)(LARGE - SMALL));
}

/* Pages, all of the base size. */

static double minor_fault(void) {
    enum { PAGES = 1024 };
    char *memory = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(memory != MAP_FAILED, "mmap");
    madvise(memory, PAGES * 4096, MADV_NOHUGEPAGE);
    double start = now_ns();
    for (volatile char *page = memory; page < memory + PAGES * 4096; page += 4096) *page = 1;
    double took = now_ns() - start;
    munmap(memory, PAGES * 4096);
    return took / PAGES;
}

static long faults_so_far(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static int a_file_of_32_mib(void) {
    static int file = -1;
    if (file < 0) file = file_of(32 * MIB);
    return file;
}

static char *mapped_file(long bytes) {
    char *mapped = mmap(NULL, bytes, PROT_READ, MAP_SHARED, a_file_of_32_mib(), 0);
    must(mapped != MAP_FAILED, "mmap");
    madvise(mapped, bytes, MADV_NOHUGEPAGE);
    return mapped;
}

/* A byte of every 64 KiB, which is what the kernel maps with a fault; the faults that there were are counted. */
static double file_fault(void) {
    char *mapped = mapped_file(32 * MIB);
    long faults = faults_so_far();
    double start = now_ns();
    for (volatile char *at = mapped; at < mapped + 32 * MIB; at += 64 * KIB) (void)*at;
    double took = now_ns() - start;
    faults = faults_so_far() - faults;
    munmap(mapped, 32 * MIB);
    return took / faults;
}

static double unmapping(long pages) {
    char *mapped = mapped_file(pages * 4096);
    for (volatile char *at = mapped; at < mapped + pages * 4096; at += 4096) (void)*at;
    double start = now_ns();
    munmap(mapped, pages * 4096);
    return now_ns() - start;
}

static double unmap_page(void) { return (unmapping(8192) - unmapping(2048)) / (8192 - 2048); }

/* Processes. */

/* Starts who sends back what it gets, byte by byte, until it is killed or its parent ends. */
static void start_echo(int from, int to) {
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child > 0) return;
    char byte;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (read(from, &byte, 1) == 1 && write(to, &byte, 1) == 1) {}
    _exit(0);
}

static double round_trip(int to, int from, int trips) {
    char byte = 'x';
    double start = now_ns();
    for (int i = 0; i < trips; i++) {
        must(write(to, &byte, 1) == 1, "write");
        must(read(from, &byte, 1) == 1, "read");
    }
    return (now_ns() - start) / trips;
}

/* Not an event that the probes know: a byte there and back over two pipes, lmbench's lat_pipe. */
static double pipe_round_trip(void) {
    static int there[2], back[2];
    if (there[1] == 0) {
        must(pipe(there) == 0 && pipe(back) == 0, "pipe");
        start_echo(there[0], back[1]);
    }
    return round_trip(there[1], back[0], 1000);
}

/* Neither: a write and a read of a byte in a process that need not wait. */
static double pipe_calls(void) {
    static int ends[2];
    if (ends[1] == 0) must(pipe(ends) == 0, "pipe");
    return round_trip(ends[1], ends[0], 2000);
}

/* Half of the way there and back, without the write and the read that are in it. */
static double process_switch(void) { return pipe_round_trip() / 2 - pipe_calls(); }

static double loopback_round_trip(void) {
    static int mine = -1;
    if (mine < 0) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t length = sizeof address;
        int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
        must(bind(listener, (struct sockaddr *)&address, length) == 0 && listen(listener, 1) == 0, "listen");
        must(getsockname(listener, (struct sockaddr *)&address, &length) == 0, "getsockname");
        mine = socket(AF_INET, SOCK_STREAM, 0);
        must(connect(mine, (struct sockaddr *)&address, length) == 0, "connect");
        int its = accept(listener, NULL, NULL);
        setsockopt(mine, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        setsockopt(its, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        start_echo(its, its);
    }
    return round_trip(mine, mine, 500);
}

static double spawn(void) {
    enum { STARTS = 8 };
    char *words[] = {"true", NULL};
    double start = now_ns();
    for (int i = 0; i < STARTS; i++) {
        pid_t child;
        int status;
        must(posix_spawn(&child, "/bin/true", NULL, NULL, words, environ) == 0, "posix_spawn");
        must(waitpid(child, &status, 0) == child && status == 0, "true");
    }
    return (now_ns() - start) / STARTS;
}

#include "prices_caches.h"

static const struct {
    const char *name;
    double (*go)(void);
} events[] = {
#define EVENT(name) {#name, name}
    EVENT(system_call),
    EVENT(read_call),
    EVENT(read_byte_256k),
    EVENT(read_byte_8m),
    EVENT(read_byte_64m),
    EVENT(read_byte_256m),
    EVENT(read_byte_64m_at_16),
    EVENT(write_byte),
    EVENT(minor_fault),
    EVENT(file_fault),
    EVENT(unmap_page),
    EVENT(map_unmap),
    {"switch", process_switch},
    EVENT(spawn),
    EVENT(pipe_byte),
    EVENT(pipe_calls),
    EVENT(pipe_round_trip),
    EVENT(loopback_round_trip),
    EVENT(copy_l1),
    EVENT(copy_l2),
    EVENT(copy_l3),
    EVENT(pass_l1),
    EVENT(pass_l2),
    EVENT(pass_l3),
    EVENT(pass_file_16m),
    EVENT(pass_file_64m),
    EVENT(pass_file_256m),
    EVENT(load_l1),
    EVENT(load_l2),
    EVENT(load_l3),
    EVENT(branch_miss),
};

static int is_wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count == 0;
}

int main(int count, char **words) {
    static double costs[MOST_GOES];
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (!is_wanted(events[i].name, count - 1, words + 1)) continue;
        int goes = 0;
        events[i].go();
        double end = now_ns() + 2e8;
        while (goes < MOST_GOES && (goes < LEAST_GOES || now_ns() < end)) costs[goes++] = events[i].go();
        qsort(costs, goes, sizeof *costs, by_size);
        if (costs[goes / 2] > 0) printf("%s %.6g\n", events[i].name, costs[goes / 2]);
        fflush(stdout);
    }
    return 0;
}
