// class: n^2
// kind: roles
// best 30: [0,6,0,14,0,19,0,27,0,35,0,40,0,48,0,61,0,69,0,74,0,82,0,95,0,103,0,108,0,116,0,124,0,129,0,137,0,150,0,158,0,163,0,171,0,179,0,184,0,192,0,205,0,213,0,218,0,226,0,239]
// best 100: [0,6,0,14,0,19,0,27,0,35,0,40,0,48,0,61,0,69,0,74,0,82,0,95,0,103,0,108,0,116,0,124,0,129,0,137,0,150,0,158,0,163,0,171,0,179,0,184,0,192,0,205,0,213,0,218,0,226,0,239,0,247,0,252,0,260,0,268,0,273,0,281,0,294,0,302,0,307,0,315,0,328,0,336,0,341,0,349,0,357,0,362,0,370,0,383,0,391,0,396,0,404,0,412,0,417,0,425,0,438,0,446,0,451,0,459,0,472,0,480,0,485,0,493,0,501,0,506,0,514,0,527,0,535,0,540,0,548,0,556,0,561,0,569,0,582,0,590,0,595,0,603,0,616,0,624,0,629,0,637,0,645,0,650,0,658,0,671,0,679,0,684,0,692,0,705,0,713,0,718,0,726,0,734,0,739,0,747,0,760,0,768,0,773,0,781,0,789,0,794]
// how: construction by thought (first the cache is filled with keys of one chain, then the key that is looked for last is asked for or one that is missing, in turns with what makes evictions); best at 30: construction all puts, one chain, at 100: construction all puts, one chain; searched natively 11 s at 30, 13 s at 100; 1261 at 30 against a random mean of 244, 12076 at 100 against a random mean of 1101
// A trace of get, put and remove operations on an LRU cache of at most n / 2 entries: 8 hash chains for the lookup, a list in the order of use, eviction of the oldest.
#include <worstcase.h>

#define MOST 1000
#define CHAINS 8
#define NONE (-1)

typedef struct {
    int32_t key, value;
    int in_chain;     /* the next of the chain */
    int newer, older; /* neighbours in the order of use */
} Entry;

static int32_t kinds[MOST], keys[MOST];
static Entry entries[MOST];
static int chains[CHAINS];
static int newest, oldest, used, free_entry, capacity;

static int chain_of(int32_t key) { return (int)(((uint32_t)key * 2654435761u) >> 29); }

static int find(int32_t key) {
    int e = chains[chain_of(key)];
    while (e != NONE && entries[e].key != key)
        e = entries[e].in_chain;
    return e;
}

static void unlink_use(int e) {
    int newer = entries[e].newer, older = entries[e].older;
    *(newer != NONE ? &entries[newer].older : &newest) = older;
    *(older != NONE ? &entries[older].newer : &oldest) = newer;
}

static void link_newest(int e) {
    entries[e].newer = NONE;
    entries[e].older = newest;
    *(newest != NONE ? &entries[newest].newer : &oldest) = e;
    newest = e;
}

static void drop(int e) {
    int *link = &chains[chain_of(entries[e].key)];
    while (*link != e)
        link = &entries[*link].in_chain;
    *link = entries[e].in_chain;
    unlink_use(e);
    entries[e].in_chain = free_entry;
    free_entry = e;
    used--;
}

static void touch(int e) {
    if (e == newest)
        return;
    unlink_use(e);
    link_newest(e);
}

static void put(int32_t key, int32_t value) {
    int e = find(key);
    if (e != NONE) {
        entries[e].value = value;
        touch(e);
        return;
    }
    if (used == capacity)
        drop(oldest);
    e = free_entry;
    free_entry = entries[e].in_chain;
    /* New entries go to the end of their chain. */
    int *link = &chains[chain_of(key)];
    while (*link != NONE)
        link = &entries[*link].in_chain;
    *link = e;
    entries[e].key = key;
    entries[e].value = value;
    entries[e].in_chain = NONE;
    link_newest(e);
    used++;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++) {
        kinds[i] = input_i32_in(0, 2);
        keys[i] = input_i32_in(0, 100000);
    }
    capacity = n / 2 > 0 ? n / 2 : 1;
    for (int i = 0; i < CHAINS; i++)
        chains[i] = NONE;
    for (int i = 0; i < MOST; i++)
        entries[i].in_chain = i + 1 < MOST ? i + 1 : NONE;
    newest = oldest = NONE;
    int32_t sum = 0;
    measure_begin();
    for (int i = 0; i < n; i++) {
        if (kinds[i] == 0) {
            put(keys[i], i);
            continue;
        }
        int e = find(keys[i]);
        if (e == NONE)
            continue;
        if (kinds[i] == 1) {
            sum += entries[e].value;
            touch(e);
        } else {
            drop(e);
        }
    }
    measure_end();
    output_i32(sum);
    output_i32(used);
}
