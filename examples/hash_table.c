/* A hash table with chaining and the string hash djb2 (hash * 33 + byte).
 *
 * Measured     n insertions of keys of four bytes each; a key that is there already is not inserted again
 * Worst case   different keys that share a bucket and, as far as they can, their first bytes
 * Cost         Theta(n^2); at random still Theta(n^2 / BUCKETS), for the table does not grow
 *
 *     worstcase run examples/hash_table.c --size 2 --input 97,97,98,99,97,97,99,66
 *
 * These two keys, "aabc" and "aacB", have the same hash: one more in a byte weighs as much as 33 in the next.
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 1 << 16, BUCKETS = 64, KEY_LENGTH = 4 };

struct entry {
    uint8_t key[KEY_LENGTH];
    struct entry *next;
};

static struct entry pool[CAPACITY];
static struct entry *bucket[BUCKETS];

static uint32_t hash(const uint8_t *key) {
    uint32_t value = 5381;
    for (int i = 0; i < KEY_LENGTH; i++)
        value = value * 33 + key[i];
    return value;
}

static bool same(const uint8_t *a, const uint8_t *b) {
    for (int i = 0; i < KEY_LENGTH; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* Is the key new? A new entry goes to the end of its chain, which is walked to compare anyway. */
static bool insert(struct entry *entry) {
    struct entry **link = &bucket[hash(entry->key) % BUCKETS];
    while (*link) {
        if (same((*link)->key, entry->key))
            return false;
        link = &(*link)->next;
    }
    entry->next = NULL;
    *link = entry;
    return true;
}

void run(int n) {
    if (n < 0 || n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < BUCKETS; i++)
        bucket[i] = NULL;
    for (int i = 0; i < n; i++)
        input_bytes(pool[i].key, KEY_LENGTH);
    int count = 0;
    measure_begin();
    for (int i = 0; i < n; i++)
        count += insert(&pool[i]);
    measure_end();
    output_i32(count);
}
