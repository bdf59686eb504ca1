// Standard output and error of the snippet, where they are looked at, and files that have no name.
#include "door.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int memory_file(int place, const char *bytes, size_t length) {
    int file = memfd_create("cmpthese", MFD_CLOEXEC);
    if (file < 0 || dup3(file, place, O_CLOEXEC) < 0) without_descriptors();
    close(file);
    for (ssize_t size; length && (size = write(place, bytes, length)) > 0; length -= size) bytes += size;
    lseek(place, 0, SEEK_SET);
    return place;
}

struct text whole(int file) {
    struct stat found;
    if (fstat(file, &found)) found.st_size = 0;
    char *bytes = malloc(found.st_size + 1);
    ssize_t size = pread(file, bytes, found.st_size, 0);
    bytes[size > 0 ? size : 0] = 0;
    return (struct text){bytes, size > 0 ? size : 0};
}

void forget_said(void) {
    if (ftruncate(SAID, 0) || lseek(SAID, 0, SEEK_SET)) return;
}

// The end of what was said since it was asked last, which also goes to where it belongs.
char *said(void) {
    enum { TOLD = 8192 };
    fflush(NULL);
    char *bytes = calloc(1, TOLD + 1);
    struct stat found;
    if (fstat(SAID, &found) || !found.st_size) return bytes;
    ssize_t size = pread(SAID, bytes, TOLD, found.st_size > TOLD ? found.st_size - TOLD : 0);
    if (size > 0 && write(ERR, bytes, size) < 0) size = 0;
    for (ssize_t i = 0; i < size; i++)
        if (!bytes[i]) bytes[i] = '?';
    forget_said();
    return bytes;
}

// What was printed so far is not of the answer.
void forget_printed(void) {
    fflush(NULL);
    if (ftruncate(PRINTED, 0) || lseek(PRINTED, 0, SEEK_SET)) return;
}

// A copy of standard output, where no snippet looks for any; nearer where a snippet has lowered the limit, and -1 where there is no room.
static int copy_of_output(void) {
    int copy = fcntl(1, F_DUPFD_CLOEXEC, LAST);
    return copy < 0 && errno != EBADF ? fcntl(1, F_DUPFD_CLOEXEC, 10) : copy;
}

// Whether it could: the code may have closed standard output, and then there is nothing to go back to.
bool keep_printed(bool keep) {
    static int before = -1;
    static bool kept;
    if (keep == kept) return true;
    if (keep) {
        forget_printed();
        before = copy_of_output();
        if (before < 0 && errno != EBADF) return false;
        dup2(PRINTED, 1);
    } else {
        if (before < 0) close(1);
        else dup2(before, 1), close(before);
    }
    kept = keep;
    return true;
}
