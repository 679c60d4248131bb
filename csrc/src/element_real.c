/* Floating point, one element on words. Everything is computed in double, which holds every number of the shorter
 * types, and rounded once to the type: for + - * / that is the correctly rounded result, because double has more than
 * twice their digits and two. The rounding in force must be to nearest even.
 * Doubles are their bits here, and all but the operations of element_ieee.c is integer arithmetic. */
#define ISC_REALS
#include "element.h"
#include "element_ieee.h"

/* The double nearest to an integer. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_double_of_number(number);
*/
static uint64_t isc_nearest_of_number(int64_t number)
{
    if (number >= 0) return isc_ieee_nearest((uint64_t)number);
    return ISC_SIGN_64 + isc_ieee_nearest((uint64_t)-(number + 1) + 1u) % ISC_SIGN_64;
}

uint64_t isc_wide_word(isocast_type type, uint64_t word)
{
    switch (type) {
    case ISOCAST_DOUBLE: return word;
    case ISOCAST_FLOAT: return isc_widened(word, ISC_FORMAT_SINGLE);
    case ISOCAST_FLOAT16: return isc_widened(word, ISC_FORMAT_HALF);
    case ISOCAST_BFLOAT16: return isc_widened(word, ISC_FORMAT_BRAIN);
    case ISOCAST_INT8:
    case ISOCAST_INT16:
    case ISOCAST_INT32:
    case ISOCAST_INT64: {
        const isocast_idx width = isc_word_width(type);
        return isc_nearest_of_number(isc_signed_value(isc_wrap(word, width), width));
    }
    default: break;
    }
    return isc_ieee_nearest(word);
}

uint64_t isc_short_word(isocast_type type, uint64_t x)
{
    switch (type) {
    case ISOCAST_DOUBLE: return x;
    case ISOCAST_FLOAT: return isc_narrowed(x, ISC_FORMAT_SINGLE, 23);
    case ISOCAST_FLOAT16: return isc_narrowed(x, ISC_FORMAT_HALF, 10);
    default: break;
    }
    return isc_narrowed(x, ISC_FORMAT_BRAIN, 7);
}

uint64_t isc_real_converted(isocast_type from, isocast_type to, uint64_t word)
{
    return isc_short_word(to, isc_wide_word(from, word));
}

uint64_t isc_real_count(isocast_type type, isocast_idx count)
{
    return isc_short_word(type, isc_nearest_of_number(count));
}

