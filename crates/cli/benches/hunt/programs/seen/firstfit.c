// class: n^2
// kind: roles
// best 30: [7,1,4,10,5,0,103,10,-2,-4,449,-7,13,149,-12,16,498,-15,17,448,-18,103,499,149,102,-23,498,421,-26,-27]
// best 100: [1,64,60,33,4,65,112,-2,212,3,0,35,38,14,12,-9,5,-13,-8,209,-6,105,-5,61,-4,47,-14,16,39,16,37,-30,49,15,38,-27,60,-34,34,-33,29,60,17,-29,-40,45,-42,33,32,47,40,30,36,-49,34,-48,334,-52,35,-51,64,333,69,46,33,66,34,39,-66,33,-65,33,34,-64,34,36,-72,104,-75,37,66,39,331,-82,39,-81,66,115,68,-86,158,-88,69,104,-92,105,236,236,249,-93]
// how: construction by thought (small blocks taken, every second one given back so that the free list is long, then requests that fit nowhere or only in the last hole); best at 30: climb seeded from from scratch by climb (404), at 100: climb seeded from from scratch by climb (3139); searched natively 22 s at 30, 26 s at 100; 448 at 30 against a random mean of 230, 3429 at 100 against a random mean of 1168
// A first-fit allocator over 4096 units with a free list in the order of addresses and merging, driven by n operations: a positive number takes a block, else the block of an earlier operation is given back.
#include <worstcase.h>

#define MOST 1000
#define UNITS 4096
#define LARGEST 512

typedef struct {
    int begin, size, next;
} Hole;

typedef struct {
    int begin, size; /* size 0: not taken */
} Block;

static int32_t operations[MOST];
static Block blocks[MOST];
static Hole holes[MOST + 1];
static int first_hole, spare_hole, failures;

static void start(void) {
    for (int i = 0; i <= MOST; i++)
        holes[i].next = i + 1;
    holes[MOST].next = -1;
    spare_hole = 1;
    first_hole = 0;
    holes[0] = (Hole){0, UNITS, -1};
}

static void drop(int hole) {
    holes[hole].next = spare_hole;
    spare_hole = hole;
}

static void take(Block *block, int size) {
    for (int *link = &first_hole; *link >= 0; link = &holes[*link].next) {
        Hole *hole = &holes[*link];
        if (hole->size < size)
            continue;
        *block = (Block){hole->begin, size};
        hole->begin += size;
        hole->size -= size;
        if (hole->size == 0) {
            int empty = *link;
            *link = hole->next;
            drop(empty);
        }
        return;
    }
    failures++;
}

static void give_back(Block *block) {
    int before = -1, after = first_hole, end = block->begin + block->size;
    while (after >= 0 && holes[after].begin < block->begin) {
        before = after;
        after = holes[after].next;
    }
    int joins_before = before >= 0 && holes[before].begin + holes[before].size == block->begin;
    int joins_after = after >= 0 && holes[after].begin == end;
    if (joins_before) {
        holes[before].size += block->size;
        if (joins_after) {
            holes[before].size += holes[after].size;
            holes[before].next = holes[after].next;
            drop(after);
        }
    } else if (joins_after) {
        holes[after].begin = block->begin;
        holes[after].size += block->size;
    } else {
        int hole = spare_hole;
        spare_hole = holes[hole].next;
        holes[hole] = (Hole){block->begin, block->size, after};
        if (before >= 0)
            holes[before].next = hole;
        else
            first_hole = hole;
    }
    block->size = 0;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        operations[i] = input_i32_in(1 - n, LARGEST);
    start();
    measure_begin();
    for (int i = 0; i < n; i++) {
        int32_t o = operations[i];
        if (o > 0)
            take(&blocks[i], o);
        else if (blocks[-o].size > 0)
            give_back(&blocks[-o]);
    }
    measure_end();
    output_i32(failures);
    output_i32(first_hole >= 0 ? holes[first_hole].size : 0);
}
