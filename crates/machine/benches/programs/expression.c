// A recursive-descent parser and evaluator of arithmetic, over a text that it writes itself.

enum { LENGTH = 400 };

static char text[LENGTH + 64];
static const char *at;

static int sum(void);

static int primary(void) {
    if (*at == '(') {
        at++;
        int value = sum();
        at++;
        return value;
    }
    if (*at == '-') {
        at++;
        return -primary();
    }
    int value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
    return value;
}

static int product(void) {
    int value = primary();
    while (*at == '*' || *at == '/') {
        char sign = *at++;
        int other = primary();
        if (sign == '*') value *= other % 1000;
        else if (other) value /= other;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (*at == '+' || *at == '-') {
        char sign = *at++;
        int other = product();
        value = sign == '+' ? value + other : value - other;
    }
    return value;
}

static void write_text(unsigned seed) {
    int n = 0, open = 0;
    while (n < LENGTH) {
        seed = seed * 1664525u + 1013904223u;
        switch (seed >> 29) {
        case 0:
        case 1: text[n++] = '('; open++; continue;
        case 2: text[n++] = '-'; break;
        }
        for (unsigned digits = 1 + (seed >> 20) % 3; digits; digits--) text[n++] = '0' + (seed >> digits) % 10;
        while (open && (seed & 0x300) == 0) text[n++] = ')', open--, seed = seed * 5 + 0x100;
        text[n++] = "+-*/"[(seed >> 12) % 4];
    }
    text[n++] = '1';
    while (open && n < LENGTH + 60) text[n++] = ')', open--;
    text[n] = 0;
}

long long run(int n) {
    long long total = 0;
    for (int i = 0; i < n; i++) {
        write_text(i);
        at = text;
        total += sum();
    }
    return total;
}
