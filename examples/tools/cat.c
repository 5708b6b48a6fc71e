/* Writes files, one after the other, to standard output: a WASI command.
 *
 *     cat [-nu] [FILE]...
 *
 *     -n   number all lines
 *     -u   accepted: output waits for a full buffer only as long as input is at hand
 *
 * Without a FILE, or for `-`, standard input is read. The exit code is 1 if a file could not be read.
 *
 *     printf 'one\ntwo\n' | worstcase run examples/tools/cat.c -- -n
 */
#define TOOL "cat"
#define USAGE "cat [-nu] [FILE]..."
#define FAILURE 1
#include "tool.h"

static struct input in;

/* Numbers go on from file to file, and so does a line that ends without a newline. */
static unsigned long long line_number;
static bool inside_line;

static void copy_numbered(void) {
    while (fill(&in)) {
        unsigned char byte = in.bytes[in.at++];
        if (!inside_line) {
            put_number(++line_number, 6);
            put('\t');
        }
        put(byte);
        inside_line = byte != '\n';
    }
}

static void copy(void) {
    while (fill(&in)) {
        put_bytes(in.bytes + in.at, in.end - in.at);
        in.at = in.end;
        flush();
    }
}

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    bool numbered = false;
    for (char option; (option = next_option(&all, "nu"));) {
        if (option == 'n')
            numbered = true;
    }

    int status = 0;
    for (int i = 0; i < input_count(&all); i++) {
        const char *name = input_name(&all, i);
        if (!open_input(&in, name)) {
            in.error = errno;
        } else {
            if (numbered)
                copy_numbered();
            else
                copy();
            close_input(&in);
        }
        if (in.error) {
            complain("%s: %s", name, strerror(in.error));
            status = FAILURE;
        }
    }
    flush();
    return status;
}
