// class: n
// kind: selection and numbers
// best 30: [624129]
// best 100: [885716]
// how: proved worst: all 1,000,000 starts were tried; 9439 at 30 against a random mean of 5402, 27487 at 100 against a random mean of 18720
// The longest Collatz chain among n consecutive starts; the first start is the only input.
#include <worstcase.h>

#define LARGEST_START 1000000

/* How many steps of the Collatz map it takes from x to 1. */
static uint32_t steps_to_one(uint32_t x) {
    uint64_t value = x;
    uint32_t steps = 0;
    while (value != 1) {
        if (value % 2 == 0) {
            value /= 2;
            steps++;
        } else {
            /* The successor of an odd number is even: two steps at once. */
            value = (3 * value + 1) / 2;
            steps += 2;
        }
    }
    return steps;
}

typedef struct {
    uint32_t start, steps;
} Longest;

/* The start in [from, from + count) that needs the most steps, the first of these. */
static Longest longest_chain(uint32_t from, uint32_t count) {
    Longest longest = {from, 0};
    for (uint32_t x = from; x < from + count; x++) {
        uint32_t steps = steps_to_one(x);
        if (steps > longest.steps) {
            longest.start = x;
            longest.steps = steps;
        }
    }
    return longest;
}

void run(int n) {
    if (n < 1)
        return;
    uint32_t from = (uint32_t)input_i32_in(1, LARGEST_START);
    measure_begin();
    Longest longest = longest_chain(from, (uint32_t)n);
    measure_end();
    output_i32((int32_t)longest.start);
    output_i32((int32_t)longest.steps);
}
