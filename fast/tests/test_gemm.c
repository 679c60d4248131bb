/* Gemm over generated sizes, layouts and factors: the same bits whatever the scratch is, within it, and the plain driver's
 * result where sums are exact. */
#include "levels.h"
#include "gemm.h"
#include "harness.h"
#include "isocast/fast.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 150, LONG = 600, SHORT = 20, GUARD = 64 };

static const isocast_type types[] = {ISOCAST_FLOAT,   ISOCAST_DOUBLE, ISOCAST_FLOAT16, ISOCAST_BFLOAT16,
                                     ISOCAST_INT32,   ISOCAST_UINT32, ISOCAST_INT64,   ISOCAST_UINT64};
static const int sizes[] = {4, 8, 2, 2, 4, 4, 8, 8};

static char a[LONG * LONG * 8], b[LONG * LONG * 8], c[LONG * LONG * 8], y[2][LONG * LONG * 8];
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

static void fill(isocast_type type, int size, isocast_idx count, char *z)
{
    for (isocast_idx i = 0; i < count; i++) put(type, size, z + i * size);
}

/* Three sides of about one length; or two that are cut into several blocks and a short one; or such that blocks are as large
 * as they get. */
static void choose_sides(isocast_idx *sides)
{
    static const isocast_idx most[3][3] = {{MOST, MOST, MOST}, {SHORT, LONG, LONG}, {LONG, LONG, SHORT}};
    const isocast_idx *chosen = most[harness_between(0, 2)];
    for (isocast_idx i = 0; i < 3; i++) sides[i] = harness_between(1, chosen[i]);
    if (harness_chance(12)) sides[2] = 0;
    if (harness_chance(3)) {
        sides[0] = SHORT;
        sides[1] = 256;
        sides[2] = 416;
    }
}

static void try_one(isocast_type type, int size)
{
    isocast_idx sides[3];
    choose_sides(sides);
    const isocast_idx m = sides[0], n = sides[1], k = sides[2];
    isocast_idx a_dims[2] = {m, k}, b_dims[2] = {k, n}, y_dims[2] = {m, n};
    isocast_idx c_dims[2] = {harness_chance(2) ? 1 : m, harness_chance(2) ? 1 : n};
    isocast_idx a_strides[2], b_strides[2], c_strides[2], y_strides[2];
    const isocast_tensor at = matrix(a, type, size, a_dims, a_strides, (int)harness_between(0, 1));
    const isocast_tensor bt = matrix(b, type, size, b_dims, b_strides, (int)harness_between(0, 1));
    const isocast_tensor yt = matrix(y[0], type, size, y_dims, y_strides, harness_chance(4));
    const isocast_tensor ct = matrix(c, type, size, c_dims, c_strides, harness_chance(4));
    const isocast_tensor *c_given = harness_chance(6) ? NULL : &ct;
    const size_t all = (size_t)(m * n * size);
    isocast_gemm gemm;
    isocast_fault fault;
    fill(type, size, m * k, a);
    fill(type, size, k * n, b);
    fill(type, size, m * n, c);
    const isocast_status status = isocast_gemm_make(&gemm, &at, &bt, c_given, &yt, 0, 0, harness_chance(2) ? 1.0f : 2.0f,
                                                    (float)harness_between(-1, 1), &fault);
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

/* Whatever the sides are, a block fits the scratch. */
static void try_rooms(isocast_type type, int size)
{
    static const isocast_idx scratches[] = {ISOCAST_GEMM_SCRATCH_LEAST, 98304, 262144, ISOCAST_SCRATCH_BYTES};
    isocast_gemm gemm = {0};
    isc_gemm_kernel kernel = {0};
    gemm.type = type;
    for (int i = 0; i < 80000; i++) {
        const isocast_idx bytes = scratches[i % 4];
        const int in_place = size > 2 && harness_chance(2);
        kernel.is_for_small_caches = harness_chance(2);
        gemm.m = harness_between(1, 8000);
        gemm.n = harness_between(1, 8000);
        gemm.k = harness_between(0, 8000);
        const isc_gemm_sizes block = isc_gemm_sizes_find(&gemm, &kernel, bytes, in_place, harness_between(1, 9));
        const isc_gemm_room room = isc_gemm_room_of(block, size, in_place);
        CHECK(room.sums + room.a + room.b + room.c + room.z + room.raw <= bytes, "type %d (%td, %td, %td) in %td bytes", type,
              gemm.m, gemm.n, gemm.k, bytes);
        CHECK(block.depth <= ISC_GEMM_ALONG, "depth %td", block.depth);
    }
}

int main(void)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) try_rooms(types[t], sizes[t]);
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        for (int round = 0; round < 6; round++)
            for (size_t t = 0; t < sizeof types / sizeof *types; t++) try_one(types[t], sizes[t]);
    }
    return harness_report();
}
