// C++ with the standard library and a constructor that runs before the entry does.
#include <vector>
#include <worstcase.h>

struct Table {
    std::vector<int> primes;
    Table() : primes{2, 3, 5, 7} {}
};

static Table table;

extern "C" int run(int n) {
    std::vector<int> products;
    for (int i = 0; i < n; i++)
        products.push_back(input_i32() * table.primes[i % table.primes.size()]);
    int sum = 0;
    for (int product : products)
        sum += product;
    return sum;
}
