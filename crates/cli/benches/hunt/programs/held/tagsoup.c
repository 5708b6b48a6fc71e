// class: n^2
// kind: parsers
// best 30: [60,45,34,39,62,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60,60]
// best 100: [60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,33,45,45,60,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,45,39]
// how: construction (comments or quotes without an end) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 487 at 30 against a random mean of 63, 3828 at 100 against a random mean of 211
// Lenient tag matcher for HTML-like text: an end tag closes the nearest open element of its name (and all within it),
// one without such an element is ignored; attributes in quotes and comments are skipped.
#include <stddef.h>
#include <stdint.h>

#define MAX_OPEN 1024

typedef struct {
    const uint8_t *name;
    size_t len;
} Element;

static Element open[MAX_OPEN];
static int count, closed, stray;

static int is_name(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == ':';
}

static uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c; }

static int same(const Element *e, const uint8_t *name, size_t len) {
    if (e->len != len)
        return 0;
    for (size_t i = 0; i < len; i++)
        if (lower(e->name[i]) != lower(name[i]))
            return 0;
    return 1;
}

static void close_tag(const uint8_t *name, size_t len) {
    for (int i = count - 1; i >= 0; i--) {
        if (same(&open[i], name, len)) {
            closed += count - i;
            count = i;
            return;
        }
    }
    stray++;
}

/* The position after the tag's '>', or `size`; *empty says whether it ended with "/>". */
static size_t skip_attributes(const uint8_t *s, size_t size, size_t i, int *empty) {
    *empty = 0;
    while (i < size && s[i] != '>') {
        if (s[i] == '"' || s[i] == '\'') {
            uint8_t quote = s[i];
            size_t j = i + 1;
            while (j < size && s[j] != quote)
                j++;
            if (j < size)
                i = j;
        }
        *empty = s[i] == '/';
        i++;
    }
    return i < size ? i + 1 : size;
}

static size_t comment(const uint8_t *s, size_t size, size_t i) {
    for (size_t j = i; j + 2 < size; j++)
        if (s[j] == '-' && s[j + 1] == '-' && s[j + 2] == '>')
            return j + 3;
    return i;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t i = 0;
    count = closed = stray = 0;
    while (i < size) {
        if (data[i] != '<') {
            i++;
            continue;
        }
        i++;
        if (i + 2 < size && data[i] == '!' && data[i + 1] == '-' && data[i + 2] == '-') {
            i = comment(data, size, i + 3);
            continue;
        }
        int is_end = i < size && data[i] == '/';
        if (is_end)
            i++;
        size_t from = i;
        while (i < size && is_name(data[i]))
            i++;
        if (i == from)
            continue;
        int empty;
        size_t len = i - from;
        i = skip_attributes(data, size, i, &empty);
        if (is_end) {
            close_tag(data + from, len);
        } else if (!empty && count < MAX_OPEN) {
            open[count].name = data + from;
            open[count++].len = len;
        }
    }
    return 0;
}
