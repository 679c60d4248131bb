/* The axes of a plan in the order of the result's memory: the largest stride of the leading operand first. */
#include "axes.h"
#include "../logic/meets_lemmas.h"
#include "../logic/order_lemmas.h"
#include "../logic/totals_lemmas.h"

/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid(values + (0 .. rank - 1)) && \valid_read(from + (0 .. rank - 1));
    requires \separated(values + (0 .. rank - 1), from + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 0 <= from[k] < rank;
    terminates \true;
    assigns values[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> values[k] == \old(values[from[k]]);
*/
static void isc_gather(isc_idx rank, const isc_mark *from, isc_idx *values)
{
    isc_idx kept[ISOCAST_MAX_RANK];
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer j; 0 <= j < k ==> kept[j] == \at(values[j], Pre);
        loop assigns k, kept[0 .. rank - 1];
        loop variant rank - k;
    */
    for (isc_idx k = 0; k < rank; k++) kept[k] = values[k];
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer j; 0 <= j < k ==> values[j] == kept[from[j]];
        loop assigns k, values[0 .. rank - 1];
        loop variant rank - k;
    */
    for (isc_idx k = 0; k < rank; k++) values[k] = kept[from[k]];
}

/* Exchanges an axis, of so many, and the one after it. */
/*@ requires 0 <= k < rank - 1 && rank <= ISOCAST_MAX_RANK && \valid(from + (0 .. rank - 1));
    terminates \true;
    assigns from[k .. k + 1];
    ensures from[k] == \old(from[k + 1]) && from[k + 1] == \old(from[k]);
    ensures totals: \forall integer kind, isocast_idx *dims, *strides;
      isc_picked(kind, rank, from, dims, strides) == isc_picked{Pre}(kind, rank, from, dims, strides);
*/
static void isc_exchange(isc_idx rank, isc_mark *from, isc_idx k)
{
    const isc_mark outer = from[k], inner = from[k + 1];
    //@ ghost isc_reveal_picked_any(from);
    from[k] = inner;
    from[k + 1] = outer;
    //@ ghost isc_reveal_picked_any(from);
    //@ assert others: \forall integer j; j != k && j != k + 1 ==> from[j] == \at(from[j], Pre);
    /*@ assert now: \forall integer kind, isocast_idx *dims, *strides; isc_picked(kind, k + 1, from, dims, strides) ==
          isc_with(kind, isc_picked(kind, k, from, dims, strides), dims[inner], strides[inner]); */
    /*@ assert now: \forall integer kind, isocast_idx *dims, *strides; isc_picked(kind, k + 2, from, dims, strides) ==
          isc_with(kind, isc_with(kind, isc_picked(kind, k, from, dims, strides), dims[inner], strides[inner]),
                   dims[outer], strides[outer]); */
    /*@ assert then: \forall integer kind, isocast_idx *dims, *strides; isc_picked{Pre}(kind, k + 1, from, dims, strides) ==
          isc_with(kind, isc_picked{Pre}(kind, k, from, dims, strides), dims[outer], strides[outer]); */
    /*@ assert then: \forall integer kind, isocast_idx *dims, *strides; isc_picked{Pre}(kind, k + 2, from, dims, strides) ==
          isc_with(kind, isc_with(kind, isc_picked{Pre}(kind, k, from, dims, strides), dims[outer], strides[outer]),
                   dims[inner], strides[inner]); */
    //@ ghost isc_reveal_exchange();
    /*@ assert swap: \forall integer kind, isocast_idx *dims, *strides;
          isc_picked(kind, k, from, dims, strides) == isc_picked{Pre}(kind, k, from, dims, strides) ==>
          isc_picked(kind, k + 2, from, dims, strides) == isc_picked{Pre}(kind, k + 2, from, dims, strides); */
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= k;
           loop invariant \forall integer kind, isocast_idx *dims, *strides;
             isc_picked(kind, n, from, dims, strides) == isc_picked{Pre}(kind, n, from, dims, strides);
           loop assigns n;
           loop variant k - n; @/
        while (n < k) {
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_picked(kind, n + 1, from, dims, strides) ==
                 isc_with(kind, isc_picked(kind, n, from, dims, strides), dims[from[n]], strides[from[n]]); @/
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_picked{Pre}(kind, n + 1, from, dims, strides) ==
                 isc_with(kind, isc_picked{Pre}(kind, n, from, dims, strides), dims[from[n]], strides[from[n]]); @/
            n++;
        }
        /@ assert both: \forall integer kind, isocast_idx *dims, *strides;
             isc_picked(kind, k + 2, from, dims, strides) == isc_picked{Pre}(kind, k + 2, from, dims, strides); @/
        n = k + 2;
        /@ loop invariant k + 2 <= n <= rank;
           loop invariant \forall integer kind, isocast_idx *dims, *strides;
             isc_picked(kind, n, from, dims, strides) == isc_picked{Pre}(kind, n, from, dims, strides);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_picked(kind, n + 1, from, dims, strides) ==
                 isc_with(kind, isc_picked(kind, n, from, dims, strides), dims[from[n]], strides[from[n]]); @/
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_picked{Pre}(kind, n + 1, from, dims, strides) ==
                 isc_with(kind, isc_picked{Pre}(kind, n, from, dims, strides), dims[from[n]], strides[from[n]]); @/
            n++;
        }
    */
    (void)rank;
}

/* The same, and the places where the axes are met stay. */
/*@ requires 0 <= k < rank - 1 && rank <= ISOCAST_MAX_RANK && \valid(from + (0 .. rank - 1));
    terminates \true;
    assigns from[k .. k + 1];
    ensures from[k] == \old(from[k + 1]) && from[k + 1] == \old(from[k]);
    ensures totals: \forall integer kind, isocast_idx *dims, *strides;
      isc_picked(kind, rank, from, dims, strides) == isc_picked{Pre}(kind, rank, from, dims, strides);
    ensures pairs: \forall isocast_idx *dims, *s, *t; isc_picked_pair{Pre, Post}(rank, from, dims, s, t);
*/
static void isc_exchange_pairs(isc_idx rank, isc_mark *from, isc_idx k)
{
    //@ ghost isc_reveal_picked_meets(from);
    isc_exchange(rank, from, k);
    //@ ghost isc_reveal_picked_meets(from);
    //@ assert others: \forall integer j; j != k && j != k + 1 ==> from[j] == \at(from[j], Pre);
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= k;
           loop invariant \forall isocast_idx *dims, *s, *t; isc_picked_pair{Pre, Here}(n, from, dims, s, t);
           loop assigns n;
           loop variant k - n; @/
        while (n < k) {
            /@ assert entry: \forall isocast_idx *dims, *s, *t; isc_entry{Pre, Here}(n, n, from, dims, s, t); @/
            /@ assert next: \forall isocast_idx *dims, *s, *t, integer a, b;
                 isc_picked_next{Pre}(n, from, dims, s, t, a, b) && isc_picked_next(n, from, dims, s, t, a, b) &&
                 isc_picked_pair{Pre, Here}(n, from, dims, s, t) && isc_entry{Pre, Here}(n, n, from, dims, s, t) ==>
                 (isc_picked_meets(n + 1, from, dims, s, t, a, b) <==>
                  isc_picked_meets{Pre}(n + 1, from, dims, s, t, a, b)); @/
            n++;
        }
        /@ assert swapped: \forall isocast_idx *dims, *s, *t; isc_swapped{Pre, Here}(k, from, dims, s, t); @/
        /@ assert two: \forall isocast_idx *dims, *s, *t, integer a, b; isc_swapped{Pre, Here}(k, from, dims, s, t) ==>
             (isc_two(k, from, dims, s, t, a, b) <==> isc_two{Pre}(k, from, dims, s, t, a, b)); @/
        /@ assert now: \forall isocast_idx *dims, *s, *t, integer a, b; isc_two_next(k, from, dims, s, t, a, b) ==>
             (isc_picked_meets(k + 2, from, dims, s, t, a, b) <==> isc_two(k, from, dims, s, t, a, b)); @/
        /@ assert then: \forall isocast_idx *dims, *s, *t, integer a, b; isc_two_next{Pre}(k, from, dims, s, t, a, b) ==>
             (isc_picked_meets{Pre}(k + 2, from, dims, s, t, a, b) <==> isc_two{Pre}(k, from, dims, s, t, a, b)); @/
        /@ assert next: \forall isocast_idx *dims, *s, *t, integer a, b; isc_two_next(k, from, dims, s, t, a, b) &&
             isc_two_next{Pre}(k, from, dims, s, t, a, b); @/
        n = k + 2;
        /@ loop invariant k + 2 <= n <= rank;
           loop invariant \forall isocast_idx *dims, *s, *t; isc_picked_pair{Pre, Here}(n, from, dims, s, t);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert entry: \forall isocast_idx *dims, *s, *t; isc_entry{Pre, Here}(n, n, from, dims, s, t); @/
            /@ assert next: \forall isocast_idx *dims, *s, *t, integer a, b;
                 isc_picked_next{Pre}(n, from, dims, s, t, a, b) && isc_picked_next(n, from, dims, s, t, a, b) &&
                 isc_picked_pair{Pre, Here}(n, from, dims, s, t) && isc_entry{Pre, Here}(n, n, from, dims, s, t) ==>
                 (isc_picked_meets(n + 1, from, dims, s, t, a, b) <==>
                  isc_picked_meets{Pre}(n + 1, from, dims, s, t, a, b)); @/
            n++;
        }
    */
}

