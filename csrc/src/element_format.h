/* Words of the floating-point types and doubles, which are words themselves: conversions, on integers. */
#ifndef ISC_ELEMENT_FORMAT_H
#define ISC_ELEMENT_FORMAT_H

#include <stdint.h>

#include "../logic/format_logic.h"

/* 2^shift, by the binary digits of the shift. */
/*@ requires shift < 64;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_power_of_two_of(shift);
    ensures 1 <= \result <= ISC_SIGN_64;
*/
uint64_t isc_power_of_two(uint64_t shift);

/* The double equal to a word of a format; a NaN comes out quiet. */
/*@ requires isc_is_format(top, unit, first);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_widened_of(word, top, unit, first);
*/
uint64_t isc_widened(uint64_t word, uint64_t top, uint64_t unit, uint64_t first);

/* The word of a format nearest to a double, in the middle the even one; a NaN comes out quiet. */
/*@ requires isc_is_format(top, unit, first) && isc_has_digits(unit, digits);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_narrowed_of(word, top, unit, first, digits);
    ensures \result < 2 * top;
*/
uint64_t isc_narrowed(uint64_t word, uint64_t top, uint64_t unit, uint64_t first, uint64_t digits);

/* Truncates a double into 32 or 64 bits; 0 if they do not hold that number, and the word is then 0. */
/*@ requires \valid(word);
    requires modulus == 4294967295 || modulus == 18446744073709551615;
    terminates \true;
    assigns *word;
    ensures \result == isc_is_held(x, is_signed, modulus + 1);
    ensures \result == 1 ==> *word == (isc_whole_number(x) < 0 ? isc_whole_number(x) + modulus + 1 : isc_whole_number(x));
    ensures \result == 0 ==> *word == 0;
*/
int isc_held(uint64_t x, int is_signed, uint64_t modulus, uint64_t *word);

#endif
