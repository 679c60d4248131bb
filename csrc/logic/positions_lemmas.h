/* Positions and indices: a position of a plan's axes is one of their indices, and each index has a position.
 *
 * Positions are taken apart from the first axis on (isc_place), indices from the last (isc_meets). In between, the axes
 * before k have an index and those from k on a position; k goes from the one end to the other. */
#ifndef ISC_POSITIONS_LEMMAS_H
#define ISC_POSITIONS_LEMMAS_H

#include "meets_lemmas.h"
#include "run_lemmas.h"
#include "splits_lemmas.h"

/*@ // Position q of the axes from k on is index d of axis k and position p below it.
    predicate isc_digit{L}(integer k, integer n, isocast_idx *dims, isocast_idx *s, integer q, integer d, integer p) =
      0 <= q < isc_suffix(dims, k, n) && 0 <= d < dims[k] && 0 <= p < isc_suffix(dims, k + 1, n) &&
      isc_place(dims, s, k, n, q) == isc_scaled(d, s[k]) + isc_place(dims, s, k + 1, n, p);

    // Some index of the axes before k, and position p of the others, are a and b from the first.
    predicate isc_met_at{L}(integer k, integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                            integer b, integer p) =
      0 <= p < isc_suffix(dims, k, n) &&
      isc_meets(k, dims, s, t, a - isc_place(dims, s, k, n, p), b - isc_place(dims, t, k, n, p));
    predicate isc_met_from{L}(integer k, integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                              integer b) =
      \exists integer p; isc_met_at(k, n, dims, s, t, a, b, p);
    predicate isc_met_below{L}(integer k, integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                               integer b, integer p) =
      isc_meets_next(k, dims, s, t, a - isc_place(dims, s, k + 1, n, p), b - isc_place(dims, t, k + 1, n, p));
    predicate isc_met_index{L}(integer k, integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                               integer b, integer d, integer p) =
      0 <= d < dims[k] && 0 <= p < isc_suffix(dims, k + 1, n) &&
      isc_meets(k, dims, s, t, a - isc_place(dims, s, k + 1, n, p) - isc_scaled(d, s[k]),
                b - isc_place(dims, t, k + 1, n, p) - isc_scaled(d, t[k]));

    // Some position is a from the first by the strides s, and b from it by the strides t.
    predicate isc_at_position{L}(integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a, integer b) =
      \exists integer p; 0 <= p < isc_suffix(dims, 0, n) &&
        a == isc_place(dims, s, 0, n, p) && b == isc_place(dims, t, 0, n, p);
*/

