// libsecp256k1 multiplies the generator of the curve by the bytes: big numbers in constant time, without a branch on
// secrets, and so almost without paths.
// The crate has put its version into all names.
// crate: secp256k1-sys 0.14.1
// bytes: 2
// sources: secp256k1-sys/depend/secp256k1/src/{secp256k1,precomputed_ecmult,precomputed_ecmult_gen}.c
// flags: -Isecp256k1-sys/depend/secp256k1/include -DECMULT_WINDOW_SIZE=2 -DCOMB_BLOCKS=2 -DCOMB_TEETH=5
#include <secp256k1_preallocated.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rustsecp256k1_v0_14_pubkey key;
    uint8_t secret[32] = {0};
    static _Alignas(16) uint8_t room[1024];
    memcpy(secret, data, size < 32 ? size : 32);
    rustsecp256k1_v0_14_context *context =
        rustsecp256k1_v0_14_context_preallocated_create(room, SECP256K1_CONTEXT_NONE);
    rustsecp256k1_v0_14_ec_pubkey_create(context, &key, secret);
    return 0;
}
