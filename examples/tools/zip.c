/* Packs files, or standard input, into a zip archive on standard output: a WASI command.
 *
 *     zip [-0123456789q] [- [FILE]...]
 *     zip [-0123456789q] -@ [-]
 *
 *     -0   store only
 *     -1   fast, to -9, which searches longest; -6 if nothing is said
 *     -@   the names of the files are read from standard input, one on each line
 *     -q   accepted: nothing is said anyway
 *
 * As with Info-ZIP's, the first operand is the archive, which can only be standard output, a FILE `-` is standard input, which is
 * what is packed if no file is named, a directory is a member without contents, and a name loses the `/` or `./` that it begins
 * with. A file is read to its end first, so that its size and its check sum can stand before its data. Times and owners are left
 * out: the date is the earliest that there is, so that the same input gives the same archive. At most 65535 members and 4 GiB.
 *
 * The exit code is 18 if a file could not be read and is left out, 12 if nothing is left to pack, 16 if two files would have one
 * name.
 *
 *     printf 'ababab\n' | worstcase run examples/tools/zip.c -- > out.zip
 */
#define TOOL "zip"
#define USAGE "zip [-0123456789q] [- [FILE]...] | zip [-0123456789q] -@ [-]"
#define FAILURE 16
#include <sys/stat.h>

#include "deflate.h"
#include "tool.h"

/* --- The archive (PKWARE's APPNOTE) --- */

static uint32_t checksum(void) {
    static uint32_t table[256];
    /* All entries but the first are something. */
    for (uint32_t byte = 0; byte < 256 && !table[255]; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++)
            rest = rest & 1 ? rest >> 1 ^ 0xedb88320 : rest >> 1;
        table[byte] = rest;
    }
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < plain.count; i++)
        sum = table[(sum ^ plain.data[i]) & 0xff] ^ sum >> 8;
    return ~sum;
}

static void put_little(uint32_t value, int count) {
    for (; count > 0; count--, value >>= 8)
        put(value & 0xff);
}

/* A file in the archive. */
struct member {
    const char *path, *name;
    bool is_directory, is_stored, is_left_out;
    uint32_t sum, size, plain_size, offset;
    size_t number; /* in the order in which they are given */
};

static struct member *members;
static size_t member_count, member_capacity;

/* How much of the archive is written. */
static uint32_t written;

static size_t name_length(const struct member *member) {
    return strlen(member->name) + member->is_directory;
}

static void put_name(const struct member *member) {
    put_text(member->name);
    if (member->is_directory)
        put('/');
}

/* What the header of a member and its entry in the directory have in common. */
static void put_common(const struct member *member) {
    put_little(member->is_stored ? 10 : 20, 2); /* version needed: 1.0, or 2.0 for deflate */
    put_little(0, 2);                           /* flags */
    put_little(member->is_stored ? 0 : 8, 2);
    put_little(0, 2); /* midnight */
    put_little(1 << 5 | 1, 2); /* 1980-01-01 */
    put_little(member->sum, 4);
    put_little(member->size, 4);
    put_little(member->plain_size, 4);
    put_little((uint32_t)name_length(member), 2);
    put_little(0, 2); /* no extra field */
}

static void put_member(struct member *member) {
    const struct bytes *data = member->is_stored ? &plain : &packed;
    uint64_t end = (uint64_t)written + 30 + name_length(member) + data->count;
    if (end > 0xf0000000u) {
        complain("%s: the archive would be too large", member->path);
        exit(6);
    }
    member->sum = checksum();
    member->size = (uint32_t)data->count;
    member->plain_size = (uint32_t)plain.count;
    member->offset = written;
    put_little(0x04034b50, 4);
    put_common(member);
    put_name(member);
    put_bytes(data->data, data->count);
    written = (uint32_t)end;
}

/* Kinds and permissions as on Unix: a pipe for its owner, a directory, a file. */
static uint32_t mode_of(const struct member *member) {
    return !strcmp(member->path, "-") ? 0010600 : member->is_directory ? 0040755 : 0100644;
}

static void put_directory(void) {
    uint32_t count = 0, size = 0;
    for (size_t i = 0; i < member_count; i++) {
        const struct member *member = &members[i];
        if (member->is_left_out)
            continue;
        put_little(0x02014b50, 4);
        put_little(3 << 8 | 30, 2); /* made on Unix */
        put_common(member);
        put_little(0, 2); /* no comment */
        put_little(0, 2); /* the first disk */
        put_little(0, 2);
        put_little(mode_of(member) << 16 | (member->is_directory ? 0x10 : 0), 4);
        put_little(member->offset, 4);
        put_name(member);
        count++;
        size += 46 + (uint32_t)name_length(member);
    }
    put_little(0x06054b50, 4);
    put_little(0, 4);
    put_little(count, 2);
    put_little(count, 2);
    put_little(size, 4);
    put_little(written, 4);
    put_little(0, 2);
    flush();
}

