// Messages: the JSON of the scheduler, which is well formed, and texts in it.
#include "door.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *blank(const char *at) {
    while (*at == ' ' || *at == ',' || *at == ':') at++;
    return at;
}

static const char *behind(const char *at) {
    if (*at == '"') {
        for (at++; *at != '"'; at++) at += *at == '\\';
        return at + 1;
    }
    if (*at != '{' && *at != '[') return at + strcspn(at, ",]}");
    for (at = blank(at + 1); *at != '}' && *at != ']'; at = blank(at)) at = behind(at);
    return at + 1;
}

const char *json_next(const char *at, const char **key) {
    bool first = !*key;
    if (first && *at != '{' && *at != '[') return NULL;
    at = blank(first ? at + 1 : behind(at));
    if (*at == '}' || *at == ']') return NULL;
    const char *after = *at == '"' ? behind(at) : at;
    bool named = *at == '"' && *after == ':';
    *key = at;
    return named ? blank(after) : at;
}

const char *json_member(const char *object, const char *key) {
    size_t length = strlen(key);
    const char *name = NULL, *value = object;
    while (value && (value = json_next(value, &name)))
        if (!strncmp(name + 1, key, length) && name[length + 1] == '"') return value;
    return NULL;
}

bool json_is(const char *at, const char *word) {
    size_t length = strlen(word);
    return at && *at == '"' && !strncmp(at + 1, word, length) && at[length + 1] == '"';
}

long json_number(const char *at, long otherwise) { return at && isdigit((unsigned char)*at) ? strtol(at, NULL, 10) : otherwise; }

static char *in_utf8(char *out, unsigned code) {
    if (code < 0x80) return *out++ = code, out;
    if (code < 0x800) *out++ = 0xc0 | code >> 6;
    else {
        if (code < 0x10000) *out++ = 0xe0 | code >> 12;
        else *out++ = 0xf0 | code >> 18, *out++ = 0x80 | (code >> 12 & 0x3f);
        *out++ = 0x80 | (code >> 6 & 0x3f);
    }
    *out++ = 0x80 | (code & 0x3f);
    return out;
}

struct text json_text(const char *at) {
    const char *end = behind(at) - 1;
    char *bytes = malloc(end - at + 1), *out = bytes;
    for (at++; at < end; at++) {
        if (*at != '\\') {
            *out++ = *at;
            continue;
        }
        static const char letters[] = "nrtbf", plain[] = "\n\r\t\b\f";
        const char *letter = strchr(letters, *++at);
        if (*at != 'u') {
            *out++ = letter ? plain[letter - letters] : *at;
            continue;
        }
        unsigned code, low;
        sscanf(at + 1, "%4x", &code);
        at += 4;
        if (code >> 10 == 0x36 && sscanf(at + 1, "\\u%4x", &low) == 1) {
            code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
            at += 6;
        }
        out = in_utf8(out, code);
    }
    *out = 0;
    return (struct text){bytes, out - bytes};
}

static bool is_utf8(const unsigned char *at, const unsigned char *end) {
    while (at < end) {
        int more = *at < 0x80 ? 0 : *at >= 0xc2 && *at < 0xe0 ? 1 : *at >= 0xe0 && *at < 0xf0 ? 2 : *at >= 0xf0 && *at < 0xf5 ? 3 : -1;
        if (more < 0 || at + more >= end) return false;
        bool overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
        bool beyond = (*at == 0xed && at[1] > 0x9f) || (*at == 0xf4 && at[1] > 0x8f);
        if (overlong || beyond) return false;
        for (at++; more; more--, at++)
            if (*at >> 6 != 2) return false;
    }
    return true;
}

// Bytes that are no UTF-8 are taken as Latin-1.
char *json_escaped(const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;
    bool whole = is_utf8(at, end);
    char *text = malloc(6 * length + 3), *out = text;
    *out++ = '"';
    for (; at < end; at++) {
        if (*at == '"' || *at == '\\') *out++ = '\\', *out++ = *at;
        else if (*at < 0x20 || *at == 0x7f || (*at > 0x7f && !whole)) out += sprintf(out, "\\u%04x", *at);
        else *out++ = *at;
    }
    *out++ = '"';
    *out = 0;
    return text;
}
