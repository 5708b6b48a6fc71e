// class: ?
// kind: regimes
// best 30: [-2147483648,750601216,1613785713,1438827317,921690451,-1930580367,892437474,375300608,1267738082,-692095262,-1067395870,1643038690,546389843,-550259004,1784874948,-1271607243,-2134791740,29252977,-1788744109,-1584532736,-346047631,-1209232128,-521006027,-1413443501,171089235,-896306635,-174958396,1063526709,1989086321,200342212]
// best 100: [1172240829,246681217,1893589068,892437474,-616503280,-2134791740,342178470,-1650777012,859315336,-2147483648,8388608,-1100518008,375300608,826193198,968029456,268435456,134217728,1751752810,-1304729381,134097936,2127053418,-521006027,-174958396,-1963702505,1922842045,-692095262,1234615944,-758339538,480145567,546389843,-1930580367,684356940,309056332,-1621378445,1860466930,-412291907,1438827317,-36991299,1030404571,1580663575,-1196015261,-1446565639,-1992955482,513267705,200342212,-208080534,-1854988385,-237333511,-1242354266,-2029946781,-346047631,484014728,450892590,1267738082,1063526709,717479078,-474667022,-587250303,921690451,-1133640146,1514419299,-1821866247,1643038690,-1308598542,-379169769,-1788744109,-991803888,-2059199758,171089235,-1479687777,-583381142,-270455649,-958681750,-1713152127,651234802,1547541437,2093931280,-1067395870,-550259004,-1617654874,-70113437,-725217400,1955964183,137967097,-1413443501,-3869161,1405705179,-2026077620,104844959,-896306635,1372583041,1139118691,1989086321,-1680029989,-1271607243,1613785713,1784874948,1201493806,-929428773,-1337851519]
// how: construction by thought (the hash inverted; groups of five keys whose low hash bits agree down to the last split, the first group grows the directory, groups part as early as possible); best at 30: climb seeded from construction groups of 5 (18478), at 100: climb seeded from construction groups of 5 (49408); searched natively 22 s at 30, 26 s at 100; 18538 at 30 against a random mean of 4173, 49636 at 100 against a random mean of 17339
// Extendible hashing: buckets of four that split, a directory that doubles up to 256 entries, then overflow chains; n keys are inserted (equal ones only once).
#include <worstcase.h>
#include <stdlib.h>

#define MOST 1000
#define SLOTS 4
#define DEEPEST 8

typedef struct Bucket {
    int32_t keys[SLOTS];
    int used, depth;
    struct Bucket *overflow;
} Bucket;

static int32_t wanted[MOST];
static Bucket *directory[1 << DEEPEST];
static int depth, stored;

static uint32_t hash(int32_t key) {
    uint32_t h = (uint32_t)key * 0x9E3779B1u;
    return h ^ h >> 15;
}

static Bucket *new_bucket(int bucket_depth) {
    Bucket *b = calloc(1, sizeof *b);
    b->depth = bucket_depth;
    return b;
}

static int contains(const Bucket *b, int32_t key) {
    for (; b; b = b->overflow)
        for (int i = 0; i < b->used; i++)
            if (b->keys[i] == key)
                return 1;
    return 0;
}

/* Moves the keys of a full bucket that have the next bit set to a new one. */
static void split(Bucket *b) {
    if (b->depth == depth) {
        for (int i = 0; i < 1 << depth; i++)
            directory[i + (1 << depth)] = directory[i];
        depth++;
    }
    uint32_t bit = 1u << b->depth;
    Bucket *other = new_bucket(++b->depth);
    int kept = 0;
    for (int i = 0; i < b->used; i++) {
        if (hash(b->keys[i]) & bit)
            other->keys[other->used++] = b->keys[i];
        else
            b->keys[kept++] = b->keys[i];
    }
    b->used = kept;
    for (uint32_t i = 0; i < 1u << depth; i++)
        if (directory[i] == b && i & bit)
            directory[i] = other;
}

static void insert(int32_t key) {
    uint32_t h = hash(key);
    Bucket *b = directory[h & ((1u << depth) - 1)];
    if (contains(b, key))
        return;
    while (b->used == SLOTS && b->depth < DEEPEST) {
        split(b);
        b = directory[h & ((1u << depth) - 1)];
    }
    while (b->used == SLOTS) {
        if (!b->overflow)
            b->overflow = new_bucket(DEEPEST);
        b = b->overflow;
    }
    b->keys[b->used++] = key;
    stored++;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        wanted[i] = input_i32();
    measure_begin();
    directory[0] = new_bucket(0);
    for (int i = 0; i < n; i++)
        insert(wanted[i]);
    measure_end();
    output_i32(stored * 16 + depth);
}
