// class: n log n
// kind: sorts
// best 30: [25,24,21,23,0,22,20,1,3,2,20,5,8,4,7,6,20,9,16,11,12,17,13,15,14,10,8,17,18,19]
// best 100: [54,53,43,52,34,51,50,48,49,48,49,48,26,7,45,23,45,47,40,42,41,19,44,38,37,35,3,54,36,47,15,33,32,31,29,32,30,29,27,35,25,24,22,22,22,19,16,39,5,29,17,0,13,14,4,14,10,10,55,8,1,28,27,47,25,23,18,20,18,19,52,28,20,16,14,15,14,12,12,24,11,18,9,2,37,27,21,28,24,14,23,25,21,18,46,22,16,15,17,6]
// how: climbed natively 32 s in all; 919 at 30 against a random mean of 772, 4067 at 100 against a random mean of 3622
// Dijkstra's smoothsort with a string of Leonardo heaps.
#include <worstcase.h>

#define MOST 1024

typedef int32_t item_t;

static item_t a[MOST];

/* Leonardo numbers: 1, 1, 3, 5, 9, ... */
static const int leonardo[] = {1, 1, 3, 5, 9, 15, 25, 41, 67, 109, 177, 287, 465, 753, 1219, 1973};

/* Orders of the heaps of the string, the last one on top. */
static int orders[32], heaps;

static void sift(item_t *v, int order, int root) {
    item_t x = v[root];
    while (order > 1) {
        int right = root - 1, left = root - 1 - leonardo[order - 2];
        if (!(x < v[left]) && !(x < v[right]))
            break;
        if (!(v[left] < v[right])) {
            v[root] = v[left];
            root = left;
            order -= 1;
        } else {
            v[root] = v[right];
            root = right;
            order -= 2;
        }
    }
    v[root] = x;
}

/* Moves the root of heap k to the left along the string of heaps until the roots ascend. */
static void trinkle(item_t *v, int k, int root) {
    item_t x = v[root];
    while (k > 0) {
        int order = orders[k], stepson = root - leonardo[order];
        if (!(x < v[stepson]))
            break;
        if (order > 1) {
            int right = root - 1, left = root - 1 - leonardo[order - 2];
            if (!(v[right] < v[stepson]) || !(v[left] < v[stepson]))
                break;
        }
        v[root] = v[stepson];
        root = stepson;
        k--;
    }
    v[root] = x;
    sift(v, orders[k], root);
}

static void smooth_sort(item_t *v, int n) {
    heaps = 0;
    for (int i = 0; i < n; i++) {
        if (heaps >= 2 && orders[heaps - 2] == orders[heaps - 1] + 1) {
            heaps--;
            orders[heaps - 1]++;
        } else if (heaps >= 1 && orders[heaps - 1] == 1) {
            orders[heaps++] = 0;
        } else {
            orders[heaps++] = 1;
        }
        trinkle(v, heaps - 1, i);
    }
    for (int i = n - 1; i > 0; i--) {
        int order = orders[--heaps];
        if (order <= 1)
            continue;
        int left = i - 1 - leonardo[order - 2];
        orders[heaps++] = order - 1;
        trinkle(v, heaps - 1, left);
        orders[heaps++] = order - 2;
        trinkle(v, heaps - 1, i - 1);
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    smooth_sort(a, n);
    measure_end();
    for (int i = 1; i < n; i++)
        if (a[i] < a[i - 1])
            output_i32(-1);
    if (n > 0)
        output_i32((int32_t)a[n - 1]);
}
