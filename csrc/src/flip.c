/* Axes that the leading operand would write downwards are walked backwards, in every operand and in the flat index. */
/* WP: Typed -wp-pruning -wp-ground */
#include "axes.h"
#include "../logic/meets_lemmas.h"
#include "../logic/totals_lemmas.h"
#include "../logic/turn_lemmas.h"

/* Notes the axes that the leading operand would write downwards. Returns whether there is one. */
/*@ requires 0 <= rank && \valid_read(lead + (0 .. rank - 1)) && \valid(turned + (0 .. rank - 1));
    requires \separated(turned + (0 .. rank - 1), lead + (0 .. rank - 1));
    terminates \true;
    assigns turned[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> turned[k] == (lead[k] < 0 ? 1 : 0);
    ensures !\result ==> \forall integer k; 0 <= k < rank ==> 0 <= lead[k];
*/
static int isc_find_downwards(isc_idx rank, const isc_idx *lead, isc_mark *turned)
{
    int found = 0;
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> turned[k] == (lead[k] < 0 ? 1 : 0);
        loop invariant !found ==> \forall integer k; 0 <= k < axis ==> 0 <= lead[k];
        loop assigns axis, found, turned[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        turned[axis] = lead[axis] < 0;
        if (lead[axis] < 0) found = 1;
    }
    return found;
}

/* From the first index of an axis to the last. */
/*@ requires isc_step_fits(size, stride);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_way(size, stride);
*/
static isc_idx isc_to_last(isc_idx size, isc_idx stride)
{
    //@ ghost isc_reveal_products(size, stride);
    //@ assert 0 <= stride ==> 0 <= (size - 1) * stride <= size * stride;
    //@ assert stride < 0 ==> size * stride <= (size - 1) * stride <= 0;
    return (size - 1) * stride;
}

/* Walks the noted axes of an operand backwards. */
/*@ requires \valid(operand) && isc_turnable(rank, dims, turned);
    requires \separated(operand, dims + (0 .. rank - 1)) && \separated(operand, turned + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> isc_step_fits(dims[k], operand->strides[k]);
    terminates \true;
    assigns *operand \from *operand, dims[0 .. rank - 1], turned[0 .. rank - 1];
    ensures operand->type == \old(operand->type) && operand->swapped == \old(operand->swapped);
    ensures \forall integer k; 0 <= k < rank ==>
      operand->strides[k] == (turned[k] != 0 ? -\old(operand->strides[k]) : \old(operand->strides[k]));
    ensures operand->data == \old(operand->data) + isc_reach{Pre}(rank, dims, &operand->strides[0], turned);
*/
static void isc_turn(isc_idx rank, const isc_idx *dims, const isc_mark *turned, isocast_operand *operand)
{
    isc_idx *strides = operand->strides;
    //@ ghost isc_reveal_reach(dims, strides, turned);
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant done: \forall integer k; 0 <= k < axis ==>
          strides[k] == (turned[k] != 0 ? -\at(operand->strides[k], Pre) : \at(operand->strides[k], Pre));
        loop invariant left: \forall integer k; axis <= k < rank ==> strides[k] == \at(operand->strides[k], Pre);
        loop invariant way: operand->data ==
          \at(operand->data, Pre) + isc_reach{Pre}(axis, dims, &operand->strides[0], turned);
        loop assigns axis, operand->data, operand->strides[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        /*@ assert next: isc_reach{Pre}(axis + 1, dims, &operand->strides[0], turned) ==
              isc_reach{Pre}(axis, dims, &operand->strides[0], turned) +
              (turned[axis] != 0 ? isc_way(dims[axis], strides[axis]) : 0); */
        if (turned[axis] != 0) {
            operand->data += isc_to_last(dims[axis], strides[axis]);
            strides[axis] = -strides[axis];
        }
    }
}

