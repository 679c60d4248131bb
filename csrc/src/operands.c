/* From tensors to operands: the strides along the result's axes, and which of them are too large. */
/* WP: Typed -wp-pruning -wp-ground */
#include "operands.h"
#include "../logic/axes_lemmas.h"
#include "../logic/plan_lemmas.h"

/* The stride of a tensor along an axis of the result: 0 where it is stretched.
 * Clauses: f, access, step1-access */
/*@ requires isc_strided(tensor) && tensor->rank <= rank && 0 <= axis < rank;
    terminates \true;
    assigns \nothing;
    ensures f: access: step1_access: \result == isc_stretched(tensor, rank, axis);
*/
static isc_idx isc_stretched_stride(const isocast_tensor *tensor, isc_idx rank, isc_idx axis)
{
    const isc_idx own = axis - (rank - tensor->rank);
    return own < 0 || tensor->dims[own] == 1 ? 0 : tensor->strides[own];
}

/* Takes a tensor over as an operand along the listed axes of the result.
 * Clauses: f, access */
/*@ requires \valid(operand) && isc_strided(tensor) && tensor->rank <= rank && 0 <= count <= rank <= ISOCAST_MAX_RANK;
    requires \valid_read(axes + (0 .. count - 1)) && \forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank;
    requires isc_tensor_apart(operand, tensor) && \separated(operand, axes + (0 .. count - 1));
    terminates \true;
    assigns *operand \from *tensor, tensor->dims[0 .. tensor->rank - 1], tensor->strides[0 .. tensor->rank - 1];
    ensures f: access: \forall integer k; 0 <= k < count ==>
      operand->strides[k] == isc_stretched{Pre}(tensor, rank, axes[k]);
    ensures taken: isc_taken{Pre, Post}(operand, tensor);
*/
static void isc_operand_fill(isocast_operand *operand, const isocast_tensor *tensor, isc_idx rank, isc_idx count,
                             const isc_mark *axes)
{
    /*@ loop invariant 0 <= k <= count;
        loop invariant same: tensor->rank == \at(tensor->rank, Pre);
        loop invariant dims: \forall integer j; 0 <= j < tensor->rank ==> tensor->dims[j] == \at(tensor->dims[j], Pre);
        loop invariant strides: \forall integer j; 0 <= j < tensor->rank ==>
          tensor->strides[j] == \at(tensor->strides[j], Pre);
        loop invariant done: \forall integer j; 0 <= j < k ==>
          operand->strides[j] == isc_stretched{Pre}(tensor, rank, axes[j]);
        loop assigns k, operand->strides[0 .. count - 1];
        loop variant count - k;
    */
    for (isc_idx k = 0; k < count; k++) operand->strides[k] = isc_stretched_stride(tensor, rank, axes[k]);
    isc_operand_set(operand, tensor);
}

/*@ requires 0 <= n && \valid(operands + (0 .. n - 1)) && 0 <= count <= rank <= ISOCAST_MAX_RANK;
    requires \valid_read(axes + (0 .. count - 1)) && \forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank;
    requires \separated(operands + (0 .. n - 1), axes + (0 .. count - 1));
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].rank <= rank;
    requires isc_inputs_apart(operands, n, inputs);
    terminates \true;
    assigns operands[0 .. n - 1] \from inputs[0 .. n - 1];
    ensures f: access: \forall integer m, k; 0 <= m < n && 0 <= k < count ==>
      operands[m].strides[k] == isc_stretched{Pre}(inputs + m, rank, axes[k]);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(operands + m, inputs + m);
*/
static void isc_fill_inputs(isocast_operand *operands, isc_idx n, const isocast_tensor *inputs, isc_idx rank,
                            isc_idx count, const isc_mark *axes)
{
    /*@ loop invariant 0 <= m <= n;
        loop invariant numbers: \forall integer i; 0 <= i < n ==> isc_same_numbers{Pre, Here}(inputs + i);
        loop invariant places: \forall integer i; 0 <= i < n ==> isc_same_places{Pre, Here}(inputs + i);
        loop invariant dims: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].dims[k] == \at(inputs[i].dims[k], Pre);
        loop invariant strides: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].strides[k] == \at(inputs[i].strides[k], Pre);
        loop invariant taken: \forall integer i; 0 <= i < m ==> isc_taken{Pre, Here}(operands + i, inputs + i);
        loop invariant done: \forall integer i, k; 0 <= i < m && 0 <= k < count ==>
          operands[i].strides[k] == isc_stretched{Pre}(inputs + i, rank, axes[k]);
        loop assigns m, operands[0 .. n - 1];
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        isc_operand_fill(&operands[m], &inputs[m], rank, count, axes);
        //@ assert before: \forall integer i; 0 <= i < m ==> isc_taken{Pre, Here}(operands + i, inputs + i);
        //@ assert taken: isc_taken{Pre, Here}(operands + m, inputs + m);
        /*@ assert now: \forall integer i, k; i == m && 0 <= k < count ==>
              operands[i].strides[k] == isc_stretched{Pre}(inputs + i, rank, axes[k]); */
    }
}

