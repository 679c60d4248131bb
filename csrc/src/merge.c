/* Axes that are one axis in every operand become one: as few axes as possible, each as long as possible.
 *
 * Neighbouring axes form groups; a group becomes one axis, with the sizes multiplied and the stride of its last axis. */
#include "core.h"
#include "../logic/axes_lemmas.h"
#include "../logic/merge_lemmas.h"

/*@ requires isc_step_fits(size, stride);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_scaled(size, stride);
*/
static isc_idx isc_scale(isc_idx size, isc_idx stride)
{
    //@ ghost isc_reveal_products(size, stride);
    return size * stride;
}

/* Whether an axis and the one before it are one axis in every operand. */
/*@ requires 0 <= count && \valid_read(operands + (0 .. count - 1)) && 1 <= axis < ISOCAST_MAX_RANK;
    requires \forall integer m; 0 <= m < count ==> isc_step_fits(size, operands[m].strides[axis]);
    terminates \true;
    assigns \nothing;
    ensures \result <==> \forall integer m; 0 <= m < count ==>
      operands[m].strides[axis - 1] == isc_scaled(size, operands[m].strides[axis]);
*/
static int isc_runs_on(isc_idx count, const isocast_operand *operands, isc_idx axis, isc_idx size)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant \forall integer i; 0 <= i < m ==>
          operands[i].strides[axis - 1] == isc_scaled(size, operands[i].strides[axis]);
        loop assigns m;
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) {
        const isc_idx *strides = operands[m].strides;
        if (strides[axis - 1] != isc_scale(size, strides[axis])) return 0;
    }
    return 1;
}

/* The same, and also in the flat index where it is asked for. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= axis < plan->rank;
    terminates \true;
    assigns \nothing;
    ensures \result <==> isc_joinable(plan, count, axis);
*/
static int isc_joins(const isocast_plan *plan, isc_idx count, isc_idx axis)
{
    const isc_idx size = plan->dims[axis];
    if (plan->indexed && plan->flat[axis - 1] != isc_scale(size, plan->flat[axis])) return 0;
    return isc_runs_on(count, plan->operands, axis, size);
}

/* The size of two axes in one, or -1 if it is too large. */
/*@ requires 1 <= outer && 1 <= inner;
    terminates \true;
    assigns \nothing;
    ensures \result == -1 || (1 <= \result && \result == isc_scaled(inner, outer));
*/
static isc_idx isc_joined_size(isc_idx outer, isc_idx inner)
{
    //@ ghost isc_reveal_scaled(inner, outer);
    //@ assert 1 <= outer * inner;
    return isc_product(outer, inner, PTRDIFF_MAX);
}

