// class: n^2
// kind: hashes
// best 30: [192,193,290,387,484,581,678,775,872,969,1066,1163,1260,1357,1454,1551,1648,1745,1842,1939,2036,2133,2230,2327,2424,2521,2618,2715,2812,2909,3006]
// best 100: [792,793,1190,1587,1984,2381,2778,3175,3572,3969,4366,4763,5160,5557,5954,6351,6748,7145,7542,7939,8336,8733,9130,9527,9924,10321,10718,11115,11512,11909,12306,12703,13100,13497,13894,14291,14688,15085,15482,15879,16276,16673,17070,17467,17864,18261,18658,19055,19452,19849,20246,20643,21040,21437,21834,22231,22628,23025,23422,23819,24216,24613,25010,25407,25804,26201,26598,26995,27392,27789,28186,28583,28980,29377,29774,30171,30568,30965,31362,31759,32156,32553,32950,33347,33744,34141,34538,34935,35332,35729,36126,36523,36920,37317,37714,38111,38508,38905,39302,39699,40096]
// how: at 30 construction: all keys and the target minus them have the remainder 96; at 100 construction: all keys and the target minus them have the remainder 396; climbing natively for 19 s at 30 and 19 s at 100 in all found nothing better; 3819 at 30 against a random mean of 391, 40713 at 100 against a random mean of 1219
// Two-sum: the first pair of n numbers that add up to a target, by a hash table with remainder and quadratic probing.
#include <worstcase.h>

#define MOST 1024

static const int primes[] = {5, 11, 23, 47, 97, 197, 397, 797, 1597, 3203};

typedef struct {
    int32_t key;
    int32_t position; /* from 1 on; 0 is free */
} Slot;

static Slot table[3203];
static int modulus;
static int32_t a[MOST];

static int home(int32_t key) {
    int r = key % modulus;
    return r < 0 ? r + modulus : r;
}

/* The slot of the key, or the free one where it belongs; -1 if neither is to be found. */
static int probe(int32_t key) {
    int i = home(key);
    for (int step = 1; step <= modulus; step += 2) {
        if (!table[i].position || table[i].key == key)
            return i;
        i += step;
        if (i >= modulus)
            i -= modulus;
    }
    return -1;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    int32_t target = input_i32_in(-1000000, 1000000);
    for (int i = 0; i < n; i++)
        a[i] = input_i32_in(-1000000, 1000000);
    int first = 0, second = 0;
    measure_begin();
    for (int i = 0; primes[i] < 3203; i++) {
        modulus = primes[i + 1];
        if (modulus >= 2 * n)
            break;
    }
    for (int i = 0; i < n; i++) {
        int s = probe(target - a[i]);
        if (s >= 0 && table[s].position) {
            first = table[s].position;
            second = i + 1;
            break;
        }
        s = probe(a[i]);
        if (s < 0)
            break;
        if (!table[s].position)
            table[s] = (Slot){a[i], i + 1};
    }
    measure_end();
    output_i32(first);
    output_i32(second);
}
