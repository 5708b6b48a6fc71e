// class: n^2
// kind: roles
// best 30: [12,13,1600,11,12,1600,10,11,1600,9,10,1600,8,9,1600,7,8,1600,6,7,1600,5,6,1600,4,5,1600,3,4,1600,2,3,1600,1,2,1600,0,1,1600,15,0,1600,14,15,1600,13,14,1500,12,13,1400,11,12,1300,10,11,1200,9,10,1100,8,9,1000,7,8,900,6,7,800,5,6,700,4,5,600,3,4,500,2,3,400,1,2,300,0,1,200,15,0,100]
// best 100: [1,13,1600,15,0,1216,12,2,1600,15,0,1599,15,0,1599,4,0,1600,1,12,1600,15,0,1209,7,13,1600,8,2,1600,15,14,700,11,12,1600,1,15,1600,4,15,1600,3,0,1599,7,9,1600,1,12,1600,5,15,1217,1,15,1600,1,4,1600,5,4,1600,3,5,1215,11,1,1600,14,4,1600,10,0,1207,10,15,1216,11,1,1600,11,2,1600,7,1,1600,8,6,1217,6,11,1600,14,13,1216,7,9,1472,8,15,1216,14,11,1600,8,15,1216,8,5,1205,3,0,1600,7,13,1215,0,1,1600,5,8,1216,1,15,1599,3,4,935,0,14,1600,0,15,1599,0,11,1600,14,1,1599,6,5,1217,9,11,1600,0,1,1600,3,15,1208,9,7,1600,10,1,1215,9,7,1600,8,4,1600,12,1,1600,3,4,1600,15,14,1600,2,6,1600,0,8,1600,0,6,1536,0,14,1216,15,7,1600,10,3,1600,2,9,1600,3,14,600,0,12,1600,2,0,1600,13,0,1600,13,0,1600,13,5,1216,2,9,1600,12,2,1600,13,14,1500,12,13,1400,11,12,1300,10,11,1200,9,10,1100,8,9,1000,7,8,900,6,7,800,5,6,700,4,5,600,3,4,500,2,3,400,1,2,300,0,1,200,15,14,1,0,15,1,15,0,1,14,15,1,15,0,1600,14,15,1,15,14,1,14,0,1,15,14,1,14,15,1,15,14,1,14,15,1,15,0,100]
// how: construction by thought (a chain of transfers that are all short of money, queued in the reverse of the order in which they become possible, set off by the last one); best at 30: construction chain queued in reverse, 0 small ones before the last, at 100: climb seeded from construction chain queued in reverse, 12 small ones before the last (16471); searched natively 22 s at 30, 26 s at 100; 2385 at 30 against a random mean of 1223, 20176 at 100 against a random mean of 10443
// A small bank of 16 accounts of 100 each: transfers that are not covered wait in a queue, which is gone through again after each transfer for as long as one of them succeeds.
#include <worstcase.h>

#define MOST 1000
#define ACCOUNTS 16
#define PATIENCE 4 /* a waiting transfer from an account that has more than this many waiting is refused */

typedef struct {
    int from, to;
    int32_t amount;
} Transfer;

static Transfer asked[MOST], waiting[MOST];
static int32_t balance[ACCOUNTS];
static int waiting_count, done, refused;

static int try_transfer(const Transfer *t) {
    if (balance[t->from] < t->amount)
        return 0;
    balance[t->from] -= t->amount;
    balance[t->to] += t->amount;
    done++;
    return 1;
}

/* Goes through the queue until none of those waiting succeeds. */
static void settle(void) {
    int is_progress = 1;
    while (is_progress && waiting_count > 0) {
        is_progress = 0;
        int kept = 0;
        for (int i = 0; i < waiting_count; i++) {
            if (try_transfer(&waiting[i]))
                is_progress = 1;
            else
                waiting[kept++] = waiting[i];
        }
        waiting_count = kept;
    }
}

static void enqueue(const Transfer *t, int limit) {
    int same = 0;
    for (int i = 0; i < waiting_count; i++)
        if (waiting[i].from == t->from)
            same++;
    if (same >= limit) {
        refused++;
        return;
    }
    waiting[waiting_count++] = *t;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++) {
        asked[i].from = input_i32_in(0, ACCOUNTS - 1);
        asked[i].to = input_i32_in(0, ACCOUNTS - 1);
        asked[i].amount = input_i32_in(1, 1600);
    }
    for (int i = 0; i < ACCOUNTS; i++)
        balance[i] = 100;
    int limit = n / ACCOUNTS + PATIENCE;
    measure_begin();
    for (int i = 0; i < n; i++) {
        const Transfer *t = &asked[i];
        if (t->from == t->to) {
            refused++;
            continue;
        }
        if (try_transfer(t))
            settle();
        else
            enqueue(t, limit);
    }
    measure_end();
    output_i32(done);
    output_i32(refused * 1000 + waiting_count);
}
