/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"
#include "element.h"

#include "../logic/run_logic.h"
#include "../logic/fold_logic.h"

/* form.c */
/*@ requires 0 < type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result.width == isc_bytes(type) && \result.high_first == isc_high_first(swapped);
*/
isc_form isc_form_of(isocast_type type, int swapped);

/* run.c */
/* How many elements lie below each axis: sizes[0] is all of them, sizes[rank] is 1. */
/*@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(dims + (0 .. rank - 1)) && \valid(sizes + (0 .. rank));
    requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
    requires isc_suffix(dims, 0, rank) <= 9223372036854775807;
    requires \separated(dims + (0 .. rank - 1), sizes + (0 .. rank));
    terminates \true;
    assigns sizes[0 .. rank];
    ensures isc_row_major(dims, sizes, rank);
    ensures sizes[0] == \old(isc_suffix(dims, 0, rank));
    ensures places: \forall isocast_idx *strides, integer p; isc_same_numbers{Pre, Post}(strides, rank) ==>
      isc_off{Post}(sizes, strides, 0, rank, p) == isc_place{Pre}(dims, strides, 0, rank, p);
*/
void isc_block_sizes(isc_idx rank, const isc_idx *dims, isc_idx *sizes);

/* How a plan of two inputs computes. */
/*@ requires \valid_read(plan) && \valid_read(plan->operands + (0 .. 2));
    requires \forall integer m; 0 <= m < 3 ==> 0 < plan->operands[m].type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result.op == plan->op && \result.x_type == plan->operands[0].type;
    ensures \result.y_type == plan->operands[1].type && \result.x.width == isc_bytes(plan->operands[0].type);
    ensures \result.y.width == isc_bytes(plan->operands[1].type);
    ensures \result.z.width == isc_bytes(plan->operands[2].type);
    ensures \result.x.high_first == isc_high_first(plan->operands[0].swapped);
    ensures \result.y.high_first == isc_high_first(plan->operands[1].swapped);
    ensures \result.z.high_first == isc_high_first(plan->operands[2].swapped);
*/
isc_binary isc_binary_of(const isocast_plan *plan);

/* fold.c */
/* Clauses: sum-mean, max-min, access, f */
/*@ requires isc_made(plan) && isc_fold(plan->op) && plan->elements != 0 && isc_runnable(plan);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
    ensures sum_mean: max_min: access: f: isc_ran_fold{Pre, Post}(plan);
    ensures frame: isc_ran_within{Pre, Post}(plan);
*/
void isc_fold_run(const isocast_plan *plan);

#endif
