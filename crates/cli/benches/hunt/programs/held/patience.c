// class: n log n
// kind: sorts
// best 30: [0,1,2,3,4,5,6,26,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28]
// best 100: [0,1,2,3,4,5,6,7,8,9,95,10,11,12,13,14,15,16,17,18,19,20,21,80,85,22,23,24,25,82,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,96]
// how: climbed natively 32 s in all, from random and from ascending order; 756 at 30 against a random mean of 552, 3458 at 100 against a random mean of 2292
// Patience sort: binary search for the pile, then the piles are merged with a binary heap.
#include <worstcase.h>

#define MOST 1024

typedef int32_t item_t;

static item_t a[MOST];
static item_t top[MOST];     /* the top card of each pile */
static int below[MOST];      /* what lies below a card, -1 for none */
static int top_card[MOST];   /* its index */
static int heap[MOST];       /* piles, that with the least top first */
static item_t sorted[MOST];

/* Deals the cards onto piles that descend; says how many piles. */
static int deal(const item_t *v, int n) {
    int piles = 0;
    for (int i = 0; i < n; i++) {
        int lo = 0, hi = piles;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (top[mid] < v[i])
                lo = mid + 1;
            else
                hi = mid;
        }
        if (lo == piles) {
            below[i] = -1;
            piles++;
        } else {
            below[i] = top_card[lo];
        }
        top[lo] = v[i];
        top_card[lo] = i;
    }
    return piles;
}

static void sift_down(int at, int count) {
    int pile = heap[at];
    for (;;) {
        int child = 2 * at + 1;
        if (child >= count)
            break;
        if (child + 1 < count && top[heap[child + 1]] < top[heap[child]])
            child++;
        if (top[pile] <= top[heap[child]])
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = pile;
}

/* Takes the least card off the piles again and again; the tops ascend, so the piles are a heap. */
static void gather(const item_t *v, int n, int piles) {
    for (int k = 0; k < piles; k++)
        heap[k] = k;
    for (int i = 0; i < n; i++) {
        int pile = heap[0];
        sorted[i] = top[pile];
        int next = below[top_card[pile]];
        if (next >= 0) {
            top_card[pile] = next;
            top[pile] = v[next];
        } else {
            heap[0] = heap[--piles];
        }
        if (piles > 0)
            sift_down(0, piles);
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    measure_begin();
    int piles = deal(a, n);
    gather(a, n, piles);
    measure_end();
    output_i32(piles);
}
