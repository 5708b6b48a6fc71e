/* Looks at all of its world: environment, files, directories, time and random numbers. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void list(const char *path) {
    DIR *directory = opendir(path);
    if (!directory) {
        perror(path);
        exit(2);
    }
    struct dirent *entry;
    while ((entry = readdir(directory)))
        if (entry->d_name[0] != '.')
            printf("%s/%s\n", path, entry->d_name);
    closedir(directory);
}

int main(void) {
    const char *name = getenv("NAME");
    printf("NAME is %s\n", name ? name : "not set");
    list("/data");
    FILE *file = fopen("/data/greeting.txt", "a+");
    fputs("and this is new\n", file);
    rewind(file);
    char line[80];
    while (fgets(line, sizeof line, file))
        printf("greeting: %s", line);
    fclose(file);
    unsigned random;
    getentropy(&random, sizeof random);
    printf("random: %u, time: %lld\n", random, (long long)time(NULL));
    printf("%s", fopen("/etc/passwd", "r") ? "saw the host\n" : "did not see the host\n");
}
