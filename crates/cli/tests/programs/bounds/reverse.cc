namespace text {
void reverse(char *s, int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        char c = s[i];
        s[i] = s[j];
        s[j] = c;
    }
}

void reverse(int *s) {
    for (int i = 0; i < 4; i++)
        s[i] = s[7 - i];
}
}
