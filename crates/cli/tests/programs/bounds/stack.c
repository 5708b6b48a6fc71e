struct stack {
    int top, capacity;
    int *items;
};

static int least(int a, int b) { return a < b ? a : b; }

static void pop(struct stack *s) { s->top--; }

int drain(struct stack *s) {
    int popped = 0;
    while (s->top > 0) {
        pop(s);
        popped++;
    }
    return popped;
}

int pushes(const struct stack *s, int n) {
    int count = 0;
    for (int i = 0; i < least(n, s->capacity - s->top); i++) count++;
    return count;
}

int settle(int x, int y) {
    int rounds = 0;
    while (x > 0) {
        x += y;
        y--;
        rounds++;
    }
    return rounds;
}
