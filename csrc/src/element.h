/* Elements by family, on words below isc_modulus of their width. */
#ifndef ISC_ELEMENT_H
#define ISC_ELEMENT_H

#include "element_format.h"
#include "element_modular.h"
#include "walk.h"

#include "../logic/element_logic.h"

/* What is left of a word in `width` bytes. Clauses: int-wrap */
/*@ requires isc_is_width(width);
    terminates \true;
    assigns \nothing;
    ensures int_wrap: \result == word % isc_modulus(width);
*/
uint64_t isc_wrap(uint64_t word, isocast_idx width);

/* The number a word of two's complement stands for. */
/*@ requires isc_is_width(width) && word < isc_modulus(width);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_number_of(word, width);
*/
int64_t isc_signed_value(uint64_t word, isocast_idx width);

/*@ requires isc_is_width(width) && a < isc_modulus(width) && b < isc_modulus(width);
    terminates \true;
    assigns \nothing;
    ensures int_wrap: int_div: mod: max_min: compare: bit_shift: prelu:
      \result == isc_integer_elt(op, width, is_signed, a, b);
*/
uint64_t isc_integer(isocast_op op, isocast_idx width, int is_signed, uint64_t a, uint64_t b);

/*@ terminates \true;
    assigns \nothing;
    ensures logic: compare: \result == isc_truth_elt(op, a, b);
*/
uint64_t isc_truth(isocast_op op, uint64_t a, uint64_t b);

/* Bytes of an element that is a word. */
/*@ requires isc_is_width(isc_word_bytes(type));
    terminates \true;
    assigns \nothing;
    ensures \result == isc_word_bytes(type);
*/
isocast_idx isc_word_width(isocast_type type);

#ifdef ISC_ELEMENTS /* element.c, element_power.c */
/*@ requires isc_is_width(isc_word_bytes(x)) && isc_is_width(isc_word_bytes(y));
    requires a < isc_modulus(isc_word_bytes(x)) && b < isc_modulus(isc_word_bytes(y));
    terminates \true;
    assigns \nothing;
    ensures pow_int: pow_float: \result == isc_power_elt(x, y, a, b);
*/
uint64_t isc_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/*@ requires isc_is_width(isc_word_bytes(x)) && isc_is_width(isc_word_bytes(y));
    requires a < isc_modulus(isc_word_bytes(x)) && b < isc_modulus(isc_word_bytes(y));
    terminates \true;
    assigns \nothing;
    ensures pow_int: \result <==> isc_power_without(x, y, a, b);
*/
int isc_power_refused(isocast_type x, isocast_type y, uint64_t a, uint64_t b);
#endif

/* element_real.c: floating point, with a number of any type as a double, and a double as its bits.
 * The double of a word; the word of a floating-point type nearest to a double. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_wide_of(type, word);
*/
uint64_t isc_wide_word(isocast_type type, uint64_t word);

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_short_of(type, x);
    ensures isc_is_real(type) == 1 ==> \result < isc_modulus(isc_word_bytes(type));
*/
uint64_t isc_short_word(isocast_type type, uint64_t x);

/* Truncates a double into a word of an integer type of 32 or 64 bits; 0 if none has that value, and the word is 0. */
/*@ requires \valid(word) && isc_is_width(isc_word_bytes(type));
    terminates \true;
    assigns *word;
    ensures \result == isc_is_truncated(type, x);
    ensures *word == isc_truncated_of(type, x);
*/
int isc_truncated_word(isocast_type type, uint64_t x, uint64_t *word);

/*@ terminates \true;
    assigns \nothing;
    ensures sum_mean: prelu: mod: max_min: compare: \result == isc_real_elt(op, type, a, b);
    ensures isc_is_real(type) == 1 && a < isc_modulus(isc_word_bytes(type)) && b < isc_modulus(isc_word_bytes(type)) ==>
      \result < isc_modulus(isc_word_bytes(type));
*/
uint64_t isc_real(isocast_op op, isocast_type type, uint64_t a, uint64_t b);

/*@ terminates \true;
    assigns \nothing;
    ensures pow_float: \result == isc_real_power_elt(x, y, a, b);
*/
uint64_t isc_real_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/*@ requires isc_is_width(isc_word_bytes(x));
    terminates \true;
    assigns \nothing;
    ensures pow_int: \result == isc_whole_power_elt(x, y, a, b);
*/
uint64_t isc_whole_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/*@ requires isc_is_width(isc_word_bytes(x));
    terminates \true;
    assigns \nothing;
    ensures pow_int: \result <==> isc_whole_power_in_range(x, y, a, b);
*/
int isc_whole_power_fits(isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/* A word of one type as one of a floating-point type. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_conversion_elt(from, to, word);
    ensures isc_is_real(to) == 1 ==> \result < isc_modulus(isc_word_bytes(to));
*/
uint64_t isc_real_converted(isocast_type from, isocast_type to, uint64_t word);

/* The word of a floating-point type nearest to a whole number. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_count_elt(type, count);
    ensures isc_is_real(type) == 1 ==> \result < isc_modulus(isc_word_bytes(type));
*/
uint64_t isc_real_count(isocast_type type, isocast_idx count);

/* The same conversions, of doubles as they are. */
/*@ terminates \true; assigns \nothing; */
double isc_number(isocast_type type, uint64_t word);
/*@ terminates \true;
    assigns \nothing;
    ensures isc_is_real(type) == 1 ==> \result < isc_modulus(isc_word_bytes(type));
*/
uint64_t isc_rounded(isocast_type type, double value);
/*@ requires \valid(word) && isc_is_width(isc_word_bytes(type));
    terminates \true;
    assigns *word;
*/
int isc_truncated(isocast_type type, double value, uint64_t *word);

#endif
