/* Every call takes some of the stack that the program has in its own memory. */
int run(int n) {
    return run(n + 1) + n;
}
