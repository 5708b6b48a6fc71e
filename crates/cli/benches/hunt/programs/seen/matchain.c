// class: n^3
// kind: dynamic
// best 30: [7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7]
// best 100: [7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7]
// how: proved worst (with equal sides nothing is pruned, each split takes every conditional); best at 30: construction equal, at 100: construction equal; searched natively 22 s at 30, 26 s at 100; 19087 at 30 against a random mean of 13659, 677297 at 100 against a random mean of 497443
// Matrix chain order by dynamic programming over intervals; a split is dropped as soon as its left part, or both parts, cost no less than the best so far.
#include <worstcase.h>

#define MOST 300

static int32_t sides[MOST + 1];
static int64_t price[MOST][MOST];
static int16_t cut[MOST][MOST];

static void best_split(int from, int to) {
    int64_t best = INT64_MAX;
    int at = from;
    for (int k = from; k < to; k++) {
        int64_t parts = price[from][k];
        if (parts >= best)
            continue;
        parts += price[k + 1][to];
        if (parts >= best)
            continue;
        int64_t whole = parts + (int64_t)sides[from] * sides[k + 1] * sides[to + 1];
        if (whole < best) {
            best = whole;
            at = k;
        }
    }
    price[from][to] = best;
    cut[from][to] = (int16_t)at;
}

/* The deepest nesting of the best order, without recursion: parts still to be looked at are on a stack. */
static int deepest(int n) {
    static struct {
        int from, to, depth;
    } stack[MOST];
    int top = 0, most = 0;
    stack[top].from = 0, stack[top].to = n - 1, stack[top++].depth = 0;
    while (top > 0) {
        top--;
        int from = stack[top].from, to = stack[top].to, depth = stack[top].depth;
        if (depth > most)
            most = depth;
        if (from == to)
            continue;
        int k = cut[from][to];
        stack[top].from = from, stack[top].to = k, stack[top++].depth = depth + 1;
        stack[top].from = k + 1, stack[top].to = to, stack[top++].depth = depth + 1;
    }
    return most;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i <= n; i++)
        sides[i] = input_i32_in(1, 10000);
    if (n < 1)
        return;
    measure_begin();
    for (int length = 2; length <= n; length++)
        for (int from = 0; from + length <= n; from++)
            best_split(from, from + length - 1);
    int depth = deepest(n);
    measure_end();
    output_i32((int32_t)(price[0][n - 1] % 1000000007));
    output_i32(depth);
}
