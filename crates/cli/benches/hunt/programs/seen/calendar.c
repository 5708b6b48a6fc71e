// class: n^2
// kind: trees
// best 30: [64,1000,900,1001,900,1002,900,1003,900,1004,900,1005,900,1006,900,1007,900,1008,900,1009,900,1010,900,1011,900,1012,900,1013,900,1014,900,1015,900,1016,900,1017,900,1018,900,1019,900,1020,900,1021,900,1022,900,1023,900,1024,900,1025,900,1026,900,1027,900,1028,900,1029,900]
// best 100: [64,1000,1000,1016,1000,1032,1000,1048,1000,1064,1000,1080,1000,1096,1000,1112,1000,1128,1000,1144,1000,1160,1000,1176,1000,1192,1000,1208,1000,1224,1000,1240,1000,1256,1000,1272,1000,1288,1000,1304,1000,1320,1000,1336,1000,1352,1000,1368,1000,1384,1000,1400,1000,1416,1000,1432,1000,1448,1000,1464,1000,1480,1000,1496,1000,1512,1000,1528,1000,1544,1000,1560,1000,1576,1000,1592,1000,1608,1000,1624,1000,1640,1000,1656,1000,1672,1000,1688,1000,1704,1000,1720,1000,1736,1000,1752,1000,1768,1000,1784,1000,1800,1000,1816,1000,1832,1000,1848,1000,1864,1000,1880,1000,1896,1000,1912,1000,1928,1000,1944,1000,1960,1000,1976,1000,1992,1000,2008,1000,2024,1000,2040,1000,2056,1000,2072,1000,2088,1000,2104,1000,2120,1000,2136,1000,2152,1000,2168,1000,2184,1000,2200,1000,2216,1000,2232,1000,2248,1000,2264,1000,2280,1000,2296,1000,2312,1000,2328,1000,2344,1000,2360,1000,2376,1000,2392,1000,2408,1000,2424,1000,2440,1000,2456,1000,2472,1000,2488,1000,2504,1000,2520,1000,2536,1000,2552,1000,2568,1000,2584,1000]
// how: at 30 construction: ascending beginnings, all overlapping, 64 rooms; at 100 construction: ascending by 16; climbing natively for 19 s at 30 and 19 s at 100 in all found nothing better; 3601 at 30 against a random mean of 840, 40001 at 100 against a random mean of 5575
// Takes n bookings (beginning and length) unless as many as there are rooms overlap, by an unbalanced interval tree.
#include <worstcase.h>

#define MOST 1024

/* A calendar of bookings: a search tree by beginning, where each node knows the latest end below it. */
typedef struct Booking {
    int begin, end;
    int latest;
    struct Booking *left, *right;
} Booking;

static Booking bookings[MOST];
static int begins[MOST], lengths[MOST];

static int overlapping(const Booking *t, int begin, int end) {
    if (!t || t->latest <= begin)
        return 0;
    int count = overlapping(t->left, begin, end);
    if (t->begin < end) {
        if (t->end > begin)
            count++;
        count += overlapping(t->right, begin, end);
    }
    return count;
}

static Booking *insert(Booking *root, Booking *made) {
    Booking **place = &root;
    while (*place) {
        Booking *at = *place;
        if (made->end > at->latest)
            at->latest = made->end;
        place = made->begin < at->begin ? &at->left : &at->right;
    }
    *place = made;
    return root;
}

void run(int n) {
    Booking *root = NULL;
    int count = 0, refused = 0;
    if (n > MOST)
        n = MOST;
    int rooms = input_i32_in(1, 64);
    for (int i = 0; i < n; i++) {
        begins[i] = input_i32_in(0, 100000);
        lengths[i] = input_i32_in(1, 1000);
    }
    measure_begin();
    for (int i = 0; i < n; i++) {
        int begin = begins[i], end = begin + lengths[i];
        if (overlapping(root, begin, end) >= rooms) {
            refused++;
            continue;
        }
        Booking *made = &bookings[count++];
        made->begin = begin;
        made->end = made->latest = end;
        root = insert(root, made);
    }
    measure_end();
    output_i32(count);
    output_i32(refused);
}
