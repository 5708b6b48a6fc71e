/* Dijkstra's shortest paths on a complete directed graph of n vertices, without a heap (WISE).
 *
 * Measured     everything but reading the n (n - 1) weights, row by row without the diagonal
 * Worst case   every input: the number of conditionals depends on n only
 * Cost         5n^2 + 4n + 2
 * Paths        1, 1, 4, 56, 2592
 *
 *     worstcase run examples/dijkstra.c --size 3 --input 5,9,1,1,1,1
 */
#include <limits.h>
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1024, MAX_WEIGHT = 1000 };

static int weight[CAPACITY][CAPACITY];
static int distance[CAPACITY];
static bool fixed[CAPACITY];

static void shortest_paths(int n) {
    for (int i = 0; i < n; i++) {
        distance[i] = INT_MAX;
        fixed[i] = false;
    }
    distance[0] = 0;

    for (int round = 0; round < n; round++) {
        int nearest = 0, min = INT_MAX;
        for (int i = 0; i < n; i++) {
            if (!fixed[i] && distance[i] < min) {
                nearest = i;
                min = distance[i];
            }
        }
        fixed[nearest] = true;
        for (int i = 0; i < n; i++)
            if (!fixed[i] && distance[nearest] + weight[nearest][i] < distance[i])
                distance[i] = distance[nearest] + weight[nearest][i];
    }
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                weight[i][j] = input_i32_in(0, MAX_WEIGHT);
    measure_begin();
    shortest_paths(n);
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(distance[i]);
}
