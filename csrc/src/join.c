/* Groups of neighbouring axes become one axis each: the sizes multiplied, and the stride of the group's last axis. */
#include "axes.h"
#include "../logic/axes_lemmas.h"
#include "../logic/meets_lemmas.h"
#include "../logic/join_lemmas.h"
#include "../logic/merge_lemmas.h"

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
    //@ assert flat: \forall integer g; 0 <= g < groups ==> plan->flat[g] == \at(plan->flat[last[g]], Pre);
    //@ assert sizes: \forall integer k; 0 <= k < 64 ==> sizes[k] == \at(sizes[k], Pre);
    isc_take_last(groups, last, sizes, plan->dims);
    //@ assert flat: \forall integer g; 0 <= g < groups ==> plan->flat[g] == \at(plan->flat[last[g]], Pre);
    //@ assert dims: \forall integer g; 0 <= g < groups ==> plan->dims[g] == \at(sizes[last[g]], Pre);
    plan->rank = groups;
    //@ assert dims: \forall integer g; 0 <= g < groups ==> plan->dims[g] == \at(sizes[last[g]], Pre);
    //@ assert flat: \forall integer g; 0 <= g < groups ==> plan->flat[g] == \at(plan->flat[last[g]], Pre);
    /*@ assert strides: \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
          plan->operands[m].strides[g] == \at(plan->operands[m].strides[last[g]], Pre); */
    //@ assert plan->indexed == \at(plan->indexed, Pre) && plan->operands == \at(plan->operands, Pre);
    /*@ assert fit: \forall integer m, g; 0 <= m < count && 0 <= g < groups ==>
          isc_step_fits(plan->dims[g], plan->operands[m].strides[g]); */
    /*@ assert fit: plan->indexed ==> \forall integer g; 0 <= g < groups ==>
          isc_step_fits(plan->dims[g], plan->flat[g]); */
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

/* The same; where the axes are met, so are the groups. */
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
    ensures base: plan->flat_base == \old(plan->flat_base);
    ensures pairs: \forall isocast_idx *s, *t; isc_last_kept{Pre, Post}(groups, last, s) &&
      isc_last_kept{Pre, Post}(groups, last, t) ==>
      isc_kept_pair{Pre, Post}(groups, last, sizes, &plan->dims[0], s, t);
*/
static void isc_join_pairs(isocast_plan *plan, isc_idx count, isc_idx groups, const isc_mark *last,
                           const isc_idx *sizes)
{
    //@ ghost isc_reveal_picked_meets(last);
    isc_join(plan, count, groups, last, sizes);
    //@ ghost isc_reveal_meets();
    /*@ ghost
        isc_idx n = 0;
        /@ loop invariant 0 <= n <= groups;
           loop invariant pairs: \forall isocast_idx *s, *t; isc_last_kept{Pre, Here}(groups, last, s) &&
             isc_last_kept{Pre, Here}(groups, last, t) ==>
             isc_kept_pair{Pre, Here}(n, last, sizes, &plan->dims[0], s, t);
           loop assigns n;
           loop variant groups - n; @/
        while (n < groups) {
            /@ assert keeping: \forall isocast_idx *s, *t; isc_last_kept{Pre, Here}(groups, last, s) &&
                 isc_last_kept{Pre, Here}(groups, last, t) ==>
                 isc_keeping{Pre, Here}(n, last, sizes, &plan->dims[0], s, t); @/
            /@ assert next: \forall isocast_idx *s, *t, integer a, b;
                 isc_keeping{Pre, Here}(n, last, sizes, &plan->dims[0], s, t) &&
                 isc_picked_next{Pre}(n, last, sizes, s, t, a, b) && isc_meets_next(n, &plan->dims[0], s, t, a, b) ==>
                 (isc_meets(n + 1, &plan->dims[0], s, t, a, b) <==>
                  isc_picked_meets{Pre}(n + 1, last, sizes, s, t, a, b)); @/
            n++;
        }
        /@ assert end: n == groups; @/
    */
    /*@ assert all: \forall isocast_idx *s, *t; isc_last_kept{Pre, Here}(groups, last, s) &&
          isc_last_kept{Pre, Here}(groups, last, t) ==>
          isc_kept_pair{Pre, Here}(groups, last, sizes, &plan->dims[0], s, t); */
}

