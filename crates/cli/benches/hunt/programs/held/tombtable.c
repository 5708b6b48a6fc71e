// class: n^2
// kind: hashes
// best 30: [0,340573321,0,1401192876,0,2461812431,0,3522431986,0,288084245,0,1348703800,0,2409323355,0,3469942910,0,235595169,0,1296214724,0,2356834279,0,3417453834,0,183106093,0,1243725648,0,2304345203,0,3364964758,0,130617017,0,1191236572,0,2251856127,0,3312475682,0,78127941,0,1138747496,0,2199367051,0,3259986606,0,25638865,0,1086258420,0,2146877975,0,3207497530,0,4268117085,0,1033769344]
// best 100: [0,340573321,0,1401192876,0,2461812431,0,3522431986,0,288084245,0,1348703800,0,2409323355,0,3469942910,0,235595169,0,1296214724,0,2356834279,0,3417453834,0,183106093,0,1243725648,0,2304345203,0,3364964758,0,130617017,0,1191236572,0,2251856127,0,3312475682,0,78127941,0,1138747496,0,2199367051,0,3259986606,0,25638865,0,1086258420,0,2146877975,0,3207497530,0,4268117085,0,1033769344,0,2094388899,0,3155008454,0,4215628009,0,981280268,0,2041899823,0,3102519378,0,4163138933,0,928791192,0,1989410747,0,3050030302,0,4110649857,0,876302116,0,1936921671,0,2997541226,0,4058160781,0,823813040,0,1884432595,0,2945052150,0,4005671705,0,771323964,0,1831943519,0,2892563074,0,3953182629,0,718834888,0,1779454443,0,2840073998,0,3900693553,0,666345812,0,1726965367,0,2787584922,0,3848204477,0,613856736,0,1674476291,0,2735095846,0,3795715401,0,561367660,0,1621987215,0,2682606770,0,3743226325,0,508878584,0,1569498139,0,2630117694,0,3690737249,0,456389508,0,1517009063,0,2577628618,0,3638248173,0,403900432,0,1464519987,0,2525139542,0,3585759097,0,351411356,0,1412030911,0,2472650466,0,3533270021,0,298922280,0,1359541835,0,2420161390,0,3480780945,0,246433204,0,1307052759,0,2367672314,0,3428291869,0,193944128,0,1254563683,0,2315183238,0,3375802793,0,141455052,0,1202074607,0,2262694162]
// how: construction: n keys with one home slot (by the inverse of the multiplier) are inserted; climbing natively for 19 s at 30 and 19 s at 100 found nothing better; 2611 at 30 against a random mean of 426, 27555 at 100 against a random mean of 1241
// n operations (insert, remove, find) on an open-addressing set with tombstones that grows by doubling.
#include <stdlib.h>
#include <worstcase.h>

#define MOST 1024

enum { FREE, FULL, DEAD };
enum { INSERT, REMOVE, FIND };

typedef struct {
    uint32_t key;
    int state;
} Slot;

typedef struct {
    Slot *slots;
    uint32_t size, live, dead;
    int shift;
} Table;

static int kinds[MOST];
static uint32_t keys[MOST];

static uint32_t home(const Table *t, uint32_t key) { return (key * 0x9e3779b9u) >> t->shift; }

static void rebuild(Table *t, uint32_t size, int shift) {
    Slot *old = t->slots;
    uint32_t old_size = t->size;
    t->slots = calloc(size, sizeof *t->slots);
    t->size = size;
    t->shift = shift;
    t->dead = 0;
    for (uint32_t k = 0; k < old_size; k++) {
        if (old[k].state != FULL)
            continue;
        uint32_t i = home(t, old[k].key);
        while (t->slots[i].state != FREE)
            i = (i + 1) & (size - 1);
        t->slots[i] = old[k];
    }
    free(old);
}

static Slot *find(const Table *t, uint32_t key) {
    for (uint32_t i = home(t, key); t->slots[i].state != FREE; i = (i + 1) & (t->size - 1))
        if (t->slots[i].state == FULL && t->slots[i].key == key)
            return &t->slots[i];
    return NULL;
}

/* Tombstones are taken again. With less than a quarter free, it grows, or only sweeps if most are dead. */
static int insert(Table *t, uint32_t key) {
    if (find(t, key))
        return 0;
    if (4 * (t->live + t->dead + 1) > 3 * t->size) {
        if (t->dead > t->live)
            rebuild(t, t->size, t->shift);
        else
            rebuild(t, t->size * 2, t->shift - 1);
    }
    uint32_t i = home(t, key);
    while (t->slots[i].state == FULL)
        i = (i + 1) & (t->size - 1);
    if (t->slots[i].state == DEAD)
        t->dead--;
    t->slots[i] = (Slot){key, FULL};
    t->live++;
    return 1;
}

static int erase(Table *t, uint32_t key) {
    Slot *s = find(t, key);
    if (!s)
        return 0;
    s->state = DEAD;
    t->live--;
    t->dead++;
    return 1;
}

void run(int n) {
    Table t = {NULL, 0, 0, 0, 0};
    int done = 0;
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++) {
        kinds[i] = input_i32_in(INSERT, FIND);
        keys[i] = input_u32();
    }
    measure_begin();
    rebuild(&t, 8, 29);
    for (int i = 0; i < n; i++) {
        switch (kinds[i]) {
        case INSERT: done += insert(&t, keys[i]); break;
        case REMOVE: done += erase(&t, keys[i]); break;
        default: done += find(&t, keys[i]) != NULL;
        }
    }
    measure_end();
    output_i32(done);
    free(t.slots);
}
