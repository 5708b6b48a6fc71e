/* Inputs of all kinds. */
#include <worstcase.h>

double run(void) {
    int8_t a = input_i8();
    uint16_t b = input_u16();
    int64_t c = input_i64();
    float d = input_f32();
    double e = input_f64();
    return a + b + (double)c + d + e;
}
