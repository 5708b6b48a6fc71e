/* Compresses standard input to standard output in the deflate format (RFC 1951): a WASI command.
 *
 *     deflate < text > text.deflate
 *
 * LZ77 with hash chains over a window of 32 KiB and lazy matching, as zlib's slower levels have it; one
 * block with the fixed Huffman codes.
 *
 * Measured     everything
 * Slow on      input in which the three bytes at many places fall on the same hash, so that chains are as long as they may
 *              be (MAX_CHAIN), while the matches are short, so that chains are walked at nearly every position
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 1 << 15,
    MIN_MATCH = 3,
    MAX_MATCH = 258,
    MAX_CHAIN = 1024,  /* candidates that are looked at for one position */
    GOOD_MATCH = 32,   /* with a match so long, only a quarter as many for the next position */
    LAZY_LIMIT = 128,  /* a match so long is taken without a look at the next position */
    HASH_BITS = 15,
    HASH_SHIFT = 5,
    HASH_SIZE = 1 << HASH_BITS,
};

struct compressor {
    const uint8_t *data;
    size_t size;
    int32_t head[HASH_SIZE];   /* the latest position with this hash, or -1 */
    int32_t previous[WINDOW];  /* the one before it, by position modulo WINDOW */
};

struct match {
    int length;
    int distance;
};

/* Bits, from the lowest of each byte. */
static uint32_t bit_buffer;
static int bit_count;

static void put_bits(uint32_t bits, int count) {
    bit_buffer |= bits << bit_count;
    bit_count += count;
    while (bit_count >= 8) {
        putchar(bit_buffer & 0xff);
        bit_buffer >>= 8;
        bit_count -= 8;
    }
}

static void flush_bits(void) {
    if (bit_count > 0)
        putchar(bit_buffer & 0xff);
    bit_buffer = 0;
    bit_count = 0;
}

/* Huffman codes go from their highest bit. */
static void put_code(uint32_t code, int length) {
    uint32_t reversed = 0;
    for (int i = 0; i < length; i++)
        reversed |= (code >> i & 1) << (length - 1 - i);
    put_bits(reversed, length);
}

/* A literal (0-255), the end (256) or a length (257-285), by the fixed code. */
static void put_symbol(int symbol) {
    if (symbol < 144)
        put_code(0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(symbol - 256, 7);
    else
        put_code(0xc0 + symbol - 280, 8);
}

static void put_length(int length) {
    static const uint16_t base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                      31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    int code = 28;
    while (base[code] > length)
        code--;
    put_symbol(257 + code);
    put_bits(length - base[code], extra[code]);
}

static void put_distance(int distance) {
    static const uint16_t base[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
                                      193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    int code = 29;
    while (base[code] > distance)
        code--;
    put_code(code, 5);
    put_bits(distance - base[code], code < 4 ? 0 : code / 2 - 1);
}

static void put_match(struct match match) {
    put_length(match.length);
    put_distance(match.distance);
}

static uint32_t hash(const uint8_t *p) {
    return ((uint32_t)p[0] << 2 * HASH_SHIFT ^ (uint32_t)p[1] << HASH_SHIFT ^ p[2]) & (HASH_SIZE - 1);
}

/* Makes a position known; gives the latest one before it with the same hash, or -1. */
static int32_t insert(struct compressor *c, size_t at) {
    if (c->size - at < MIN_MATCH)
        return -1;
    uint32_t h = hash(c->data + at);
    int32_t candidate = c->head[h];
    c->previous[at % WINDOW] = candidate;
    c->head[h] = (int32_t)at;
    return candidate;
}

/* The longest match at `at` that is longer than `longer_than`, among the chain that begins with the candidate. */
static struct match longest_match(const struct compressor *c, size_t at, int32_t candidate, int longer_than) {
    struct match best = {longer_than, 0};
    const uint8_t *here = c->data + at;
    int limit = c->size - at < MAX_MATCH ? (int)(c->size - at) : MAX_MATCH;
    int chain = longer_than >= GOOD_MATCH ? MAX_CHAIN / 4 : MAX_CHAIN;
    if (best.length >= limit)
        return (struct match){0, 0};
    while (candidate >= 0 && at - candidate < WINDOW && chain-- > 0) {
        const uint8_t *there = c->data + candidate;
        /* A longer match has the byte behind the best one right. */
        if (there[best.length] == here[best.length]) {
            int length = 0;
            while (length < limit && there[length] == here[length])
                length++;
            if (length > best.length) {
                best.length = length;
                best.distance = (int)(at - candidate);
                if (length == limit)
                    break;
            }
        }
        candidate = c->previous[candidate % WINDOW];
    }
    return best.distance ? best : (struct match){0, 0};
}

static void compress(struct compressor *c) {
    struct match held = {0, 0}; /* what was found at the position before */
    bool literal_held = false;
    put_bits(1, 1); /* the last block */
    put_bits(1, 2); /* fixed codes */
    size_t at = 0;
    while (at < c->size) {
        int32_t candidate = insert(c, at);
        struct match found = {0, 0};
        if (candidate >= 0 && held.length < LAZY_LIMIT)
            found = longest_match(c, at, candidate, held.length ? held.length : MIN_MATCH - 1);

        if (held.length && !found.length) {
            put_match(held);
            /* It began one byte ago: this one and the rest of it are only made known. */
            size_t end = at - 1 + held.length;
            for (at++; at < end; at++)
                insert(c, at);
            held = (struct match){0, 0};
            literal_held = false;
            continue;
        }
        if (literal_held)
            put_symbol(c->data[at - 1]);
        held = found;
        literal_held = true;
        at++;
    }
    if (held.length)
        put_match(held);
    else if (literal_held)
        put_symbol(c->data[at - 1]);
    put_symbol(256);
    flush_bits();
}

static uint8_t *read_all(FILE *file, size_t *size) {
    size_t capacity = 1 << 14;
    uint8_t *data = malloc(capacity);
    *size = 0;
    while (data) {
        size_t got = fread(data + *size, 1, capacity - *size, file);
        if (got == 0)
            break;
        *size += got;
        if (*size == capacity) {
            capacity *= 2;
            uint8_t *larger = realloc(data, capacity);
            if (!larger)
                free(data);
            data = larger;
        }
    }
    return data;
}

int main(void) {
    static struct compressor c;
    uint8_t *data = read_all(stdin, &c.size);
    if (!data || c.size > INT32_MAX) {
        fputs("deflate: too much input\n", stderr);
        return 1;
    }
    c.data = data;
    memset(c.head, 0xff, sizeof c.head);
    compress(&c);
    free(data);
    if (fflush(stdout) != 0) {
        perror("deflate");
        return 1;
    }
    return 0;
}
