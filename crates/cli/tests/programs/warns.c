/* Compiles, but not without a word. */
int run(int n) {
    int unused;
    return n;
}
