/* Deflate (RFC 1951): packs the bytes in `plain` into `packed`, as hard as `level` says.
 *
 * Matches are found by chains of equal hashes, and one is put off if the next is longer; a block is stored, or has fixed or dynamic
 * codes, whichever takes the fewest bits. A part of zip.c in a file of its own: the format of an archive is another matter.
 */
#ifndef DEFLATE_H
#define DEFLATE_H

#include <stdint.h>

#include "tool.h"

/* --- Bytes that grow --- */

struct bytes {
    unsigned char *data;
    size_t count, capacity;
};

static struct bytes plain, packed;

static void reserve(struct bytes *bytes, size_t more) {
    size_t capacity = bytes->capacity ? bytes->capacity : BUFFER;
    while (capacity < bytes->count + more)
        capacity *= 2;
    if (capacity > bytes->capacity)
        bytes->data = grow(bytes->data, capacity);
    bytes->capacity = capacity;
}

static void append(struct bytes *bytes, unsigned char byte) {
    reserve(bytes, 1);
    bytes->data[bytes->count++] = byte;
}

/* --- Bits, the lowest first --- */

static uint32_t waiting;
static unsigned waiting_bits;

static void put_bits(unsigned value, unsigned count) {
    waiting |= (uint32_t)value << waiting_bits;
    for (waiting_bits += count; waiting_bits >= 8; waiting_bits -= 8) {
        append(&packed, waiting & 0xff);
        waiting >>= 8;
    }
}

static void fill_byte(void) {
    if (waiting_bits > 0)
        put_bits(0, 8 - waiting_bits);
}

/* --- Codes --- */

/* The last two literals never occur, and still have their places in the fixed code. */
enum { LITERALS = 288, DISTANCES = 30, LENGTHS = 19, MOST_BITS = 15, END_OF_BLOCK = 256 };

struct code {
    uint32_t times[LITERALS];
    unsigned char bits[LITERALS];
    uint16_t words[LITERALS];
};

static struct code literals, distances, lengths;

/* The order of a heap: the rarest first, and of equal ones the shallowest tree. */
static uint32_t weight[2 * LITERALS];
static unsigned char height[2 * LITERALS];

static bool is_before(int a, int b) {
    return weight[a] != weight[b] ? weight[a] < weight[b] : height[a] < height[b];
}

static void sift(int *heap, int count, int at) {
    int node = heap[at];
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(heap[child + 1], heap[child]))
            child++;
        if (!is_before(heap[child], node))
            break;
        heap[at] = heap[child];
    }
    heap[at] = node;
}

/* The length of each symbol's word by Huffman's tree. */
static void tree_lengths(struct code *code, int symbols) {
    int heap[LITERALS], parent[2 * LITERALS], depth[2 * LITERALS];
    int count = 0, next = symbols;
    for (int symbol = 0; symbol < symbols; symbol++) {
        code->bits[symbol] = 0;
        if (code->times[symbol] > 0) {
            weight[symbol] = code->times[symbol];
            height[symbol] = 0;
            heap[count++] = symbol;
        }
    }
    /* A code has two words at least: some programs that unpack want that. */
    for (int symbol = 0; count < 2; symbol++) {
        if (code->times[symbol] == 0) {
            weight[symbol] = 1;
            height[symbol] = 0;
            heap[count++] = symbol;
        }
    }
    int leaves[LITERALS], leaf_count = count;
    memcpy(leaves, heap, sizeof leaves);
    for (int at = count / 2 - 1; at >= 0; at--)
        sift(heap, count, at);
    while (count > 1) {
        int first = heap[0];
        heap[0] = heap[--count];
        sift(heap, count, 0);
        int second = heap[0];
        weight[next] = weight[first] + weight[second];
        height[next] = 1 + (height[first] > height[second] ? height[first] : height[second]);
        parent[first] = parent[second] = next;
        heap[0] = next++;
        sift(heap, count, 0);
    }
    depth[next - 1] = 0;
    for (int node = next - 2; node >= symbols; node--)
        depth[node] = depth[parent[node]] + 1;
    for (int i = 0; i < leaf_count; i++)
        code->bits[leaves[i]] = depth[parent[leaves[i]]] + 1;
}

