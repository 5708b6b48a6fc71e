/* Search in a red-black tree (WISE).
 *
 * Measured     one search, after n insertions
 * Worst case   a key that is not there, below the deepest leaf; ascending input makes a deep tree
 * Cost         3 height + 1, with a height of at most 2 log2(n + 1)
 * Paths        n! (2n + 1): insertion compares two ways, the search ends at a node or between two
 *
 *     worstcase run examples/red_black_tree.c --size 4 --input 1,2,3,4,5
 *
 * The last of the n + 1 inputs is the key that is searched for.
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };
enum side { LEFT, RIGHT };

struct node {
    int key;
    bool red;
    struct node *parent;
    struct node *child[2];
};

static struct node pool[CAPACITY];
static struct node *root;

/* Moves `top` down to the given side; its child on the other side takes its place. */
static void rotate(struct node *top, int side) {
    struct node *up = top->child[!side];
    struct node *inner = up->child[side];
    top->child[!side] = inner;
    if (inner)
        inner->parent = top;
    up->parent = top->parent;
    if (!top->parent)
        root = up;
    else if (top == top->parent->child[LEFT])
        top->parent->child[LEFT] = up;
    else
        top->parent->child[RIGHT] = up;
    up->child[side] = top;
    top->parent = up;
}

/* Restores "a red node has no red child" from a new red node upwards. */
static void rebalance(struct node *node) {
    while (node->parent && node->parent->red) {
        struct node *parent = node->parent;
        struct node *grandparent = parent->parent;
        int side = parent == grandparent->child[RIGHT];
        struct node *uncle = grandparent->child[!side];
        if (uncle && uncle->red) {
            parent->red = false;
            uncle->red = false;
            grandparent->red = true;
            node = grandparent;
        } else {
            if (node == parent->child[!side]) {
                rotate(parent, side);
                parent = node;
            }
            parent->red = false;
            grandparent->red = true;
            rotate(grandparent, !side);
            break;
        }
    }
    root->red = false;
}

/* Equal keys go to the right. */
static void insert(struct node *node, int key) {
    struct node *parent = NULL;
    struct node **link = &root;
    while (*link) {
        parent = *link;
        if (key < parent->key)
            link = &parent->child[LEFT];
        else
            link = &parent->child[RIGHT];
    }
    node->key = key;
    node->red = true;
    node->parent = parent;
    node->child[LEFT] = NULL;
    node->child[RIGHT] = NULL;
    *link = node;
    rebalance(node);
}

static bool search(int key) {
    struct node *node = root;
    while (node) {
        if (key == node->key)
            return true;
        if (key < node->key)
            node = node->child[LEFT];
        else
            node = node->child[RIGHT];
    }
    return false;
}

void run(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
    root = NULL;
    for (int i = 0; i < n; i++)
        insert(&pool[i], input_i32());
    int key = input_i32();
    measure_begin();
    bool found = search(key);
    measure_end();
    output_i32(found);
}