/*@ ghost
/@ terminates \true; assigns \nothing;
   ensures one_product: \forall integer i, stride; isc_times(i, stride) == isc_scaled(i, stride);
   ensures joined: \forall integer all, size, outer, d, p; isc_product_is(all, outer, size) && 0 <= d < outer &&
     0 <= p < size ==> 0 <= isc_joint(d, size, p) < all;
   ensures parted: \forall integer all, size, outer, q; isc_product_is(all, outer, size) && 1 <= size &&
     0 <= q < all ==> 0 <= q / size < outer && 0 <= q % size < size; @/
void isc_reveal_joints(void)
{
    /@ assert range: \forall integer size, outer, d, p; 0 <= d < outer && 0 <= p < size ==>
         0 <= d * size + p < outer * size; @/
    /@ assert joint: \forall integer size, d, p; isc_joint(d, size, p) == d * size + p; @/
}
/@ terminates \true; assigns \nothing;
   ensures outer: \forall integer size, d, p; 0 <= d && 0 <= p < size ==> isc_joint(d, size, p) / size == d;
   ensures inner: \forall integer size, d, p; 0 <= d && 0 <= p < size ==> isc_joint(d, size, p) % size == p; @/
void isc_reveal_joined_parts(void)
{
    /@ assert joint: \forall integer size, d, p; isc_joint(d, size, p) == d * size + p; @/
    /@ assert near: \forall integer size, x; 1 <= size && -size < size * x < size ==> x == 0; @/
    /@ assert whole: \forall integer size, q; 1 <= size && 0 <= q ==>
         q == size * (q / size) + q % size && 0 <= q % size < size; @/
    /@ assert less: \forall integer size, d, p; 0 <= d && 0 <= p < size ==>
         -size < size * (isc_joint(d, size, p) / size - d) < size; @/
    /@ assert none: \forall integer size, d, p; 0 <= d && 0 <= p < size ==> isc_joint(d, size, p) / size - d == 0; @/
}

/@ requires 0 <= k < n && \valid_read(dims + (0 .. n - 1)) && \forall integer j; 0 <= j < n ==> 1 <= dims[j];
   terminates \true; assigns \nothing;
   ensures parted: \forall isocast_idx *s, integer q; 0 <= q < isc_suffix(dims, k, n) ==> isc_digit(k, n, dims, s, q,
     q / isc_suffix(dims, k + 1, n), q % isc_suffix(dims, k + 1, n));
   ensures joined: \forall isocast_idx *s, integer d, p; 0 <= d < dims[k] && 0 <= p < isc_suffix(dims, k + 1, n) ==>
     isc_digit(k, n, dims, s, isc_joint(d, isc_suffix(dims, k + 1, n), p), d, p); @/
void isc_position_digits(isocast_idx k, isocast_idx n, const isocast_idx *dims)
{
    isc_reveal_suffixes(n, dims);
    isc_reveal_places(n, dims);
    isc_reveal_joints();
    isc_reveal_joined_parts();
    /@ assert all: isc_product_is(isc_suffix(dims, k, n), dims[k], isc_suffix(dims, k + 1, n)); @/
}

// One axis from the positions to the indices.
/@ requires 0 <= k < n && \valid_read(dims + (0 .. n - 1)) && \forall integer j; 0 <= j < n ==> 1 <= dims[j];
   terminates \true; assigns \nothing;
   ensures \forall isocast_idx *s, *t, integer a, b;
     isc_met_from(k, n, dims, s, t, a, b) <==> isc_met_from(k + 1, n, dims, s, t, a, b); @/
void isc_positions_step(isocast_idx k, isocast_idx n, const isocast_idx *dims)
{
    isc_position_digits(k, n, dims);
    isc_reveal_meets();
    /@ assert below: \forall isocast_idx *s, *t, integer a, b, p; isc_met_below(k, n, dims, s, t, a, b, p); @/
    /@ assert one: \forall isocast_idx *s, *t, integer a, b, q, d, p; isc_digit(k, n, dims, s, q, d, p) &&
         isc_digit(k, n, dims, t, q, d, p) && isc_met_below(k, n, dims, s, t, a, b, p) &&
         isc_met_at(k, n, dims, s, t, a, b, q) ==> isc_met_at(k + 1, n, dims, s, t, a, b, p); @/
    /@ assert parted: \forall isocast_idx *s, *t, integer a, b, q; isc_met_at(k, n, dims, s, t, a, b, q) ==>
         isc_digit(k, n, dims, s, q, q / isc_suffix(dims, k + 1, n), q % isc_suffix(dims, k + 1, n)) &&
         isc_digit(k, n, dims, t, q, q / isc_suffix(dims, k + 1, n), q % isc_suffix(dims, k + 1, n)) &&
         isc_met_below(k, n, dims, s, t, a, b, q % isc_suffix(dims, k + 1, n)); @/
    /@ assert down: \forall isocast_idx *s, *t, integer a, b, q; isc_met_at(k, n, dims, s, t, a, b, q) ==>
         isc_met_at(k + 1, n, dims, s, t, a, b, q % isc_suffix(dims, k + 1, n)); @/
    /@ assert some: \forall isocast_idx *s, *t, integer a, b, p; isc_met_below(k, n, dims, s, t, a, b, p) &&
         isc_met_at(k + 1, n, dims, s, t, a, b, p) ==>
         \exists integer d; isc_met_index(k, n, dims, s, t, a, b, d, p); @/
    /@ assert joined: \forall isocast_idx *s, *t, integer a, b, d, p; isc_met_index(k, n, dims, s, t, a, b, d, p) ==>
         isc_digit(k, n, dims, s, isc_joint(d, isc_suffix(dims, k + 1, n), p), d, p) &&
         isc_digit(k, n, dims, t, isc_joint(d, isc_suffix(dims, k + 1, n), p), d, p); @/
    /@ assert whole: \forall isocast_idx *s, *t, integer a, b, d, p; isc_met_index(k, n, dims, s, t, a, b, d, p) ==>
         isc_met_at(k, n, dims, s, t, a, b, isc_joint(d, isc_suffix(dims, k + 1, n), p)); @/
    /@ assert up: \forall isocast_idx *s, *t, integer a, b, p; isc_met_below(k, n, dims, s, t, a, b, p) &&
         isc_met_at(k + 1, n, dims, s, t, a, b, p) ==> isc_met_from(k, n, dims, s, t, a, b); @/
}

// No axis is left of the indices.
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *s, *t, integer a, b;
     isc_met_from(0, n, dims, s, t, a, b) <==> isc_at_position(n, dims, s, t, a, b); @/
void isc_positions_begin(isocast_idx n, const isocast_idx *dims)
{
    isc_reveal_meets();
    /@ assert forth: \forall isocast_idx *s, *t, integer a, b, p;
         isc_met_at(0, n, dims, s, t, a, b, p) ==> isc_at_position(n, dims, s, t, a, b); @/
    /@ assert back: \forall isocast_idx *s, *t, integer a, b;
         isc_at_position(n, dims, s, t, a, b) ==> isc_met_from(0, n, dims, s, t, a, b); @/
}

// The places that two operands have at one index are those that they have at one position.
/@ requires 0 <= n && \valid_read(dims + (0 .. n - 1)) && \forall integer k; 0 <= k < n ==> 1 <= dims[k];
   terminates \true; assigns \nothing;
   ensures \forall isocast_idx *s, *t, integer a, b;
     isc_meets(n, dims, s, t, a, b) <==> isc_at_position(n, dims, s, t, a, b); @/
void isc_positions_meet(isocast_idx n, const isocast_idx *dims)
{
    isocast_idx k = n;
    isc_reveal_suffixes(n, dims);
    isc_reveal_places(n, dims);
    isc_reveal_meets();
    /@ assert last: \forall isocast_idx *s, *t, integer a, b;
         isc_met_at(n, n, dims, s, t, a, b, 0) <==> isc_meets(n, dims, s, t, a, b); @/
    /@ loop invariant 0 <= k <= n;
       loop invariant met: \forall isocast_idx *s, *t, integer a, b;
         isc_met_from(k, n, dims, s, t, a, b) <==> isc_meets(n, dims, s, t, a, b);
       loop assigns k;
       loop variant k; @/
    while (k > 0) {
        k--;
        isc_positions_step(k, n, dims);
    }
    isc_positions_begin(n, dims);
}
*/

#endif
