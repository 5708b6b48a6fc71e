/* Plain functions, without any harness. */
#include <string.h>

void sort(int a[], int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

int find(const unsigned char *text, int n, unsigned char wanted) {
    const unsigned char *at = memchr(text, wanted, n);
    return at ? at - text : -1;
}

int is_number(const char *s) {
    if (*s == '-' || *s == '+')
        s++;
    if (!*s)
        return 0;
    while (*s >= '0' && *s <= '9')
        s++;
    return !*s;
}
