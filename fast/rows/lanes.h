/* A vector of floats and the 16-bit floats that it is made from and rounded to, in registers: float16 by the F16C
 * instructions, which the vectoriser does not find by itself, bfloat16 by shifts. The same functions of every bit
 * pattern as bits.h, but that a bfloat16 NaN becomes quiet only when it is rounded again. */
#ifndef ISC_ROWS_LANES_H
#define ISC_ROWS_LANES_H

#if defined(__F16C__) && defined(__AVX2__)
#define ISC_HAS_LANES 1

#include <immintrin.h>

#include "language.h"

#define ISC_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
enum { ISC_LANES = 16 };
typedef __m512 isc_lanes;
typedef __m256i isc_halves;

ISC_INLINE isc_halves isc_halves_at(const uint16_t *x)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)x);
}

ISC_INLINE isc_halves isc_halves_all(uint16_t a)
{
    return _mm256_set1_epi16((short)a);
}

ISC_INLINE void isc_halves_put(uint16_t *z, isc_halves a)
{
    _mm256_storeu_si256((__m256i *)(void *)z, a);
}

ISC_INLINE isc_lanes isc_lanes_all(float a)
{
    return _mm512_set1_ps(a);
}

ISC_INLINE isc_lanes isc_lanes_of_f16(isc_halves a)
{
    return _mm512_cvtph_ps(a);
}

ISC_INLINE isc_halves isc_f16_of_lanes(isc_lanes a)
{
    return _mm512_cvtps_ph(a, ISC_NEAREST);
}

ISC_INLINE isc_lanes isc_lanes_of_bf16(isc_halves a)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(a), 16));
}

ISC_INLINE isc_halves isc_bf16_of_lanes(isc_lanes a)
{
    const __m512i word = _mm512_castps_si512(a), high = _mm512_srli_epi32(word, 16);
    const __m512i odd = _mm512_and_si512(high, _mm512_set1_epi32(1));
    const __m512i sum = _mm512_add_epi32(_mm512_add_epi32(word, _mm512_set1_epi32(0x7fff)), odd);
    const __m512i rounded = _mm512_srli_epi32(sum, 16), quiet = _mm512_or_si512(high, _mm512_set1_epi32(0x40));
    return _mm512_cvtepi32_epi16(_mm512_mask_mov_epi32(rounded, _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q), quiet));
}

/* x, or its product where x is below 0. Clauses: prelu */
ISC_INLINE isc_lanes isc_lanes_prelu(isc_lanes x, isc_lanes slope)
{
    return _mm512_mask_mul_ps(x, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_LT_OQ), slope, x);
}

/* A quotient of two floats that were float16, which has the same nearest float16 as the exact one, without the divider: it errs
 * by less than 2^-24, and a quotient of numbers of 11 digits is no nearer than 2^-23 to the middle of two such numbers, unless
 * it is that. Where a - bq is 0, or not a number because one of the operands or results is 0 or infinite, q is the quotient
 * already. */
ISC_INLINE isc_lanes isc_lanes_quotient_f16(isc_lanes a, isc_lanes b)
{
    const isc_lanes y = _mm512_rcp14_ps(b), q = _mm512_mul_ps(a, y), rest = _mm512_fnmadd_ps(b, q, a);
    return _mm512_mask3_fmadd_ps(rest, y, q, _mm512_cmp_ps_mask(rest, _mm512_setzero_ps(), _CMP_NEQ_OQ));
}

#else
#define isc_lanes_quotient_f16 isc_lanes_div
enum { ISC_LANES = 8 };
typedef __m256 isc_lanes;
typedef __m128i isc_halves;

ISC_INLINE isc_halves isc_halves_at(const uint16_t *x)
{
    return _mm_loadu_si128((const __m128i *)(const void *)x);
}

ISC_INLINE isc_halves isc_halves_all(uint16_t a)
{
    return _mm_set1_epi16((short)a);
}

ISC_INLINE void isc_halves_put(uint16_t *z, isc_halves a)
{
    _mm_storeu_si128((__m128i *)(void *)z, a);
}

ISC_INLINE isc_lanes isc_lanes_all(float a)
{
    return _mm256_set1_ps(a);
}

ISC_INLINE isc_lanes isc_lanes_of_f16(isc_halves a)
{
    return _mm256_cvtph_ps(a);
}

ISC_INLINE isc_halves isc_f16_of_lanes(isc_lanes a)
{
    return _mm256_cvtps_ph(a, ISC_NEAREST);
}

ISC_INLINE isc_lanes isc_lanes_of_bf16(isc_halves a)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(a), 16));
}

ISC_INLINE isc_halves isc_bf16_of_lanes(isc_lanes a)
{
    const __m256i word = _mm256_castps_si256(a), high = _mm256_srli_epi32(word, 16);
    const __m256i odd = _mm256_and_si256(high, _mm256_set1_epi32(1));
    const __m256i sum = _mm256_add_epi32(_mm256_add_epi32(word, _mm256_set1_epi32(0x7fff)), odd);
    const __m256i rounded = _mm256_srli_epi32(sum, 16), quiet = _mm256_or_si256(high, _mm256_set1_epi32(0x40));
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(a, a, _CMP_UNORD_Q));
    const __m256i words = _mm256_blendv_epi8(rounded, quiet, nan);
    return _mm_packus_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

/* x, or its product where x is below 0. Clauses: prelu */
ISC_INLINE isc_lanes isc_lanes_prelu(isc_lanes x, isc_lanes slope)
{
    return _mm256_blendv_ps(x, slope * x, _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_LT_OQ));
}
#endif

ISC_INLINE isc_lanes isc_lanes_add(isc_lanes a, isc_lanes b)
{
    return a + b;
}

ISC_INLINE isc_lanes isc_lanes_sub(isc_lanes a, isc_lanes b)
{
    return a - b;
}

ISC_INLINE isc_lanes isc_lanes_mul(isc_lanes a, isc_lanes b)
{
    return a * b;
}

ISC_INLINE isc_lanes isc_lanes_div(isc_lanes a, isc_lanes b)
{
    return a / b;
}

#endif
#endif
