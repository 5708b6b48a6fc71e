// class: ?
// kind: search
// best 30: [23,11,11,10,12,23,23,13,12,9,22,13,23,23,11,11,13,10,14,14,11,11,11,10,10,11,22,10,22,23]
// best 100: [15,49,0,4,0,63,59,0,1,1,62,34,4,29,50,0,15,0,51,58,13,61,61,17,0,62,33,30,63,0,17,0,16,44,1,32,0,2,50,0,29,57,62,51,62,29,62,51,63,63,0,14,33,0,63,0,0,0,31,63,63,19,63,15,56,61,0,47,18,0,46,63,14,13,63,33,51,58,13,61,61,17,46,57,33,30,63,0,0,0,45,28,0,63,45,0,60,63,63,59]
// how: construction by thought (walls in every second column or row so that rows stay wide but lines of attack are cut); best at 30: construction earlier climb with a larger budget, at 100: from scratch by climb; searched natively 11 s at 30, 13 s at 100; 59398 at 30 against a random mean of 13339, 694278 at 100 against a random mean of 20761
// Counts the placements of one queen a row on a board with walls: a wall cannot hold a queen and stops lines of attack; rows are filled from the top, at most 20000 tries.
#include <worstcase.h>

#define WIDEST 8
#define MOST 1000
#define BUDGET 20000

static int32_t walls[MOST];
static uint8_t is_wall[WIDEST][WIDEST];
static int queen[WIDEST];
static int side, tries, found;

/* Does a queen further up see this square? */
static int is_attacked(int row, int column) {
    for (int step = -1; step <= 1; step++) {
        int c = column + step;
        for (int r = row - 1; r >= 0 && c >= 0 && c < side; r--, c += step) {
            if (is_wall[r][c])
                break;
            if (queen[r] == c)
                return 1;
        }
    }
    return 0;
}

static void place(int row) {
    if (row == side) {
        found++;
        return;
    }
    for (int column = 0; column < side; column++) {
        if (is_wall[row][column])
            continue;
        if (++tries > BUDGET)
            return;
        if (is_attacked(row, column))
            continue;
        queen[row] = column;
        place(row + 1);
    }
    queen[row] = -1;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    side = 5 + n / 30;
    if (side > WIDEST)
        side = WIDEST;
    for (int i = 0; i < n; i++)
        walls[i] = input_i32_in(0, side * side - 1);
    measure_begin();
    for (int i = 0; i < n; i++)
        is_wall[walls[i] / side][walls[i] % side] = 1;
    for (int row = 0; row < side; row++)
        queen[row] = -1;
    place(0);
    measure_end();
    output_i32(found);
    output_i32(tries);
}
