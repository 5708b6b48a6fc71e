// class: n^2
// kind: hashes
// best 30: [255,225,32,254,2,32,253,35,32,252,68,32,251,101,32,250,134,32,249,167,32,248,200,32,247,233,32,96,32,96]
// best 100: [255,225,32,254,2,32,253,35,32,252,68,32,251,101,32,250,134,32,249,167,32,248,200,32,247,233,32,245,43,32,244,76,32,243,109,32,242,142,32,241,175,32,240,208,32,239,241,32,238,18,32,237,51,32,236,84,32,235,117,32,234,150,32,233,183,32,232,216,32,231,249,32,230,26,32,229,59,32,228,92,32,227,125,32,226,158,32,225,191,32,224,224,32,223,1,32,222,34,32,96]
// how: at 30 construction: words of two bytes in one bucket, and 2 times the one of one byte; at 100 construction: words of two bytes in one bucket, and the one of one byte; climbing natively for 19 s at 30 and 19 s at 100 found nothing better; 533 at 30 against a random mean of 206, 3683 at 100 against a random mean of 627
// Interns the words of a text: djb2, 256 buckets with chains that are compared by length and then by byte.
#include <stddef.h>
#include <stdint.h>

#define MOST_BYTES 4096
#define BUCKETS 256

/* Symbols are slices of the text; those with the same hash are chained, the latest at the end. */
typedef struct Symbol {
    const uint8_t *text;
    int length;
    int uses;
    struct Symbol *next;
} Symbol;

static Symbol symbols[MOST_BYTES];
static Symbol *buckets[BUCKETS];
static int symbol_count;

static int is_space(uint8_t c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/* djb2 */
static uint32_t hash_of(const uint8_t *text, int length) {
    uint32_t h = 5381;
    for (int i = 0; i < length; i++)
        h = h * 33 + text[i];
    return h;
}

static int same(const Symbol *s, const uint8_t *text, int length) {
    if (s->length != length)
        return 0;
    for (int i = 0; i < length; i++)
        if (s->text[i] != text[i])
            return 0;
    return 1;
}

static Symbol *intern(const uint8_t *text, int length) {
    Symbol **place = &buckets[hash_of(text, length) % BUCKETS];
    for (; *place; place = &(*place)->next)
        if (same(*place, text, length))
            return *place;
    Symbol *made = &symbols[symbol_count++];
    made->text = text;
    made->length = length;
    *place = made;
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_BYTES)
        size = MOST_BYTES;
    int most = 0;
    size_t i = 0;
    while (i < size) {
        while (i < size && is_space(data[i]))
            i++;
        size_t begin = i;
        while (i < size && !is_space(data[i]))
            i++;
        if (i > begin) {
            Symbol *s = intern(data + begin, (int)(i - begin));
            if (++s->uses > most)
                most = s->uses;
        }
    }
    return most < 0;
}
