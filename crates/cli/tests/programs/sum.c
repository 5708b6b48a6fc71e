/* The first of two files that make one program: adds up what `square` makes of the inputs. */
#include <worstcase.h>

int square(int x);

int run(int n) {
    int sum = OFFSET;
    for (int i = 0; i < n; i++)
        sum += square(input_i32());
    return sum;
}
