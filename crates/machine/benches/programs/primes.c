// Arithmetic on 64 bits: the Miller-Rabin test, powers modulo a number, greatest common divisors.

typedef unsigned long long number;

static number power(number base, number exponent, number modulus) {
    number result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static int probably_prime(number n) {
    if (n < 4) return n > 1;
    if (n % 2 == 0) return 0;
    number odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0) odd /= 2, twos++;
    for (number witness = 2; witness < 8 && witness < n; witness++) {
        number x = power(witness, odd, n);
        if (x == 1 || x == n - 1) continue;
        int i = 1;
        for (; i < twos && x != n - 1; i++) x = x * x % n;
        if (x != n - 1) return 0;
    }
    return 1;
}

static number common(number a, number b) {
    while (b) {
        number rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

long long run(int n) {
    number sum = 0;
    for (int i = 0; i < n; i++) {
        number candidate = 1000003ull * (number)i % 4294967291ull;
        sum += probably_prime(candidate | 1);
        sum += common(candidate, 6469693230ull);
    }
    return sum;
}
