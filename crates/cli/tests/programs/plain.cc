// Functions of C++ without a harness: some are overloaded, some lie in a namespace.
#include <cstddef>

int twice(int x) { return 2 * x; }

int first(const int *a, int) { return a[0]; }
double first(const double *a, int) { return a[0]; }

static int hidden(int x) { return x; }

namespace outer::inner {
int last(const int *a, std::size_t n) { return hidden(a[n - 1]); }
}
