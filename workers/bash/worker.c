// What the scheduler asks for and what the interpreter does about it: requests, replies, and what becomes of errors.
#include "door.h"
#include <errno.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct worker worker;

_Noreturn void end(int status) {
    for (;;) syscall(SYS_exit_group, status);
}

void reply(const char *text) {
    size_t length = strlen(text);
    char *line = malloc(length + 1);
    memcpy(line, text, length);
    line[length++] = '\n';
    for (size_t done = 0; done < length;) {
        ssize_t size = write(REPLIES, line + done, length - done);
        if (size < 0 && errno != EINTR) end(1);
        if (size > 0) done += size;
    }
    free(line);
}

static void fail(const struct error *error) {
    char *told, *text, place[64] = "";
    if (asprintf(&told, "%s%s", error->part == PARAMS ? "a parameter cannot have its name: " : "", error->message) < 0) end(1);
    char *message = json_escaped(told, strlen(told));
    if (error->part > PARAMS) sprintf(place, ",\"part\":\"%s\",\"line\":%d", part_names[error->part], error->line);
    if (asprintf(&text, "{\"type\":\"error\",\"kind\":\"%s\",\"message\":%s%s}", error->kind, message, place) < 0) end(1);
    reply(text);
    free(text);
    free(message);
    free(told);
}

static void fail_with(const char *kind, const char *message) {
    struct error error = {.kind = kind, .part = -1};
    snprintf(error.message, sizeof error.message, "%s", message);
    fail(&error);
}

#define TOO_FEW "no file descriptor is left for the worker: the limit of open files (ulimit -n) is too low"

// Where nobody waits for a reply, because the case begins again, the error output has to do.
_Noreturn void without_descriptors(void) {
    if (worker.is_quiet && worker.state == NEW) dprintf(ERR, "%s\n", TOO_FEW);
    else fail_with("died", TOO_FEW);
    end(1);
}

// ---- requests ----

static char *next_line(void) {
    static char *line;
    static size_t room, filled;
    filled = 0;
    for (;;) {
        if (filled + 65536 > room) line = realloc(line, room = 2 * room + 65536 + 1);
        ssize_t size = read(REQUESTS, line + filled, room - filled - 1);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) end(0);
        filled += size;
        line[filled] = 0;
        if (line[filled - 1] == '\n') return line;
    }
}

static bool is_program(const char *name) {
    const char *path = getenv("PATH");
    if (strchr(name, '/')) return !access(name, X_OK);
    for (const char *at = path ? path : "/usr/bin:/bin"; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        char file[4096];
        snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(at, ":"), at, name);
        if (!access(file, X_OK)) return true;
    }
    return false;
}

static bool is_missing_any(const char *needs) {
    const char *key = NULL, *at = needs;
    while (at && (at = json_next(at, &key))) {
        struct text name = json_text(at);
        if (!is_program(name.bytes)) return fail_with("missing", name.bytes), true;
    }
    return false;
}

static void prepare(const char *line) {
    worker.snippet = NULL;
    const char *given = json_member(line, "case"), *gc = given ? json_member(given, "gc") : NULL;
    if (!given || !json_is(json_member(given, "kind"), "snippet")) return fail_with("protocol", "it runs snippets alone");
    if (gc && !json_is(gc, "on")) return fail_with("protocol", "there is no collector of garbage");
    if (is_missing_any(json_member(given, "needs"))) return;
    const char *wrong = compose(given, worker.program, worker.is_awk);
    if (wrong) return fail_with("compile", wrong);
    memory_file(CASE, line, strlen(line));
    begin_again(false);
}

static bool begin_batch(const char *line, bool answers) {
    long iterations = answers ? 1 : json_number(json_member(line, "iterations"), 1);
    long slices = answers ? 1 : json_number(json_member(line, "slices"), 1);
    const char *bare = json_member(line, "bare");
    if (iterations < 1 || slices < 1 || slices > 1000 || iterations % slices)
        return fail_with("protocol", "no slices of equally many iterations"), false;
    forget_said();
    if (!keep_printed(answers)) return fail_with("died", TOO_FEW), false;
    worker.state = answers ? ANSWERING : RUNNING;
    batch_begin(iterations, slices, answers || (bare && *bare == 't'), has_part(worker.snippet, BEFORE_EACH));
    return true;
}

// Does what the scheduler wants until it wants the snippet to run, or, which is false, to end.
bool requests(void) {
    for (;;) {
        const char *line = next_line(), *type = json_member(line, "type");
        bool answers = json_is(type, "answer");
        if (json_is(type, "prepare")) prepare(line);
        else if (json_is(type, "bye") && worker.snippet) return worker.state = LEAVING, false;
        else if (json_is(type, "bye")) reply("{\"type\":\"bye\"}"), end(0);
        else if (!worker.snippet || (!answers && !json_is(type, "run"))) fail_with("protocol", "nothing is prepared");
        else if (begin_batch(line, answers)) return true;
    }
}

// Tells an error, and begins again with what was prepared; or waits for something else to prepare when that has not come so far.
static _Noreturn void recover(const struct error *error) {
    bool was_new = worker.state == NEW;
    keep_printed(false);
    if (!was_new || !worker.is_quiet) fail(error);
    if (!was_new) begin_again(true);
    worker.snippet = NULL;
    requests();
    end(0);
}

// The interpreter leaves what it was told to run. Returns when that was no error.
void lost(bool must_not) {
    struct error error = {.kind = "died", .part = -1, .message = "the code leaves the loop of the host"};
    char *words = said();
    if (error_said(words, worker.state == NEW, worker.is_awk, &error) || must_not) recover(&error);
    keep_printed(false);
}

