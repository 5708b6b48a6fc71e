// class: ?
// kind: text
// best 30: [0,0,0,0,0,0,0,0,0,0,0,107,107,0,6,0,9,0,10,0,8,0,1,0,5,0,4,0,2,0]
// best 100: [100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,97,107,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,2,100,97,100,100,100,100,100,100,100,100,100,100,2,100,100,100,100,100,100,97,11,100,100,100,100,11,100,100,230,100,100,100,100,97,100,100,100,100,100,100,97,100,100,100,100,107,100]
// how: climbed from runs of equal bytes ended by different bytes (many in one hash bucket); structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 1712 at 30 against a random mean of 297, 12978 at 100 against a random mean of 1056
// LZ77 compressor with hash chains over the next three bytes and one step of lazy matching, as in deflate; the chain is followed
// for at most 128 candidates, and a match of 24 bytes is good enough.
#include <stddef.h>
#include <stdint.h>

#define MOST 4096
#define HASH_BITS 6
#define MIN_MATCH 3
#define NICE 24
#define MAX_CHAIN 128

static int16_t head[1 << HASH_BITS], prev[MOST];
static uint8_t out[MOST * 2];
static size_t out_len;

static unsigned hash(const uint8_t *p) {
    return ((p[0] * 2654435761u) ^ (p[1] * 40503u << 7) ^ (p[2] * 2246822519u)) >> (32 - HASH_BITS);
}

static void insert(const uint8_t *s, size_t size, size_t i) {
    if (i + MIN_MATCH > size)
        return;
    unsigned h = hash(s + i);
    prev[i] = head[h];
    head[h] = (int16_t)i;
}

static size_t longest(const uint8_t *s, size_t size, size_t i, size_t atleast, size_t *where) {
    size_t best = atleast;
    if (i + MIN_MATCH > size)
        return best;
    int chain = MAX_CHAIN;
    for (int c = head[hash(s + i)]; c >= 0 && chain-- > 0; c = prev[c]) {
        if (i + best >= size)
            break;
        if (s[(size_t)c + best] != s[i + best])
            continue;
        size_t len = 0;
        while (i + len < size && s[(size_t)c + len] == s[i + len])
            len++;
        if (len > best) {
            best = len;
            *where = (size_t)c;
            if (len >= NICE)
                break;
        }
    }
    return best;
}

static void emit(unsigned byte) { out[out_len++] = (uint8_t)byte; }

static size_t compress(const uint8_t *s, size_t size) {
    size_t i = 0, where = 0, later = 0;
    out_len = 0;
    for (int h = 0; h < 1 << HASH_BITS; h++)
        head[h] = -1;
    while (i < size) {
        size_t len = longest(s, size, i, MIN_MATCH - 1, &where);
        insert(s, size, i);
        if (len >= MIN_MATCH && i + 1 < size && len < NICE) {
            size_t next = longest(s, size, i + 1, len, &later);
            if (next > len) {
                emit(s[i++]);
                insert(s, size, i);
                len = next;
                where = later;
            }
        }
        if (len < MIN_MATCH) {
            emit(s[i++]);
            continue;
        }
        emit(0x80 | (unsigned)(len < 127 ? len : 127));
        emit((unsigned)(i - where) & 255);
        emit((unsigned)(i - where) >> 8);
        for (size_t k = 1; k < len; k++)
            insert(s, size, i + k);
        i += len;
    }
    return out_len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST)
        size = MOST;
    volatile size_t packed = compress(data, size);
    (void)packed;
    return 0;
}
