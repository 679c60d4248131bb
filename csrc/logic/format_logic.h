/* Floating-point formats as integers: a word's sign, exponent and fraction are its digits in a base of powers of two.
 * Only annotations: nothing to compile.
 *
 * A format is given by its sign bit, the unit above its fraction (2^digits), and the exponent field that its smallest
 * normal number has in a double. Doubles are words themselves: sign 2^63, unit 2^52. */
#ifndef ISC_FORMAT_LOGIC_H
#define ISC_FORMAT_LOGIC_H

#define ISC_UNIT_64 4503599627370496u         /* 2^52 */
#define ISC_SIGN_64 9223372036854775808u      /* 2^63 */
#define ISC_INFINITY_64 9218868437227405312u  /* exponent field 2047 */
#define ISC_FORMAT_HALF 32768u, 1024u, 1009         /* float16: sign, unit, first; it has 10 digits */
#define ISC_FORMAT_BRAIN 32768u, 128u, 897          /* bfloat16: 7 */
#define ISC_FORMAT_SINGLE 2147483648u, 8388608u, 897 /* float: 23 */

/*@ // 2^s for s below 64, by the binary digits of s.
    logic integer isc_two_1(integer s) = s % 2 == 1 ? 2 : 1;
    logic integer isc_two_2(integer s) = s / 2 % 2 == 1 ? 4 * isc_two_1(s) : isc_two_1(s);
    logic integer isc_two_3(integer s) = s / 4 % 2 == 1 ? 16 * isc_two_2(s) : isc_two_2(s);
    logic integer isc_two_4(integer s) = s / 8 % 2 == 1 ? 256 * isc_two_3(s) : isc_two_3(s);
    logic integer isc_two_5(integer s) = s / 16 % 2 == 1 ? 65536 * isc_two_4(s) : isc_two_4(s);
    logic integer isc_two_6(integer s) = s / 32 % 2 == 1 ? 4294967296 * isc_two_5(s) : isc_two_5(s);

    predicate isc_is_format(integer top, integer unit, integer first) =
      (top == 32768 && unit == 1024 && first == 1009) || (top == 32768 && unit == 128 && first == 897) ||
      (top == 2147483648 && unit == 8388608 && first == 897);
    predicate isc_has_digits(integer unit, integer digits) =
      (unit == 1024 && digits == 10) || (unit == 128 && digits == 7) || (unit == 8388608 && digits == 23);

    // word / unit, to the nearest integer; in the middle, to the even one.
    logic integer isc_nearest_of(integer word, integer unit) =
      word / unit + (2 * (word % unit) > unit || (2 * (word % unit) == unit && word / unit % 2 == 1) ? 1 : 0);
*/

#ifndef ISC_REVEAL
/*@ axiomatic isc_Formats {
      logic integer isc_power_of_two_of(integer s);
      logic integer isc_normal_of(integer digits, integer exponent, integer unit);
    } */
#else
/*@ logic integer isc_power_of_two_of(integer s) = isc_two_6(s);
    // Doubling the digits and lowering the exponent leaves the value, until the digits reach the unit.
    logic integer isc_normal_of(integer digits, integer exponent, integer unit) =
      exponent <= 0 || digits >= unit ? exponent * ISC_UNIT_64 + (digits - unit) * (ISC_UNIT_64 / unit) :
                                        isc_normal_of(2 * digits, exponent - 1, unit);
*/
#endif

/*@ // The double equal to a word of a format, without its sign; a NaN comes out quiet.
    logic integer isc_wide_size(integer field, integer fraction, integer top, integer unit, integer first) =
      field == top / unit - 1 ?
        ISC_INFINITY_64 +
          (fraction == 0 ? 0 : ISC_UNIT_64 / 2 + (fraction % (unit / 2)) * (ISC_UNIT_64 / unit)) :
      field > 0 ? (field + first - 1) * ISC_UNIT_64 + fraction * (ISC_UNIT_64 / unit) :
      fraction == 0 ? 0 : isc_normal_of(fraction, first, unit);
    logic integer isc_widened_of(integer word, integer top, integer unit, integer first) =
      (word / top % 2 == 1 ? ISC_SIGN_64 : 0) +
      isc_wide_size(word % top / unit, word % top % unit, top, unit, first);

    // The word of a format nearest to a double, in the middle the even one; a NaN comes out quiet.
    logic integer isc_narrow_finite(integer field, integer significand, integer unit, integer first, integer digits) =
      field < first - digits - 1 ? 0 :
      field < first ? isc_nearest_of(significand, isc_power_of_two_of(52 - digits + first - field)) :
                      (field - first) * unit + isc_nearest_of(significand, isc_power_of_two_of(52 - digits));
    logic integer isc_narrow_size(integer size, integer top, integer unit, integer first, integer digits) =
      size > ISC_INFINITY_64 ?
        top - unit + unit / 2 + (size % ISC_UNIT_64 / (ISC_UNIT_64 / unit)) % (unit / 2) :
        \min(top - unit,
             isc_narrow_finite(size / ISC_UNIT_64, ISC_UNIT_64 + size % ISC_UNIT_64, unit, first, digits));
    logic integer isc_narrowed_of(integer word, integer top, integer unit, integer first, integer digits) =
      (word < ISC_SIGN_64 ? 0 : top) + isc_narrow_size(word % ISC_SIGN_64, top, unit, first, digits);

    // The integer part of a double below 2^64, and that number with its sign.
    logic integer isc_whole_of(integer field, integer significand) =
      field < 1023 ? 0 : field <= 1075 ? significand / isc_power_of_two_of(1075 - field) :
                                         significand * isc_power_of_two_of(field - 1075);
    logic integer isc_whole_size(integer size) =
      isc_whole_of(size / ISC_UNIT_64, ISC_UNIT_64 + size % ISC_UNIT_64);
    logic integer isc_whole_number(integer word) =
      word < ISC_SIGN_64 ? isc_whole_size(word) : -isc_whole_size(word - ISC_SIGN_64);
    // 1 where a double is truncated to a number that words below a modulus hold: below 2^64 in size, and in their range.
    logic integer isc_is_held(integer word, integer is_signed, integer modulus) =
      word % ISC_SIGN_64 < 1087 * ISC_UNIT_64 &&
      (is_signed != 0 ? -modulus <= 2 * isc_whole_number(word) && 2 * isc_whole_number(word) < modulus :
                        0 <= isc_whole_number(word) && isc_whole_number(word) < modulus) ? 1 : 0;
*/

#endif
