// class: n^2
// kind: regimes
// best 30: [0,0,9,104,0,0,4,1000,0,1,22,8,0,1,26,15,0,1,18,1,0,14,28,-1,0,1,20,28,0,1,24,2,0,7,28,-3,0,1,28,128,0,3,28,-3,0,12,28,-1,0,8,28,-11,0,2,28,-12,0,1,16,1,0,1,28,-56,0,4,28,-8,0,1,28,2,0,1,28,4,0,1,28,4,0,1,28,4,0,1,28,4,0,1,28,4,0,1,27,4,0,1,28,256,0,1,28,4,0,1,28,256,0,1,28,4,0,1,28,256,0,1,28,4]
// best 100: [0,8,94,-3,0,1,87,37,0,4,94,-3,0,1,83,75,0,12,94,-3,0,1,91,25,0,2,94,-3,0,1,81,150,0,6,94,-3,0,1,85,50,0,10,94,-3,0,1,89,30,0,14,94,-3,0,1,93,21,0,3,94,-3,0,1,82,100,0,5,94,-3,0,1,84,60,0,7,94,-3,0,1,86,42,0,9,94,-3,0,1,88,33,0,11,94,-3,0,1,90,27,0,13,94,-3,0,1,92,23,0,1,94,-3,0,1,80,300,0,15,94,-3,0,1,94,20,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0,0,1,94,0]
// how: construction by thought (updates whose two ends lie inside of two blocks, built so that both blocks become descending and each rebuild sorts the worst order); best at 30: climb seeded from from scratch by climb (14452), at 100: construction blocks 0,5 v0; searched natively 22 s at 30, 26 s at 100; 14658 at 30 against a random mean of 4831, 58985 at 100 against a random mean of 14021
// Sqrt decomposition: range add and counting of the elements of a range that are at least x, with blocks of 16 that keep a sorted copy and a pending sum.
#include <worstcase.h>

#define MOST 1024
#define BLOCK 16

typedef struct {
    int32_t kind, from, to, value;
} Operation;

static Operation operations[MOST];
static int32_t values[MOST], ordered[MOST], pending[MOST / BLOCK + 1];
static int count;

static int block_end(int block) {
    int end = (block + 1) * BLOCK;
    return end < count ? end : count;
}

/* Sorts the copy of one block again. */
static void rebuild(int block) {
    int begin = block * BLOCK, end = block_end(block);
    for (int i = begin; i < end; i++) {
        int32_t v = values[i];
        int k = i;
        while (k > begin && ordered[k - 1] > v) {
            ordered[k] = ordered[k - 1];
            k--;
        }
        ordered[k] = v;
    }
}

static void add_inside(int block, int from, int to, int32_t value) {
    for (int i = from; i < to; i++)
        values[i] += value;
    rebuild(block);
}

static void add(int from, int to, int32_t value) {
    int first = from / BLOCK, last = (to - 1) / BLOCK;
    for (int block = first; block <= last; block++) {
        int begin = block * BLOCK, end = block_end(block);
        if (from <= begin && end <= to)
            pending[block] += value;
        else
            add_inside(block, from > begin ? from : begin, to < end ? to : end, value);
    }
}

/* How many of a whole block are at least x. */
static int count_block(int block, int32_t x) {
    int begin = block * BLOCK, low = begin, high = block_end(block);
    int end = high;
    x -= pending[block];
    while (low < high) {
        int middle = (low + high) / 2;
        if (ordered[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return end - low;
}

static int count_at_least(int from, int to, int32_t x) {
    int found = 0;
    for (int i = from; i < to;) {
        int block = i / BLOCK, end = block_end(block);
        if (i == block * BLOCK && end <= to) {
            found += count_block(block, x);
            i = end;
        } else {
            if (values[i] + pending[block] >= x)
                found++;
            i++;
        }
    }
    return found;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++) {
        operations[i].kind = input_i32_in(0, 1);
        operations[i].from = input_i32_in(0, n - 1);
        operations[i].to = input_i32_in(0, n - 1);
        operations[i].value = input_i32_in(-1000, 1000);
    }
    count = n;
    int32_t total = 0;
    measure_begin();
    for (int i = 0; i < n; i++) {
        const Operation *o = &operations[i];
        if (o->from > o->to)
            continue;
        if (o->kind == 0)
            add(o->from, o->to + 1, o->value);
        else
            total += count_at_least(o->from, o->to + 1, o->value);
    }
    measure_end();
    output_i32(total);
}
