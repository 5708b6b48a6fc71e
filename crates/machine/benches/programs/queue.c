// Shortest paths on a grid with a binary heap, by Dijkstra's algorithm.

enum { SIDE = 64, CELLS = SIDE * SIDE, FAR = 1 << 30 };

struct entry {
    int distance, cell;
};

static struct entry heap[4 * CELLS + 1];
static int entries;
static int distances[CELLS];
static unsigned char costs[CELLS];

static void push(int distance, int cell) {
    int i = ++entries;
    while (i > 1 && heap[i / 2].distance > distance) {
        heap[i] = heap[i / 2];
        i /= 2;
    }
    heap[i].distance = distance;
    heap[i].cell = cell;
}

static struct entry pop(void) {
    struct entry top = heap[1], moved = heap[entries--];
    int i = 1;
    for (;;) {
        int child = 2 * i;
        if (child > entries) break;
        if (child < entries && heap[child + 1].distance < heap[child].distance) child++;
        if (heap[child].distance >= moved.distance) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = moved;
    return top;
}

static void reach(int from, int to) {
    int distance = distances[from] + costs[to];
    if (distance < distances[to]) {
        distances[to] = distance;
        push(distance, to);
    }
}

long long run(int n) {
    long long sum = 0;
    unsigned seed = 7;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < CELLS; i++) {
            seed = seed * 1664525u + 1013904223u;
            costs[i] = 1 + (seed >> 27);
            distances[i] = FAR;
        }
        entries = 0;
        distances[0] = 0;
        push(0, 0);
        while (entries) {
            struct entry next = pop();
            if (next.distance > distances[next.cell]) continue;
            int x = next.cell % SIDE, y = next.cell / SIDE;
            if (x > 0) reach(next.cell, next.cell - 1);
            if (x < SIDE - 1) reach(next.cell, next.cell + 1);
            if (y > 0) reach(next.cell, next.cell - SIDE);
            if (y < SIDE - 1) reach(next.cell, next.cell + SIDE);
        }
        sum += distances[CELLS - 1];
    }
    return sum;
}
