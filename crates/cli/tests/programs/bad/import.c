/* Calls a function that nobody provides, after a few words. */
#include <stdio.h>

__attribute__((import_module("network"), import_name("fetch"))) int fetch(int key);

static int twice(int key) {
    return fetch(key) * 2;
}

int main(void) {
    puts("before the call");
    return twice(4);
}
