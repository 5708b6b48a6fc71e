// class: n^2
// kind: trees
// best 30: [250,5,255,111,41,255,254,251,112,14,0,39,0,39,0,1,255,0,0,42,255,0,0,255,0,40,0,0,113,112]
// best 100: [13,123,255,254,0,255,252,1,255,0,178,0,0,255,84,255,0,0,45,46,0,0,10,0,44,0,255,88,0,14,0,0,0,1,184,0,252,62,47,0,0,0,32,0,14,1,0,0,0,0,0,122,88,0,0,254,174,13,3,104,56,52,0,0,184,13,1,0,52,252,0,0,0,254,246,98,0,0,0,0,0,0,0,255,0,0,0,0,2,254,0,124,0,0,10,254,255,1,0,46]
// how: at 30 climbed; at 100 climbed, then climbed from there; climbing natively for 25 s at 30 and 25 s at 100 in all; 2722 at 30 against a random mean of 2593, 27167 at 100 against a random mean of 26444
// The longest part of some DNA (two bits of a byte are a base) that occurs twice, by a trie of all suffixes with lists of children.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define MOST_BYTES 1024

/* Two bits are a base. A trie in which the children of a node are a list, in the order in which they came. */
typedef struct Node {
    struct Node *child, *sibling;
    uint8_t base;
} Node;

typedef struct {
    Node *nodes;
    size_t used;
} Trie;

static Node *new_node(Trie *trie, uint8_t base) {
    Node *made = &trie->nodes[trie->used++];
    made->base = base;
    made->child = made->sibling = NULL;
    return made;
}

/* Adds the bases from p to end; how many of them were there before? */
static size_t add(Trie *trie, Node *at, const uint8_t *p, const uint8_t *end) {
    size_t known = 0;
    int is_new = 0;
    for (; p < end; p++) {
        Node **place = &at->child;
        while (*place && (*place)->base != (*p & 3))
            place = &(*place)->sibling;
        if (!*place) {
            *place = new_node(trie, *p & 3);
            is_new = 1;
        }
        if (!is_new)
            known++;
        at = *place;
    }
    return known;
}

/* The length of the longest part of the data that occurs twice. */
static size_t longest_repeat(Trie *trie, const uint8_t *data, size_t size) {
    size_t longest = 0;
    Node *root = new_node(trie, 0);
    for (size_t i = 0; i < size; i++) {
        size_t known = add(trie, root, data + i, data + size);
        if (known > longest)
            longest = known;
        if (longest >= size - i)
            break;
    }
    return longest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_BYTES)
        size = MOST_BYTES;
    Trie trie = {malloc((size * (size + 1) / 2 + 1) * sizeof(Node)), 0};
    if (!trie.nodes)
        return 0;
    size_t longest = longest_repeat(&trie, data, size);
    free(trie.nodes);
    return longest > size;
}
