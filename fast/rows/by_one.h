/* What division by one divisor for a whole row is made of, whatever the width. */
#ifndef ISC_ROWS_BY_ONE_H
#define ISC_ROWS_BY_ONE_H

#include "reciprocal.h"

#if ISC_BY_ONE_BITS > 0

#include <immintrin.h>

/* What a row is to hold: quotients, remainders with the dividend's sign, or with the divisor's. */
enum { ISC_WANTS_QUOTIENT, ISC_WANTS_FMOD, ISC_WANTS_MOD };

/* One divisor for vectors: its words as they are, and in lanes twice as wide its size and reciprocal. */
typedef struct {
    __m256i divisor, size, multiplier, addend;
    __m128i shift;
} isc_by_one;

/* The same number, below 2^width, in every lane of twice that width. */
ISC_INLINE __m256i isc_in_pairs(uint64_t number, int width)
{
    const uint64_t lanes = width == 8 ? 0x0001000100010001u : width == 16 ? 0x0000000100000001u : 1;
    return _mm256_set1_epi64x((long long)(number * lanes));
}

ISC_INLINE isc_by_one isc_by_one_of(__m256i divisor, uint32_t size, int width)
{
    const isc_reciprocal reciprocal = isc_reciprocal_of(size, width);
    const isc_by_one by = {divisor, isc_in_pairs(size, width), isc_in_pairs(reciprocal.multiplier, width),
                           isc_in_pairs(reciprocal.addend, width), _mm_cvtsi32_si128(reciprocal.shift)};
    return by;
}

ISC_INLINE __m256i isc_words_at(const void *x)
{
    return _mm256_loadu_si256(x);
}

ISC_INLINE void isc_words_put(void *z, __m256i words)
{
    _mm256_storeu_si256(z, words);
}

#endif
#endif
