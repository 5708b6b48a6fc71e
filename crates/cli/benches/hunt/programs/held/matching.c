// class: n^2
// kind: graphs
// best 30: [0,0,0,0,0,1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9,9,10,10,10,11,11,11,12,12,12,13,13,13,14,14,14,15,15,15,16,16,16,17,17,17,18,18,18,19,19,19,20,20,20,21,21,21,22,22,22,23,23,23,24,24,24,25,25,25,26,26,26,27,27,27,28,28,28,29]
// best 100: [0,0,0,0,0,1,1,1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6,7,7,7,8,8,8,9,9,9,10,10,10,11,11,11,12,12,12,13,13,13,14,14,14,15,15,15,16,16,16,17,17,17,18,18,18,19,19,19,20,20,20,21,21,21,22,22,22,23,23,23,24,24,24,25,25,25,26,26,26,27,27,27,28,28,28,29,29,29,30,30,30,31,31,31,32,32,32,33,33,33,34,34,34,35,35,35,36,36,36,37,37,37,38,38,38,39,39,39,40,40,40,41,41,41,42,42,42,43,43,43,44,44,44,45,45,45,46,46,46,47,47,47,48,48,48,49,49,49,50,50,50,51,51,51,52,52,52,53,53,53,54,54,54,55,55,55,56,56,56,57,57,57,58,58,58,59,59,59,60,60,60,61,61,61,62,62,62,63,63,63,64,64,64,65,65,65,66,66,66,67,67,67,68,68,68,69,69,69,70,70,70,71,71,71,72,72,72,73,73,73,74,74,74,75,75,75,76,76,76,77,77,77,78,78,78,79,79,79,80,80,80,81,81,81,82,82,82,83,83,83,84,84,84,85,85,85,86,86,86,87,87,87,88,88,88,89,89,89,90,90,90,91,91,91,92,92,92,93,93,93,94,94,94,95,95,95,96,96,96,97,97,97,98,98,98,99]
// how: construction: person i wishes the jobs i - 1, i - 1 and i, so that every search tries all wishes of all persons placed before; climbing 16 s found nothing costlier; 4183 at 30 against a random mean of 836, 45448 at 100 against a random mean of 8010
// Bipartite matching by augmenting paths, n persons with three wishes each.
#include <worstcase.h>

#define MOST 1024
#define WISHES 3

static int wish[MOST][WISHES];
static int holder[MOST]; /* who has the job, -1 for nobody */
static int seen[MOST];   /* the round in which a job was last tried */

/* Finds a job for the person, for which others may have to take another one. */
static int place(int person, int round) {
    for (int k = 0; k < WISHES; k++) {
        int job = wish[person][k];
        if (seen[job] == round)
            continue;
        seen[job] = round;
        if (holder[job] < 0 || place(holder[job], round)) {
            holder[job] = person;
            return 1;
        }
    }
    return 0;
}

static int assign_jobs(int n) {
    int placed = 0;
    for (int job = 0; job < n; job++) {
        holder[job] = -1;
        seen[job] = -1;
    }
    for (int person = 0; person < n; person++)
        placed += place(person, person);
    return placed;
}

/* n persons, n jobs; each person names three jobs. */
void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < WISHES; k++)
            wish[i][k] = input_i32_in(0, n - 1);
    measure_begin();
    int placed = assign_jobs(n);
    measure_end();
    output_i32(placed);
}
