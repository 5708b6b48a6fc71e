/* Programs with tables, and with few inputs of small domains. An entry for each; what n is stands beside it.
 *
 *     worstcase paths crates/explore/benches/kinds/tables.c --entry gcd --size 10
 */
#include <stdbool.h>
#include <worstcase.h>

enum { CAPACITY = 16 };

static void check(int n) {
    if (n < 1 || n > CAPACITY)
        __builtin_trap();
}

/* Counting sort. Its decisions tell how often each value occurs: a path for every multiset of n values. */
static void counting_sort(uint8_t *bytes, int n) {
    int count[256] = {0};
    measure_begin();
    for (int i = 0; i < n; i++)
        count[bytes[i]]++;
    int next = 0;
    for (int value = 0; value < 256; value++)
        for (int k = count[value]; k > 0; k--)
            bytes[next++] = value;
    measure_end();
}

/* n bytes. */
void count_bytes(int n) {
    uint8_t bytes[CAPACITY];
    check(n);
    input_bytes(bytes, n);
    counting_sort(bytes, n);
}

/* n bytes, of which the lower four bits count. */
void count_masked(int n) {
    uint8_t bytes[CAPACITY];
    check(n);
    for (int i = 0; i < n; i++)
        bytes[i] = input_u8() & 15;
    counting_sort(bytes, n);
}

/* n numbers from 0 to 15. */
void count_range(int n) {
    uint8_t bytes[CAPACITY];
    check(n);
    for (int i = 0; i < n; i++)
        bytes[i] = input_i32_in(0, 15);
    counting_sort(bytes, n);
}

/* Decimal numbers, digits with at most one point before the last, as an automaton of 4 states and 256 letters. */
enum state { DEAD, WHOLE, POINT, FRACTION, STATES };

static const uint8_t transition[STATES][256] = {
    [WHOLE] = {['.'] = POINT, ['0' ... '9'] = WHOLE},
    [POINT] = {['0' ... '9'] = FRACTION},
    [FRACTION] = {['0' ... '9'] = FRACTION},
};

static const bool accepts[STATES] = {[WHOLE] = true, [FRACTION] = true};

/* n bytes; the state decides nothing before the end. */
void automaton_end(int n) {
    uint8_t bytes[CAPACITY];
    check(n);
    input_bytes(bytes, n);
    measure_begin();
    int state = WHOLE;
    for (int i = 0; i < n; i++)
        state = transition[state][bytes[i]];
    if (accepts[state])
        output_i32(1);
    measure_end();
}

/* n bytes; no more of them are looked at once the answer is known. */
void automaton_exit(int n) {
    uint8_t bytes[CAPACITY];
    check(n);
    input_bytes(bytes, n);
    measure_begin();
    int state = WHOLE;
    for (int i = 0; i < n && state != DEAD; i++)
        state = transition[state][bytes[i]];
    if (accepts[state])
        output_i32(1);
    measure_end();
}

/* A hash table with chains and Knuth's multiplicative hash. */
enum { BUCKET_BITS = 6 };

struct entry {
    uint32_t key;
    struct entry *next;
};

static struct entry *bucket[1 << BUCKET_BITS];

static bool insert(struct entry *entry) {
    struct entry **link = &bucket[entry->key * 2654435761u >> (32 - BUCKET_BITS)];
    while (*link) {
        if ((*link)->key == entry->key)
            return false;
        link = &(*link)->next;
    }
    entry->next = NULL;
    *link = entry;
    return true;
}

/* n keys of four bytes. */
void hash_table(int n) {
    static struct entry pool[CAPACITY];
    check(n);
    for (int i = 0; i < n; i++)
        input_bytes(&pool[i].key, sizeof pool[i].key);
    int count = 0;
    measure_begin();
    for (int i = 0; i < n; i++)
        count += insert(&pool[i]);
    measure_end();
    output_i32(count);
}

/* The CRC-32 of n bytes: is it that of "abc"? */
void crc32(int n) {
    static uint32_t table[256];
    uint8_t bytes[CAPACITY];
    check(n);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t remainder = i;
        for (int bit = 0; bit < 8; bit++)
            remainder = remainder >> 1 ^ (remainder & 1 ? 0xedb88320u : 0);
        table[i] = remainder;
    }
    input_bytes(bytes, n);
    measure_begin();
    uint32_t crc = ~0u;
    for (int i = 0; i < n; i++)
        crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xff];
    if (~crc == 0x352441c2u)
        output_i32(1);
    measure_end();
}

/* Euclid's algorithm on two numbers from 1 to n. */
void gcd(int n) {
    int a = input_i32_in(1, n), b = input_i32_in(1, n);
    measure_begin();
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    measure_end();
    output_i32(a);
}

/* Collatz's sequence from a number from 1 to n. */
void collatz(int n) {
    int x = input_i32_in(1, n);
    measure_begin();
    while (x != 1) {
        if (x % 2 == 0)
            x = x / 2;
        else
            x = 3 * x + 1;
    }
    measure_end();
}
