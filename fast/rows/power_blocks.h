/* Whether a block of bases and exponents is plain: every base positive and finite, no exponent NaN, no result near
 * an end of the double's range. Plain blocks need none of the special values. */
#ifndef ISC_ROWS_POWER_BLOCKS_H
#define ISC_ROWS_POWER_BLOCKS_H

#include <math.h>

#include "bits.h"

#define ISC_POWER_BLOCK 256

#ifdef __GNUC__
#define ISC_LINE_ALIGNED __attribute__((aligned(64)))
#else
#define ISC_LINE_ALIGNED
#endif

/* By how many elements the first block is shorter, so that the others begin on cache lines. */
ISC_INLINE isc_idx isc_skew(const void *x, size_t size)
{
    return (isc_idx)((uintptr_t)x % 64 / size);
}

/* An upper bound of |log2 x| from the lowest and the highest word of the bases, infinite if one of them is not
 * plain. */
ISC_INLINE double isc_logarithm_bound_f32(int32_t low, int32_t high)
{
    const int smallest = low < 0x00800000 ? 150 : 127 - (low >> 23), largest = (high >> 23) - 126;
    if (low < 1 || high > 0x7f7fffff)
        return HUGE_VAL;
    return smallest > largest ? smallest : largest;
}

ISC_INLINE double isc_logarithm_bound_f64(int64_t low, int64_t high)
{
    const int smallest = 1023 - (int)(low >> 52), largest = (int)(high >> 52) - 1022;
    if (low < 0x0010000000000000 || high > 0x7fefffffffffffff)
        return HUGE_VAL;
    return smallest > largest ? smallest : largest;
}

ISC_INLINE double isc_bases_f32(isc_idx n, const float *x)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (isc_idx i = 0; i < n; i++) {
        const int32_t word = (int32_t)isc_word_f32(x[i]);
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    return isc_logarithm_bound_f32(low, high);
}

ISC_INLINE double isc_bases_f64(isc_idx n, const double *x)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (isc_idx i = 0; i < n; i++) {
        const int64_t word = (int64_t)isc_word_f64(x[i]);
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    return isc_logarithm_bound_f64(low, high);
}

/* The largest |y|, NaN if there is one. *round: whether an exponent may have a shorter way; those that have one have no
 * more than two bits set in the significand, and are found by that. */
static double isc_exponents_f32(isc_idx n, const float *y, int *round)
{
    int32_t high = 0, least = INT32_MAX;
    for (isc_idx i = 0; i < n; i++) {
        const int32_t word = (int32_t)isc_word_f32(y[i]), size = word & 0x7fffffff, low = word & 0x003fffff;
        high = size > high ? size : high;
        least = low < least ? low : least;
    }
    *round = least == 0;
    return (double)isc_real_f32((uint32_t)high);
}

static double isc_exponents_f64(isc_idx n, const double *y, int *round)
{
    int64_t high = 0, least = INT64_MAX;
    for (isc_idx i = 0; i < n; i++) {
        const int64_t word = (int64_t)isc_word_f64(y[i]);
        const int64_t size = word & 0x7fffffffffffffff, low = word & 0x0007ffffffffffff;
        high = size > high ? size : high;
        least = low < least ? low : least;
    }
    *round = least == 0;
    return isc_real_f64((uint64_t)high);
}

#endif
