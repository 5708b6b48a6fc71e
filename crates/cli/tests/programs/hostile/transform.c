// A Burrows-Wheeler transform and a list that moves to the front, on a symbolic text: tables at symbolic places, one looked
// up in the other. Z3 4.8.12 takes gigabytes and minutes to build the clauses of a question, and hears nothing meanwhile.
#include <stdint.h>

#define N 24

void klee_make_symbolic(void *object, unsigned size, const char *name);

int main(void) {
    uint8_t text[N], list[256];
    int places[N], count[256] = {0}, cost = 0;
    klee_make_symbolic(text, N, "text");
    for (int i = 0; i < N; i++) count[text[i]]++;
    for (int i = 1; i < 256; i++) count[i] += count[i - 1];
    for (int i = N - 1; i >= 0; i--) places[--count[text[i]]] = i;
    for (int i = 0; i < N - 1; i++) {
        int a = places[i], b = places[i + 1];
        for (int k = 0; k < N; k++, cost++) {
            uint8_t u = text[(a + k) % N], v = text[(b + k) % N];
            if (u != v) {
                if (u > v) cost++;
                break;
            }
        }
    }
    for (int i = 0; i < 256; i++) list[i] = i;
    for (int i = 0; i < N; i++) {
        uint8_t c = text[(places[i] + N - 1) % N];
        int j = 0;
        while (list[j] != c) j++;
        cost += j;
        for (; j > 0; j--) list[j] = list[j - 1];
        list[0] = c;
    }
    return cost;
}
