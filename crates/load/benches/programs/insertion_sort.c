/* Insertion sort of records: stable, in place, by key, then checked.
 *
 * A record is a key and where it came from, so that equal keys can be seen to keep their order. A record
 * that is not less than its predecessor, the common case in data that is nearly in order, costs one comparison.
 *
 * Measured     the sort
 * Slow on      descending keys: every record moves past all that came before it, n(n - 1)/2 moves
 *
 *     worstcase run insertion_sort.c --size 4 --input 4,3,2,1
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 20000 };

struct record {
    int32_t key;
    int32_t origin; /* its index before the sort */
};

static struct record records[CAPACITY];

/* Moves records[at] down to its place among the sorted ones before it. */
static void sift(struct record *r, int at) {
    struct record moving = r[at];
    int hole = at;
    do {
        r[hole] = r[hole - 1];
        hole--;
    } while (hole > 0 && r[hole - 1].key > moving.key);
    r[hole] = moving;
}

static void sort(struct record *r, int n) {
    for (int i = 1; i < n; i++)
        if (r[i].key < r[i - 1].key)
            sift(r, i);
}

static bool in_order(const struct record *r, int n) {
    for (int i = 1; i < n; i++) {
        if (r[i - 1].key > r[i].key)
            return false;
        if (r[i - 1].key == r[i].key && r[i - 1].origin > r[i].origin)
            return false;
    }
    return true;
}

void run(int n) {
    if (n < 0 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++) {
        records[i].key = input_i32();
        records[i].origin = i;
    }
    measure_begin();
    sort(records, n);
    measure_end();
    output_i32(in_order(records, n));
}
