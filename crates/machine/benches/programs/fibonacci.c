// Fibonacci numbers the slow way: nothing but calls.

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

long long run(int n) {
    return fibonacci(n);
}
