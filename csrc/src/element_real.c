/* Floating point, one element on words. Everything is computed in double, which holds every number of the shorter
 * types, and rounded once to the type: for + - * / that is the correctly rounded result, because double has more than
 * twice their digits and two. The rounding in force must be to nearest even. */
#include "element.h"

#include <math.h>
#include <string.h>

#define ISC_SIGN_64 0x8000000000000000u
#define ISC_INFINITY_64 0x7ff0000000000000u

/* Admitted: floating point, the bits of a double. */
/*@ terminates \true; assigns \nothing; */
static double isc_double_of(uint64_t word)
{
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Admitted: floating point, the bits of a double. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_word_of(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Admitted: floating point, the bits of a float. */
/*@ terminates \true; assigns \nothing; */
static float isc_float_of(uint64_t word)
{
    const uint32_t narrow = (uint32_t)word;
    float value;
    memcpy(&value, &narrow, sizeof value);
    return value;
}

/* Admitted: floating point, the bits of a float. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_word_of_float(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* The bits of the double equal to a float16; a NaN comes out quiet. */
/* Admitted: floating point, arithmetic on bits. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_widen_half(uint64_t word)
{
    const uint64_t sign = (word & 0x8000u) << 48, size = word & 0x7fffu;
    uint64_t digits = size, exponent = 1009; /* of a number with digits 2^10 .. 2^11 - 1 and the smallest exponent */
    if (size > 0x7c00u) return sign | ISC_INFINITY_64 | 0x0008000000000000u | (size & 0x3ffu) << 42;
    if (size == 0x7c00u) return sign | ISC_INFINITY_64;
    if (size >= 0x400u) return sign | ((size << 42) + ((uint64_t)1008 << 52));
    if (size == 0) return sign;
    while (digits < 0x400u) {
        digits *= 2;
        exponent -= 1;
    }
    return sign | exponent << 52 | (digits & 0x3ffu) << 42;
}

/* A word divided by 2^shift, to nearest even. */
/* Admitted: floating point, arithmetic on bits. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_shift_rounded(uint64_t word, int shift)
{
    if (shift > 54) return 0;
    const uint64_t unit = (uint64_t)1 << shift, quotient = word / unit, rest = word % unit;
    return quotient + (rest * 2 > unit || (rest * 2 == unit && quotient % 2u == 1));
}

/* A double, by its bits, rounded to the 16-bit type with `digits` bits of fraction and the smallest exponent `low`; a
 * NaN comes out quiet. */
/* Admitted: floating point, arithmetic on bits. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_narrow(uint64_t word, int digits, int low)
{
    const uint64_t sign = word >> 48 & 0x8000u, size = word & ~ISC_SIGN_64;
    const uint64_t infinity = ((uint64_t)1 << 15) - ((uint64_t)1 << digits);
    const int exponent = (int)(size >> 52) - 1023, scale = exponent < low ? low : exponent;
    if (size > ISC_INFINITY_64)
        return sign | infinity | (uint64_t)1 << (digits - 1) | (size & 0x000fffffffffffffu) >> (52 - digits);
    if (exponent < low - digits - 1) return sign; /* subnormal doubles too */
    const uint64_t significand = (size & 0x000fffffffffffffu) | 0x0010000000000000u;
    const uint64_t rounded = isc_shift_rounded(significand, 52 - digits + scale - exponent);
    const uint64_t bits = ((uint64_t)(scale - low) << digits) + rounded;
    return sign | (bits > infinity ? infinity : bits);
}

/* The value of a word of any number type, as a double: exact but for integers past 2^53. */
/* Admitted: floating point, conversion to double. */
double isc_number(isocast_type type, uint64_t word)
{
    switch (type) {
    case ISOCAST_DOUBLE: return isc_double_of(word);
    case ISOCAST_FLOAT: return (double)isc_float_of(word);
    case ISOCAST_FLOAT16: return isc_double_of(isc_widen_half(word));
    case ISOCAST_BFLOAT16: return (double)isc_float_of(word << 16);
    case ISOCAST_INT8:
    case ISOCAST_INT16:
    case ISOCAST_INT32:
    case ISOCAST_INT64: return (double)isc_signed_value(word, isc_word_width(type));
    default: return (double)word;
    }
}

/* The word of a floating-point type nearest to a value. */
/* Admitted: floating point, rounding. */
uint64_t isc_rounded(isocast_type type, double value)
{
    switch (type) {
    case ISOCAST_DOUBLE: return isc_word_of(value);
    case ISOCAST_FLOAT: return isc_word_of_float((float)value);
    case ISOCAST_FLOAT16: return isc_narrow(isc_word_of(value), 10, -14);
    default: return isc_narrow(isc_word_of(value), 7, -126);
    }
}

