/* Lemmas about plans as they are made, as ghost functions: proved once, and used by calling them. */
#ifndef ISC_MADE_LEMMAS_H
#define ISC_MADE_LEMMAS_H

#include "totals_lemmas.h"

/*@ ghost
// The product of the sizes is the same from either end.
/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1));
   terminates \true;
   assigns \nothing;
   ensures isc_suffix(dims, 0, rank) == isc_elements(rank, dims); @/
void isc_reveal_either_end(isocast_idx rank, const isocast_idx *dims)
{
    isocast_idx k = rank;
    /@ loop invariant 0 <= k <= rank;
       loop invariant isc_elements(k, dims) * isc_suffix(dims, k, rank) == isc_elements(rank, dims);
       loop assigns k;
       loop variant k; @/
    while (k > 0) {
        /@ assert left: isc_elements(k, dims) == isc_elements(k - 1, dims) * dims[k - 1]; @/
        /@ assert right: isc_suffix(dims, k - 1, rank) == dims[k - 1] * isc_suffix(dims, k, rank); @/
        /@ assert regrouped: \forall integer a, b, c; (a * b) * c == a * (b * c); @/
        k--;
    }
}

// So is the sum of the ways down, and of the ways up.
/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(strides + (0 .. rank - 1));
   terminates \true;
   assigns \nothing;
   ensures isc_lowest(dims, strides, 0, rank) == isc_total(ISC_LOWEST, rank, dims, strides);
   ensures isc_highest(dims, strides, 0, rank) == isc_total(ISC_HIGHEST, rank, dims, strides); @/
void isc_reveal_extremes_total(isocast_idx rank, const isocast_idx *dims, const isocast_idx *strides)
{
    isocast_idx k = rank;
    /@ loop invariant 0 <= k <= rank;
       loop invariant lowest: isc_total(ISC_LOWEST, k, dims, strides) + isc_lowest(dims, strides, k, rank) ==
         isc_total(ISC_LOWEST, rank, dims, strides);
       loop invariant highest: isc_total(ISC_HIGHEST, k, dims, strides) + isc_highest(dims, strides, k, rank) ==
         isc_total(ISC_HIGHEST, rank, dims, strides);
       loop assigns k;
       loop variant k; @/
    while (k > 0) {
        /@ assert still: strides[k - 1] == 0 ==> isc_way(dims[k - 1], strides[k - 1]) == 0; @/
        k--;
    }
}

/@ requires \valid_read(plan) && 1 <= plan->rank <= ISOCAST_MAX_RANK && 1 <= plan->elements <= PTRDIFF_MAX / 16;
   requires 1 <= plan->inputs < PTRDIFF_MAX && isc_walked(plan, plan->inputs + 1);
   terminates \true;
   assigns \nothing;
   ensures isc_axes_made(plan); @/
void isc_axes_are_made(const isocast_plan *plan)
{
    isc_reveal_either_end(plan->rank, plan->dims);
    /@ assert \forall integer k; 0 <= k < plan->rank ==> isc_step_fits(plan->dims[k], plan->operands[0].strides[k]); @/
}

/@ requires \valid_read(plan) && 1 <= plan->rank <= ISOCAST_MAX_RANK && 1 <= plan->elements <= PTRDIFF_MAX / 16;
   requires isc_elements(plan->rank, &plan->dims[0]) == plan->elements && isc_flat_range(plan);
   terminates \true;
   assigns \nothing;
   ensures isc_flat_made(plan); @/
void isc_flat_is_made(const isocast_plan *plan)
{
    isc_total_elements(plan->rank, plan->dims, plan->flat);
    isc_reveal_extremes_total(plan->rank, plan->dims, plan->flat);
}

// The set is a parameter, so that its shifts are computed, not searched.
/@ terminates \true;
   assigns \nothing;
   ensures none: types == 0 ==> \forall integer type; !isc_has(types, type);
   ensures all: types == ISC_ALL ==> \forall integer type; isc_type(type) ==> isc_has(types, type); @/
void isc_all_types(unsigned types)
{
    /@ assert listed: \forall integer type; isc_type(type) ==> type == 1 || type == 2 || type == 3 || type == 4 ||
         type == 5 || type == 6 || type == 7 || type == 9 || type == 10 || type == 11 || type == 12 || type == 13 ||
         type == 14 || type == 15 || type == 16; @/
    /@ assert isc_has(types, 1) <==> ((types >> 1) & 1) == 1; @/
    /@ assert isc_has(types, 2) <==> ((types >> 2) & 1) == 1; @/
    /@ assert isc_has(types, 3) <==> ((types >> 3) & 1) == 1; @/
    /@ assert isc_has(types, 4) <==> ((types >> 4) & 1) == 1; @/
    /@ assert isc_has(types, 5) <==> ((types >> 5) & 1) == 1; @/
    /@ assert isc_has(types, 6) <==> ((types >> 6) & 1) == 1; @/
    /@ assert isc_has(types, 7) <==> ((types >> 7) & 1) == 1; @/
    /@ assert isc_has(types, 9) <==> ((types >> 9) & 1) == 1; @/
    /@ assert isc_has(types, 10) <==> ((types >> 10) & 1) == 1; @/
    /@ assert isc_has(types, 11) <==> ((types >> 11) & 1) == 1; @/
    /@ assert isc_has(types, 12) <==> ((types >> 12) & 1) == 1; @/
    /@ assert isc_has(types, 13) <==> ((types >> 13) & 1) == 1; @/
    /@ assert isc_has(types, 14) <==> ((types >> 14) & 1) == 1; @/
    /@ assert isc_has(types, 15) <==> ((types >> 15) & 1) == 1; @/
    /@ assert isc_has(types, 16) <==> ((types >> 16) & 1) == 1; @/
}

// The operands' types are the tensors', which agree; Max, Min, Sum and Mean of one input have become a copy.
/@ requires \valid_read(plan) && \valid_read(plan->operands + (0 .. n)) && \valid_read(inputs + (0 .. n - 1));
   requires (isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op) && plan->inputs == n && 1 <= n;
   requires \forall integer m; 0 <= m < n ==> isc_type(inputs[m].type);
   requires isc_type(result->type) && isc_types_agree(op, n, inputs, result);
   requires isc_types_taken{Pre, Pre}(plan->operands, n, inputs, result);
   terminates \true;
   assigns \nothing;
   ensures isc_operands_typed(plan); @/
void isc_types_are_made(const isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                        const isocast_tensor *result)
{
    isc_all_types(0);
    isc_all_types(ISC_ALL);
    /@ assert op: op < ISOCAST_OPS; @/
    /@ assert types: \forall integer m; 0 <= m <= n ==> isc_type(plan->operands[m].type); @/
    /@ assert schema: isc_has(isc_schema(plan->op), plan->operands[isc_first(plan->op)].type); @/
}

/@ requires \valid_read(plan) && \valid_read(plan->operands + (0 .. plan->inputs)) && isc_operands_typed(plan);
   requires 1 <= plan->rank <= ISOCAST_MAX_RANK && 0 <= plan->elements <= PTRDIFF_MAX / 16;
   requires 1 <= plan->inputs < PTRDIFF_MAX && (plan->indexed != 0 <==> isc_checked(plan->op, plan->operands[0].type));
   requires plan->elements != 0 ==> isc_walked(plan, plan->inputs + 1);
   requires plan->elements != 0 && plan->indexed ==> isc_flat_range(plan);
   terminates \true;
   assigns \nothing;
   ensures isc_made(plan); @/
void isc_plan_is_made(const isocast_plan *plan)
{
    if (plan->elements != 0) {
        isc_axes_are_made(plan);
        if (plan->indexed) isc_flat_is_made(plan);
    }
}
*/

#endif
