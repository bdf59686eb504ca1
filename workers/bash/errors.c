// Errors in the words of the interpreter, and where they are: `FILE: line 7: words`, `FILE: 7: words`, `awk: FILE:7: words`.
#include "door.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const of_syntax[] = {"yntax error", "nexpected", "nterminated"};

bool says_syntax(const char *said) {
    for (int i = 0; i < 3; i++)
        if (strstr(said, of_syntax[i])) return true;
    return false;
}

// The line of the program that a line of words names, or 0; and what is said of it.
static int line_named(const char *words, const char **rest) {
    for (const char *at = words; *at; at++) {
        bool begins = isdigit((unsigned char)*at) && at > words
            && (at[-1] == ':' || (at - words >= 2 && !strncmp(at - 2, ": ", 2)) || (at - words >= 5 && !strncmp(at - 5, "line ", 5)));
        if (!begins) continue;
        char *end;
        long line = strtol(at, &end, 10);
        if (*end != ':') continue;
        *rest = end + 1 + strspn(end + 1, " \t^");
        return line > 0 && line < 1 << 30 ? line : 0;
    }
    return 0;
}

// What the interpreter puts before its words: how bad it is, the file, and for `${1:?words}` which argument there is none of.
static const char *without_rank(const char *words) {
    static const char *const ranks[] = {"fatal: ", "error: ", NULL};
    for (int i = 0; ranks[i]; i++)
        if (!strncmp(words, ranks[i], strlen(ranks[i]))) return words + strlen(ranks[i]);
    if (!strncmp(words, "/proc/self/fd/", 14) && strstr(words, ": ")) words = strstr(words, ": ") + 2;
    size_t digits = strspn(words, "0123456789");
    return digits && !strncmp(words + digits, ": ", 2) ? words + digits + 2 : words;
}

// Before anything has run the first line that speaks of syntax counts, or else the first; later the last one.
bool error_said(char *said, bool is_new, bool is_awk, struct error *error) {
    bool found = false, of_form = false;
    char *rest_of_lines = said, *words;
    while ((words = strsep(&rest_of_lines, "\n"))) {
        const char *rest;
        if (!*words) continue;
        int line = line_named(words, &rest);
        if (!line && !is_new) found = false;
        if (!line || (is_new && of_form)) continue;
        bool fatal = !strncmp(rest, "fatal: ", 7), syntax = says_syntax(rest);
        if (is_new && found && !syntax) continue;
        found = true;
        of_form = syntax;
        error->kind = is_new && (syntax || (is_awk && !fatal)) ? "compile" : "died";
        snprintf(error->message, sizeof error->message, "%s", without_rank(rest));
        place_of(line, error);
    }
    return found;
}
