/* Eight powers at once where the processor has AVX-512: shorter polynomials than those of power.h around the entries of
 * small tables, which stay in registers and are looked up by a permutation. Results are as close as those of power.h.
 *
 * x is 2^k z, and log z = log(1 / r) + log(z r) with r from the table, near 1 / z and so that z r - 1 is small.
 * 2^(n + i/16 + s) is 2^n times an entry of the other table times 2^s. Polynomials are minimax fits. */
#ifndef ISC_ROWS_POWER_EIGHTS_H
#define ISC_ROWS_POWER_EIGHTS_H

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define ISC_HAS_EIGHTS 1

#include <immintrin.h>

#include "power_tables.h"

typedef __m512d isc_eight;

#define ISC_DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define ISC_BELOW_SIXTEENTHS (4 << 4 | ISC_DOWN) /* what a number has beyond the sixteenths that are not above it */

/* n elements, 1 to 8, of type float or double by their size, as doubles; the rest is 1. */
ISC_INLINE isc_eight isc_eight_at(const void *x, size_t size, isc_idx n)
{
    const __mmask8 some = (__mmask8)(n < 8 ? (1 << n) - 1 : 255);
    if (size == sizeof(float)) {
        const __m256 floats = n < 8 ? _mm256_mask_loadu_ps(_mm256_set1_ps(1.0f), some, x) : _mm256_loadu_ps(x);
        return _mm512_cvtps_pd(floats);
    }
    return n < 8 ? _mm512_mask_loadu_pd(_mm512_set1_pd(1.0), some, x) : _mm512_loadu_pd(x);
}

ISC_INLINE void isc_eight_put(void *z, size_t size, isc_idx n, isc_eight value)
{
    const __mmask8 some = (__mmask8)(n < 8 ? (1 << n) - 1 : 255);
    if (size == sizeof(float) && n < 8)
        _mm256_mask_storeu_ps(z, some, _mm512_cvtpd_ps(value));
    else if (size == sizeof(float))
        _mm256_storeu_ps(z, _mm512_cvtpd_ps(value));
    else if (n < 8)
        _mm512_mask_storeu_pd(z, some, value);
    else
        _mm512_storeu_pd(z, value);
}

ISC_INLINE isc_eight isc_eight_fma(isc_eight a, isc_eight b, isc_eight c)
{
    return _mm512_fmadd_pd(a, b, c);
}

ISC_INLINE isc_eight isc_eight_of(double a)
{
    return _mm512_set1_pd(a);
}

/* a, but no larger in size than bound; where it is NaN, bound. */
ISC_INLINE isc_eight isc_eight_cut(isc_eight a, double bound)
{
    return _mm512_max_pd(_mm512_min_pd(a, isc_eight_of(bound)), isc_eight_of(-bound));
}

/* The table's entries with the numbers in the last four bits of `place`. */
ISC_INLINE isc_eight isc_eight_look_up(const double *table, __m512i place)
{
    return _mm512_permutex2var_pd(_mm512_load_pd(table), place, _mm512_load_pd(table + 8));
}

/* Likewise of 32 entries: those from 16 on where `upper` says so. */
ISC_INLINE isc_eight isc_eight_look_up_32(const double *table, __m512i place, __mmask8 upper)
{
    return _mm512_mask_mov_pd(isc_eight_look_up(table, place), upper, isc_eight_look_up(table + 16, place));
}

/* log2 x of a positive float with a relative error below 2^-39, or NaN or infinite; of |x| where it is `any`.
 * Clauses: pow-float */
