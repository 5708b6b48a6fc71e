// Divides by what the first line says.
#include <stdio.h>
#include <stdlib.h>

static int share(int of, int among) { return of / among; }

int main(void) {
    char line[32];
    while (fgets(line, sizeof line, stdin))
        printf("%d\n", share(100, atoi(line)));
    return 0;
}
