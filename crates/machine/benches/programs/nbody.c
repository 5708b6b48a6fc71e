// Five bodies under gravity, n steps of symplectic Euler.

enum { BODIES = 5 };

struct body {
    double x, y, z, vx, vy, vz, mass;
};

static struct body bodies[BODIES] = {
    {0, 0, 0, 0, 0, 0, 39.47841760435743},
    {4.84143144246472090, -1.16032004402742839, -0.10362204447112311,
     0.60632639299983500, 2.81198684491626000, -0.02521836165988763, 0.03769367487038949},
    {8.34336671824457987, 4.12479856412430479, -0.40352341711432137,
     -1.01077434617879240, 1.82566237123041200, 0.00841576137658415, 0.01128632613196877},
    {12.8943695621391310, -15.1111514016986312, -0.22330757889265573,
     1.08279100644153540, 0.86871301816960820, -0.01083263740136364, 0.00172372405705971},
    {15.3796971148509165, -25.9193146099879641, 0.17925877295037118,
     0.97909073224389070, 0.59469899864767630, -0.03475595557920930, 0.00203368686992463},
};

static void attract(struct body *a, struct body *b, double dt) {
    double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
    double square = dx * dx + dy * dy + dz * dz;
    double force = dt / (square * __builtin_sqrt(square));
    a->vx -= dx * b->mass * force;
    a->vy -= dy * b->mass * force;
    a->vz -= dz * b->mass * force;
    b->vx += dx * a->mass * force;
    b->vy += dy * a->mass * force;
    b->vz += dz * a->mass * force;
}

static void step(double dt) {
    for (int i = 0; i < BODIES; i++) {
        for (int j = i + 1; j < BODIES; j++) attract(&bodies[i], &bodies[j], dt);
    }
    for (int i = 0; i < BODIES; i++) {
        struct body *b = &bodies[i];
        b->x += dt * b->vx;
        b->y += dt * b->vy;
        b->z += dt * b->vz;
    }
}

long long run(int n) {
    for (int i = 0; i < n; i++) step(0.01);
    double kinetic = 0;
    for (int i = 0; i < BODIES; i++) {
        struct body *b = &bodies[i];
        kinetic += b->mass * (b->vx * b->vx + b->vy * b->vy + b->vz * b->vz) / 2;
    }
    return kinetic * 1e12;
}