/* Notes which axes are one with the axis before them. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank && isc_marks(joined, plan, count);
    terminates \true;
    assigns joined[0 .. plan->rank - 1];
    ensures isc_joins_noted(plan, count, joined);
*/
static void isc_note_joins(const isocast_plan *plan, isc_idx count, isc_mark *joined)
{
    const isc_idx rank = plan->rank;
    /*@ loop invariant 1 <= axis <= rank && plan->rank == rank;
        loop invariant there: isc_planned(plan, count);
        loop invariant dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
        loop invariant flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
        loop invariant strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          plan->operands[m].strides[k] == \at(plan->operands[m].strides[k], Pre);
        loop invariant fit: isc_steps_fit(plan, count);
        loop invariant joins: \forall integer k; 1 <= k < axis && joined[k] != 0 ==> isc_joinable{Pre}(plan, count, k);
        loop assigns axis, joined[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 1; axis < rank; axis++) {
        const int joins = isc_joins(plan, count, axis);
        //@ assert joins ==> isc_joinable{Pre}(plan, count, axis);
        joined[axis] = joins ? 1 : 0;
    }
}

/* The last axis of the group that begins with an axis. */
/*@ requires 0 <= axis < rank && \valid_read(joined + (0 .. rank - 1));
    terminates \true;
    assigns \nothing;
    ensures axis <= \result < rank && (\forall integer k; axis < k <= \result ==> joined[k] != 0);
    ensures \forall integer k; k == \result + 1 && k < rank ==> joined[k] == 0;
*/
static isc_idx isc_end_of(isc_idx rank, const isc_mark *joined, isc_idx axis)
{
    isc_idx end = axis;
    /*@ loop invariant axis <= end < rank && \forall integer k; axis < k <= end ==> joined[k] != 0;
        loop assigns end;
        loop variant rank - end;
    */
    while (end + 1 < rank && joined[end + 1] != 0) end++;
    return end;
}

/* Finds the last axis of each group. Returns how many groups there are. */
/*@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(joined + (0 .. rank - 1)) && \valid(last + (0 .. rank - 1));
    requires \separated(last + (0 .. rank - 1), joined + (0 .. rank - 1));
    terminates \true;
    assigns last[0 .. rank - 1];
    ensures isc_ends(rank, joined, \result, last);
*/
static isc_idx isc_find_ends(isc_idx rank, const isc_mark *joined, isc_mark *last)
{
    isc_idx groups = 0, start = 0;
    /*@ loop invariant range: 0 <= groups <= start <= rank;
        loop invariant same: \forall integer k; 0 <= k < rank ==> joined[k] == \at(joined[k], Pre);
        loop invariant start: groups == 0 ? start == 0 : start == last[groups - 1] + 1;
        loop invariant within: \forall integer g; 0 <= g < groups ==> g <= last[g] < start;
        loop invariant rises: \forall integer g, h; 0 <= g && h == g + 1 && h < groups ==> last[g] < last[h];
        loop invariant ends: \forall integer g, k; 0 <= g < groups && k == last[g] + 1 && k < rank ==>
          \at(joined[k], Pre) == 0;
        loop invariant first: 0 < groups ==> \forall integer k; 0 < k <= last[0] ==> \at(joined[k], Pre) != 0;
        loop invariant inner: \forall integer g, h, k; 0 <= g && h == g + 1 && h < groups &&
          last[g] + 1 < k <= last[h] ==> \at(joined[k], Pre) != 0;
        loop assigns groups, start, last[0 .. rank - 1];
        loop variant rank - start;
    */
    while (start < rank) {
        const isc_idx end = isc_end_of(rank, joined, start);
        //@ assert group: \forall integer k; start < k <= end ==> \at(joined[k], Pre) != 0;
        //@ assert after: \forall integer k; k == end + 1 && k < rank ==> \at(joined[k], Pre) == 0;
        last[groups] = (isc_mark)end;
        //@ assert before: \forall integer g; 0 <= g < groups ==> last[g] == \at(last[g], LoopCurrent);
        groups++;
        start = end + 1;
    }
    return groups;
}

/* The size of each group up to an axis. Returns 0 if one is too large. */
/*@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(dims + (0 .. rank - 1)) && \valid_read(joined + (0 .. rank - 1));
    requires \valid(sizes + (0 .. rank - 1)) && \separated(sizes + (0 .. rank - 1), dims + (0 .. rank - 1));
    requires \separated(sizes + (0 .. rank - 1), joined + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
    terminates \true;
    assigns sizes[0 .. rank - 1];
    ensures \result ==> isc_group_sizes(rank, dims, joined, sizes);
*/
static int isc_measure(isc_idx rank, const isc_idx *dims, const isc_mark *joined, isc_idx *sizes)
{
    sizes[0] = dims[0];
    /*@ loop invariant 1 <= axis <= rank;
        loop invariant first: sizes[0] == dims[0];
        loop invariant positive: \forall integer k; 0 <= k < axis ==> 1 <= sizes[k];
        loop invariant sized: \forall integer j, k; 0 <= j && k == j + 1 && k < axis ==>
          sizes[k] == (joined[k] != 0 ? isc_scaled(dims[k], sizes[j]) : dims[k]);
        loop assigns axis, sizes[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 1; axis < rank; axis++) {
        const isc_idx size = joined[axis] != 0 ? isc_joined_size(sizes[axis - 1], dims[axis]) : dims[axis];
        if (size < 0) return 0;
        sizes[axis] = size;
    }
    return 1;
}

/* Keeps of each group what its last axis has. */
/*@ requires 1 <= groups <= ISOCAST_MAX_RANK && \valid_read(last + (0 .. groups - 1)) && \valid(values + (0 .. 63));
    requires \separated(values + (0 .. 63), last + (0 .. groups - 1));
    requires \forall integer g; 0 <= g < groups ==> g <= last[g] < ISOCAST_MAX_RANK;
    terminates \true;
    assigns values[0 .. groups - 1];
    ensures \forall integer g; 0 <= g < groups ==> values[g] == \old(values[last[g]]);
*/
static void isc_keep_last(isc_idx groups, const isc_mark *last, isc_idx *values)
{
    /*@ loop invariant 0 <= g <= groups;
        loop invariant done: \forall integer h; 0 <= h < g ==> values[h] == \at(values[last[h]], Pre);
        loop invariant left: \forall integer k; g <= k < ISOCAST_MAX_RANK ==> values[k] == \at(values[k], Pre);
        loop assigns g, values[0 .. groups - 1];
        loop variant groups - g;
    */
    for (isc_idx g = 0; g < groups; g++) values[g] = values[last[g]];
}

/*@ requires 0 <= count && \valid(operands + (0 .. count - 1)) && 1 <= groups <= ISOCAST_MAX_RANK;
    requires \valid_read(last + (0 .. groups - 1)) && \separated(operands + (0 .. count - 1), last + (0 .. groups - 1));
    requires \forall integer g; 0 <= g < groups ==> g <= last[g] < ISOCAST_MAX_RANK;
    terminates \true;
    assigns operands[0 .. count - 1] \from operands[0 .. count - 1], last[0 .. groups - 1];
    ensures \forall integer m; 0 <= m < count ==> operands[m].data == \old(operands[m].data) &&
      operands[m].type == \old(operands[m].type) && operands[m].swapped == \old(operands[m].swapped);
    ensures \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
      operands[m].strides[g] == \old(operands[m].strides[last[g]]);
*/
static void isc_keep_last_all(isc_idx groups, const isc_mark *last, isc_idx count, isocast_operand *operands)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant done: \forall integer i, g; 0 <= i < m && 0 <= g < groups ==>
          operands[i].strides[g] == \at(operands[i].strides[last[g]], Pre);
        loop invariant left: \forall integer i, k; m <= i < count && 0 <= k < ISOCAST_MAX_RANK ==>
          operands[i].strides[k] == \at(operands[i].strides[k], Pre);
        loop invariant kept: \forall integer i; 0 <= i < count ==> operands[i].data == \at(operands[i].data, Pre) &&
          operands[i].type == \at(operands[i].type, Pre) && operands[i].swapped == \at(operands[i].swapped, Pre);
        loop assigns m, operands[0 .. count - 1];
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) {
        isc_keep_last(groups, last, operands[m].strides);
        /*@ assert before: \forall integer i, g; 0 <= i < m && 0 <= g < groups ==>
              operands[i].strides[g] == \at(operands[i].strides[last[g]], Pre); */
        /*@ assert now: \forall integer i, g; i == m && 0 <= g < groups ==>
              operands[i].strides[g] == \at(operands[i].strides[last[g]], Pre); */
    }
}

