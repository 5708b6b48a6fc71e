// class: n^2
// kind: hashes
// best 30: [3647660453,3988743336,34858923,375941806,717024689,4130457591,176573178,517656061,858738944,1199821827,4272171846,318287433,659370316,1000453199,1341536082,1682618965,460001688,801084571,1142167454,1483250337,1824333220,2165416103,942798826,1283881709,1624964592,1966047475,2307130358,2648213241,1425595964,1766678847]
// best 100: [3336225894,3677308777,3819023032,4160105915,6852874,347935757,489650012,830732895,972447150,1455244288,1938041426,2420838564,2903635702,3386432840,3528147095,3869229978,4010944233,57059820,198774075,539856958,681571213,1022654096,1164368351,1647165489,2129962627,2612759765,3095556903,3578354041,3720068296,4061151179,4202865434,248981021,390695276,731778159,873492414,1214575297,1356289552,1839086690,2321883828,2804680966,3287478104,3770275242,3911989497,4253072380,99819339,440902222,582616477,923699360,1065413615,1406496498,1548210753,2031007891,2513805029,2996602167,3479399305,3962196443,4103910698,150026285,291740540,632823423,774537678,1115620561,1257334816,1598417699,1740131954,2222929092,2705726230,3188523368,3671320506,4154117644,341947486,483661741,824744624,966458879,1307541762,1449256017,1790338900,1932053155,2414850293,2897647431,3380444569,3863241707,51071549,533868687,675582942,1016665825,1158380080,1499462963,1641177218,1982260101,2123974356,2606771494,3089568632,3572365770,4055162908,242992750,725789888,867504143,1208587026,1350301281]
// how: proved worst: different keys that share both of their places (found by enumeration of the preimages), so that all but two go through all kicks and into the stash; climbing natively for 14 s at 30 and 14 s at 100 in all found nothing better; 1990 at 30 against a random mean of 370, 13754 at 100 against a random mean of 1118
// Counts the different ones of n numbers by cuckoo hashing with two tables, 16 kicks at most and a stash that is searched in order.
#include <worstcase.h>

#define MOST 1024
#define MOST_KICKS 16

typedef struct {
    uint32_t key;
    int used;
} Cell;

static Cell nest[2][1024];
static uint32_t stash[MOST];
static int stash_count;
static int bits; /* each of the two tables has 2^bits cells */
static uint32_t a[MOST];

static uint32_t place(int side, uint32_t key) {
    uint32_t h = key * (side ? 0x85ebca6bu : 0x9e3779b1u);
    return h >> (32 - bits);
}

static int contains(uint32_t key) {
    for (int side = 0; side < 2; side++) {
        const Cell *cell = &nest[side][place(side, key)];
        if (cell->used && cell->key == key)
            return 1;
    }
    for (int i = 0; i < stash_count; i++)
        if (stash[i] == key)
            return 1;
    return 0;
}

/* Who is thrown out goes to the other table; after too many moves, to the stash. */
static void insert(uint32_t key) {
    int side = 0;
    for (int kick = 0; kick < MOST_KICKS; kick++) {
        Cell *cell = &nest[side][place(side, key)];
        if (!cell->used) {
            cell->used = 1;
            cell->key = key;
            return;
        }
        uint32_t evicted = cell->key;
        cell->key = key;
        key = evicted;
        side ^= 1;
    }
    stash[stash_count++] = key;
}

void run(int n) {
    int different = 0;
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        a[i] = input_u32();
    measure_begin();
    bits = 3;
    while ((1 << bits) < n && bits < 10)
        bits++;
    for (int i = 0; i < n; i++) {
        if (!contains(a[i])) {
            insert(a[i]);
            different++;
        }
    }
    measure_end();
    output_i32(different);
    output_i32(stash_count);
}
