/* A verification task of SV-COMP's kind: everything is declared by hand. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < y);
    if (x + y == 7)
        reach_error();
    return 0;
}
