/* Integers and bools, one element on words: a word of `width` bytes is below 256^width, a signed one in two's
 * complement. Must not know about memory or floats. */
#include "element.h"

/* Clauses: int-wrap */
uint64_t isc_wrap(uint64_t word, isocast_idx width)
{
    if (width == 1) return word % 256u;
    if (width == 2) return word % 65536u;
    if (width == 4) return word % 4294967296u;
    return word;
}

int64_t isc_signed_value(uint64_t word, isocast_idx width)
{
    if (width == 1) return word < 128u ? (int64_t)word : (int64_t)word - 256;
    if (width == 2) return word < 32768u ? (int64_t)word : (int64_t)word - 65536;
    if (width == 4) return word < 2147483648u ? (int64_t)word : (int64_t)word - 4294967296;
    return word <= (uint64_t)INT64_MAX ? (int64_t)word : -(int64_t)(UINT64_MAX - word) - 1;
}

/* The word of a number. */
/*@ requires isc_is_width(width) && isc_has_word(value, width);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_word_of(value, width);
*/
static uint64_t isc_signed_word(int64_t value, isocast_idx width)
{
    return isc_wrap(value < 0 ? UINT64_MAX - (uint64_t)-(value + 1) : (uint64_t)value, width);
}

/* Truncated toward zero; the smallest number by -1 is itself. A divisor of 0 has been refused before. Clauses: int-div */
/*@ terminates \true;
    assigns \nothing;
    ensures int_div: \result == isc_quotient_of(a, b);
*/
static int64_t isc_quotient(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    if (b == -1) return a == INT64_MIN ? a : -a;
    return a / b;
}

/* The sign of the dividend. Clauses: mod */
/*@ terminates \true;
    assigns \nothing;
    ensures mod: \result == isc_rest_of(a, b);
    ensures \result != 0 ==> (b > 0 ==> -b < \result < b) && (b < 0 ==> b < \result < -b);
*/
static int64_t isc_rest(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

/* The sign of the divisor. Clauses: mod */
/*@ terminates \true;
    assigns \nothing;
    ensures mod: \result == isc_floored_rest_of(a, b);
    ensures b > 0 ==> 0 <= \result < b;
    ensures b < 0 ==> b < \result <= 0;
*/
static int64_t isc_floored_rest(int64_t a, int64_t b)
{
    const int64_t rest = isc_rest(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/* Past the width, or negative: 0. Clauses: bit-shift */
/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures bit_shift: \result == isc_left_of(a, b, width);
*/
static uint64_t isc_shifted_left(uint64_t a, uint64_t b, isocast_idx width)
{
    return b < (uint64_t)(8 * width) ? a * isc_power_of_two(b) : 0;
}

/* Clauses: bit-shift */
/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures bit_shift: \result == isc_right_of(a, b, width);
    ensures \result <= a;
*/
static uint64_t isc_shifted_right(uint64_t a, uint64_t b, isocast_idx width)
{
    return b < (uint64_t)(8 * width) ? a / isc_power_of_two(b) : 0;
}

/* Rounds down, so that a negative number past the width is -1. Clauses: bit-shift */
/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures bit_shift: \result == isc_signed_right_of(a, b, width);
    ensures a >= 0 ? 0 <= \result <= a : a <= \result < 0;
*/
static int64_t isc_shifted_right_signed(int64_t a, uint64_t b, isocast_idx width)
{
    const uint64_t shift = b < (uint64_t)(8 * width) ? b : 63;
    if (a >= 0) return (int64_t)isc_shifted_right((uint64_t)a, shift, 8);
    return -(int64_t)isc_shifted_right((uint64_t)-(a + 1), shift, 8) - 1;
}

/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures int_div: mod: max_min: compare: bit_shift: \result == isc_unsigned_elt(op, width, a, b);
*/
static uint64_t isc_unsigned(isocast_op op, isocast_idx width, uint64_t a, uint64_t b)
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

/*@ requires isc_is_width(width) && x < isc_modulus(width) && y < isc_modulus(width);
    terminates \true;
    assigns \nothing;
    ensures int_div: mod: max_min: compare: bit_shift: prelu:
      \result == isc_signed_elt(op, width, x, y, isc_number_of(x, width), isc_number_of(y, width));
*/
static uint64_t isc_signed(isocast_op op, isocast_idx width, uint64_t x, uint64_t y)
{
    const int64_t a = isc_signed_value(x, width), b = isc_signed_value(y, width);
    uint64_t word = x;
    int64_t number = a;
    switch (op) {
    case ISOCAST_DIV: number = isc_quotient(a, b); break;
    case ISOCAST_MOD: number = isc_floored_rest(a, b); break;
    case ISOCAST_FMOD: number = isc_rest(a, b); break;
    case ISOCAST_SHIFT_RIGHT: number = isc_shifted_right_signed(a, y, width); break;
    case ISOCAST_MAX: return a > b ? x : y;
    case ISOCAST_MIN: return a < b ? x : y;
    case ISOCAST_GREATER: return a > b;
    case ISOCAST_GREATER_OR_EQUAL: return a >= b;
    case ISOCAST_LESS: return a < b;
    case ISOCAST_LESS_OR_EQUAL: return a <= b;
    default: /* PRelu */
        if (a < 0) word = isc_wrap(x * y, width);
        return word;
    }
    return isc_signed_word(number, width);
}

/*@ terminates \true;
    assigns \nothing;
    ensures op == ISOCAST_BITWISE_AND ==> \result == (a & b);
    ensures op == ISOCAST_BITWISE_OR ==> \result == (a | b);
    ensures op == ISOCAST_BITWISE_XOR ==> \result == (uint64_t)(a ^ b);
    ensures \result == isc_bits_elt(op, a, b);
*/
static uint64_t isc_bits(isocast_op op, uint64_t a, uint64_t b)
{
    if (op == ISOCAST_BITWISE_AND) return a & b;
    return op == ISOCAST_BITWISE_OR ? a | b : a ^ b;
}

/* Clauses: int-wrap, int-div, mod, max-min, compare, bit-shift, prelu */
uint64_t isc_integer(isocast_op op, isocast_idx width, int is_signed, uint64_t a, uint64_t b)
{
    if (op == ISOCAST_ADD) return isc_wrap(a + b, width);
    if (op == ISOCAST_SUB) return isc_wrap(a - b, width);
    if (op == ISOCAST_MUL) return isc_wrap(a * b, width);
    if (op == ISOCAST_SHIFT_LEFT) return isc_wrap(isc_shifted_left(a, b, width), width);
    if (op == ISOCAST_EQUAL) return a == b;
    if (op == ISOCAST_BITWISE_AND || op == ISOCAST_BITWISE_OR || op == ISOCAST_BITWISE_XOR) return isc_bits(op, a, b);
    if (is_signed) return isc_signed(op, width, a, b);
    return isc_unsigned(op, width, a, b);
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
