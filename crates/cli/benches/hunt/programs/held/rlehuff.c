// class: n^2
// kind: text
// best 30: [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29]
// best 100: [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99]
// how: distinct bytes with the order and weights climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 1800 at 30 against a random mean of 1620, 16641 at 100 against a random mean of 11864
// Run-length coding (runs of four and more become an escape, a length and the byte), then a canonical Huffman code of what is
// left: the tree is built by taking the two lightest roots each time, code lengths are limited to 12 bits.
#include <worstcase.h>

#define MOST 1024
#define ESCAPE 256
#define SYMBOLS 512
#define MAX_BITS 12

static uint8_t bytes[MOST];
static uint16_t tokens[MOST * 2];
static uint32_t weight[2 * SYMBOLS];
static int parent[2 * SYMBOLS], length[SYMBOLS];
static int occurring[SYMBOLS], occurring_count;

static int run_length(const uint8_t *s, int n) {
    int used = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && run < 255 && s[i + run] == s[i])
            run++;
        if (run < 4) {
            tokens[used++] = s[i++];
            continue;
        }
        tokens[used++] = (uint16_t)(ESCAPE + run);
        tokens[used++] = s[i];
        i += run;
    }
    return used;
}

/* Makes the tree of the occurring symbols; the roots are kept in a list. Returns the greatest depth. */
static int make_lengths(void) {
    static int roots[SYMBOLS];
    int count = occurring_count, nodes = SYMBOLS, deepest = 0;
    for (int i = 0; i < count; i++)
        roots[i] = occurring[i];
    if (count == 1) {
        length[roots[0]] = 1;
        return 1;
    }
    while (count > 1) {
        int first = 0, second = 1;
        if (weight[roots[1]] < weight[roots[0]])
            first = 1, second = 0;
        for (int i = 2; i < count; i++) {
            if (weight[roots[i]] < weight[roots[first]]) {
                second = first;
                first = i;
            } else if (weight[roots[i]] < weight[roots[second]]) {
                second = i;
            }
        }
        weight[nodes] = weight[roots[first]] + weight[roots[second]];
        parent[roots[first]] = parent[roots[second]] = nodes;
        roots[first] = nodes++;
        roots[second] = roots[--count];
    }
    parent[nodes - 1] = -1;
    for (int i = 0; i < occurring_count; i++) {
        int bits = 0;
        for (int node = occurring[i]; parent[node] >= 0; node = parent[node])
            bits++;
        length[occurring[i]] = bits;
        if (bits > deepest)
            deepest = bits;
    }
    return deepest;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    input_bytes(bytes, (size_t)n);
    measure_begin();
    int used = run_length(bytes, n);
    uint32_t total = 0;
    if (used > 0) {
        for (int i = 0; i < used; i++)
            if (weight[tokens[i]]++ == 0)
                occurring[occurring_count++] = tokens[i];
        /* Flatten the weights until the codes are short enough. */
        while (make_lengths() > MAX_BITS)
            for (int i = 0; i < occurring_count; i++)
                weight[occurring[i]] = (weight[occurring[i]] >> 1) + 1;
        for (int i = 0; i < used; i++)
            total += (uint32_t)length[tokens[i]];
    }
    measure_end();
    output_i32((int32_t)total);
}
