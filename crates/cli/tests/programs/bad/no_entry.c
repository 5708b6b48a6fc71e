int parse(int n) { return n; }
int add(int a, int b) { return a + b; }
