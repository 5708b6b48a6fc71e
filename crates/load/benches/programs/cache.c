/* A store of keys and values that takes commands from standard input: a WASI command.
 *
 *     s KEY VALUE    stores a value, which goes to the end of the line
 *     a KEY VALUE    adds to the end of a value
 *     g KEY          prints a value, or a dash
 *     d KEY          deletes
 *
 * Other lines are ignored. The table is Robin Hood hashing with the keys' hashes beside the pointers. It doubles when it is seven
 * eighths full, and, to keep searches short, when an entry would lie further than MAX_DISTANCE from its place, as long as
 * at least one slot in MAX_EMPTINESS is in use. It does not shrink.
 *
 * Measured     memory
 * Big on       many short keys, whose hashes are the same or lie close together (Aa and BB are the same): beyond MAX_DISTANCE each
 *              one doubles the table, until it has MAX_EMPTINESS slots for each entry (and they make every search slow)
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 64, MAX_DISTANCE = 16, MAX_EMPTINESS = 1024 };

struct entry {
    size_t key_length;
    size_t value_length;
    size_t value_capacity;
    char *value;
    char key[];
};

struct slot {
    uint32_t hash;
    struct entry *entry; /* NULL if it is free */
};

struct table {
    struct slot *slots;
    size_t size; /* a power of two */
    size_t used;
};

static uint32_t hash_of(const char *key, size_t length) {
    uint32_t hash = 17;
    for (size_t i = 0; i < length; i++)
        hash = 31 * hash + (uint8_t)key[i];
    return hash ^ hash >> 16;
}

/* How far the slot's entry is from its place. */
static size_t distance(const struct table *t, size_t at) {
    return (at - t->slots[at].hash) & (t->size - 1);
}

static struct slot *find(const struct table *t, const char *key, size_t length) {
    uint32_t hash = hash_of(key, length);
    size_t at = hash & (t->size - 1);
    for (size_t d = 0; t->slots[at].entry && distance(t, at) >= d; d++) {
        struct slot *s = &t->slots[at];
        if (s->hash == hash && s->entry->key_length == length && memcmp(s->entry->key, key, length) == 0)
            return s;
        at = (at + 1) & (t->size - 1);
    }
    return NULL;
}

/* Puts an entry into a table with room, and gives the longest distance that came of it. */
static size_t place(struct table *t, struct slot slot) {
    size_t at = slot.hash & (t->size - 1), longest = 0;
    for (size_t d = 0;; d++) {
        if (d > longest)
            longest = d;
        if (!t->slots[at].entry) {
            t->slots[at] = slot;
            t->used++;
            return longest;
        }
        size_t other = distance(t, at);
        if (other < d) {
            struct slot displaced = t->slots[at];
            t->slots[at] = slot;
            slot = displaced;
            d = other;
        }
        at = (at + 1) & (t->size - 1);
    }
}

static bool grow(struct table *t) {
    struct table larger = {calloc(2 * t->size, sizeof(struct slot)), 2 * t->size, 0};
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i].entry)
            place(&larger, t->slots[i]);
    free(t->slots);
    *t = larger;
    return true;
}

static bool insert(struct table *t, struct entry *entry) {
    if ((t->used + 1) * 8 > t->size * 7 && !grow(t))
        return false;
    struct slot slot = {hash_of(entry->key, entry->key_length), entry};
    if (place(t, slot) > MAX_DISTANCE && t->used * MAX_EMPTINESS > t->size)
        grow(t);
    return true;
}

/* The entries behind it move up, as far as they are not in their place. */
static void erase(struct table *t, struct slot *slot) {
    size_t at = slot - t->slots;
    free(slot->entry->value);
    free(slot->entry);
    for (;;) {
        size_t next = (at + 1) & (t->size - 1);
        if (!t->slots[next].entry || distance(t, next) == 0)
            break;
        t->slots[at] = t->slots[next];
        at = next;
    }
    t->slots[at].entry = NULL;
    t->used--;
}

static struct entry *new_entry(const char *key, size_t length) {
    struct entry *e = malloc(sizeof *e + length);
    if (!e)
        return NULL;
    e->key_length = length;
    e->value_length = 0;
    e->value_capacity = 0;
    e->value = NULL;
    memcpy(e->key, key, length);
    return e;
}

static bool append(struct entry *e, const char *value, size_t length) {
    size_t needed = e->value_length + length;
    if (needed > e->value_capacity) {
        size_t capacity = e->value_capacity ? e->value_capacity : 16;
        while (capacity < needed)
            capacity *= 2;
        char *larger = realloc(e->value, capacity);
        if (!larger)
            return false;
        e->value = larger;
        e->value_capacity = capacity;
    }
    if (length > 0)
        memcpy(e->value + e->value_length, value, length);
    e->value_length = needed;
    return true;
}

static bool store(struct table *t, const char *key, size_t key_length, const char *value, size_t length, bool add) {
    struct slot *slot = find(t, key, key_length);
    struct entry *entry = slot ? slot->entry : new_entry(key, key_length);
    if (!entry)
        return false;
    if (!slot && !insert(t, entry)) {
        free(entry);
        return false;
    }
    if (!add)
        entry->value_length = 0;
    return append(entry, value, length);
}

/* Carries out the command of one line; false if there is no memory. */
static bool command(struct table *t, const char *line, size_t length) {
    if (length < 3 || line[1] != ' ')
        return true;
    const char *key = line + 2, *end = line + length;
    const char *blank = memchr(key, ' ', end - key);
    size_t key_length = (blank ? blank : end) - key;
    const char *value = blank ? blank + 1 : end;
    struct slot *slot;
    switch (line[0]) {
    case 's':
    case 'a':
        return store(t, key, key_length, value, end - value, line[0] == 'a');
    case 'g':
        slot = find(t, key, key_length);
        if (!slot)
            putchar('-');
        else if (slot->entry->value_length > 0)
            fwrite(slot->entry->value, 1, slot->entry->value_length, stdout);
        putchar('\n');
        break;
    case 'd':
        slot = find(t, key, key_length);
        if (slot)
            erase(t, slot);
        break;
    }
    return true;
}

int main(void) {
    struct table table = {calloc(FIRST_SIZE, sizeof(struct slot)), FIRST_SIZE, 0};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool ok = table.slots != NULL;
    while (ok && (length = getline(&line, &capacity, stdin)) != -1) {
        if (length > 0 && line[length - 1] == '\n')
            length--;
        ok = command(&table, line, length);
    }
    if (!ok)
        fputs("cache: out of memory\n", stderr);
    else
        printf("%zu entries\n", table.used);
    for (size_t i = 0; table.slots && i < table.size; i++) {
        if (table.slots[i].entry) {
            free(table.slots[i].entry->value);
            free(table.slots[i].entry);
        }
    }
    free(table.slots);
    free(line);
    return ok ? 0 : 1;
}
