// The interpreter is started again, in the same process: with the program of what was prepared; and how it greets at first.
#include "door.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char **arguments, **environment;    // as it was started


static _Noreturn void become(char **argv, const char *how) {
    Dl_info own;
    char *variable, *preload, **env, *others = NULL;
    int count = 0;
    while (environment[count]) count++;
    env = calloc(count + 4, sizeof *env);
    for (int i = count = 0; environment[i]; i++)
        if (!strncmp(environment[i], "LD_PRELOAD=", 11)) others = environment[i] + 11;
        else if (strncmp(environment[i], "LANGUAGE=", 9)) env[count++] = environment[i];
    if (!dladdr(&worker, &own) || asprintf(&preload, "LD_PRELOAD=%s:%s", own.dli_fname, others ? others : "") < 0
        || asprintf(&variable, "CMPTHESE_DOOR=%s %s", how, worker.program) < 0)
        end(1);
    env[count++] = preload;
    env[count++] = "LANGUAGE=C";    // of messages, which are read
    env[count] = variable;
    for (int file = DOOR; file <= LAST; file++) fcntl(file, F_SETFD, 0);
    dup2(IN, 0), dup2(OUT, 1), dup2(SAID, 2);
    if (fchdir(DIRECTORY)) end(1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve("/proc/self/exe", argv, env);
    dprintf(ERR, "%s\n", strerror(errno));
    end(1);
}

// Runs the program of what is prepared.
_Noreturn void begin_again(bool quietly) {
    static char path[32];
    int last = 0;
    while (arguments[last + 1]) last++;
    char **argv = calloc(last + 2, sizeof *argv);
    memcpy(argv, arguments, last * sizeof *argv);
    sprintf(path, "/proc/self/fd/%d", PROGRAM);
    argv[last] = path;
    forget_said();
    become(argv, quietly ? "quiet" : "next");
}

// The first line of what the interpreter says of its version, if it knows what that is.
static void ask_version(char *words, size_t room) {
    int pipes[2];
    *words = 0;
    if (pipe2(pipes, O_CLOEXEC)) return;
    // Who ignores that a child ends is not told of it as its own: by those that it has waited for a snippet is known that has children.
    void (*before)(int) = signal(SIGCHLD, SIG_IGN);
    pid_t child = fork();
    if (!child) {
        dup2(pipes[1], 1);
        dup2(pipes[1], 2);
        execv("/proc/self/exe", (char *[]){arguments[0], "-W", "version", NULL});
        end(127);
    }
    close(pipes[1]);
    ssize_t size = read(pipes[0], words, room - 1);
    close(pipes[0]);
    waitpid(child, NULL, 0);
    signal(SIGCHLD, before);
    words[size > 0 ? size : 0] = 0;
    words[strcspn(words, "\n,(")] = 0;
    if (!words[strcspn(words, "0123456789")]) *words = 0;
}

void greet(const char *version) {
    const char *name = strrchr(arguments[0], '/') ? strrchr(arguments[0], '/') + 1 : arguments[0];
    char words[256], called[512], text[2048];
    if (!version) ask_version(words, sizeof words);
    else snprintf(words, sizeof words, "%s", version);
    bool is_usual = !strcmp(name, worker.language);
    if (!*words && is_usual) snprintf(called, sizeof called, "%s", worker.language);
    else if (version && is_usual) snprintf(called, sizeof called, "%s %s", worker.language, words);
    else snprintf(called, sizeof called, "%s (%s)", worker.language, *words && !version ? words : name);
    char *shown = json_escaped(called, strlen(called));
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"protocol\":1,\"worker\":%s,\"absent\":%s}", shown, batch_absent());
    reply(text);
}

// Takes its own variables out of the environment, and remembers what remains.
char *take_environment(char **env) {
    char *how = NULL;
    int kept = 0, count = 0;
    for (char **at = env; *at; at++) {
        if (!strncmp(*at, "CMPTHESE_DOOR=", 14)) {
            how = *at + 14;
            continue;
        }
        if (!strncmp(*at, "LD_PRELOAD=", 11)) {
            char *others = strchr(*at, ':');
            if (!others || !others[1]) continue;
            memmove(*at + 11, others + 1, strlen(others));
        }
        env[kept++] = *at;
    }
    env[kept] = NULL;
    environment = calloc(kept + 1, sizeof *environment);
    for (count = 0; count < kept; count++) environment[count] = strdup(env[count]);
    return how;
}

void take_arguments(int argc, char **argv) {
    arguments = calloc(argc + 1, sizeof *arguments);
    for (int i = 0; i < argc; i++) arguments[i] = strdup(argv[i]);
}
