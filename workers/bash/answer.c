// The answer: what the snippet printed, without newlines at its end, as $(...) gives it; with the exit status where it is not 0.
#include "door.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MAX = 65536 };

struct sha256 {
    uint32_t state[8];
    unsigned char block[64];
    uint64_t length;
};

static uint32_t turned(uint32_t word, int by) { return word >> by | word << (32 - by); }

// FIPS 180-4. Its constants are the first bits of the fractions of cube roots of primes.
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static void take_block(struct sha256 *digest) {
    uint32_t word[64], now[8];
    for (int i = 0; i < 16; i++) {
        const unsigned char *four = digest->block + 4 * i;
        word[i] = (uint32_t)four[0] << 24 | four[1] << 16 | four[2] << 8 | four[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = word[i - 15], b = word[i - 2];
        word[i] = word[i - 16] + word[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    memcpy(now, digest->state, sizeof now);
    for (int i = 0; i < 64; i++) {
        uint32_t e = now[4], a = now[0];
        uint32_t first = now[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & now[5]) ^ (~e & now[6])) + round_constants[i] + word[i];
        uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2]));
        memmove(now + 1, now, sizeof now - sizeof *now);
        now[4] += first;
        now[0] = first + second;
    }
    for (int i = 0; i < 8; i++) digest->state[i] += now[i];
}

static void add(struct sha256 *digest, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        digest->block[digest->length++ % 64] = bytes[i];
        if (digest->length % 64 == 0) take_block(digest);
    }
}

static void hexadecimal(struct sha256 *digest, char *text) {
    uint64_t bits = digest->length * 8;
    add(digest, "\x80", 1);
    while (digest->length % 64 != 56) add(digest, "", 1);
    for (int i = 56; i >= 0; i -= 8) add(digest, (char[]){bits >> i}, 1);
    for (int i = 0; i < 8; i++) sprintf(text + 8 * i, "%08x", digest->state[i]);
}

// What of the canonical form was written so far.
struct form {
    struct sha256 digest;
    char head[HEAD_MAX];
    size_t length;
};

static void put(struct form *form, const char *bytes, size_t length) {
    size_t room = form->length < HEAD_MAX ? HEAD_MAX - form->length : 0;
    memcpy(form->head + form->length, bytes, length < room ? length : room);
    form->length += length;
    add(&form->digest, bytes, length);
}

static void put_byte(struct form *form, unsigned char byte) {
    static const char special[] = "\n\t\r\"\\", letters[] = "ntr\"\\";
    const char *found = byte ? strchr(special, byte) : NULL;
    char text[5];
    if (found) put(form, (char[]){'\\', letters[found - special]}, 2);
    else if (byte >= ' ' && byte <= '~') put(form, (char *)&byte, 1);
    else put(form, text, sprintf(text, "\\x%02X", byte));
}

char *answer_reply(const char *bytes, size_t length, int status) {
    static struct form form;
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    form.length = form.digest.length = 0;
    memcpy(form.digest.state, initial, sizeof initial);
    char text[32], digest[96] = "", hex[65], *reply;
    if (status) put(&form, text, sprintf(text, "status %d ", status));
    while (length && bytes[length - 1] == '\n') length--;
    put(&form, "\"", 1);
    for (size_t i = 0; i < length; i++) put_byte(&form, bytes[i]);
    put(&form, "\"", 1);
    if (form.length > HEAD_MAX) {
        hexadecimal(&form.digest, hex);
        sprintf(digest, "\"digest\":\"%s\",", hex);
    }
    char *head = json_escaped(form.head, form.length < HEAD_MAX ? form.length : HEAD_MAX);
    if (asprintf(&reply, "{\"type\":\"answer\",%s\"length\":%zu,\"head\":%s}", digest, form.length, head) < 0) abort();
    free(head);
    return reply;
}
