/* What an element of each type is and what each operator makes of two of them, long-hand: the other side of the
 * comparison in the tests of the row kernels. Shares no code with them. */
#ifndef ISC_TEST_ROWS_REFERENCE_H
#define ISC_TEST_ROWS_REFERENCE_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "harness.h"
#include "kernels.h"

typedef struct {
    isocast_type type;
    const char *name;
    int bytes, kind; /* 'u' unsigned, 'i' signed, 'f' float, 'b' bool */
    int digits, low; /* floats: bits of the significand, exponent of the smallest normal number */
} reference_type;

static const reference_type reference_types[] = {
    {ISOCAST_UINT8, "uint8", 1, 'u', 0, 0},        {ISOCAST_UINT16, "uint16", 2, 'u', 0, 0},
    {ISOCAST_UINT32, "uint32", 4, 'u', 0, 0},      {ISOCAST_UINT64, "uint64", 8, 'u', 0, 0},
    {ISOCAST_INT8, "int8", 1, 'i', 0, 0},          {ISOCAST_INT16, "int16", 2, 'i', 0, 0},
    {ISOCAST_INT32, "int32", 4, 'i', 0, 0},        {ISOCAST_INT64, "int64", 8, 'i', 0, 0},
    {ISOCAST_FLOAT16, "float16", 2, 'f', 11, -14}, {ISOCAST_BFLOAT16, "bfloat16", 2, 'f', 8, -126},
    {ISOCAST_FLOAT, "float", 4, 'f', 24, -126},    {ISOCAST_DOUBLE, "double", 8, 'f', 53, -1022},
    {ISOCAST_BOOL, "bool", 1, 'b', 0, 0},
};
enum { REFERENCE_TYPES = sizeof reference_types / sizeof reference_types[0] };

/* The bits of element i, whatever the order of bytes. */
static inline uint64_t reference_bits(const reference_type *type, const void *data, isc_idx i)
{
    const char *at = (const char *)data + i * type->bytes;
    uint8_t b1;
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;
    switch (type->bytes) {
    case 1:
        memcpy(&b1, at, 1);
        return b1;
    case 2:
        memcpy(&b2, at, 2);
        return b2;
    case 4:
        memcpy(&b4, at, 4);
        return b4;
    default:
        memcpy(&b8, at, 8);
        return b8;
    }
}

static inline void reference_put(const reference_type *type, void *data, isc_idx i, uint64_t bits)
{
    char *at = (char *)data + i * type->bytes;
    const uint8_t b1 = (uint8_t)bits;
    const uint16_t b2 = (uint16_t)bits;
    const uint32_t b4 = (uint32_t)bits;
    const void *words[] = {&b1, &b2, &b4, &bits};
    memcpy(at, words[type->bytes == 1 ? 0 : type->bytes == 2 ? 1 : type->bytes == 4 ? 2 : 3], (size_t)type->bytes);
}

/* The number a floating-point pattern stands for: a double holds every one of them. */
static inline double reference_decode(const reference_type *type, uint64_t bits)
{
    const int width = type->bytes * 8, fraction = type->digits - 1;
    const uint64_t mantissa = bits & ((1ull << fraction) - 1), top = (1ull << (width - 1 - fraction)) - 1;
    const uint64_t exponent = bits >> fraction & top;
    const double sign = bits >> (width - 1) & 1 ? -1.0 : 1.0;
    if (exponent == top)
        return mantissa ? (double)NAN : sign * HUGE_VAL;
    if (exponent == 0)
        return sign * ldexp((double)mantissa, type->low - fraction);
    return sign * ldexp((double)(mantissa + (1ull << fraction)), (int)exponent - 1 + type->low - fraction);
}

/* The pattern nearest to a double, ties to even. */
static inline uint64_t reference_encode(const reference_type *type, double value)
{
    const int width = type->bytes * 8, fraction = type->digits - 1;
    const uint64_t sign = signbit(value) ? 1ull << (width - 1) : 0;
    const uint64_t infinity = ((1ull << (width - 1 - fraction)) - 1) << fraction;
    const double size = fabs(value);
    int exponent;
    if (value != value)
        return infinity | 1ull << (fraction - 1);
    if (size == 0)
        return sign;
    if (isinf(size) || size >= ldexp(2.0, 1 - type->low))
        return sign | infinity;
    (void)frexp(size, &exponent);
    exponent = exponent - 1 < type->low ? type->low : exponent - 1;
    const double steps = nearbyint(ldexp(size, fraction - exponent)); /* of the last place */
    const uint64_t bits = ((uint64_t)(exponent - type->low) << fraction) + (uint64_t)steps;
    return sign | (bits > infinity ? infinity : bits);
}

static inline int reference_is_nan(const reference_type *type, uint64_t bits)
{
    const double value = type->kind == 'f' ? reference_decode(type, bits) : 0.0;
    return value != value;
}

