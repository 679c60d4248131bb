/* What division by one divisor for a whole row is made of: the quotients of numbers without a sign, or what they leave, for every
 * width that has vectors of products. Those of 32 bits are multiplied as reciprocal.h says.
 *
 * Exactness of 8 bits, for n < 2^8 and 2 <= b < 2^8: m = floor(2^16 / b) + 1 is below 2^16, and m b = 2^16 + e with 0 < e <= b. So
 * n m / 2^16 is n/b (1 + e / 2^16), which is at least n/b, and as n e < 2^16, less than n/b + 1/b, and so below the next integer.
 * Of 16 bits (T. Granlund, P. L. Montgomery, Division by Invariant Integers using Multiplication, 1994), for 0 < b < 2^16: with the
 * least l for which b <= 2^l, m = floor(2^(16 + l) / b) + 1 and m b = 2^(16 + l) + e, 0 < e <= b <= 2^l, floor(n m / 2^(16 + l)) is
 * the quotient for the same reason. m has 17 bits, so m - 2^16 is multiplied: with t = floor(n (m - 2^16) / 2^16), which is at most
 * n, the quotient is floor((n + t) / 2^l), and floor((n + t) / 2) is t + floor((n - t) / 2), which fits. */
#ifndef ISC_ROWS_BY_ONE_H
#define ISC_ROWS_BY_ONE_H

#include "reciprocal.h"

#if ISC_BY_ONE_BITS > 0

#include <immintrin.h>

/* What a row is to hold: quotients, remainders with the dividend's sign, or with the divisor's. */
enum { ISC_WANTS_QUOTIENT, ISC_WANTS_FMOD, ISC_WANTS_MOD };

/* Vectors of integers, as long as the instruction set at hand has them. */
#if ISC_VECTOR == 64
typedef __m512i isc_words;
#define ISC_OF_WORDS(op) _mm512_##op
#define ISC_SI(op) _mm512_##op##_si512
#define ISC_SET1_64 _mm512_set1_epi64
#define ISC_BLEND_WORDS(first, second) _mm512_mask_mov_epi32(first, 0xaaaa, second)
#else
typedef __m256i isc_words;
#define ISC_OF_WORDS(op) _mm256_##op
#define ISC_SI(op) _mm256_##op##_si256
#define ISC_SET1_64 _mm256_set1_epi64x
#define ISC_BLEND_WORDS(first, second) _mm256_blend_epi32(first, second, 0xaa)
#endif

/* One divisor for vectors: its words as they are, its size, and what multiplies, adds and shifts. */
typedef struct {
    isc_words divisor, size, multiplier, addend;
    __m128i shift, half;
} isc_by_one;

ISC_INLINE isc_words isc_words_at(const void *x)
{
    return ISC_SI(loadu)(x);
}

ISC_INLINE void isc_words_put(void *z, isc_words words)
{
    ISC_SI(storeu)(z, words);
}

/* The bits of `a` where those of `mask` are set, elsewhere those of `b`. */
ISC_INLINE isc_words isc_words_choose(isc_words mask, isc_words a, isc_words b)
{
#if ISC_VECTOR == 64
    return _mm512_ternarylogic_epi64(mask, a, b, 0xca);
#else
    return _mm256_or_si256(_mm256_and_si256(mask, a), _mm256_andnot_si256(mask, b));
#endif
}

/* Not 1. */
ISC_INLINE isc_by_one isc_by_one_of_8(uint32_t size)
{
    const isc_by_one by = {.size = ISC_OF_WORDS(set1_epi16)((short)size), .multiplier = ISC_OF_WORDS(set1_epi16)((short)(65536 / size + 1))};
    return by;
}

/* Of the product of a byte in the upper half of two, the upper byte is that of the quotient. */
ISC_INLINE isc_words isc_divided_sizes_8(isc_words n, const isc_by_one *by, int wanted)
{
    const isc_words low = ISC_OF_WORDS(set1_epi16)(0xff);
    const isc_words first = ISC_OF_WORDS(mulhi_epu16)(ISC_SI(and)(n, low), by->multiplier);
    const isc_words second = ISC_OF_WORDS(mulhi_epu16)(ISC_SI(andnot)(low, n), by->multiplier);
    if (wanted == ISC_WANTS_QUOTIENT)
        return isc_words_choose(low, first, second);
    const isc_words first_product = ISC_OF_WORDS(mullo_epi16)(first, by->size);
    const isc_words second_product = ISC_OF_WORDS(mullo_epi16)(ISC_SI(andnot)(low, second), by->size);
    return ISC_OF_WORDS(sub_epi8)(n, isc_words_choose(low, first_product, second_product));
}

ISC_INLINE isc_by_one isc_by_one_of_16(uint32_t size)
{
    const int l = size == 1 ? 0 : isc_log2(size - 1) + 1;
    const uint32_t multiplier = (uint32_t)(((uint64_t)1 << (16 + l)) / size) + 1 - 65536;
    const isc_by_one by = {.size = ISC_OF_WORDS(set1_epi16)((short)size), .multiplier = ISC_OF_WORDS(set1_epi16)((short)multiplier),
                           .shift = _mm_cvtsi32_si128(l > 0 ? l - 1 : 0), .half = _mm_cvtsi32_si128(l > 0)};
    return by;
}

ISC_INLINE isc_words isc_divided_sizes_16(isc_words n, const isc_by_one *by, int wanted)
{
    const isc_words t = ISC_OF_WORDS(mulhi_epu16)(n, by->multiplier);
    const isc_words mean = ISC_OF_WORDS(add_epi16)(t, ISC_OF_WORDS(srl_epi16)(ISC_OF_WORDS(sub_epi16)(n, t), by->half));
    const isc_words quotient = ISC_OF_WORDS(srl_epi16)(mean, by->shift);
    return wanted == ISC_WANTS_QUOTIENT ? quotient : ISC_OF_WORDS(sub_epi16)(n, ISC_OF_WORDS(mullo_epi16)(quotient, by->size));
}

ISC_INLINE isc_by_one isc_by_one_of_32(uint32_t size)
{
    const isc_reciprocal reciprocal = isc_reciprocal_of_u32(size);
    const isc_by_one by = {.size = ISC_OF_WORDS(set1_epi32)((int)size), .multiplier = ISC_SET1_64((long long)reciprocal.multiplier),
                           .addend = ISC_SET1_64((long long)reciprocal.addend), .shift = _mm_cvtsi32_si128(reciprocal.shift),
                           .half = _mm_cvtsi32_si128(reciprocal.shift - 32)};
    return by;
}

/* Every other one in lanes of 64 bits, of which products take the lower half; the others' quotients come out in the upper half. */
ISC_INLINE isc_words isc_divided_sizes_32(isc_words n, const isc_by_one *by, int wanted)
{
    const isc_words upper = ISC_OF_WORDS(srli_epi64)(n, 32);
    const isc_words first = ISC_OF_WORDS(add_epi64)(ISC_OF_WORDS(mul_epu32)(n, by->multiplier), by->addend);
    const isc_words second = ISC_OF_WORDS(add_epi64)(ISC_OF_WORDS(mul_epu32)(upper, by->multiplier), by->addend);
    const isc_words quotient =
        ISC_BLEND_WORDS(ISC_OF_WORDS(srl_epi64)(first, by->shift), ISC_OF_WORDS(srl_epi64)(second, by->half));
    return wanted == ISC_WANTS_QUOTIENT ? quotient
                                        : ISC_OF_WORDS(sub_epi32)(n, ISC_OF_WORDS(mullo_epi32)(quotient, by->size));
}

#endif
#endif
