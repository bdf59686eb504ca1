// Starts an interpreter with the door of this folder in it: host INTERPRETER ARGUMENT... PROGRAM.
#include "door.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *slash = strrchr(argv[0], '/'), *others = getenv("LD_PRELOAD");
    char *door, *preload;
    if (argc < 3 || !slash) return 2;
    if (asprintf(&door, "%.*s/door.so", (int)(slash - argv[0]), argv[0]) < 0) return 1;
    // The loader takes both for the end of a path.
    bool is_cut = strpbrk(door, " :");
    if (is_cut && (dup2(open(door, O_RDONLY | O_CLOEXEC), DOOR) < 0 || asprintf(&door, "/proc/self/fd/%d", DOOR) < 0)) return 1;
    if (asprintf(&preload, "%s:%s", door, others ? others : "") < 0) return 1;
    setenv("LD_PRELOAD", preload, 1);
    setenv("CMPTHESE_DOOR", "first", 1);
    execvp(argv[1], argv + 1);
    fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
    return 1;
}
