// The edit distance of two sequences, by dynamic programming over a table.

enum { MOST = 512 };

static unsigned char first[MOST], second[MOST];
static unsigned short table[MOST + 1][MOST + 1];

static int least(int a, int b, int c) {
    int d = a < b ? a : b;
    return c < d ? c : d;
}

long long run(int n) {
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        first[i] = seed >> 30;
        seed = seed * 1664525u + 1013904223u;
        second[i] = seed >> 30;
    }
    for (int i = 0; i <= n; i++) table[i][0] = table[0][i] = i;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= n; j++) {
            int change = table[i - 1][j - 1] + (first[i - 1] != second[j - 1]);
            table[i][j] = least(table[i - 1][j] + 1, table[i][j - 1] + 1, change);
        }
    }
    return table[n][n];
}
