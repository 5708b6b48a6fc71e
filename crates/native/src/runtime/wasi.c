/* System calls of commands that read standard input and write to standard output, as `wasi/` of the machine has them. Whatever
 * else there is, files and errors among them, is left to the interpreter. */

enum { SUCCESS = 0, BADF = 8, SPIPE = 70 };
enum { STDIN = 0, STDOUT = 1, STDERR = 2, ROOT = 3 };

#define WORLD_BYTES (1u << 20)
#define MOST_BUFFERS 1024

/* What the world has: the arguments, then the environment, each with a zero behind it; and the bytes of standard input, of which
 * some are inputs. */
typedef struct {
    u32 count;
    u32 len;
    u8 bytes[WORLD_BYTES];
} Strings;

static Strings argument_strings, variable_strings;
static u8 stdin_bytes[WORLD_BYTES];
static u64 stdin_len;
static u64 stdin_read;
static u32 has_stdin;
static u32 closed;
static u64 most_output;
static u64 output_left;

static void take_stdin(void);

/* Memory that the interpreter would not find either is its business. */
static u64 within(u64 address, u64 len) {
    if ((u32)address + len > size)
        give_up();
    return (u32)address;
}

static u32 read32(u64 address) {
    u32 value;
    __builtin_memcpy(&value, memory + within(address, 4), 4);
    return value;
}

static void write_bytes(u64 address, const void *bytes, u64 len) {
    u64 at = within(address, len);
    mark(at, len);
    memcpy(memory + at, bytes, len);
    moved += len;
}

static void write32(u64 address, u32 value) {
    write_bytes(address, &value, 4);
}

static u64 write_sizes(const Strings *strings, u64 count, u64 len) {
    write32(count, strings->count);
    write32(len, strings->len);
    return SUCCESS;
}

static u64 write_strings(const Strings *strings, u64 pointers, u64 address) {
    const u8 *bytes = strings->bytes;
    u64 pointer = (u32)pointers, at = (u32)address;
    for (u32 number = 0; number < strings->count; number++) {
        u64 len = 1;
        while (bytes[len - 1])
            len++;
        write_bytes(at, bytes, len);
        write32(pointer, (u32)at);
        bytes += len, at += len, pointer += 4;
    }
    return SUCCESS;
}

/* How many bytes there are in buffers, all of which are in memory. */
static u64 buffers_len(u64 buffers, u64 count) {
    u64 len = 0;
    if ((u32)count > MOST_BUFFERS)
        give_up();
    within(buffers, 8ull * (u32)count);
    for (u64 number = 0; number < (u32)count; number++) {
        u64 at = (u32)buffers + 8 * number;
        within(read32(at), read32(at + 4));
        len += read32(at + 4);
    }
    moved += 8ull * (u32)count + len;
    if (len > 0x7fffffffull || moved > most_moved)
        give_up();
    return len;
}

static void require_open(u32 descriptor) {
    if (descriptor > STDERR || closed >> descriptor & 1)
        give_up();
}

static u64 wasi_fd_write(u64 descriptor, u64 buffers, u64 count, u64 result) {
    require_open((u32)descriptor);
    if ((u32)descriptor == STDIN)
        give_up();
    within(result, 4);
    u64 len = buffers_len(buffers, count);
    if (len > output_left)
        give_up();
    output_left -= len;
    write32(result, (u32)len);
    return SUCCESS;
}

static u64 wasi_fd_read(u64 descriptor, u64 buffers, u64 count, u64 result) {
    require_open((u32)descriptor);
    if ((u32)descriptor != STDIN)
        give_up();
    if (!has_stdin)
        take_stdin();
    has_stdin = 1;
    within(result, 4);
    buffers_len(buffers, count);
    u64 read = 0;
    for (u64 number = 0; number < (u32)count; number++) {
        u64 at = (u32)buffers + 8 * number, len = read32(at + 4), rest = stdin_len - stdin_read;
        u64 piece = len < rest ? len : rest;
        u32 address = read32(at);
        if (address < (u32)buffers + 8ull * (u32)count && (u32)buffers < address + piece)
            give_up();
        write_bytes(address, stdin_bytes + stdin_read, piece);
        stdin_read += piece;
        read += piece;
    }
    write32(result, (u32)read);
    return SUCCESS;
}

static u64 wasi_fd_close(u64 descriptor) {
    require_open((u32)descriptor);
    closed |= 1u << (u32)descriptor;
    return SUCCESS;
}

static u64 wasi_fd_fdstat_get(u64 descriptor, u64 address) {
    require_open((u32)descriptor);
    /* All rights but to seek and to tell, and to read or to write. */
    u64 rights = ((1u << 30) - 1) & ~(1u << 2 | 1u << 5) & ~(u64)((u32)descriptor == STDIN ? 1u << 6 : 1u << 1);
    u64 record[3] = {0, rights, 0};
    write_bytes(address, record, sizeof record);
    return SUCCESS;
}

/* A stream cannot seek. */
static u64 wasi_fd_seek(u64 descriptor) {
    require_open((u32)descriptor);
    return SPIPE;
}

static u64 wasi_fd_prestat_get(u64 descriptor, u64 address) {
    if ((u32)descriptor != ROOT)
        return BADF;
    u64 record = 1ull << 32;
    write_bytes(address, &record, sizeof record);
    return SUCCESS;
}

static u64 wasi_fd_prestat_dir_name(u64 descriptor, u64 address, u64 len) {
    if ((u32)descriptor != ROOT || (u32)len < 1)
        give_up();
    write_bytes(address, "/", 1);
    return SUCCESS;
}

static void wasi_proc_exit(i64 left, u64 code) {
    exit_code = (u32)code;
    stop(left, 0, EXITED);
}
