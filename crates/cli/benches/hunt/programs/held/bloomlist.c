// class: n^2
// kind: hashes
// best 30: [0,-441122459,-388676464,653641222,440438605,-1611553,-442656363,598666687,1374379348,-332018726,985695172,-1215121032,1319352190,-880477716,1425162142,-1269208332,-2041645119,-1988259116,-1653057486,-2094126796,-2095660476,-1054387588,-1212551698,-1654603294,-667310473,437867449,-1267535097,1320954905,-227818787,1372779045]
// best 100: [0,-441122459,-388676464,653641222,440438605,-1611553,-442656363,598666687,1374379348,-332018726,985695172,-1215121032,1319352190,-880477716,1425162142,-1269208332,-2041645119,-1988259116,-1653057486,-2094126796,-2095660476,-1054387588,-1212551698,-1654603294,-667310473,437867449,-1267535097,1320954905,-227818787,1372779045,-333688005,1761386318,1571163566,1597375764,875939732,1693293724,1959206552,-1253889065,-215434362,-1632599895,-884115574,1237187344,2027351322,-937535262,2039070474,-1333660943,180849273,-2028969703,207926415,1025278119,903159943,-2029579297,452565405,1994298813,-1667745395,-1921847636,1359284755,-1605503477,-216136605,569136667,848857580,1598026860,-1587830686,-2001694966,-1152640164,-1347376304,729360172,1104129636,546103156,351301688,-1791468805,829251108,1453029972,-499702328,451206488,887839249,1672258753,-280392236,1655795221,1182542690,61329976,1772176320,-1820592607,-2015474188,-1123371149,161234191,-121946631,-316684531,-216826347,1555887372,2121013737,168364220,987753265,1850591641,1004255084,-948379489,1947354902,952472646,1313233684,-634499338]
// how: proved worst: all ids set the same four bits of the filter (the mixer inverted), so each but the first is looked for in the whole list; climbing natively for 20 s at 30 and 20 s at 100 in all found nothing better; 1654 at 30 against a random mean of 552, 12504 at 100 against a random mean of 1817
// Counts the different ones of n ids: a Bloom filter with four probes, and a list that is searched where the filter says maybe.
#include <stdlib.h>
#include <worstcase.h>

#define MOST 1024
#define FILTER_BITS 8192u

/* A Bloom filter before a linked list: only what may be there is looked for. */
typedef struct Seen {
    int32_t id;
    struct Seen *next;
} Seen;

static uint32_t filter[FILTER_BITS / 32];
static Seen *first, **last = &first;
static int32_t ids[MOST];

static uint32_t mix(uint32_t h) {
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h;
}

static int may_contain(uint32_t hash) {
    uint32_t step = (hash >> 17) | 1;
    for (int i = 0; i < 4; i++) {
        uint32_t bit = hash % FILTER_BITS;
        if (!(filter[bit / 32] & (1u << bit % 32)))
            return 0;
        hash += step;
    }
    return 1;
}

static void mark(uint32_t hash) {
    uint32_t step = (hash >> 17) | 1;
    for (int i = 0; i < 4; i++) {
        uint32_t bit = hash % FILTER_BITS;
        filter[bit / 32] |= 1u << bit % 32;
        hash += step;
    }
}

/* 1 if the id is new. */
static int add(int32_t id) {
    uint32_t hash = mix((uint32_t)id);
    if (may_contain(hash)) {
        for (const Seen *s = first; s; s = s->next)
            if (s->id == id)
                return 0;
    }
    mark(hash);
    Seen *made = malloc(sizeof *made);
    if (!made)
        return 0;
    made->id = id;
    made->next = NULL;
    *last = made;
    last = &made->next;
    return 1;
}

void run(int n) {
    int fresh = 0;
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        ids[i] = input_i32();
    measure_begin();
    for (int i = 0; i < n; i++)
        fresh += add(ids[i]);
    measure_end();
    output_i32(fresh);
    while (first) {
        Seen *next = first->next;
        free(first);
        first = next;
    }
}
