/* Pow of any two numbers: C99's special values around the power of a positive one, and the exponents with a shorter
 * way. Everything is computed and chosen from, so that it vectorises. */
#ifndef ISC_ROWS_POWER_VALUES_H
#define ISC_ROWS_POWER_VALUES_H

#include <math.h>

#include "power.h"

/* The exponents that are not computed by a logarithm, each in the one way that every row of its type uses, whether the
 * exponent is one element for the whole row or not: a broadcast must not change a bit. */
ISC_INLINE int isc_has_shorter_way(double y)
{
    return y == 2 || y == 3 || y == 0.5 || y == -1;
}

/* x^0.5, which is not the square root for -0 and -infinity. */
ISC_INLINE double isc_square_root(double x)
{
    const double root = sqrt(x + 0.0);
    return x == -HUGE_VAL ? HUGE_VAL : root;
}

ISC_INLINE float isc_square_root_f32(float x)
{
    const float root = sqrtf(x + 0.0f);
    return x == -HUGE_VALF ? HUGE_VALF : root;
}

/* x^3 of a double within one unit in the last place: the square's error is brought in again. */
ISC_INLINE double isc_cube(double x)
{
    const double square = x * x, plain = square * x, square_lo = isc_product_error(x, x, square);
    const double corrected = plain + ISC_FMA(square_lo, x, isc_product_error(square, x, plain));
    const double size = fabs(x);
    return size < 0x1p340 && size > 0x1p-340 ? corrected : plain;
}

/* Whether an exponent is an integer, and whether an odd one. */
ISC_INLINE int isc_is_integer(double y)
{
    const double size = fabs(y), rounded = (size + 0x1p52) - 0x1p52;
    return (size >= 0x1p52) | (rounded == size);
}

ISC_INLINE int isc_is_odd(double y)
{
    const double size = fabs(y);
    const uint64_t unit = size < 0x1p52 ? isc_word_f64(size + 0x1p52) : isc_word_f64(size);
    return isc_is_integer(y) & (size < 0x1p53) & (int)(unit & 1u);
}

/* The special values, power being |x|^y where x is neither zero, infinite nor NaN and y is not NaN.
 * Clauses: pow-float */
ISC_INLINE double isc_power_value(double x, double y, double power)
{
    const double size = fabs(x), limit = (size == HUGE_VAL) != (y < 0) ? HUGE_VAL : 0.0;
    const double magnitude = size == 0 || size == HUGE_VAL ? limit : power;
    const double signed_ = (isc_word_f64(x) >> 63) & (uint64_t)isc_is_odd(y) ? -magnitude : magnitude;
    const double real = x < 0 && size != HUGE_VAL && !isc_is_integer(y) ? (double)NAN : signed_;
    const double number = x != x || y != y ? x + y : real;
    return y == 0 || x == 1 ? 1.0 : number;
}

/* The two exponents whose shorter way costs more than all the rest, for the blocks that have one of them. */
ISC_INLINE int isc_is_costly(double y)
{
    return (y == 0.5) | (y == -1);
}

/* Clauses: pow-float */
ISC_INLINE double isc_costly_value(double x, double y, double value)
{
    const double with_half = y == 0.5 ? isc_square_root(x) : value;
    return y == -1 ? 1.0 / x : with_half;
}

/* a, but no larger in size than bound. */
ISC_INLINE double isc_cut(double a, double bound)
{
    const uint64_t word = isc_word_f64(a), sign = word & 0x8000000000000000u;
    const int64_t size = (int64_t)(word ^ sign), most = (int64_t)isc_word_f64(bound);
    return isc_real_f64((uint64_t)(size < most ? size : most) | sign);
}

/* The short power of any exponent, its ends past those of float. One above 2^70 takes any base but 1 past them, and an
 * infinite one must not meet the logarithm 0 of 1. */
ISC_INLINE double isc_power_far_short(double logarithm, double y)
{
    return isc_power_of_two_short(isc_cut(isc_cut(y, 0x1p70) * logarithm, 1000.0));
}

/* number 2^n as isc_scaled, for results that overflow or are subnormal too. */
ISC_INLINE double isc_scaled_far(double number, double shifted)
{
    const uint64_t n = isc_word_f64(shifted) - isc_word_f64(ISC_TO_INTEGER) + 2046, half = n >> 1;
    return number * isc_real_f64(half << 52) * isc_real_f64((n - half) << 52);
}

/* The long power of any exponent. */
ISC_INLINE double isc_power_far_long(double logarithm, double logarithm_lo, double y)
{
    const double factor = isc_cut(y, 0x1p70), product = factor * logarithm, exponent = isc_cut(product, 1100.0);
    const double product_lo = ISC_FMA(factor, logarithm_lo, isc_product_error(factor, logarithm, product));
    const double shifted = exponent + ISC_TO_INTEGER, rest = exponent - (shifted - ISC_TO_INTEGER);
    return isc_scaled_far(isc_power_of_fraction(rest, exponent == product ? product_lo : 0.0), shifted);
}

/* |x|, or 1 if it has no logarithm. */
ISC_INLINE double isc_base(double x)
{
    const double size = fabs(x);
    return size > 0 && size < HUGE_VAL ? size : 1.0;
}

#endif
