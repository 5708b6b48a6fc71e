// class: n^3
// kind: text
// best 30: [42,91,91,91,91,91,91,91,91,91,91,91,91,91,92,10,91,91,91,91,91,91,91,91,91,91,91,91,91,91]
// best 100: [42,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,92,10,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91,91]
// how: climbed, then read off: a class without an end, scanned at each step of the backtracking; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 7834 at 30 against a random mean of 97, 289759 at 100 against a random mean of 315
// Shell-like file-name matcher with * ? [a-z] [!x] and backslash; iterative, it goes back to the last star only. The input is a
// pattern and, after the first NUL or newline, a list of names that are matched one by one.
#include <stddef.h>
#include <stdint.h>

/* Matches c with the class that begins after '[' at p; returns the place after ']' or NULL if it has no end. */
static const uint8_t *match_class(const uint8_t *p, const uint8_t *end, uint8_t c, int *hit) {
    int negate = 0, first = 1;
    *hit = 0;
    if (p < end && (*p == '!' || *p == '^')) {
        negate = 1;
        p++;
    }
    for (; p < end; first = 0) {
        if (*p == ']' && !first) {
            *hit ^= negate;
            return p + 1;
        }
        uint8_t low = *p++, high = low;
        if (low == '\\' && p < end)
            low = high = *p++;
        if (p + 1 < end && *p == '-' && p[1] != ']') {
            high = p[1];
            p += 2;
        }
        if (low <= c && c <= high)
            *hit = 1;
    }
    return NULL;
}

static int glob(const uint8_t *p, const uint8_t *pe, const uint8_t *s, const uint8_t *se) {
    const uint8_t *star = NULL, *back = NULL;
    if (s < se && *s == '.' && (p >= pe || *p != '.'))
        return 0;
    for (;;) {
        if (p < pe && *p == '*') {
            while (p < pe && *p == '*')
                p++;
            if (p == pe)
                return 1;
            star = p;
            back = s;
            continue;
        }
        if (s == se && p == pe)
            return 1;
        if (s < se && p < pe) {
            const uint8_t *next = NULL;
            int hit = 0;
            if (*p == '[')
                next = match_class(p + 1, pe, *s, &hit);
            if (!next) {
                next = p + 1;
                if (*p == '\\' && next < pe)
                    hit = *next++ == *s;
                else
                    hit = *p == '?' || *p == *s;
            }
            if (hit) {
                p = next;
                s++;
                continue;
            }
        }
        if (!star || back == se)
            return 0;
        p = star;
        s = ++back;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = data + size, *pe = data, *s;
    while (pe < end && *pe != '\n' && *pe != 0)
        pe++;
    volatile int matches = 0;
    for (s = pe; s < end;) {
        const uint8_t *from = ++s;
        while (s < end && *s != '\n' && *s != 0)
            s++;
        matches += glob(data, pe, from, s);
    }
    (void)matches;
    return 0;
}
