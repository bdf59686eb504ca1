/* A command whose time is its work: so many rounds of a dependent computation that no compiler can shorten. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    uint64_t state = 88172645463325252u;
    for (uint64_t round = count > 1 ? strtoull(words[1], NULL, 10) : 0; round > 0; round--) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    return state == 0; /* never: the generator does not reach zero */
}
