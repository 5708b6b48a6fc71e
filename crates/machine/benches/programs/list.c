// Merge sort of a linked list of n nodes that were taken from an arena in a random order.

enum { MAX = 1 << 17 };

struct node {
    struct node *next;
    int value;
};

static struct node arena[MAX];

static struct node *merge(struct node *a, struct node *b) {
    struct node head;
    struct node *last = &head;
    while (a && b) {
        struct node **less = a->value <= b->value ? &a : &b;
        last->next = *less;
        last = *less;
        *less = last->next;
    }
    last->next = a ? a : b;
    return head.next;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next) return list;
    struct node *middle = list;
    for (struct node *end = list->next; end && end->next; end = end->next->next) middle = middle->next;
    struct node *second = middle->next;
    middle->next = 0;
    return merge(sort(list), sort(second));
}

long long run(int n) {
    struct node *list = 0;
    unsigned state = 5;
    for (int i = 0; i < n; i++) {
        struct node *node = &arena[(i * 40503u) % MAX];
        state = state * 1664525 + 1013904223;
        node->value = state >> 10;
        node->next = list;
        list = node;
    }
    long long sum = 0;
    for (struct node *node = sort(list); node; node = node->next) sum = sum * 31 + node->value;
    return sum;
}