/* The axes as they are. */
/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid(from + (0 .. rank - 1));
    terminates \true;
    assigns from[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> from[k] == k;
    ensures totals: isc_totals_kept(rank, from);
    ensures pairs: isc_pairs_picked(rank, from);
*/
static void isc_number_axes(isc_idx rank, isc_mark *from)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> from[k] == k;
        loop assigns axis, from[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) from[axis] = (isc_mark)axis;
    //@ ghost isc_reveal_picked_any(from);
    //@ ghost isc_reveal_total_any();
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank && isc_totals_kept(n, from);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_picked(kind, n + 1, from, dims, strides) ==
                 isc_with(kind, isc_picked(kind, n, from, dims, strides), dims[n], strides[n]); @/
            /@ assert \forall integer kind, isocast_idx *dims, *strides; isc_total(kind, n + 1, dims, strides) ==
                 isc_with(kind, isc_total(kind, n, dims, strides), dims[n], strides[n]); @/
            n++;
        }
        isc_reveal_meets();
        isc_reveal_picked_meets(from);
        n = 0;
        /@ loop invariant 0 <= n <= rank && isc_pairs_picked(n, from);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert next: \forall isocast_idx *dims, *s, *t, integer a, b; isc_meets_next(n, dims, s, t, a, b) &&
                 isc_picked_next(n, from, dims, s, t, a, b) ==>
                 (isc_picked_meets(n + 1, from, dims, s, t, a, b) <==> isc_meets(n + 1, dims, s, t, a, b)); @/
            n++;
        }
    */
}

