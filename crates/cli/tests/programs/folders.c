/* Says how much there is below a folder, and what it thinks of it: files that are empty, deep folders, names that begin with
   what was asked for. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int files, folders, bytes;

static void look(const char *path, const char *start) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (!folder)
        return;
    while ((entry = readdir(folder))) {
        char below[4000];
        struct stat status;
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (!strncmp(entry->d_name, start, strlen(start)))
            printf("%s\n", below);
        if (stat(below, &status)) {
            perror(below);
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            folders++;
            look(below, start);
        } else {
            files++;
            bytes += status.st_size;
            if (!status.st_size)
                printf("%s is empty\n", below);
        }
    }
    closedir(folder);
}

int main(int count, char **arguments) {
    look(count > 1 ? arguments[1] : ".", count > 2 ? arguments[2] : "a");
    printf("%d files of %d bytes in %d folders\n", files, bytes, folders);
    return 0;
}
