/* Sixteen powers of floats at once where the processor has AVX-512: as power_eights.h, but in pairs of floats, of which
 * a register holds twice as many as of doubles. Results are within 0.6 units in the last place.
 *
 * x is 2^k z, z in [1, 2), and log2 z = log2(1 / c) + log2(1 + r), c from a table and r = c z - 1 exact. Since
 * |y log2 x| can be 150, the logarithm needs 35 bits: its first two coefficients and the sums they enter are pairs.
 * 2^(n + i/32 + f) is 2^n times an entry of another table times 2^f. Polynomials are minimax fits. */
#ifndef ISC_ROWS_POWER_SIXTEENS_H
#define ISC_ROWS_POWER_SIXTEENS_H

#include <immintrin.h>

#include "power_sixteens_tables.h"

typedef __m512 isc_sixteen;

#define ISC_TO_32NDS 0x1.8p18f /* added and subtracted again, rounds to 32nds */

ISC_INLINE isc_sixteen isc_sixteen_of(float a)
{
    return _mm512_set1_ps(a);
}

ISC_INLINE isc_sixteen isc_sixteen_fma(isc_sixteen a, isc_sixteen b, isc_sixteen c)
{
    return _mm512_fmadd_ps(a, b, c);
}

/* The first n of sixteen. */
ISC_INLINE __mmask16 isc_sixteen_first(isc_idx n)
{
    return (__mmask16)(n < 16 ? (1 << n) - 1 : 0xffff);
}

/* The table's entries with the numbers in the last five bits of `place`. */
ISC_INLINE isc_sixteen isc_sixteen_look_up(const float *table, __m512i place)
{
    return _mm512_permutex2var_ps(_mm512_load_ps(table), place, _mm512_load_ps(table + 16));
}

/* log2 |x| with a relative error below 2^-35: the value returned and *lo, up to 2^-12 of it; *lo is NaN if x is 0,
 * infinite or NaN. Clauses: pow-float */
ISC_INLINE isc_sixteen isc_sixteen_logarithm(isc_sixteen x, isc_sixteen *lo)
{
    const isc_sixteen z = _mm512_getmant_ps(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_zero);
    const __m512i place = _mm512_srli_epi32(_mm512_castps_si512(z), 18);
    const isc_sixteen c = isc_sixteen_look_up(isc_sixteen_reciprocals, place);
    const isc_sixteen r = _mm512_fmsub_ps(z, c, isc_sixteen_of(1.0f));
    const isc_sixteen whole = _mm512_getexp_ps(x) + isc_sixteen_look_up(isc_sixteen_logarithms, place);
    const isc_sixteen first = isc_sixteen_of(0x1.715476p+0f), second = isc_sixteen_of(-0x1.715476p-1f);
    const isc_sixteen slope = isc_sixteen_fma(r, second, first);
    const isc_sixteen slope_error = isc_sixteen_fma(r, second, first - slope);
    isc_sixteen p = isc_sixteen_fma(isc_sixteen_of(-0x1.df88ecp-3f), r, isc_sixteen_of(0x1.279616p-2f));
    p = isc_sixteen_fma(p, r, isc_sixteen_of(-0x1.71556cp-2f));
    p = isc_sixteen_fma(p, r, isc_sixteen_of(0x1.ec709cp-2f));
    p = isc_sixteen_fma(p, r, isc_sixteen_of(-0x1.3c7822p-27f)); /* the rest of the second coefficient */
    p = isc_sixteen_fma(p, r, isc_sixteen_of(0x1.4ae37cp-26f)); /* and of the first */
    const isc_sixteen below = isc_sixteen_look_up(isc_sixteen_logarithms_lo, place);
    const isc_sixteen logarithm = isc_sixteen_fma(r, slope, whole);
    *lo = isc_sixteen_fma(r, slope, whole - logarithm) + isc_sixteen_fma(r, slope_error + p, below);
    return logarithm;
}

/* 2^(y (logarithm + lo)) where that is a normal number. Where it is not, or lo or y is NaN, the result is not a normal
 * number either. Clauses: pow-float */
ISC_INLINE isc_sixteen isc_sixteen_power(isc_sixteen logarithm, isc_sixteen lo, isc_sixteen y)
{
    const isc_sixteen product = y * logarithm, shift = isc_sixteen_of(ISC_TO_32NDS);
    const isc_sixteen product_lo = isc_sixteen_fma(y, lo, _mm512_fmsub_ps(y, logarithm, product));
    const isc_sixteen shifted = (product + product_lo) + shift, n = shifted - shift, f = (product - n) + product_lo;
    isc_sixteen q = isc_sixteen_fma(isc_sixteen_of(0x1.c6b168p-5f), f, isc_sixteen_of(0x1.ebfcccp-3f));
    q = isc_sixteen_fma(q, f, isc_sixteen_of(0x1.62e43p-1f)) * f;
    const __m512i place = _mm512_castps_si512(shifted);
    const isc_sixteen root = isc_sixteen_look_up(isc_sixteen_roots, place);
    const isc_sixteen more = isc_sixteen_fma(root, q, isc_sixteen_look_up(isc_sixteen_roots_lo, place));
    return _mm512_scalef_ps(root + more, n);
}

#endif
