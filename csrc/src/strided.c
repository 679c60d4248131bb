/* Plans of any strides: the result's axes that have more than one index, then flipped, ordered and merged.
 *
 * Where a tensor and the result have an element each at one index of all axes, their operands have them at one index of
 * the plan's axes, and nowhere else: isc_pairs_taken (logic/tensors_logic.h). */
/* WP: Typed -wp-pruning -wp-ground */
#include "operands.h"
#include "../logic/meets_lemmas.h"
#include "../logic/laying_lemmas.h"

/* Lists the axes that have more than one index. Returns how many there are. */
/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid_read(dims + (0 .. rank - 1)) && \valid(axes + (0 .. rank - 1));
    requires \separated(axes + (0 .. rank - 1), dims + (0 .. rank - 1));
    terminates \true;
    assigns axes[0 .. rank - 1];
    ensures isc_listed(\result, axes, rank, dims);
    ensures \forall integer k; 0 <= k < rank && dims[k] != 1 ==> \exists integer j; 0 <= j < \result && axes[j] == k;
*/
static isc_idx isc_list_axes(isc_idx rank, const isc_idx *dims, isc_mark *axes)
{
    isc_idx count = 0;
    /*@ loop invariant 0 <= count <= axis <= rank;
        loop invariant listed: \forall integer k; 0 <= k < count ==> 0 <= axes[k] < axis && dims[axes[k]] != 1;
        loop invariant sorted: \forall integer j, k; 0 <= j < k < count ==> axes[j] < axes[k];
        loop invariant all: \forall integer k; 0 <= k < axis && dims[k] != 1 ==>
          \exists integer j; 0 <= j < count && axes[j] == k;
        loop assigns axis, count, axes[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (dims[axis] != 1) {
            axes[count] = (isc_mark)axis;
            count++;
        }
    }
    return count;
}

/* Takes over the listed axes of the result, which are all but those of size 1: these change no pair of places.
 * Clauses: f, access */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k];
    requires isc_listed(count, axes, result->rank, result->dims) && 1 <= count && \valid_read(axes + (0 .. count - 1));
    requires all: \forall integer k; 0 <= k < result->rank && result->dims[k] != 1 ==>
      \exists integer j; 0 <= j < count && axes[j] == k;
    requires \base_addr(axes) != \base_addr(plan) && \base_addr(axes) != \base_addr(plan->operands);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. 63], plan->flat[0 .. 63], plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures plan->rank == count && isc_planned(plan, n + 1);
    ensures \result ==> isc_steps_fit(plan, n + 1) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    ensures f: access: isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
    ensures types: isc_types_taken{Pre, Post}(plan->operands, n, inputs, result);