/*@ requires 0 <= count <= ISOCAST_MAX_RANK && \valid(to + (0 .. count - 1)) && \valid_read(axes + (0 .. count - 1));
    requires 0 <= rank && \valid_read(from + (0 .. rank - 1)) && \separated(to + (0 .. count - 1), from + (0 .. rank - 1));
    requires \separated(to + (0 .. count - 1), axes + (0 .. count - 1));
    requires \forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank;
    terminates \true;
    assigns to[0 .. count - 1];
    ensures \forall integer k; 0 <= k < count ==> to[k] == from[axes[k]];
*/
static void isc_take_sizes(isc_idx rank, isc_idx count, const isc_mark *axes, const isc_idx *from, isc_idx *to)
{
    /*@ loop invariant 0 <= k <= count;
        loop invariant \forall integer j; 0 <= j < count ==> from[axes[j]] == \at(from[axes[j]], Pre);
        loop invariant \forall integer j; 0 <= j < k ==> to[j] == from[axes[j]];
        loop assigns k, to[0 .. count - 1];
        loop variant count - k;
    */
    for (isc_idx k = 0; k < count; k++) to[k] = from[axes[k]];
    (void)rank;
}

/* Whether a stride can be turned round, and multiplied by the size of its axis. */
/*@ requires 1 <= size;
    terminates \true;
    assigns \nothing;
    ensures \result ==> isc_step_fits(size, stride);
*/
static int isc_step_is_small(isc_idx size, isc_idx stride)
{
    if (stride < -PTRDIFF_MAX) return 0;
    const isc_idx distance = stride < 0 ? -stride : stride;
    //@ assert size * distance == (stride < 0 ? -(size * stride) : size * stride);
    if (isc_product(size, distance, PTRDIFF_MAX) < 0) return 0;
    //@ assert 0 <= size * distance <= PTRDIFF_MAX;
    //@ ghost isc_reveal_small(size, stride);
    return 1;
}

/*@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(strides + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
    terminates \true;
    assigns \nothing;
    ensures \result ==> \forall integer k; 0 <= k < rank ==> isc_step_fits(dims[k], strides[k]);
*/
static int isc_steps_are_small(isc_idx rank, const isc_idx *dims, const isc_idx *strides)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> isc_step_fits(dims[k], strides[k]);
        loop assigns axis;
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (!isc_step_is_small(dims[axis], strides[axis])) return 0;
    }
    return 1;
}

/*@ requires 0 <= rank <= ISOCAST_MAX_RANK && \valid_read(dims + (0 .. rank - 1));
    requires 0 <= count && \valid_read(operands + (0 .. count - 1));
    requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
    terminates \true;
    assigns \nothing;
    ensures \result ==> \forall integer m, k; 0 <= m < count && 0 <= k < rank ==>
      isc_step_fits(dims[k], operands[m].strides[k]);
*/
static int isc_all_small(isc_idx rank, const isc_idx *dims, isc_idx count, const isocast_operand *operands)
{
    /*@ loop invariant 0 <= m <= count;
        loop invariant \forall integer i, k; 0 <= i < m && 0 <= k < rank ==> isc_step_fits(dims[k], operands[i].strides[k]);
        loop assigns m;
        loop variant count - m;
    */
    for (isc_idx m = 0; m < count; m++) {
        if (!isc_steps_are_small(rank, dims, operands[m].strides)) return 0;
    }
    return 1;
}

/* What one step along each axis adds to the flat index, row-major. Returns 0 if that is too large. */
/*@ requires 1 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid(flat + (0 .. rank - 1));
    requires \separated(dims + (0 .. rank - 1), flat + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
    terminates \true;
    assigns flat[0 .. rank - 1];
    ensures \result ==> isc_rows(rank, dims, flat);
*/
static int isc_set_rows(isc_idx rank, const isc_idx *dims, isc_idx *flat)
{
    flat[rank - 1] = 1;
    /*@ loop invariant 0 <= axis < rank;
        loop invariant flat[rank - 1] == 1 && \forall integer k; axis <= k < rank ==> 1 <= flat[k];
        loop invariant \forall integer j, k; axis <= j && k == j + 1 && k < rank ==> flat[j] == isc_scaled(dims[k], flat[k]);
        loop assigns axis, flat[0 .. rank - 1];
        loop variant axis;
    */
    for (isc_idx axis = rank - 1; axis > 0; axis--) {
        const isc_idx extent = isc_block_bytes(flat[axis], dims[axis]);
        if (extent < 1) return 0;
        flat[axis - 1] = extent;
    }
    return isc_steps_are_small(rank, dims, flat);
}

