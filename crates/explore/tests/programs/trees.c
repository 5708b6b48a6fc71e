/* Decides everything about a folder and prints it, so that two trees never take the same path. What it does before that, its
   arguments say: names to open, to stat, to list, to remove or to create. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Letters are from - to b, and everything else. */
static void letter(char c) {
    for (const char *l = "-./0ab"; *l; l++)
        if (c == *l)
            putchar(*l);
}

static void contents(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        printf(" closed");
        return;
    }
    int c;
    while ((c = getc(file)) != EOF)
        if (c < 128)
            putchar('x');
        else
            putchar('y');
    fclose(file);
}

static void status(const char *path, int reads) {
    struct stat s;
    if (stat(path, &s)) {
        printf("none\n");
        return;
    }
    if (s.st_mtime < 1000)
        putchar('<');
    else
        putchar('>');
    if (S_ISDIR(s.st_mode)) {
        printf("/\n");
        return;
    }
    for (int size = 0; size < 4; size++)
        if (s.st_size == size)
            printf("%d ", size);
    if (reads)
        contents(path);
    putchar('\n');
}

static void walk(const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    if (!directory)
        return;
    while ((entry = readdir(directory))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        char path[2000];
        sprintf(path, "%s/%s", folder, entry->d_name);
        for (const char *c = path; *c; c++)
            letter(*c);
        putchar(' ');
        status(path, 1);
        walk(path);
    }
    closedir(directory);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        const char *path = arguments[i] + 1;
        switch (arguments[i][0]) {
        case 'o': contents(path); putchar('\n'); break;
        case 's': status(path, 0); break;
        case 'l': walk(path); break;
        case 'u': printf("%d\n", unlink(path)); break;
        case 'r': printf("%d\n", rmdir(path)); break;
        case 'm': printf("%d\n", mkdir(path, 0777)); break;
        case 'n': printf("%d\n", rename(path, "b")); break;
        case 't': printf("%d\n", truncate(path, 1)); break;
        case 'w': {
            FILE *file = fopen(path, "a");
            if (file) {
                fputc('y', file);
                fclose(file);
            }
            break;
        }
        }
    }
    walk(".");
    return 0;
}
