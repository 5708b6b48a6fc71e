int helper(int n);

int run(int n) {
    return helper(n);
}
