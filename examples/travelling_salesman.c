/* The travelling salesman's shortest tour of n cities, by branch and bound (WISE).
 *
 * Measured     everything but reading the n n weights, row by row (the diagonal is read and not used)
 * Worst case   no partial tour is ever as long as the best one, so all (n-1)! are tried: equal weights
 * Cost         2 (n-1)! + (2n+3) sum of (n-1)!/(n-k)! for k = 1..n-1: 2, 9, 31, 122, 581
 * Paths        1, 1, 3, 297
 *
 *     worstcase run examples/travelling_salesman.c --size 3 --input 0,1,1,1,0,1,1,1,0
 */
#include <limits.h>
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 32, MAX_WEIGHT = 1000 };

static int weight[CAPACITY][CAPACITY];
static bool visited[CAPACITY];
static int best;

/* Extends a tour that is at `city`, the count-th of n. */
static void extend(int n, int city, int count, int length) {
    if (count == n) {
        if (length + weight[city][0] < best)
            best = length + weight[city][0];
        return;
    }
    if (length >= best)
        return;
    for (int next = 0; next < n; next++) {
        if (!visited[next]) {
            visited[next] = true;
            extend(n, next, count + 1, length + weight[city][next]);
            visited[next] = false;
        }
    }
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            weight[i][j] = input_i32_in(0, MAX_WEIGHT);
    best = INT_MAX;
    visited[0] = true;
    measure_begin();
    extend(n, 0, 1, 0);
    measure_end();
    output_i32(best);
}
