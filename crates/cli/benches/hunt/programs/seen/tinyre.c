// class: n^3
// kind: text
// best 30: [36,42,36,42,36,92,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36]
// best 100: [36,42,36,42,36,92,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36,36]
// how: construction (two stars and no match on equal bytes), stretched from 30 to 100, and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 80878 at 30 against a random mean of 318, 4111128 at 100 against a random mean of 1206
// A little regular-expression matcher (after Kernighan and Pike, with + ? and classes \d \w): the first fifth of the input, at
// most 6 bytes, is the pattern, the rest is the text it is looked for in. Backtracking.
#include <stddef.h>
#include <stdint.h>

static const uint8_t *pattern_end, *text_end;

static int match_here(const uint8_t *p, const uint8_t *t);

static int is_word(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* How many bytes of the pattern the atom at p has. */
static int atom_length(const uint8_t *p) { return *p == '\\' && p + 1 < pattern_end ? 2 : 1; }

static int match_atom(const uint8_t *p, uint8_t c) {
    if (*p == '.')
        return c != '\n';
    if (*p == '\\' && p + 1 < pattern_end) {
        switch (p[1]) {
        case 'd': return c >= '0' && c <= '9';
        case 'w': return is_word(c);
        default: return p[1] == c;
        }
    }
    return *p == c;
}

static int match_repeat(const uint8_t *atom, int least, int most, const uint8_t *rest, const uint8_t *t) {
    int times = 0;
    while ((most < 0 || times < most) && t < text_end && match_atom(atom, *t)) {
        t++;
        times++;
    }
    for (; times >= least; times--, t--)
        if (match_here(rest, t))
            return 1;
    return 0;
}

static int match_here(const uint8_t *p, const uint8_t *t) {
    if (p >= pattern_end)
        return 1;
    if (*p == '$' && p + 1 == pattern_end)
        return t == text_end;
    int length = atom_length(p);
    const uint8_t *next = p + length;
    if (next < pattern_end) {
        if (*next == '*')
            return match_repeat(p, 0, -1, next + 1, t);
        if (*next == '+')
            return match_repeat(p, 1, -1, next + 1, t);
        if (*next == '?')
            return match_repeat(p, 0, 1, next + 1, t);
    }
    return t < text_end && match_atom(p, *t) && match_here(next, t + 1);
}

static int match(const uint8_t *p, const uint8_t *t) {
    if (p < pattern_end && *p == '^')
        return match_here(p + 1, t);
    do {
        if (match_here(p, t))
            return 1;
    } while (t++ < text_end);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t length = size / 5 < 6 ? size / 5 : 6;
    pattern_end = data + length;
    text_end = data + size;
    volatile int found = match(data, data + length);
    (void)found;
    return 0;
}