/* The order of the axes, largest stride of the leading operand first: insertion sort, nearly always sorted already.
 * Returns whether anything moved. */
/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid_read(lead + (0 .. rank - 1)) && \valid(from + (0 .. rank - 1));
    requires \separated(lead + (0 .. rank - 1), from + (0 .. rank - 1));
    terminates \true;
    assigns from[0 .. rank - 1];
    ensures isc_permutation(rank, from);
    ensures totals: isc_totals_kept(rank, from);
    ensures pairs: isc_pairs_picked(rank, from);
    ensures !\result ==> \forall integer k; 0 <= k < rank ==> from[k] == k;
*/
static int isc_sort(isc_idx rank, const isc_idx *lead, isc_mark *from)
{
    int moved = 0;
    isc_number_axes(rank, from);
    /*@ loop invariant 0 <= axis <= rank || axis == 1;
        loop invariant isc_permutation(rank, from);
        loop invariant totals: isc_totals_kept(rank, from);
        loop invariant pairs: isc_pairs_picked(rank, from);
        loop invariant !moved ==> \forall integer k; 0 <= k < rank ==> from[k] == k;
        loop assigns axis, moved, from[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 1; axis < rank; axis++) {
        isc_idx k = axis;
        /*@ loop invariant 0 <= k <= axis;
            loop invariant isc_permutation(rank, from);
            loop invariant totals: isc_totals_kept(rank, from);
            loop invariant pairs: isc_pairs_picked(rank, from);
            loop invariant !moved ==> \forall integer j; 0 <= j < rank ==> from[j] == j;
            loop assigns k, moved, from[0 .. rank - 1];
            loop variant k;
        */
        while (k > 0 && lead[from[k - 1]] < lead[from[k]]) {
            isc_exchange_pairs(rank, from, k - 1);
            moved = 1;
            k--;
        }
    }
    return moved;
}

