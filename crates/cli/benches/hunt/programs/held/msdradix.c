// class: n
// kind: regimes
// best 30: [511,511,511,511,511,511,511,511,511,511,511,511,511,511,511,511,32,16,14,13,6,5,5,4,2,510,0,0,4194303,4294967281]
// best 100: [151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324089,151324087,151323650,184878534,168101316,201655737,184878534,168101316,201655737,184878534,168101316,218432962,168101316,218432962,201655737,218432962,201655737,218432962,201655737,184878534,168101316,184878534,168101316,184878534,168101316,184878534,201655737,184878534,184878534,201655737,218432962,168101316,168101316,184878534,218432962,201655737,168101316,218432962,201655737,168101316,201655737,168101316,184878534,201655737,184878534,218432962,218432962,218432962,218432962,218432962,184878534,168101316,184878534,201655737,201655737,184878534,168101316,201655737,218432962,218432962,168101316,218432962,218432962,201655737,201655737,168101316,168101315,184878534,184878535,201655738,168100867,151323649,184878083,218432963,168034306,201655299,218432516,218365954,151257091,201655299,184811523,214883062]
// how: construction by thought (parts that stay just above the cut-off of 16 down to the last byte, each level losing one key so that no level is skipped, small rests descending); best at 30: climb seeded from from scratch by climb (4261), at 100: climb seeded from construction groups sorted desc 20 (15634); searched natively 22 s at 30, 26 s at 100; 4273 at 30 against a random mean of 1187, 15798 at 100 against a random mean of 1559
// MSD radix sort of 32-bit keys, a byte at a time, with insertion sort for parts of at most 16 keys; a level at which all keys have the same byte is skipped.
#include <worstcase.h>

#define MOST 1024
#define CUTOFF 16
#define RADIX 256

static uint32_t keys[MOST], scratch[MOST];

static void insertion_sort(uint32_t *v, int n) {
    for (int i = 1; i < n; i++) {
        uint32_t key = v[i];
        int k = i;
        while (k > 0 && v[k - 1] > key) {
            v[k] = v[k - 1];
            k--;
        }
        v[k] = key;
    }
}

static void radix_sort(uint32_t *v, int n, int shift) {
    int start[RADIX + 1];
    while (n > CUTOFF && shift >= 0) {
        int is_same = 1;
        uint32_t first = v[0] >> shift & (RADIX - 1);
        for (int i = 1; i < n && is_same; i++)
            is_same = (v[i] >> shift & (RADIX - 1)) == first;
        if (!is_same)
            break;
        shift -= 8;
    }
    if (n <= CUTOFF) {
        insertion_sort(v, n);
        return;
    }
    if (shift < 0)
        return;
    for (int b = 0; b <= RADIX; b++)
        start[b] = 0;
    for (int i = 0; i < n; i++)
        start[(v[i] >> shift & (RADIX - 1)) + 1]++;
    for (int b = 0; b < RADIX; b++)
        start[b + 1] += start[b];
    for (int i = 0; i < n; i++)
        scratch[start[v[i] >> shift & (RADIX - 1)]++] = v[i];
    for (int i = 0; i < n; i++)
        v[i] = scratch[i];
    /* Now start[b] is where part b ends. */
    if (shift == 0)
        return;
    for (int b = 0, begin = 0; b < RADIX; b++) {
        int size = start[b] - begin;
        if (size > 1)
            radix_sort(v + begin, size, shift - 8);
        begin = start[b];
    }
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        keys[i] = input_u32();
    measure_begin();
    radix_sort(keys, n, 24);
    measure_end();
    if (n > 0)
        output_i32((int32_t)keys[n / 2]);
}
