// class: n log n
// kind: trees
// best 30: [10,24,13,18,2,28,5,16,8,27,1,21,6,25,14,20,4,29,17,11,23,0,19,26,7,12,3,22,9,15]
// best 100: [32,98,47,66,2,80,61,17,74,26,90,51,88,6,73,37,9,94,78,29,54,93,3,20,70,42,85,8,57,35,76,15,48,97,25,65,86,0,44,82,21,56,12,39,95,30,71,5,84,50,59,23,91,40,79,14,63,34,87,18,55,68,28,81,45,75,1,62,36,99,22,52,11,67,38,96,16,58,31,72,43,77,7,24,60,49,13,89,33,53,19,69,41,4,83,46,10,92,64,27]
// how: at 30 beam search over insertion gaps; at 100 beam search over insertion gaps, then climbed from there; climbing natively for 24 s at 30 and 24 s at 100 in all; 695 at 30 against a random mean of 555, 3271 at 100 against a random mean of 2610
// Counts how often each of n page numbers is touched, in a top-down splay tree.
#include <worstcase.h>

#define MOST 1024

typedef struct Node Node;
struct Node {
    Node *left, *right;
    int key;
    int hits;
};

static Node nodes[MOST];
static int node_count;
static int wanted[MOST];

/* Top-down splaying after Sleator and Tarjan. */
static Node *splay(Node *t, int key) {
    Node header = {0};
    Node *l = &header, *r = &header;
    if (!t)
        return t;
    for (;;) {
        if (key < t->key) {
            if (!t->left)
                break;
            if (key < t->left->key) {
                Node *y = t->left;
                t->left = y->right;
                y->right = t;
                t = y;
                if (!t->left)
                    break;
            }
            r->left = t;
            r = t;
            t = t->left;
        } else if (key > t->key) {
            if (!t->right)
                break;
            if (key > t->right->key) {
                Node *y = t->right;
                t->right = y->left;
                y->left = t;
                t = y;
                if (!t->right)
                    break;
            }
            l->right = t;
            l = t;
            t = t->right;
        } else {
            break;
        }
    }
    l->right = t->left;
    r->left = t->right;
    t->left = header.right;
    t->right = header.left;
    return t;
}

/* The key comes to the root; a new one is made for it if need be. */
static Node *touch(Node *t, int key) {
    t = splay(t, key);
    if (t && t->key == key) {
        t->hits++;
        return t;
    }
    Node *made = &nodes[node_count++];
    made->key = key;
    made->hits = 1;
    made->left = made->right = NULL;
    if (t && key < t->key) {
        made->left = t->left;
        made->right = t;
        t->left = NULL;
    } else if (t) {
        made->right = t->right;
        made->left = t;
        t->right = NULL;
    }
    return made;
}

void run(int n) {
    Node *root = NULL;
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        wanted[i] = input_i32_in(0, 65535);
    measure_begin();
    for (int i = 0; i < n; i++)
        root = touch(root, wanted[i]);
    measure_end();
    output_i32(node_count);
    output_i32(root ? root->hits : 0);
}