/*@ requires 0 <= count && \valid(operands + (0 .. count - 1)) && 0 <= rank <= ISOCAST_MAX_RANK;
    requires \valid_read(from + (0 .. rank - 1)) && \separated(operands + (0 .. count - 1), from + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 0 <= from[k] < rank;
    terminates \true;
    assigns operands[0 .. count - 1] \from operands[0 .. count - 1], from[0 .. rank - 1];
    ensures \forall integer m; 0 <= m < count ==> operands[m].data == \old(operands[m].data) &&
      operands[m].type == \old(operands[m].type) && operands[m].swapped == \old(operands[m].swapped);
    ensures \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
      operands[m].strides[k] == \old(operands[m].strides[from[k]]);
*/
static void isc_gather_all(isc_idx rank, const isc_mark *from, isc_idx count, isocast_operand *operands)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant same: \forall integer k; 0 <= k < rank ==> from[k] == \at(from[k], Pre);
        loop invariant done: \forall integer i, k; 0 <= i < m && 0 <= k < rank ==>
          operands[i].strides[k] == \at(operands[i].strides[from[k]], Pre);
        loop invariant left: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          operands[i].strides[k] == \at(operands[i].strides[k], Pre);
        loop invariant kept: \forall integer i; 0 <= i < count ==> operands[i].data == \at(operands[i].data, Pre) &&
          operands[i].type == \at(operands[i].type, Pre) && operands[i].swapped == \at(operands[i].swapped, Pre);
        loop assigns m, operands[0 .. count - 1];
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) isc_gather(rank, from, operands[m].strides);
}

/* Puts the axes of a plan into an order: axis k becomes what axis from[k] was, in every operand. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_permutation(plan->rank, from);
    requires \valid_read(from + (0 .. plan->rank - 1)) && \separated(from + (0 .. plan->rank - 1), plan);
    requires \separated(from + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    terminates \true;
    assigns plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures dims: \forall integer k; 0 <= k < plan->rank ==> plan->dims[k] == \old(plan->dims[from[k]]);
    ensures flat: \forall integer k; 0 <= k < plan->rank ==> plan->flat[k] == \old(plan->flat[from[k]]);
    ensures strides: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
      plan->operands[m].strides[k] == \old(plan->operands[m].strides[from[k]]);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures isc_steps_fit(plan, count);
    ensures totals: \forall integer kind; isc_total(kind, plan->rank, &plan->dims[0], &plan->flat[0]) ==
      isc_picked{Pre}(kind, plan->rank, from, &plan->dims[0], &plan->flat[0]);
*/
static void isc_reorder(isocast_plan *plan, isc_idx count, const isc_mark *from)
{
    const isc_idx rank = plan->rank;
    //@ ghost isc_reveal_picked(from, plan->dims, plan->flat);
    isc_gather_all(rank, from, count, plan->operands);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    isc_gather(rank, from, plan->dims);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[from[k]], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    isc_gather(rank, from, plan->flat);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[from[k]], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[from[k]], Pre);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          isc_step_fits(\at(plan->dims[from[k]], Pre), plan->operands[m].strides[k]); */
    //@ assert plan->rank == rank && plan->indexed == \at(plan->indexed, Pre);
    //@ assert flat: plan->indexed ==> \forall integer k; 0 <= k < rank ==> isc_step_fits(plan->dims[k], plan->flat[k]);
    //@ ghost isc_reveal_total(plan->dims, plan->flat);
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant \forall integer kind; isc_total(kind, n, &plan->dims[0], &plan->flat[0]) ==
             isc_picked{Pre}(kind, n, from, &plan->dims[0], &plan->flat[0]);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert \forall integer kind; isc_total(kind, n + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total(kind, n, &plan->dims[0], &plan->flat[0]), plan->dims[n], plan->flat[n]); @/
            /@ assert \forall integer kind; isc_picked{Pre}(kind, n + 1, from, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_picked{Pre}(kind, n, from, &plan->dims[0], &plan->flat[0]), plan->dims[n],
                          plan->flat[n]); @/
            n++;
        }
    */
}

