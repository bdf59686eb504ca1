// Ways of reading a whole file, and work to do on its bytes: what digest.c and the snippets of the plans share.
//
// Each way takes a path and the work, and gives the digest as text, which is good until the next call. Whoever includes
// this file defines fail(format, ...), which must not return, and says what of zlib, libcrypto and liburing it links:
// DIGEST_WITH_CRC32, DIGEST_WITH_SHA256, DIGEST_WITH_RING. One thread only.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef DIGEST_WITH_RING
#include <liburing.h>
#endif

#ifndef O_DIRECT
#define O_DIRECT __O_DIRECT // <fcntl.h> shows the plain name only to those who ask for _GNU_SOURCE
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 // Linux 5.14
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"

#include "digest_work.h"

// ---- Files and buffers ---------------------------------------------------------------------------------------------

static int digest_open(const char *file, int flags)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC | flags);
    if (fd < 0 && errno == EINVAL && flags & O_DIRECT)
        fail("%s: its file system has no direct I/O", file);
    if (fd < 0)
        fail("%s: open: %s", file, strerror(errno));
    return fd;
}

static size_t digest_size(const char *file, int fd)
{
    struct stat status;
    if (fstat(fd, &status))
        fail("%s: fstat: %s", file, strerror(errno));
    return status.st_size;
}

// Memory at `offset` bytes after the start of a page, touched, and kept for the next call that asks for no more: a
// program that reads many files allocates once, and what malloc does with so much memory is another question.
static unsigned char *digest_buffer(size_t size, size_t offset)
{
    static unsigned char *memory;
    static size_t held;
    if (held < size + offset) {
        if (memory)
            munmap(memory, held);
        held = size + offset;
        memory = mmap(NULL, held, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (memory == MAP_FAILED)
            fail("mmap of %zu bytes of memory: %s", held, strerror(errno));
    }
    return memory + offset;
}

// ---- Ways of reading -----------------------------------------------------------------------------------------------

// read(2) into a buffer of `size` bytes. With O_DIRECT among `flags`, offset and size must be multiples of what the
// device asks for; the tail of the file needs no care, because the last read stops at its end.
static const char *digest_read(const char *file, const struct digest_work *work, size_t size, size_t offset, int flags)
{
    struct digest digest;
    unsigned char *buffer = digest_buffer(size, offset);
    int fd = digest_open(file, flags);
    digest_start(&digest, work);
    for (ssize_t got; (got = read(fd, buffer, size)) != 0;) {
        if (got < 0)
            fail("%s: read: %s", file, strerror(errno));
        work->add(&digest, buffer, got);
    }
    close(fd);
    return digest_finish(&digest, work);
}

// fread(3) in pieces of BUFSIZ.
static const char *digest_stdio(const char *file, const struct digest_work *work)
{
    struct digest digest;
    unsigned char buffer[BUFSIZ];
    FILE *stream = fopen(file, "r");
    if (!stream)
        fail("%s: fopen: %s", file, strerror(errno));
    digest_start(&digest, work);
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, stream)) != 0;)
        work->add(&digest, buffer, got);
    if (ferror(stream))
        fail("%s: fread: %s", file, strerror(errno));
    fclose(stream);
    return digest_finish(&digest, work);
}

static void *digest_mapped(const char *file, size_t *size, int flags, int advice)
{
    int fd = digest_open(file, 0);
    *size = digest_size(file, fd);
    void *data = NULL; // an empty file cannot be mapped
    if (*size) {
        data = mmap(NULL, *size, PROT_READ, MAP_SHARED | flags, fd, 0);
        if (data == MAP_FAILED)
            fail("%s: mmap: %s", file, strerror(errno));
        if (advice != MADV_NORMAL && madvise(data, *size, advice))
            fail("%s: madvise: %s", file, strerror(errno));
    }
    close(fd);
    return data;
}

// The whole file mapped, gone through, and unmapped. `flags` may be MAP_POPULATE; `advice` MADV_NORMAL for none,
// MADV_SEQUENTIAL or MADV_POPULATE_READ.
static const char *digest_mmap(const char *file, const struct digest_work *work, int flags, int advice)
{
    struct digest digest;
    size_t size;
    void *data = digest_mapped(file, &size, flags, advice);
    digest_start(&digest, work);
    work->add(&digest, data, size);
    if (size)
        munmap(data, size);
    return digest_finish(&digest, work);
}

// Memory that is there before the clock starts: the file's mapping with every page in place, or a copy of its bytes.

static struct {
    void *data;
    size_t size;
} digest_held;

static void digest_hold_mapping(const char *file)
{
    digest_held.data = digest_mapped(file, &digest_held.size, MAP_POPULATE, MADV_NORMAL);
}

static void digest_hold_copy(const char *file)
{
    int fd = digest_open(file, 0);
    size_t size = digest_size(file, fd);
    unsigned char *copy = digest_buffer(size, 0);
    for (size_t held = 0; held < size;) {
        ssize_t got = read(fd, copy + held, size - held);
        if (got <= 0)
            fail("%s: read: %s", file, got ? strerror(errno) : "shorter than it was");
        held += got;
    }
    close(fd);
    digest_held.data = copy;
    digest_held.size = size;
}

