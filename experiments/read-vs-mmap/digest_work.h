// Work to do on the bytes of a file: a part of digest.h, which says what whoever includes it defines.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef DIGEST_WITH_CRC32
#include <zlib.h>
#endif
#ifdef DIGEST_WITH_SHA256
#include <openssl/evp.h>
#endif

struct digest {
    uint64_t value;    // the sum, or the CRC
    uint64_t position; // bytes seen
    void *context;     // libcrypto's
    char text[65];
};

struct digest_work {
    const char *name;
    void (*start)(struct digest *);
    void (*add)(struct digest *, const unsigned char *, size_t);
    void (*finish)(struct digest *);
};

// The sum of the file's little-endian 64-bit words, the last one filled up with zeros: next to no work for each byte.
// It may be fed in pieces of any size, and any alignment.

static void digest_sum_start(struct digest *digest)
{
    digest->value = 0;
}

static void digest_sum_bytes(struct digest *digest, const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        digest->value += (uint64_t)data[i] << (digest->position++ % 8 * 8);
}

static void digest_sum_add(struct digest *digest, const unsigned char *data, size_t size)
{
    // Two words at a time, from any address: a copy of them first would take twice as long as reading them from the second cache.
    typedef uint64_t lanes __attribute__((vector_size(16), aligned(1), may_alias));
    size_t before = (8 - digest->position % 8) % 8;
    if (before > size)
        before = size;
    digest_sum_bytes(digest, data, before);
    data += before;
    size -= before;

    // Four independent vectors: one would wait for its own last addition.
    lanes a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
    size_t whole = size & ~(size_t)63;
    for (const unsigned char *end = data + whole; data < end; data += 64) {
        const lanes *words = (const lanes *)data;
        a += words[0];
        b += words[1];
        c += words[2];
        d += words[3];
    }
    lanes all = a + b + c + d;
    digest->value += all[0] + all[1];
    digest->position += whole;
    digest_sum_bytes(digest, data, size - whole);
}

static void digest_sum_finish(struct digest *digest)
{
    sprintf(digest->text, "%016llx", (unsigned long long)digest->value);
}

#ifdef DIGEST_WITH_CRC32
static void digest_crc_start(struct digest *digest)
{
    digest->value = crc32_z(0, NULL, 0);
}

static void digest_crc_add(struct digest *digest, const unsigned char *data, size_t size)
{
    digest->value = crc32_z(digest->value, data, size);
}

static void digest_crc_finish(struct digest *digest)
{
    sprintf(digest->text, "%08lx", (unsigned long)digest->value);
}
#endif

#ifdef DIGEST_WITH_SHA256
static void digest_sha_start(struct digest *digest)
{
    digest->context = EVP_MD_CTX_new();
    if (!digest->context || !EVP_DigestInit_ex(digest->context, EVP_sha256(), NULL))
        fail("libcrypto has no SHA-256");
}

static void digest_sha_add(struct digest *digest, const unsigned char *data, size_t size)
{
    if (!EVP_DigestUpdate(digest->context, data, size))
        fail("libcrypto: SHA-256 stopped");
}

static void digest_sha_finish(struct digest *digest)
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    if (!EVP_DigestFinal_ex(digest->context, hash, NULL))
        fail("libcrypto: SHA-256 stopped");
    EVP_MD_CTX_free(digest->context);
    for (int i = 0; i < 32; i++)
        sprintf(digest->text + 2 * i, "%02x", hash[i]);
}
#endif

static const struct digest_work *digest_work(const char *name)
{
    static const struct digest_work works[] = {
        { "sum", digest_sum_start, digest_sum_add, digest_sum_finish },
#ifdef DIGEST_WITH_CRC32
        { "crc32", digest_crc_start, digest_crc_add, digest_crc_finish },
#endif
#ifdef DIGEST_WITH_SHA256
        { "sha256", digest_sha_start, digest_sha_add, digest_sha_finish },
#endif
    };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (!strcmp(works[i].name, name))
            return &works[i];
#ifndef DIGEST_WITH_CRC32
    if (!strcmp(name, "crc32"))
        fail("crc32 needs zlib's header: zlib1g-dev");
#endif
#ifndef DIGEST_WITH_SHA256
    if (!strcmp(name, "sha256"))
        fail("sha256 needs libcrypto's header: libssl-dev");
#endif
    fail("no such work: %s", name);
    return NULL;
}

static void digest_start(struct digest *digest, const struct digest_work *work)
{
    digest->position = 0;
    work->start(digest);
}

static const char *digest_finish(const struct digest *digest, const struct digest_work *work)
{
    static struct digest done;
    done = *digest;
    work->finish(&done);
    return done.text;
}
