// class: n^3
// kind: text
// best 30: [90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,61]
// best 100: [90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,90,48,61]
// how: construction (a long word without a match: all splits are tried at its beginning) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 77384 at 30 against a random mean of 791, 2493342 at 100 against a random mean of 2774
// Finds the first assignment in a line, by a small backtracking matcher with character classes and the fixed pattern
// [A-Za-z_]+ [A-Za-z0-9_.]* \s* [0-9A-Za-z]* = [^;]* ; tried where a word begins.
#include <stddef.h>
#include <stdint.h>

enum { ONE, STAR, PLUS, OPTIONAL };

typedef struct {
    int (*has)(uint8_t);
    int many;
} Item;

static int is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static int is_path(uint8_t c) { return is_letter(c) || is_digit(c) || c == '.'; }
static int is_space(uint8_t c) { return c == ' ' || c == '\t'; }
static int is_alnum(uint8_t c) { return c != '_' && (is_letter(c) || is_digit(c)); }
static int is_equals(uint8_t c) { return c == '='; }
static int is_value(uint8_t c) { return c != ';'; }
static int is_semicolon(uint8_t c) { return c == ';'; }

static const Item pattern[] = {
    {is_letter, PLUS}, {is_path, STAR},  {is_space, STAR},     {is_alnum, STAR},
    {is_equals, ONE},  {is_value, STAR}, {is_semicolon, ONE}, {0, ONE},
};

/* The end of the match of the items from `item` on at s, or NULL. */
static const uint8_t *match(const Item *item, const uint8_t *s, const uint8_t *end) {
    if (!item->has)
        return s;
    if (item->many == ONE)
        return s < end && item->has(*s) ? match(item + 1, s + 1, end) : NULL;
    const uint8_t *least = item->many == PLUS ? s + 1 : s, *t = s;
    while (t < end && item->has(*t)) {
        t++;
        if (item->many == OPTIONAL)
            break;
    }
    for (; t >= least; t--) {
        const uint8_t *stop = match(item + 1, t, end);
        if (stop)
            return stop;
    }
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = data + size;
    volatile size_t length = 0;
    for (const uint8_t *s = data; s < end; s++) {
        if (s > data && is_letter(s[-1]))
            continue;
        const uint8_t *stop = match(pattern, s, end);
        if (stop) {
            length = (size_t)(stop - s);
            break;
        }
    }
    (void)length;
    return 0;
}
