/* From tensors to operands: the axes of the result that have more than one index. */
#ifndef ISC_OPERANDS_H
#define ISC_OPERANDS_H

#include "core.h"

/* Takes over the axes of the result that have more than one index, listed in `axes`. Returns 0 if a stride is too large.
 * Clauses: f, access */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k];
    requires isc_listed(count, axes, result->rank, result->dims) && 1 <= count && \valid_read(axes + (0 .. count - 1));
    requires \base_addr(axes) != \base_addr(plan) && \base_addr(axes) != \base_addr(plan->operands);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. 63], plan->flat[0 .. 63], plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures plan->rank == count && isc_planned(plan, n + 1);
    ensures \result ==> isc_steps_fit(plan, n + 1) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    ensures step1: \forall integer k; 0 <= k < count ==> plan->dims[k] == \old(result->dims[axes[k]]);
    ensures f: access: isc_laid{Pre, Post}(plan->operands + n, result, \old(result->rank), count, axes);
    ensures f: access: \forall integer m; 0 <= m < n ==>
      isc_laid{Pre, Post}(plan->operands + m, inputs + m, \old(result->rank), count, axes);
    ensures taken: isc_taken{Pre, Post}(plan->operands + n, result);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(plan->operands + m, inputs + m);
*/
int isc_plan_axes(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                  isc_idx count, const isc_mark *axes);

#endif
