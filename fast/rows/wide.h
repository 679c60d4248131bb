/* Quotients of 64 bits in lanes of double, for numbers of at most 2^51 in size; wide.inc has the rows.
 *
 * Exactness, with u = 2^-53 the rounding unit and sizes |a| <= 2^51, 0 < |b| <= 2^51, which double holds; the signs do not
 * matter, as nothing below depends on them. Let q be the floor of a/b. Rounding keeps the order of numbers, and q is
 * one that double holds: what is computed from a number that is not below q is not below q. It is to be shown that
 * it stays below q + 1, so that truncation leaves q. As a and b are integers, a/b <= q + 1 - 1/b.
 * By a division: the rounded a/b is at most a/b (1 + u), and a u < 1 leaves that below a/b + 1/b.
 * By a reciprocal: let y be the number of double that follows 1/b as rounded. It is above 1/b, and at most 1/b (1 + u)(1 + 2u).
 * The rounded a y is at most a/b (1 + u)(1 + u)(1 + 2u) < a/b (1 + 4u + 6u^2), and for a <= 2^51 - 1, a (4u + 6u^2) < 1.
 * The product by a = 2^51 is not rounded, and a (3u + 2u^2) < 1.
 * Remainders: q b is at most a in size, so that q b and a - q b are exact. */
#ifndef ISC_ROWS_WIDE_H
#define ISC_ROWS_WIDE_H

#include "bits.h"
#include "by_one.h"

#ifdef ISC_HAS_BY_ONE

/* An integer added to the bits of a number between 2^52 and 2^53 is added to the number itself, until it leaves that range. */
#define ISC_WIDE_BITS(words) _mm256_set1_epi64x((long long)(words))
#define ISC_WIDE_EXPONENT 0x4330000000000000u /* of those numbers */

/* Whether every lane has the exponent, and whatever else the mask asks for. */
ISC_INLINE int isc_are_near(__m256i shifted, uint64_t mask)
{
    return _mm256_testz_si256(_mm256_xor_si256(shifted, ISC_WIDE_BITS(ISC_WIDE_EXPONENT)), ISC_WIDE_BITS(mask));
}

ISC_INLINE __m256d isc_truncated(__m256d a)
{
    return _mm256_round_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/* The quotient, truncated, or what it leaves of a. Clauses: int-div, mod */
ISC_INLINE __m256d isc_wide_wanted(__m256d a, __m256d b, __m256d quotient, int wanted)
{
    const __m256d left = _mm256_sub_pd(a, _mm256_mul_pd(quotient, b));
    const __m256d other_sign = _mm256_cmp_pd(_mm256_mul_pd(left, b), _mm256_setzero_pd(), _CMP_LT_OQ);
    return wanted == ISC_WANTS_QUOTIENT ? quotient
           : wanted == ISC_WANTS_FMOD   ? left
                                        : _mm256_add_pd(left, _mm256_and_pd(other_sign, b));
}

/* The number of double that follows 1/b, away from zero. */
ISC_INLINE double isc_wide_reciprocal(double b)
{
    return isc_real_f64(isc_word_f64(1.0 / b) + 1);
}

#endif
#endif
