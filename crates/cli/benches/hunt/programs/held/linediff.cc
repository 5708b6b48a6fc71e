// class: n^2
// kind: text
// best 30: [10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,98,0,255]
// best 100: [10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,97,0,102]
// how: construction (empty lines against one other line: nothing equal and as many lines as can be) and climbed; structured (prefix, pump, suffix) and native climbing for about 20 s at each size; 8698 at 30 against a random mean of 312, 71969 at 100 against a random mean of 575
// Diff of two texts line by line (Myers, O(ND), with the equal beginning and end taken off first). The input is the two texts,
// divided by the first zero byte, or in the middle if there is none; lines get numbers from a table.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using Lines = std::vector<int>;

struct Interner {
    std::unordered_map<std::string_view, int> numbers;

    Lines split(const char *text, size_t size) {
        Lines lines;
        size_t from = 0;
        for (size_t i = 0; i < size; i++) {
            if (text[i] != '\n')
                continue;
            lines.push_back(number(std::string_view(text + from, i - from)));
            from = i + 1;
        }
        if (from < size)
            lines.push_back(number(std::string_view(text + from, size - from)));
        return lines;
    }

    int number(std::string_view line) { return numbers.emplace(line, static_cast<int>(numbers.size())).first->second; }
};

struct Edit {
    int x, y;
};

/* How many lines are deleted and inserted at least, and the path there, backwards. */
int shortest_edit(const int *a, int n, const int *b, int m, std::vector<Edit> &path) {
    int most = n + m;
    std::vector<int> v(2 * most + 2, 0);
    std::vector<std::vector<int>> trace;
    int *at = v.data() + most;
    for (int d = 0; d <= most; d++) {
        for (int k = -d; k <= d; k += 2) {
            int x = k == -d || (k != d && at[k - 1] < at[k + 1]) ? at[k + 1] : at[k - 1] + 1;
            int y = x - k;
            while (x < n && y < m && a[x] == b[y]) {
                x++;
                y++;
            }
            at[k] = x;
            if (x < n || y < m)
                continue;
            for (int e = d; e > 0; e--) {
                const std::vector<int> &before = trace[e - 1];
                int step = k == -e || (k != e && before[most + k - 1] < before[most + k + 1]) ? 1 : -1;
                k += step;
                path.push_back({before[most + k], before[most + k] - k});
            }
            return d;
        }
        trace.push_back(v);
    }
    return most;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = reinterpret_cast<const char *>(data);
    size_t cut = 0;
    while (cut < size && data[cut] != 0)
        cut++;
    size_t second = cut + 1;
    if (cut == size)
        second = cut = size / 2;
    Interner interner;
    Lines a = interner.split(text, cut), b = interner.split(text + second, size - second);
    size_t skip = 0, n = a.size(), m = b.size();
    while (skip < n && skip < m && a[skip] == b[skip])
        skip++;
    while (n > skip && m > skip && a[n - 1] == b[m - 1]) {
        n--;
        m--;
    }
    std::vector<Edit> path;
    volatile int edits = shortest_edit(a.data() + skip, int(n - skip), b.data() + skip, int(m - skip), path);
    (void)edits;
    return 0;
}
