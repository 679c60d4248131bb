/* Division at each instruction set this processor has, bit for bit what the processor's own says. Of float and double: every
 * reciprocal of a float, quotients beside the middle of two numbers, divisors whose digits are nearly all ones, and any
 * bits at all. Of float16: every pair there is. */
#include "levels.h"
#include "harness.h"
#include "isocast/fast.h"
#include "kernels.h"
#include "rows/bits.h"

#include <string.h>

enum { MOST = 768, ROUNDS = 3000 };

static float x32[MOST], y32[MOST], z32[MOST];
static double x64[MOST], y64[MOST], z64[MOST];

static isc_row2 row_of(isocast_type type)
{
    isc_kernel kernel;
    return isc_kernel_find(ISOCAST_DIV, type, type, &kernel) ? kernel.row : NULL;
}

static int same_f32(float a, float b)
{
    return isc_word_f32(a) == isc_word_f32(b) || (a != a && b != b);
}

static int same_f64(double a, double b)
{
    return isc_word_f64(a) == isc_word_f64(b) || (a != a && b != b);
}

static void try_row_f32(isc_row2 row, isc_idx n, isc_idx sx, isc_idx sy)
{
    row(n, x32, sx, y32, sy, z32);
    for (isc_idx i = 0; i < n; i++) {
        const float a = x32[sx ? i : 0], b = y32[sy ? i : 0];
        volatile float quotient = a / b; /* by one division, not a vector of them */
        CHECK(same_f32(z32[i], quotient), "%a / %a = %a, not %a", (double)a, (double)b, (double)quotient, (double)z32[i]);
    }
}

static void try_f32(isc_idx n, isc_idx sx, isc_idx sy)
{
    const isc_row2 divider = isc_divider_find();
    try_row_f32(row_of(ISOCAST_FLOAT), n, sx, sy);
    if (divider) try_row_f32(divider, n, sx, sy);
}

static void try_f64(isc_idx n, isc_idx sx, isc_idx sy)
{
    row_of(ISOCAST_DOUBLE)(n, x64, sx, y64, sy, z64);
    for (isc_idx i = 0; i < n; i++) {
        const double a = x64[sx ? i : 0], b = y64[sy ? i : 0];
        volatile double quotient = a / b;
        CHECK(same_f64(z64[i], quotient), "%a / %a = %a, not %a", a, b, quotient, z64[i]);
    }
}

static void try_reciprocals(void)
{
    x32[0] = 1.0f;
    for (uint32_t first = 0; first < 1u << 23; first += MOST) {
        for (uint32_t i = 0; i < MOST; i++) y32[i] = isc_real_f32(0x3f800000u + (first + i) % (1u << 23));
        try_f32(MOST, 0, 1);
    }
}

/* From 1 to 2. */
static float near_one_f32(void)
{
    return isc_real_f32(0x3f800000u | (uint32_t)(harness_random() >> 41));
}

static double near_one_f64(void)
{
    return isc_real_f64(0x3ff0000000000000u | harness_random() >> 12);
}

/* A dividend whose quotient by b lies beside the middle of two numbers. */
static void beside_f32(float b, float *a)
{
    const float middle = (float)((double)b * ((double)near_one_f32() + 0x1p-24));
    *a = isc_real_f32(isc_word_f32(middle) + (uint32_t)harness_between(-1, 1));
}

static void beside_f64(double b, double *a)
{
    const double q = near_one_f64(), middle = q * b + b * 0x1p-53;
    *a = isc_real_f64(isc_word_f64(middle) + (uint64_t)harness_between(-1, 1));
}

