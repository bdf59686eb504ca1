/* SHA-256: FIPS 180-4. */

struct sha256 {
    uint32_t state[8];
    uint64_t length;
};

static const uint32_t sha256_rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void sha256_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64];
    for (int t = 0; t < 16; t++, block += 4)
        w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
        uint32_t s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25), choice = (e & f) ^ (~e & g);
        uint32_t s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22), majority = (a & b) ^ (a & c) ^ (b & c);
        uint32_t t1 = h + s1 + choice + sha256_rounds[t] + w[t], t2 = s0 + majority;
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static const struct sha256 sha256_begin = {
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 0};

/* Whole blocks. */
static void sha256_blocks(struct sha256 *sha, const unsigned char *data, size_t size) {
    sha->length += size;
    for (; size; size -= 64, data += 64) sha256_block(sha->state, data);
}

/* The last bytes, and the digest as hexadecimal digits. */
static void sha256_end(struct sha256 *sha, const unsigned char *data, size_t size, char hex[65]) {
    sha256_blocks(sha, data, size / 64 * 64);
    unsigned char last[128] = {0};
    size_t rest = size % 64, padded = rest < 56 ? 64 : 128;
    memcpy(last, data + size - rest, rest);
    last[rest] = 0x80;
    uint64_t bits = (sha->length + rest) * 8;
    for (int i = 0; i < 8; i++) last[padded - 1 - i] = (unsigned char)(bits >> 8 * i);
    sha256_blocks(sha, last, padded);
    for (int i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08" PRIx32, sha->state[i]);
}
