/* The works as functions for snippets in C; `noipa` keeps them from being specialised to their argument. */
#include <sys/syscall.h>

#define LINES (1u << 16)
struct line {
    uint32_t next;
    char rest[60];
};
static struct line lines[LINES];
static uint32_t at;
static uint64_t state = 88172645463325252u;

__attribute__((noipa)) static int cpu(uint64_t units) {
    for (; units > 0; units--) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    return state == 0;
}

/* Of an odd number of units, that less one is the mean of what varies: one call in 500 takes what the others leave. */
__attribute__((noipa)) static int varying(uint64_t units) {
    static unsigned count;
    uint64_t mean = units & ~1ul, usual = mean * 7 / 10;
    if (units == mean) return cpu(mean);
    return cpu(++count % 500 ? usual : 500 * mean - 499 * usual);
}

__attribute__((noipa)) static int memory(uint64_t units) {
    if (lines[0].next == 0)
        for (uint32_t i = 0; i < LINES; i++) lines[i].next = (i * 25173u + 13849u) % LINES;
    for (; units > 0; units--) at = lines[at].next;
    return at == LINES;
}

__attribute__((noipa)) static int calls(uint64_t units) {
    for (; units > 0; units--) syscall(SYS_getppid);
    return 0;
}