/*@ requires 0 <= count && \valid(operands + (0 .. count - 1)) && isc_turnable(rank, dims, turned);
    requires \separated(operands + (0 .. count - 1), dims + (0 .. rank - 1));
    requires \separated(operands + (0 .. count - 1), turned + (0 .. rank - 1));
    requires \forall integer m, k; 0 <= m < count && 0 <= k < rank ==> isc_step_fits(dims[k], operands[m].strides[k]);
    terminates \true;
    assigns operands[0 .. count - 1] \from operands[0 .. count - 1], dims[0 .. rank - 1], turned[0 .. rank - 1];
    ensures \forall integer m; 0 <= m < count ==>
      operands[m].type == \old(operands[m].type) && operands[m].swapped == \old(operands[m].swapped);
    ensures \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
      operands[m].strides[k] == (turned[k] != 0 ? -\old(operands[m].strides[k]) : \old(operands[m].strides[k]));
    ensures data: \forall integer m; 0 <= m < count ==> operands[m].data ==
      \old(operands[m].data) + isc_reach{Pre}(rank, dims, &operands[m].strides[0], turned);
*/
static void isc_turn_all(isc_idx rank, const isc_idx *dims, const isc_mark *turned, isc_idx count,
                         isocast_operand *operands)
{
    //@ ghost isc_reveal_reach_any(dims, turned);
    /*@ loop invariant 0 <= m <= count;
        loop invariant done: \forall integer i, k; 0 <= i < m && 0 <= k < rank ==> operands[i].strides[k] ==
          (turned[k] != 0 ? -\at(operands[i].strides[k], Pre) : \at(operands[i].strides[k], Pre));
        loop invariant left: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          operands[i].strides[k] == \at(operands[i].strides[k], Pre);
        loop invariant fit: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          isc_step_fits(dims[k], operands[i].strides[k]);
        loop invariant kept: \forall integer i; 0 <= i < count ==>
          operands[i].type == \at(operands[i].type, Pre) && operands[i].swapped == \at(operands[i].swapped, Pre);
        loop invariant there: \forall integer i; m <= i < count ==> operands[i].data == \at(operands[i].data, Pre);
        loop invariant moved: \forall integer i; 0 <= i < m ==> operands[i].data ==
          \at(operands[i].data, Pre) + isc_reach{Pre}(rank, dims, &operands[i].strides[0], turned);
        loop assigns m, operands[0 .. count - 1];
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) {
        //@ ghost isc_reveal_reach_any(dims, turned);
        /*@ ghost
            isc_idx n = 0;
            /@ loop invariant 0 <= n <= rank;
               loop invariant isc_reach(n, dims, &operands[m].strides[0], turned) ==
                 isc_reach{Pre}(n, dims, &operands[m].strides[0], turned);
               loop assigns n;
               loop variant rank - n; @/
            while (n < rank) {
                /@ assert now: isc_reach_next(n, dims, &operands[m].strides[0], turned); @/
                /@ assert before: isc_reach_next{Pre}(n, dims, &operands[m].strides[0], turned); @/
                n++;
            }
        */
        isc_turn(rank, dims, turned, &operands[m]);
        /*@ assert same: \forall integer i; 0 <= i < m ==> operands[i].data ==
              \at(operands[i].data, Pre) + isc_reach{Pre}(rank, dims, &operands[i].strides[0], turned); */
    }
}

