/* x^y = 2^(y log2 x) of positive x, without branch or table, in two precisions; and C99's special values around it.
 *
 * x is 2^k m with m in [sqrt(1/2), sqrt(2)), and log2 m = s (2/ln 2) (1 + s^2/3 + s^4/5 + ...) with s = (m - 1) / (m
 * + 1). The polynomials are minimax fits of those series and of 2^r on [-1/2, 1/2]. Where a number is the
 * unevaluated sum of two doubles, the second is named after the first and _lo. */
#ifndef ISC_ROWS_POWER_H
#define ISC_ROWS_POWER_H

#include "bits.h"

/* a * b + c, in one rounding where the processor does that; and the exact error of the product p = a * b. */
#if defined(__FMA__) || defined(__FP_FAST_FMA) || defined(__ARM_FEATURE_FMA)
#define ISC_HAS_FMA 1
#define ISC_FMA(a, b, c) __builtin_fma(a, b, c)
ISC_INLINE double isc_product_error(double a, double b, double p)
{
    return ISC_FMA(a, b, -p);
}
#else
#define ISC_HAS_FMA 0
#define ISC_FMA(a, b, c) ((a) * (b) + (c))
/* Dekker's: each factor is split in two of 26 bits, whose products are exact. */
ISC_INLINE double isc_product_error(double a, double b, double p)
{
    const double a_scaled = a * 134217729.0, b_scaled = b * 134217729.0; /* 2^27 + 1 */
    const double a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b);
    const double a_low = a - a_high, b_low = b - b_high;
    return ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low;
}
#endif

#define ISC_SQRT_HALF 0x3fe6a09e667f3bcdu   /* the bits of sqrt(1/2) */
#define ISC_TO_INTEGER 0x1.8p52             /* added and subtracted again, rounds to the nearest integer */

/* The exponent k of x = 2^k m, and m. */
ISC_INLINE double isc_split_power(double x, double *m)
{
    const uint64_t word = isc_word_f64(x) + (0x3ff0000000000000u - ISC_SQRT_HALF);
    *m = isc_real_f64((word & 0x000fffffffffffffu) + ISC_SQRT_HALF);
    return isc_real_f64(word >> 52 | 0x4330000000000000u) - (0x1p52 + 1023.0);
}

/* number 2^n, n having been rounded to an integer by adding ISC_TO_INTEGER; number and result are not subnormal. */
ISC_INLINE double isc_scaled(double number, double shifted)
{
    return isc_real_f64(isc_word_f64(number) + (isc_word_f64(shifted) << 52));
}

/* log2 x with a relative error below 2^-46, for a base that was a float: positive, finite and not subnormal. */
ISC_INLINE double isc_logarithm_short(double x)
{
    double m;
    const double k = isc_split_power(x, &m), f = m - 1.0, f2 = f * f;
    double even = ISC_FMA(0x1.ae4aaab33f509p-5, f2, 0x1.cd47fa5fe8785p-4);
    even = ISC_FMA(even, f2, 0x1.bc72764be7bdep-4);
    even = ISC_FMA(even, f2, 0x1.0cf95d60450f8p-3);
    even = ISC_FMA(even, f2, 0x1.4847504db4298p-3);
    even = ISC_FMA(even, f2, 0x1.a617776398232p-3);
    even = ISC_FMA(even, f2, 0x1.2776c4f251b74p-2);
    even = ISC_FMA(even, f2, 0x1.ec709dc3c00fbp-2);
    even = ISC_FMA(even, f2, 0x1.71547652b82e5p+0);
    double odd = ISC_FMA(-0x1.bcb1ac3d973e5p-4, f2, -0x1.a667d11096537p-4);
    odd = ISC_FMA(odd, f2, -0x1.eb2d9a440ec2cp-4);
    odd = ISC_FMA(odd, f2, -0x1.278774d7ff514p-3);
    odd = ISC_FMA(odd, f2, -0x1.7153b76c648b5p-3);
    odd = ISC_FMA(odd, f2, -0x1.ec70a1d7541dep-3);
    odd = ISC_FMA(odd, f2, -0x1.7154764df6a66p-2);
    odd = ISC_FMA(odd, f2, -0x1.71547652b9c2bp-1);
    return ISC_FMA(f, ISC_FMA(odd, f, even), k);
}

/* 2^exponent with a relative error below 2^-40; |exponent| at most 1000. */
ISC_INLINE double isc_power_of_two_short(double exponent)
{
    const double shifted = exponent + ISC_TO_INTEGER, r = exponent - (shifted - ISC_TO_INTEGER), r2 = r * r;
    double even = ISC_FMA(0x1.61afb44b66084p-20, r2, 0x1.430accfc22ebbp-13);
    even = ISC_FMA(even, r2, 0x1.3b2ab5c4cadbap-7);
    even = ISC_FMA(even, r2, 0x1.ebfbdff932083p-3);
    even = ISC_FMA(even, r2, 0x1.ffffffffff79fp-1);
    double odd = ISC_FMA(0x1.00daeb4d953bcp-16, r2, 0x1.5d8748132d001p-10);
    odd = ISC_FMA(odd, r2, 0x1.c6b08dd48bcf5p-5);
    odd = ISC_FMA(odd, r2, 0x1.62e42fef8609ep-1);
    return isc_scaled(ISC_FMA(odd, r, even), shifted);
}

/* 2 / ln 2, a third and a fifth of it: the fifth as the fit has it. */
#define ISC_FIRST 0x1.71547652b82fep+1
#define ISC_FIRST_LO 0x1.777d0ffda0d24p-55
#define ISC_THIRD 0x1.ec709dc3a03fdp-1
#define ISC_THIRD_LO 0x1.d27f05548af0cp-55
#define ISC_FIFTH 0x1.2776c50ef9bfcp-1

