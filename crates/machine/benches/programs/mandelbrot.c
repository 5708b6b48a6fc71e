// How soon points of a grid leave the Mandelbrot set: floating point in a loop that ends by a comparison.

static int iterations(double x, double y, int max) {
    double a = 0, b = 0;
    int i = 0;
    while (i < max && a * a + b * b < 4) {
        double next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
        i++;
    }
    return i;
}

long long run(int n) {
    long long sum = 0;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            sum += iterations(-2.0 + 3.0 * column / n, -1.5 + 3.0 * row / n, 100);
        }
    }
    return sum;
}
