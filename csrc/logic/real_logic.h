/* What the operators make of floating-point words: conversions, comparisons and special values are defined here, on
 * integers. Only annotations: nothing to compile.
 *
 * A number of any type is computed with as a double, and a double is its 64 bits. Six operations on doubles are functions
 * nothing is said about: IEEE 754 as the processor and the mathematical library have it. */
#ifndef ISC_REAL_LOGIC_H
#define ISC_REAL_LOGIC_H

#include "format_logic.h"

#define ISC_ONE_64 4607182418800017408u /* 1.0 */
#define ISC_NAN_64 9221120237041090560u /* quiet, positive, without a payload */

/*@ // 1 or 0.
    logic integer isc_is_real(integer type) =
      type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? 1 : 0;
    logic integer isc_is_signed(integer type) =
      type == ISOCAST_INT8 || type == ISOCAST_INT16 || type == ISOCAST_INT32 || type == ISOCAST_INT64 ? 1 : 0;

    // The number of a word in two's complement, and the word of a number.
    logic integer isc_number_of(integer word, integer width) =
      2 * word < isc_modulus(width) ? word : word - isc_modulus(width);
    logic integer isc_word_of(integer number, integer width) = number < 0 ? number + isc_modulus(width) : number;
*/

/*@ axiomatic isc_Doubles {
      logic integer isc_sum_of(integer x, integer y);
      logic integer isc_difference_of(integer x, integer y);
      logic integer isc_product_of(integer x, integer y);
      logic integer isc_ratio_of(integer x, integer y);
      logic integer isc_fmod_of(integer x, integer y);
      logic integer isc_pow_of(integer x, integer y);
      logic integer isc_nearest_double(integer number); // of an integer from 0 on
    } */

#ifndef ISC_REALS /* opaque but where floating-point elements are computed */
/*@ axiomatic isc_Reals {
      logic integer isc_real_elt(integer op, integer type, integer a, integer b);
      logic integer isc_real_power_elt(integer x, integer y, integer a, integer b);
      logic integer isc_whole_power_elt(integer x, integer y, integer a, integer b);
      predicate isc_whole_power_in_range(integer x, integer y, integer a, integer b);
      // The double of a word, as its bits; the word nearest to a double; a double truncated, and whether it can be.
      logic integer isc_wide_of(integer type, integer word);
      logic integer isc_short_of(integer type, integer x);
      logic integer isc_is_truncated(integer type, integer x);
      logic integer isc_truncated_of(integer type, integer x);
      // A word of one type as one of another; the word of a whole number.
      logic integer isc_conversion_elt(integer from, integer to, integer word);
      logic integer isc_count_elt(integer type, integer count);
    } */
