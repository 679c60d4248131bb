/* Pow, one element on words: an integer base by an integer exactly, anything with a float through floating point. */
#define ISC_ELEMENTS
#include "element.h"

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_is_real(type);
*/
static int isc_power_is_real(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_below_zero(type, word);
*/
static int isc_is_negative(isocast_type type, uint64_t word)
{
    if (type == ISOCAST_INT8) return word >= 128u;
    if (type == ISOCAST_INT16) return word >= 32768u;
    if (type == ISOCAST_INT32) return word >= 2147483648u;
    return type == ISOCAST_INT64 && word > (uint64_t)INT64_MAX;
}

/* Of a negative exponent: 1 and -1 stay, by the exponent's parity, and any other base gives 0. */
/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures pow_int: \result == isc_reciprocal_of(base, exponent, width);
*/
static uint64_t isc_reciprocal_power(uint64_t base, uint64_t exponent, isocast_idx width)
{
    const uint64_t minus_one = isc_wrap(UINT64_MAX, width);
    //@ assert width == 1 || width == 2 || width == 4 ==> minus_one == isc_modulus(width) - 1;
    //@ assert minus_one == isc_modulus(width) - 1;
    if (base == 1) return 1;
    if (base == minus_one) return exponent % 2u == 1 ? minus_one : 1;
    return 0;
}

/* Clauses: pow-int, pow-float */
uint64_t isc_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    if (isc_power_is_real(x)) return isc_real_power(x, y, a, b);
    if (isc_power_is_real(y)) return isc_whole_power(x, y, a, b);
    if (isc_is_negative(y, b)) return isc_reciprocal_power(a, b, isc_word_width(x));
    return isc_wrap(isc_modular_power(a, b), isc_word_width(x));
}

/* 0 to a negative power, or a float power out of the base's range. Clauses: pow-int */
int isc_power_refused(isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    if (isc_power_is_real(x)) return 0;
    if (isc_power_is_real(y)) return !isc_whole_power_fits(x, y, a, b);
    return a == 0 && isc_is_negative(y, b);
}
