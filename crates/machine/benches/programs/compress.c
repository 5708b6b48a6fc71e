// Finds repetitions in a buffer by a table of recent places, and unpacks what it wrote (as LZ77 does).

enum { SIZE = 1 << 14, PLACES = 1 << 10, SHORTEST = 4 };

static unsigned char source[SIZE], packed[2 * SIZE], unpacked[SIZE];
static int places[PLACES];

static unsigned key(const unsigned char *p) {
    unsigned word = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
    return word * 2654435761u >> 22;
}

static int pack(int n) {
    int out = 0, i = 0;
    for (int k = 0; k < PLACES; k++) places[k] = -1;
    while (i < n) {
        int length = 0, from = -1;
        if (i + SHORTEST <= n) {
            unsigned k = key(source + i);
            from = places[k];
            places[k] = i;
            if (from >= 0) {
                while (length < 255 && i + length < n && source[from + length] == source[i + length]) length++;
            }
        }
        if (length >= SHORTEST) {
            int back = i - from;
            packed[out++] = length;
            packed[out++] = back & 255;
            packed[out++] = back >> 8;
            i += length;
        } else {
            packed[out++] = 0;
            packed[out++] = source[i++];
        }
    }
    return out;
}

static int unpack(int n) {
    int out = 0;
    for (int i = 0; i < n;) {
        int length = packed[i++];
        if (!length) {
            unpacked[out++] = packed[i++];
            continue;
        }
        int back = packed[i] | packed[i + 1] << 8;
        i += 2;
        for (; length; length--, out++) unpacked[out] = unpacked[out - back];
    }
    return out;
}

long long run(int n) {
    long long sum = 0;
    unsigned seed = 3;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < SIZE; i++) {
            seed = seed * 1664525u + 1013904223u;
            source[i] = i > 64 && seed >> 28 ? source[i - 1 - (seed >> 20) % 8] : seed >> 24;
        }
        int length = pack(SIZE);
        sum += length;
        if (unpack(length) != SIZE) return -1;
        for (int i = 0; i < SIZE; i++) sum += source[i] != unpacked[i];
    }
    return sum;
}
