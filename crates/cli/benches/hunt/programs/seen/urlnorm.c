// class: n^2
// kind: text
// best 30: [37,37,37,37,37,37,37,37,37,37,37,37,37,37,50,53,50,53,50,53,50,53,50,53,50,53,50,53,101,70]
// best 100: [37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,37,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,50,53,101,70]
// how: construction (percent signs encoded again and again, so that each pass decodes one) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 1471 at 30 against a random mean of 256, 14284 at 100 against a random mean of 649
// Normalises the path of a URL as a request filter does: it is percent-decoded until nothing changes, slashes are joined, and
// "." and ".." segments are removed in place.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MOST 4096

static uint8_t path[MOST + 1];

static int hex(uint8_t c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static size_t decode(uint8_t *s, size_t len) {
    size_t to = 0;
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '%' && i + 2 < len) {
            int high = hex(s[i + 1]), low = hex(s[i + 2]);
            if (high >= 0 && low >= 0) {
                s[to++] = (uint8_t)(high << 4 | low);
                i += 2;
                continue;
            }
        }
        s[to++] = s[i] == '\\' ? '/' : s[i];
    }
    return to;
}

static size_t cut(uint8_t *s, size_t len, size_t from, size_t to) {
    for (size_t i = to; i < len; i++)
        s[from + i - to] = s[i];
    return len - (to - from);
}

/* Removes one empty, "." or ".." segment at or after *i; 0 if there is none. */
static int simplify(uint8_t *s, size_t *len, size_t *i) {
    while (*i < *len) {
        size_t begin = *i, end = begin;
        while (end < *len && s[end] != '/')
            end++;
        size_t next = end < *len ? end + 1 : end;
        if (end == begin || (end == begin + 1 && s[begin] == '.')) {
            *len = cut(s, *len, begin, next);
            return 1;
        }
        if (end == begin + 2 && s[begin] == '.' && s[begin + 1] == '.') {
            size_t up = begin;
            if (up > 0)
                up--;
            while (up > 0 && s[up - 1] != '/')
                up--;
            *len = cut(s, *len, up, next);
            *i = up;
            return 1;
        }
        *i = next;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t len = size < MOST ? size : MOST, before, i = 0, end = 0;
    memcpy(path, data, len);
    while (end < len && path[end] != '?' && path[end] != '#')
        end++;
    len = end;
    do {
        before = len;
        len = decode(path, len);
    } while (len != before);
    while (simplify(path, &len, &i))
        continue;
    volatile uint32_t hash = 5381;
    for (i = 0; i < len; i++)
        hash = hash * 33 + path[i];
    return 0;
}