/* The same, and the pairs of elements that are met stay. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_permutation(plan->rank, from);
    requires isc_pairs_picked(plan->rank, from);
    requires \valid_read(from + (0 .. plan->rank - 1)) && \separated(from + (0 .. plan->rank - 1), plan);
    requires \separated(from + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    terminates \true;
    assigns plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures dims: \forall integer k; 0 <= k < plan->rank ==> plan->dims[k] == \old(plan->dims[from[k]]);
    ensures flat: \forall integer k; 0 <= k < plan->rank ==> plan->flat[k] == \old(plan->flat[from[k]]);
    ensures strides: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
      plan->operands[m].strides[k] == \old(plan->operands[m].strides[from[k]]);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures isc_steps_fit(plan, count);
    ensures totals: \forall integer kind; isc_total(kind, plan->rank, &plan->dims[0], &plan->flat[0]) ==
      isc_picked{Pre}(kind, plan->rank, from, &plan->dims[0], &plan->flat[0]);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: isc_indices_kept{Pre, Post}(plan, count);
*/
static void isc_reorder_pairs(isocast_plan *plan, isc_idx count, const isc_mark *from)
{
    //@ ghost isc_idx rank = plan->rank;
    //@ ghost isc_reveal_picked_meets(from);
    isc_reorder(plan, count, from);
    /*@ assert rank: plan->rank == rank && plan->operands == \at(plan->operands, Pre) &&
          plan->flat_base == \at(plan->flat_base, Pre); */
    //@ assert sizes: isc_gathered{Pre, Here}(rank, from, &plan->dims[0]);
    //@ assert flat: isc_gathered{Pre, Here}(rank, from, &plan->flat[0]);
    /*@ assert each: \forall integer m; 0 <= m < count ==>
          isc_gathered{Pre, Here}(rank, from, &plan->operands[m].strides[0]); */
    //@ ghost isc_reveal_meets();
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant pairs: \forall isocast_idx *s, *t; isc_gathered{Pre, Here}(rank, from, s) &&
             isc_gathered{Pre, Here}(rank, from, t) ==> isc_gathered_pair{Pre, Here}(n, from, &plan->dims[0], s, t);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert gathering: \forall isocast_idx *s, *t; isc_gathered{Pre, Here}(rank, from, s) &&
                 isc_gathered{Pre, Here}(rank, from, t) ==> isc_gathering{Pre, Here}(n, from, &plan->dims[0], s, t); @/
            /@ assert next: \forall isocast_idx *s, *t, integer a, b;
                 isc_gathering{Pre, Here}(n, from, &plan->dims[0], s, t) &&
                 isc_picked_next{Pre}(n, from, &plan->dims[0], s, t, a, b) &&
                 isc_meets_next(n, &plan->dims[0], s, t, a, b) ==>
                 (isc_meets(n + 1, &plan->dims[0], s, t, a, b) <==>
                  isc_picked_meets{Pre}(n + 1, from, &plan->dims[0], s, t, a, b)); @/
            n++;
        }
    */
    /*@ assert same: \forall isocast_idx *s, *t, integer a, b;
          isc_gathered_pair{Pre, Here}(rank, from, &plan->dims[0], s, t) ==>
          (isc_meets(rank, &plan->dims[0], s, t, a, b) <==> isc_meets{Pre}(rank, &plan->dims[0], s, t, a, b)); */
    /*@ assert pair: \forall isocast_idx *s, *t; isc_gathered{Pre, Here}(rank, from, s) &&
          isc_gathered{Pre, Here}(rank, from, t) ==> isc_gathered_pair{Pre, Here}(rank, from, &plan->dims[0], s, t); */
    /*@ assert met: \forall isocast_idx *s, *t, integer a, b; isc_gathered{Pre, Here}(rank, from, s) &&
          isc_gathered{Pre, Here}(rank, from, t) ==> (isc_meets(rank, &plan->dims[0], s, t, a, b) <==>
          isc_meets{Pre}(rank, &plan->dims[0], s, t, a, b)); */
}

void isc_axes_order(isocast_plan *plan, isc_idx count, isc_mark *from)
{
    if (isc_sort(plan->rank, plan->operands[count - 1].strides, from)) {
        isc_reorder_pairs(plan, count, from);
    }
}
