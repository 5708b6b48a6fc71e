// class: n
// kind: parsers
// best 30: [34,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,50]
// best 100: [34,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,50]
// how: climbed, a quote without an end and empty rows; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 2179 at 30 against a random mean of 562, 7219 at 100 against a random mean of 1669
// Guesses the delimiter of a CSV text: it is read with each of four candidates, with quoted fields ("" is a quote), and the one
// that gives the most even number of fields a row wins; then the types of the fields are told with that one.
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *p, *end;
    uint8_t delimiter;
    int row_done;
} Reader;

typedef enum { EMPTY, INTEGER, DECIMAL, DATE, TEXT } Type;

/* The next field, [*from, *to); 0 at the end of the text. */
static int next_field(Reader *r, const uint8_t **from, const uint8_t **to) {
    if (r->p >= r->end)
        return 0;
    r->row_done = 0;
    *from = r->p;
    if (*r->p == '"') {
        const uint8_t *q = r->p + 1;
        for (; q < r->end; q++) {
            if (*q != '"')
                continue;
            if (q + 1 < r->end && q[1] == '"')
                q++;
            else
                break;
        }
        if (q < r->end) {
            *from = r->p + 1;
            *to = q;
            r->p = q + 1;
        }
    }
    if (*from == r->p)
        *to = NULL;
    while (r->p < r->end && *r->p != r->delimiter && *r->p != '\n')
        r->p++;
    if (*from == r->p || !*to)
        *to = r->p;
    if (r->p < r->end)
        r->row_done = *r->p++ == '\n';
    return 1;
}

static Type type_of(const uint8_t *s, const uint8_t *end) {
    while (s < end && *s == ' ')
        s++;
    while (s < end && end[-1] == ' ')
        end--;
    if (s == end)
        return EMPTY;
    if (*s == '-' || *s == '+')
        s++;
    int digits = 0, dots = 0, dashes = 0;
    for (; s < end; s++) {
        if (*s >= '0' && *s <= '9')
            digits++;
        else if (*s == '.' && !dashes)
            dots++;
        else if (*s == '-' && !dots && digits >= 2)
            dashes++;
        else
            return TEXT;
    }
    if (!digits || dots > 1)
        return TEXT;
    return dashes == 2 ? DATE : dashes ? TEXT : dots ? DECIMAL : INTEGER;
}

/* How uneven the rows are, and how many fields there are at most: less is better. */
static long unevenness(const uint8_t *data, size_t size, uint8_t delimiter) {
    Reader r = {data, data + size, delimiter, 0};
    const uint8_t *from, *to;
    long fields = 0, first = 0, rows = 0, uneven = 0;
    while (next_field(&r, &from, &to)) {
        fields++;
        if (!r.row_done && r.p < r.end)
            continue;
        if (!rows++)
            first = fields;
        uneven += fields > first ? fields - first : first - fields;
        fields = 0;
    }
    return first > 1 ? uneven * 100 / rows : 1000000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t candidates[] = {',', ';', '\t', '|'};
    uint8_t delimiter = ',';
    long least = -1;
    for (size_t i = 0; i < sizeof candidates; i++) {
        long got = unevenness(data, size, candidates[i]);
        if (least < 0 || got < least) {
            least = got;
            delimiter = candidates[i];
        }
    }
    volatile int counts[5] = {0};
    Reader r = {data, data + size, delimiter, 0};
    const uint8_t *from, *to;
    while (next_field(&r, &from, &to))
        counts[type_of(from, to)]++;
    return 0;
}
