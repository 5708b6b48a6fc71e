/* Insertion into a sorted linked list: figure 1 of the WISE paper.
 *
 * Measured     the n-th of n insertions
 * Worst case   it goes behind all others, as with ascending input
 * Cost         n
 * Paths        n!
 *
 *     worstcase run examples/sorted_list.c --size 4 --input 1,2,3,4
 */
#include <limits.h>
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

struct node {
    int value;
    struct node *next;
};

/* The list always ends in the sentinel, so the walk needs no test for the end. */
static struct node sentinel = {INT_MAX, NULL};
static struct node pool[CAPACITY];
static struct node *head;

static void insert(struct node *node, int value) {
    struct node **link = &head;
    while (value > (*link)->value)
        link = &(*link)->next;
    node->value = value;
    node->next = *link;
    *link = node;
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    head = &sentinel;
    for (int i = 0; i < n - 1; i++)
        insert(&pool[i], input_i32());
    int last = input_i32();
    measure_begin();
    insert(&pool[n - 1], last);
    measure_end();
    output_i32(head->value);
}
