// The product of two n by n matrices of doubles.

enum { MAX = 256 };

static double a[MAX][MAX], b[MAX][MAX], c[MAX][MAX];

static void multiply(int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    }
}

long long run(int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            a[i][j] = i + 1.0 / (j + 1);
            b[i][j] = j - 1.0 / (i + 1);
        }
    }
    multiply(n);
    double trace = 0;
    for (int i = 0; i < n; i++) trace += c[i][i];
    return trace * 1000;
}
