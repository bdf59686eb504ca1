/* What starting a program costs when nothing is done but start it and wait: the figure that the spawner is held against. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

/* Prints the nanoseconds of each of so many starts of a program, a line each. */
int main(int count, char **words) {
    if (count < 3) return 2;
    int starts = atoi(words[1]);
    double *times = malloc(starts * sizeof *times);
    for (int i = 0; i < starts; i++) {
        pid_t pid;
        int status;
        struct rusage usage;
        double start = now_ns();
        if (posix_spawn(&pid, words[2], NULL, NULL, words + 2, environ) != 0) return 1;
        wait4(pid, &status, 0, &usage);
        times[i] = now_ns() - start;
    }
    for (int i = 0; i < starts; i++) printf("%.0f\n", times[i]);
    return 0;
}
