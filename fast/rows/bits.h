/* Bit patterns of the floating-point types, and the conversions of the 16-bit ones, without a branch. Every NaN
 * comes out quiet, its payload's leading bits kept; the rounding is to nearest even, which must be in force. */
#ifndef ISC_ROWS_BITS_H
#define ISC_ROWS_BITS_H

#include "language.h"

ISC_INLINE uint32_t isc_word_f32(float a)
{
    uint32_t word;
    memcpy(&word, &a, sizeof word);
    return word;
}

ISC_INLINE float isc_real_f32(uint32_t word)
{
    float a;
    memcpy(&a, &word, sizeof a);
    return a;
}

ISC_INLINE uint64_t isc_word_f64(double a)
{
    uint64_t word;
    memcpy(&word, &a, sizeof word);
    return word;
}

ISC_INLINE double isc_real_f64(uint64_t word)
{
    double a;
    memcpy(&a, &word, sizeof a);
    return a;
}

/* A subnormal m 2^-24 is the last bits of 0.5 + m 2^-24, so that no subnormal float is ever computed with. */
ISC_INLINE float isc_f16_to_f32(uint16_t a)
{
    const uint32_t sign = (uint32_t)(a & 0x8000) << 16, size = a & 0x7fff;
    const uint32_t rebased = (size << 13) + (112u << 23);
    const uint32_t special = (rebased + (112u << 23)) | (size > 0x7c00 ? 0x400000u : 0u);
    const uint32_t tiny = isc_word_f32(isc_real_f32(0x3f000000u | size) - 0.5f);
    const uint32_t finite = size < 0x0400 ? tiny : rebased;
    return isc_real_f32(sign | (size >= 0x7c00 ? special : finite));
}

ISC_INLINE uint16_t isc_f32_to_f16(float a)
{
    const uint32_t word = isc_word_f32(a), size = word & 0x7fffffffu, sign = word >> 16 & 0x8000u;
    const uint32_t rounded = (size - (112u << 23) + 0xfffu + (size >> 13 & 1u)) >> 13;
    const uint32_t tiny = isc_word_f32(isc_real_f32(size) + 0.5f) - 0x3f000000u;
    const uint32_t special = size > 0x7f800000u ? 0x7e00u | (size >> 13 & 0x3ffu) : 0x7c00u;
    const uint32_t finite = size < 0x38800000u ? tiny : rounded; /* 2^-14 */
    return (uint16_t)(sign | (size >= 0x47800000u ? special : finite)); /* 2^16 */
}

ISC_INLINE float isc_bf16_to_f32(uint16_t a)
{
    const uint32_t word = (uint32_t)a << 16;
    return isc_real_f32(word | ((word & 0x7fffffffu) > 0x7f800000u ? 0x400000u : 0u));
}

ISC_INLINE uint16_t isc_f32_to_bf16(float a)
{
    const uint32_t word = isc_word_f32(a);
    const uint32_t rounded = (word + 0x7fffu + (word >> 16 & 1u)) >> 16;
    return (uint16_t)((word & 0x7fffffffu) > 0x7f800000u ? word >> 16 | 0x40u : rounded);
}

/* To float, rounded to odd: an inexact result has its last bit set. Rounding that to nearest in a type with at least
 * two bits fewer is rounding the double to nearest. */
ISC_INLINE float isc_f64_to_f32_odd(double a)
{
    const float nearest = (float)a;
    const double back = (double)nearest;
    const uint32_t word = isc_word_f32(nearest);
    const uint64_t size = isc_word_f64(a) << 1, back_size = isc_word_f64(back) << 1;
    const uint32_t odd = (word - (back_size > size ? 1u : 0u)) | 1u;
    return a != a || back_size == size ? nearest : isc_real_f32(odd);
}

ISC_INLINE uint16_t isc_f64_to_f16(double a)
{
    return isc_f32_to_f16(isc_f64_to_f32_odd(a));
}

ISC_INLINE uint16_t isc_f64_to_bf16(double a)
{
    return isc_f32_to_bf16(isc_f64_to_f32_odd(a));
}

#endif
