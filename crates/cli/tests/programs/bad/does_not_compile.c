int run(int n) {
    return n + m;
}
