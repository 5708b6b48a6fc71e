// A hash table with open addressing: n insertions, twice as many look-ups, and half as many deletions.

enum { BITS = 18, SLOTS = 1 << BITS, EMPTY = 0, DELETED = -1 };

struct slot {
    int key, value;
};

static struct slot table[SLOTS];

static unsigned hash(int key) {
    return (unsigned)key * 2654435769u >> (32 - BITS);
}

static struct slot *find(int key) {
    for (unsigned i = hash(key);; i = (i + 1) % SLOTS) {
        struct slot *slot = &table[i];
        if (slot->key == key) return slot;
        if (slot->key == EMPTY) return 0;
    }
}

static void insert(int key, int value) {
    struct slot *slot = find(key);
    if (!slot) {
        unsigned i = hash(key);
        while (table[i].key != EMPTY && table[i].key != DELETED) i = (i + 1) % SLOTS;
        slot = &table[i];
        slot->key = key;
    }
    slot->value = value;
}

static void erase(int key) {
    struct slot *slot = find(key);
    if (slot) slot->key = DELETED;
}

static int nth_key(int i) {
    return (i * 7919) % 1000003 + 1;
}

long long run(int n) {
    for (int i = 0; i < n; i++) insert(nth_key(i), i);
    for (int i = 0; i < n; i += 2) erase(nth_key(i));
    long long sum = 0;
    for (int i = 0; i < 2 * n; i++) {
        struct slot *slot = find(nth_key(i));
        if (slot) sum += slot->value;
    }
    return sum;
}
