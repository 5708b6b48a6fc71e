// class: n^2
// kind: selection and numbers
// best 30: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,25036,16377,62801,35643,61200,34871,43805,43585,29954,26165,63247,15452,57341,65534,1,1,25036,31841,39618,30601,34573,35235,8271,26744,33432,55058,15455,57344,65535,1,1]
// best 100: [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,56881,14530,29109,1952,27509,1180,10114,9894,61799,58009,29555,33719,61431,8499,34736,57355,61913,18296,29666,56608,53546,29630,54699,14087,38059,52909,55476,28400,37016,48274,57168,3941,45938,3184,41242,63508,16898,35746,44137,5103,52987,9326,39626,18410,10813,42565,35014,57342,65534,1,1,56881,31840,39618,30601,34573,35235,8271,26744,33432,55058,15455,43766,64937,56968,34204,45383,58915,8386,61898,38966,19869,60717,49756,35884,37843,12891,27519,23832,12302,22788,63944,36688,3715,55756,51552,26469,44009,1307,51093,42252,56723,7404,14082,37643,34377,35017,57345,65535,1,1]
// how: construction: a divisor that is a multiple of 65535 * 2^15 and a dividend that keeps the remainder at divisor - divisor / 65535, so that all but one of the steps add the divisor back; the longest normalising shift; 16 s of climbing from there found nothing costlier; 684 at 30 against a random mean of 385, 5724 at 100 against a random mean of 3036
// Knuth's algorithm D: long division of n digits of 16 bits by n / 2 digits.
#include <worstcase.h>

#define MOST 1024
#define BASE 65536u

/* Little endian, 16 bits a digit. */
static uint16_t dividend[MOST], divisor[MOST], quotient[MOST];
static uint16_t un[MOST + 1], vn[MOST];

/* Knuth's algorithm D: u of m digits by v of k digits, v[k - 1] != 0, m >= k >= 2. The remainder is left in un, shifted. */
static void divide(const uint16_t *u, int m, const uint16_t *v, int k, uint16_t *q) {
    int shift = 0;
    while (((uint32_t)v[k - 1] << shift & 0x8000u) == 0)
        shift++;
    for (int i = k - 1; i > 0; i--)
        vn[i] = (uint16_t)((uint32_t)v[i] << shift | (uint32_t)v[i - 1] >> (16 - shift));
    vn[0] = (uint16_t)(v[0] << shift);
    un[m] = (uint16_t)((uint32_t)u[m - 1] >> (16 - shift));
    for (int i = m - 1; i > 0; i--)
        un[i] = (uint16_t)((uint32_t)u[i] << shift | (uint32_t)u[i - 1] >> (16 - shift));
    un[0] = (uint16_t)(u[0] << shift);

    for (int j = m - k; j >= 0; j--) {
        uint32_t two = (uint32_t)un[j + k] * BASE + un[j + k - 1];
        uint32_t guess = two / vn[k - 1], rest = two % vn[k - 1];
        while (guess >= BASE || guess * vn[k - 2] > BASE * rest + un[j + k - 2]) {
            guess--;
            rest += vn[k - 1];
            if (rest >= BASE)
                break;
        }
        if (guess == 0) {
            q[j] = 0;
            continue;
        }
        int32_t borrow = 0;
        for (int i = 0; i < k; i++) {
            uint32_t product = guess * vn[i];
            int32_t t = (int32_t)un[i + j] - borrow - (int32_t)(product & 0xffffu);
            un[i + j] = (uint16_t)t;
            borrow = (int32_t)(product >> 16) - (t >> 16);
        }
        int32_t t = (int32_t)un[j + k] - borrow;
        un[j + k] = (uint16_t)t;
        if (t < 0) {
            /* One too many: add the divisor back. */
            guess--;
            uint32_t carry = 0;
            for (int i = 0; i < k; i++) {
                carry += (uint32_t)un[i + j] + vn[i];
                un[i + j] = (uint16_t)carry;
                carry >>= 16;
            }
            un[j + k] = (uint16_t)(un[j + k] + carry);
        }
        q[j] = (uint16_t)guess;
    }
}

/* The inputs: first the n digits of the dividend, then the n / 2 digits of the divisor, both from the lowest on. */
void run(int n) {
    if (n > MOST)
        n = MOST;
    int k = n / 2;
    if (k < 2)
        return;
    for (int i = 0; i < n; i++)
        dividend[i] = input_u16();
    for (int i = 0; i < k; i++)
        divisor[i] = input_u16();
    assume(divisor[k - 1] != 0);
    measure_begin();
    divide(dividend, n, divisor, k, quotient);
    measure_end();
    output_i32(quotient[0]);
    output_i32(quotient[n - k]);
}
