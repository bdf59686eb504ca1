// Copies standard input to standard output: copy MODE [BYTES [OFFSET]]
//
// read-write       read(2) and write(2) through a buffer of BYTES that begins OFFSET after the start of a page
// stdio            fread and fwrite in pieces of BYTES
// mmap-write       the input mapped, write(2) of BYTES at a time: the input must be a file
// splice           pages handed through a pipe: one of its own where neither end is one
// sendfile         the same inside one call: the input must be a file
// copy_file_range  from file to file inside the kernel, which may share blocks instead of copying
//
// BYTES is the most that one call is asked for, 4096 when missing.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define fail(...) (fputs("copy: ", stderr), fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))

enum { IN = STDIN_FILENO, OUT = STDOUT_FILENO };

static void copy_read_write(size_t bytes, size_t offset);
static void copy_stdio(size_t bytes);
static void copy_mmap_write(size_t bytes);
static void copy_splice(size_t bytes);
static void copy_sendfile(size_t bytes);
static void copy_file(size_t bytes);

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    size_t bytes = argc > 2 ? strtoull(argv[2], NULL, 10) : 4096;
    size_t offset = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    if (!bytes)
        fail("BYTES is at least 1");
    if (!strcmp(mode, "read-write"))
        copy_read_write(bytes, offset);
    else if (!strcmp(mode, "stdio"))
        copy_stdio(bytes);
    else if (!strcmp(mode, "mmap-write"))
        copy_mmap_write(bytes);
    else if (!strcmp(mode, "splice"))
        copy_splice(bytes);
    else if (!strcmp(mode, "sendfile"))
        copy_sendfile(bytes);
    else if (!strcmp(mode, "copy_file_range"))
        copy_file(bytes);
    else
        fail("usage: copy read-write|stdio|mmap-write|splice|sendfile|copy_file_range [BYTES [OFFSET]]");
    return 0;
}

static ssize_t checked(const char *call, ssize_t result)
{
    if (result < 0)
        fail("%s: %s", call, strerror(errno));
    return result;
}

static void write_all(const char *data, size_t size)
{
    while (size) {
        ssize_t put = checked("write", write(OUT, data, size));
        data += put;
        size -= put;
    }
}

static void copy_read_write(size_t bytes, size_t offset)
{
    char *memory = aligned_alloc(4096, (bytes + offset + 4095) & ~(size_t)4095);
    if (!memory)
        fail("no memory");
    char *buffer = memory + offset;
    for (ssize_t got; (got = checked("read", read(IN, buffer, bytes))) > 0;)
        write_all(buffer, got);
    free(memory);
}

static void copy_stdio(size_t bytes)
{
    char *buffer = malloc(bytes);
    if (!buffer)
        fail("no memory");
    for (size_t got; (got = fread(buffer, 1, bytes, stdin)) > 0;)
        if (fwrite(buffer, 1, got, stdout) != got)
            fail("fwrite: %s", strerror(errno));
    if (ferror(stdin) || fflush(stdout))
        fail("stdio: %s", strerror(errno));
    free(buffer);
}

static void copy_mmap_write(size_t bytes)
{
    struct stat status;
    checked("fstat", fstat(IN, &status));
    size_t size = status.st_size;
    if (!size)
        return;
    char *data = mmap(NULL, size, PROT_READ, MAP_SHARED, IN, 0);
    if (data == MAP_FAILED)
        fail("mmap: %s", strerror(errno));
    for (size_t done = 0; done < size; done += bytes)
        write_all(data + done, size - done < bytes ? size - done : bytes);
    munmap(data, size);
}

static int is_pipe(int fd)
{
    struct stat status;
    checked("fstat", fstat(fd, &status));
    return S_ISFIFO(status.st_mode);
}

static void copy_splice(size_t bytes)
{
    if (is_pipe(IN) || is_pipe(OUT)) {
        while (checked("splice", splice(IN, NULL, OUT, NULL, bytes, SPLICE_F_MOVE)) > 0)
            ;
        return;
    }
    int middle[2];
    checked("pipe", pipe(middle));
    fcntl(middle[1], F_SETPIPE_SZ, (int)bytes); // refused beyond fs.pipe-max-size: then more calls do it
    for (ssize_t held; (held = checked("splice", splice(IN, NULL, middle[1], NULL, bytes, SPLICE_F_MOVE))) > 0;)
        while (held > 0)
            held -= checked("splice", splice(middle[0], NULL, OUT, NULL, held, SPLICE_F_MOVE));
}

static void copy_sendfile(size_t bytes)
{
    while (checked("sendfile", sendfile(OUT, IN, NULL, bytes)) > 0)
        ;
}

static void copy_file(size_t bytes)
{
    while (checked("copy_file_range", copy_file_range(IN, NULL, OUT, NULL, bytes, 0)) > 0)
        ;
}
