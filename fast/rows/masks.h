/* Comparisons of 32 elements at a time with AVX2: the masks of whole vectors, packed to a byte each. Compilers take four times
 * as many shuffles, because they do not know that a mask is all ones or all zeros. With AVX-512, 64 at a time: it has masks of
 * bits, which compilers make vectors of before they pack them. */
#ifndef ISC_ROWS_MASKS_H
#define ISC_ROWS_MASKS_H

#if defined(__AVX2__) && !defined(__AVX512F__) && defined(__GNUC__)
#define ISC_HAS_MASKS 1

#include <immintrin.h>

#include "language.h"

/* 32 masks of 4 bytes, in four vectors. */
ISC_INLINE void isc_masks_put_4(const __m256i *mask, uint8_t *z)
{
    const __m256i words = _mm256_packs_epi16(_mm256_packs_epi32(mask[0], mask[1]), _mm256_packs_epi32(mask[2], mask[3]));
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7); /* packing goes by halves of a vector */
    const __m256i bytes = _mm256_permutevar8x32_epi32(words, order);
    _mm256_storeu_si256((__m256i *)(void *)z, _mm256_and_si256(bytes, _mm256_set1_epi8(1)));
}

/* The lower halves of the masks of 8 bytes in two vectors. */
ISC_INLINE __m256i isc_masks_halved(__m256i a, __m256i b)
{
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}

/* 32 masks of 8 bytes, in eight vectors, of which packing leaves the first pairs in one half and the second in the other. */
ISC_INLINE void isc_masks_put_8(const __m256i *mask, uint8_t *z)
{
    const __m256i first = _mm256_packs_epi32(isc_masks_halved(mask[0], mask[1]), isc_masks_halved(mask[2], mask[3]));
    const __m256i second = _mm256_packs_epi32(isc_masks_halved(mask[4], mask[5]), isc_masks_halved(mask[6], mask[7]));
    const __m256i bytes = _mm256_and_si256(_mm256_packs_epi16(first, second), _mm256_set1_epi8(1));
    const __m128i low = _mm256_castsi256_si128(bytes), high = _mm256_extracti128_si256(bytes, 1);
    _mm_storeu_si128((__m128i *)(void *)z, _mm_unpacklo_epi16(low, high));
    _mm_storeu_si128((__m128i *)(void *)(z + 16), _mm_unpackhi_epi16(low, high));
}

/* Every other word, of `size` bytes, of two vectors that follow each other. */
ISC_INLINE __m256i isc_masked_others(__m256i a, __m256i b, int size)
{
    const __m256i pairs = size == 8 ? _mm256_unpacklo_epi64(a, b) : isc_masks_halved(a, b); /* which go by halves, too */
    return _mm256_permute4x64_epi64(pairs, 0xd8);
}

ISC_VECTOR_OF(float, isc_masked_f32);
ISC_VECTOR_OF(double, isc_masked_f64);
ISC_VECTOR_OF(int32_t, isc_masked_i32);
ISC_VECTOR_OF(int64_t, isc_masked_i64);
ISC_VECTOR_OF(uint32_t, isc_masked_u32);
ISC_VECTOR_OF(uint64_t, isc_masked_u64);

#elif defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__GNUC__)
#define ISC_HAS_MASK_BITS 1

#include <immintrin.h>

#include "language.h"

enum { ISC_BITS_FAR = 8192 }; /* elements, more than the first cache holds */
typedef enum { ISC_IS_EQUAL, ISC_IS_LESS, ISC_IS_AT_MOST } isc_relation;

/* One word of `size` bytes, 4 or 8, in every lane. */
ISC_INLINE __m512i isc_bits_all(const void *word, size_t size)
{
    int32_t narrow;
    int64_t wide;
    memcpy(&narrow, word, sizeof narrow);
    if (size == sizeof narrow)
        return _mm512_set1_epi32(narrow);
    memcpy(&wide, word, sizeof wide);
    return _mm512_set1_epi64(wide);
}

/* A vector of every other word of `size` bytes, 4 or 8; nothing behind the last of them is read. */
ISC_INLINE __m512i isc_bits_others(const void *x, size_t size)
{
    const __m512i first = _mm512_loadu_si512(x);
    const void *next = (const char *)x + 64;
    if (size == 4)
        return _mm512_permutex2var_epi32(first, _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0),
                                         _mm512_maskz_loadu_epi32(0x7fff, next));
    return _mm512_permutex2var_epi64(first, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), _mm512_maskz_loadu_epi64(0x7f, next));
}

enum { ISC_BITS_AHEAD = 4096 }; /* bytes */

/* Asks for the lines of memory some way behind as many of them. */
ISC_INLINE void isc_bits_ask(const void *x, isc_idx lines)
{
    ISC_UNROLLED
    for (isc_idx v = 0; v < lines; v++)
        _mm_prefetch((const char *)x + ISC_BITS_AHEAD + 64 * v, _MM_HINT_T0);
}

/* 64 bits, from 4 masks of 16 or 8 of 8, the first of which has the lowest, as bytes; past the caches if z is a line of memory. */
ISC_INLINE void isc_bits_put(const __mmask16 *bits, isc_idx masks, uint8_t *z, int past)
{
    __mmask16 some[4];
    ISC_UNROLLED
    for (int i = 0; i < 4; i++)
        some[i] = masks == 4 ? bits[i] : _mm512_kunpackb((__mmask8)bits[2 * i + 1], (__mmask8)bits[2 * i]);
    const __mmask64 all = _mm512_kunpackd(_mm512_kunpackw(some[3], some[2]), _mm512_kunpackw(some[1], some[0]));
    if (past)
        _mm512_stream_si512((__m512i *)(void *)z, _mm512_maskz_set1_epi8(all, 1));
    else
        _mm512_storeu_si512(z, _mm512_maskz_set1_epi8(all, 1));
}

#define ISC_BITS_OF_WORDS(name, type) \
    /* Clauses: compare */ \
    ISC_INLINE __mmask16 name(__m512i a, __m512i b, isc_relation is) \
    { \
        return is == ISC_IS_EQUAL  ? _mm512_cmpeq_##type##_mask(a, b) \
               : is == ISC_IS_LESS ? _mm512_cmplt_##type##_mask(a, b) \
                                   : _mm512_cmple_##type##_mask(a, b); \
    }
ISC_BITS_OF_WORDS(isc_bits_i32, epi32)
ISC_BITS_OF_WORDS(isc_bits_u32, epu32)
ISC_BITS_OF_WORDS(isc_bits_i64, epi64)
ISC_BITS_OF_WORDS(isc_bits_u64, epu64)

#define ISC_BITS_OF(type, a, b, relation) \
    _mm512_cmp_##type##_mask(_mm512_castsi512_##type(a), _mm512_castsi512_##type(b), relation)
#define ISC_BITS_OF_REALS(name, type) \
    /* Clauses: compare */ \
    ISC_INLINE __mmask16 name(__m512i a, __m512i b, isc_relation is) \
    { \
        return is == ISC_IS_EQUAL  ? ISC_BITS_OF(type, a, b, _CMP_EQ_OQ) \
               : is == ISC_IS_LESS ? ISC_BITS_OF(type, a, b, _CMP_LT_OQ) \
                                   : ISC_BITS_OF(type, a, b, _CMP_LE_OQ); \
    }
ISC_BITS_OF_REALS(isc_bits_f32, ps)
ISC_BITS_OF_REALS(isc_bits_f64, pd)

#endif
#endif
