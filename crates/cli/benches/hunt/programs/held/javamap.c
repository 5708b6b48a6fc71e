// class: n^2
// kind: hashes
// best 30: [121,242,217,248,121,242,218,217,121,242,219,186,121,242,220,155,121,242,221,124,121,242,222,93,121,242,223,62,121,242,224,31,121,242,225,0,121,243,186,248,121,243,187,217,121,243,188,186,121,243,189,155,121,243,190,124,121,243,191,93,121,243,192,62,121,243,193,31,121,243,194,0,121,244,155,248,121,244,156,217,121,244,157,186,121,244,158,155,121,244,159,124,121,244,160,93,121,244,161,62,121,244,162,31,121,244,163,0,121,245,124,248,121,245,125,217,121,245,126,186]
// best 100: [121,242,217,248,121,242,218,217,121,242,219,186,121,242,220,155,121,242,221,124,121,242,222,93,121,242,223,62,121,242,224,31,121,242,225,0,121,243,186,248,121,243,187,217,121,243,188,186,121,243,189,155,121,243,190,124,121,243,191,93,121,243,192,62,121,243,193,31,121,243,194,0,121,244,155,248,121,244,156,217,121,244,157,186,121,244,158,155,121,244,159,124,121,244,160,93,121,244,161,62,121,244,162,31,121,244,163,0,121,245,124,248,121,245,125,217,121,245,126,186,121,245,127,155,121,245,128,124,121,245,129,93,121,245,130,62,121,245,131,31,121,245,132,0,121,246,93,248,121,246,94,217,121,246,95,186,121,246,96,155,121,246,97,124,121,246,98,93,121,246,99,62,121,246,100,31,121,246,101,0,121,247,62,248,121,247,63,217,121,247,64,186,121,247,65,155,121,247,66,124,121,247,67,93,121,247,68,62,121,247,69,31,121,247,70,0,121,248,31,248,121,248,32,217,121,248,33,186,121,248,34,155,121,248,35,124,121,248,36,93,121,248,37,62,121,248,38,31,121,248,39,0,121,249,0,248,121,249,1,217,121,249,2,186,121,249,3,155,121,249,4,124,121,249,5,93,121,249,6,62,121,249,7,31,121,249,8,0,121,241,248,248,121,241,249,217,121,241,250,186,121,241,251,155,121,241,252,124,121,241,253,93,121,241,254,62,121,241,255,31,122,211,217,248,122,211,218,217,122,211,219,186,122,211,220,155,122,211,221,124,122,211,222,93,122,211,223,62,122,211,224,31,122,211,225,0,122,212,186,248,122,212,187,217,122,212,188,186,122,212,189,155,122,212,190,124,122,212,191,93,122,212,192,62,122,212,193,31,122,212,194,0,122,213,155,248,122,213,156,217]
// how: construction: different words with the same hash (658 known), those with long common beginnings taken first; climbing natively for 14 s at 30 and 14 s at 100 in all found nothing better; 4265 at 30 against a random mean of 1027, 35744 at 100 against a random mean of 3620
// Counts n words of four bytes in a chained hash map that grows, with the hash of Java's strings.
#include <stdlib.h>
#include <string.h>
#include <worstcase.h>

#define MOST 1024
#define LENGTH 4

/* A hash map from short strings, made like java.util.HashMap before it had trees. */
typedef struct Entry {
    uint32_t hash;
    char key[LENGTH];
    int value;
    struct Entry *next;
} Entry;

typedef struct {
    Entry **table;
    uint32_t capacity, count;
} Map;

static char names[MOST][LENGTH];

static uint32_t hash_of(const char *key) {
    uint32_t h = 0;
    for (int i = 0; i < LENGTH; i++)
        h = 31 * h + (uint8_t)key[i];
    return h ^ (h >> 16);
}

static int equal(const char *a, const char *b) {
    for (int i = 0; i < LENGTH; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}

static void grow(Map *map) {
    uint32_t capacity = map->capacity * 2;
    Entry **table = calloc(capacity, sizeof *table);
    for (uint32_t i = 0; i < map->capacity; i++) {
        Entry *e = map->table[i];
        while (e) {
            Entry *next = e->next;
            Entry **head = &table[e->hash & (capacity - 1)];
            e->next = *head;
            *head = e;
            e = next;
        }
    }
    free(map->table);
    map->table = table;
    map->capacity = capacity;
}

static int *at(Map *map, const char *key) {
    uint32_t hash = hash_of(key);
    Entry **head = &map->table[hash & (map->capacity - 1)];
    for (Entry *e = *head; e; e = e->next)
        if (e->hash == hash && equal(e->key, key))
            return &e->value;
    Entry *e = calloc(1, sizeof *e);
    e->hash = hash;
    memcpy(e->key, key, LENGTH);
    e->next = *head;
    *head = e;
    if (++map->count > map->capacity / 4 * 3)
        grow(map);
    return &e->value;
}

void run(int n) {
    Map map = {calloc(16, sizeof(Entry *)), 16, 0};
    int most = 0;
    if (n > MOST)
        n = MOST;
    input_bytes(names, (size_t)n * LENGTH);
    measure_begin();
    for (int i = 0; i < n; i++) {
        int count = ++*at(&map, names[i]);
        if (count > most)
            most = count;
    }
    measure_end();
    output_i32((int32_t)map.count);
    output_i32(most);
}
