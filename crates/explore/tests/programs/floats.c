/* What programs do with floating-point numbers, a function each: --call says what they get. */

static void swap(double *a, double *b) {
    double old = *a;
    *a = *b;
    *b = old;
}

int insertion(double *a, int n) {
    for (int i = 1; i < n; i++) {
        double key = a[i];
        int j = i;
        for (; j > 0 && a[j - 1] > key; j--)
            a[j] = a[j - 1];
        a[j] = key;
    }
    return n;
}

int selection(double *a, int n) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[least])
                least = j;
        swap(&a[i], &a[least]);
    }
    return n;
}

/* Each side of the triangle, and which numbers are none. */
int compare(float x, float y, float z) {
    int count = 0;
    if (x <= y)
        count++;
    if (y <= z)
        count++;
    if (x <= z)
        count++;
    if (x != x)
        count++;
    return count;
}

/* Signs, and the lesser of two. */
int signs(double x, double y) {
    if (__builtin_fabs(x) < 1.5 && __builtin_copysign(x, -y) < 0)
        return 1;
    if (-x > 2)
        return 2;
    return 3;
}

/* Integers in doubles: a mean, and who is above it. */
int above(int *a, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    int count = 0;
    for (int i = 0; i < n; i++)
        if (n * (double)a[i] > sum)
            count++;
    return count;
}

/* A float that C compares as a double. */
int tenth(float x) {
    if (x < 0.1)
        return 0;
    if (x > 0.1)
        return 1;
    return 2;
}

/* An index out of a number. */
int bucket(double x) {
    int counts[4] = {0};
    if (!(x >= 0 && x < 1))
        return -1;
    int i = (int)(x * 4);
    counts[i]++;
    return counts[2] ? 5 : 6;
}

/* Arithmetic that only Z3 knows. */
int quadratic(double x) {
    double y = x * x - 4;
    if (y == 0)
        return 0;
    if (y < -2)
        return 1;
    if (y > 2)
        return 2;
    return 3;
}

/* More than is kept in one term. */
double horner(double x) {
    double y = 1;
    for (int i = 0; i < 12; i++)
        y = y * x + i;
    return y > 5 ? 1 : 0;
}
