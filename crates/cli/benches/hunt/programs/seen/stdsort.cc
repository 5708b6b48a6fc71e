// class: n log n
// kind: sorts
// best 30: [21,17,18,18,18,18,19,16,15,14,13,12,11,10,9,20,7,6,5,4,3,0,13,2,2,1,11,18,17,8]
// best 100: [0,27,3,27,2,27,6,27,7,27,10,27,7,27,8,27,11,27,12,27,11,27,27,25,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,0,1,4,5,6,6,7,7,9,10,27,27,23,22,20,17,16,14,13,12,19,15,21,26,18,26,26,26,26,26,24,26,25,26,26,26,26,26,26,25,26,26,26,26,26,26,26,26,25,1]
// how: McIlroy's adversary against the same std::sort, then climbed and annealed about 40 s in all; 1449 at 30 against a random mean of 587, 6737 at 100 against a random mean of 2241
// std::sort of readings with a comparator of two keys, then the longest plateau of equal levels.
#include <worstcase.h>

#include <algorithm>
#include <vector>

namespace {

struct Reading {
    int32_t level;
    int32_t serial;
};

/* By level, then by the order of arrival. */
bool earlier(const Reading &x, const Reading &y) {
    if (x.level != y.level)
        return x.level < y.level;
    return x.serial < y.serial;
}

int32_t longest_plateau(const std::vector<Reading> &sorted) {
    int32_t longest = 0, length = 0;
    for (size_t i = 0; i < sorted.size(); i++) {
        length = i > 0 && sorted[i].level == sorted[i - 1].level ? length + 1 : 1;
        longest = std::max(longest, length);
    }
    return longest;
}

} // namespace

extern "C" void run(int n) {
    std::vector<Reading> readings;
    readings.reserve(n > 0 ? n : 0);
    for (int i = 0; i < n; i++)
        readings.push_back({input_i32(), i});
    measure_begin();
    std::sort(readings.begin(), readings.end(), earlier);
    int32_t longest = longest_plateau(readings);
    measure_end();
    output_i32(longest);
}
