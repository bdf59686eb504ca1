// What the files of the door share. It is a library that is loaded into an interpreter, and is the worker there: see README.md.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The parts of a snippet, in the order in which they stand in a program. Parameters are none, and come first.
enum part { PARAMS, PRELUDE, SETUP, VARIANT_SETUP, CODE, BEFORE_EACH, TEARDOWN, PARTS };

// Descriptors of the worker, where no snippet looks for any.
enum {
    DOOR = 219,    // the library itself, where its path cannot be given to the loader
    REQUESTS,
    REPLIES,
    IN,         // what was standard input, output and error when it started
    OUT,
    ERR,
    DIRECTORY,  // where it started
    SAID,       // standard error as long as a snippet is there
    PRINTED,    // standard output while it answers
    CASE,       // the request that was prepared
    PROGRAM,    // what the interpreter runs, and files of parts that it reads
    FILES,
    LAST = FILES + PARTS,
};

// A text with a zero byte behind it, and maybe others in it.
struct text {
    char *bytes;
    size_t length;
};

// An error, as it is told.
struct error {
    const char *kind;
    char message[8192];
    int part;       // -1 for none
    int line;
};

// ---- json.c ----
struct text json_text(const char *at);                          // what a text of JSON stands for
const char *json_member(const char *object, const char *key);   // its value, or null
const char *json_next(const char *at, const char **key);        // of the members of an object or list, one after the other
bool json_is(const char *at, const char *word);                 // whether it is this text
long json_number(const char *at, long otherwise);
char *json_escaped(const char *bytes, size_t length);           // a text of JSON, in memory of its own

// ---- program.c ----
extern const char *const part_names[];
const char *compose(const char *snippet, const char *template_path, bool is_awk);     // null, or why not
bool has_part(const char *snippet, enum part part);
char *parameter(const char *snippet, int number);               // its name, counted from 1
void place_of(int line, struct error *error);                   // of the program: its part and line

// ---- errors.c ----
bool error_said(char *said, bool is_new, bool is_awk, struct error *error);    // in the words of the interpreter
bool says_syntax(const char *said);

// ---- batch.c ----
void batch_begin(long iterations, long slices, bool bare, bool each);
bool batch_again(void);     // whether one more iteration is due
void batch_start(void);     // what runs before each has run
char *batch_sample(void);   // a reply
char *batch_absent(void);   // the counters that cannot be read, with the reasons

// ---- answer.c ----
char *answer_reply(const char *bytes, size_t length, int status);

// ---- worker.c ----
enum state { NOT_OURS, NEW, WAITING, ANSWERING, RUNNING, LEAVING };

// The worker, and where its interpreter is.
extern struct worker {
    enum state state;
    pid_t process;
    const char *program;     // of the host: the last of the arguments at first
    const char *language;
    bool is_awk;
    bool is_first;           // nothing was prepared so far, and nobody greeted
    bool is_quiet;           // it begins again after an error, and nobody asked for that
    const char *snippet;     // what is prepared
    int status;              // that its code ended with last
} worker;

_Noreturn void end(int status);
void reply(const char *text);
bool requests(void);         // does what the scheduler wants until it wants the snippet to run, or, which is false, to end
bool ask(const char *what);  // what the interpreter asks
bool changed(int number);    // a parameter is not what it was before the batch
_Noreturn void failed_at(int line);
_Noreturn void without_descriptors(void);
void lost(bool must_not);    // the interpreter leaves what it was told to run; returns when that was no error

// ---- outputs.c ----
int memory_file(int place, const char *bytes, size_t length);
struct text whole(int file);
char *said(void);            // the end of what was said since it was asked last, which also goes to where it belongs
void forget_said(void);
void forget_printed(void);
bool keep_printed(bool keep); // while it answers; false where there is no descriptor for that

// ---- again.c ----
char *take_environment(char **env);         // how it was started; the variables of the door are gone then
void take_arguments(int argc, char **argv);
_Noreturn void begin_again(bool quietly);   // the program of what is prepared
void greet(const char *version);            // which is asked for where it is null
