// Boyer-Moore-Horspool: all occurrences of some patterns in a text of n bytes.

enum { MAX = 1 << 20 };

static unsigned char text[MAX];

static int length(const char *s) {
    int n = 0;
    while (s[n]) n++;
    return n;
}

static int occurrences(const char *pattern, int n) {
    static int shift[256];
    int m = length(pattern);
    for (int c = 0; c < 256; c++) shift[c] = m;
    for (int i = 0; i < m - 1; i++) shift[(unsigned char)pattern[i]] = m - 1 - i;
    int count = 0;
    for (int at = 0; at <= n - m; at += shift[text[at + m - 1]]) {
        int i = m - 1;
        while (i >= 0 && text[at + i] == pattern[i]) i--;
        if (i < 0) count++;
    }
    return count;
}

long long run(int n) {
    static const char words[] = "the worst case of a program is the input that it takes the longest for ";
    static const char *const patterns[] = {"the", "worst", "longest for the", "is", "o", "never"};
    unsigned state = 7;
    for (int i = 0; i < n; i++) {
        state = state * 1103515245 + 12345;
        // Mostly running text, now and then a jump to another place in it.
        text[i] = words[(i + (state >> 26 ? 0 : state >> 8)) % (sizeof words - 1)];
    }
    long long sum = 0;
    for (int i = 0; i < 6; i++) sum = sum * 1000003 + occurrences(patterns[i], n);
    return sum;
}
