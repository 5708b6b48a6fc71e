// class: n^2
// kind: graphs
// best 30: [0,1,99,8,9,92,1,2,100,7,8,78,2,3,98,6,7,91,5,9,20,0,4,16,4,8,16,1,5,22,5,7,59,2,4,18,4,6,72,3,5,99,4,5,2,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1,4,5,1]
// best 100: [10,17,100,0,10,96,0,1,99,26,27,100,0,1,100,26,27,100,10,1,100,26,27,100,0,1,67,26,27,50,1,2,100,25,26,100,1,2,100,25,26,100,1,2,100,25,26,100,2,3,73,24,25,100,2,3,100,24,25,100,2,3,100,24,25,61,3,4,100,23,24,100,3,4,100,23,24,100,4,5,100,22,23,100,4,5,100,22,23,50,5,6,100,21,22,100,6,7,99,20,21,95,9,27,50,0,8,50,8,26,50,1,9,50,9,25,50,2,8,50,8,24,50,3,9,50,9,23,50,4,8,50,8,22,50,5,9,51,9,21,50,6,8,50,8,20,64,7,9,100,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,1,5,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1,8,9,1]
// how: Zadeh-like construction: two hubs joined by many unit edges that are used forwards and backwards in turn at growing distance from two chains (numbers of both swept), then annealed about 25 s, after 90 s of climbing that found a quarter of it at 100; 13502 at 30 against a random mean of 277, 233741 at 100 against a random mean of 2973
// Maximum flow by Edmonds and Karp, n edges between n / 4 + 3 vertices.
#include <worstcase.h>

#define MOST 1024

/* Arc 2 i is an edge, arc 2 i + 1 the way back. */
static int head[MOST], next_arc[2 * MOST], to[2 * MOST];
static int32_t room[2 * MOST];
static int arrived_by[MOST], queue[MOST];

static void add_arc(int arc, int from, int target, int32_t capacity) {
    to[arc] = target;
    room[arc] = capacity;
    next_arc[arc] = head[from];
    head[from] = arc;
}

/* A shortest path with room left, by breadth. */
static int find_path(int vertices, int source, int sink) {
    int front = 0, back = 0;
    for (int v = 0; v < vertices; v++)
        arrived_by[v] = -1;
    arrived_by[source] = -2;
    queue[back++] = source;
    while (front < back) {
        int v = queue[front++];
        for (int arc = head[v]; arc >= 0; arc = next_arc[arc]) {
            if (room[arc] == 0 || arrived_by[to[arc]] != -1)
                continue;
            arrived_by[to[arc]] = arc;
            if (to[arc] == sink)
                return 1;
            queue[back++] = to[arc];
        }
    }
    return 0;
}

/* Edmonds and Karp. */
static int64_t max_flow(int vertices, int source, int sink) {
    int64_t flow = 0;
    while (find_path(vertices, source, sink)) {
        int32_t least = INT32_MAX;
        for (int v = sink; v != source; v = to[arrived_by[v] ^ 1])
            if (room[arrived_by[v]] < least)
                least = room[arrived_by[v]];
        for (int v = sink; v != source; v = to[arrived_by[v] ^ 1]) {
            room[arrived_by[v]] -= least;
            room[arrived_by[v] ^ 1] += least;
        }
        flow += least;
    }
    return flow;
}

/* n edges between n / 4 + 3 vertices, from the first to the last one. */
void run(int n) {
    if (n > MOST)
        n = MOST;
    int vertices = n / 4 + 3;
    for (int v = 0; v < vertices; v++)
        head[v] = -1;
    for (int i = 0; i < n; i++) {
        int from = input_i32_in(0, vertices - 1), target = input_i32_in(0, vertices - 1);
        int32_t capacity = input_i32_in(0, 100);
        add_arc(2 * i, from, target, capacity);
        add_arc(2 * i + 1, target, from, 0);
    }
    measure_begin();
    int64_t flow = max_flow(vertices, 0, vertices - 1);
    measure_end();
    output_i32((int32_t)flow);
}
