/* Conversions between floating-point formats on words, with nothing but integer arithmetic: no shifts and no masks, which
 * the provers do not know, and no floats. Compilers make shifts and masks of it. */
/* WP: Typed -wp-pruning -wp-ground */
#include "element_format.h"

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures isc_power_of_two_of(s) == isc_two_6(s);
   ensures s <= 11 ==> isc_power_of_two_of(s) <= 2048; @/
void isc_reveal_power_of_two(uint64_t s) {}

/@ terminates \true;
   assigns \nothing;
   ensures isc_power_of_two_of(0) == 1 && isc_power_of_two_of(7) == 128 && isc_power_of_two_of(10) == 1024;
   ensures isc_power_of_two_of(23) == 8388608; @/
void isc_reveal_known_powers(void) {}
*/

uint64_t isc_power_of_two(uint64_t shift)
{
    //@ ghost isc_reveal_power_of_two(shift);
    const uint64_t one = shift % 2u == 1 ? 2 : 1;
    const uint64_t two = shift / 2u % 2u == 1 ? 4u * one : one;
    //@ assert 1 <= two <= 8 && two == isc_two_2(shift);
    const uint64_t three = shift / 4u % 2u == 1 ? 16u * two : two;
    //@ assert 1 <= three <= 128 && three == isc_two_3(shift);
    const uint64_t four = shift / 8u % 2u == 1 ? 256u * three : three;
    //@ assert 1 <= four <= 32768 && four == isc_two_4(shift);
    const uint64_t five = shift / 16u % 2u == 1 ? 65536u * four : four;
    //@ assert 1 <= five <= 2147483648 && five == isc_two_5(shift);
    return shift / 32u % 2u == 1 ? 4294967296u * five : five;
}

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures digits >= unit || exponent == 0 ==>
     isc_normal_of(digits, exponent, unit) == exponent * ISC_UNIT_64 + (digits - unit) * (ISC_UNIT_64 / unit);
   ensures digits < unit && exponent > 0 ==>
     isc_normal_of(digits, exponent, unit) == isc_normal_of(2 * digits, exponent - 1, unit); @/
void isc_reveal_normal(uint64_t digits, uint64_t exponent, uint64_t unit) {}
*/

/*@ ghost
/@ requires s < 23;
   terminates \true;
   assigns \nothing;
   ensures isc_power_of_two_of(s + 1) == 2 * isc_power_of_two_of(s); @/
void isc_reveal_next_power(uint64_t s)
{
    if (s % 2u == 0) {
        /@ assert (s + 1) / 2 == s / 2 && (s + 1) / 4 == s / 4 && (s + 1) / 8 == s / 8; @/
    } else if (s / 2u % 2u == 0) {
        /@ assert (s + 1) / 2 == s / 2 + 1 && (s + 1) / 4 == s / 4 && (s + 1) / 8 == s / 8; @/
    } else if (s / 4u % 2u == 0) {
        /@ assert (s + 1) / 4 == s / 4 + 1 && (s + 1) / 8 == s / 8; @/
    } else if (s / 8u % 2u == 0) {
        /@ assert s == 7; @/
    } else {
        /@ assert s == 15; @/
    }
}
*/

/* The double of a number below the smallest normal one. */
/*@ requires 1 <= fraction < unit && ((unit == 1024 && first == 1009) || ((unit == 128 || unit == 8388608) && first == 897));
    terminates \true;
    assigns \nothing;
    ensures \result == isc_normal_of(fraction, first, unit);
    ensures \result < 1023 * ISC_UNIT_64;
*/
static uint64_t isc_normal(uint64_t fraction, uint64_t unit, uint64_t first)
{
    uint64_t number = fraction, doublings = 0;
    //@ ghost isc_reveal_known_powers();
    /*@ loop invariant 1 <= number < 2 * unit && 0 <= doublings <= (unit == 1024 ? 10 : unit == 128 ? 7 : 23);
        loop invariant isc_normal_of(number, first - doublings, unit) == isc_normal_of(fraction, first, unit);
        loop invariant number >= isc_power_of_two_of(doublings);
        loop assigns number, doublings;
        loop variant 23 - doublings;
    */
    while (number < unit) {
        //@ ghost isc_reveal_normal(number, (uint64_t)(first - doublings), unit);
        //@ ghost isc_reveal_next_power(doublings);
        number *= 2u;
        doublings++;
    }
    //@ ghost isc_reveal_normal(number, (uint64_t)(first - doublings), unit);
    return (first - doublings) * ISC_UNIT_64 + (number - unit) * (ISC_UNIT_64 / unit);
}

/*@ requires isc_is_format(top, unit, first) && field < top / unit && fraction < unit;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_wide_size(field, fraction, top, unit, first);
    ensures \result < ISC_SIGN_64;
*/
static uint64_t isc_wide(uint64_t field, uint64_t fraction, uint64_t top, uint64_t unit, uint64_t first)
{
    const uint64_t step = ISC_UNIT_64 / unit, half = unit / 2u, last = top / unit - 1u;
    //@ assert step == ISC_UNIT_64 / unit && half == unit / 2 && last == top / unit - 1 && half >= 1 && last <= 255;
    //@ assert 0 <= fraction * step < ISC_UNIT_64;
    //@ assert 0 <= (fraction % half) * step < ISC_UNIT_64 / 2;
    if (field == last) {
        if (fraction == 0) return ISC_INFINITY_64;
        const uint64_t payload = fraction % half * step;
        //@ assert payload == (fraction % (unit / 2)) * (ISC_UNIT_64 / unit);
        return ISC_INFINITY_64 + ISC_UNIT_64 / 2u + payload;
    }
    if (field > 0) {
        const uint64_t exponent = field + first - 1u, digits = fraction * step;
        //@ assert exponent == field + first - 1 && exponent < 2047 && digits == fraction * (ISC_UNIT_64 / unit);
        return exponent * ISC_UNIT_64 + digits;
    }
    return fraction == 0 ? 0 : isc_normal(fraction, unit, first);
}

