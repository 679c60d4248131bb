/* What the operators make of two words, by family. Only annotations: nothing to compile.
 *
 * isc_elt is opaque to the walks (word_logic.h); here it is put together from its families: the rules of integers and
 * bools; those of floating point are in real_logic.h. */
#ifndef ISC_ELEMENT_LOGIC_H
#define ISC_ELEMENT_LOGIC_H

#include "power_logic.h"
#include "real_logic.h"

/*@ // b before a: WP puts the operands of a symmetric operator into an order of its own, and meets them in this one.
    logic integer isc_bits_elt(integer op, integer b, integer a) =
      op == ISOCAST_BITWISE_AND ? (b & a) : op == ISOCAST_BITWISE_OR ? (b | a) : (uint64_t)(b ^ a);

    predicate isc_has_word(integer number, integer width) =
      -isc_modulus(width) <= 2 * number <= isc_modulus(width);

    // Clauses: int-div. Truncated; MIN / -1 = MIN.
    logic integer isc_quotient_of(integer a, integer b) =
      b == 0 ? 0 : b == -1 ? (a == -9223372036854775808 ? a : -a) : a / b;
    // Clauses: mod. The sign of the dividend; the sign of the divisor.
    logic integer isc_rest_of(integer a, integer b) = b == 0 || b == -1 ? 0 : a % b;
    logic integer isc_floored_rest_of(integer a, integer b) =
      isc_rest_of(a, b) != 0 && (isc_rest_of(a, b) < 0) != (b < 0) ? isc_rest_of(a, b) + b : isc_rest_of(a, b);
    // Clauses: bit-shift
    logic integer isc_left_of(integer a, integer b, integer width) =
      b < 8 * width ? (uint64_t)(a * isc_power_of_two_of(b)) : 0;
    logic integer isc_right_of(integer a, integer b, integer width) =
      b < 8 * width ? a / isc_power_of_two_of(b) : 0;
    logic integer isc_signed_right_of(integer a, integer b, integer width) =
      a >= 0 ? isc_right_of(a, b < 8 * width ? b : 63, 8) : -isc_right_of(-(a + 1), b < 8 * width ? b : 63, 8) - 1;

    logic integer isc_unsigned_elt(integer op, integer width, integer a, integer b) =
      op == ISOCAST_DIV ? (b == 0 ? 0 : a / b) :
      op == ISOCAST_MOD || op == ISOCAST_FMOD ? (b == 0 ? 0 : a % b) :
      op == ISOCAST_MAX ? (a > b ? a : b) : op == ISOCAST_MIN ? (a < b ? a : b) :
      op == ISOCAST_GREATER ? (a > b ? 1 : 0) : op == ISOCAST_GREATER_OR_EQUAL ? (a >= b ? 1 : 0) :
      op == ISOCAST_LESS ? (a < b ? 1 : 0) : op == ISOCAST_LESS_OR_EQUAL ? (a <= b ? 1 : 0) :
      op == ISOCAST_SHIFT_RIGHT ? isc_right_of(a, b, width) : a;
    logic integer isc_signed_elt(integer op, integer width, integer x, integer y, integer a, integer b) =
      op == ISOCAST_DIV ? isc_word_of(isc_quotient_of(a, b), width) :
      op == ISOCAST_MOD ? isc_word_of(isc_floored_rest_of(a, b), width) :
      op == ISOCAST_FMOD ? isc_word_of(isc_rest_of(a, b), width) :
      op == ISOCAST_MAX ? (a > b ? x : y) : op == ISOCAST_MIN ? (a < b ? x : y) :
      op == ISOCAST_GREATER ? (a > b ? 1 : 0) : op == ISOCAST_GREATER_OR_EQUAL ? (a >= b ? 1 : 0) :
      op == ISOCAST_LESS ? (a < b ? 1 : 0) : op == ISOCAST_LESS_OR_EQUAL ? (a <= b ? 1 : 0) :
      op == ISOCAST_SHIFT_RIGHT ? isc_word_of(isc_signed_right_of(a, y, width), width) :
      a < 0 ? (uint64_t)(x * y) % isc_modulus(width) : x;
    // Clauses: int-wrap, int-div, mod, max-min, compare, bit-shift, prelu
    logic integer isc_integer_elt(integer op, integer width, integer is_signed, integer a, integer b) =
      op == ISOCAST_ADD ? (uint64_t)(a + b) % isc_modulus(width) :
      op == ISOCAST_SUB ? (uint64_t)(a - b) % isc_modulus(width) :
      op == ISOCAST_MUL ? (uint64_t)(a * b) % isc_modulus(width) :
      op == ISOCAST_EQUAL ? (a == b ? 1 : 0) :
      op == ISOCAST_BITWISE_AND || op == ISOCAST_BITWISE_OR || op == ISOCAST_BITWISE_XOR ? isc_bits_elt(op, a, b) :
      op == ISOCAST_SHIFT_LEFT ? isc_left_of(a, b, width) % isc_modulus(width) :
      is_signed != 0 ? isc_signed_elt(op, width, a, b, isc_number_of(a, width), isc_number_of(b, width)) :
                       isc_unsigned_elt(op, width, a, b);
    // Clauses: logic, compare. Any byte but 0 is true.
    logic integer isc_truth_elt(integer op, integer a, integer b) =
      op == ISOCAST_AND ? (a != 0 && b != 0 ? 1 : 0) : op == ISOCAST_OR ? (a != 0 || b != 0 ? 1 : 0) :
      op == ISOCAST_XOR ? ((a != 0) != (b != 0) ? 1 : 0) : ((a != 0) == (b != 0) ? 1 : 0);
*/

/*@ logic integer isc_below_zero(integer type, integer word) =
      isc_is_signed(type) == 1 && 2 * word >= isc_modulus(isc_word_bytes(type)) ? 1 : 0;
    // Clauses: pow-int. 1 and -1 stay, by the exponent's parity, and any other base gives 0.
    logic integer isc_reciprocal_of(integer b, integer e, integer width) =
      b == 1 ? 1 : b == isc_modulus(width) - 1 ? (e % 2 == 1 ? b : 1) : 0;
*/

#endif
