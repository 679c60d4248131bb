/* Gemm over generated sizes, layouts and factors: the same bits whatever the scratch is, within it, and the plain driver's
 * result where sums are exact. */
#include "harness.h"
#include "isocast/fast.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 210, GUARD = 64 };

static const isocast_type types[] = {ISOCAST_FLOAT,   ISOCAST_DOUBLE, ISOCAST_FLOAT16, ISOCAST_BFLOAT16,
                                     ISOCAST_INT32,   ISOCAST_UINT32, ISOCAST_INT64,   ISOCAST_UINT64};
static const int sizes[] = {4, 8, 2, 2, 4, 4, 8, 8};

static char a[MOST * MOST * 8], b[MOST * MOST * 8], c[MOST * MOST * 8], y[2][MOST * MOST * 8];
static char room[ISOCAST_SCRATCH_BYTES + GUARD + 64];

/* Small whole numbers, so that every sum is exact in every type. */
static void put(isocast_type type, int size, char *z)
{
    static const uint16_t f16[] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000}, bf16[] = {0xc000, 0xbf80, 0, 0x3f80, 0x4000};
    const int value = (int)harness_between(-2, 2);
    const float single = (float)value;
    const double wide = value;
    const int64_t whole = value;
    if (type == ISOCAST_FLOAT) memcpy(z, &single, 4);
    else if (type == ISOCAST_DOUBLE) memcpy(z, &wide, 8);
    else if (type == ISOCAST_FLOAT16) memcpy(z, &f16[value + 2], 2);
    else if (type == ISOCAST_BFLOAT16) memcpy(z, &bf16[value + 2], 2);
    else memcpy(z, &whole, (size_t)size); /* little-endian words: the low bytes come first */
}

/* A matrix in memory, transposed or not. */
static isocast_tensor matrix(char *data, isocast_type type, int size, isocast_idx *dims, isocast_idx *strides, int turned)
{
    const isocast_tensor tensor = {(void *)data, type, 0, 2, dims, strides};
    strides[turned ? 0 : 1] = size;
    strides[turned ? 1 : 0] = size * dims[turned ? 0 : 1];
    return tensor;
}

static void run(const isocast_gemm *gemm, isocast_idx bytes, isocast_idx parts)
{
    char *scratch = room + (64 - (uintptr_t)room % 64) % 64;
    const isocast_idx beyond = ISOCAST_SCRATCH_BYTES + GUARD - bytes; /* packed rows have gaps, so all of it is looked at */
    int whole = 1;
    memset(scratch, (int)harness_between(0, 255), (size_t)bytes);
    memset(scratch + bytes, 0x5a, (size_t)beyond);
    for (isocast_idx part = parts - 1; part >= 0; part--) isocast_fast_gemm_run(gemm, part, parts, scratch, bytes);
    for (isocast_idx i = 0; i < beyond; i++) whole &= scratch[bytes + i] == 0x5a;
    CHECK(whole, "Gemm of type %d writes past %td bytes of scratch", gemm->type, bytes);
}

static void try_one(isocast_type type, int size)
{
    isocast_idx m = harness_between(1, MOST), n = harness_between(1, MOST), k = harness_between(1, MOST);
    isocast_idx a_dims[2] = {m, k}, b_dims[2] = {k, n}, y_dims[2] = {m, n}, c_dims[1] = {n}, c_strides[1];
    isocast_idx a_strides[2], b_strides[2], y_strides[2];
    c_strides[0] = size;
    const isocast_tensor at = matrix(a, type, size, a_dims, a_strides, (int)harness_between(0, 1));
    const isocast_tensor bt = matrix(b, type, size, b_dims, b_strides, (int)harness_between(0, 1));
    const isocast_tensor yt = matrix(y[0], type, size, y_dims, y_strides, 0);
    const isocast_tensor ct = {(void *)c, type, 0, 1, c_dims, c_strides};
    const size_t all = (size_t)(m * n * size);
    isocast_gemm gemm;
    isocast_fault fault;
    for (isocast_idx i = 0; i < MOST * MOST; i++) {
        put(type, size, a + i * size);
        put(type, size, b + i * size);
        put(type, size, c + i * size);
    }
    const isocast_status status = isocast_gemm_make(&gemm, &at, &bt, &ct, &yt, 0, 0, harness_chance(2) ? 1.0f : 2.0f,
                                                    harness_chance(2) ? 1.0f : -1.0f, &fault);
    CHECK(status == ISOCAST_OK, "status %d", status);
    if (status != ISOCAST_OK) return;
    isocast_gemm_run(&gemm);
    memcpy(y[1], y[0], all);
    static const isocast_idx scratches[] = {ISOCAST_GEMM_SCRATCH_LEAST, 49920, 98304, 262144, ISOCAST_SCRATCH_BYTES};
    for (size_t s = 0; s < sizeof scratches / sizeof *scratches; s++) {
        memset(y[0], 0x77, all);
        run(&gemm, scratches[s], harness_between(1, 9));
        CHECK(memcmp(y[0], y[1], all) == 0, "Gemm of type %d (%td, %td, %td), scratch %td", type, m, n, k, scratches[s]);
    }
}

int main(void)
{
    for (int level = 0; level <= 2; level++) {
        if (isocast_set_isa(level) != level)
            continue; /* this processor does not have it */
        for (int round = 0; round < 4; round++)
            for (size_t t = 0; t < sizeof types / sizeof *types; t++) try_one(types[t], sizes[t]);
    }
    return harness_report();
}