/* Walks the noted axes of the flat index backwards. Returns the flat index of what becomes the first element. */
/*@ requires isc_turnable(rank, dims, turned) && \valid(flat + (0 .. rank - 1)) && isc_rows(rank, dims, flat);
    requires \separated(flat + (0 .. rank - 1), dims + (0 .. rank - 1));
    requires \separated(flat + (0 .. rank - 1), turned + (0 .. rank - 1));
    terminates \true;
    assigns flat[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> flat[k] == (turned[k] != 0 ? -\old(flat[k]) : \old(flat[k]));
    ensures \result == isc_reach{Pre}(rank, dims, flat, turned);
*/
static isc_idx isc_turn_flat(isc_idx rank, const isc_idx *dims, const isc_mark *turned, isc_idx *flat)
{
    isc_idx base = 0;
    //@ ghost isc_reveal_reach(dims, flat, turned);
    //@ ghost if (rank > 0) isc_reveal_way(dims[0], flat[0]);
    /*@ loop invariant 0 <= axis <= rank && 0 <= base;
        loop invariant bound: base <= PTRDIFF_MAX - (axis < rank ? isc_scaled(dims[axis], flat[axis]) : 1);
        loop invariant done: \forall integer k; 0 <= k < axis ==>
          flat[k] == (turned[k] != 0 ? -\at(flat[k], Pre) : \at(flat[k], Pre));
        loop invariant left: \forall integer k; axis <= k < rank ==> flat[k] == \at(flat[k], Pre);
        loop invariant way: base == isc_reach{Pre}(axis, dims, flat, turned);
        loop assigns axis, base, flat[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        //@ ghost isc_reveal_way(dims[axis], flat[axis]);
        if (turned[axis] != 0) {
            base += isc_to_last(dims[axis], flat[axis]);
            flat[axis] = -flat[axis];
        }
    }
    return base;
}

/* Walks the noted axes backwards in every operand, and in the flat index. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires \valid_read(turned + (0 .. plan->rank - 1)) && \separated(turned + (0 .. plan->rank - 1), plan);
    requires \separated(turned + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    terminates \true;
    assigns plan->flat_base, plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures turned: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==> plan->operands[m].strides[k] ==
      (turned[k] != 0 ? -\old(plan->operands[m].strides[k]) : \old(plan->operands[m].strides[k]));
    ensures flat: \forall integer k; 0 <= k < plan->rank ==>
      plan->flat[k] == (turned[k] != 0 ? -\old(plan->flat[k]) : \old(plan->flat[k]));
    ensures isc_steps_fit(plan, count);
    ensures data: isc_data_turned{Pre, Post}(plan, count, turned);
    ensures base: plan->flat_base == isc_reach{Pre}(plan->rank, &plan->dims[0], &plan->flat[0], turned);
*/
static void isc_turn_steps(isocast_plan *plan, isc_idx count, const isc_mark *turned)
{
    const isc_idx rank = plan->rank;
    //@ ghost isc_reveal_reach_any(plan->dims, turned);
    //@ ghost isc_reveal_opposite();
    //@ assert back: \forall integer k; 0 <= k < rank ==> isc_step_fits(plan->dims[k], -plan->flat[k]);
    /*@ assert back: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          isc_step_fits(plan->dims[k], -plan->operands[m].strides[k]); */
    isc_turn_all(rank, plan->dims, turned, count, plan->operands);
    /*@ assert rank: plan->rank == rank && plan->operands == \at(plan->operands, Pre) &&
          plan->indexed == \at(plan->indexed, Pre); */
    //@ assert data: isc_data_turned{Pre, Here}(plan, count, turned);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    //@ assert rows: isc_rows(rank, &plan->dims[0], &plan->flat[0]);
    /*@ assert turned: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==> plan->operands[m].strides[k] ==
          (turned[k] != 0 ? -\at(plan->operands[m].strides[k], Pre) : \at(plan->operands[m].strides[k], Pre)); */
    //@ ghost isc_reveal_reach_any(plan->dims, turned);
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant isc_reach(n, &plan->dims[0], &plan->flat[0], turned) ==
             isc_reach{Pre}(n, &plan->dims[0], &plan->flat[0], turned);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert now: isc_reach_next(n, &plan->dims[0], &plan->flat[0], turned); @/
            /@ assert before: isc_reach_next{Pre}(n, &plan->dims[0], &plan->flat[0], turned); @/
            n++;
        }
    */
    /*@ assert apart: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          \separated(&plan->operands[m].strides[k], plan); */
    plan->flat_base = isc_turn_flat(rank, plan->dims, turned, plan->flat);
    //@ assert base: plan->flat_base == isc_reach{Pre}(rank, &plan->dims[0], &plan->flat[0], turned);
    /*@ assert rank: plan->rank == rank && plan->operands == \at(plan->operands, Pre) &&
          plan->indexed == \at(plan->indexed, Pre); */
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    /*@ assert flat: \forall integer k; 0 <= k < rank ==>
          plan->flat[k] == (turned[k] != 0 ? -\at(plan->flat[k], Pre) : \at(plan->flat[k], Pre)); */
    /*@ assert turned: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==> plan->operands[m].strides[k] ==
          (turned[k] != 0 ? -\at(plan->operands[m].strides[k], Pre) : \at(plan->operands[m].strides[k], Pre)); */
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          isc_step_fits(\at(plan->dims[k], Pre), plan->operands[m].strides[k]); */
    //@ assert flat: \forall integer k; 0 <= k < rank ==> isc_step_fits(plan->dims[k], plan->flat[k]);
}