/* Shortens words that are too long, and lengthens the longest of the others instead, until the code is possible. */
static void limit_lengths(struct code *code, int symbols, int most) {
    int32_t room = (int32_t)1 << most;
    for (int symbol = 0; symbol < symbols; symbol++) {
        if (code->bits[symbol] > most)
            code->bits[symbol] = most;
        if (code->bits[symbol] > 0)
            room -= (int32_t)1 << (most - code->bits[symbol]);
    }
    while (room < 0) {
        int longest = -1;
        for (int symbol = 0; symbol < symbols; symbol++) {
            int bits = code->bits[symbol];
            bool is_longer = longest < 0 || bits > code->bits[longest]
                || (bits == code->bits[longest] && code->times[symbol] < code->times[longest]);
            if (bits > 0 && bits < most && is_longer)
                longest = symbol;
        }
        code->bits[longest]++;
        room += (int32_t)1 << (most - code->bits[longest]);
    }
    /* A code that leaves something over is not accepted either. */
    for (int symbol = 0; room > 0 && symbol < symbols; symbol++) {
        if (code->bits[symbol] == most) {
            code->bits[symbol]--;
            room--;
        }
    }
}

/* The words of a code with these lengths (RFC 1951, 3.2.2), turned round, since bits are written the lowest first. */
static void assign_words(struct code *code, int symbols) {
    unsigned of_length[MOST_BITS + 1] = {0}, next[MOST_BITS + 1] = {0};
    for (int symbol = 0; symbol < symbols; symbol++)
        of_length[code->bits[symbol]]++;
    of_length[0] = 0;
    for (int bits = 1; bits <= MOST_BITS; bits++)
        next[bits] = (next[bits - 1] + of_length[bits - 1]) << 1;
    for (int symbol = 0; symbol < symbols; symbol++) {
        unsigned word = 0, bits = code->bits[symbol];
        if (bits == 0)
            continue;
        for (unsigned straight = next[bits]++, bit = 0; bit < bits; bit++, straight >>= 1)
            word = word << 1 | (straight & 1);
        code->words[symbol] = word;
    }
}

static void make_code(struct code *code, int symbols, int most) {
    tree_lengths(code, symbols);
    limit_lengths(code, symbols, most);
    assign_words(code, symbols);
}

static void put_symbol(const struct code *code, int symbol) {
    put_bits(code->words[symbol], code->bits[symbol]);
}

/* --- Lengths and distances of matches as symbols with extra bits (RFC 1951, 3.2.5) --- */

static int length_symbol(int length, int *extra_bits, int *extra) {
    *extra_bits = *extra = 0;
    if (length == 258)
        return 285;
    int above = length - 3;
    if (above < 8)
        return 257 + above;
    int top = 3;
    while (above >> (top + 1))
        top++;
    *extra_bits = top - 2;
    *extra = above & ((1 << *extra_bits) - 1);
    return 257 + 4 * (top - 1) + ((above >> *extra_bits) & 3);
}

static int distance_symbol(int distance, int *extra_bits, int *extra) {
    *extra_bits = *extra = 0;
    int above = distance - 1;
    if (above < 4)
        return above;
    int top = 2;
    while (above >> (top + 1))
        top++;
    *extra_bits = top - 1;
    *extra = above & ((1 << *extra_bits) - 1);
    return 2 * top + ((above >> *extra_bits) & 1);
}

/* --- Blocks --- */

enum { BLOCK_SYMBOLS = 1 << 14 };

/* A literal has the distance 0. */
static struct { uint16_t length, distance; } symbols[BLOCK_SYMBOLS];
static int symbol_count;
static size_t block_start;

static void add_literal(unsigned char byte) {
    symbols[symbol_count].length = byte;
    symbols[symbol_count++].distance = 0;
    literals.times[byte]++;
}

static void add_match(int length, int distance) {
    int extra_bits, extra;
    symbols[symbol_count].length = length;
    symbols[symbol_count++].distance = distance;
    literals.times[length_symbol(length, &extra_bits, &extra)]++;
    distances.times[distance_symbol(distance, &extra_bits, &extra)]++;
}

static void put_symbols(void) {
    for (int i = 0; i < symbol_count; i++) {
        int length = symbols[i].length, distance = symbols[i].distance, extra_bits, extra;
        if (distance == 0) {
            put_symbol(&literals, length);
            continue;
        }
        put_symbol(&literals, length_symbol(length, &extra_bits, &extra));
        put_bits(extra, extra_bits);
        put_symbol(&distances, distance_symbol(distance, &extra_bits, &extra));
        put_bits(extra, extra_bits);
    }
    put_symbol(&literals, END_OF_BLOCK);
}

