// class: n
// kind: search
// best 30: [648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,4651,4651,4651]
// best 100: [648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,648,753,770,793,810,879,887,910,960,961,4651,4651,4651,4651,4651,4651,4651,4651,4651,4651]
// how: construction by thought (no solution by parity, weights nearly equal so that the sums do not prune); best at 30: construction one batch climbed apart, repeated, descending rotated, at 100: construction one batch climbed apart, repeated, descending rotated; searched natively 22 s at 30, 26 s at 100; 11380 at 30 against a random mean of 5553, 37931 at 100 against a random mean of 12123
// Subset sum by backtracking for batches of 10 weights, each batch with a target of its own: largest weights first, suffix sums prune, ends at the first solution.
#include <worstcase.h>

#define MOST 1000
#define BATCH 10

static int32_t weights[MOST], targets[MOST / BATCH + 1];

typedef struct {
    int32_t weight[BATCH];
    int32_t rest[BATCH + 1]; /* sum of the weights from here on */
    int count;
    int is_chosen[BATCH];
} Batch;

static void prepare(Batch *b, const int32_t *from, int count) {
    b->count = count;
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && b->weight[k - 1] < from[i]; k--)
            b->weight[k] = b->weight[k - 1];
        b->weight[k] = from[i];
    }
    b->rest[count] = 0;
    for (int i = count - 1; i >= 0; i--)
        b->rest[i] = b->rest[i + 1] + b->weight[i];
}

static int solve(Batch *b, int at, int32_t left) {
    if (left == 0)
        return 1;
    if (at == b->count || left > b->rest[at])
        return 0;
    if (b->weight[at] <= left) {
        b->is_chosen[at] = 1;
        if (solve(b, at + 1, left - b->weight[at]))
            return 1;
        b->is_chosen[at] = 0;
    }
    /* Left out: so are those of the same weight. */
    int next = at + 1;
    while (next < b->count && b->weight[next] == b->weight[at])
        next++;
    return solve(b, next, left);
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    int batches = (n + BATCH - 1) / BATCH;
    for (int i = 0; i < n; i++)
        weights[i] = input_i32_in(1, 1000);
    for (int i = 0; i < batches; i++)
        targets[i] = input_i32_in(1, 5000);
    int solved = 0, chosen = 0;
    measure_begin();
    for (int i = 0; i < batches; i++) {
        static Batch batch;
        int begin = i * BATCH, count = n - begin < BATCH ? n - begin : BATCH;
        prepare(&batch, weights + begin, count);
        for (int k = 0; k < count; k++)
            batch.is_chosen[k] = 0;
        if (!solve(&batch, 0, targets[i]))
            continue;
        solved++;
        for (int k = 0; k < count; k++)
            chosen += batch.is_chosen[k];
    }
    measure_end();
    output_i32(solved * 10000 + chosen);
}
