int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int steps = 0;
    while (n > 0) {
        n--;
        m++;
    }
    while (m > 0) {
        m--;
        steps++;
    }
    return steps;
}
