/* Two places that can cost much, of which a run sees one: the first input says which. The first costs a little more. */
#include <worstcase.h>

static void squares(const int *a, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] > 1000)
            for (int j = 0; j < n; j++)
                cost(3);
}

static void pairs(const int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i && a[j] < a[j + 1]; j++)
            cost(5);
}

void run(int n) {
    static int a[1000];
    int which = input_i32_in(0, 3);
    for (int i = 0; i < n; i++)
        a[i] = input_i32();
    if (which == 1)
        squares(a, n);
    else if (which == 2)
        pairs(a, n);
}
