/* The paper's first example. */
int step(int x) {
    int i = 5;
    while (i < x)
        i += 2;
    return i;
}
