/* Divides by zero, a few calls deep. */
static int divide(int a, int b) {
    return a / b;
}

static int average(int sum, int count) {
    return divide(sum, count);
}

int run(int n) {
    return average(100, n);
}
