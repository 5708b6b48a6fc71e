// The number of ways to put n queens on a board of n by n, by backtracking.

enum { MAX = 16 };

static int column_of[MAX];

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

static int safe(int row, int column) {
    for (int above = 0; above < row; above++) {
        int other = column_of[above];
        if (other == column || distance(other, column) == row - above) return 0;
    }
    return 1;
}

static int place(int row, int n) {
    if (row == n) return 1;
    int solutions = 0;
    for (int column = 0; column < n; column++) {
        if (safe(row, column)) {
            column_of[row] = column;
            solutions += place(row + 1, n);
        }
    }
    return solutions;
}

long long run(int n) {
    return place(0, n);
}