static const char *digest_hold(const struct digest_work *work)
{
    struct digest digest;
    digest_start(&digest, work);
    work->add(&digest, digest_held.data, digest_held.size);
    return digest_finish(&digest, work);
}

#ifdef DIGEST_WITH_RING
enum { DIGEST_SLOTS = 2 };

struct digest_slot {
    unsigned char *buffer;
    off_t from;
    int got; // bytes, or minus an errno
    int done;
};

static void digest_ring_ask(struct io_uring *ring, int fd, struct digest_slot *slot, size_t size, int flags)
{
    struct io_uring_sqe *entry = io_uring_get_sqe(ring);
    io_uring_prep_read(entry, fd, slot->buffer, size, slot->from);
    io_uring_sqe_set_flags(entry, flags);
    io_uring_sqe_set_data(entry, slot);
    slot->done = 0;
    int submitted = io_uring_submit(ring);
    if (submitted != 1)
        fail("io_uring_submit: %s", submitted < 0 ? strerror(-submitted) : "nothing submitted");
}

static void digest_ring_await(struct io_uring *ring, struct digest_slot *slot)
{
    while (!slot->done) {
        struct io_uring_cqe *entry;
        int error = io_uring_wait_cqe(ring, &entry);
        if (error == -EINTR)
            continue;
        if (error)
            fail("io_uring_wait_cqe: %s", strerror(-error));
        struct digest_slot *ready = io_uring_cqe_get_data(entry);
        ready->got = entry->res;
        ready->done = 1;
        io_uring_cqe_seen(ring, entry);
    }
}

static struct io_uring *digest_ring_kept(void)
{
    static struct io_uring ring;
    static int made;
    if (!made) {
        int error = io_uring_queue_init(2 * DIGEST_SLOTS, &ring, 0);
        if (error)
            fail("io_uring_queue_init: %s", strerror(-error));
        made = 1;
    }
    return &ring;
}
#endif

enum { DIGEST_RING_ASYNC = 1 << 4 }; // liburing's IOSQE_ASYNC, also where its header is missing

// Two buffers through io_uring: while one is worked on, the other is read. `flags` may be O_DIRECT, `entry_flags`
// DIGEST_RING_ASYNC, without which the kernel copies what it has in its cache while it is told of the read, and nothing
// overlaps. The ring stays for the next call, as the buffer does.
static const char *digest_ring(const char *file, const struct digest_work *work, size_t size, size_t offset, int flags,
                               int entry_flags)
{
#ifdef DIGEST_WITH_RING
    struct digest digest;
    struct digest_slot slots[DIGEST_SLOTS];
    size_t stride = (size + offset + 4095) & ~(size_t)4095;
    unsigned char *buffer = digest_buffer(DIGEST_SLOTS * stride, offset);
    struct io_uring *ring = digest_ring_kept();
    int fd = digest_open(file, flags);
    off_t end = digest_size(file, fd), asked = 0;

    digest_start(&digest, work);
    for (int i = 0; i < DIGEST_SLOTS && asked < end; i++, asked += size) {
        slots[i].buffer = buffer + i * stride;
        slots[i].from = asked;
        digest_ring_ask(ring, fd, &slots[i], size, entry_flags);
    }
    off_t seen = 0;
    for (int turn = 0; seen < end; turn = (turn + 1) % DIGEST_SLOTS) {
        struct digest_slot *slot = &slots[turn];
        digest_ring_await(ring, slot);
        off_t due = end - seen < (off_t)size ? end - seen : (off_t)size;
        if (slot->got != due)
            fail("%s: read by io_uring: %s", file, slot->got < 0 ? strerror(-slot->got) : "less than there is");
        work->add(&digest, slot->buffer, due);
        seen += due;
        if (asked < end) {
            slot->from = asked;
            digest_ring_ask(ring, fd, slot, size, entry_flags);
            asked += size;
        }
    }
    close(fd);
    return digest_finish(&digest, work);
#else
    (void)work, (void)size, (void)offset, (void)flags, (void)entry_flags;
    fail("%s: io_uring needs liburing's header: liburing-dev", file);
    return NULL;
#endif
}

// ---- The page cache ------------------------------------------------------------------------------------------------

// How many of the file's pages are in memory. mincore(2) tells only those who may write to the file.
static size_t digest_resident(const char *file)
{
    size_t size, resident = 0;
    void *data = digest_mapped(file, &size, 0, MADV_NORMAL);
    if (!size)
        return 0;
    size_t page = sysconf(_SC_PAGESIZE), pages = (size + page - 1) / page;
    unsigned char *there = malloc(pages);
    if (!there || mincore(data, size, there))
        fail("%s: mincore: %s", file, strerror(errno));
    for (size_t i = 0; i < pages; i++)
        resident += there[i] & 1;
    free(there);
    munmap(data, size);
    return resident;
}

// Puts the file out of memory, and fails if a page stays: one that is mapped somewhere, or all of them on a file system
// that lives in memory.
static void digest_drop(const char *file)
{
    int fd = digest_open(file, 0);
    if (fsync(fd))
        fail("%s: fsync: %s", file, strerror(errno));
    int error = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    if (error)
        fail("%s: posix_fadvise: %s", file, strerror(error));
    close(fd);
    size_t resident = digest_resident(file);
    if (resident)
        fail("%s: %zu pages stay in memory", file, resident);
}

#pragma GCC diagnostic pop