/*@ requires 0 <= groups <= ISOCAST_MAX_RANK && \valid(to + (0 .. groups - 1)) && \valid_read(from + (0 .. 63));
    requires \valid_read(last + (0 .. groups - 1)) && \separated(to + (0 .. groups - 1), last + (0 .. groups - 1));
    requires \separated(to + (0 .. groups - 1), from + (0 .. 63));
    requires \forall integer g; 0 <= g < groups ==> 0 <= last[g] < ISOCAST_MAX_RANK;
    terminates \true;
    assigns to[0 .. groups - 1];
    ensures \forall integer g; 0 <= g < groups ==> to[g] == \old(from[last[g]]);
*/
static void isc_take_last(isc_idx groups, const isc_mark *last, const isc_idx *from, isc_idx *to)
{
    /*@ loop invariant 0 <= g <= groups;
        loop invariant same: \forall integer k; 0 <= k < ISOCAST_MAX_RANK ==> from[k] == \at(from[k], Pre);
        loop invariant done: \forall integer h; 0 <= h < g ==> to[h] == from[last[h]];
        loop assigns g, to[0 .. groups - 1];
        loop variant groups - g;
    */
    for (isc_idx g = 0; g < groups; g++) to[g] = from[last[g]];
}

/* Makes one axis of each group, in every operand and in the flat index. */
/*@ requires isc_planned(plan, count) && 1 <= groups <= plan->rank && \valid_read(last + (0 .. groups - 1));
    requires \separated(last + (0 .. groups - 1), plan) && \valid_read(sizes + (0 .. 63));
    requires \separated(last + (0 .. groups - 1), plan->operands + (0 .. count - 1));
    requires \separated(sizes + (0 .. 63), plan) && \separated(sizes + (0 .. 63), plan->operands + (0 .. count - 1));
    requires \forall integer g; 0 <= g < groups ==> g <= last[g] < plan->rank && 1 <= sizes[last[g]];
    requires fit: \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
      isc_step_fits(sizes[last[g]], plan->operands[m].strides[last[g]]);
    requires fit: plan->indexed ==> \forall integer g; 0 <= g < groups ==>
      isc_step_fits(sizes[last[g]], plan->flat[last[g]]);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures rank: plan->rank == groups;
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures dims: \forall integer g; 0 <= g < groups ==> plan->dims[g] == \old(sizes[last[g]]);
    ensures flat: \forall integer g; 0 <= g < groups ==> plan->flat[g] == \old(plan->flat[last[g]]);
    ensures strides: \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
      plan->operands[m].strides[g] == \old(plan->operands[m].strides[last[g]]);
    ensures totals: \forall integer kind; isc_total(kind, groups, &plan->dims[0], &plan->flat[0]) ==
      isc_picked{Pre}(kind, groups, last, sizes, &plan->flat[0]);
    ensures fit: isc_steps_fit(plan, count);
*/
static void isc_join(isocast_plan *plan, isc_idx count, isc_idx groups, const isc_mark *last, const isc_idx *sizes)
{
    //@ ghost isc_reveal_picked(last, sizes, plan->flat);
    isc_keep_last_all(groups, last, count, plan->operands);
    //@ assert flat: \forall integer k; 0 <= k < 64 ==> plan->flat[k] == \at(plan->flat[k], Pre);
    //@ assert sizes: \forall integer k; 0 <= k < 64 ==> sizes[k] == \at(sizes[k], Pre);
    isc_keep_last(groups, last, plan->flat);
    isc_take_last(groups, last, sizes, plan->dims);
    plan->rank = groups;
    //@ assert dims: \forall integer g; 0 <= g < groups ==> plan->dims[g] == \at(sizes[last[g]], Pre);
    //@ assert flat: \forall integer g; 0 <= g < groups ==> plan->flat[g] == \at(plan->flat[last[g]], Pre);
    /*@ assert strides: \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
          plan->operands[m].strides[g] == \at(plan->operands[m].strides[last[g]], Pre); */
    //@ assert plan->indexed == \at(plan->indexed, Pre);
    //@ assert fit: isc_steps_fit(plan, count);
    //@ ghost isc_reveal_total(plan->dims, plan->flat);
    /*@ ghost
        isc_idx g = 0;
        /@ loop invariant 0 <= g <= groups;
           loop invariant \forall integer kind; isc_total(kind, g, &plan->dims[0], &plan->flat[0]) ==
             isc_picked{Pre}(kind, g, last, sizes, &plan->flat[0]);
           loop assigns g;
           loop variant groups - g; @/
        while (g < groups) {
            /@ assert \forall integer kind; isc_total(kind, g + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total(kind, g, &plan->dims[0], &plan->flat[0]), plan->dims[g], plan->flat[g]); @/
            /@ assert \forall integer kind; isc_picked{Pre}(kind, g + 1, last, sizes, &plan->flat[0]) ==
                 isc_with(kind, isc_picked{Pre}(kind, g, last, sizes, &plan->flat[0]), plan->dims[g], plan->flat[g]); @/
            g++;
        }
    */
}

