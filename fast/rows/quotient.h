/* Integer quotients, truncated toward zero, without a trap and without a branch: a divisor of 0 is taken for 1 (the
 * check has refused it before), and MIN / -1 is MIN. Through floating point where that is exact, because it
 * vectorises, and by the reciprocal of b, because that leaves the loop where b is one element for the whole row.
 *
 * Exactness, with u the rounding unit (2^-24 for float, 2^-53 for double) and a, b converted exactly: three
 * roundings keep the computed a * ((1 / b) * (1 + 4u)) between (a/b)(1 + 4u)(1 - u)^3 > a/b and (a/b)(1 + 8u) in
 * magnitude. So a multiple of b does not fall below its quotient, and any other a, whose quotient is at least 1/|b|
 * below the next integer, does not reach it as long as |a| 8u <= 1: |a| <= 2^21 for float, 2^50 for double. */
#ifndef ISC_ROWS_QUOTIENT_H
#define ISC_ROWS_QUOTIENT_H

#include "language.h"

/* |a| and |b| at most 65535. Clauses: int-div */
ISC_INLINE int32_t isc_quotient_16(int32_t a, int32_t b)
{
    const float reciprocal = 1.0f / (float)(b + (b == 0)) * (1.0f + 0x1p-22f);
    return (int32_t)((float)a * reciprocal);
}

/* Clauses: int-div */
ISC_INLINE uint32_t isc_quotient_u32(uint32_t a, uint32_t b)
{
    const double reciprocal = 1.0 / (double)(b + (b == 0)) * (1.0 + 0x1p-51);
    return (uint32_t)((double)a * reciprocal);
}

/* Clauses: int-div */
ISC_INLINE int32_t isc_quotient_i32(int32_t a, int32_t b)
{
    const double reciprocal = 1.0 / (double)(b + (b == 0)) * (1.0 + 0x1p-51);
    const double quotient = (double)a * reciprocal;
    return (int32_t)(quotient >= 0x1p31 ? -0x1p31 : quotient); /* only MIN / -1 gets there */
}

#if defined(__AVX512DQ__)
/* Every factor errs by less than 2^-52, so that the estimates, lowered by 2^-50, are never too large. The first
 * leaves a remainder below 2^-48 a + b, whose quotient is below 2^17; the second is then short by at most one.
 * Clauses: int-div */
ISC_INLINE uint64_t isc_quotient_u64(uint64_t a, uint64_t b)
{
    const uint64_t divisor = b + (b == 0);
    const double reciprocal = 1.0 / (double)divisor * (1.0 - 0x1p-50);
    const uint64_t first = (uint64_t)((double)a * reciprocal);
    const uint64_t rest = a - first * divisor;
    const uint64_t second = (uint64_t)((double)rest * reciprocal);
    return first + second + (rest - second * divisor >= divisor);
}
#else
/* Most operands are small, and a 32-bit division takes a third of the time. Clauses: int-div */
ISC_INLINE uint64_t isc_quotient_u64(uint64_t a, uint64_t b)
{
    const uint64_t divisor = b + (b == 0);
    if ((a | divisor) >> 32 == 0)
        return (uint32_t)a / (uint32_t)divisor;
    return a / divisor;
}
#endif

/* The words of two's complement: MIN's magnitude is 2^63, and MIN / -1 comes out as MIN. Clauses: int-div */
ISC_INLINE uint64_t isc_quotient_i64(uint64_t a, uint64_t b)
{
    const uint64_t a_sign = 0 - (a >> 63), b_sign = 0 - (b >> 63), sign = a_sign ^ b_sign;
    return (isc_quotient_u64((a ^ a_sign) - a_sign, (b ^ b_sign) - b_sign) ^ sign) - sign;
}

#define isc_quotient_u8(a, b) ((uint8_t)isc_quotient_16(a, b))
#define isc_quotient_u16(a, b) ((uint16_t)isc_quotient_16(a, b))
#define isc_quotient_i8(a, b) ((uint8_t)isc_quotient_16((int8_t)(a), (int8_t)(b)))
#define isc_quotient_i16(a, b) ((uint16_t)isc_quotient_16((int16_t)(a), (int16_t)(b)))

#endif
