/* Integers and bools, one element on words: a word of `width` bytes is below 256^width, a signed one in two's
 * complement. Must not know about memory or floats. */
#include "drivers.h"

/* What is left of a word in `width` bytes. Clauses: int-wrap */
uint64_t isc_wrap(uint64_t word, isc_idx width)
{
    if (width == 1) return word % 256u;
    if (width == 2) return word % 65536u;
    if (width == 4) return word % 4294967296u;
    return word;
}

/* The number a word of two's complement stands for. */
int64_t isc_signed_value(uint64_t word, isc_idx width)
{
    if (width == 1) return word < 128u ? (int64_t)word : (int64_t)word - 256;
    if (width == 2) return word < 32768u ? (int64_t)word : (int64_t)word - 65536;
    if (width == 4) return word < 2147483648u ? (int64_t)word : (int64_t)word - 4294967296;
    return word <= (uint64_t)INT64_MAX ? (int64_t)word : -(int64_t)(UINT64_MAX - word) - 1;
}

/* And back. */
uint64_t isc_signed_word(int64_t value, isc_idx width)
{
    return isc_wrap(value < 0 ? UINT64_MAX - (uint64_t)-(value + 1) : (uint64_t)value, width);
}

/* Truncated toward zero; the smallest number by -1 is itself. A divisor of 0 has been refused before. Clauses: int-div */
static int64_t isc_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    if (b == -1) return a == INT64_MIN ? a : -a;
    return a / b;
}

/* The sign of the dividend. Clauses: mod */
static int64_t isc_rest(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

/* The sign of the divisor. Clauses: mod */
static int64_t isc_floored_rest(int64_t a, int64_t b)
{
    const int64_t rest = isc_rest(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* 2^shift, or 0 past the last bit of a word. */
static uint64_t isc_power_of_two(uint64_t shift)
{
    return shift < 64 ? (uint64_t)1 << shift : 0;
}

/* Past the width, or negative: 0. Clauses: bit-shift */
static uint64_t isc_shifted_left(uint64_t a, uint64_t b, isc_idx width)
{
    return b < (uint64_t)(8 * width) ? a * isc_power_of_two(b) : 0;
}

/* Clauses: bit-shift */
static uint64_t isc_shifted_right(uint64_t a, uint64_t b, isc_idx width)
{
    return b < (uint64_t)(8 * width) ? a / isc_power_of_two(b) : 0;
}

/* Rounds down, so that a negative number past the width is -1. Clauses: bit-shift */
static int64_t isc_shifted_right_signed(int64_t a, uint64_t b, isc_idx width)
{
    const uint64_t shift = b < (uint64_t)(8 * width) ? b : 63;
    if (a >= 0) return (int64_t)isc_shifted_right((uint64_t)a, shift, 8);
    return -(int64_t)isc_shifted_right((uint64_t)-(a + 1), shift, 8) - 1;
}

static uint64_t isc_unsigned(isocast_op op, isc_idx width, uint64_t a, uint64_t b)
{
    switch (op) {
    case ISOCAST_DIV: return b == 0 ? 0 : a / b;
    case ISOCAST_MOD:
    case ISOCAST_FMOD: return b == 0 ? 0 : a % b;
    case ISOCAST_MAX: return a > b ? a : b;
    case ISOCAST_MIN: return a < b ? a : b;
    case ISOCAST_GREATER: return a > b;
    case ISOCAST_GREATER_OR_EQUAL: return a >= b;
    case ISOCAST_LESS: return a < b;
    case ISOCAST_LESS_OR_EQUAL: return a <= b;
    case ISOCAST_SHIFT_RIGHT: return isc_shifted_right(a, b, width);
    default: return a; /* PRelu: never below 0 */
    }
}

static uint64_t isc_signed(isocast_op op, isc_idx width, uint64_t x, uint64_t y)
{
    const int64_t a = isc_signed_value(x, width), b = isc_signed_value(y, width);
    switch (op) {
    case ISOCAST_DIV: return isc_signed_word(isc_quotient(a, b), width);
    case ISOCAST_MOD: return isc_signed_word(isc_floored_rest(a, b), width);
    case ISOCAST_FMOD: return isc_signed_word(isc_rest(a, b), width);
    case ISOCAST_MAX: return a > b ? x : y;
    case ISOCAST_MIN: return a < b ? x : y;
    case ISOCAST_GREATER: return a > b;
    case ISOCAST_GREATER_OR_EQUAL: return a >= b;
    case ISOCAST_LESS: return a < b;
    case ISOCAST_LESS_OR_EQUAL: return a <= b;
    case ISOCAST_SHIFT_RIGHT: return isc_signed_word(isc_shifted_right_signed(a, y, width), width);
    default: return a < 0 ? isc_wrap(x * y, width) : x; /* PRelu */
    }
}

/* Clauses: int-wrap, int-div, mod, max-min, compare, bit-shift, prelu */
uint64_t isc_integer(isocast_op op, isc_idx width, int is_signed, uint64_t a, uint64_t b)
{
    switch (op) {
    case ISOCAST_ADD: return isc_wrap(a + b, width);
    case ISOCAST_SUB: return isc_wrap(a - b, width);
    case ISOCAST_MUL: return isc_wrap(a * b, width);
    case ISOCAST_EQUAL: return a == b;
    case ISOCAST_BITWISE_AND: return a & b;
    case ISOCAST_BITWISE_OR: return a | b;
    case ISOCAST_BITWISE_XOR: return a ^ b;
    case ISOCAST_SHIFT_LEFT: return isc_wrap(isc_shifted_left(a, b, width), width);
    default: return is_signed ? isc_signed(op, width, a, b) : isc_unsigned(op, width, a, b);
    }
}

/* Any byte but 0 is true. Clauses: logic, compare */
uint64_t isc_truth(isocast_op op, uint64_t a, uint64_t b)
{
    const int x = a != 0, y = b != 0;
    switch (op) {
    case ISOCAST_AND: return x && y;
    case ISOCAST_OR: return x || y;
    case ISOCAST_XOR: return x != y;
    default: return x == y; /* Equal */
    }
}
