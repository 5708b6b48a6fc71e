// Text: words are made, hashed, compared, searched for and reversed, one byte at a time.

enum { WORDS = 64, LENGTH = 24, BUCKETS = 97 };

static char words[WORDS][LENGTH];
static char text[WORDS * LENGTH];
static int buckets[BUCKETS];

static unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n]) n++;
    return n;
}

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static int compare(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static const char *find(const char *in, const char *what) {
    for (; *in; in++) {
        const char *p = in, *q = what;
        while (*q && *p == *q) p++, q++;
        if (!*q) return in;
    }
    return 0;
}

static void reverse(char *s) {
    unsigned n = length(s);
    for (unsigned i = 0; i < n / 2; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

static void make(unsigned seed) {
    char *out = text;
    for (int i = 0; i < WORDS; i++) {
        int n = 3 + seed % (LENGTH - 4);
        for (int j = 0; j < n; j++) {
            seed = seed * 1103515245u + 12345u;
            words[i][j] = 'a' + (seed >> 16) % 6;
            *out++ = words[i][j];
        }
        words[i][n] = 0;
    }
    *out = 0;
}

long long run(int n) {
    long long sum = 0;
    for (int k = 0; k < n; k++) {
        make(k);
        for (int i = 0; i < WORDS; i++) {
            buckets[hash(words[i]) % BUCKETS]++;
            sum += compare(words[i], words[(i * 7 + 1) % WORDS]) < 0;
        }
        for (int i = 0; i < WORDS; i += 16) {
            words[i][4] = 0;
            const char *at = find(text, words[i]);
            sum += at ? at - text : -1;
            reverse(words[i]);
        }
        sum += length(text);
    }
    for (int i = 0; i < BUCKETS; i++) sum = sum * 31 + buckets[i];
    return sum;
}
