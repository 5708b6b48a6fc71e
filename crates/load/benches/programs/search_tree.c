/* An unbalanced binary search tree that counts how often each key occurs: n insertions.
 *
 * The nodes come from an arena. The height is kept up to date by the insertions, and the tree is walked in order in the
 * end without a stack, by Morris's threads, so that a tree of any shape can be walked.
 *
 * Measured     the insertions
 * Slow on      keys that make the tree a path (ascending, descending, or closing in from both ends): n(n - 1)/2 steps
 *
 *     worstcase run search_tree.c --size 4 --input 1,2,3,4
 */
#include <worstcase.h>

enum { CAPACITY = 20000 };

struct node {
    int32_t key;
    int32_t count;
    struct node *left, *right;
};

struct tree {
    struct node *root;
    int size;
    int height;
};

static struct node arena[CAPACITY];
static int used;

static struct node *new_node(int32_t key) {
    struct node *node = &arena[used++];
    node->key = key;
    node->count = 1;
    node->left = NULL;
    node->right = NULL;
    return node;
}

static void insert(struct tree *tree, int32_t key) {
    struct node **link = &tree->root;
    int depth = 1;
    while (*link) {
        struct node *node = *link;
        if (key == node->key) {
            node->count++;
            return;
        }
        link = key < node->key ? &node->left : &node->right;
        depth++;
    }
    *link = new_node(key);
    tree->size++;
    if (depth > tree->height)
        tree->height = depth;
}

/* The sum of the counts, or -1 if the keys are not in order. */
static int check(struct tree *tree) {
    int total = 0;
    const struct node *previous = NULL;
    struct node *node = tree->root;
    while (node) {
        if (node->left) {
            struct node *before = node->left;
            while (before->right && before->right != node)
                before = before->right;
            if (!before->right) {
                before->right = node;
                node = node->left;
                continue;
            }
            before->right = NULL;
        }
        if (previous && previous->key >= node->key)
            total = -1;
        if (total >= 0)
            total += node->count;
        previous = node;
        node = node->right;
    }
    return total;
}

void run(int n) {
    if (n < 0 || n > CAPACITY)
        __builtin_trap();
    static int32_t keys[CAPACITY];
    for (int i = 0; i < n; i++)
        keys[i] = input_i32();
    used = 0;
    struct tree tree = {NULL, 0, 0};
    measure_begin();
    for (int i = 0; i < n; i++)
        insert(&tree, keys[i]);
    measure_end();
    output_i32(tree.height);
    output_i32(tree.size);
    output_i32(check(&tree));
}
