/* Functions as a library has them, without a harness: --call says what they get. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static void swap(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}

int sort(int *a, int n) {
    int swaps = 0;
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--, swaps++)
            swap(&a[j - 1], &a[j]);
    return swaps;
}

/* As strlen does it: nothing but the zero ends the string. */
size_t length(const char *s) {
    size_t len = 0;
    while (s[len])
        len++;
    return len;
}

int trace(int n, int m[n][n]) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

long long wide(int64_t a, uint64_t b, unsigned c, int8_t d, bool e) {
    return a + (long long)(b >> 1) + c + d + e;
}

double mean(const float *x, size_t n, double weight) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return weight * sum / n;
}

int digits(int a, int b, int c, int d) { return ((a * 10 + b) * 10 + c) * 10 + d; }

/* The elements behind an array are zero: the sum of all that is there is that of the elements. */
int narrow(const short *s, const unsigned char *u, uint8_t n) {
    int sum = 0;
    for (int i = 0; i <= n; i++)
        sum += s[i] + u[i];
    return sum;
}

int nothing(void) { return 7; }
