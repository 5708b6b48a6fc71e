/* A little of everything, chosen by the inputs: each of these is done by some run. */
#include <stdlib.h>
#include <string.h>
#include <worstcase.h>

struct node {
    int key;
    struct node *next;
};

static int table[16];
static double half(double x) { return x / 2; }
static double twice(double x) { return x * 2; }
static double rooted(double x) { return __builtin_sqrt(x); }
static double (*const functions[])(double) = {half, twice, rooted};

static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1) + depth(n - 2); }

static long long wide(long long a, long long b, int which) {
    switch (which) {
    case 0: return a + b;
    case 1: return a * b;
    case 2: return a / b;
    case 3: return a % b;
    case 4: return (unsigned long long)a / (unsigned long long)b;
    case 5: return a << (b & 63);
    case 6: return a >> (b & 63);
    default: return a ^ b;
    }
}

static int list(int n) {
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *node = malloc(sizeof *node);
        node->key = input_i32_in(-5, 5);
        node->next = head;
        head = node;
    }
    int sum = 0;
    for (struct node *node = head; node;) {
        struct node *next = node->next;
        sum += node->key;
        if (node->key > 3)
            free(node);
        node = next;
    }
    return sum;
}

static int memory(int n) {
    char *a = malloc(n * 1000 + 1), *b = malloc(n * 1000 + 1);
    memset(a, n, n * 1000 + 1);
    memcpy(b, a, n * 1000);
    memmove(b + n, b, n * 900);
    return b[n * 500] + (int)(b - a);
}

static void floats(void) {
    double x = input_f64();
    float y = input_f32();
    x = functions[input_u8() % 3](x) + y;
    cost(x > 100 ? 7 : -3);
    if (x != x)
        cost(1000);
    output_i32((int)(y * 2));
    output_i32((int)(unsigned char)x);
}

int run(int n) {
    uint8_t what = input_u8();
    cost(n);
    for (int i = 0; i < n; i++)
        table[i] = input_i32();
    measure_begin();
    int result = 0;
    switch (what % 12) {
    case 0: result = depth(n); break;
    case 1: assume(table[0] > 3); break;
    case 2: result = (int)wide(input_i64(), input_i64(), input_i8() & 7); break;
    case 3: result = list(n); break;
    case 4: result = memory(n); break;
    case 5: floats(); break;
    case 6: result = table[input_i16() & 31]; break;
    case 7: result = table[input_i32()]; break;
    case 8: result = 100 / table[1]; break;
    case 9: result = *(int *)input_u32(); break;
    case 10: input_bytes(table, input_u16()); result = table[3]; break;
    default:
        measure_end();
        measure_begin();
        output_bytes(table, n);
        if (input_u64() % 3 == 0)
            measure_end();
    }
    cost(what);
    if (what % 2)
        measure_end();
    return result;
}