// ---- what the interpreter asks for ----

// The line in which a shell says that a command is not there, of what it was told to run itself: the number of a line, the name, `not found`. Builtins that find
// something else missing say what they are, too. Who looks for a command that may not be there sends these words away. NULL when there is none.
static char *missing_command(const char *words) {
    static const char *const ends[] = {": command not found", ": not found"};
    for (const char *line = words; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "/proc/self/fd/", 14)) continue;
        for (int i = 0; i < 2; i++) {
            size_t end = strlen(ends[i]);
            if (length <= end || strncmp(line + length - end, ends[i], end)) continue;
            const char *name = line + length - end;
            while (name > line + 2 && strncmp(name - 2, ": ", 2)) name--;
            if (name > line + 3 && isdigit((unsigned char)name[-3])) return strndup(line, length);
        }
    }
    return NULL;
}

// It is ready, unless it said that it is not: bash goes on behind a file that it cannot read to its end, and behind a command that is not there.
static void ready(void) {
    struct error error = {.kind = "compile", .part = -1};
    char *words = said();
    // A program that the setup runs may speak of what is unexpected, too: `data.csv: 7: unexpected field`.
    bool is_of_shell = strstr(words, "yntax error") || strstr(words, "/proc/self/fd/") || strstr(words, ": line ");
    bool has_syntax = says_syntax(words) && is_of_shell;
    char *missing = has_syntax ? NULL : missing_command(words);
    if (error_said(missing ? missing : words, true, worker.is_awk, &error) && (has_syntax || missing || error.part == PARAMS)) recover(&error);
    free(missing);
    for (int file = PROGRAM; file <= LAST; file++) close(file);
    if (!worker.is_quiet) reply("{\"type\":\"prepared\"}");
}

// The interpreter has come to the program of the host: it can see the door, and tells its version or nothing.
static bool here(const char *version) {
    if (!worker.is_first) return true;
    greet(version);
    requests();
    end(0);
}

static bool order(void) {
    if (worker.state == NEW) ready();
    worker.state = WAITING;
    return requests();
}

// The batch is over, and the parameters are what they were.
static void told(void) {
    int status = worker.status;
    if (worker.state != ANSWERING && worker.state != RUNNING) return;
    bool answers = worker.state == ANSWERING;
    char *words = said();
    worker.state = WAITING;
    keep_printed(false);
    struct error error = {.kind = "died", .part = -1};
    bool is_missing = status == 126 || status == 127;
    if (is_missing && !error_said(words, false, worker.is_awk, &error)) snprintf(error.message, sizeof error.message, "exit status %d", status);
    if (is_missing) fail(&error);
    else if (answers) {
        struct text printed = whole(PRINTED);
        char *text = answer_reply(printed.bytes, printed.length, status);
        reply(text);
        free(printed.bytes);
        free(text);
    } else {
        char *text = batch_sample();
        reply(text);
        free(text);
    }
    free(words);
}

bool changed(int number) {
    struct error error = {.kind = "died", .part = -1};
    if (has_part(worker.snippet, BEFORE_EACH)) return true;
    char *name = parameter(worker.snippet, number);
    said();
    snprintf(error.message, sizeof error.message, "the code changes the parameter %s: the next iteration would begin with another one", name);
    recover(&error);
}

static const char *last_line_of(char *words) {
    char *end_of = words + strlen(words);
    while (end_of > words && end_of[-1] == '\n') *--end_of = 0;
    const char *last_line = strrchr(words, '\n');
    return last_line ? last_line + 1 : words;
}

// A line of the program says that it fails, with the last line of what it said.
_Noreturn void failed_at(int line) {
    struct error error = {.kind = "died", .part = -1};
    snprintf(error.message, sizeof error.message, "%s", last_line_of(said()));
    place_of(line, &error);
    recover(&error);
}

// What runs before each iteration ended with a status that is not 0, as a command that fails does: told with the line where it begins.
static _Noreturn void not_put_back(int status) {
    struct error error = {.kind = "died", .part = BEFORE_EACH, .line = 1};
    char *words = said(), *copy = strdup(words);
    const char *last_line = last_line_of(words);
    if (!error_said(copy, false, worker.is_awk, &error))
        snprintf(error.message, sizeof error.message, "exit status %d%s%s", status, *last_line ? ": " : "", last_line);
    recover(&error);
}

// What runs before each iteration has run: what it printed is no part of the answer.
static void started(void) {
    if (worker.state == ANSWERING) forget_printed();
    batch_start();
}

bool ask(const char *what) {
    if (getpid() != worker.process) end(0);
    if (!strcmp(what, "order")) return order();
    if (!strcmp(what, "here")) return here(NULL);
    if (!strncmp(what, "here/", 5)) return here(what + 5);
    if (!strcmp(what, "each")) return has_part(worker.snippet, BEFORE_EACH);
    if (!strcmp(what, "start") || !strcmp(what, "start/0")) return started(), true;
    if (!strncmp(what, "start/", 6)) not_put_back(atoi(what + 6));
    if (!strncmp(what, "done/", 5)) return worker.status = atoi(what + 5), true;
    if (!strncmp(what, "changed/", 8)) return changed(atoi(what + 8));
    if (!strcmp(what, "told")) return told(), true;
    if (!strcmp(what, "ended") && worker.state == LEAVING) return true;
    if (!strcmp(what, "ended")) lost(true);
    return false;
}

