// A binary search tree with nodes from an arena: n insertions, then look-ups and a walk over all of it.

enum { MAX = 1 << 17 };

struct node {
    int key;
    struct node *left, *right;
};

static struct node arena[MAX];
static int used;

static struct node *new_node(int key) {
    struct node *node = &arena[used++];
    node->key = key;
    return node;
}

static struct node *insert(struct node *root, int key) {
    if (!root) return new_node(key);
    if (key < root->key) root->left = insert(root->left, key);
    else if (key > root->key) root->right = insert(root->right, key);
    return root;
}

static int depth_of(const struct node *root, int key) {
    int depth = 0;
    while (root && root->key != key) {
        root = key < root->key ? root->left : root->right;
        depth++;
    }
    return root ? depth : -1;
}

static long long sum(const struct node *root) {
    return root ? sum(root->left) + root->key + sum(root->right) : 0;
}

long long run(int n) {
    struct node *root = 0;
    unsigned state = 3;
    for (int i = 0; i < n; i++) {
        state = state * 1664525 + 1013904223;
        root = insert(root, state >> 12);
    }
    long long depths = 0;
    for (int key = 0; key < n; key++) depths += depth_of(root, key);
    return sum(root) * 31 + depths;
}
