// class: n log n
// kind: trees
// best 30: [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29]
// best 100: [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99]
// how: ascending; climbing natively for 24 s at 30 and 24 s at 100, and 23 s each on a model in which the rebalancing of the library counts too, found nothing better; 1994 at 30 against a random mean of 1609, 8046 at 100 against a random mean of 5882
// For each of n values the distance to the nearest one before it, with std::map (lower_bound, emplace_hint).
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>
#include <worstcase.h>

struct Seen {
    int first, times;
};

/* For each value, how far is the nearest one before it? The sum of that, and what comes most often. */
class Neighbours {
public:
    std::int64_t take(std::int32_t value, int when) {
        auto above = seen_.lower_bound(value);
        if (above != seen_.end() && above->first == value) {
            above->second.times++;
            return 0;
        }
        std::int64_t gap = -1;
        if (above != seen_.end())
            gap = std::int64_t{above->first} - value;
        if (above != seen_.begin()) {
            std::int64_t down = std::int64_t{value} - std::prev(above)->first;
            if (gap < 0 || down < gap)
                gap = down;
        }
        seen_.emplace_hint(above, value, Seen{when, 1});
        return gap;
    }

    int most_often() const {
        int most = 0;
        for (const auto &[value, seen] : seen_)
            if (seen.times > most)
                most = seen.times;
        return most;
    }

private:
    std::map<std::int32_t, Seen> seen_;
};

extern "C" void run(int n) {
    if (n > 4096)
        n = 4096;
    std::vector<std::int32_t> values(static_cast<std::size_t>(n));
    for (auto &value : values)
        value = input_i32();
    measure_begin();
    std::int64_t sum = 0;
    Neighbours neighbours;
    for (int i = 0; i < n; i++)
        sum += neighbours.take(values[static_cast<std::size_t>(i)], i);
    int most = neighbours.most_often();
    measure_end();
    output_i32(static_cast<std::int32_t>(sum % 1000003));
    output_i32(most);
}
