// class: ?
// kind: text
// best 30: [97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,97,255,97]
// best 100: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,99,0]
// how: one byte repeated, and a greater one next to the last (found by climbing; other periodic texts cost less); structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 8378 at 30 against a random mean of 1232, 135046 at 100 against a random mean of 7734
// Suffix array by a quicksort (median of three, insertion sort below 8) that compares suffixes byte by byte, then the longest
// repeated substring from the neighbours.
#include <worstcase.h>

#define MOST 1024

static uint8_t text[MOST];
static int suffix[MOST], size;

static int less(int a, int b) {
    while (a < size && b < size) {
        if (text[a] != text[b])
            return text[a] < text[b];
        a++;
        b++;
    }
    return a > b;
}

static void insertion(int *v, int n) {
    for (int i = 1; i < n; i++) {
        int x = v[i], j = i;
        while (j > 0 && less(x, v[j - 1])) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

static void exchange(int *v, int i, int j) {
    int t = v[i];
    v[i] = v[j];
    v[j] = t;
}

static void quicksort(int *v, int n) {
    while (n > 8) {
        int mid = n / 2;
        if (less(v[mid], v[0]))
            exchange(v, mid, 0);
        if (less(v[n - 1], v[0]))
            exchange(v, n - 1, 0);
        if (less(v[n - 1], v[mid]))
            exchange(v, n - 1, mid);
        int pivot = v[mid], i = 0, j = n - 1;
        while (i <= j) {
            while (less(v[i], pivot))
                i++;
            while (less(pivot, v[j]))
                j--;
            if (i <= j)
                exchange(v, i++, j--);
        }
        /* The smaller part first, the other one in the loop. */
        if (j + 1 < n - i) {
            quicksort(v, j + 1);
            v += i;
            n -= i;
        } else {
            quicksort(v + i, n - i);
            n = j + 1;
        }
    }
    insertion(v, n);
}

static int longest_repeat(void) {
    int best = 0;
    for (int i = 1; i < size; i++) {
        int a = suffix[i - 1], b = suffix[i], len = 0;
        while (a + len < size && b + len < size && text[a + len] == text[b + len])
            len++;
        if (len > best)
            best = len;
    }
    return best;
}

void run(int n) {
    size = n < MOST ? n : MOST;
    input_bytes(text, (size_t)size);
    measure_begin();
    for (int i = 0; i < size; i++)
        suffix[i] = i;
    quicksort(suffix, size);
    int repeat = longest_repeat();
    measure_end();
    output_i32(repeat);
    if (size > 0)
        output_i32(suffix[0]);
}
