/* The axes of a plan: walked in the order of the result's memory, and as few as possible.
 *
 * Each step keeps the set of (result element, operand elements) pairs; only the order in which they are visited and the
 * number of axes change. Sizes are at least 2, or the plan has one axis of size 1. */
#include "core.h"
#include "../logic/axes_lemmas.h"

/*@ requires \valid(values + a) && \valid(values + b);
    terminates \true;
    assigns values[a], values[b];
    ensures values[a] == \old(values[b]) && values[b] == \old(values[a]);
*/
static void isc_swap(isc_idx *values, isc_idx a, isc_idx b)
{
    const isc_idx kept = values[a];
    values[a] = values[b];
    values[b] = kept;
}

/* Notes the axes that the leading operand would write downwards. Returns whether there is one. */
/*@ requires 0 <= rank && \valid_read(lead + (0 .. rank - 1)) && \valid(turned + (0 .. rank - 1));
    requires \separated(turned + (0 .. rank - 1), lead + (0 .. rank - 1));
    terminates \true;
    assigns turned[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> turned[k] == (lead[k] < 0 ? 1 : 0);
    ensures !\result ==> \forall integer k; 0 <= k < rank ==> 0 <= lead[k];
*/
static int isc_find_downwards(isc_idx rank, const isc_idx *lead, isc_idx *turned)
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
static void isc_turn(isc_idx rank, const isc_idx *dims, const isc_idx *turned, isocast_operand *operand)
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
*/
static void isc_turn_all(isc_idx rank, const isc_idx *dims, const isc_idx *turned, isc_idx count,
                         isocast_operand *operands)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant done: \forall integer i, k; 0 <= i < m && 0 <= k < rank ==> operands[i].strides[k] ==
          (turned[k] != 0 ? -\at(operands[i].strides[k], Pre) : \at(operands[i].strides[k], Pre));
        loop invariant left: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          operands[i].strides[k] == \at(operands[i].strides[k], Pre);
        loop invariant fit: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          isc_step_fits(dims[k], operands[i].strides[k]);
        loop invariant kept: \forall integer i; 0 <= i < count ==>
          operands[i].type == \at(operands[i].type, Pre) && operands[i].swapped == \at(operands[i].swapped, Pre);
        loop assigns m, operands[0 .. count - 1];
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) isc_turn(rank, dims, turned, &operands[m]);
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
static isc_idx isc_turn_flat(isc_idx rank, const isc_idx *dims, const isc_idx *turned, isc_idx *flat)
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

/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid(values + (0 .. rank - 1)) && \valid_read(from + (0 .. rank - 1));
    requires \separated(values + (0 .. rank - 1), from + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 0 <= from[k] < rank;
    terminates \true;
    assigns values[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> values[k] == \old(values[from[k]]);
*/
static void isc_gather(isc_idx rank, const isc_idx *from, isc_idx *values)
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

/* The order of the axes, largest stride of the leading operand first: insertion sort, nearly always sorted already.
 * Returns whether anything moved. */
/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid_read(lead + (0 .. rank - 1)) && \valid(from + (0 .. rank - 1));
    requires \separated(lead + (0 .. rank - 1), from + (0 .. rank - 1));
    terminates \true;
    assigns from[0 .. rank - 1];
    ensures isc_permutation(rank, from);
    ensures !\result ==> \forall integer k; 0 <= k < rank ==> from[k] == k;
*/
static int isc_sort(isc_idx rank, const isc_idx *lead, isc_idx *from)
{
    int moved = 0;
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant isc_permutation(axis, from);
        loop invariant !moved ==> \forall integer k; 0 <= k < axis ==> from[k] == k;
        loop assigns axis, moved, from[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        isc_idx k = axis;
        from[axis] = axis;
        /*@ loop invariant 0 <= k <= axis;
            loop invariant isc_permutation(axis + 1, from);
            loop invariant !moved ==> \forall integer j; 0 <= j <= axis ==> from[j] == j;
            loop assigns k, moved, from[0 .. rank - 1];
            loop variant k;
        */
        while (k > 0 && lead[from[k - 1]] < lead[from[k]]) {
            isc_swap(from, k - 1, k);
            moved = 1;
            k--;
        }
    }
    return moved;
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
*/
static void isc_turn_plan(isocast_plan *plan, isc_idx count, const isc_idx *turned)
{
    const isc_idx rank = plan->rank;
    isc_turn_all(rank, plan->dims, turned, count, plan->operands);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    plan->flat_base = isc_turn_flat(rank, plan->dims, turned, plan->flat);
    //@ ghost isc_reveal_opposite();
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          isc_step_fits(\at(plan->dims[k], Pre), plan->operands[m].strides[k]); */
    //@ assert flat: \forall integer k; 0 <= k < rank ==> isc_step_fits(plan->dims[k], plan->flat[k]);
    //@ assert plan->rank == rank;
}

/* Walks backwards, in every operand, each axis that the leading operand would write downwards. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    terminates \true;
    assigns plan->flat_base, plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures turned: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
      plan->operands[m].strides[k] == (\old(plan->operands[count - 1].strides[k]) < 0 ?
        -\old(plan->operands[m].strides[k]) : \old(plan->operands[m].strides[k]));
    ensures flat: \forall integer k; 0 <= k < plan->rank ==> plan->flat[k] ==
      (\old(plan->operands[count - 1].strides[k]) < 0 ? -\old(plan->flat[k]) : \old(plan->flat[k]));
    ensures isc_steps_fit(plan, count);
*/
static void isc_flip(isocast_plan *plan, isc_idx count)
{
    isc_idx turned[ISOCAST_MAX_RANK];
    if (isc_find_downwards(plan->rank, plan->operands[count - 1].strides, turned)) isc_turn_plan(plan, count, turned);
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
static void isc_gather_all(isc_idx rank, const isc_idx *from, isc_idx count, isocast_operand *operands)
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
*/
static void isc_reorder(isocast_plan *plan, isc_idx count, const isc_idx *from)
{
    const isc_idx rank = plan->rank;
    isc_gather_all(rank, from, count, plan->operands);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    isc_gather(rank, from, plan->dims);
    isc_gather(rank, from, plan->flat);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[from[k]], Pre);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          isc_step_fits(\at(plan->dims[from[k]], Pre), plan->operands[m].strides[k]); */
    //@ assert flat: \forall integer k; 0 <= k < rank ==> isc_step_fits(plan->dims[k], plan->flat[k]);
    //@ assert plan->rank == rank;
}

/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count);
    terminates \true;
    assigns plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures isc_steps_fit(plan, count);
*/
static void isc_order(isocast_plan *plan, isc_idx count)
{
    isc_idx from[ISOCAST_MAX_RANK];
    if (isc_sort(plan->rank, plan->operands[count - 1].strides, from)) isc_reorder(plan, count, from);
}

/* Flips, orders and merges the axes of a plan of `count` operands; the last of them leads. */
void isc_axes_simplify(isocast_plan *plan, isc_idx count)
{
    isc_flip(plan, count);
    isc_order(plan, count);
    if (plan->rank > 1) isc_axes_merge(plan, count);
}
