// Puts the parts of a snippet into the program that the interpreter runs, and knows which line is whose.
//
// A line of the host's program that is nothing but #@part@ becomes the text of the part; within a line @part@ becomes the name of a file that
// has it; #@kept@ remembers the parameters, and #@changed@ asks whether they are what they were. Such a file begins with so many empty lines that no line of a part has the number of another one's.
#include "door.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What stands in the host's program: parts, and what is done with parameters.
enum { KEPT = PARTS, CHANGED, NAMES };
const char *const part_names[NAMES] = {"params", "prelude", "setup", "variant_setup", "code", "before_each", "teardown", "kept", "changed"};

// Lines before those of the first file, which are the host's own.
enum { OWN_LINES = 200 };

static struct {
    int first, count;
} lines[PARTS];
static bool for_awk;
static int next_of_files;    // the first line of the file that comes next

static int lines_in(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n';
    return count + 1;
}

static struct text part_text(const char *snippet, enum part part) {
    const char *parts = json_member(snippet, "parts"), *text = parts ? json_member(parts, part_names[part]) : NULL;
    return text ? json_text(text) : (struct text){strdup(""), 0};
}

bool has_part(const char *snippet, enum part part) { return part_text(snippet, part).length > 0; }

// A text as each language writes it.
static void put_text(FILE *out, struct text text) {
    putc(for_awk ? '"' : '\'', out);
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.bytes[i];
        if (for_awk && (byte == '"' || byte == '\\')) fprintf(out, "\\%c", byte);
        else if (for_awk && byte == '\n') fputs("\\n", out);
        else if (!for_awk && byte == '\'') fputs("'\\''", out);
        else putc(byte, out);
    }
    putc(for_awk ? '"' : '\'', out);
}

// Numbers are written as they came, but in a shell `2.0` as `2`, as commands have it: it reckons with no fractions. What is true is 1 in awk, where every text but the
// empty one is true.
static void put_value(FILE *out, const char *value, struct text text) {
    size_t whole = strspn(value, "-0123456789"), length = strcspn(value, ",}");
    bool is_whole = !strncmp(value + whole, ".0", 2) && length == whole + 2;
    if (text.bytes) put_text(out, text);
    else if (!for_awk && is_whole) fwrite(value, 1, whole, out);
    else if (for_awk && *value == 't') putc('1', out);
    else if (for_awk && *value == 'f') putc('0', out);
    else fwrite(value, 1, length, out);
}

// Whether a number is one of those of awk; those that are no whole ones are rounded everywhere.
static bool is_its_own(const char *value) {
    size_t whole = strspn(value, "-0123456789");
    long long number = strtoll(value, NULL, 10);
    double nearest = (double)number;
    return !whole || strchr(".eE", value[whole]) || (nearest < 0x1p63 && (long long)nearest == number);
}

// Assignments, and in a shell whether they hold: `RANDOM` and its like have values of their own.
static const char *put_params(FILE *out, const char *snippet) {
    const char *params = json_member(snippet, "params"), *name = NULL, *value = params;
    while (value && (value = json_next(value, &name))) {
        struct text text = *value == '"' ? json_text(value) : (struct text){NULL, 0};
        if (text.bytes && memchr(text.bytes, 0, text.length)) return "a text with a zero byte in it cannot be a parameter here";
        if (for_awk && !text.bytes && !is_its_own(value)) return "a parameter is a whole number that awk does not have: its numbers are floats of 53 bits";
        int length = (int)strcspn(++name, "\"");
        fprintf(out, for_awk ? "%.*s = " : "%.*s=", length, name);
        put_value(out, value, text);
        putc('\n', out);
        if (for_awk) continue;
        fprintf(out, "case ${%.*s} in ", length, name);
        put_value(out, value, text);
        fprintf(out, ") ;; *) : \"${1?%.*s has a value of its own}\" ;; esac\n", length, name);
    }
    return NULL;
}

// Values that parameters have before the first iteration: in a shell they become its arguments, which functions do not see.
static void put_values(FILE *out, const char *snippet, int what) {
    const char *name = NULL, *value = json_member(snippet, "params");
    bool keeps = what == KEPT;
    if (keeps && !for_awk) fputs("set --", out);
    for (int index = 1; value && (value = json_next(value, &name)); index++) {
        int length = (int)strcspn(++name, "\"");
        if (for_awk && keeps) fprintf(out, "cmpthese_%d = %.*s\n", index, length, name);
        else if (for_awk) fprintf(out, "if (cmpthese_%d != %.*s) atan2(%d, 27182818284590452)\n", index, length, name, -index);
        else if (keeps) fprintf(out, " \"${%.*s-}\"", length, name);
        else fprintf(out, "[ \"${%d}\" = \"${%.*s-}\" ] || [ -e /cmpthese/changed/%d ]\n", index, length, name, index);
    }
    putc('\n', out);
}

// The name of a parameter, in memory of its own.
char *parameter(const char *snippet, int number) {
    const char *name = NULL, *value = json_member(snippet, "params");
    while (value && (value = json_next(value, &name)) && --number > 0) {}
    return value ? strndup(name + 1, strcspn(name + 1, "\"")) : strdup("");
}

// Whether a slash behind this begins a regular expression, and is no division.
static bool regex_may_follow(const char *text, const char *at) {
    while (at > text && (at[-1] == ' ' || at[-1] == '\t')) at--;
    return at == text || strchr("(,~!{};&|\n=?:+-*%<>[", at[-1]);
}

