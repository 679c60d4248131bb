/* The steps that simplify a plan's axes: turned, ordered, merged. `count` operands, the last of which leads. */
#ifndef ISC_AXES_H
#define ISC_AXES_H

#include "core.h"

/* Walks backwards, in every operand, each axis that the leading operand would write downwards. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires 1 <= plan->rank && plan->flat_base == 0;
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
    ensures elements: isc_plan_total(ISC_ELEMENTS, plan) == isc_plan_total{Pre}(ISC_ELEMENTS, plan);
    ensures range: isc_flat_range(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: isc_indices_kept{Pre, Post}(plan, count);
*/
void isc_axes_flip(isocast_plan *plan, isc_idx count);

/* Puts the axes in the order of the leading operand's memory: axis k becomes what axis from[k] was, in every operand. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count);
    requires \valid(from + (0 .. 63)) && \separated(from + (0 .. 63), plan) &&
      \separated(from + (0 .. 63), plan->operands + (0 .. count - 1));
    terminates \true;
    assigns from[0 .. plan->rank - 1], plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures isc_permutation(plan->rank, from);
    ensures dims: \forall integer k; 0 <= k < plan->rank ==> plan->dims[k] == \at(plan->dims[\at(from[k], Post)], Pre);
    ensures flat: \forall integer k; 0 <= k < plan->rank ==> plan->flat[k] == \at(plan->flat[\at(from[k], Post)], Pre);
    ensures strides: \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
      plan->operands[m].strides[k] == \at(plan->operands[m].strides[\at(from[k], Post)], Pre);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures fit: isc_steps_fit(plan, count);
    ensures totals: isc_plan_totals{Pre, Post}(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: isc_indices_kept{Pre, Post}(plan, count);
*/
void isc_axes_order(isocast_plan *plan, isc_idx count, isc_mark *from);

/* Makes one axis of neighbours that are one axis in every operand. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank;
    terminates \true;
    assigns plan->rank, plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures 1 <= plan->rank <= \old(plan->rank);
    ensures fit: isc_steps_fit(plan, count);
    ensures totals: isc_plan_totals{Pre, Post}(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: plan->indexed ==> isc_indices_kept{Pre, Post}(plan, count);
*/
void isc_axes_merge(isocast_plan *plan, isc_idx count);

/* Makes one axis of each group of neighbours that are noted as joined. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank;
    requires \valid_read(joined + (0 .. plan->rank - 1)) && \valid_read(sizes + (0 .. 63));
    requires \separated(sizes + (0 .. 63), plan) && \separated(sizes + (0 .. 63), plan->operands + (0 .. count - 1));
    requires isc_joins_noted(plan, count, joined) && isc_group_sizes(plan->rank, &plan->dims[0], joined, sizes);
    requires \valid_read(last + (0 .. plan->rank - 1)) && \separated(last + (0 .. plan->rank - 1), plan);
    requires \separated(last + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));
    requires isc_ends(plan->rank, joined, groups, last);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures data: \forall integer m; 0 <= m < count ==> plan->operands[m].data == \old(plan->operands[m].data);
    ensures 1 <= plan->rank <= \old(plan->rank);
    ensures fit: isc_steps_fit(plan, count);
    ensures totals: isc_plan_totals{Pre, Post}(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: plan->indexed ==> isc_indices_kept{Pre, Post}(plan, count);
*/
void isc_axes_join(isocast_plan *plan, isc_idx count, const isc_mark *joined, isc_idx groups, const isc_mark *last,
                   const isc_idx *sizes);

#endif
