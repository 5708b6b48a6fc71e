// class: ?
// kind: search
// best 30: [439,273,21,49,21,50,21,50,21,51,21,51,21,52,21,52,21,53,21,53,21,54,21,54,21,55,21,55,21,56,21,56,21,57,21,57,21,58,21,58,21,59,21,59,3,13,3,13,3,12,3,12,3,11,3,11,3,10,3,10]
// best 100: [794,218,794,219,794,220,794,221,794,222,42,83,42,83,42,83,42,83,42,83,42,83,42,83,42,84,42,84,42,84,42,84,42,84,42,84,42,84,42,84,42,84,42,84,42,85,42,85,42,85,42,85,42,85,42,85,42,85,42,85,42,85,42,85,42,86,42,86,42,86,42,86,42,86,42,86,42,86,42,86,42,86,42,86,42,87,42,87,42,87,42,87,42,87,42,87,42,87,42,87,42,87,42,87,42,88,42,88,42,88,42,88,42,88,42,88,42,88,42,88,42,88,42,88,42,89,42,89,42,89,42,89,42,89,42,89,42,89,42,89,42,89,42,89,42,90,42,90,42,90,42,90,42,90,42,90,42,90,42,90,42,90,42,90,42,91,42,91,42,91,42,91,42,91,42,91,42,91,42,91,42,91,42,91,2,22,2,22,2,21,2,21,2,20,2,20,2,19,2,19]
// how: construction by thought, its numbers searched apart: tiny items first that can be left out in many ways, then a chain of items that all fit, then items too heavy to fit that keep the fractional bound above the best (better at 30) (better at 100); searched natively 22 s at 30, 26 s at 100; 142194 at 30 against a random mean of 10189, 478728 at 100 against a random mean of 39615
// 0/1 knapsack by branch and bound: items in the order of value per weight, fractional bound, capacity half of the weight, at most 5000 nodes.
#include <worstcase.h>

#define MOST 1000
#define NODES 5000

typedef struct {
    int32_t weight, value;
} Item;

static Item items[MOST];
static int count, nodes;
static int32_t best;

static void sort_items(void) {
    for (int i = 1; i < count; i++) {
        Item item = items[i];
        int k = i;
        while (k > 0 && (int64_t)items[k - 1].value * item.weight < (int64_t)item.value * items[k - 1].weight) {
            items[k] = items[k - 1];
            k--;
        }
        items[k] = item;
    }
}

/* What can at most be gained from the items from `at` on. */
static int32_t bound(int at, int32_t room) {
    int32_t gain = 0;
    for (; at < count; at++) {
        if (items[at].weight > room)
            return gain + (int32_t)((int64_t)items[at].value * room / items[at].weight);
        room -= items[at].weight;
        gain += items[at].value;
    }
    return gain;
}

static void search(int at, int32_t room, int32_t value) {
    if (++nodes > NODES)
        return;
    if (value > best)
        best = value;
    if (at == count || room == 0)
        return;
    if (value + bound(at, room) <= best)
        return;
    if (items[at].weight <= room)
        search(at + 1, room - items[at].weight, value + items[at].value);
    search(at + 1, room, value);
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    count = n;
    int32_t total = 0;
    for (int i = 0; i < n; i++) {
        items[i].weight = input_i32_in(1, 1000);
        items[i].value = input_i32_in(1, 1000);
        total += items[i].weight;
    }
    measure_begin();
    sort_items();
    search(0, total / 2, 0);
    measure_end();
    output_i32(best);
    output_i32(nodes);
}