#else
/*@ // The double of a word of any number type: equal to it, but for integers past 2^53, of which it is the nearest.
    logic integer isc_double_of_number(integer number) =
      number < 0 ? ISC_SIGN_64 + isc_nearest_double(-number) % ISC_SIGN_64 : isc_nearest_double(number);
    logic integer isc_wide_of(integer type, integer word) =
      type == ISOCAST_DOUBLE ? word :
      type == ISOCAST_FLOAT ? isc_widened_of(word, ISC_FORMAT_SINGLE) :
      type == ISOCAST_FLOAT16 ? isc_widened_of(word, ISC_FORMAT_HALF) :
      type == ISOCAST_BFLOAT16 ? isc_widened_of(word, ISC_FORMAT_BRAIN) :
      isc_is_signed(type) == 1 ?
        isc_double_of_number(isc_number_of(word % isc_modulus(isc_word_bytes(type)), isc_word_bytes(type))) :
        isc_nearest_double(word);
    // The word of a floating-point type nearest to a double.
    logic integer isc_short_of(integer type, integer x) =
      type == ISOCAST_DOUBLE ? x :
      type == ISOCAST_FLOAT ? isc_narrowed_of(x, ISC_FORMAT_SINGLE, 23) :
      type == ISOCAST_FLOAT16 ? isc_narrowed_of(x, ISC_FORMAT_HALF, 10) : isc_narrowed_of(x, ISC_FORMAT_BRAIN, 7);

    // Comparisons of doubles: no order with a NaN, and -0 equals 0.
    logic integer isc_is_nan(integer x) = x % ISC_SIGN_64 > ISC_INFINITY_64 ? 1 : 0;
    logic integer isc_rank_of(integer x) = x < ISC_SIGN_64 ? x : ISC_SIGN_64 - x;
    logic integer isc_below(integer x, integer y) =
      isc_is_nan(x) == 0 && isc_is_nan(y) == 0 && isc_rank_of(x) < isc_rank_of(y) ? 1 : 0;
    logic integer isc_equal(integer x, integer y) =
      isc_is_nan(x) == 0 && isc_is_nan(y) == 0 && isc_rank_of(x) == isc_rank_of(y) ? 1 : 0;

    // Clauses: mod. Both operators of Mod, with opset 28's special values.
    logic integer isc_real_rest_of(integer op, integer y, integer rest) =
      isc_is_nan(rest) == 1 ? ISC_NAN_64 : op == ISOCAST_FMOD ? rest :
      isc_equal(rest, 0) == 1 ? (y < ISC_SIGN_64 ? 0 : ISC_SIGN_64) :
      isc_below(rest, 0) != isc_below(y, 0) ? isc_sum_of(rest, y) : rest;
    // Clauses: max-min. NaN absorbs, +0 is above -0, bits are kept.
    logic integer isc_extremum_of(integer op, integer x, integer y, integer a, integer b) =
      isc_is_nan(x) == 1 ? a : isc_is_nan(y) == 1 ? b :
      isc_rank_of(x) == isc_rank_of(y) ? ((x < ISC_SIGN_64) == (op == ISOCAST_MAX) ? a : b) :
      (isc_rank_of(x) > isc_rank_of(y)) == (op == ISOCAST_MAX) ? a : b;
    // Clauses: compare
    logic integer isc_comparison_of(integer op, integer x, integer y) =
      op == ISOCAST_EQUAL ? isc_equal(x, y) :
      op == ISOCAST_GREATER ? isc_below(y, x) :
      op == ISOCAST_GREATER_OR_EQUAL ? isc_below(y, x) + isc_equal(x, y) :
      op == ISOCAST_LESS ? isc_below(x, y) : isc_below(x, y) + isc_equal(x, y);

    // Clauses: sum-mean, prelu, mod. The double that is rounded to the result.
    logic integer isc_double_elt(integer op, integer x, integer y) =
      op == ISOCAST_SUB ? isc_difference_of(x, y) : op == ISOCAST_MUL ? isc_product_of(x, y) :
      op == ISOCAST_DIV ? isc_ratio_of(x, y) :
      op == ISOCAST_MOD || op == ISOCAST_FMOD ? isc_real_rest_of(op, y, isc_fmod_of(x, y)) :
      op == ISOCAST_PRELU ? (isc_below(x, 0) == 1 ? isc_product_of(y, x) : x) : isc_sum_of(x, y);
    logic integer isc_real_elt(integer op, integer type, integer a, integer b) =
      op == ISOCAST_MAX || op == ISOCAST_MIN ?
        isc_extremum_of(op, isc_wide_of(type, a), isc_wide_of(type, b), a, b) :
      op == ISOCAST_ADD || op == ISOCAST_SUM || op == ISOCAST_MEAN || op == ISOCAST_SUB || op == ISOCAST_MUL ||
      op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD || op == ISOCAST_PRELU ?
        isc_short_of(type, isc_double_elt(op, isc_wide_of(type, a), isc_wide_of(type, b))) :
        isc_comparison_of(op, isc_wide_of(type, a), isc_wide_of(type, b));

    // Clauses: pow-float, pow-int. C99's special values, of signalling NaN too.
    logic integer isc_double_power_of(integer x, integer y) =
      isc_equal(y, 0) == 1 || x == ISC_ONE_64 ? ISC_ONE_64 : isc_pow_of(x, y);
    logic integer isc_power_double(integer x, integer y, integer a, integer b) =
      isc_double_power_of(isc_wide_of(x, a), isc_wide_of(y, b));
    logic integer isc_real_power_elt(integer x, integer y, integer a, integer b) =
      isc_short_of(x, isc_power_double(x, y, a, b));
    // An integer base by a float, truncated; 0 where the type does not hold it.
    logic integer isc_is_truncated(integer type, integer x) =
      isc_is_held(x, type == ISOCAST_INT32 || type == ISOCAST_INT64 ? 1 : 0,
                  isc_word_bytes(type) == 8 ? 18446744073709551616 : 4294967296);
    logic integer isc_truncated_of(integer type, integer x) =
      isc_is_truncated(type, x) == 0 ? 0 :
      isc_whole_number(x) < 0 ? isc_whole_number(x) + (isc_word_bytes(type) == 8 ? 18446744073709551616 : 4294967296) :
                                isc_whole_number(x);
    logic integer isc_whole_power_elt(integer x, integer y, integer a, integer b) =
      isc_truncated_of(x, isc_power_double(x, y, a, b));
    predicate isc_whole_power_in_range(integer x, integer y, integer a, integer b) =
      isc_is_truncated(x, isc_power_double(x, y, a, b)) == 1;
    // A word of one type as one of another; the word of a whole number.
    logic integer isc_conversion_elt(integer from, integer to, integer word) = isc_short_of(to, isc_wide_of(from, word));
    logic integer isc_count_elt(integer type, integer count) = isc_short_of(type, isc_double_of_number(count));
*/
#endif

#endif