/* One element of an operator on integers; shifts and quotients as the standard says, not as C does. */
static inline uint64_t reference_int(isocast_op op, const reference_type *type, uint64_t a, uint64_t b)
{
    const int width = type->bytes * 8, is_signed = type->kind == 'i';
    const uint64_t mask = ~0ull >> (64 - width), sign = 1ull << (width - 1);
    const int a_minus = is_signed && (a & sign), b_minus = is_signed && (b & sign);
    const uint64_t a_size = (a_minus ? 0 - a : a) & mask, b_size = (b_minus ? 0 - b : b) & mask;
    const int less = a_minus != b_minus ? a_minus : a < b; /* two's complement keeps the order within one sign */
    const uint64_t q = b_size ? a_size / b_size : 0, r = b_size ? a_size % b_size : 0;
    switch (op) {
    case ISOCAST_ADD: return (a + b) & mask;
    case ISOCAST_SUB: return (a - b) & mask;
    case ISOCAST_MUL: return (a * b) & mask;
    case ISOCAST_DIV: return (a_minus != b_minus ? 0 - q : q) & mask;
    case ISOCAST_FMOD: return (a_minus ? 0 - r : r) & mask;
    case ISOCAST_MOD:
        if (r == 0 || a_minus == b_minus)
            return (a_minus ? 0 - r : r) & mask;
        return ((a_minus ? 0 - r : r) + b) & mask;
    case ISOCAST_MAX: return less ? b : a;
    case ISOCAST_MIN: return less ? a : b;
    case ISOCAST_EQUAL: return a == b;
    case ISOCAST_GREATER: return !less && a != b;
    case ISOCAST_GREATER_OR_EQUAL: return !less;
    case ISOCAST_LESS: return less;
    case ISOCAST_LESS_OR_EQUAL: return less || a == b;
    case ISOCAST_BITWISE_AND: return a & b;
    case ISOCAST_BITWISE_OR: return a | b;
    case ISOCAST_BITWISE_XOR: return a ^ b;
    case ISOCAST_SHIFT_LEFT: return b_minus || b >= (uint64_t)width ? 0 : (a << b) & mask;
    case ISOCAST_SHIFT_RIGHT:
        if (b_minus || b >= (uint64_t)width)
            return a_minus ? mask : 0;
        return (a >> b | (a_minus ? ~(mask >> b) : 0)) & mask;
    default: return a_minus ? (a * b) & mask : a; /* PRelu */
    }
}

static inline double reference_mod(double x, double y)
{
    const double r = fmod(x, y);
    if (r == 0)
        return copysign(0.0, y);
    return !signbit(r) == !signbit(y) || r != r ? r : r + y;
}

/* One element of an operator on floats. In double, which rounds once more than it should and does no harm: it has
 * more than twice the digits of the smaller types. */
static inline double reference_real(isocast_op op, double a, double b)
{
    const int unordered = a != a || b != b;
    switch (op) {
    case ISOCAST_ADD:
    case ISOCAST_SUM:
    case ISOCAST_MEAN: return a + b;
    case ISOCAST_SUB: return a - b;
    case ISOCAST_MUL: return a * b;
    case ISOCAST_DIV: return a / b;
    case ISOCAST_FMOD: return fmod(a, b);
    case ISOCAST_MOD: return reference_mod(a, b);
    case ISOCAST_MAX: return unordered ? (double)NAN : a > b || (a == b && !signbit(a)) ? a : b;
    case ISOCAST_MIN: return unordered ? (double)NAN : a < b || (a == b && signbit(a)) ? a : b;
    case ISOCAST_EQUAL: return a == b;
    case ISOCAST_GREATER: return a > b;
    case ISOCAST_GREATER_OR_EQUAL: return a >= b;
    case ISOCAST_LESS: return a < b;
    case ISOCAST_LESS_OR_EQUAL: return a <= b;
    default: return a < 0 ? a * b : a; /* PRelu */
    }
}

static inline uint64_t reference_bool(isocast_op op, int a, int b)
{
    return op == ISOCAST_AND ? a && b : op == ISOCAST_OR ? a || b : op == ISOCAST_XOR ? a != b : a == b;
}

static inline int reference_gives_bool(isocast_op op)
{
    return op >= ISOCAST_EQUAL && op <= ISOCAST_XOR;
}

/* The bits an operator of two elements of one type should give. */
static inline uint64_t reference_element(isocast_op op, const reference_type *type, uint64_t a, uint64_t b)
{
    double value;
    if (type->kind == 'b')
        return reference_bool(op, a != 0, b != 0);
    if (type->kind != 'f')
        return reference_int(op, type, a, b);
    value = reference_real(op, reference_decode(type, a), reference_decode(type, b));
    return reference_gives_bool(op) ? (uint64_t)value : reference_encode(type, value);
}

#endif