/* s = (m - 1) / (m + 1) with a relative error near 2^-69: the value returned and *lo. */
ISC_INLINE double isc_ratio(double m, double *lo)
{
    const double sum = m + 1.0, sum_lo = m - (sum - 1.0), difference = m - 1.0;
    const double first = ISC_FMA(ISC_FMA(-0x1.d40cd3e49833cp-5, sum, 0x1.e23f00f2a6e29p-2), sum, -0x1.72d380d97422fp+0);
    const double second = ISC_FMA(first, sum, 0x1.f8686395963fbp+0);
    const double reciprocal = second * ISC_FMA(-sum, second, 2.0), rough = difference * reciprocal;
    const double close = ISC_FMA(ISC_FMA(-rough, sum, difference), reciprocal, rough), product = close * sum;
    const double rest = ISC_FMA(-close, sum_lo, (difference - product) - isc_product_error(close, sum, product));
    const double s = ISC_FMA(rest, reciprocal, close);
    *lo = ISC_FMA(rest, reciprocal, close - s);
    return s;
}

/* log2 of 2^k (1 + s) / (1 - s) with a relative error near 2^-66: the value returned and *lo. */
ISC_INLINE double isc_logarithm(double k, double s, double s_lo, double *lo)
{
    const double z = s * s, z_lo = ISC_FMA(s + s, s_lo, isc_product_error(s, s, z)), z2 = z * z, z4 = z2 * z2;
    const double p12 = ISC_FMA(0x1.484b13d6bed2bp-2, z, 0x1.a61762a7aec7ap-2);
    const double p34 = ISC_FMA(0x1.c68eece135cb8p-3, z, 0x1.0c9a8533826c8p-2);
    const double p56 = ISC_FMA(0x1.59057c8401c53p-3, z, 0x1.8a093eef9b41ep-3);
    const double p567 = ISC_FMA(0x1.61aeaa2d713edp-3, z2, p56);
    const double tail = ISC_FMA(p567, z4, ISC_FMA(p34, z2, p12)) * z;
    const double fifth = ISC_FIFTH + tail, fifth_lo = (ISC_FIFTH - fifth) + tail, fifth_z = fifth * z;
    const double fifth_z_lo = ISC_FMA(fifth_lo, z, ISC_FMA(fifth, z_lo, isc_product_error(fifth, z, fifth_z)));
    const double third = ISC_THIRD + fifth_z, third_lo = (ISC_THIRD - third) + fifth_z + (ISC_THIRD_LO + fifth_z_lo);

    const double s3 = s * z, s3_lo = ISC_FMA(s_lo, z, ISC_FMA(s, z_lo, isc_product_error(s, z, s3)));
    const double high = s3 * third, high_error = isc_product_error(s3, third, high);
    const double high_lo = ISC_FMA(s3_lo, third, ISC_FMA(s3, third_lo, high_error));
    const double first = s * ISC_FIRST, first_error = isc_product_error(s, ISC_FIRST, first);
    const double first_lo = ISC_FMA(s_lo, ISC_FIRST, ISC_FMA(s, ISC_FIRST_LO, first_error));
    const double fraction = first + high, fraction_lo = ((first - fraction) + high) + (first_lo + high_lo);
    const double logarithm = k + fraction;
    *lo = ((k - logarithm) + fraction) + fraction_lo;
    return logarithm;
}

/* 2^(fraction + fraction_lo), |fraction| at most 1/2, |fraction_lo| at most 2^-4. */
ISC_INLINE double isc_power_of_fraction(double fraction, double fraction_lo)
{
    const double r = fraction + fraction_lo, r_lo = (fraction - r) + fraction_lo, r2 = r * r, r4 = r2 * r2;
    const double q01 = ISC_FMA(0x1.c6b08d704a0c8p-5, r, 0x1.ebfbdff82c58fp-3);
    const double q23 = ISC_FMA(0x1.5d87fe78a382dp-10, r, 0x1.3b2ab6fba4e2bp-7);
    const double q45 = ISC_FMA(0x1.ffcbfc70688e6p-17, r, 0x1.430912f883238p-13);
    const double q67 = ISC_FMA(0x1.b524e57c71ea1p-24, r, 0x1.62c021e05407fp-20);
    const double q89 = ISC_FMA(0x1.e9f62b54d5288p-32, r, 0x1.e4d080439cf03p-28);
    const double q4567 = ISC_FMA(q67, r2, q45), q8 = ISC_FMA(0x1.c2a7a54407466p-36, r2, q89);
    const double square = ISC_FMA(ISC_FMA(q8, r4, q4567), r4, ISC_FMA(q23, r2, q01)) * r2;

    const double linear = r * 0x1.62e42fefa39efp-1, head = 1.0 + linear;
    const double linear_error = isc_product_error(r, 0x1.62e42fefa39efp-1, linear);
    const double linear_lo = ISC_FMA(r_lo, 0x1.62e42fefa39efp-1, ISC_FMA(r, 0x1.abc9e3b39803fp-56, linear_error));
    return head + (((1.0 - head) + linear) + (linear_lo + square));
}

/* 2^(y (logarithm + logarithm_lo)), |y logarithm| at most 1000. */
ISC_INLINE double isc_power_long(double logarithm, double logarithm_lo, double y)
{
    const double product = y * logarithm, shifted = product + ISC_TO_INTEGER;
    const double product_lo = ISC_FMA(y, logarithm_lo, isc_product_error(y, logarithm, product));
    return isc_scaled(isc_power_of_fraction(product - (shifted - ISC_TO_INTEGER), product_lo), shifted);
}

#endif
