// class: n^2
// kind: dynamic
// best 30: [30,29,28,27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,360]
// best 100: [100,99,98,97,96,95,94,93,92,91,90,89,88,87,86,85,84,83,82,81,80,79,78,77,76,75,74,73,72,71,70,69,68,67,66,65,64,63,62,61,60,59,58,57,56,55,54,53,52,51,50,49,48,47,46,45,44,43,42,41,40,39,38,37,36,35,34,33,32,31,30,29,28,27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,1200]
// how: construction by thought (distinct small coins given in descending order, an amount that is one above what the level before the last one covers); best at 30: construction coins 30..1 amount 360, at 100: construction coins 100..1 amount 1200; searched natively 22 s at 30, 26 s at 100; 32628 at 30 against a random mean of 7296, 350253 at 100 against a random mean of 25558
// Fewest coins for an amount up to 12 n, by levels: a queue of reachable amounts, each extended by each distinct coin in ascending order; ends as soon as the amount is reached.
#include <worstcase.h>

#define MOST 1000
#define AMOUNTS (12 * MOST + 1)

static int32_t coins[MOST];
static int32_t level[AMOUNTS], queue[AMOUNTS];

/* Sorts the coins and drops those that come again. */
static int prepare(int n) {
    int used = 0;
    for (int i = 0; i < n; i++) {
        int32_t coin = coins[i];
        int k = used;
        while (k > 0 && coins[k - 1] > coin)
            k--;
        if (k > 0 && coins[k - 1] == coin)
            continue;
        for (int m = used; m > k; m--)
            coins[m] = coins[m - 1];
        coins[k] = coin;
        used++;
    }
    return used;
}

static int fewest(int n, int32_t amount) {
    int used = prepare(n);
    int head = 0, tail = 0;
    for (int32_t a = 1; a <= amount; a++)
        level[a] = -1;
    level[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int32_t at = queue[head++];
        for (int i = 0; i < used; i++) {
            int32_t next = at + coins[i];
            if (next > amount)
                break;
            if (level[next] >= 0)
                continue;
            level[next] = level[at] + 1;
            if (next == amount)
                return level[next];
            queue[tail++] = next;
        }
    }
    return -1;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        coins[i] = input_i32_in(1, 12 * n);
    int32_t amount = input_i32_in(1, 12 * n);
    measure_begin();
    int result = fewest(n, amount);
    measure_end();
    output_i32(result);
}