/* Admitted: floating point, conversion. */
uint64_t isc_real_converted(isocast_type from, isocast_type to, uint64_t word)
{
    return isc_rounded(to, isc_number(from, word));
}

/* Admitted: floating point, conversion. */
uint64_t isc_real_count(isocast_type type, isocast_idx count)
{
    return isc_rounded(type, (double)count);
}

/* Truncates a value into a word of an integer type; 0 if none has that value, and the word is 0. */
/* Admitted: floating point, conversion to an integer. */
int isc_truncated(isocast_type type, double value, uint64_t *word)
{
    const int is_signed = type == ISOCAST_INT32 || type == ISOCAST_INT64, is_wide = isc_word_width(type) == 8;
    const double end = ldexp(1.0, (is_wide ? 64 : 32) - is_signed), start = is_signed ? -end : 0.0, whole = trunc(value);
    *word = 0;
    if (!(whole >= start && whole < end)) return 0; /* NaN included */
    *word = isc_wrap(whole < 0 ? 0 - (uint64_t)-whole : (uint64_t)whole, isc_word_width(type));
    return 1;
}

/* Both operators of Mod, with opset 28's special values. Clauses: mod */
/* Admitted: floating point, fmod. */
/*@ terminates \true; assigns \nothing; */
static double isc_real_rest(isocast_op op, double x, double y)
{
    const double rest = fmod(x, y);
    if (rest != rest) return (double)NAN;
    if (op == ISOCAST_FMOD) return rest;
    if (rest == 0) return copysign(0.0, y);
    return (rest < 0) != (y < 0) ? rest + y : rest;
}

/* NaN absorbs, +0 is above -0; bits are kept. Clauses: max-min */
/* Admitted: floating point, IEEE comparison. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_extremum(isocast_op op, double x, double y, uint64_t a, uint64_t b)
{
    if (x != x) return a;
    if (y != y) return b;
    if (x == y) return op == ISOCAST_MAX ? a & b : a | b;
    return (x > y) == (op == ISOCAST_MAX) ? a : b;
}

/* Clauses: compare */
/* Admitted: floating point, IEEE comparison. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_comparison(isocast_op op, double x, double y)
{
    switch (op) {
    case ISOCAST_EQUAL: return x == y;
    case ISOCAST_GREATER: return x > y;
    case ISOCAST_GREATER_OR_EQUAL: return x >= y;
    case ISOCAST_LESS: return x < y;
    default: return x <= y;
    }
}

/* Clauses: sum-mean, prelu, mod, max-min, compare */
/* Admitted: floating point, IEEE arithmetic. */
uint64_t isc_real(isocast_op op, isocast_type type, uint64_t a, uint64_t b)
{
    const double x = isc_number(type, a), y = isc_number(type, b);
    switch (op) {
    case ISOCAST_ADD:
    case ISOCAST_SUM:
    case ISOCAST_MEAN: return isc_rounded(type, x + y);
    case ISOCAST_SUB: return isc_rounded(type, x - y);
    case ISOCAST_MUL: return isc_rounded(type, x * y);
    case ISOCAST_DIV: return isc_rounded(type, x / y);
    case ISOCAST_MOD:
    case ISOCAST_FMOD: return isc_rounded(type, isc_real_rest(op, x, y));
    case ISOCAST_MAX:
    case ISOCAST_MIN: return isc_extremum(op, x, y, a, b);
    case ISOCAST_PRELU: return isc_rounded(type, x < 0 ? y * x : x);
    default: return isc_comparison(op, x, y);
    }
}

/* C99's special values, of signalling NaN too. Clauses: pow-float */
/* Admitted: floating point, pow. */
/*@ terminates \true; assigns \nothing; */
static double isc_double_power(double x, double y)
{
    return y == 0 || x == 1 ? 1.0 : pow(x, y);
}

/* In double, rounded once to the base's type. Clauses: pow-float */
/* Admitted: floating point, pow. */
uint64_t isc_real_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    return isc_rounded(x, isc_double_power(isc_number(x, a), isc_number(y, b)));
}

/* An integer base by a float, truncated; 0 where it does not fit. Clauses: pow-int */
/* Admitted: floating point, pow. */
uint64_t isc_whole_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    uint64_t word;
    (void)isc_truncated(x, isc_double_power(isc_number(x, a), isc_number(y, b)), &word);
    return word;
}

/* Clauses: pow-int */
/* Admitted: floating point, pow. */
int isc_whole_power_fits(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    uint64_t word;
    return isc_truncated(x, isc_double_power(isc_number(x, a), isc_number(y, b)), &word);
}
