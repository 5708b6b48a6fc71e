/* Functions whose bounds are easily got wrong. */
extern int __VERIFIER_nondet_int(void);
static int g, h[4] = {3, 1, 2, 0};
static int up(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
static int setg(int n) { g = n; return up(n); }
static unsigned char narrow(int n) { return n; }
int f0(int x, int y) { do { do { x--; } while (x > 0); y--; x += 2; } while (y > 0); return x; }
int f1(int n) { int i = 0; while (i < g) { i++; if (__VERIFIER_nondet_int()) g++; if (i > n) break; } return i; }
int f2(int n) { int s = 0; for (int i = 0; i < n; i++) { s += setg(i); for (int j = 0; j < g; j++) s++; } return s; }
int f3(int *p, int n) { int s = 0; for (int i = 0; i < *p; i++) { s++; if (i < n) (*p)--; } return s; }
int f4(int *p, int *q) { int s = 0; for (int i = 0; i < *p; i++) { *q = *q + 1; s++; if (s > 50) break; } return s; }
int f5(int n) { int s = 0; for (int i = 0; i < n; i++) { int m = narrow(i * 100); for (int j = 0; j < m; j++) s++; } return s; }
int f6(int n, int m) { int i = n, s = 0; while (i > 0) { if (m > 0) { m--; i += 3; } else i -= 2; s++; } return s; }
int f7(int n, int m) { int s = 0; while (n > 0) { n--; m++; while (m > 0) { m -= 2; s++; if (__VERIFIER_nondet_int()) { m += 3; break; } } } return s; }
int f8(int n) { int s = 0, t = 0; for (int i = 0; i < n; i++) { t += i; } while (t > 0) { t -= 3; s++; } return s; }
int f9(int n) { int s = 0; for (int i = 1; i < n; i *= 2) for (int j = i; j > 0; j -= 2) s++; return s; }
int f10(int n, int m) { int s = 0; if (m > n) { int t = n; n = m; m = t; } while (n != m) { n--; s++; } return s; }
int f11(unsigned n, int m) { int s = 0; while (n > (unsigned)m) { n -= 2; s++; if (s > 100) break; } return s; }
int f12(short n) { int s = 0; for (short i = n; i > 0; i = i - n / 2 - 1) { s++; if (s > 300) return s; } return s; }
int f13(int n) { int s = 0; for (int i = 0; i < n; i++) { if (h[i & 3] == s) return s; h[i & 3]--; while (h[i & 3] > 0) { h[i & 3]--; s++; } } return s; }
int f14(int n, int k) { int i = 0; while (i < n) { int j = i; while (j < n && __VERIFIER_nondet_int()) { j += 2; } i = j - k; i++; if (k > 0) k--; } return i; }
int f15(int n) { int a = n, b = 0; while (a > 0 || b > 0) { if (b > 0) { b -= 2; } else { a--; b = a % 3; } } return a; }
int f16(int n, int m) { int s = 0; while (n > 0 && m > 0) { if (n > m) n -= m; else m -= n; s++; } return s; }
int f17(int n) { int s = 0; while (n != 0) { n = n / 2; s++; } while (s > 0) { s -= 2; n++; } return n; }
int f18(int n, int m) { int s = 0; for (int i = -n; i < n; i += 3) for (int j = i; j < m; j += 2) for (int k = j; k < i; k++) s++; return s; }
int f19(int n) { int s = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < n - i; j++) { if (j == 3) { i++; } s++; } } return s; }
int f20(int n, int m) { int x = n, s = 0; while (m > 0) { m--; while (x > 0) { while (x < 10 && x > 0) { x++; s++; if (__VERIFIER_nondet_int()) goto out; } x -= 20; } out:; } return s; }
int f21(int n, int m) { int r = 0; while (n > 0) { n--; r += 2; while (r > 0 && m > 0) { m--; r--; r += __VERIFIER_nondet_int() > 0; } } while (r > 0) r -= 3; return r; }
int f22(int n) { int s = 0; for (int i = n; i >= 0; i -= 7) { for (int j = 0; j * j < i; j++) s++; } return s; }
int f23(int n, int m) { int i = 0, s = 0; if (m < 1) m = 1; for (; i < n; i += m) { s++; m = m / 2 + 1; } return s; }
