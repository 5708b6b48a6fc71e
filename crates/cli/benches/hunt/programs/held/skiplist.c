// class: n^2
// kind: trees
// best 30: [24,7,2,8,4,0,5,9,3,10,11,12,6,13,14,1,15,16,17,29,18,28,27,19,26,20,21,22,23,25]
// best 100: [36,23,6,24,12,2,13,25,7,26,27,28,14,29,30,3,31,32,33,15,34,1,16,35,17,37,38,39,40,18,4,41,42,43,0,44,19,45,8,9,5,46,47,48,49,50,51,20,52,21,53,54,10,55,56,11,57,22,58,59,76,60,75,74,61,73,72,71,70,69,69,69,68,67,66,62,63,64,66,66,66,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65]
// how: at 30 climbed; at 100 climbed, then climbed from there; climbing natively for 27 s at 30 and 27 s at 100 in all; 1533 at 30 against a random mean of 943, 10617 at 100 against a random mean of 3888
// A map as a skip list whose levels come from a fixed xorshift generator; n keys are put in.
#include <worstcase.h>

#define MOST 1024
#define LEVELS 12

typedef struct Node {
    int32_t key;
    int32_t value;
    int level;
    struct Node *next[LEVELS];
} Node;

static Node nodes[MOST];
static Node head;
static int node_count, top = 1;
static uint32_t state = 2463534242u;
static int32_t keys[MOST];

/* Each further level with a chance of one half. */
static int random_level(void) {
    int level = 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    for (uint32_t bits = state >> 7; (bits & 1) && level < LEVELS; bits >>= 1)
        level++;
    return level;
}

static void put(int32_t key, int32_t value) {
    Node *update[LEVELS];
    Node *x = &head;
    for (int i = top - 1; i >= 0; i--) {
        while (x->next[i] && x->next[i]->key < key)
            x = x->next[i];
        update[i] = x;
    }
    x = x->next[0];
    if (x && x->key == key) {
        x->value = value;
        return;
    }
    int level = random_level();
    if (level > top) {
        for (int i = top; i < level; i++)
            update[i] = &head;
        top = level;
    }
    x = &nodes[node_count++];
    x->key = key;
    x->value = value;
    x->level = level;
    for (int i = 0; i < level; i++) {
        x->next[i] = update[i]->next[i];
        update[i]->next[i] = x;
    }
}

static Node *first_not_below(int32_t key) {
    Node *x = &head;
    for (int i = top - 1; i >= 0; i--)
        while (x->next[i] && x->next[i]->key < key)
            x = x->next[i];
    return x->next[0];
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        keys[i] = input_i32();
    measure_begin();
    for (int i = 0; i < n; i++)
        put(keys[i], i);
    Node *found = n > 0 ? first_not_below(keys[0]) : NULL;
    measure_end();
    output_i32(node_count);
    output_i32(found ? found->value : -1);
}
