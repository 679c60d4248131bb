/* Sixteen powers of any floats: C99's special values and the exponents with a shorter way, as in power_values.h. */
#ifndef ISC_ROWS_POWER_SIXTEENS_VALUES_H
#define ISC_ROWS_POWER_SIXTEENS_VALUES_H

#include "power_eights.h"
#include "power_sixteens.h"

/* Kinds of numbers, as the processor's own test has them. */
#define ISC_NAN (0x01 | 0x80)
#define ISC_ZERO (0x02 | 0x04)
#define ISC_INFINITE (0x08 | 0x10)
#define ISC_SUBNORMAL 0x20
#define ISC_NO_NORMAL (ISC_NAN | ISC_ZERO | ISC_INFINITE | ISC_SUBNORMAL)

ISC_INLINE __mmask16 isc_sixteen_is_integer(isc_sixteen y)
{
    return _mm512_cmp_ps_mask(_mm512_roundscale_ps(y, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC), y, _CMP_EQ_OQ);
}

/* The special values, powers being |x|^y where x is neither zero, infinite nor NaN and y is not NaN.
 * Clauses: pow-float */
ISC_INLINE isc_sixteen isc_sixteen_value(isc_sixteen x, isc_sixteen y, isc_sixteen powers)
{
    const isc_sixteen zero = isc_sixteen_of(0.0f), one = isc_sixteen_of(1.0f), minus = isc_sixteen_of(-0.0f);
    const __mmask16 negative = _mm512_movepi32_mask(_mm512_castps_si512(x)), integer = isc_sixteen_is_integer(y);
    const __mmask16 odd = integer & ~isc_sixteen_is_integer(y * isc_sixteen_of(0.5f));
    const __mmask16 infinite = _mm512_fpclass_ps_mask(x, ISC_INFINITE);
    const __mmask16 end = infinite | _mm512_fpclass_ps_mask(x, ISC_ZERO);
    const __mmask16 up = infinite ^ _mm512_cmp_ps_mask(y, zero, _CMP_LT_OQ);
    const isc_sixteen limit = _mm512_maskz_mov_ps(up, isc_sixteen_of(HUGE_VALF));
    const isc_sixteen magnitude = _mm512_mask_mov_ps(powers, end, limit);
    const isc_sixteen signed_ = _mm512_mask_or_ps(magnitude, negative & odd, magnitude, minus);
    const isc_sixteen real = _mm512_mask_mov_ps(signed_, negative & ~end & ~integer, isc_sixteen_of(NAN));
    const isc_sixteen number = _mm512_mask_add_ps(real, _mm512_cmp_ps_mask(x, y, _CMP_UNORD_Q), x, y);
    const __mmask16 to_1 = _mm512_cmp_ps_mask(y, zero, _CMP_EQ_OQ) | _mm512_cmp_ps_mask(x, one, _CMP_EQ_OQ);
    return _mm512_mask_mov_ps(number, to_1, one);
}

ISC_INLINE isc_sixteen isc_sixteen_of_doubles(isc_eight low, isc_eight high)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
}

ISC_INLINE isc_sixteen isc_sixteen_cube(isc_sixteen x)
{
    const isc_eight low = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
    const isc_eight high = _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1));
    return isc_sixteen_of_doubles(low * low * low, high * high * high);
}

ISC_INLINE isc_sixteen isc_sixteen_square_root(isc_sixteen x)
{
    const isc_sixteen infinite = isc_sixteen_of(HUGE_VALF), root = _mm512_sqrt_ps(x + isc_sixteen_of(0.0f));
    return _mm512_mask_mov_ps(root, _mm512_cmp_ps_mask(x, -infinite, _CMP_EQ_OQ), infinite);
}

/* Where the exponent has a shorter way, *some, the power by it. Clauses: pow-float */
ISC_INLINE isc_sixteen isc_sixteen_shorter(isc_sixteen x, isc_sixteen y, isc_sixteen powers, __mmask16 *some)
{
    const __mmask16 with_2 = _mm512_cmp_ps_mask(y, isc_sixteen_of(2.0f), _CMP_EQ_OQ);
    const __mmask16 with_3 = _mm512_cmp_ps_mask(y, isc_sixteen_of(3.0f), _CMP_EQ_OQ);
    const __mmask16 with_half = _mm512_cmp_ps_mask(y, isc_sixteen_of(0.5f), _CMP_EQ_OQ);
    const __mmask16 with_minus_1 = _mm512_cmp_ps_mask(y, isc_sixteen_of(-1.0f), _CMP_EQ_OQ);
    powers = _mm512_mask_mul_ps(powers, with_2, x, x);
    if (with_3)
        powers = _mm512_mask_mov_ps(powers, with_3, isc_sixteen_cube(x));
    if (with_half)
        powers = _mm512_mask_mov_ps(powers, with_half, isc_sixteen_square_root(x));
    if (with_minus_1)
        powers = _mm512_mask_div_ps(powers, with_minus_1, isc_sixteen_of(1.0f), x);
    *some = with_2 | with_3 | with_half | with_minus_1;
    return powers;
}

#endif
