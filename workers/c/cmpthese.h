/* What a snippet in C or C++ can name without an #include of its own, and what the host and the snippet's library know of
 * each other. The host reads it too, so that there is one description of both. */
#ifndef CMPTHESE_H
#define CMPTHESE_H

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __cplusplus
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
extern "C" {
#endif

/* An answer of bytes: they are read before the next iteration. */
struct bytes {
    const void *data;
    size_t size;
};

/* ---- between the library and the host ---- */

#define CMPTHESE_EXPORTED __attribute__((visibility("default")))

/* An answer before it is written in canonical form. */
enum cmpthese_answer_kind {
    CMPTHESE_NOTHING,
    CMPTHESE_TRUTH,
    CMPTHESE_SIGNED,
    CMPTHESE_UNSIGNED,
    CMPTHESE_NUMBER,
    CMPTHESE_BYTES,
    /* `bytes` are so many answers: what is in a list, or keys and values of a table in turn, sorted by key. */
    CMPTHESE_LIST,
    CMPTHESE_TABLE,
    /* `bytes` are how a whole number is written that is too large for the others. */
    CMPTHESE_DIGITS,
    /* As a list, but its order is that of the forms of what is in it. */
    CMPTHESE_SET
};
struct cmpthese_answer {
    enum cmpthese_answer_kind kind;
    long long whole;
    unsigned long long natural;
    double number;
    struct bytes bytes;
};

/* A parameter: where the host writes its value. `sort` is one of the keys of [compiler.types]. */
struct cmpthese_constant {
    const char *name;
    const char *sort;
    void *place;
};

/* What the library has for the host. */
struct cmpthese_snippet {
    void (*setup)(void);
    void (*variant_setup)(void);
    /* Runs the code and keeps what it returns. */
    void (*code)(void);
    /* Tells what was kept. */
    struct cmpthese_answer (*answer)(void);
    void (*teardown)(void);
    /* Calls a function and tells the host what it throws; null where nothing is thrown. */
    void (*guard)(void (*function)(void *), void *context);
    /* Runs before each iteration, and is not timed; null where there is none. */
    void (*before_each)(void);
};

/* What the host has for the library. */
struct cmpthese_host {
    /* Ends what runs with an error at a place. */
    void (*failed)(const char *file, int line, const char *format, va_list arguments);
    /* Notes an error that was caught; `file` is null when its place is not known. */
    void (*caught)(const char *file, int line, const char *message);
    /* Memory that begins so many bytes after the start of a page; null when there is none. */
    void *(*memory)(size_t size, size_t offset);
};

/* What a program has for the host that is in it, where a snippet is no library: there the language runs the loop itself, and
 * has a collector of garbage. Whoever catches an error returns at once. */
struct cmpthese_runtime {
    const struct cmpthese_snippet *snippet;
    const struct cmpthese_constant *constants;
    const struct cmpthese_host **host;
    void (*start)(void);
    /* Runs the code so many times. */
    void (*repeat)(uint64_t iterations);
    void (*collect)(void);
    /* How often it has collected, and for how many nanoseconds, as far as that was counted: from a call with true to the next one with false. */
    void (*collected)(uint64_t counted[2], bool counts_from_now);
};

extern const struct cmpthese_snippet cmpthese_snippet CMPTHESE_EXPORTED;
extern const struct cmpthese_constant cmpthese_constants[] CMPTHESE_EXPORTED; /* ended by one without a name */
extern const struct cmpthese_host *cmpthese_host CMPTHESE_EXPORTED;

void cmpthese_fail(const char *file, int line, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

/* ---- for snippets ----
 *
 * fail("format", ...)   ends the iteration, or the setup, with an error at this line
 * keep(pointer)         what it points to counts as used: the compiler cannot leave out what was stored there
 * buffer(size, offset)  zeroed memory that begins `offset` bytes after the start of a page; it lives until the teardown
 */

struct cmpthese_nothing {
    char none;
};

#ifndef __cplusplus

/* Macros that look like functions leave their names free for variables. */
#define fail(...) cmpthese_fail(__FILE__, __LINE__, __VA_ARGS__)
#define keep(pointer) cmpthese_keep(pointer)
#define buffer(size, offset) cmpthese_buffer(size, offset, __FILE__, __LINE__)

static inline void cmpthese_keep(const volatile void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

static inline void *cmpthese_buffer(size_t size, size_t offset, const char *file, int line) {
    void *memory = cmpthese_host->memory(size, offset);
    if (!memory) cmpthese_fail(file, line, "no buffer of %zu bytes: no memory, or too many buffers; they live on, so make them in a setup", size);
    return memory;
}

static inline struct cmpthese_answer cmpthese_of_nothing(struct cmpthese_nothing nothing) {
    (void)nothing;
    return (struct cmpthese_answer){.kind = CMPTHESE_NOTHING};
}
static inline struct cmpthese_answer cmpthese_of_truth(bool truth) {
    return (struct cmpthese_answer){.kind = CMPTHESE_TRUTH, .whole = truth};
}
static inline struct cmpthese_answer cmpthese_of_signed(long long whole) {
    return (struct cmpthese_answer){.kind = CMPTHESE_SIGNED, .whole = whole};
}
static inline struct cmpthese_answer cmpthese_of_unsigned(unsigned long long natural) {
    return (struct cmpthese_answer){.kind = CMPTHESE_UNSIGNED, .natural = natural};
}
static inline struct cmpthese_answer cmpthese_of_number(double number) {
    return (struct cmpthese_answer){.kind = CMPTHESE_NUMBER, .number = number};
}
static inline struct cmpthese_answer cmpthese_of_bytes(struct bytes bytes) {
    return (struct cmpthese_answer){.kind = CMPTHESE_BYTES, .bytes = bytes};
}
static inline struct cmpthese_answer cmpthese_of_text(const char *text) {
    if (!text) return (struct cmpthese_answer){.kind = CMPTHESE_NOTHING};
    return cmpthese_of_bytes((struct bytes){text, strlen(text)});
}

static inline struct cmpthese_answer cmpthese_of_long_number(long double number) {
    return cmpthese_of_number((double)number);
}

#define CMPTHESE_ANSWER(value)                                                                                          \
    _Generic((value), struct cmpthese_nothing: cmpthese_of_nothing, struct bytes: cmpthese_of_bytes,                    \
        char *: cmpthese_of_text, const char *: cmpthese_of_text, bool: cmpthese_of_truth,                              \
        char: cmpthese_of_signed, signed char: cmpthese_of_signed, short: cmpthese_of_signed, int: cmpthese_of_signed,  \
        long: cmpthese_of_signed, long long: cmpthese_of_signed, unsigned char: cmpthese_of_unsigned,                   \
        unsigned short: cmpthese_of_unsigned, unsigned: cmpthese_of_unsigned, unsigned long: cmpthese_of_unsigned,      \
        unsigned long long: cmpthese_of_unsigned, float: cmpthese_of_number, double: cmpthese_of_number,                \
        long double: cmpthese_of_long_number)(value)

#else

/* Names that the standard library has too, such as ios::fail, must not be macros here. */

struct cmpthese_failure {
    const char *file;
    int line;
    std::string message;
};

struct cmpthese_format {
    const char *text;
    const char *file;
    int line;
    cmpthese_format(const char *text, const char *file = __builtin_FILE(), int line = __builtin_LINE())
        : text(text), file(file), line(line) {}
};

template <class... Arguments> [[noreturn, gnu::cold]] inline void fail(cmpthese_format format, Arguments... arguments) {
    char message[8192];
    if constexpr (sizeof...(arguments) == 0)
        snprintf(message, sizeof message, format.text, 0);
    else
        snprintf(message, sizeof message, format.text, arguments...);
    throw cmpthese_failure{format.file, format.line, message};
}

inline void keep(const volatile void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

inline void *buffer(size_t size, size_t offset, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    void *memory = cmpthese_host->memory(size, offset);
    if (!memory) throw cmpthese_failure{file, line, "no buffer of " + std::to_string(size) +
                                 " bytes: no memory, or too many buffers; they live on, so make them in a setup"};
    return memory;
}

inline cmpthese_answer cmpthese_of(cmpthese_nothing) { return {CMPTHESE_NOTHING, 0, 0, 0, {}}; }
inline cmpthese_answer cmpthese_of(bytes bytes) { return {CMPTHESE_BYTES, 0, 0, 0, bytes}; }
inline cmpthese_answer cmpthese_of(std::string_view text) { return cmpthese_of(bytes{text.data(), text.size()}); }
inline cmpthese_answer cmpthese_of(const std::string &text) { return cmpthese_of(bytes{text.data(), text.size()}); }
inline cmpthese_answer cmpthese_of(const char *text) {
    return text ? cmpthese_of(bytes{text, strlen(text)}) : cmpthese_of(cmpthese_nothing{});
}
/* A template, so that no pointer is taken for a truth value. */
template <class Value, std::enable_if_t<std::is_arithmetic_v<Value>, int> = 0> cmpthese_answer cmpthese_of(Value value) {
    static_assert(sizeof(Value) <= 8 || std::is_floating_point_v<Value>, "an answer has 64 bits: return a text of this one");
    if constexpr (std::is_same_v<Value, bool>)
        return {CMPTHESE_TRUTH, value, 0, 0, {}};
    else if constexpr (std::is_floating_point_v<Value>)
        return {CMPTHESE_NUMBER, 0, 0, static_cast<double>(value), {}};
    else if constexpr (std::is_signed_v<Value>)
        return {CMPTHESE_SIGNED, value, 0, 0, {}};
    else
        return {CMPTHESE_UNSIGNED, 0, value, 0, {}};
}

/* What a function returns, or nothing. */
template <auto function> inline auto cmpthese_value_of() {
    if constexpr (std::is_void_v<decltype(function())>) {
        function();
        return cmpthese_nothing{};
    } else {
        return function();
    }
}

#endif
#endif
