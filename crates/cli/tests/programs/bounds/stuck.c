/* The loop inside is never left, so the one around it is entered once at most. */
void stuck(int x) {
    while (x > 0) {
        x--;
        while (1)
            ;
    }
}
