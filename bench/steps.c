/* A command whose mean time is known: it takes so many steps, and by a rule more.
 *
 *     steps N                       N always
 *     steps N random K M            one run in K, drawn by the kernel, M instead
 *     steps N counter K M FILE      every K-th run that FILE has counted, M instead
 *     steps N product               N on average, as a product of eight random factors: nearly log-normal
 *     steps N threads K             N in each of K threads, the first of which waits for the others */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static unsigned drawn(void) {
    unsigned bits;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits) abort();
    return bits;
}

static unsigned long counted(const char *path) {
    unsigned long count = 0;
    FILE *file = fopen(path, "r+");
    if (!file && !(file = fopen(path, "w+"))) abort();
    if (fscanf(file, "%lu", &count) != 1) count = 0;
    rewind(file);
    fprintf(file, "%lu\n", ++count);
    fclose(file);
    return count;
}

static double product(double mean) {
    double steps = mean;
    for (unsigned bits = drawn(), i = 0; i < 8; i++, bits >>= 1) steps *= (bits & 1 ? 1.5 : 0.7) / 1.1;
    return steps;
}

static void *take(void *given) {
    unsigned y = 1;
    for (long left = *(const long *)given; left > 0; left--) y = y * 1664525u + 1013904223u;
    volatile unsigned used = y;
    (void)used;
    return NULL;
}

int main(int count, char **words) {
    double steps = count > 1 ? atof(words[1]) : 0;
    const char *rule = count > 2 ? words[2] : "";
    if (!strcmp(rule, "random") && drawn() % strtoul(words[3], NULL, 10) == 0) steps = atof(words[4]);
    if (!strcmp(rule, "counter") && counted(words[5]) % strtoul(words[3], NULL, 10) == 0) steps = atof(words[4]);
    if (!strcmp(rule, "product")) steps = product(steps);
    long whole = (long)steps;
    pthread_t others[64];
    int threads = strcmp(rule, "threads") ? 1 : atoi(words[3]);
    if (threads < 1 || threads > 64) abort();
    for (int i = 1; i < threads; i++)
        if (pthread_create(&others[i], NULL, take, &whole)) abort();
    take(&whole);
    for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
    return 0;
}
