/* Copies standard input to standard output and to files: a WASI command.
 *
 *     tee [-a] [FILE]...
 *
 *     -a   append to the files instead of writing them anew
 *
 * A file that cannot be written does not keep the others from being written; the exit code is then 1.
 *
 *     printf 'one\ntwo\n' | worstcase run examples/tools/tee.c -- copy
 */
#define TOOL "tee"
#define USAGE "tee [-a] [FILE]..."
#define FAILURE 1
#include "tool.h"

struct target {
    const char *name;
    int descriptor; /* -1: could not be opened, or not be written any more */
};

static struct input in;

int main(int argc, char **argv) {
    struct arguments all = arguments_of(argc, argv);
    int mode = O_TRUNC;
    while (next_option(&all, "a"))
        mode = O_APPEND;

    int status = 0;
    int count = all.operands + 1;
    struct target *targets = grow(NULL, count * sizeof *targets);
    targets[0] = (struct target){"standard output", 1};
    for (int i = 1; i < count; i++) {
        targets[i].name = all.words[i - 1];
        targets[i].descriptor = open(targets[i].name, O_WRONLY | O_CREAT | mode, 0666);
        if (targets[i].descriptor < 0) {
            complain("%s: %s", targets[i].name, strerror(errno));
            status = FAILURE;
        }
    }

    open_input(&in, "-");
    while (fill(&in)) {
        for (int i = 0; i < count; i++) {
            if (targets[i].descriptor < 0 || write_all(targets[i].descriptor, in.bytes, in.end))
                continue;
            complain("%s: %s", targets[i].name, strerror(errno));
            targets[i].descriptor = -1;
            status = FAILURE;
        }
        in.at = in.end;
    }
    if (in.error) {
        complain("read error: %s", strerror(in.error));
        status = FAILURE;
    }
    for (int i = 0; i < count; i++) {
        if (targets[i].descriptor >= 0 && close(targets[i].descriptor) != 0) {
            complain("%s: %s", targets[i].name, strerror(errno));
            status = FAILURE;
        }
    }
    return status;
}
