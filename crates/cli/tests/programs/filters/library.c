// No command: there is no main.
int twice(int n) { return 2 * n; }