// The end of a text or a regular expression that begins here.
static const char *end_of_literal(const char *at) {
    char quote = *at;
    bool in_class = false;
    for (at++; *at && *at != '\n'; at++) {
        if (*at == '\\' && at[1]) at++;
        else if (quote == '/' && *at == '[') in_class = true;
        else if (quote == '/' && *at == ']') in_class = false;
        else if (*at == quote && !in_class) return at + 1;
    }
    return at;
}

static bool in_name(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

// Code of awk, in which fail(...) is told its line: mawk does not know where it is.
static void put_awk(FILE *out, const char *text, int line) {
    for (const char *at = text; *at;) {
        const char *begin = at;
        if (*at == '"' || (*at == '/' && regex_may_follow(text, at))) at = end_of_literal(at);
        else if (*at == '#') at += strcspn(at, "\n");
        else if (!strncmp(at, "fail(", 5) && (at == text || !in_name(at[-1]))) {
            at += 5;
            fprintf(out, "cmpthese_fail(%d%s", line, at[strspn(at, " \t")] == ')' ? ", \"\"" : ", ");
            continue;
        } else line += *at++ == '\n';
        fwrite(begin, 1, at - begin, out);
    }
}

static const char *put_part(FILE *out, const char *snippet, enum part part, bool owns_fail) {
    if (part == PARAMS) return put_params(out, snippet);
    struct text text = part_text(snippet, part);
    if (memchr(text.bytes, 0, text.length)) return "code with a zero byte in it cannot be run here";
    if (for_awk && !owns_fail) put_awk(out, text.bytes, lines[part].first);
    else fwrite(text.bytes, 1, text.length, out);
    putc('\n', out);
    return NULL;
}

// A file of a part: of a function, or as it is.
static const char *make_file(const char *snippet, enum part part) {
    char *bytes;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    bool is_function = part >= CODE;
    for (int line = 1; line < next_of_files; line++) putc('\n', out);
    if (is_function) fprintf(out, "cmpthese_%s() { :\n", part_names[part]);
    lines[part].first = next_of_files + is_function;
    long begun = ftell(out);
    const char *wrong = put_part(out, snippet, part, true);
    fflush(out);
    lines[part].count = lines_in(bytes + begun, length - begun) - 1;
    if (is_function) fputs("}\n", out);
    fclose(out);
    next_of_files = lines[part].first + lines[part].count + 2;
    memory_file(FILES + part, bytes, length);
    free(bytes);
    return wrong;
}

static char *file_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *bytes = NULL;
    size_t room = 0;
    if (!file || getdelim(&bytes, &room, 0, file) < 0) return NULL;
    fclose(file);
    return bytes;
}

// What a line of the program names between two @, and how many bytes that takes.
static int named_part(const char *at, size_t *length) {
    for (int part = 0; part < NAMES; part++) {
        size_t size = strlen(part_names[part]);
        *length = size + 2;
        if (*at == '@' && !strncmp(at + 1, part_names[part], size) && at[size + 1] == '@') return part;
    }
    return -1;
}

// Whether code of awk has a function of this name.
static bool declares(const char *code, const char *function) {
    for (const char *at = code; (at = strstr(at, function)); at++)
        if (!in_name(at[strlen(function)])) return true;
    return false;
}

const char *compose(const char *snippet, const char *template_path, bool is_awk) {
    char *program = file_text(template_path), *bytes;
    size_t length;
    if (!program) return "the program of the host cannot be read";
    for_awk = is_awk;
    next_of_files = OWN_LINES;
    memset(lines, 0, sizeof lines);
    struct text prelude = part_text(snippet, PRELUDE);
    bool owns_fail = declares(prelude.bytes, "function fail") || declares(prelude.bytes, "func fail");
    FILE *out = open_memstream(&bytes, &length);
    const char *wrong = NULL;
    for (const char *at = program; *at && !wrong; at++) {
        size_t size;
        bool whole_line = *at == '#' && named_part(at + 1, &size) >= 0;
        at += whole_line;
        int part = named_part(at, &size);
        if (part < 0) {
            putc(*at, out);
            continue;
        }
        if (part >= PARTS) {
            put_values(out, snippet, part);
            at += size;
            continue;
        }
        fflush(out);
        lines[part].first = lines_in(bytes, length);
        wrong = whole_line ? put_part(out, snippet, part, owns_fail) : make_file(snippet, part);
        fflush(out);
        if (whole_line) lines[part].count = lines_in(bytes, length) - lines[part].first;
        else fprintf(out, "/proc/self/fd/%d", FILES + part);
        at += size - !whole_line;
    }
    fclose(out);
    memory_file(PROGRAM, bytes, length);
    free(bytes);
    free(program);
    return wrong;
}

void place_of(int line, struct error *error) {
    int found = -1;
    for (int part = 0; part < PARTS; part++)
        if (lines[part].first && lines[part].first <= line && (found < 0 || lines[part].first >= lines[found].first)) found = part;
    error->part = -1;
    if (found < 0) return;
    int within = line - lines[found].first + 1, count = lines[found].count;
    // What is missing at the end of a part is noticed up to two lines behind it; beyond that are lines of the host.
    if (within > count + 2) return;
    error->part = found;
    error->line = within < count ? within : count;
}