static void use_fixed_lengths(void) {
    for (int symbol = 0; symbol < LITERALS; symbol++)
        literals.bits[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    for (int symbol = 0; symbol < DISTANCES; symbol++)
        distances.bits[symbol] = 5;
}

/* How many bits the symbols take with the lengths that the codes have, without extra bits. */
static size_t bits_of_symbols(void) {
    size_t bits = 0;
    for (int symbol = 0; symbol < LITERALS; symbol++)
        bits += (size_t)literals.times[symbol] * literals.bits[symbol];
    for (int symbol = 0; symbol < DISTANCES; symbol++)
        bits += (size_t)distances.times[symbol] * distances.bits[symbol];
    return bits;
}

static size_t extra_bits_of_symbols(void) {
    size_t bits = 0;
    for (int symbol = 265; symbol < 285; symbol++)
        bits += (size_t)literals.times[symbol] * ((symbol - 261) / 4);
    for (int symbol = 4; symbol < DISTANCES; symbol++)
        bits += (size_t)distances.times[symbol] * (symbol / 2 - 1);
    return bits;
}

/* The lengths of both codes, run by run: 16 is the last one 3 to 6 times, 17 and 18 are zeros (RFC 1951, 3.2.7). */
static struct { unsigned char symbol, extra_bits, extra; } runs[LITERALS + DISTANCES];
static int run_count, literal_count, distance_count, length_count;

static const unsigned char LENGTH_ORDER[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static void add_run(int symbol, int extra_bits, int extra) {
    runs[run_count].symbol = symbol;
    runs[run_count].extra_bits = extra_bits;
    runs[run_count++].extra = extra;
    lengths.times[symbol]++;
}

static void describe_codes(void) {
    unsigned char all[LITERALS + DISTANCES];
    for (literal_count = LITERALS; literals.bits[literal_count - 1] == 0;)
        literal_count--;
    for (distance_count = DISTANCES; distance_count > 1 && distances.bits[distance_count - 1] == 0;)
        distance_count--;
    memcpy(all, literals.bits, literal_count);
    memcpy(all + literal_count, distances.bits, distance_count);
    memset(lengths.times, 0, sizeof lengths.times);
    run_count = 0;
    for (int at = 0, count = literal_count + distance_count, run; at < count; at += run) {
        for (run = 1; at + run < count && all[at + run] == all[at];)
            run++;
        if (all[at] == 0 && run >= 3) {
            run = run < 138 ? run : 138;
            if (run < 11)
                add_run(17, 3, run - 3);
            else
                add_run(18, 7, run - 11);
        } else if (run >= 4) {
            run = run < 7 ? run : 7;
            add_run(all[at], 0, 0);
            add_run(16, 2, run - 4);
        } else {
            run = 1;
            add_run(all[at], 0, 0);
        }
    }
    make_code(&lengths, LENGTHS, 7);
    for (length_count = LENGTHS; length_count > 4 && lengths.bits[LENGTH_ORDER[length_count - 1]] == 0;)
        length_count--;
}

static size_t bits_of_description(void) {
    size_t bits = 14 + 3 * (size_t)length_count;
    for (int i = 0; i < run_count; i++)
        bits += lengths.bits[runs[i].symbol] + runs[i].extra_bits;
    return bits;
}

static void put_description(void) {
    put_bits(literal_count - 257, 5);
    put_bits(distance_count - 1, 5);
    put_bits(length_count - 4, 4);
    for (int i = 0; i < length_count; i++)
        put_bits(lengths.bits[LENGTH_ORDER[i]], 3);
    for (int i = 0; i < run_count; i++) {
        put_symbol(&lengths, runs[i].symbol);
        put_bits(runs[i].extra, runs[i].extra_bits);
    }
}

static void put_stored(size_t from, size_t to, bool is_last) {
    do {
        size_t count = to - from < 0xffff ? to - from : 0xffff;
        put_bits(is_last && from + count == to, 1);
        put_bits(0, 2);
        fill_byte();
        put_bits(count & 0xffff, 16);
        put_bits(~count & 0xffff, 16);
        reserve(&packed, count);
        for (size_t i = 0; i < count; i++)
            packed.data[packed.count++] = plain.data[from + i];
        from += count;
    } while (from < to);
}

static void end_block(size_t to, bool is_last) {
    literals.times[END_OF_BLOCK] = 1;
    use_fixed_lengths();
    size_t fixed = bits_of_symbols();
    make_code(&literals, LITERALS, MOST_BITS);
    make_code(&distances, DISTANCES, MOST_BITS);
    describe_codes();
    size_t dynamic = bits_of_symbols() + bits_of_description();
    size_t least = (fixed < dynamic ? fixed : dynamic) + extra_bits_of_symbols();
    if (8 * (to - block_start) + 40 * ((to - block_start) / 0xffff + 1) < least) {
        put_stored(block_start, to, is_last);
    } else if (fixed <= dynamic) {
        use_fixed_lengths();
        assign_words(&literals, LITERALS);
        assign_words(&distances, DISTANCES);
        put_bits(is_last, 1);
        put_bits(1, 2);
        put_symbols();
    } else {
        put_bits(is_last, 1);
        put_bits(2, 2);
        put_description();
        put_symbols();
    }
    memset(literals.times, 0, sizeof literals.times);
    memset(distances.times, 0, sizeof distances.times);
    symbol_count = 0;
    block_start = to;
}

/* --- Matches --- */

enum { WINDOW = 1 << 15, HASHES = 1 << 15, SHORTEST = 3, LONGEST = 258 };

/* The last place of each hash, and before each place the one with the same hash, both plus one: 0 is none. Places are counted on from
 * one file to the next: those of files before are none either, and need not be cleared. */
static uint32_t last_place[HASHES], place_before[WINDOW], places_before_file;

static int level = 6;

/* How many places are looked at, by level; and a match so long is not put off. */
static const int CHAIN[10] = {0, 4, 5, 6, 16, 32, 128, 256, 1024, 4096};
static const int GOOD[10] = {0, 0, 0, 0, 4, 16, 16, 32, 128, 258};

static unsigned hash(size_t at) {
    const unsigned char *text = plain.data + at;
    return (text[0] << 10 ^ text[1] << 5 ^ text[2]) & (HASHES - 1);
}

static void enter(size_t at) {
    if (at + SHORTEST > plain.count)
        return;
    unsigned key = hash(at);
    place_before[at % WINDOW] = last_place[key];
    last_place[key] = places_before_file + (uint32_t)at + 1;
}

/* The longest match with what came before, if it is longer than `best`; else `best`. */
static int longest_match(size_t at, int best, int *distance) {
    if (at + SHORTEST > plain.count)
        return best;
    int most = plain.count - at < LONGEST ? (int)(plain.count - at) : LONGEST;
    const unsigned char *here = plain.data + at;
    size_t place = last_place[hash(at)];
    size_t next = places_before_file + at + 1;
    for (int left = CHAIN[level]; place > places_before_file && next - place <= WINDOW - LONGEST && left > 0 && best < most; left--) {
        const unsigned char *there = here - (next - place);
        if (there[best] == here[best]) {
            int length = 0;
            while (length < most && there[length] == here[length])
                length++;
            if (length > best) {
                best = length;
                *distance = (int)(next - place);
            }
        }
        size_t before = place_before[(place - 1 - places_before_file) % WINDOW];
        if (before >= place)
            break;
        place = before;
    }
    return best;
}

static void deflate(void) {
    size_t at = block_start = 0;
    if (places_before_file > UINT32_MAX - plain.count) {
        memset(last_place, 0, sizeof last_place);
        places_before_file = 0;
    }
    while (at < plain.count) {
        int distance = 0, length = longest_match(at, SHORTEST - 1, &distance);
        enter(at);
        if (distance > 0 && length < GOOD[level] && at + 1 < plain.count) {
            int later = 0;
            if (longest_match(at + 1, length, &later) > length && later > 0)
                distance = 0;
        }
        if (distance == 0) {
            add_literal(plain.data[at++]);
        } else {
            add_match(length, distance);
            for (int i = 1; i < length; i++)
                enter(at + i);
            at += length;
        }
        if (symbol_count == BLOCK_SYMBOLS && at < plain.count)
            end_block(at, false);
    }
    end_block(at, true);
    fill_byte();
    places_before_file += (uint32_t)plain.count;
}

#endif
