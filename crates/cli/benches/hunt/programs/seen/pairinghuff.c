// class: n log n
// kind: trees
// best 30: [14667,46217,19469,65520,26183,48926,65534,20305,38103,48926,38102,65432,62101,19472,17901,20306,19470,65535,65433,26183,19471,65532,19472,19471,38104,65535,26182,62101,47535,19472]
// best 100: [12564,32767,64184,28398,47585,62094,28399,15973,15973,28399,44630,64184,28399,47583,26295,64184,12564,28398,62094,47583,12564,26295,62094,47584,15973,26295,12564,62094,15973,62094,28399,65527,28399,62095,47583,28399,64184,47583,4,26295,47582,15973,64183,26295,15972,12564,15972,47583,28399,47583,26295,64184,12564,65533,15974,64182,12565,64183,28399,26295,47583,15973,15973,12564,47583,12564,26295,28399,62094,65535,15973,47583,62094,26295,47583,64185,61696,26294,62093,15973,47583,28399,59467,28399,65529,47583,64184,15973,65535,12564,15973,65527,62094,28398,15973,47583,28399,64184,26295,28399]
// how: climbed, then climbed from there; climbing natively for 19 s at 30 and 19 s at 100 in all; 2229 at 30 against a random mean of 1746, 9870 at 100 against a random mean of 8802
// The length of a Huffman code for n weights, with a two-pass pairing heap.
#include <worstcase.h>

#define MOST 1024

typedef struct Node {
    uint32_t weight;
    struct Node *child, *sibling;
} Node;

static Node nodes[MOST];
static uint32_t weights[MOST];

static Node *meld(Node *a, Node *b) {
    if (!a)
        return b;
    if (!b)
        return a;
    if (b->weight < a->weight) {
        Node *t = a;
        a = b;
        b = t;
    }
    b->sibling = a->child;
    a->child = b;
    return a;
}

/* The two passes of a pairing heap: pairs from the left, then all together from the right. */
static Node *remove_least(Node *heap) {
    Node *pairs = NULL, *rest = heap->child;
    while (rest) {
        Node *a = rest, *b = a->sibling;
        rest = b ? b->sibling : NULL;
        a->sibling = NULL;
        if (b)
            b->sibling = NULL;
        Node *pair = meld(a, b);
        pair->sibling = pairs;
        pairs = pair;
    }
    Node *all = NULL;
    while (pairs) {
        Node *next = pairs->sibling;
        pairs->sibling = NULL;
        all = meld(all, pairs);
        pairs = next;
    }
    heap->child = NULL;
    return all;
}

/* The length of a Huffman code for these weights. */
static uint32_t huffman(const uint32_t *w, int n) {
    Node *heap = NULL;
    uint32_t total = 0;
    for (int i = 0; i < n; i++) {
        nodes[i].weight = w[i];
        heap = meld(heap, &nodes[i]);
    }
    while (heap && heap->child) {
        Node *first = heap;
        heap = remove_least(heap);
        Node *second = heap;
        heap = remove_least(heap);
        second->weight += first->weight;
        total += second->weight;
        heap = meld(heap, second);
    }
    return total;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        weights[i] = (uint32_t)input_i32_in(1, 65535);
    measure_begin();
    uint32_t length = huffman(weights, n);
    measure_end();
    output_i32((int32_t)length);
}
