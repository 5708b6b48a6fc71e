/* Three searches for costly inputs that know nothing but native runs: what `find` is compared with in `make hunt`.
 *
 *     peer random|climb|fuzz SIZE SECONDS SEED
 *
 * random: random inputs. climb: one input is changed, and what costs no less is kept; where that gains nothing for long, it begins
 * anew. fuzz: a queue of inputs, each of which takes some edge of the program more often than any other, changed and spliced
 * (PerfFuzz: Lemieux, Padhye, Sen and Song, ISSTA 2018). In the end it prints the costliest inputs, one JSON array a line, and how many
 * runs there were.
 *
 * The program under test is compiled with -fsanitize-coverage=trace-pc-guard: what counts here is how many edges are taken.
 * It is linked with the functions of worstcase.h that are defined below.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* What a program under test may be entered by: one of the two. */
void run(int n) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) __attribute__((weak));

enum { MOST_INPUTS = 1 << 20, MOST_GUARDS = 1 << 16, KEPT = 8, ARENA = 256 << 20 };
static const uint64_t MOST_EDGES = 100000000;

typedef struct {
    uint64_t bits;
    int64_t lo, hi;
    uint8_t bytes, real;
} Input;

/* --- one run --- */

static Input given[MOST_INPUTS], taken[MOST_INPUTS];
static size_t given_count, taken_count;
static uint32_t counts[MOST_GUARDS];
static uint32_t guards;
static uint64_t edges, all_edges;
static int counting, is_marked;
static jmp_buf leave;
static int size;
static uint64_t state;

static uint64_t next_random(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t limit) { return next_random() % limit; }

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
    for (uint32_t *guard = start; guard < stop; guard++)
        if (!*guard && guards + 1 < MOST_GUARDS)
            *guard = ++guards;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    if (++all_edges > MOST_EDGES)
        longjmp(leave, 2);
    if (counting) {
        edges++;
        counts[*guard]++;
    }
}

static uint64_t random_bits(int bytes, int64_t lo, int64_t hi, int real) {
    if (real) {
        double value = (double)(int64_t)(next_random() >> 40) / 16.0 - 300000.0;
        float narrow = (float)value;
        uint64_t bits = 0;
        memcpy(&bits, bytes == 8 ? (void *)&value : (void *)&narrow, (size_t)bytes);
        return bits;
    }
    uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
    return (uint64_t)lo + (span ? below(span) : next_random());
}

static uint64_t take(int bytes, int64_t lo, int64_t hi, int real) {
    if (taken_count == MOST_INPUTS)
        longjmp(leave, 2);
    Input *input = &taken[taken_count];
    uint64_t bits = taken_count < given_count ? given[taken_count].bits : random_bits(bytes, lo, hi, real);
    if (!real) {
        int64_t value = (int64_t)bits;
        uint64_t span = (uint64_t)hi - (uint64_t)lo + 1;
        if (span && (value < lo || value > hi))
            bits = (uint64_t)lo + ((uint64_t)value - (uint64_t)lo) % span;
    }
    *input = (Input){bits, lo, hi, (uint8_t)bytes, (uint8_t)real};
    taken_count++;
    return bits;
}

#define INTEGER(name, type, low, high)                                                                       \
    type name(void) { return (type)take(sizeof(type), (int64_t)(low), (int64_t)(high), 0); }