*/
static int isc_plan_listed(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                           isc_idx count, const isc_mark *axes)
{
    //@ ghost isc_idx rank = result->rank;
    //@ ghost isc_reveal_no_step();
    //@ ghost isc_unfold_places();
    const int small = isc_plan_axes(plan, n, inputs, result, count, axes);
    //@ ghost isocast_operand *operands = plan->operands;
    //@ ghost isc_reveal_meets();
    /*@ assert lead: \forall integer k; 0 <= k < count ==> operands[n].strides[k] == \at(result->strides[axes[k]], Pre); */
    /*@ ghost
        isc_idx axis = 0, k = 0;
        /@ loop invariant range: 0 <= axis <= rank && 0 <= k <= count;
           loop invariant before: \forall integer j; 0 <= j < k ==> axes[j] < axis;
           loop invariant after: \forall integer j; k <= j < count ==> axis <= axes[j];
           loop invariant pairs: \forall integer m; 0 <= m < n ==>
             isc_laid_pair{Pre, Here}(axis, k, inputs + m, result, &plan->dims[0], &operands[m].strides[0],
                                      &operands[n].strides[0]);
           loop assigns axis, k;
           loop variant rank - axis; @/
        while (axis < rank) {
            int listed = 0;
            if (k < count) listed = axes[k] == axis;
            /@ assert here: listed != 0 ==> k < count && axes[k] == axis; @/
            /@ assert beyond: listed == 0 && k < count ==> axis < axes[k]; @/
            if (listed) {
                /@ assert laying: \forall integer m; 0 <= m < n ==>
                     isc_laying{Pre, Here}(axis, k, inputs + m, result, &plan->dims[0], &operands[m].strides[0],
                                           &operands[n].strides[0]); @/
                /@ assert next: \forall integer m, a, b; 0 <= m < n &&
                     isc_places_next{Pre}(axis, inputs + m, result, a, b) &&
                     isc_meets_next(k, &plan->dims[0], &operands[m].strides[0], &operands[n].strides[0], a, b) ==>
                     (isc_meets(k + 1, &plan->dims[0], &operands[m].strides[0], &operands[n].strides[0], a, b) <==>
                      isc_places{Pre}(axis + 1, inputs + m, result, a, b)); @/
                /@ assert longer: \forall integer m; 0 <= m < n ==>
                     isc_laid_pair{Pre, Here}(axis + 1, k + 1, inputs + m, result, &plan->dims[0],
                                              &operands[m].strides[0], &operands[n].strides[0]); @/
                k++;
                axis++;
                continue;
            }
            /@ assert one: \at(result->dims[\at(axis, Here)], Pre) == 1; @/
            /@ assert nowhere: \forall integer m; 0 <= m < n ==> isc_no_way{Pre}(axis, inputs + m, result); @/
            /@ assert none: \forall integer m, a, b; 0 <= m < n &&
                 isc_places_next{Pre}(axis, inputs + m, result, a, b) ==>
                 (isc_meets(k, &plan->dims[0], &operands[m].strides[0], &operands[n].strides[0], a, b) <==>
                  isc_places{Pre}(axis + 1, inputs + m, result, a, b)); @/
            /@ assert same: \forall integer m; 0 <= m < n ==>
                 isc_laid_pair{Pre, Here}(axis + 1, k, inputs + m, result, &plan->dims[0],
                                          &operands[m].strides[0], &operands[n].strides[0]); @/
            axis++;
        }
        /@ assert end: k == count; @/
    */
    /*@ assert alike: \forall integer m; 0 <= m < n ==> isc_laid_alike{Pre, Here}(plan, m, n, inputs + m, result); */
    return small;
}

/* The same, of the axes that it lists itself. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires 1 < plan->elements && isc_sized(result, plan->elements);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. 63], plan->flat[0 .. 63];
    assigns plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures 1 <= plan->rank && isc_planned(plan, n + 1);
    ensures \result ==> isc_steps_fit(plan, n + 1);
    ensures \result ==> isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    ensures f: access: isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
    ensures types: isc_types_taken{Pre, Post}(plan->operands, n, inputs, result);
*/
static int isc_plan_result_axes(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs,
                                const isocast_tensor *result)
{
    isc_mark axes[ISOCAST_MAX_RANK];
    const isc_idx count = isc_list_axes(result->rank, result->dims, axes);
    return isc_plan_listed(plan, n, inputs, result, count, axes);
}

/* Flips, orders and merges the axes of a plan that has several elements. Returns 0 if there are not as many positions:
 * never, as only axes of size 1 were left out, but it is cheaper to look than to prove. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count);
    requires isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires 1 <= plan->rank && plan->flat_base == 0 && 1 < plan->elements;
    terminates \true;
    assigns plan->rank, plan->flat_base, plan->dims[0 .. 63], plan->flat[0 .. 63];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures 1 <= plan->rank <= ISOCAST_MAX_RANK;
    ensures walked: \result ==> isc_walked(plan, count);
    ensures range: plan->indexed ==> isc_flat_range(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
*/
static int isc_plan_simplify(isocast_plan *plan, isc_idx count)
{
    isc_axes_simplify(plan, count);
    const isc_idx positions = isc_count(plan->rank, plan->dims, PTRDIFF_MAX / 16);
    //@ assert several: 1 < plan->elements;
    //@ assert count: positions == plan->elements ==> isc_elements(plan->rank, &plan->dims[0]) == plan->elements;
    return positions == plan->elements;
}

int isc_plan_strided(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    if (plan->elements <= 1) {
        //@ ghost if (plan->elements == 1) isc_singles_are_runs(n, inputs, result);
        isc_plan_packed(plan, n, inputs, result);
        //@ assert types: isc_types_taken{Pre, Here}(plan->operands, n, inputs, result);
        return 1;
    }
    if (!isc_plan_result_axes(plan, n, inputs, result)) return 0;
    //@ assert types: isc_types_taken{Pre, Here}(plan->operands, n, inputs, result);
    const int made = isc_plan_simplify(plan, n + 1);
    //@ assert types: isc_types_taken{Pre, Here}(plan->operands, n, inputs, result);
    return made;
}