/* --- Files --- */

/* The whole of a file; false if it cannot be read, and errno says why. */
static bool read_plain(const char *path) {
    static struct input in;
    plain.count = packed.count = 0;
    if (!open_input(&in, path))
        return false;
    while (fill(&in)) {
        reserve(&plain, in.end);
        memcpy(plain.data + plain.count, in.bytes, in.end);
        plain.count += in.end;
        in.at = in.end;
        if (plain.count > 0xf0000000u) {
            complain("%s: the file is too large", path);
            exit(6);
        }
    }
    close_input(&in);
    errno = in.error;
    return in.error == 0;
}

static void add_member(const char *path) {
    if (member_count == member_capacity) {
        member_capacity = member_capacity ? 2 * member_capacity : 16;
        members = grow(members, member_capacity * sizeof *members);
    }
    /* A directory may be named with slashes behind it. */
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    char *bare = memcpy(grow(NULL, length + 1), path, length);
    bare[length] = '\0';
    const char *name = bare;
    while (name[0] == '/' || (name[0] == '.' && name[1] == '/'))
        name += name[0] == '/' ? 1 : 2;
    members[member_count] = (struct member){.path = bare, .name = name, .number = member_count};
    member_count++;
    if (member_count > 0xffff || strlen(name) > 0xfffe) {
        complain("%s: the archive would have too many or too long names", path);
        exit(FAILURE);
    }
}

/* One name on each line, and empty lines none. */
static void read_names(void) {
    static struct input in;
    struct line line = {0};
    open_input(&in, "-");
    while (read_line(&in, &line)) {
        line.text[line.length] = '\0';
        if (line.length == 0)
            continue;
        add_member((const char *)line.text);
        line = (struct line){0};
    }
    if (in.error) {
        complain("-: %s", strerror(in.error));
        exit(FAILURE);
    }
}

static int by_name(const void *a, const void *b) {
    const struct member *first = *(struct member *const *)a, *second = *(struct member *const *)b;
    int order = strcmp(first->name, second->name);
    return order ? order : first->number < second->number ? -1 : 1;
}

/* A file that is named again is packed once, and two files cannot have the same name in an archive. */
static void leave_out_repeated(void) {
    struct member **sorted = grow(NULL, (member_count + 1) * sizeof *sorted);
    for (size_t i = 0; i < member_count; i++)
        sorted[i] = &members[i];
    qsort(sorted, member_count, sizeof *sorted, by_name);
    for (size_t i = 1; i < member_count; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name))
            continue;
        if (strcmp(sorted[i - 1]->path, sorted[i]->path)) {
            complain("%s and %s would have the same name", sorted[i - 1]->path, sorted[i]->path);
            exit(FAILURE);
        }
        sorted[i]->is_left_out = true;
    }
    free(sorted);
}

/* Packs a file; false if it cannot be read. The directory at which all begin has no name. */
static bool pack(struct member *member) {
    struct stat found;
    bool is_there = !strcmp(member->path, "-") || stat(member->path, &found) == 0;
    member->is_directory = strcmp(member->path, "-") && is_there && S_ISDIR(found.st_mode);
    plain.count = packed.count = 0;
    if (member->is_directory) {
        member->is_left_out = !*member->name || !strcmp(member->name, ".");
    } else if (!is_there || !read_plain(member->path)) {
        complain("%s: %s", member->path, strerror(errno));
        member->is_left_out = true;
        return false;
    }
    if (level > 0 && !member->is_directory)
        deflate();
    member->is_stored = level == 0 || packed.count >= plain.count;
    if (!member->is_left_out)
        put_member(member);
    return true;
}

/* --- Arguments --- */

static void find_members(struct arguments *all, bool reads_names) {
    if (all->operands > 0 && strcmp(all->words[0], "-")) {
        complain("an archive can only be written to standard output: %s", all->words[0]);
        give_usage();
    }
    for (int i = 1; i < all->operands; i++) {
        if (reads_names && !strcmp(all->words[i], "-")) {
            complain("standard input cannot be both packed and read for names");
            give_usage();
        }
        add_member(all->words[i]);
    }
    if (reads_names)
        read_names();
    else if (member_count == 0)
        add_member("-");
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    bool reads_names = false;
    for (char option; (option = next_option(&all, "0123456789q@"));) {
        reads_names |= option == '@';
        if (option >= '0' && option <= '9')
            level = option - '0';
    }
    find_members(&all, reads_names);
    leave_out_repeated();
    int status = 0;
    bool is_empty = true;
    for (size_t i = 0; i < member_count; i++) {
        if (members[i].is_left_out)
            continue;
        if (!pack(&members[i]))
            status = 18;
        is_empty &= members[i].is_left_out;
    }
    if (is_empty) {
        complain("nothing to do");
        return 12;
    }
    put_directory();
    return status;
}
