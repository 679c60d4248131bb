/* Looking at a plan's values before anything is written: which pair is refused first. */
#include "drivers.h"

#include "../logic/place_lemmas.h"
#include "../logic/run_lemmas.h"
#include "../logic/type_lemmas.h"

/* Whether the exponent of an integer base is a float, so that what is refused is out of range. */
/*@ requires \valid_read(plan) && \valid_read(plan->operands + (0 .. 1));
    terminates \true;
    assigns \nothing;
    ensures \result <==> plan->op == ISOCAST_POW && isc_is_real(plan->operands[1].type) == 1;
*/
static int isc_checks_range(const isocast_plan *plan)
{
    const isocast_type y = plan->operands[1].type;
    return plan->op == ISOCAST_POW && (y == ISOCAST_FLOAT || y == ISOCAST_DOUBLE || y == ISOCAST_FLOAT16 ||
                                       y == ISOCAST_BFLOAT16);
}

/* The least flat index of a pair that is refused, or PTRDIFF_MAX. */
/*@ requires isc_made(plan) && plan->elements != 0 && plan->indexed != 0 && isc_spots_read(plan, 0);
    requires isc_spots_read(plan, 1) && \valid(sizes + (0 .. ISOCAST_MAX_RANK));
    requires \base_addr(sizes) != \base_addr(plan) && \base_addr(sizes) != \base_addr(plan->operands);
    terminates \true;
    assigns sizes[0 .. ISOCAST_MAX_RANK];
    ensures least: isc_none_before{Pre}(plan, \result);
    ensures some: \result == PTRDIFF_MAX || isc_refused_index{Pre}(plan, \result);
    ensures below: \forall integer p; 0 <= p < \at(plan->elements, Pre) ==> isc_flat_index{Pre}(plan, p) < PTRDIFF_MAX;
*/
static isc_idx isc_least_refused(const isocast_plan *plan, isc_idx *sizes)
{
    const isocast_operand *x = &plan->operands[0], *y = &plan->operands[1];
    //@ assert typed: isc_operands_typed(plan) && isc_checked(plan->op, x->type) && plan->inputs == 2;
    //@ ghost isc_words_of(plan->op, x->type);
    //@ ghost isc_words_of(plan->op, y->type);
    //@ ghost isc_reveal_suffixes(plan->rank, plan->dims);
    //@ ghost isc_places_between(plan->rank, plan->dims, plan->flat);
    //@ assert flat: \forall integer p; 0 <= p < plan->elements ==> 0 <= isc_flat_index(plan, p) < PTRDIFF_MAX;
    const isc_binary how = isc_binary_of(plan);
    isc_block_sizes(plan->rank, plan->dims, sizes);
    //@ ghost isc_all_indices(plan->rank, sizes);
    /*@ assert kept: isc_same_numbers{Pre, Here}(&x->strides[0], plan->rank) &&
          isc_same_numbers{Pre, Here}(&y->strides[0], plan->rank) &&
          isc_same_numbers{Pre, Here}(&plan->flat[0], plan->rank); */
    /*@ assert seats: \forall integer p; isc_seat{Here}(plan, sizes, 0, p) == isc_spot{Pre}(plan, 0, p) &&
          isc_seat{Here}(plan, sizes, 1, p) == isc_spot{Pre}(plan, 1, p); */
    /*@ assert indices: \forall integer p; plan->flat_base + isc_off{Here}(sizes, &plan->flat[0], 0, plan->rank, p) ==
          isc_flat_index{Pre}(plan, p); */
    //@ assert elements: sizes[0] == plan->elements && plan->elements == \at(plan->elements, Pre);
    //@ assert indexed: isc_indexed(plan->flat_base, &plan->flat[0], sizes, 0, plan->rank);
    /*@ assert read_x: isc_spots_read{Pre}(plan, 0) ==> \forall integer p; 0 <= p < sizes[0] ==>
          \valid_read(isc_spot{Pre}(plan, 0, p) + (0 .. isc_bytes(x->type) - 1)); */
    /*@ assert read_y: isc_spots_read{Pre}(plan, 1) ==> \forall integer p; 0 <= p < sizes[0] ==>
          \valid_read(isc_spot{Pre}(plan, 1, p) + (0 .. isc_bytes(y->type) - 1)); */
    //@ assert reads_x: isc_plan_reads(plan, sizes, 0);
    //@ assert reads_y: isc_plan_reads(plan, sizes, 1);
    const isc_idx index = isc_check_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, y->strides, plan->flat,
                                         x->data, y->data, plan->flat_base, PTRDIFF_MAX);
    /*@ ghost isc_all_candidates(plan->rank, sizes, x->strides, y->strides, plan->flat, x->data, y->data,
                                 plan->flat_base, how.op, how.x_type, how.y_type, how.x.width, how.x.high_first,
                                 how.y.width, how.y.high_first); */
    /*@ assert refused: \forall integer p; 0 <= p < plan->elements && isc_refused_at{Pre}(plan, p) ==>
          isc_candidate(isc_flat_index{Pre}(plan, p), ISC_PAIR(&how), x->data, &x->strides[0], y->data, &y->strides[0],
                        plan->flat_base, &plan->flat[0], sizes, 0, plan->rank, sizes[0]); */
    return index;
}

/* Clauses: int-div, mod, pow-int */
/*@ requires isc_made(plan) && isc_checkable(plan) && \valid(fault);
    requires \base_addr(fault) != \base_addr(plan) && \base_addr(fault) != \base_addr(plan->operands);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_DIVISION || \result == ISOCAST_RANGE;
    ensures int_div: mod: pow_int: \result == ISOCAST_OK && plan->indexed != 0 ==>
      \forall integer p; 0 <= p < plan->elements ==> !isc_refused_at{Pre}(plan, p);
    ensures int_div: mod: pow_int: \result != ISOCAST_OK ==>
      plan->indexed != 0 && fault->tensor == -1 && fault->axis == -1 &&
      isc_refused_index{Pre}(plan, fault->index) && isc_none_before{Pre}(plan, fault->index);
    ensures \result != ISOCAST_OK ==>
      (\result == ISOCAST_RANGE <==> plan->op == ISOCAST_POW && isc_is_real(plan->operands[1].type) == 1);
*/
isocast_status isocast_plan_check(const isocast_plan *plan, isocast_fault *fault)
{
    isc_idx sizes[ISOCAST_MAX_RANK + 1];
    if (!plan->indexed || plan->elements == 0) return ISOCAST_OK;
    //@ assert made: isc_made(plan);
    //@ assert typed: isc_operands_typed(plan) && isc_checked(plan->op, plan->operands[0].type) && plan->inputs == 2;
    //@ assert read: isc_spots_read(plan, 0) && isc_spots_read(plan, 1);
    const isc_idx index = isc_least_refused(plan, sizes);
    //@ assert least: isc_none_before{Pre}(plan, index);
    if (index == PTRDIFF_MAX) return ISOCAST_OK;
    const int range = isc_checks_range(plan);
    fault->tensor = fault->axis = -1;
    fault->index = index;
    return range ? ISOCAST_RANGE : ISOCAST_DIVISION;
}