/* The same, and the flat indices keep their range. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires \valid_read(turned + (0 .. plan->rank - 1)) && \separated(turned + (0 .. plan->rank - 1), plan);
    requires \separated(turned + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    terminates \true;
    assigns plan->flat_base, plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures turned: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==> plan->operands[m].strides[k] ==
      (turned[k] != 0 ? -\old(plan->operands[m].strides[k]) : \old(plan->operands[m].strides[k]));
    ensures flat: \forall integer k; 0 <= k < plan->rank ==>
      plan->flat[k] == (turned[k] != 0 ? -\old(plan->flat[k]) : \old(plan->flat[k]));
    ensures isc_steps_fit(plan, count);
    ensures data: isc_data_turned{Pre, Post}(plan, count, turned);
    ensures base: plan->flat_base == isc_reach{Pre}(plan->rank, &plan->dims[0], &plan->flat[0], turned);
    ensures elements: isc_plan_total(ISC_ELEMENTS, plan) == isc_plan_total{Pre}(ISC_ELEMENTS, plan);
    ensures lowest: plan->flat_base + isc_plan_total(ISC_LOWEST, plan) == 0;
    ensures highest: plan->flat_base + isc_plan_total(ISC_HIGHEST, plan) == isc_plan_total{Pre}(ISC_HIGHEST, plan);
*/
static void isc_turn_plan(isocast_plan *plan, isc_idx count, const isc_mark *turned)
{
    //@ ghost isc_idx rank = plan->rank;
    //@ ghost isc_reveal_totals(plan->dims, plan->flat);
    //@ ghost isc_reveal_reach_any(plan->dims, turned);
    isc_turn_steps(plan, count, turned);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    /*@ assert flat: \forall integer k; 0 <= k < rank ==>
          plan->flat[k] == (turned[k] != 0 ? -\at(plan->flat[k], Pre) : \at(plan->flat[k], Pre)); */
    //@ assert base: plan->rank == rank && plan->flat_base == isc_reach{Pre}(rank, &plan->dims[0], &plan->flat[0], turned);
    //@ ghost isc_reveal_totals(plan->dims, plan->flat);
    //@ ghost isc_reveal_turned();
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant elements: isc_total(ISC_ELEMENTS, n, &plan->dims[0], &plan->flat[0]) ==
             isc_total{Pre}(ISC_ELEMENTS, n, &plan->dims[0], &plan->flat[0]);
           loop invariant lowest: isc_total(ISC_LOWEST, n, &plan->dims[0], &plan->flat[0]) ==
             -isc_reach{Pre}(n, &plan->dims[0], &plan->flat[0], turned);
           loop invariant highest: isc_total(ISC_HIGHEST, n, &plan->dims[0], &plan->flat[0]) ==
             isc_total{Pre}(ISC_HIGHEST, n, &plan->dims[0], &plan->flat[0]) -
             isc_reach{Pre}(n, &plan->dims[0], &plan->flat[0], turned);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert now: \forall integer kind; isc_total_next(kind, n, &plan->dims[0], &plan->flat[0]) ==>
                 isc_total(kind, n + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total(kind, n, &plan->dims[0], &plan->flat[0]), plan->dims[n], plan->flat[n]); @/
            /@ assert before: \forall integer kind; isc_total_next{Pre}(kind, n, &plan->dims[0], &plan->flat[0]) ==>
                 isc_total{Pre}(kind, n + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total{Pre}(kind, n, &plan->dims[0], &plan->flat[0]), plan->dims[n],
                          turned[n] != 0 ? -plan->flat[n] : plan->flat[n]); @/
            /@ assert step: isc_reach_next{Pre}(n, &plan->dims[0], &plan->flat[0], turned); @/
            /@ assert still: turned[n] == 0 ==> isc_reach{Pre}(n + 1, &plan->dims[0], &plan->flat[0], turned) ==
                 isc_reach{Pre}(n, &plan->dims[0], &plan->flat[0], turned); @/
            /@ assert reach: turned[n] != 0 ==> isc_reach{Pre}(n + 1, &plan->dims[0], &plan->flat[0], turned) ==
                 isc_reach{Pre}(n, &plan->dims[0], &plan->flat[0], turned) + isc_way(plan->dims[n], -plan->flat[n]); @/
            n++;
        }
    */
}

