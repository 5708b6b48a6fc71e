// Writes without having read anything.
#include <stdio.h>

int main(void) {
    puts("I do not listen");
    return 0;
}
