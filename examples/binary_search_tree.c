/* Search in an unbalanced binary search tree (WISE).
 *
 * Measured     one search, after n - 1 insertions
 * Worst case   a key beyond the end of a tree that is a list, as with ascending input
 * Cost         3n - 2
 * Paths        the ordered Bell numbers (orderings of n values with ties): 1, 3, 13, 75, 541
 *
 *     worstcase run examples/binary_search_tree.c --size 4 --input 1,2,3,4
 *
 * The last of the n inputs is the key that is searched for.
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

struct node {
    int key;
    struct node *left, *right;
};

static struct node pool[CAPACITY];
static struct node *root;

/* A key that is there already is dropped. */
static void insert(struct node *node, int key) {
    struct node **link = &root;
    while (*link) {
        if (key == (*link)->key)
            return;
        if (key < (*link)->key)
            link = &(*link)->left;
        else
            link = &(*link)->right;
    }
    node->key = key;
    node->left = NULL;
    node->right = NULL;
    *link = node;
}

static bool search(int key) {
    struct node *node = root;
    while (node) {
        if (key == node->key)
            return true;
        if (key < node->key)
            node = node->left;
        else
            node = node->right;
    }
    return false;
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    root = NULL;
    for (int i = 0; i < n - 1; i++)
        insert(&pool[i], input_i32());
    int key = input_i32();
    measure_begin();
    bool found = search(key);
    measure_end();
    output_i32(found);
}
