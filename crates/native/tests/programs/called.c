/* Functions without a harness. */
int sum(int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > sum)
            sum += a[i];
    return sum;
}

double mix(char c, long long wide, double d, float f, unsigned char *b) {
    double result = c + (d > 3 ? d : f);
    for (int i = 0; i < 1; i++)
        result += b[i] > 100 ? (double)wide : 1;
    return result;
}

int text(const char *s, int k, short t) {
    int count = 0;
    for (; *s; s++)
        count += *s == 'e' ? k : t;
    return count;
}
