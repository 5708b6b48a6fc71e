/* Functions that can be called with anything, and some that cannot. */
struct pair {
    int low, high;
};

static unsigned limit = 5;

/* A bound with a global in it. */
int up_to_limit(void) {
    unsigned i = 0;
    while (i < limit)
        i++;
    return (int)i;
}

void set_limit(unsigned to) { limit = to; }

int scaled(int n, double by) {
    int i = 0;
    while (i < n)
        i++;
    return (int)(i * by);
}

int width(struct pair pair) {
    int i = pair.low;
    while (i < pair.high)
        i++;
    return i;
}

/* Ends only by a trap. */
int divides(int n, int m) {
    int i = 0;
    for (; i < n; i++)
        m = 100 / (m - i);
    return m;
}

/* Calls what it is given. */
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }

int chosen(int n) {
    int (*const step[2])(int) = {twice, thrice};
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += step[i & 1](i & 15);
    return sum;
}
