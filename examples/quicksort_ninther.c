/* Bentley and McIlroy's quicksort with the median of nine above 40 elements, as the JDK 1.5 really has it.
 *
 * The WISE paper leaves the median of nine out, because to learn about it all paths at size 41 would have to be
 * explored. See quicksort.c for the same without it.
 *
 * Measured     the sort
 * Worst case   not known; quadratic, since the nine can be chosen to be among the smallest
 * Cost         Theta(n^2); below 7 elements n^2 + 2n + 2, on descending input
 *
 *     worstcase find examples/quicksort_ninther.c --sizes 30,100,200
 */
#include <worstcase.h>

enum { CAPACITY = 1 << 17 };

static int array[CAPACITY];

static void swap(int *x, int a, int b) {
    int t = x[a];
    x[a] = x[b];
    x[b] = t;
}

static void swap_ranges(int *x, int a, int b, int n) {
    for (int i = 0; i < n; i++)
        swap(x, a + i, b + i);
}

static int min(int a, int b) {
    if (a < b)
        return a;
    return b;
}

/* The index of the median of three elements. */
static int median(const int *x, int a, int b, int c) {
    if (x[a] < x[b]) {
        if (x[b] < x[c])
            return b;
        if (x[a] < x[c])
            return c;
        return a;
    }
    if (x[b] > x[c])
        return b;
    if (x[a] > x[c])
        return c;
    return a;
}

/* The index of the pivot. */
static int choose(const int *x, int n) {
    int low = 0, middle = n / 2, high = n - 1;
    if (n == 7)
        return middle;
    if (n > 40) {
        int step = n / 8;
        low = median(x, low, low + step, low + 2 * step);
        middle = median(x, middle - step, middle, middle + step);
        high = median(x, high - 2 * step, high - step, high);
    }
    return median(x, low, middle, high);
}

static void sort(int *x, int n) {
    if (n < 7) {
        for (int i = 0; i < n; i++)
            for (int j = i; j > 0 && x[j - 1] > x[j]; j--)
                swap(x, j, j - 1);
        return;
    }

    int pivot = x[choose(x, n)];

    /* From the left: equal, less, not yet seen, greater, equal. */
    int a = 0, b = 0, c = n - 1, d = n - 1;
    for (;;) {
        while (b <= c && x[b] <= pivot) {
            if (x[b] == pivot)
                swap(x, a++, b);
            b++;
        }
        while (c >= b && x[c] >= pivot) {
            if (x[c] == pivot)
                swap(x, c, d--);
            c--;
        }
        if (b > c)
            break;
        swap(x, b++, c--);
    }

    /* The equal ones move from both ends to the middle. */
    int s = min(a, b - a);
    swap_ranges(x, 0, b - s, s);
    s = min(d - c, n - d - 1);
    swap_ranges(x, b, n - s, s);

    int less = b - a, greater = d - c;
    if (less > 1)
        sort(x, less);
    if (greater > 1)
        sort(x + n - greater, greater);
}

void run(int n) {
    if (n > CAPACITY)
        __builtin_trap();
    for (int i = 0; i < n; i++)
        array[i] = input_i32();
    measure_begin();
    sort(array, n);
    measure_end();
    for (int i = 0; i < n; i++)
        output_i32(array[i]);
}
