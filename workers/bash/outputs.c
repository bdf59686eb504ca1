// Standard output and error of the snippet, where they are looked at, and files that have no name.
#include "door.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int memory_file(int place, const char *bytes, size_t length) {
    int file = memfd_create("cmpthese", MFD_CLOEXEC);
    dup3(file, place, O_CLOEXEC);
    close(file);
    for (ssize_t size; length && (size = write(place, bytes, length)) > 0; length -= size) bytes += size;
    lseek(place, 0, SEEK_SET);
    return place;
}

struct text whole(int file) {
    struct stat found;
    fstat(file, &found);
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

void keep_printed(bool keep) {
    static int before = -1;
    static bool kept;
    if (keep == kept) return;
    if (keep) {
        memory_file(PRINTED, "", 0);
        before = fcntl(1, F_DUPFD_CLOEXEC, LAST);
        dup2(PRINTED, 1);
    } else {
        dup2(before, 1);
        close(before);
    }
    kept = keep;
}

