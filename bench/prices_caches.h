/* What caches and branches cost: a part of prices.c. */

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