ISC_INLINE isc_eight isc_eight_logarithm_short(isc_eight x, int any)
{
    const isc_eight z = any ? _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_zero)
                            : _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    const __m512i place = _mm512_srli_epi64(_mm512_castpd_si512(z), 48);
    const isc_eight f = _mm512_fmsub_pd(z, isc_eight_look_up(isc_short_reciprocals, place), isc_eight_of(1.0));
    const isc_eight k = _mm512_getexp_pd(x), whole = k + isc_eight_look_up(isc_short_logarithms, place);
    isc_eight p = isc_eight_fma(isc_eight_of(0x1.8148b5f395cddp-3), f, isc_eight_of(-0x1.ec16e75939808p-3));
    p = isc_eight_fma(p, f, isc_eight_of(0x1.277e160f74cd3p-2));
    p = isc_eight_fma(p, f, isc_eight_of(-0x1.7154962d9a25bp-2));
    p = isc_eight_fma(p, f, isc_eight_of(0x1.ec709cf60a2fap-2));
    p = isc_eight_fma(p, f, isc_eight_of(-0x1.715476518655ep-1));
    p = isc_eight_fma(p, f, isc_eight_of(0x1.71547652b92ecp+0));
    return isc_eight_fma(p, f, whole);
}

/* 2^exponent with a relative error below 2^-38; not of NaN. Clauses: pow-float */
ISC_INLINE isc_eight isc_eight_power_of_two(isc_eight exponent)
{
    const isc_eight shifted = _mm512_add_round_pd(exponent, isc_eight_of(ISC_TO_SIXTEENTHS), ISC_DOWN);
    const isc_eight root = isc_eight_look_up(isc_roots, _mm512_castpd_si512(shifted));
    const isc_eight r = _mm512_reduce_pd(exponent, ISC_BELOW_SIXTEENTHS);
    isc_eight q = isc_eight_fma(isc_eight_of(0x1.4213b15b6d308p-7), r, isc_eight_of(0x1.c69843f5e53bcp-5));
    q = isc_eight_fma(q, r, isc_eight_of(0x1.ebfc02beab06bp-3));
    q = isc_eight_fma(q, r, isc_eight_of(0x1.62e42fde3924dp-1));
    q = isc_eight_fma(q, r, isc_eight_of(0x1.0000000002ca6p+0));
    return _mm512_scalef_pd(root * q, exponent);
}

/* ln of positive x, also of |x| where it is `any`: with a relative error near 2^-65, the value returned and *lo.
 * f = z r - 1 is exact, since r has six bits, or seven where f is less than 2^-6. Clauses: pow-float */
ISC_INLINE isc_eight isc_eight_logarithm(isc_eight x, int any, isc_eight *lo)
{
    const isc_eight size = _mm512_abs_pd(x);
    const __mmask8 tiny = any ? _mm512_cmp_pd_mask(size, isc_eight_of(0x1p-1022), _CMP_LT_OQ) : 0;
    const __m512i word = _mm512_castpd_si512(any ? _mm512_mask_mul_pd(size, tiny, size, isc_eight_of(0x1p54)) : x);
    const __m512i from_least = _mm512_sub_epi64(word, _mm512_set1_epi64(ISC_LEAST_SIGNIFICAND));
    const __m512i power = _mm512_and_si512(from_least, _mm512_set1_epi64((long long)0xfff0000000000000u));
    const __m512i place = _mm512_srli_epi64(from_least, 47);
    const __mmask8 upper = _mm512_test_epi64_mask(from_least, _mm512_set1_epi64((long long)1 << 51));
    const isc_eight exponent = _mm512_cvtepi64_pd(_mm512_srai_epi64(from_least, 52));
    const isc_eight k = any ? _mm512_mask_sub_pd(exponent, tiny, exponent, isc_eight_of(54.0)) : exponent;
    const isc_eight z = _mm512_castsi512_pd(_mm512_sub_epi64(word, power));
    const isc_eight r = isc_eight_look_up_32(isc_reciprocals, place, upper);
    const isc_eight table = isc_eight_look_up_32(isc_logarithms_hi, place, upper);
    const isc_eight table_lo = isc_eight_look_up_32(isc_logarithms_lo, place, upper);

    const isc_eight f = _mm512_fmsub_pd(z, r, isc_eight_of(1.0)), f2 = f * f, half = f * isc_eight_of(-0.5);
    const isc_eight whole = isc_eight_fma(k, isc_eight_of(ISC_LN2), table), first = whole + f;
    const isc_eight whole_lo = isc_eight_fma(k, isc_eight_of(ISC_LN2_LO), table_lo), first_lo = (whole - first) + f;
    const isc_eight square = f * half, second = first + square;
    const isc_eight second_lo = ((first - second) + square) + _mm512_fmsub_pd(f, half, square);
    const isc_eight p01 = isc_eight_fma(isc_eight_of(-0x1.000000000012dp-2), f, isc_eight_of(0x1.5555555555553p-2));
    const isc_eight p23 = isc_eight_fma(isc_eight_of(-0x1.5555554d61671p-3), f, isc_eight_of(0x1.99999999bac19p-3));
    const isc_eight p45 = isc_eight_fma(isc_eight_of(-0x1.00007df5d81bbp-3), f, isc_eight_of(0x1.2492453537e5cp-3));
    const isc_eight p67 = isc_eight_fma(isc_eight_of(-0x1.94f1df1cde583p-4), f, isc_eight_of(0x1.c778cabc8edffp-4));
    const isc_eight p4567 = isc_eight_fma(p67, f2, p45), p0123 = isc_eight_fma(p23, f2, p01);
    const isc_eight rest = (whole_lo + first_lo) + second_lo, p = isc_eight_fma(p4567, f2 * f2, p0123);
    const isc_eight below = isc_eight_fma(f2 * f, p, rest), logarithm = second + below;
    *lo = (second - logarithm) + below;
    return logarithm;
}

