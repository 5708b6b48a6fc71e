// class: n^2
// kind: text
// best 30: [97,98,98,98,98,98,98,98,98,98,98,98,98,98,98,98,97,98,99,98,97,99,98,98,97,99,98,99,99,0]
// best 100: [97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,0,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97]
// how: construction at 100 (a run of one byte in itself, the best division of all), climbed at 30; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 674 at 30 against a random mean of 184, 3246 at 100 against a random mean of 599
// Boyer-Moore search with the bad-character and the good-suffix rule for all occurrences: the pattern goes up to the first
// zero byte of the input, the text is what follows.
#include <stddef.h>
#include <stdint.h>

#define MAX_PATTERN 1024

static int last[256], shift_by[MAX_PATTERN + 1], border[MAX_PATTERN + 1];

static void bad_characters(const uint8_t *p, int m) {
    for (int c = 0; c < 256; c++)
        last[c] = -1;
    for (int i = 0; i < m; i++)
        last[p[i]] = i;
}

static void good_suffixes(const uint8_t *p, int m) {
    for (int i = 0; i <= m; i++)
        shift_by[i] = 0;
    int i = m, j = m + 1;
    border[i] = j;
    while (i > 0) {
        while (j <= m && p[i - 1] != p[j - 1]) {
            if (shift_by[j] == 0)
                shift_by[j] = j - i;
            j = border[j];
        }
        border[--i] = --j;
    }
    j = border[0];
    for (i = 0; i <= m; i++) {
        if (shift_by[i] == 0)
            shift_by[i] = j;
        if (i == j)
            j = border[j];
    }
}

static int search(const uint8_t *p, int m, const uint8_t *t, int n) {
    int found = 0;
    for (int at = 0; at + m <= n;) {
        int j = m - 1;
        while (j >= 0 && p[j] == t[at + j])
            j--;
        if (j < 0) {
            found++;
            at += shift_by[0];
        } else {
            int by_suffix = shift_by[j + 1], by_character = j - last[t[at + j]];
            at += by_suffix > by_character ? by_suffix : by_character;
        }
    }
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t m = 0;
    while (m < size && m < MAX_PATTERN && data[m])
        m++;
    if (m == 0 || m >= size)
        return 0;
    bad_characters(data, (int)m);
    good_suffixes(data, (int)m);
    const uint8_t *text = data + m + (data[m] == 0);
    volatile int found = search(data, (int)m, text, (int)(data + size - text));
    (void)found;
    return 0;
}