void isc_axes_merge(isocast_plan *plan, isc_idx count)
{
    isc_mark joined[ISOCAST_MAX_RANK], last[ISOCAST_MAX_RANK];
    isc_idx sizes[ISOCAST_MAX_RANK];
    const isc_idx rank = plan->rank;
    //@ ghost isc_reveal_total(plan->dims, plan->flat);
    isc_note_joins(plan, count, joined);
    const int measured = isc_measure(rank, plan->dims, joined, sizes);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          plan->operands[m].strides[k] == \at(plan->operands[m].strides[k], Pre); */
    //@ assert fit: isc_steps_fit(plan, count);
    //@ ghost isc_reveal_total(plan->dims, plan->flat);
    /*@ ghost
        isc_idx axis = 0;
        /@ loop invariant 0 <= axis <= rank;
           loop invariant \forall integer kind; isc_total(kind, axis, &plan->dims[0], &plan->flat[0]) ==
             isc_total{Pre}(kind, axis, &plan->dims[0], &plan->flat[0]);
           loop assigns axis;
           loop variant rank - axis; @/
        while (axis < rank) {
            /@ assert \forall integer kind; isc_total(kind, axis + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total(kind, axis, &plan->dims[0], &plan->flat[0]), plan->dims[axis],
                          plan->flat[axis]); @/
            /@ assert \forall integer kind; isc_total{Pre}(kind, axis + 1, &plan->dims[0], &plan->flat[0]) ==
                 isc_with(kind, isc_total{Pre}(kind, axis, &plan->dims[0], &plan->flat[0]), plan->dims[axis],
                          plan->flat[axis]); @/
            axis++;
        }
    */
    if (!measured) return;
    /*@ assert joined: \forall integer j, k, m; 0 <= j && k == j + 1 && k < rank && joined[k] != 0 && 0 <= m < count ==>
          plan->operands[m].strides[j] == isc_scaled(plan->dims[k], plan->operands[m].strides[k]); */
    //@ assert flat_joined: plan->indexed ==> isc_flat_joined(rank, &joined[0], &plan->dims[0], &plan->flat[0]);
    //@ assert noted: isc_joins_noted(plan, count, &joined[0]);
    //@ ghost isc_groups_fit(plan, count, joined, sizes);
    const isc_idx groups = isc_find_ends(rank, joined, last);
    //@ ghost isc_groups_total(ISC_ELEMENTS, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    //@ ghost if (plan->indexed) isc_groups_total(ISC_LOWEST, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    //@ ghost if (plan->indexed) isc_groups_total(ISC_HIGHEST, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    /*@ assert elements: isc_picked(ISC_ELEMENTS, groups, &last[0], &sizes[0], &plan->flat[0]) ==
          isc_total{Pre}(ISC_ELEMENTS, rank, &plan->dims[0], &plan->flat[0]); */
    /*@ assert lowest: plan->indexed ==> isc_picked(ISC_LOWEST, groups, &last[0], &sizes[0], &plan->flat[0]) ==
          isc_total{Pre}(ISC_LOWEST, rank, &plan->dims[0], &plan->flat[0]); */
    /*@ assert highest: plan->indexed ==> isc_picked(ISC_HIGHEST, groups, &last[0], &sizes[0], &plan->flat[0]) ==
          isc_total{Pre}(ISC_HIGHEST, rank, &plan->dims[0], &plan->flat[0]); */
    isc_join(plan, count, groups, last, sizes);
    //@ assert plan->indexed == \at(plan->indexed, Pre);
    //@ assert elements: isc_plan_total(ISC_ELEMENTS, plan) == isc_plan_total{Pre}(ISC_ELEMENTS, plan);
    //@ assert lowest: plan->indexed ==> isc_plan_total(ISC_LOWEST, plan) == isc_plan_total{Pre}(ISC_LOWEST, plan);
    //@ assert highest: plan->indexed ==> isc_plan_total(ISC_HIGHEST, plan) == isc_plan_total{Pre}(ISC_HIGHEST, plan);
}
