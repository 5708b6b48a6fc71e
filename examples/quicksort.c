/* Bentley and McIlroy's quicksort, as the JDK 1.5 has it for int[] (WISE).
 *
 * Insertion sort below 7 elements; the pivot is the middle element at 7 and the median of three above.
 * As in the WISE paper without the median of nine, which the JDK uses above 40.
 *
 * Measured     the sort
 * Worst case   only one element lies on one side of every pivot, so that n - 2 remain on the other
 * Cost         Theta(n^2); below 7 elements n^2 + 2n + 2, on descending input
 * Paths        n! below 7 elements
 *
 *     worstcase run examples/quicksort.c --size 4 --input 4,3,2,1
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

static void sort(int *x, int n) {
    if (n < 7) {
        for (int i = 0; i < n; i++)
            for (int j = i; j > 0 && x[j - 1] > x[j]; j--)
                swap(x, j, j - 1);
        return;
    }

    int middle = n / 2;
    if (n > 7)
        middle = median(x, 0, middle, n - 1);
    int pivot = x[middle];

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
