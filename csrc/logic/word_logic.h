/* Elements as words: what bytes make a word, what word an operator gives. Only annotations: nothing to compile. */
#ifndef ISC_WORD_LOGIC_H
#define ISC_WORD_LOGIC_H

/*@ // How many words `width` bytes have; the bytes of a type whose elements are words.
    logic integer isc_modulus(integer width) =
      width == 1 ? 256 : width == 2 ? 65536 : width == 4 ? 4294967296 : 18446744073709551616;
    predicate isc_is_width(integer width) = width == 1 || width == 2 || width == 4 || width == 8;
    logic integer isc_word_bytes(integer type) =
      type == ISOCAST_UINT8 || type == ISOCAST_INT8 || type == ISOCAST_BOOL ? 1 :
      type == ISOCAST_UINT16 || type == ISOCAST_INT16 || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? 2 :
      type == ISOCAST_FLOAT || type == ISOCAST_INT32 || type == ISOCAST_UINT32 ? 4 :
      type == ISOCAST_INT64 || type == ISOCAST_DOUBLE || type == ISOCAST_UINT64 ? 8 : 0;
*/

#ifndef ISC_WORDS /* opaque but where words are made and taken apart */
/*@ axiomatic isc_Words {
      logic integer isc_compose(integer width, integer high_first, integer b0, integer b1, integer b2, integer b3,
                                integer b4, integer b5, integer b6, integer b7);
      logic integer isc_byte_of(integer word, integer width, integer high_first, integer j);
    } */
#else
/*@ logic integer isc_digits(integer a, integer b, integer c, integer d) =
      ((a * 256 + b) * 256 + c) * 256 + d;
    logic integer isc_compose(integer width, integer high_first, integer b0, integer b1, integer b2, integer b3,
                              integer b4, integer b5, integer b6, integer b7) =
      width == 1 ? b0 :
      width == 2 ? (high_first != 0 ? b0 * 256 + b1 : b1 * 256 + b0) :
      width == 4 ? (high_first != 0 ? isc_digits(b0, b1, b2, b3) : isc_digits(b3, b2, b1, b0)) :
      high_first != 0 ? isc_digits(b0, b1, b2, b3) * 4294967296 + isc_digits(b4, b5, b6, b7) :
                        isc_digits(b7, b6, b5, b4) * 4294967296 + isc_digits(b3, b2, b1, b0);
    logic integer isc_scale(integer place) =
      place == 0 ? 1 : place == 1 ? 256 : place == 2 ? 65536 : place == 3 ? 16777216 : place == 4 ? 4294967296 :
      place == 5 ? 1099511627776 : place == 6 ? 281474976710656 : 72057594037927936;
    logic integer isc_byte_of(integer word, integer width, integer high_first, integer j) =
      word / isc_scale(high_first != 0 ? width - 1 - j : j) % 256;
*/
#endif

/*@ logic integer isc_within(integer j, integer width) = j < width ? j : width - 1;
    // The word that `width` bytes make.
    logic integer isc_word{L}(unsigned char *p, integer width, integer high_first) =
      isc_compose(width, high_first, p[0], p[isc_within(1, width)], p[isc_within(2, width)], p[isc_within(3, width)],
                  p[isc_within(4, width)], p[isc_within(5, width)], p[isc_within(6, width)], p[isc_within(7, width)]);
    lemma isc_word_kept{L0, L1}: \forall unsigned char *p, integer width, high_first;
      1 <= width && isc_kept{L0, L1}(p, width) ==>
        isc_word{L0}(p, width, high_first) == isc_word{L1}(p, width, high_first);
*/

/*@ // Operators whose results can be operands again: words of the same type.
    predicate isc_stays_word(integer op, integer type) = type != ISOCAST_BOOL &&
      (op == ISOCAST_MAX || op == ISOCAST_MIN || (op != ISOCAST_POW &&
       (type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16)));
*/

#ifndef ISC_ELEMENTS /* opaque but where elements are computed */
/*@ axiomatic isc_Element_words {
      logic integer isc_elt(integer op, integer x_type, integer y_type, integer a, integer b);
      predicate isc_no_result(integer op, integer x_type, integer y_type, integer a, integer b);
    } */
#else
#include "element_logic.h"
/*@ // Clauses: pow-int, pow-float
    logic integer isc_power_elt(integer x, integer y, integer a, integer b) =
      isc_is_real(x) == 1 ? isc_real_power_elt(x, y, a, b) : isc_is_real(y) == 1 ? isc_whole_power_elt(x, y, a, b) :
      isc_below_zero(y, b) == 1 ? isc_reciprocal_of(a, b, isc_word_bytes(x)) :
      isc_modular_power_of(a, b) % isc_modulus(isc_word_bytes(x));
    predicate isc_power_without(integer x, integer y, integer a, integer b) = isc_is_real(x) == 0 &&
      (isc_is_real(y) == 1 ? !isc_whole_power_in_range(x, y, a, b) : a == 0 && isc_below_zero(y, b) == 1);
    logic integer isc_elt(integer op, integer x, integer y, integer a, integer b) =
      op == ISOCAST_POW ? isc_power_elt(x, y, a, b) : x == ISOCAST_BOOL ? isc_truth_elt(op, a, b) :
      isc_is_real(x) == 1 ? isc_real_elt(op, x, a, b) :
      isc_integer_elt(op, isc_word_bytes(x), isc_is_signed(x), a, b);
    predicate isc_no_result(integer op, integer x, integer y, integer a, integer b) =
      op == ISOCAST_POW ? isc_power_without(x, y, a, b) : b == 0;
*/
#endif

/*@ // The element c is the operator's of the elements a and b of L0.
    predicate isc_computed{L0, L1}(integer op, integer x_type, integer y_type, integer x_width, integer x_high_first,
                                   integer y_width, integer y_high_first, integer z_width, integer z_high_first,
                                   unsigned char *a, unsigned char *b, unsigned char *c) =
      \forall integer j; 0 <= j < z_width ==> \at(c[j], L1) ==
        isc_byte_of(isc_elt(op, x_type, y_type, isc_word{L0}(a, x_width, x_high_first),
                            isc_word{L0}(b, y_width, y_high_first)), z_width, z_high_first, j);
    lemma isc_computed_stays{L0, L1, L2}: \forall integer op, xt, yt, xw, xh, yw, yh, zw, zh, unsigned char *a, *b, *c;
      isc_computed{L0, L1}(op, xt, yt, xw, xh, yw, yh, zw, zh, a, b, c) && isc_kept{L1, L2}(c, zw) ==>
        isc_computed{L0, L2}(op, xt, yt, xw, xh, yw, yh, zw, zh, a, b, c);
    lemma isc_computed_since{L0, L1, L2}: \forall integer op, xt, yt, xw, xh, yw, yh, zw, zh, unsigned char *a, *b, *c;
      1 <= xw && 1 <= yw && isc_kept{L0, L1}(a, xw) && isc_kept{L0, L1}(b, yw) &&
      isc_computed{L1, L2}(op, xt, yt, xw, xh, yw, yh, zw, zh, a, b, c) ==>
        isc_computed{L0, L2}(op, xt, yt, xw, xh, yw, yh, zw, zh, a, b, c);
*/

#endif
