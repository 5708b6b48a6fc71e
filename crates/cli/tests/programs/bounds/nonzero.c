/* The paper's Figure 1: counts up to three elements that are not zero. */
int nonzero(int *A, int n) {
    int i = 0, k = 0;
    while (i < n && k < 3) {
        if (A[i] != 0)
            k++;
        i++;
    }
    return k;
}