/* e^(y (logarithm + lo)): where it is not `far`, the product's size is at most 700. Clauses: pow-float */
ISC_INLINE isc_eight isc_eight_power(isc_eight logarithm, isc_eight lo, isc_eight y, int far)
{
    const isc_eight factor = far ? isc_eight_cut(y, 0x1p70) : y, product = factor * logarithm;
    const isc_eight exponent = far ? isc_eight_cut(product, 800.0) : product;
    const isc_eight product_lo = isc_eight_fma(factor, lo, _mm512_fmsub_pd(factor, logarithm, product));
    const __mmask8 exact = far ? _mm512_cmp_pd_mask(exponent, product, _CMP_EQ_OQ) : 255;
    const isc_eight exponent_lo = far ? _mm512_maskz_mov_pd(exact, product_lo) : product_lo;

    const isc_eight shift = isc_eight_of(ISC_TO_SIXTEENTHS);
    const isc_eight shifted = isc_eight_fma(exponent, isc_eight_of(0x1.71547652b82fep+0), shift), n = shifted - shift;
    const isc_eight rough = _mm512_fnmadd_pd(n, isc_eight_of(ISC_LN2_SHORT), exponent);
    const isc_eight r = _mm512_fnmadd_pd(n, isc_eight_of(ISC_LN2_SHORT_LO), rough) + exponent_lo, r2 = r * r;
    const __m512i place = _mm512_castpd_si512(shifted);
    const isc_eight q01 = isc_eight_fma(isc_eight_of(0x1.5555555555557p-3), r, isc_eight_of(0x1.0000000000001p-1));
    const isc_eight q23 = isc_eight_fma(isc_eight_of(0x1.11111110ab470p-7), r, isc_eight_of(0x1.55555554e8d7ap-5));
    const isc_eight q45 = isc_eight_fma(isc_eight_of(0x1.a01b65bd468f3p-13), r, isc_eight_of(0x1.6c17ede66627cp-10));
    const isc_eight q = isc_eight_fma(isc_eight_fma(q45, r2, q23), r2, q01);
    const isc_eight less_1 = isc_eight_fma(q, r2, r + isc_eight_look_up(isc_roots_lo, place));
    const isc_eight root = isc_eight_look_up(isc_roots, place);
    return _mm512_scalef_pd(isc_eight_fma(root, less_1, root), n);
}

#endif
#endif
