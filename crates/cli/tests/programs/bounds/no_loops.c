int square(int x) {
    return x * x;
}

int distance(int x, int y) {
    return square(x) + square(y);
}
