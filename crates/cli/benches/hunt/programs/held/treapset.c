// class: n^2
// kind: trees
// best 30: [18,19,8,5,1,15,9,7,6,2,17,3,25,16,4,10,13,24,12,23,0,22,11,21,14,20,19,19,19,19]
// best 100: [40,41,21,16,73,36,24,19,17,70,39,69,0,38,66,59,54,1,55,2,76,15,56,23,50,57,65,46,37,6,32,43,25,34,18,75,42,8,33,31,74,20,64,63,62,47,3,9,58,11,30,12,61,10,27,49,26,14,60,72,53,4,68,45,13,51,52,71,7,48,44,28,5,67,22,35,29,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43,43]
// how: at 30 climbed, then climbed from there; at 100 beam search over insertion gaps, then climbed from there; climbing natively for 27 s at 30 and 27 s at 100 in all; 2855 at 30 against a random mean of 1097, 28483 at 100 against a random mean of 5240
// A set as a treap (priorities from a fixed LCG, rotations on the way up) of n keys; then the depth of each key is looked up.
#include <worstcase.h>

#define MOST 1024

typedef struct Node {
    int32_t key;
    uint32_t priority;
    struct Node *left, *right;
} Node;

static Node nodes[MOST];
static int node_count;
static uint32_t seed = 12345;
static int32_t keys[MOST];

static uint32_t next_priority(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static Node *rotate_right(Node *t) {
    Node *l = t->left;
    t->left = l->right;
    l->right = t;
    return l;
}

static Node *rotate_left(Node *t) {
    Node *r = t->right;
    t->right = r->left;
    r->left = t;
    return r;
}

static Node *insert(Node *t, int32_t key) {
    if (!t) {
        Node *made = &nodes[node_count++];
        made->key = key;
        made->priority = next_priority();
        made->left = made->right = NULL;
        return made;
    }
    if (key == t->key)
        return t;
    if (key < t->key) {
        t->left = insert(t->left, key);
        if (t->left->priority > t->priority)
            t = rotate_right(t);
    } else {
        t->right = insert(t->right, key);
        if (t->right->priority > t->priority)
            t = rotate_left(t);
    }
    return t;
}

static int depth_of(const Node *t, int32_t key) {
    int depth = 0;
    while (t && t->key != key) {
        t = key < t->key ? t->left : t->right;
        depth++;
    }
    return t ? depth : -1;
}

void run(int n) {
    Node *root = NULL;
    int deepest = 0;
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        keys[i] = input_i32();
    measure_begin();
    for (int i = 0; i < n; i++)
        root = insert(root, keys[i]);
    for (int i = 0; i < n; i++) {
        int depth = depth_of(root, keys[i]);
        if (depth > deepest)
            deepest = depth;
    }
    measure_end();
    output_i32(node_count);
    output_i32(deepest);
}
