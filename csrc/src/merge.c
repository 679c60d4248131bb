/* Axes that are one axis in every operand become one: as few axes as possible, each as long as possible.
 *
 * Neighbouring axes form groups; a group becomes one axis, with the sizes multiplied and the stride of its last axis. */
#include "core.h"
#include "../logic/axes_lemmas.h"

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
    ensures \forall integer k; 1 <= k < plan->rank && joined[k] != 0 ==> isc_joinable{Pre}(plan, count, k);
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

/* Numbers the groups: group[axis] is the axis that it becomes. */
/*@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(joined + (0 .. rank - 1)) && \valid(group + (0 .. rank - 1));
    requires \separated(group + (0 .. rank - 1), joined + (0 .. rank - 1));
    terminates \true;
    assigns group[0 .. rank - 1];
    ensures isc_grouped(rank, group);
    ensures \forall integer j, k; 0 <= j && k == j + 1 && k < rank ==> (group[k] == group[j] <==> joined[k] != 0);
*/
static void isc_number(isc_idx rank, const isc_mark *joined, isc_mark *group)
{
    group[0] = 0;
    /*@ loop invariant 1 <= axis <= rank;
        loop invariant first: group[0] == 0;
        loop invariant range: \forall integer k; 0 <= k < axis ==> 0 <= group[k] <= k;
        loop invariant rises: \forall integer k; 0 <= k < axis ==> group[k] <= group[axis - 1];
        loop invariant sorted: \forall integer j, k; 0 <= j <= k < axis ==> group[j] <= group[k];
        loop invariant steps: \forall integer j, k; 0 <= j && k == j + 1 && k < axis ==> group[k] == group[j] || group[k] == group[j] + 1;
        loop invariant joins: \forall integer j, k; 0 <= j && k == j + 1 && k < axis ==> (group[k] == group[j] <==> joined[k] != 0);
        loop assigns axis, group[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 1; axis < rank; axis++) group[axis] = (isc_mark)(group[axis - 1] + (joined[axis] != 0 ? 0 : 1));
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
/*@ requires 1 <= rank <= ISOCAST_MAX_RANK && isc_grouped(rank, group);
    requires \valid_read(group + (0 .. rank - 1)) && \valid(values + (0 .. rank - 1));
    requires \separated(values + (0 .. rank - 1), group + (0 .. rank - 1));
    terminates \true;
    assigns values[0 .. rank - 1];
    ensures \forall integer k; isc_group_last(rank, group, k) ==> values[group[k]] == \old(values[k]);
*/
static void isc_keep_last(isc_idx rank, const isc_mark *group, isc_idx *values)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant done: \forall integer k; isc_group_last(axis, group, k) ==> values[group[k]] == \at(values[k], Pre);
        loop invariant left: \forall integer k; axis <= k < rank ==> values[k] == \at(values[k], Pre);
        loop assigns axis, values[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) values[group[axis]] = values[axis];
}

/*@ requires 0 <= count && \valid(operands + (0 .. count - 1)) && 1 <= rank <= ISOCAST_MAX_RANK;
    requires isc_grouped(rank, group) && \valid_read(group + (0 .. rank - 1));
    requires \separated(operands + (0 .. count - 1), group + (0 .. rank - 1));
    terminates \true;
    assigns operands[0 .. count - 1] \from operands[0 .. count - 1], group[0 .. rank - 1];
    ensures \forall integer m; 0 <= m < count ==> operands[m].data == \old(operands[m].data) &&
      operands[m].type == \old(operands[m].type) && operands[m].swapped == \old(operands[m].swapped);
    ensures \forall integer m, k; 0 <= m < count && isc_group_last(rank, group, k) ==>
      operands[m].strides[group[k]] == \old(operands[m].strides[k]);
*/
static void isc_keep_last_all(isc_idx rank, const isc_mark *group, isc_idx count, isocast_operand *operands)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant done: \forall integer i, k; 0 <= i < m && isc_group_last(rank, group, k) ==>
          operands[i].strides[group[k]] == \at(operands[i].strides[k], Pre);
        loop invariant left: \forall integer i, k; m <= i < count && 0 <= k < rank ==>
          operands[i].strides[k] == \at(operands[i].strides[k], Pre);
        loop invariant kept: \forall integer i; 0 <= i < count ==> operands[i].data == \at(operands[i].data, Pre) &&
          operands[i].type == \at(operands[i].type, Pre) && operands[i].swapped == \at(operands[i].swapped, Pre);
        loop assigns m, operands[0 .. count - 1];
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) {
        isc_keep_last(rank, group, operands[m].strides);
        /*@ assert now: \forall integer i, k; i == m && isc_group_last(rank, group, k) ==>
              operands[i].strides[group[k]] == \at(operands[i].strides[k], Pre); */
    }
}

/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid(to + (0 .. rank - 1)) && \valid_read(from + (0 .. rank - 1));
    requires \separated(to + (0 .. rank - 1), from + (0 .. rank - 1));
    terminates \true;
    assigns to[0 .. rank - 1];
    ensures \forall integer k; 0 <= k < rank ==> to[k] == from[k];
*/
static void isc_copy_sizes(isc_idx rank, const isc_idx *from, isc_idx *to)
{
    /*@ loop invariant 0 <= k <= rank;
        loop invariant \forall integer j; 0 <= j < k ==> to[j] == from[j];
        loop assigns k, to[0 .. rank - 1];
        loop variant rank - k;
    */
    for (isc_idx k = 0; k < rank; k++) to[k] = from[k];
}

/* Makes one axis of each group, in every operand and in the flat index. */
/*@ requires isc_planned(plan, count) && 1 <= plan->rank && isc_grouped(plan->rank, group);
    requires isc_marks(group, plan, count) && isc_room(sizes, plan, count);
    requires \forall integer k; 0 <= k < plan->rank ==> 1 <= sizes[k];
    terminates \true;
    assigns plan->rank, plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures rank: plan->rank == group[\old(plan->rank) - 1] + 1;
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures dims: \forall integer k; isc_group_last(\old(plan->rank), group, k) ==>
      plan->dims[group[k]] == \old(sizes[k]);
    ensures flat: \forall integer k; isc_group_last(\old(plan->rank), group, k) ==>
      plan->flat[group[k]] == \old(plan->flat[k]);
    ensures strides: \forall integer m, k; 0 <= m < count && isc_group_last(\old(plan->rank), group, k) ==>
      plan->operands[m].strides[group[k]] == \old(plan->operands[m].strides[k]);
*/
static void isc_join(isocast_plan *plan, isc_idx count, const isc_mark *group, const isc_idx *sizes)
{
    const isc_idx rank = plan->rank;
    isc_keep_last_all(rank, group, count, plan->operands);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    //@ assert sizes: \forall integer k; 0 <= k < rank ==> sizes[k] == \at(sizes[k], Pre);
    isc_keep_last(rank, group, plan->flat);
    isc_copy_sizes(rank, sizes, plan->dims);
    //@ assert taken: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(sizes[k], Pre);
    isc_keep_last(rank, group, plan->dims);
    plan->rank = group[rank - 1] + 1;
}

void isc_axes_merge(isocast_plan *plan, isc_idx count)
{
    isc_mark joined[ISOCAST_MAX_RANK], group[ISOCAST_MAX_RANK];
    isc_idx sizes[ISOCAST_MAX_RANK];
    isc_note_joins(plan, count, joined);
    if (!isc_measure(plan->rank, plan->dims, joined, sizes)) return;
    isc_number(plan->rank, joined, group);
    isc_join(plan, count, group, sizes);
}
