/* Copies of elements, byte for byte. Only annotations: nothing to compile. */
#ifndef ISC_COPY_LOGIC_H
#define ISC_COPY_LOGIC_H

/*@ // Which byte of the source becomes byte j: the same, or the mirrored one of its unit.
    logic integer isc_turn(integer unit, integer turn, integer j) =
      turn == 0 ? j : j < unit ? unit - 1 - j : 3 * unit - 1 - j;

    predicate isc_can_move{L}(isc_moving *how) =
      \valid_read(how) && 1 <= how->width <= 16 && (how->unit == how->width || 2 * how->unit == how->width);

    predicate isc_can_compute{L}(isc_binary *how) =
      \valid_read(how) && isc_is_width(how->x.width) && isc_is_width(how->y.width) && isc_is_width(how->z.width) &&
      isc_word_bytes(how->x_type) == how->x.width && isc_word_bytes(how->y_type) == how->y.width &&
      (how->op == ISOCAST_POW || how->x_type == how->y_type);

    // The element z is the element x of L0, every byte of it.
    predicate isc_copied{L0, L1}(integer width, integer unit, integer turn, unsigned char *x, unsigned char *z) =
      \forall integer j; 0 <= j < width ==> \at(z[j], L1) == \at(x[isc_turn(unit, turn, j)], L0);

    // A copy stays one as long as its bytes are kept; and it is one of what its source was before.
    lemma isc_copy_stays{L0, L1, L2}: \forall integer width, unit, turn, unsigned char *x, *z;
      isc_copied{L0, L1}(width, unit, turn, x, z) && isc_kept{L1, L2}(z, width) ==>
        isc_copied{L0, L2}(width, unit, turn, x, z);
    lemma isc_copy_since{L0, L1, L2}: \forall integer width, unit, turn, unsigned char *x, *z;
      (unit == width || 2 * unit == width) && isc_kept{L0, L1}(x, width) &&
      isc_copied{L1, L2}(width, unit, turn, x, z) ==>
        isc_copied{L0, L2}(width, unit, turn, x, z);

    // Clauses: Where. The element z is that of x or of y of L0, as the byte c of L0 says.
    predicate isc_chosen{L0, L1}(integer width, integer unit, integer turn_x, integer turn_y, unsigned char *c,
                                 unsigned char *x, unsigned char *y, unsigned char *z) =
      \forall integer j; 0 <= j < width ==> \at(z[j], L1) ==
        (\at(c[0], L0) != 0 ? \at(x[isc_turn(unit, turn_x, j)], L0) : \at(y[isc_turn(unit, turn_y, j)], L0));
    lemma isc_choice_stays{L0, L1, L2}: \forall integer width, unit, turn_x, turn_y, unsigned char *c, *x, *y, *z;
      isc_chosen{L0, L1}(width, unit, turn_x, turn_y, c, x, y, z) && isc_kept{L1, L2}(z, width) ==>
        isc_chosen{L0, L2}(width, unit, turn_x, turn_y, c, x, y, z);
    lemma isc_choice_since{L0, L1, L2}: \forall integer width, unit, turn_x, turn_y, unsigned char *c, *x, *y, *z;
      (unit == width || 2 * unit == width) && isc_kept{L0, L1}(c, 1) && isc_kept{L0, L1}(x, width) &&
      isc_kept{L0, L1}(y, width) && isc_chosen{L1, L2}(width, unit, turn_x, turn_y, c, x, y, z) ==>
        isc_chosen{L0, L2}(width, unit, turn_x, turn_y, c, x, y, z);
*/

#endif
