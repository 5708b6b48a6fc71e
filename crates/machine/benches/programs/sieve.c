// The sieve of Eratosthenes: how many primes are below n, and their sum.

enum { MAX = 1 << 22 };

static unsigned char composite[MAX];

long long run(int n) {
    for (int i = 2; i * i < n; i++) {
        if (!composite[i]) {
            for (int j = i * i; j < n; j += i) composite[j] = 1;
        }
    }
    int count = 0;
    long long sum = 0;
    for (int i = 2; i < n; i++) {
        if (!composite[i]) {
            count++;
            sum += i;
        }
    }
    return sum * 1000 + count;
}
