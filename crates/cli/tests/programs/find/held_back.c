/* At sizes 7 and 8, and only there, it matters which way to go. A rule that was learned from sizes up to 6 cannot know; two
   conditionals, so that one that guesses is wrong at one of them. */
#include <worstcase.h>

static void burn(int times) {
    for (int k = 0; k < times; k++)
        ;
}

void run(int n) {
    int more = n == 7 || n == 8 ? n : 0;
    for (int i = 0; i < n; i++)
        ;
    if (input_i32() > 0)
        burn(0);
    else
        burn(more);
    if (input_i32() > 0)
        burn(more);
    else
        burn(0);
}