int isc_truncated_word(isocast_type type, uint64_t x, uint64_t *word)
{
    const int is_signed = type == ISOCAST_INT32 || type == ISOCAST_INT64, is_wide = isc_word_width(type) == 8;
    return isc_held(x, is_signed, is_wide ? UINT64_MAX : UINT32_MAX, word);
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_is_nan(x);
*/
static int isc_nan(uint64_t x)
{
    return x % ISC_SIGN_64 > ISC_INFINITY_64;
}

/* Doubles in their order; both zeros are 0. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_rank_of(x);
*/
static int64_t isc_rank(uint64_t x)
{
    return x < ISC_SIGN_64 ? (int64_t)x : -(int64_t)(x - ISC_SIGN_64);
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_below(x, y);
*/
static int isc_less(uint64_t x, uint64_t y)
{
    return !isc_nan(x) && !isc_nan(y) && isc_rank(x) < isc_rank(y);
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_equal(x, y);
*/
static int isc_same(uint64_t x, uint64_t y)
{
    return !isc_nan(x) && !isc_nan(y) && isc_rank(x) == isc_rank(y);
}

/* Both operators of Mod, with opset 28's special values. Clauses: mod */
/*@ terminates \true;
    assigns \nothing;
    ensures mod: \result == isc_real_rest_of(op, y, isc_fmod_of(x, y));
*/
static uint64_t isc_real_rest(isocast_op op, uint64_t x, uint64_t y)
{
    const uint64_t rest = isc_ieee_fmod(x, y);
    if (isc_nan(rest)) return ISC_NAN_64;
    if (op == ISOCAST_FMOD) return rest;
    if (isc_same(rest, 0)) return y < ISC_SIGN_64 ? 0 : ISC_SIGN_64;
    const int rest_is_negative = isc_less(rest, 0), divisor_is_negative = isc_less(y, 0);
    return rest_is_negative != divisor_is_negative ? isc_ieee_sum(rest, y) : rest;
}

/* NaN absorbs, +0 is above -0; bits are kept. Clauses: max-min */
/*@ terminates \true;
    assigns \nothing;
    ensures max_min: \result == isc_extremum_of(op, x, y, a, b);
*/
static uint64_t isc_extremum(isocast_op op, uint64_t x, uint64_t y, uint64_t a, uint64_t b)
{
    const int is_max = op == ISOCAST_MAX;
    const int64_t i = isc_rank(x), j = isc_rank(y);
    if (isc_nan(x)) return a;
    if (isc_nan(y)) return b;
    if (i == j) return (x < ISC_SIGN_64) == is_max ? a : b;
    return (i > j) == is_max ? a : b;
}

/* Clauses: compare */
/*@ terminates \true;
    assigns \nothing;
    ensures compare: \result == isc_comparison_of(op, x, y);
*/
static uint64_t isc_comparison(isocast_op op, uint64_t x, uint64_t y)
{
    const int below = isc_less(x, y), above = isc_less(y, x), same = isc_same(x, y);
    if (op == ISOCAST_EQUAL) return (uint64_t)same;
    if (op == ISOCAST_GREATER) return (uint64_t)above;
    if (op == ISOCAST_GREATER_OR_EQUAL) return (uint64_t)(above + same);
    if (op == ISOCAST_LESS) return (uint64_t)below;
    return (uint64_t)(below + same);
}

/* Clauses: sum-mean, prelu, mod */
/*@ terminates \true;
    assigns \nothing;
    ensures sum_mean: prelu: mod: \result == isc_double_elt(op, x, y);
*/
static uint64_t isc_double_result(isocast_op op, uint64_t x, uint64_t y)
{
    const int negative = isc_less(x, 0);
    switch (op) {
    case ISOCAST_SUB: return isc_ieee_difference(x, y);
    case ISOCAST_MUL: return isc_ieee_product(x, y);
    case ISOCAST_DIV: return isc_ieee_ratio(x, y);
    case ISOCAST_MOD:
    case ISOCAST_FMOD: return isc_real_rest(op, x, y);
    case ISOCAST_PRELU: return negative ? isc_ieee_product(y, x) : x;
    default: break;
    }
    return isc_ieee_sum(x, y);
}

/* Clauses: sum-mean, prelu, mod, max-min, compare */
uint64_t isc_real(isocast_op op, isocast_type type, uint64_t a, uint64_t b)
{
    const uint64_t x = isc_wide_word(type, a), y = isc_wide_word(type, b);
    switch (op) {
    case ISOCAST_ADD:
    case ISOCAST_SUM:
    case ISOCAST_MEAN:
    case ISOCAST_SUB:
    case ISOCAST_MUL:
    case ISOCAST_DIV:
    case ISOCAST_MOD:
    case ISOCAST_FMOD:
    case ISOCAST_PRELU: return isc_short_word(type, isc_double_result(op, x, y));
    case ISOCAST_MAX:
    case ISOCAST_MIN: return isc_extremum(op, x, y, a, b);
    default: break;
    }
    return isc_comparison(op, x, y);
}

/* C99's special values, of signalling NaN too. Clauses: pow-float */
/*@ terminates \true;
    assigns \nothing;
    ensures pow_float: \result == isc_double_power_of(x, y);
*/
static uint64_t isc_double_power(uint64_t x, uint64_t y)
{
    return isc_same(y, 0) || x == ISC_ONE_64 ? ISC_ONE_64 : isc_ieee_pow(x, y);
}

/* In double, rounded once to the base's type. Clauses: pow-float */
uint64_t isc_real_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    return isc_short_word(x, isc_double_power(isc_wide_word(x, a), isc_wide_word(y, b)));
}

/* An integer base by a float, truncated; 0 where it does not fit. Clauses: pow-int */
uint64_t isc_whole_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    uint64_t word;
    (void)isc_truncated_word(x, isc_double_power(isc_wide_word(x, a), isc_wide_word(y, b)), &word);
    return word;
}

/* Clauses: pow-int */
int isc_whole_power_fits(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    uint64_t word;
    return isc_truncated_word(x, isc_double_power(isc_wide_word(x, a), isc_wide_word(y, b)), &word);
}

double isc_number(isocast_type type, uint64_t word)
{
    return isc_double_of(isc_wide_word(type, word));
}

uint64_t isc_rounded(isocast_type type, double value)
{
    return isc_short_word(type, isc_bits_of(value));
}

int isc_truncated(isocast_type type, double value, uint64_t *word)
{
    return isc_truncated_word(type, isc_bits_of(value), word);
}