INTEGER(input_i8, int8_t, INT8_MIN, INT8_MAX)
INTEGER(input_u8, uint8_t, 0, UINT8_MAX)
INTEGER(input_i16, int16_t, INT16_MIN, INT16_MAX)
INTEGER(input_u16, uint16_t, 0, UINT16_MAX)
INTEGER(input_i32, int32_t, INT32_MIN, INT32_MAX)
INTEGER(input_u32, uint32_t, 0, UINT32_MAX)
INTEGER(input_i64, int64_t, INT64_MIN, INT64_MAX)
INTEGER(input_u64, uint64_t, INT64_MIN, INT64_MAX)
int32_t input_i32_in(int32_t lo, int32_t hi) { return (int32_t)take(4, lo, hi, 0); }
void input_bytes(void *p, size_t len) {
    for (size_t i = 0; i < len; i++)
        ((uint8_t *)p)[i] = input_u8();
}
double input_f64(void) {
    uint64_t bits = take(8, 0, 0, 1);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
float input_f32(void) {
    uint64_t bits = take(4, 0, 0, 1);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
void assume(int condition) {
    if (!condition)
        longjmp(leave, 1);
}
void measure_begin(void) {
    if (!is_marked) {
        is_marked = 1;
        edges = 0;
        memset(counts, 0, sizeof counts);
    }
    counting = 1;
}
void measure_end(void) { counting = 0; }
void cost(int64_t units) { (void)units; }
void output_i32(int32_t value) { (void)value; }
void output_bytes(const void *p, size_t len) { (void)p, (void)len; }

/* The heap of the program under test, empty at the beginning of each run. */
static char *arena;
static size_t arena_used;
void *peer_malloc(size_t count) {
    size_t whole = (count + 31) & ~(size_t)15;
    if (arena_used + whole > ARENA)
        return NULL;
    char *block = arena + arena_used + 16;
    *(size_t *)(block - 16) = count;
    arena_used += whole + 16;
    return block;
}
void *peer_calloc(size_t count, size_t each) {
    void *block = peer_malloc(count * each);
    return block ? memset(block, 0, count * each) : NULL;
}
void *peer_realloc(void *old, size_t count) {
    void *block = peer_malloc(count);
    if (block && old) {
        size_t before = *(size_t *)((char *)old - 16);
        memcpy(block, old, before < count ? before : count);
    }
    return block;
}
void peer_free(void *block) { (void)block; }

/* Its variables, which begin each run as the module's memory does. */
extern char __start_progdata[] __attribute__((weak)), __stop_progdata[] __attribute__((weak));
extern char __start_progbss[] __attribute__((weak)), __stop_progbss[] __attribute__((weak));
static char *data_copy;

static void reset(void) {
    size_t data = (size_t)(__stop_progdata - __start_progdata);
    if (data && data_copy)
        memcpy(__start_progdata, data_copy, data);
    uintptr_t begin = (uintptr_t)__start_progbss, end = (uintptr_t)__stop_progbss;
    uintptr_t first = (begin + 4095) & ~(uintptr_t)4095, last = end & ~(uintptr_t)4095;
    if (end - begin < 1 << 16 || first >= last) {
        memset((void *)begin, 0, end - begin);
    } else {
        memset((void *)begin, 0, first - begin);
        memset((void *)last, 0, end - last);
        madvise((void *)first, last - first, MADV_DONTNEED);
    }
    arena_used = 0;
}

static void crashed(int number) {
    (void)number;
    longjmp(leave, 1);
}

/* Runs what is given. 1 if it counts; then `taken` is the whole input. */
static int run_once(void) {
    reset();
    taken_count = 0;
    edges = all_edges = 0;
    counting = !is_marked;
    memset(counts, 0, (guards + 1) * sizeof counts[0]);
    int left = setjmp(leave);
    if (left == 0) {
        if (LLVMFuzzerTestOneInput) {
            static uint8_t bytes[1 << 16];
            for (int i = 0; i < size; i++)
                bytes[i] = (uint8_t)take(1, 0, 255, 0);
            LLVMFuzzerTestOneInput(bytes, (size_t)size);
        } else {
            run(size);
        }
    }
    return left != 1;
}

/* --- changes --- */

static void set(size_t i, uint64_t bits) { given[i].bits = bits; }

static uint64_t interesting(const Input *input) {
    switch (below(6)) {
    case 0: return (uint64_t)input->lo;
    case 1: return (uint64_t)input->hi;
    case 2: return below(16);
    case 3: return 0 - below(16);
    case 4: return input->bytes == 1 ? 32 + below(95) : (uint64_t)1 << below(8u * input->bytes);
    default: return random_bits(input->bytes, input->lo, input->hi, input->real);
    }
}

static void change(const Input *other, size_t other_count) {
    size_t n = given_count, i = below(n), j = below(n), length = 1 + below(1 + below(n)), k;
    if (i + length > n)
        length = n - i;
    Input swapped;
    switch (below(12)) {
    case 0:
    case 1: swapped = given[i], given[i] = given[j], given[j] = swapped; break;
    case 2: set(i, given[j].bits); break;
    case 3: set(i, given[j].bits + 1); break;
    case 4: set(i, given[j].bits - 1); break;
    case 5:
    case 6: set(i, interesting(&given[i])); break;
    case 7:
        for (k = 0; k < length / 2; k++)
            swapped = given[i + k], given[i + k] = given[i + length - 1 - k], given[i + length - 1 - k] = swapped;
        break;
    case 8:
        swapped = given[i];
        memmove(&given[i], &given[i + 1], (length - 1) * sizeof given[0]);
        given[i + length - 1] = swapped;
        break;
    case 9:
        for (k = 0; k < length && j + k < n; k++)
            set(j + k, given[i + k].bits);
        break;
    case 10:
        length = 1 + length % 8;
        for (k = i + length; k < n; k++)
            set(k, given[k - length].bits);
        break;
    default:
        for (k = i; k < i + length && k < other_count; k++)
            set(k, other[k].bits);
    }
}

static void changed(const Input *from, size_t count, const Input *other, size_t other_count) {
    memcpy(given, from, count * sizeof given[0]);
    given_count = count;
    for (uint64_t times = 1 + below(3); count && times; times--)
        change(other, other_count);
}

/* --- what is kept --- */

typedef struct {
    Input *input;
    size_t count;
    uint64_t edges;
} Kept;

static void keep(Kept *kept) {
    kept->input = realloc(kept->input, (taken_count + 1) * sizeof(Input));
    memcpy(kept->input, taken, taken_count * sizeof(Input));
    kept->count = taken_count;
    kept->edges = edges;
}

static Kept best[KEPT];

static void offer(void) {
    int least = 0;
    for (int i = 0; i < KEPT; i++) {
        if (best[i].input && best[i].edges == edges)
            return;
        if (best[i].edges < best[least].edges)
            least = i;
    }
    if (!best[least].input || edges > best[least].edges)
        keep(&best[least]);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Some plain inputs to begin with: random, all the same, ascending, descending. */
static void plain(int shape) {
    given_count = 0;
    while (!run_once() && shape == 0)
        ;
    memcpy(given, taken, taken_count * sizeof given[0]);
    given_count = taken_count;
    for (size_t i = 0; i < given_count; i++) {
        if (given[i].real)
            continue;
        switch (shape) {
        case 1: set(i, 0); break;
        case 2: set(i, i); break;
        case 3: set(i, given_count - i); break;
        case 4: set(i, 'a'); break;
        case 5: set(i, i % 2); break;
        default: break;
        }
    }
}

static Kept champions[MOST_GUARDS];
static uint32_t most[MOST_GUARDS];
static uint32_t known[MOST_GUARDS];
static uint32_t known_count;

static void crown(void) {
    for (uint32_t guard = 1; guard <= guards; guard++) {
        if (counts[guard] <= most[guard])
            continue;
        if (!most[guard])
            known[known_count++] = guard;
        most[guard] = counts[guard];
        keep(&champions[guard]);
    }
}

static int64_t shown(const Input *input) {
    switch (input->lo < 0 ? input->bytes : 8) {
    case 1: return (int8_t)input->bits;
    case 2: return (int16_t)input->bits;
    case 4: return (int32_t)input->bits;
    default: return (int64_t)input->bits;
    }
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    const char *mode = argv[1];
    size = atoi(argv[2]);
    double end = now() + atof(argv[3]);
    state = strtoull(argv[4], NULL, 10);
    arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t data = (size_t)(__stop_progdata - __start_progdata);
    if (data) {
        data_copy = malloc(data);
        memcpy(data_copy, __start_progdata, data);
    }
    struct sigaction action = {0};
    action.sa_handler = crashed;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
    uint64_t runs = 0, idle = 0;
    Kept at = {0};
    int shape = 0;
    while (now() < end) {
        if (!strcmp(mode, "random")) {
            given_count = 0;
        } else if (!strcmp(mode, "climb")) {
            if (!at.input || idle > 3000) {
                plain(shape++ % 7);
                at.edges = 0;
                idle = 0;
            } else {
                changed(at.input, at.count, at.input, at.count);
            }
        } else if (shape < 6) {
            plain(shape++);
        } else if (!known_count) {
            given_count = 0;
        } else {
            /* The costliest now and then, else any that is the best at something. */
            Kept *first = &champions[known[below(known_count)]], *second = &champions[known[below(known_count)]];
            for (int i = 0; i < KEPT && below(3) == 0; i++)
                if (best[i].edges > first->edges)
                    first = &best[i];
            changed(first->input, first->count, second->input, second->count);
        }
        runs++;
        idle++;
        if (!run_once())
            continue;
        offer();
        if (!strcmp(mode, "fuzz"))
            crown();
        if (!at.input || edges >= at.edges) {
            if (edges > at.edges)
                idle = 0;
            keep(&at);
        }
    }
    for (int i = 0; i < KEPT; i++) {
        if (!best[i].input)
            continue;
        printf("[");
        for (size_t k = 0; k < best[i].count; k++) {
            const Input *input = &best[i].input[k];
            double real;
            float narrow;
            memcpy(&real, &input->bits, sizeof real);
            memcpy(&narrow, &input->bits, sizeof narrow);
            if (input->real)
                printf("%s%.17g", k ? "," : "", input->bytes == 8 ? real : (double)narrow);
            else
                printf("%s%lld", k ? "," : "", (long long)shown(input));
        }
        printf("]\n");
    }
    printf("runs %llu\n", (unsigned long long)runs);
    return 0;
}