/* The same of all tensors of a call; the result is the last operand. */
/*@ requires isc_call(n, inputs, result) && isc_operands_apart(operands, result);
    requires isc_inputs_apart(operands, n, inputs);
    requires n < PTRDIFF_MAX && \valid(operands + (0 .. n)) && \base_addr(operands) != \base_addr(axes);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires isc_listed(count, axes, result->rank, result->dims) && \valid_read(axes + (0 .. count - 1));
    terminates \true;
    assigns operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures f: access: isc_laid{Pre, Post}(operands + n, result, \old(result->rank), count, axes);
    ensures f: access: \forall integer m; 0 <= m < n ==>
      isc_laid{Pre, Post}(operands + m, inputs + m, \old(result->rank), count, axes);
    ensures taken: isc_taken{Pre, Post}(operands + n, result);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(operands + m, inputs + m);
*/
static void isc_fill_all(isocast_operand *operands, isc_idx n, const isocast_tensor *inputs,
                         const isocast_tensor *result, isc_idx count, const isc_mark *axes)
{
    const isc_idx rank = result->rank;
    isc_fill_inputs(operands, n, inputs, rank, count, axes);
    //@ assert kept: isc_same_numbers{Pre, Here}(result) && isc_same_places{Pre, Here}(result);
    //@ assert entries: isc_same_entries{Pre, Here}(result);
    /*@ assert same: \forall integer k; 0 <= k < count ==>
          isc_stretched(result, rank, axes[k]) == isc_stretched{Pre}(result, rank, axes[k]); */
    isc_operand_fill(&operands[n], result, rank, count, axes);
}

/* The sizes of the listed axes, and their steps of the flat index. Returns 0 if one of them is too large. */
/*@ requires \valid(plan) && isc_shape(result) && isc_listed(count, axes, result->rank, result->dims) && 1 <= count;
    requires result->rank <= ISOCAST_MAX_RANK && \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k];
    requires \valid_read(axes + (0 .. count - 1)) && \base_addr(axes) != \base_addr(plan);
    requires \base_addr(plan) != \base_addr(result) && \base_addr(plan) != \base_addr(result->dims);
    terminates \true;
    assigns plan->rank, plan->dims[0 .. 63], plan->flat[0 .. 63];
    ensures plan->rank == count;
    ensures step1: \forall integer k; 0 <= k < count ==> plan->dims[k] == \old(result->dims[axes[k]]);
    ensures \result ==> isc_rows(count, &plan->dims[0], &plan->flat[0]);
*/
static int isc_plan_sizes(isocast_plan *plan, const isocast_tensor *result, isc_idx count, const isc_mark *axes)
{
    isc_take_sizes(result->rank, count, axes, result->dims, plan->dims);
    plan->rank = count;
    //@ assert sizes: \forall integer k; 0 <= k < count ==> plan->dims[k] == \at(result->dims[axes[k]], Pre);
    return isc_set_rows(count, plan->dims, plan->flat);
}

int isc_plan_axes(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                  isc_idx count, const isc_mark *axes)
{
    isocast_operand *operands = plan->operands;
    isc_fill_all(operands, n, inputs, result, count, axes);
    //@ assert kept: isc_unchanged{Pre, Here}(result);
    /*@ assert before: \forall integer m, k; 0 <= m < n && 0 <= k < count ==>
          operands[m].strides[k] == isc_stretched{Pre}(inputs + m, \at(result->rank, Pre), axes[k]); */
    /*@ assert last: \forall integer k; 0 <= k < count ==>
          operands[n].strides[k] == isc_stretched{Pre}(result, \at(result->rank, Pre), axes[k]); */
    const int rows = isc_plan_sizes(plan, result, count, axes);
    //@ assert place: plan->rank == count && plan->operands == operands;
    /*@ assert last: \forall integer k; 0 <= k < count ==>
          operands[n].strides[k] == isc_stretched{Pre}(result, \at(result->rank, Pre), axes[k]); */
    /*@ assert after: \forall integer m, k; 0 <= m < n && 0 <= k < count ==>
          operands[m].strides[k] == isc_stretched{Pre}(inputs + m, \at(result->rank, Pre), axes[k]); */
    const int small = rows && isc_all_small(count, plan->dims, n + 1, operands);
    /*@ assert fit: small ==> \forall integer m, k; 0 <= m <= n && 0 <= k < count ==>
          isc_step_fits(plan->dims[k], plan->operands[m].strides[k]); */
    return small;
}
