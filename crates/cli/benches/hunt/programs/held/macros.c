// class: ?
// kind: text
// best 30: [128,61,123,123,123,123,123,123,123,123,123,123,128,125,123,128,125,123,128,125,59,123,128,125,123,128,125,123,128,125]
// best 100: [97,61,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,123,61,124,125,125,125,125,125,125,125,125,125,125,125,125,59,98,61,123,97,125,123,97,125,123,97,125,59,99,61,123,98,125,123,98,125,123,98,125,59,123,99,125,123,99,125,123,99,125,123,99,125]
// how: construction (macros of braces without an end, used again and again by themselves) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 22064 at 30 against a random mean of 98, 170777 at 100 against a random mean of 344
// Template expander: "x=text;" at the beginning of the input (as many as there are) define macros of one letter, the rest is a
// template in which {x} stands for the macro's text, {x|text} for text if x is not defined. Macros in macros are expanded up to
// four deep; a brace without an end is copied, and the output is at most 2000 bytes long.
#include <stddef.h>
#include <stdint.h>

#define MAX_MACROS 64
#define MAX_OUT 2000
#define MAX_DEPTH 4

typedef struct {
    uint8_t name;
    const uint8_t *from, *to;
} Macro;

static Macro macros[MAX_MACROS];
static int macro_count;
static uint8_t out[MAX_OUT];
static size_t used;

static const Macro *find(uint8_t name) {
    for (int i = macro_count - 1; i >= 0; i--)
        if (macros[i].name == name)
            return &macros[i];
    return NULL;
}

/* The brace that closes the one before p, or NULL. */
static const uint8_t *closing(const uint8_t *p, const uint8_t *end) {
    int depth = 1;
    for (; p < end; p++) {
        if (*p == '{')
            depth++;
        else if (*p == '}' && --depth == 0)
            return p;
    }
    return NULL;
}

static void expand(const uint8_t *p, const uint8_t *end, int depth) {
    while (p < end && used < MAX_OUT) {
        if (*p != '{' || depth >= MAX_DEPTH) {
            out[used++] = *p++;
            continue;
        }
        const uint8_t *close = closing(p + 1, end);
        if (!close || close == p + 1) {
            out[used++] = *p++;
            continue;
        }
        const Macro *macro = close == p + 2 || p[2] == '|' ? find(p[1]) : NULL;
        if (macro) {
            expand(macro->from, macro->to, depth + 1);
        } else if (close > p + 2 && p[2] == '|') {
            expand(p + 3, close, depth + 1);
        } else {
            out[used++] = *p++;
            continue;
        }
        p = close + 1;
    }
}

static const uint8_t *definitions(const uint8_t *p, const uint8_t *end) {
    while (end - p >= 3 && p[1] == '=' && macro_count < MAX_MACROS) {
        const uint8_t *stop = p + 2;
        while (stop < end && *stop != ';')
            stop++;
        if (stop == end)
            break;
        macros[macro_count].name = *p;
        macros[macro_count].from = p + 2;
        macros[macro_count++].to = stop;
        p = stop + 1;
    }
    return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    macro_count = 0;
    used = 0;
    const uint8_t *end = data + size;
    expand(definitions(data, end), end, 0);
    return 0;
}
