/* Axes that are one axis in every operand become one: as few axes as possible, each as long as possible.
 *
 * Neighbouring axes form groups; a group becomes one axis, with the sizes multiplied and the stride of its last axis. */
#include "axes.h"
#include "../logic/axes_lemmas.h"
#include "../logic/meets_lemmas.h"
#include "../logic/join_lemmas.h"

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

/* Notes which axes are one with the axis before them, and how large the groups become. Returns 0 if one is too large. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank;
    requires isc_marks(joined, plan, count) && isc_room(sizes, plan, count);
    requires \separated(sizes + (0 .. plan->rank - 1), joined + (0 .. plan->rank - 1));
    terminates \true;
    assigns joined[0 .. plan->rank - 1], sizes[0 .. plan->rank - 1];
    ensures \result ==> isc_joins_noted(plan, count, joined);
    ensures \result ==> isc_group_sizes(plan->rank, &plan->dims[0], joined, sizes);
    ensures fit: isc_steps_fit(plan, count);
    ensures totals: isc_plan_totals{Pre, Post}(plan);
*/
static int isc_note_groups(const isocast_plan *plan, isc_idx count, isc_mark *joined, isc_idx *sizes)
{
    const isc_idx rank = plan->rank;
    //@ ghost isc_reveal_total(plan->dims, plan->flat);
    isc_note_joins(plan, count, joined);
    const int measured = isc_measure(rank, plan->dims, joined, sizes);
    //@ assert dims: \forall integer k; 0 <= k < rank ==> plan->dims[k] == \at(plan->dims[k], Pre);
    //@ assert flat: \forall integer k; 0 <= k < rank ==> plan->flat[k] == \at(plan->flat[k], Pre);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          plan->operands[m].strides[k] == \at(plan->operands[m].strides[k], Pre); */
    //@ assert fit: isc_steps_fit(plan, count);
    //@ assert then: \forall integer k; 1 <= k < rank && joined[k] != 0 ==> isc_joinable{Pre}(plan, count, k);
    /*@ assert now: \forall integer k; 1 <= k < rank && isc_joinable{Pre}(plan, count, k) ==>
          isc_joinable(plan, count, k); */
    //@ assert noted: isc_joins_noted(plan, count, joined);
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
    return measured;
}

/* The same; nothing that is met has changed. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank;
    requires isc_marks(joined, plan, count) && isc_room(sizes, plan, count);
    requires \separated(sizes + (0 .. plan->rank - 1), joined + (0 .. plan->rank - 1));
    terminates \true;
    assigns joined[0 .. plan->rank - 1], sizes[0 .. plan->rank - 1];
    ensures \result ==> isc_joins_noted(plan, count, joined);
    ensures \result ==> isc_group_sizes(plan->rank, &plan->dims[0], joined, sizes);
    ensures fit: isc_steps_fit(plan, count);
    ensures totals: isc_plan_totals{Pre, Post}(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: isc_indices_kept{Pre, Post}(plan, count);
*/
static int isc_find_groups(const isocast_plan *plan, isc_idx count, isc_mark *joined, isc_idx *sizes)
{
    //@ ghost isc_idx rank = plan->rank;
    //@ ghost isc_reveal_meets();
    const int measured = isc_note_groups(plan, count, joined, sizes);
    //@ assert places: plan->rank == rank && plan->operands == \at(plan->operands, Pre);
    //@ assert base: plan->flat_base == \at(plan->flat_base, Pre) && plan->indexed == \at(plan->indexed, Pre);
    //@ assert data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \at(plan->operands[m].data, Pre);
    //@ assert dims: isc_still{Pre, Here}(rank, &plan->dims[0]) && isc_still{Pre, Here}(rank, &plan->flat[0]);
    /*@ assert strides: \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
          plan->operands[m].strides[k] == \at(plan->operands[m].strides[k], Pre); */
    //@ ghost isc_reveal_meets();
    /*@ assert still: isc_still{Pre, Here}(rank, &plan->dims[0]) && isc_still{Pre, Here}(rank, &plan->flat[0]) &&
          \forall integer m; 0 <= m < count ==> isc_still{Pre, Here}(rank, &plan->operands[m].strides[0]); */
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= rank;
           loop invariant pairs: \forall isocast_idx *s, *t; isc_still{Pre, Here}(rank, s) &&
             isc_still{Pre, Here}(rank, t) ==> isc_still_pair{Pre, Here}(n, &plan->dims[0], s, t);
           loop assigns n;
           loop variant rank - n; @/
        while (n < rank) {
            /@ assert staying: \forall isocast_idx *s, *t; isc_still{Pre, Here}(rank, s) &&
                 isc_still{Pre, Here}(rank, t) ==> isc_staying{Pre, Here}(n, &plan->dims[0], s, t); @/
            /@ assert next: \forall isocast_idx *s, *t, integer a, b; isc_staying{Pre, Here}(n, &plan->dims[0], s, t) &&
                 isc_meets_next{Pre}(n, &plan->dims[0], s, t, a, b) && isc_meets_next(n, &plan->dims[0], s, t, a, b) ==>
                 (isc_meets(n + 1, &plan->dims[0], s, t, a, b) <==> isc_meets{Pre}(n + 1, &plan->dims[0], s, t, a, b)); @/
            n++;
        }
        /@ assert end: n == rank; @/
    */
    /*@ assert pairs: \forall integer i, m; 0 <= i < count && 0 <= m < count ==> isc_still_pair{Pre, Here}(rank,
          &plan->dims[0], &plan->operands[i].strides[0], &plan->operands[m].strides[0]); */
    /*@ assert flats: \forall integer m; 0 <= m < count ==> isc_still_pair{Pre, Here}(rank, &plan->dims[0],
          &plan->operands[m].strides[0], &plan->flat[0]); */
    /*@ assert each: \forall integer i, m; 0 <= i < count && 0 <= m < count && isc_still_pair{Pre, Here}(rank,
          &plan->dims[0], &plan->operands[i].strides[0], &plan->operands[m].strides[0]) ==>
          isc_met_alike{Pre, Here}(plan, i, m); */
    //@ assert alike: \forall integer i, m; 0 <= i < count && 0 <= m < count ==> isc_met_alike{Pre, Here}(plan, i, m);
    //@ assert indexed: \forall integer m; 0 <= m < count ==> isc_indexed_alike{Pre, Here}(plan, m);
    /*@ assert visits: \forall integer i, m, unsigned char *x, *y; isc_met_alike{Pre, Here}(plan, i, m) ==>
          (isc_visits(plan, i, m, x, y) <==> isc_visits{Pre}(plan, i, m, x, y)); */
    /*@ assert indexes: \forall integer m, v, unsigned char *x; isc_indexed_alike{Pre, Here}(plan, m) ==>
          (isc_indexes(plan, m, x, v) <==> isc_indexes{Pre}(plan, m, x, v)); */
    return measured;
}

void isc_axes_merge(isocast_plan *plan, isc_idx count)
{
    isc_mark joined[ISOCAST_MAX_RANK], last[ISOCAST_MAX_RANK];
    isc_idx sizes[ISOCAST_MAX_RANK];
    if (!isc_find_groups(plan, count, joined, sizes)) return;
    const isc_idx groups = isc_find_ends(plan->rank, joined, last);
    //@ assert noted: isc_joins_noted(plan, count, &joined[0]);
    isc_axes_join(plan, count, joined, groups, last, sizes);
}
