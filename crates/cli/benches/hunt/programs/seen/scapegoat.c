// class: n log n
// kind: trees
// best 30: [0,24,25,29,27,28,26,3,22,23,16,19,21,18,20,17,15,13,14,12,4,2,1,7,6,5,11,9,10,8]
// best 100: [99,2,0,93,1,95,98,97,96,94,91,92,90,89,87,88,85,79,86,84,83,82,81,80,78,75,73,77,76,74,72,68,71,66,69,67,70,65,62,64,63,61,56,60,59,57,58,53,55,52,54,39,51,30,48,50,49,36,47,46,45,42,43,40,37,44,41,38,34,35,33,32,16,31,28,27,24,29,26,25,18,21,19,23,20,22,17,14,15,13,12,11,4,10,5,6,3,7,9,8]
// how: at 30 climbed, then climbed from there; at 100 fuzzed, then climbed from there; climbing natively for 24 s at 30 and 24 s at 100 in all; 1638 at 30 against a random mean of 618, 8452 at 100 against a random mean of 3338
// A scapegoat tree: n keys are inserted, and where it gets too deep, a part of it is built anew.
#include <worstcase.h>

#define MOST 1024

typedef struct Node {
    int32_t key;
    struct Node *left, *right;
} Node;

static Node nodes[MOST];
static Node *path[MOST], *flat[MOST];
static Node *root;
static int size;
static int32_t keys[MOST];

static int size_of(const Node *t) { return t ? 1 + size_of(t->left) + size_of(t->right) : 0; }

static int flatten(Node *t, int count) {
    if (!t)
        return count;
    count = flatten(t->left, count);
    flat[count++] = t;
    return flatten(t->right, count);
}

static Node *build(int lo, int hi) {
    if (lo >= hi)
        return NULL;
    int mid = lo + (hi - lo) / 2;
    Node *t = flat[mid];
    t->left = build(lo, mid);
    t->right = build(mid + 1, hi);
    return t;
}

/* The depth a tree of `count` nodes may have: the logarithm to the base 3/2. */
static int depth_limit(int count) {
    int depth = 0;
    for (int reach = 1; 3 * reach <= 2 * count; depth++)
        reach = (3 * reach + 1) / 2;
    return depth + 1;
}

static int insert(int32_t key) {
    Node **place = &root;
    int depth = 0;
    while (*place) {
        Node *at = *place;
        if (at->key == key)
            return 0;
        path[depth++] = at;
        place = key < at->key ? &at->left : &at->right;
    }
    Node *made = &nodes[size++];
    made->key = key;
    *place = made;
    if (depth <= depth_limit(size))
        return 1;
    /* Upwards to the first ancestor with a child of more than two thirds of it: the scapegoat. */
    int below = 1;
    for (int i = depth - 1; i >= 0; i--) {
        Node *up = path[i];
        Node *child = i + 1 < depth ? path[i + 1] : made;
        int whole = below + 1 + size_of(child == up->left ? up->right : up->left);
        if (3 * below > 2 * whole) {
            flatten(up, 0);
            Node *built = build(0, whole);
            if (i == 0)
                root = built;
            else if (path[i - 1]->left == up)
                path[i - 1]->left = built;
            else
                path[i - 1]->right = built;
            break;
        }
        below = whole;
    }
    return 1;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        keys[i] = input_i32();
    measure_begin();
    for (int i = 0; i < n; i++)
        insert(keys[i]);
    measure_end();
    output_i32(size);
    output_i32(root ? root->key : 0);
}
