/* Powers of 64 bits with AVX2, four at a time: its products have 32-bit factors, and compilers neither see that a square
 * needs only two of them, nor choose between factors by one bit of the exponent. Whole fours; the rest is left. */
#ifndef ISC_ROWS_POWER_FOURS_H
#define ISC_ROWS_POWER_FOURS_H

#include "by_one.h"

#ifdef ISC_HAS_BY_ONE

/* Modulo 2^64, of the words' halves. Clauses: int-wrap */
ISC_INLINE __m256i isc_fours_product(__m256i a, __m256i b)
{
    const __m256i a_high = _mm256_srli_epi64(a, 32), b_high = _mm256_srli_epi64(b, 32);
    const __m256i middle = _mm256_add_epi64(_mm256_mul_epu32(a_high, b), _mm256_mul_epu32(a, b_high));
    return _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64(middle, 32));
}

/* Clauses: int-wrap */
ISC_INLINE __m256i isc_fours_square(__m256i a)
{
    const __m256i middle = _mm256_mul_epu32(a, _mm256_srli_epi64(a, 32)); /* twice */
    return _mm256_add_epi64(_mm256_mul_epu32(a, a), _mm256_slli_epi64(middle, 33));
}

/* Where a bit of e is set, the power, else 1. */
ISC_INLINE __m256i isc_fours_factor(__m256i power, __m256i e, int bit)
{
    const __m256d one = _mm256_castsi256_pd(_mm256_set1_epi64x(1)), top = _mm256_castsi256_pd(_mm256_slli_epi64(e, 63 - bit));
    return _mm256_castpd_si256(_mm256_blendv_pd(one, _mm256_castsi256_pd(power), top));
}

/* By exponents of three bits. Clauses: pow-int */
ISC_INLINE __m256i isc_fours_low(__m256i b, __m256i e)
{
    const __m256i square = isc_fours_square(b), fourth = isc_fours_square(square);
    const __m256i low = isc_fours_product(isc_fours_factor(b, e, 0), isc_fours_factor(square, e, 1));
    return isc_fours_product(low, isc_fours_factor(fourth, e, 2));
}

ISC_INLINE isc_idx isc_pow_low_fours(isc_idx n, const uint64_t *x, isc_idx sx, const uint64_t *y, uint64_t *z)
{
    const __m256i x0 = _mm256_set1_epi64x((long long)x[0]);
    isc_idx i = 0;
    for (; i + 4 <= n; i += 4)
        isc_words_put(z + i, isc_fours_low(sx ? isc_words_at(x + i) : x0, isc_words_at(y + i)));
    return i;
}

#endif
#endif