uint64_t isc_widened(uint64_t word, uint64_t top, uint64_t unit, uint64_t first)
{
    const uint64_t size = isc_wide(word % top / unit, word % top % unit, top, unit, first);
    return word / top % 2u == 1 ? ISC_SIGN_64 + size : size;
}

/* A word divided by a unit, to nearest even. */
/*@ requires 1 <= unit <= ISC_SIGN_64 && word < 2 * ISC_UNIT_64;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_nearest_of(word, unit);
    ensures nearest: 2 * word - unit <= 2 * (\result * unit) <= 2 * word + unit;
    ensures even: 2 * (\result * unit) == 2 * word - unit || 2 * (\result * unit) == 2 * word + unit ==>
      \result % 2 == 0;
    ensures \result <= word / unit + 1;
*/
static uint64_t isc_nearest(uint64_t word, uint64_t unit)
{
    const uint64_t quotient = word / unit, rest = word % unit;
    //@ assert word == quotient * unit + rest && rest < unit;
    const uint64_t next = quotient + 1u;
    //@ assert next * unit == quotient * unit + unit;
    if (rest > unit - rest || (rest == unit - rest && quotient % 2u == 1)) return next;
    return quotient;
}

/* The bits of a double that is no NaN, without the sign. */
/*@ requires isc_has_digits(unit, digits) && first == (unit == 1024 ? 1009 : 897);
    requires field <= 2047 && significand < 2 * ISC_UNIT_64;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_narrow_finite(field, significand, unit, first, digits);
*/
static uint64_t isc_narrow(uint64_t field, uint64_t significand, uint64_t unit, uint64_t first, uint64_t digits)
{
    const uint64_t lost = 52u - digits, start = first - digits - 1u;
    //@ assert lost == 52 - digits && start == first - digits - 1;
    if (field < start) return 0;
    if (field < first) {
        const uint64_t shift = lost + (first - field);
        //@ assert shift == 52 - digits + first - field;
        return isc_nearest(significand, isc_power_of_two(shift));
    }
    const uint64_t rounded = isc_nearest(significand, isc_power_of_two(lost)), whole = (field - first) * unit;
    //@ assert rounded == isc_nearest_of(significand, isc_power_of_two_of(52 - digits));
    //@ assert whole == (field - first) * unit && whole <= 2048 * 8388608 && rounded <= significand + 1;
    return whole + rounded;
}

uint64_t isc_narrowed(uint64_t word, uint64_t top, uint64_t unit, uint64_t first, uint64_t digits)
{
    const uint64_t size = word % ISC_SIGN_64, minus = word < ISC_SIGN_64 ? 0 : top, infinity = top - unit;
    if (size > ISC_INFINITY_64)
        return minus + infinity + unit / 2u + size % ISC_UNIT_64 / (ISC_UNIT_64 / unit) % (unit / 2u);
    const uint64_t bits = isc_narrow(size / ISC_UNIT_64, ISC_UNIT_64 + size % ISC_UNIT_64, unit, first, digits);
    return minus + (bits < infinity ? bits : infinity);
}

/* The integer part of a double below 2^64. */
/*@ requires field < 1087 && significand < 2 * ISC_UNIT_64;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_whole_of(field, significand);
*/
static uint64_t isc_whole(uint64_t field, uint64_t significand)
{
    if (field < 1023u) return 0;
    if (field <= 1075u) return significand / isc_power_of_two(1075u - field);
    //@ ghost isc_reveal_power_of_two(field - 1075u);
    const uint64_t scale = isc_power_of_two(field - 1075u);
    //@ assert scale == isc_power_of_two_of(field - 1075) && 1 <= scale <= 2048;
    //@ assert significand * scale <= 9007199254740991 * 2048;
    return significand * scale;
}

int isc_held(uint64_t x, int is_signed, uint64_t modulus, uint64_t *word)
{
    const uint64_t size = x % ISC_SIGN_64, half = modulus / 2u;
    const int negative = x >= ISC_SIGN_64;
    *word = 0;
    if (size >= 1087u * ISC_UNIT_64) return 0; /* NaN too */
    const uint64_t whole = isc_whole(size / ISC_UNIT_64, ISC_UNIT_64 + size % ISC_UNIT_64);
    //@ assert whole == isc_whole_size(size);
    //@ assert size == (negative ? x - ISC_SIGN_64 : x);
    //@ assert isc_whole_number(x) == (negative ? -whole : whole);
    if (negative) {
        if (whole > (is_signed ? half + 1u : 0)) return 0;
        *word = whole == 0 ? 0 : modulus - (whole - 1u);
        return 1;
    }
    if (whole > (is_signed ? half : modulus)) return 0;
    *word = whole;
    return 1;
}
