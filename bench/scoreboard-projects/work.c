/* A program whose time is its work: `work KIND UNITS`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Four mebibytes in lines of 64 bytes, each of which names the next. */
#define LINES (1u << 16)
struct line {
    uint32_t next;
    char rest[60];
};

static uint64_t cpu(uint64_t units) {
    uint64_t state = 88172645463325252u;
    for (; units > 0; units--) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    return state;
}

static uint64_t memory(uint64_t units) {
    struct line *lines = malloc(LINES * sizeof *lines);
    if (!lines) return 0;
    /* A linear congruence of full period visits all lines before it comes back. */
    for (uint32_t i = 0; i < LINES; i++) lines[i].next = (i * 25173u + 13849u) % LINES;
    uint32_t at = 0;
    for (; units > 0; units--) at = lines[at].next;
    return at + 1;
}

static uint64_t calls(uint64_t units) {
    for (; units > 0; units--) syscall(SYS_getppid);
    return 1;
}

/* Of an odd number of units, that less one is the mean of what varies: one run in twenty, drawn by the kernel, takes what the others leave. */
static uint64_t varying(uint64_t units) {
    uint64_t mean = units & ~1ul, usual = mean * 7 / 10;
    unsigned bits;
    if (units == mean) return cpu(mean);
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits) return 0;
    return cpu(bits % 20 ? usual : 20 * mean - 19 * usual);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    uint64_t units = strtoull(words[2], NULL, 10);
    if (!strcmp(words[1], "cpu")) return cpu(units) == 0; /* never: the generator does not reach zero */
    if (!strcmp(words[1], "varying")) return varying(units) == 0;
    if (!strcmp(words[1], "memory")) return memory(units) == 0;
    if (!strcmp(words[1], "calls")) return calls(units) == 0;
    return 2;
}