static void fill(int kind)
{
    for (int i = 0; i < MOST; i++) {
        const int ones = (int)harness_between(0, 52), signs = harness_chance(4);
        x32[i] = kind == 3 ? isc_real_f32((uint32_t)harness_random()) : near_one_f32();
        y32[i] = kind == 3 ? isc_real_f32((uint32_t)harness_random()) : near_one_f32();
        x64[i] = kind == 3 ? isc_real_f64(harness_random()) : near_one_f64();
        y64[i] = kind == 3 ? isc_real_f64(harness_random()) : near_one_f64();
        if (kind == 1) {
            y32[i] = isc_real_f32(0x3fffffffu ^ (((1u << ones % 24) - 1) & (uint32_t)harness_random()));
            y64[i] = isc_real_f64(0x3fffffffffffffffu ^ ((((uint64_t)1 << ones) - 1) & harness_random()));
        }
        if (kind == 2) {
            beside_f32(y32[i], &x32[i]);
            beside_f64(y64[i], &x64[i]);
        }
        if (kind == 4) { /* by one divisor, the first */
            beside_f32(y32[0], &x32[i]);
            beside_f64(y64[0], &x64[i]);
        }
        if (harness_chance(16)) x32[i] = signs ? -0.0f : 1.0f;
        if (harness_chance(16)) x64[i] = signs ? -0.0 : 1.0;
    }
}

static int is_nan_f16(uint16_t a)
{
    return (a & 0x7fff) > 0x7c00;
}

static int same_f16(const uint16_t *a, const uint16_t *b, isc_idx n)
{
    int same = 1;
    for (isc_idx i = 0; i < n; i++) same &= a[i] == b[i] || (is_nan_f16(a[i]) && is_nan_f16(b[i]));
    return same;
}

/* AVX-512's quotients are those of AVX2, which divides. */
static void try_every_f16(void)
{
    static uint16_t x[1 << 16], y[1], z[2][1 << 16];
    const isc_idx all = 1 << 16;
    static const int levels[2] = {ISC_AVX2, ISC_AVX512};
    isc_row2 rows[2];
    for (int level = 0; level < 2; level++) {
        if (isocast_set_isa(levels[level]) != levels[level])
            return;
        rows[level] = row_of(ISOCAST_FLOAT16);
    }
    for (isc_idx b = 0; b < 2 * all; b++) { /* once more with every 16 exchanged: vectors are computed in two ways in turn */
        for (isc_idx i = 0; i < all && b % all == 0; i++) x[i] = (uint16_t)(b < all ? i : i ^ 16);
        y[0] = (uint16_t)b;
        for (int level = 0; level < 2; level++) rows[level](all, x, 1, y, 0, z[level]);
        CHECK(memcmp(z[0], z[1], sizeof z[0]) == 0 || same_f16(z[0], z[1], all), "quotients by 0x%04x", (unsigned)y[0]);
    }
}

/* By one divisor: every significand there is, AVX-512's quotients and AVX2's, which divides. */
static void try_every_dividend(void)
{
    enum { SOME = 1 << 14, DIVISORS = 24 };
    static float x[SOME], z[2][SOME];
    isc_row2 rows[2];
    if (isocast_set_isa(ISC_AVX512) != ISC_AVX512) return;
    rows[0] = row_of(ISOCAST_FLOAT);
    isocast_set_isa(ISC_AVX2);
    rows[1] = row_of(ISOCAST_FLOAT);
    for (int divisor = 0; divisor < DIVISORS; divisor++) {
        const float b = divisor < 8 ? (float)(divisor + 1) : near_one_f32();
        for (uint32_t first = 0; first < 1u << 23; first += SOME) {
            for (uint32_t i = 0; i < SOME; i++) x[i] = isc_real_f32(0x3f800000u + first + i);
            for (int way = 0; way < 2; way++) rows[way](SOME, x, 1, &b, 0, z[way]);
            CHECK(memcmp(z[0], z[1], sizeof z[0]) == 0, "quotients by %a", (double)b);
        }
    }
}

int main(void)
{
    try_every_f16();
    try_every_dividend();
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        try_reciprocals();
        for (int round = 0; round < ROUNDS; round++) {
            const int kind = round % 5;
            const isc_idx n = harness_between(1, MOST), sx = kind == 4 || !harness_chance(4), sy = kind != 4 && !harness_chance(4);
            fill(kind);
            try_f32(n, sx, sy);
            try_f64(n, sx, sy);
        }
    }
    return harness_report();
}
