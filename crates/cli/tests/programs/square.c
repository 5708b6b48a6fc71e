/* The second of two files that make one program. */
int square(int x) {
    return x * x;
}
