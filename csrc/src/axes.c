/* The axes of a plan: walked in the order of the result's memory, and as few as possible.
 *
 * Each step keeps the pairs of elements that belong to one index; only the order in which they are visited and the
 * number of axes change. That is proved of the C: isc_pairs_kept (logic/meets_logic.h) says that two operands meet at the
 * same two places before and after, in both directions, and isc_indices_kept the same of an operand and the flat index.
 * proofs/why3/walk_order.mlw and walk_merge.mlw say it of all operands at once, and that no index is visited twice.
 * Sizes are at least 2, or the plan has one axis of size 1. */
#include "axes.h"
#include "../logic/totals_lemmas.h"

/* Flips, orders and merges the axes of a plan of `count` operands; the last of them leads. */
void isc_axes_simplify(isocast_plan *plan, isc_idx count)
{
    isc_mark from[ISOCAST_MAX_RANK];
    //@ ghost isc_total_elements(plan->rank, plan->dims, plan->flat);
    isc_axes_flip(plan, count);
    isc_axes_order(plan, count, from);
    //@ assert plan->indexed ==> isc_flat_range(plan);
    if (plan->rank > 1) isc_axes_merge(plan, count);
    //@ ghost isc_total_elements(plan->rank, plan->dims, plan->flat);
}