/* The same, and so do the pairs of elements that are met. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires \valid_read(turned + (0 .. plan->rank - 1)) && \separated(turned + (0 .. plan->rank - 1), plan);
    requires \separated(turned + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    requires plan->flat_base == 0;
    terminates \true;
    assigns plan->flat_base, plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures turned: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==> plan->operands[m].strides[k] ==
      (turned[k] != 0 ? -\old(plan->operands[m].strides[k]) : \old(plan->operands[m].strides[k]));
    ensures flat: \forall integer k; 0 <= k < plan->rank ==>
      plan->flat[k] == (turned[k] != 0 ? -\old(plan->flat[k]) : \old(plan->flat[k]));
    ensures isc_steps_fit(plan, count);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: isc_indices_kept{Pre, Post}(plan, count);
    ensures elements: isc_plan_total(ISC_ELEMENTS, plan) == isc_plan_total{Pre}(ISC_ELEMENTS, plan);
    ensures lowest: plan->flat_base + isc_plan_total(ISC_LOWEST, plan) == 0;
    ensures highest: plan->flat_base + isc_plan_total(ISC_HIGHEST, plan) == isc_plan_total{Pre}(ISC_HIGHEST, plan);
*/
static void isc_turn_pairs(isocast_plan *plan, isc_idx count, const isc_mark *turned)
{
    //@ ghost isc_idx rank = plan->rank;
    //@ ghost isc_reveal_meets();
    //@ ghost isc_reveal_reach_any(plan->dims, turned);
    isc_turn_plan(plan, count, turned);
    //@ assert rank: plan->rank == rank && plan->operands == \at(plan->operands, Pre);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: isc_turned{Pre, Here}(rank, turned, &plan->flat[0]);
    /*@ assert strides: \forall integer m; 0 <= m < count ==>
          isc_turned{Pre, Here}(rank, turned, &plan->operands[m].strides[0]); */
    //@ ghost isc_reveal_meets();
    //@ ghost isc_reveal_mirrored();
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant pairs: \forall isocast_idx *s, *t; isc_turned{Pre, Here}(rank, turned, s) &&
             isc_turned{Pre, Here}(rank, turned, t) ==> isc_turned_pair{Pre, Here}(n, &plan->dims[0], turned, s, t);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert axis: \forall isocast_idx *s; isc_turned{Pre, Here}(rank, turned, s) ==>
                 isc_turns_at{Pre, Here}(n, &plan->dims[0], turned, s); @/
            /@ assert turning: \forall isocast_idx *s, *t; isc_turned{Pre, Here}(rank, turned, s) &&
                 isc_turned{Pre, Here}(rank, turned, t) ==> isc_turning{Pre, Here}(n, &plan->dims[0], turned, s, t); @/
            /@ assert next: \forall isocast_idx *s, *t, integer a, b;
                 isc_turned_next{Pre, Here}(n, &plan->dims[0], turned, s, t, a, b); @/
            /@ assert point: \forall isocast_idx *s, *t, integer a, b;
                 isc_turning{Pre, Here}(n, &plan->dims[0], turned, s, t) &&
                 isc_turned_next{Pre, Here}(n, &plan->dims[0], turned, s, t, a, b) ==>
                 (isc_meets(n + 1, &plan->dims[0], s, t, a, b) <==> isc_meets{Pre}(n + 1, &plan->dims[0], s, t,
                   a + isc_reach{Pre}(n + 1, &plan->dims[0], s, turned),
                   b + isc_reach{Pre}(n + 1, &plan->dims[0], t, turned))); @/
            n++;
        }
    */
    /*@ assert pairs: \forall integer i, m; 0 <= i < count && 0 <= m < count ==>
          isc_plan_turned{Pre, Here}(plan, turned, i, m); */
    //@ assert flats: \forall integer m; 0 <= m < count ==> isc_flat_turned{Pre, Here}(plan, turned, m);
    /*@ assert visits: \forall integer i, m, unsigned char *x, *y; isc_plan_turned{Pre, Here}(plan, turned, i, m) ==>
          (isc_visits(plan, i, m, x, y) <==> isc_visits{Pre}(plan, i, m, x, y)); */
    /*@ assert indexes: \forall integer m, v, unsigned char *x; isc_flat_turned{Pre, Here}(plan, turned, m) ==>
          (isc_indexes(plan, m, x, v) <==> isc_indexes{Pre}(plan, m, x, v)); */
}

void isc_axes_flip(isocast_plan *plan, isc_idx count)
{
    isc_mark turned[ISOCAST_MAX_RANK];
    //@ ghost isc_rows_totals(plan->rank, plan->dims, plan->flat);
    if (isc_find_downwards(plan->rank, plan->operands[count - 1].strides, turned)) isc_turn_pairs(plan, count, turned);
}
