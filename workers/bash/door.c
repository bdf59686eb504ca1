// The door: what the interpreter calls of its C library without knowing that it is the worker. A shell that asks for a file below /cmpthese/,
// and an awk that takes the arc tangent of a number that nobody else uses, come in here; and whoever leaves the interpreter passes by.
#include "door.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What the interpreter finds here in the place of its C library's. All else is hidden: it may have functions of the same names.
#define OPEN __attribute__((visibility("default")))

static int asked(const char *path, bool *is_ours) {
    *is_ours = worker.state != NOT_OURS && !strncmp(path, "/cmpthese/", 10);
    if (!*is_ours) return 0;
    bool yes = !strcmp(path + 10, "again") ? batch_again() : ask(path + 10);
    errno = ENOENT;
    return yes ? 0 : -1;
}

OPEN int stat(const char *restrict path, struct stat *restrict found) {
    bool is_ours;
    int answer = asked(path, &is_ours);
    return is_ours ? answer : fstatat(AT_FDCWD, path, found, 0);
}

OPEN int stat64(const char *restrict path, struct stat64 *restrict found) {
    bool is_ours;
    int answer = asked(path, &is_ours);
    return is_ours ? answer : fstatat64(AT_FDCWD, path, found, 0);
}

// What some shells ask instead.
OPEN int access(const char *path, int mode) {
    bool is_ours;
    int answer = asked(path, &is_ours);
    return is_ours ? answer : faccessat(AT_FDCWD, path, mode, 0);
}

// Of an interpreter that was built with a C library before 2.33.
OPEN int __xstat(int version, const char *path, struct stat *found) { (void)version; return stat(path, found); }
OPEN int __xstat64(int version, const char *path, struct stat64 *found) { (void)version; return stat64(path, found); }

OPEN double atan2(double y, double x) {
    static const char *const questions[] = {"", "order", "each", "again", "start", "done/0", "ended", "", "here", "told"};
    static double (*real)(double, double);
    if (x == 27182818284590452.0 && worker.state != NOT_OURS) {
        if (y == 3) return batch_again();
        if (y >= 1 && y <= 9) return ask(questions[(int)y]);
        if (y < 0) return changed((int)-y);
        failed_at((int)y - 1000);
    }
    if (!real) real = (double (*)(double, double))dlsym(RTLD_NEXT, "atan2");
    return real(y, x);
}

static void leave(void) {
    if (worker.state == NOT_OURS || getpid() != worker.process) return;
    // It came to the end of its program, and to that of a trap.
    if (worker.state == LEAVING) said(), reply("{\"type\":\"bye\"}"), end(0);
    if (!worker.is_first) lost(false);
    worker.state = NOT_OURS;
}

OPEN _Noreturn void exit(int status) {
    leave();
    void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, "exit");
    real(status);
    end(status);
}

OPEN _Noreturn void _exit(int status) {
    leave();
    end(status);
}

// ---- the beginning ----

static _Noreturn void tell_and_end(const char *words) {
    dprintf(2, "%s\n", words);
    end(1);
}

static void move(int from, int to) {
    dup3(from, to, O_CLOEXEC);
}

// How it was started: `first`, and the interpreter greets when it comes to the program of the host; or `next` or `quiet` and the program of the host, whose place in the arguments another one has.
__attribute__((constructor)) static void enter(int argc, char **argv, char **env) {
    char *how = getenv("CMPTHESE_DOOR") ? take_environment(env) : NULL;
    if (!how) return;
    worker.process = getpid();
    take_arguments(argc, argv);
    worker.is_first = !strcmp(how, "first");
    worker.program = strdup(worker.is_first ? argv[argc - 1] : strchr(how, ' ') + 1);
    worker.is_quiet = !strncmp(how, "quiet ", 6);
    worker.language = strrchr(worker.program, '.') + 1;
    worker.is_awk = !strcmp(worker.language, "awk");
    worker.state = NEW;
    if (worker.is_first) {
        int beyond = fcntl(0, F_DUPFD_CLOEXEC, LAST + 1);
        if (beyond < 0) tell_and_end("the limit of open files (ulimit -n) is below 256");
        close(beyond);
        move(3, REQUESTS), move(4, REPLIES), move(0, IN), move(1, OUT), move(2, ERR);
        close(3), close(4);
        int directory = open(".", O_PATH | O_DIRECTORY);
        move(directory, DIRECTORY), close(directory);
        fcntl(DOOR, F_SETFD, FD_CLOEXEC);
        memory_file(SAID, "", 0);
        memory_file(PRINTED, "", 0); // before a snippet lowers the limit
        return;
    }
    for (int file = DOOR; file <= LAST; file++) fcntl(file, F_SETFD, FD_CLOEXEC);
    worker.snippet = json_member(whole(CASE).bytes, "case");
    compose(worker.snippet, worker.program, worker.is_awk);
}
