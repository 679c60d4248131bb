/* The exact remainder of two finite numbers, and opset 28's special values around it. */
#ifndef ISC_ROWS_REMAINDER_H
#define ISC_ROWS_REMAINDER_H

#include <math.h>

#include "power.h"

#define ISC_MOD_BLOCK 256

/* a - q b where it is representable, which it is when q is within 1 of a / b: a multiple of b's last place, no
 * larger than b. Then a - p is exact too, as a and p are within a factor of 2, or p is 0. */
ISC_INLINE double isc_difference(double a, double q, double b)
{
#if ISC_HAS_FMA
    return ISC_FMA(-q, b, a);
#else
    const double p = q * b;
    return (a - p) - isc_product_error(q, b, p);
#endif
}

/* fmod(a, b) of a >= 0 and b > 0, if a / b is below 2^51 (and, without a fused operation, b in the middle of the
 * range). */
ISC_INLINE double isc_remainder(double a, double b)
{
    const double q = (a / b + 0x1p52) - 0x1p52; /* to the nearest integer */
    const double r = isc_difference(a, q, b);
    const double not_negative = r < 0 ? r + b : r;
    return not_negative >= b ? not_negative - b : not_negative;
}

/* What isc_remainder takes; anything else is left to fmod. */
ISC_INLINE int isc_is_near(double a, double b)
{
#if ISC_HAS_FMA
    return a / b < 0x1p51;
#else
    return (a / b < 0x1p51) & (b < 0x1p960) & (b > 0x1p-900);
#endif
}

/* Operands without a remainder of their own are replaced, and given their result at the end. */
ISC_INLINE double isc_dividend(double x)
{
    const double size = fabs(x);
    return size < HUGE_VAL ? size : 0.0;
}

ISC_INLINE double isc_divisor(double y)
{
    const double size = fabs(y);
    return size > 0 && size < HUGE_VAL ? size : 1.0;
}

/* fmod = 1: the sign of x; an infinite y leaves x. Clauses: mod */
ISC_INLINE double isc_truncated_mod(double x, double y, double remainder)
{
    const double result = fabs(y) == HUGE_VAL ? x : copysign(remainder, x);
    const int has_result = (fabs(x) < HUGE_VAL) & (y != 0) & (y == y);
    return has_result ? result : (double)NAN;
}

/* fmod = 0: the sign of y. An infinite y of the other sign is the sum itself. Clauses: mod */
ISC_INLINE double isc_floored_mod(double x, double y, double remainder)
{
    const double truncated = isc_truncated_mod(x, y, remainder);
    const double moved = (truncated < 0) != (y < 0) ? truncated + y : truncated;
    return truncated == 0 ? copysign(0.0, y) : moved;
}

#endif