void isc_axes_join(isocast_plan *plan, isc_idx count, const isc_mark *joined, isc_idx groups,
                   const isc_mark *last, const isc_idx *sizes)
{
    //@ ghost isc_idx rank = plan->rank;
    //@ ghost isc_groups_fit(plan, count, joined, sizes);
    //@ assert flat: plan->indexed ==> isc_flat_joined(rank, joined, &plan->dims[0], &plan->flat[0]);
    /*@ assert strides: \forall integer m; 0 <= m < count ==>
          isc_flat_joined(rank, joined, &plan->dims[0], &plan->operands[m].strides[0]); */
    //@ ghost isc_groups_total(ISC_ELEMENTS, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    //@ ghost if (plan->indexed) isc_groups_total(ISC_LOWEST, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    //@ ghost if (plan->indexed) isc_groups_total(ISC_HIGHEST, rank, joined, groups, last, plan->dims, plan->flat, sizes);
    //@ ghost isc_groups_met(rank, joined, groups, last, plan->dims, sizes);
    isc_join_pairs(plan, count, groups, last, sizes);
    //@ assert flat: isc_last_kept{Pre, Here}(groups, last, &plan->flat[0]);
    /*@ assert kept: \forall integer m; 0 <= m < count ==>
          isc_last_kept{Pre, Here}(groups, last, &plan->operands[m].strides[0]); */
    /*@ assert same: \forall isocast_idx *s, *t, integer a, b;
          isc_kept_pair{Pre, Here}(groups, last, sizes, &plan->dims[0], s, t) &&
          isc_closed_pair{Pre}(groups, rank, last, sizes, &plan->dims[0], s, t) ==>
          (isc_meets(groups, &plan->dims[0], s, t, a, b) <==> isc_meets{Pre}(rank, &plan->dims[0], s, t, a, b)); */
    /*@ assert pairs: \forall integer i, m; 0 <= i < count && 0 <= m < count ==>
          isc_kept_pair{Pre, Here}(groups, last, sizes, &plan->dims[0], &plan->operands[i].strides[0],
                                      &plan->operands[m].strides[0]); */
    /*@ assert flats: plan->indexed ==> \forall integer m; 0 <= m < count ==>
          isc_kept_pair{Pre, Here}(groups, last, sizes, &plan->dims[0], &plan->operands[m].strides[0], &plan->flat[0]); */
    //@ assert rank: plan->rank == groups && plan->operands == \at(plan->operands, Pre);
    //@ assert base: plan->flat_base == \at(plan->flat_base, Pre) && plan->indexed == \at(plan->indexed, Pre);
    //@ assert data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \at(plan->operands[m].data, Pre);
    //@ assert alike: \forall integer i, m; 0 <= i < count && 0 <= m < count ==> isc_met_alike{Pre, Here}(plan, i, m);
    //@ assert indexed: plan->indexed ==> \forall integer m; 0 <= m < count ==> isc_indexed_alike{Pre, Here}(plan, m);
    /*@ assert visits: \forall integer i, m, unsigned char *x, *y; isc_met_alike{Pre, Here}(plan, i, m) ==>
          (isc_visits(plan, i, m, x, y) <==> isc_visits{Pre}(plan, i, m, x, y)); */
    /*@ assert indexes: \forall integer m, v, unsigned char *x; isc_indexed_alike{Pre, Here}(plan, m) ==>
          (isc_indexes(plan, m, x, v) <==> isc_indexes{Pre}(plan, m, x, v)); */
    (void)joined;
}
