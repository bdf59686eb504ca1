// A message digest of one file, as a whole program: digest [cold] MODE WORK FILE [BUFFER [OFFSET [TIMES]]]
//
// BUFFER is the size of the buffer in bytes, OFFSET where it begins after the start of a page. TIMES repeats the job in
// the same process. `cold` puts the file out of memory first; `digest drop FILE` does only that, and `digest resident
// FILE` counts its pages in memory.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#define fail(...) (fputs("digest: ", stderr), fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))
#include "digest.h"

struct job {
    const char *mode, *file;
    const struct digest_work *work;
    size_t buffer, offset;
};

static struct job parse(int count, char **words);
static const char *run(const struct job *job);

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "drop"))
        return digest_drop(argv[2]), 0;
    if (argc == 3 && !strcmp(argv[1], "resident"))
        return printf("%zu\n", digest_resident(argv[2])), 0;
    int cold = argc > 1 && !strcmp(argv[1], "cold");
    int count = argc - 1 - cold;
    char **words = argv + 1 + cold;

    struct job job = parse(count, words);
    int times = count > 5 ? atoi(words[5]) : 1;
    if (cold)
        digest_drop(job.file);
    if (!strcmp(job.mode, "held-mapping"))
        digest_hold_mapping(job.file);
    if (!strcmp(job.mode, "held-copy"))
        digest_hold_copy(job.file);
    const char *text = NULL;
    for (int i = 0; i < times; i++)
        text = run(&job);
    puts(text);
    return 0;
}

static struct job parse(int count, char **words)
{
    if (count < 3 || count > 6)
        fail("usage: digest [cold] MODE WORK FILE [BUFFER [OFFSET [TIMES]]]\n"
             "modes: read direct stdio mmap mmap-sequential mmap-populate mmap-populate-read\n"
             "       ring ring-async ring-direct held-mapping held-copy\n"
             "work: sum crc32 sha256");
    struct job job = {
        .mode = words[0],
        .work = digest_work(words[1]),
        .file = words[2],
        .buffer = count > 3 ? strtoull(words[3], NULL, 10) : 65536,
        .offset = count > 4 ? strtoull(words[4], NULL, 10) : 0,
    };
    if (!job.buffer || (count > 5 && atoi(words[5]) < 1))
        fail("BUFFER and TIMES are at least 1");
    return job;
}

static const char *run(const struct job *job)
{
    const char *mode = job->mode, *file = job->file;
    const struct digest_work *work = job->work;
    if (!strcmp(mode, "read"))
        return digest_read(file, work, job->buffer, job->offset, 0);
    if (!strcmp(mode, "direct"))
        return digest_read(file, work, job->buffer, job->offset, O_DIRECT);
    if (!strcmp(mode, "stdio"))
        return digest_stdio(file, work);
    if (!strcmp(mode, "mmap"))
        return digest_mmap(file, work, 0, MADV_NORMAL);
    if (!strcmp(mode, "mmap-sequential"))
        return digest_mmap(file, work, 0, MADV_SEQUENTIAL);
    if (!strcmp(mode, "mmap-populate"))
        return digest_mmap(file, work, MAP_POPULATE, MADV_NORMAL);
    if (!strcmp(mode, "mmap-populate-read"))
        return digest_mmap(file, work, 0, MADV_POPULATE_READ);
    if (!strcmp(mode, "ring"))
        return digest_ring(file, work, job->buffer, job->offset, 0, 0);
    if (!strcmp(mode, "ring-async"))
        return digest_ring(file, work, job->buffer, job->offset, 0, DIGEST_RING_ASYNC);
    if (!strcmp(mode, "ring-direct"))
        return digest_ring(file, work, job->buffer, job->offset, O_DIRECT, 0);
    if (!strcmp(mode, "held-mapping") || !strcmp(mode, "held-copy"))
        return digest_hold(work);
    fail("no such mode: %s", mode);
    return NULL;
}
