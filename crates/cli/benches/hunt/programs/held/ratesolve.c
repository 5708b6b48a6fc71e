// class: n
// kind: floats
// best 30: [171797.25843597547,-3.2379e-319,0.00448721875,-74518.55363760256,217853.719654703,27038.692397318457,-2.78607177734375e-06,4.4e-323,3e-323,0,21997.846299616267,-281506.9374542568,0.0044873534615982,-54854.56576001225,1.0609978955e-314,7.16e-322,-7.0479532e-316,-1.522625732421875e-05,-5175.392733013182,411683.1299559597,4e-323,-5031.89767800424,108923.22940350449,111510.10277345288,4e-323,21997.86844967877,-281506.9374542568,67.179027847741,-54854.56576343593,0]
// best 100: [-284700.5,35831.73471301758,18357.744301902574,-29392.170965732614,-285507.75,-141040.96107519043,-27239.6875,-85512.33182268817,35831.73471301758,18350.069796700205,35831.73471301757,35831.73471301758,34870.30574323771,36658.95316045395,35836.68455500155,35831.73603751754,35831.77162492305,35831.73471301757,35829.48256251992,35831.608326218746,35814.76889401393,35831.73471301758,35347.37301909199,34338.56250000001,2272.368030662508,-2272.6486065087884,35831.73471301757,17000.68678072019,18357.744301902574,-285507.75,-141040.96107519043,35831.73468687366,35831.73471301758,35829.48256251992,36973.21561843645,35831.73471301758,35830.46098276575,31535.712238032225,18032.5179640251,18357.744301902574,35721.881052902296,-285507.7503892236,17088.16416182681,35831.73471301758,33683.722830103026,-2272.6486065087884,34743.39419981203,35800.597556615394,-34338.5625,35832.742712406995,27239.6875,3.3156184e-316,-285507.75,18357.744301902574,-141645.7535313409,35836.68147310772,-34338.5625,35831.73471301758,34298.88567653716,35831.60832621875,-2272.6486065087884,33802.04164512133,35829.266872273074,18357.744301902574,-285507.750099342,32879.13522478566,-141645.7535313409,27239.6875,35831.73471301758,34338.5625,35830.56991623473,34338.56250000001,-2262.7948282725797,35831.732759228515,35831.73471301758,18357.743466215074,-285507.75,-141645.7535313409,35831.73269902478,-34337.069528,35831.73471301758,35822.201173636495,35035.73213547097,-2272.6486065087884,35831.73471301758,-141645.7535313409,35831.73269902478,-34337.069528,35831.73471301758,35822.201173636495,35035.73213547097,-2272.6486065087884,35831.73471301758,-141645.7535313409,35831.73269902478,-34337.069528,35831.73471301758,35822.201173636495,35035.73213547097,-2272.6486065087884]
// how: construction by thought (polynomials with multiple roots, where Newton halves the error only, and cash flows of large and small size without a change of sign until the last grid point); best at 30: from scratch by climb, at 100: from scratch by climb; searched natively 22 s at 30, 26 s at 100; 2955 at 30 against a random mean of 1393, 8766 at 100 against a random mean of 4922
// Internal rate of return of n cash flows: the discount factor is bracketed on a grid of 40, then Newton with bisection as the safeguard, at most 80 iterations.
#include <worstcase.h>

#define MOST 1000
#define GRID 40
#define ITERATIONS 80

static double flows[MOST];

/* The net present value for the discount factor v, and its derivative. */
static double value_at(int n, double v, double *slope) {
    double value = 0, derivative = 0;
    for (int i = n - 1; i >= 0; i--) {
        derivative = derivative * v + value;
        value = value * v + flows[i];
    }
    *slope = derivative;
    return value;
}

static double solve(int n, int *iterations) {
    double slope, low = 0.1, at_low = value_at(n, low, &slope), high = low, at_high = at_low;
    int step = 1;
    *iterations = 0;
    for (; step <= GRID; step++) {
        high = 0.1 + 1.0 * step / GRID;
        at_high = value_at(n, high, &slope);
        if ((at_low < 0) != (at_high < 0))
            break;
        low = high;
        at_low = at_high;
    }
    if (step > GRID)
        return 0;
    /* Below zero at `low`, above at `high`, whichever is larger. */
    if (at_low > 0) {
        double t = low;
        low = high;
        high = t;
    }
    double v = (low + high) / 2, before = high - low;
    for (int i = 0; i < ITERATIONS; i++) {
        ++*iterations;
        double value = value_at(n, v, &slope);
        if (value == 0)
            break;
        if (value < 0)
            low = v;
        else
            high = v;
        double width = high - low, next = v - value / slope, change;
        int is_outside = width > 0 ? !(next > low && next < high) : !(next > high && next < low);
        change = next - v;
        if (is_outside || change * change * 4 > before * before) {
            next = (low + high) / 2;
            change = next - v;
        }
        before = change;
        if (change * change < 1e-26)
            break;
        v = next;
    }
    return v;
}

void run(int n) {
    if (n > MOST)
        n = MOST;
    for (int i = 0; i < n; i++) {
        flows[i] = input_f64();
        assume(flows[i] >= -1e12 && flows[i] <= 1e12);
    }
    int iterations = 0;
    measure_begin();
    double v = n > 0 ? solve(n, &iterations) : 0;
    measure_end();
    output_i32((int32_t)(v * 1e6));
    output_i32(iterations);
}
