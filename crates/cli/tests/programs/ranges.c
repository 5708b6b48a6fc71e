/* Compare inputs whose ranges are not those of their types. */
int is_minus_three(short c) {
    if (c == -3)
        return 1;
    return 0;
}

int is_large(unsigned c) {
    if (c == 3000000001u)
        return 1;
    return 0;
}

int compare(unsigned short a, unsigned short b) {
    if (a < b)
        return -1;
    if (a == b)
        return 0;
    return 1;
}
