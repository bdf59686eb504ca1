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

/* Places to work in. */

/* A file of so many bytes that is in the page cache because it has just been written, 64 KiB at a time; it has no name. */
static int file_of(long bytes) {
    const char *directory = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    static char piece[64 * KIB];
    int file = open(directory, O_TMPFILE | O_RDWR, 0600);
    must(file >= 0, "open");
    memset(piece, 'y', sizeof piece);
    for (long done = 0; done < bytes; done += sizeof piece) must(write(file, piece, sizeof piece) == sizeof piece, "write");
    return file;
}

/* Memory in huge pages, where there are any: a working set that is to lie in a cache lies in one piece. Every byte is written. */
static char *in_one_piece(long bytes) {
    long huge = 2 * MIB, length = (bytes + huge - 1) / huge * huge;
    char *memory = aligned_alloc(huge, length);
    must(memory != NULL, "aligned_alloc");
    madvise(memory, length, MADV_HUGEPAGE);
    memset(memory, 1, length);
    return memory;
}

/* The bytes of a cache for data, of level 1 to 3; 0 where the kernel does not tell. */
static long cache_of(int level) {
    for (int index = 0; index < 8; index++) {
        char name[96], kind[32] = "", unit = 0;
        int its_level = 0;
        long size = 0;
        FILE *file;
#define ATTRIBUTE(attribute, ...)                                                                     \
    snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu0/cache/index%d/" attribute, index);      \
    if ((file = fopen(name, "r")) == NULL) continue;                                                  \
    if (fscanf(file, __VA_ARGS__) < 1) its_level = -1;                                                \
    fclose(file);
        ATTRIBUTE("type", "%31s", kind)
        ATTRIBUTE("size", "%ld%c", &size, &unit)
        ATTRIBUTE("level", "%d", &its_level)
        if (its_level == level && strcmp(kind, "Instruction") != 0) return size * (unit == 'M' ? MIB : unit == 'K' ? KIB : 1);
    }
    return 0;
}

/* A working set: half of the first cache, half of the second, and twice the second in the last, where that is at most half of it. */
static long set_in(int level) {
    if (level < 3) return cache_of(level) / 2;
    long twice = 2 * cache_of(2);
    return twice <= cache_of(3) / 2 ? twice : 0;
}

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

/* Bytes in caches. */

/* What is done at a go in a cache: enough to be long against the clock. */
#define IN_A_GO (8 * MIB)

static double copy_in(int level, char **memory) {
    long half = set_in(level) / 2;
    if (half == 0) return 0;
    if (*memory == NULL) *memory = in_one_piece(2 * half);
    long times = IN_A_GO / half;
    double start = now_ns();
    for (long i = 0; i < times; i++) {
        memcpy(*memory + half, *memory, half);
        touch_all(*memory);
    }
    return (now_ns() - start) / ((double)times * half);
}

/* Four sums side by side, so that none waits for the addition before: as much as two loads a cycle can bring. */
static uint64_t sum(const uint64_t *words, long count) {
    typedef uint64_t two __attribute__((vector_size(16)));
    const two *pairs = (const two *)words;
    two a = {0}, b = {0}, c = {0}, d = {0};
    for (long i = 0; i < count / 2; i += 4) {
        a += pairs[i];
        b += pairs[i + 1];
        c += pairs[i + 2];
        d += pairs[i + 3];
    }
    a += b + c + d;
    return a[0] + a[1];
}

static double sums(char *memory, long bytes, long times) {
    uint64_t all = 0;
    double start = now_ns();
    for (long i = 0; i < times; i++) {
        touch_all(memory);
        all += sum((const uint64_t *)memory, bytes / 8);
    }
    __asm__ volatile("" : : "r"(all));
    return (now_ns() - start) / ((double)times * bytes);
}

static double pass_in(int level, char **memory) {
    long set = set_in(level);
    if (set == 0) return 0;
    if (*memory == NULL) *memory = in_one_piece(set);
    return sums(*memory, set, IN_A_GO / set);
}

static double pass_file(long bytes, char **memory) {
    if (*memory == NULL) {
        *memory = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file_of(bytes), 0);
        must(*memory != MAP_FAILED, "mmap");
    }
    return sums(*memory, bytes, 1);
}

#define IN_MEMORY(name, how, where)        \
    static double name(void) {             \
        static char *memory;               \
        return how(where, &memory);        \
    }
IN_MEMORY(copy_l1, copy_in, 1)
IN_MEMORY(copy_l2, copy_in, 2)
IN_MEMORY(copy_l3, copy_in, 3)
IN_MEMORY(pass_l1, pass_in, 1)
IN_MEMORY(pass_l2, pass_in, 2)
IN_MEMORY(pass_l3, pass_in, 3)
IN_MEMORY(pass_file_16m, pass_file, 16 * MIB)
IN_MEMORY(pass_file_64m, pass_file, 64 * MIB)
IN_MEMORY(pass_file_256m, pass_file, 256 * MIB)

/* A chain through every line of a set, each once, in random order (Sattolo's shuffle makes one circle of them). */
static double load_from(int level, void ***at) {
    enum { LINE = 64, LOADS = 100000 };
    long lines = set_in(level) / LINE;
    if (lines == 0) return 0;
    if (*at == NULL) {
        char *memory = in_one_piece(lines * LINE);
        long *next = malloc(lines * sizeof *next);
        for (long i = 0; i < lines; i++) next[i] = i;
        for (long i = lines - 1; i > 0; i--) {
            long other = draw() % i, kept = next[i];
            next[i] = next[other];
            next[other] = kept;
        }
        for (long i = 0; i < lines; i++) *(void **)(memory + i * LINE) = memory + next[i] * LINE;
        free(next);
        *at = (void **)memory;
        for (long i = 0; i < 3 * lines; i++) *at = **at;
    }
    void **here = *at;
    double start = now_ns();
    for (int i = 0; i < LOADS; i++) here = *here;
    touch_all(here);
    double took = now_ns() - start;
    *at = here;
    return took / LOADS;
}

#define LOAD(name, level)                \
    static double name(void) {           \
        static void **at;                \
        return load_from(level, &at);    \
    }
LOAD(load_l1, 1)
LOAD(load_l2, 2)
LOAD(load_l3, 3)

/* Branches. */

enum { BITS = 1 << 20, A_GO = 1 << 16 };

/* One of two ways for each bit; the compiler may not make them one. */
__attribute__((noinline)) static long follow(const char *bits, long count) {
    long ways = 0;
    for (long i = 0; i < count; i++) {
        if (bits[i]) {
            ways += 3;
            __asm__ volatile("" : "+r"(ways));
        } else {
            ways ^= 1;
            __asm__ volatile("" : "+r"(ways));
        }
    }
    return ways;
}

static double following(const char *bits) {
    double start = now_ns();
    long ways = follow(bits, A_GO);
    double took = now_ns() - start;
    __asm__ volatile("" : : "r"(ways));
    return took;
}

/* Random bits against long rows of the same: half of the random ones are guessed wrongly. */
static double branch_miss(void) {
    static char random_bits[BITS], rows[BITS];
    static long at;
    if (at == 0)
        for (long i = 0; i < BITS; i++) {
            random_bits[i] = draw() >> 40 & 1;
            rows[i] = i / 4096 % 2;
        }
    at = (at + A_GO) % BITS;
    double missed = following(random_bits + at), guessed = following(rows + at);
    if (at == 0) at = BITS;
    return (missed - guessed) / (A_GO / 2);
}

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
