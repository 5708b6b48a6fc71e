// class: n^1.5
// kind: sorts
// best 30: [25,17,8,11,21,24,1,7,20,26,2,9,10,22,15,0,18,14,27,3,6,12,23,0,4,19,13,16,2,5]
// best 100: [54,85,67,50,69,14,29,40,60,71,37,16,43,56,70,38,15,72,35,9,64,33,48,77,13,28,76,58,86,18,51,82,0,24,20,61,80,4,27,21,57,79,68,7,78,11,22,31,32,74,37,19,43,53,81,39,49,52,34,0,23,46,62,84,26,44,65,53,83,2,41,75,6,30,17,47,63,1,40,8,45,55,59,10,42,12,3,25,47,66,36,5,27,45,73,38,41,42,34,0]
// how: annealed and climbed natively about 100 s in all; 654 at 30 against a random mean of 412, 3585 at 100 against a random mean of 2001
// Shell sort with the gaps 1, 4, 13, 40, ..., chain by chain.
#include <worstcase.h>

#define MOST 1024

typedef int32_t item_t;

static item_t a[MOST];

/* Sorts the chain start, start + gap, start + 2 gap, ... by insertion. */
static void insert_chain(item_t *v, int n, int start, int gap) {
    for (int i = start + gap; i < n; i += gap) {
        item_t x = v[i];
        int j = i;
        while (j >= gap && v[j - gap] > x) {
            v[j] = v[j - gap];
            j -= gap;
        }
        v[j] = x;
    }
}

static void shell_sort(item_t *v, int n) {
    int gap = 1;
    while (gap < n / 3)
        gap = 3 * gap + 1;
    while (gap >= 1) {
        for (int start = 0; start < gap; start++)
            insert_chain(v, n, start, gap);
        gap /= 3;
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    shell_sort(a, n);
    measure_end();
    if (n > 0)
        output_i32((int32_t)a[n / 2]);
}
