/* Plans of packed tensors: one axis for all elements, so that every operand is one run, or one element. */
#include "core.h"
#include "../logic/totals_lemmas.h"
#include "../logic/plan_lemmas.h"
#include "../logic/meets_lemmas.h"
#include "../logic/runs_lemmas.h"

int isc_same_dims(isc_idx rank, const isc_idx *a, const isc_idx *b)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> a[k] == b[k];
        loop assigns axis;
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (a[axis] != b[axis]) return 0;
    }
    return 1;
}

/*@ requires isc_shape(tensor);
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> isc_single(tensor);
*/
static int isc_is_single(const isocast_tensor *tensor)
{
    /*@ loop invariant 0 <= axis <= tensor->rank;
        loop invariant \forall integer k; 0 <= k < axis ==> tensor->dims[k] == 1;
        loop assigns axis;
        loop variant tensor->rank - axis;
    */
    for (isc_idx axis = 0; axis < tensor->rank; axis++) {
        if (tensor->dims[axis] != 1) return 0;
    }
    return 1;
}

isc_idx isc_block_bytes(isc_idx block, isc_idx size)
{
    //@ ghost isc_reveal_scaled(size, block);
    //@ assert 0 <= block * size;
    return isc_product(block, size, PTRDIFF_MAX);
}

/* Whether a tensor lies in row-major order without gaps. */
/*@ requires isc_strided(tensor) && 1 <= bytes;
    terminates \true;
    assigns \nothing;
    ensures \result ==> isc_packed(tensor, bytes);
*/
static int isc_is_packed(const isocast_tensor *tensor, isc_idx bytes)
{
    isc_idx expected = bytes;
    //@ ghost isc_reveal_packed(bytes, tensor->rank, tensor->dims);
    /*@ loop invariant 0 <= axis <= tensor->rank && 0 <= expected;
        loop invariant expected == isc_packed_stride(bytes, tensor->rank, tensor->dims, axis);
        loop invariant \forall integer j, k; axis <= j < tensor->rank && k == j + 1 && tensor->dims[j] != 1 ==>
          tensor->strides[j] == isc_packed_stride(bytes, tensor->rank, tensor->dims, k);
        loop assigns axis, expected;
        loop variant axis;
    */
    for (isc_idx axis = tensor->rank; axis > 0; axis--) {
        const isc_idx size = tensor->dims[axis - 1];
        if (size != 1 && tensor->strides[axis - 1] != expected) return 0;
        expected = isc_block_bytes(expected, size);
        if (expected < 0) return 0;
    }
    return 1;
}

/* Whether an input is packed in the result's shape (2), or a single element that may be stretched to it (1). */
/*@ requires isc_strided(input) && isc_shape(result) && isc_type(input->type) && 0 <= elements;
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1 || \result == 2;
    ensures \result == 2 ==> isc_same_shape(input, result);
    ensures \result == 1 ==> input->rank <= result->rank && isc_single(input);
    ensures f: \result != 0 ==> isc_runs(input, result, elements);
*/
static int isc_how_packed(const isocast_tensor *input, const isocast_tensor *result, isc_idx elements)
{
    if (input->rank == result->rank && isc_same_dims(input->rank, input->dims, result->dims)) {
        return elements == 0 || isc_is_packed(input, isc_type_bytes(input->type)) ? 2 : 0;
    }
    return input->rank <= result->rank && isc_is_single(input) ? 1 : 0;
}

int isc_all_packed(isocast_op op, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                   isc_idx elements)
{
    int shaped = op == ISOCAST_COPY;
    if (elements != 0 && !isc_is_packed(result, isc_type_bytes(result->type))) return 0;
    /*@ loop invariant 0 <= m <= n;
        loop invariant runs: \forall integer i; 0 <= i < m ==> isc_runs(inputs + i, result, elements);
        loop invariant shaped: shaped && op != ISOCAST_COPY ==>
          \exists integer i; 0 <= i < m && isc_same_shape(inputs + i, result);
        loop invariant first: op == ISOCAST_PRELU && 0 < m ==> isc_same_shape(inputs, result);
        loop assigns m, shaped;
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const int how = isc_how_packed(&inputs[m], result, elements);
        if (how == 0 || (how == 1 && op == ISOCAST_PRELU && m == 0)) return 0;
        if (how == 2) shaped = 1;
    }
    /*@ assert reach: \forall integer i; 0 <= i < n ==> inputs[i].rank <= result->rank; */
    /*@ assert sizes: \forall integer i, k; 0 <= i < n && 0 <= k < result->rank ==>
          isc_aligned(inputs + i, result->rank, k) == 1 || isc_aligned(inputs + i, result->rank, k) == result->dims[k]; */
    /*@ assert full: shaped && op != ISOCAST_COPY ==> \exists integer i; 0 <= i < n && inputs[i].rank == result->rank &&
          \forall integer k; 0 <= k < result->rank ==> isc_aligned(inputs + i, result->rank, k) == result->dims[k]; */
    /*@ assert rank: shaped && op != ISOCAST_COPY ==> isc_common_rank(n, inputs, result->rank); */
    /*@ assert none: shaped && op != ISOCAST_COPY ==> isc_no_e1(n, inputs); */
    /*@ assert result: shaped && op != ISOCAST_COPY ==> isc_follows(n, inputs, result); */
    /*@ assert slope: op == ISOCAST_PRELU ==> isc_reaches(inputs + 1, inputs); */
    //@ ghost if (elements != 0) isc_tensors_are_runs(n, inputs, result, elements);
    return shaped;
}

/*@ requires 0 <= n && \valid(operands + (0 .. n - 1)) && isc_inputs_apart(operands, n, inputs);
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && isc_type(inputs[m].type);
    terminates \true;
    assigns operands[0 .. n - 1] \from inputs[0 .. n - 1];
    ensures f: access: \forall integer m; 0 <= m < n ==>
      isc_run_stride{Pre}(inputs + m, elements, operands[m].strides[0]);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(operands + m, inputs + m);
*/
static void isc_set_packed(isocast_operand *operands, isc_idx n, const isocast_tensor *inputs, isc_idx elements)
{
    /*@ loop invariant 0 <= m <= n;
        loop invariant where: \forall integer i; 0 <= i < n ==> inputs[i].data == \at(inputs[i].data, Pre) &&
          inputs[i].dims == \at(inputs[i].dims, Pre);
        loop invariant what: \forall integer i; 0 <= i < n ==> inputs[i].rank == \at(inputs[i].rank, Pre) &&
          inputs[i].type == \at(inputs[i].type, Pre) && inputs[i].swapped == \at(inputs[i].swapped, Pre);
        loop invariant dims: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].dims[k] == \at(inputs[i].dims[k], Pre);
        loop invariant strides: \forall integer i; 0 <= i < m ==>
          isc_run_stride{Pre}(inputs + i, elements, operands[i].strides[0]);
        loop invariant taken: \forall integer i; 0 <= i < m ==> isc_taken{Pre, Here}(operands + i, inputs + i);
        loop assigns m, operands[0 .. n - 1];
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const int stretched = elements != 1 && isc_is_single(&inputs[m]);
        //@ assert single: stretched <==> elements != 1 && isc_single{Pre}(inputs + m);
        operands[m].strides[0] = stretched ? 0 : isc_type_bytes(inputs[m].type);
        isc_operand_set(&operands[m], &inputs[m]);
        //@ assert before: \forall integer i; 0 <= i < m ==> isc_taken{Pre, Here}(operands + i, inputs + i);
        //@ assert now: isc_taken{Pre, Here}(operands + m, inputs + m);
    }
}

/*@ ghost
/@ requires \valid_read(plan) && plan->rank == 1 && plan->dims[0] == plan->elements && plan->operands == operands;
   requires 1 <= plan->elements <= PTRDIFF_MAX / 16 && \valid_read(operands + (0 .. count - 1));
   requires \forall integer m; 0 <= m < count ==> 0 <= operands[m].strides[0] <= 16;
   requires plan->flat[0] == 1 && plan->flat_base == 0;
   terminates \true;
   assigns \nothing;
   ensures isc_walked(plan, count);
   ensures isc_flat_range(plan); @/
void isc_one_axis(const isocast_plan *plan, const isocast_operand *operands, isc_idx count)
{
    isc_reveal_run(plan->elements);
    isc_reveal_elements(0, plan->dims);
    isc_reveal_elements(1, plan->dims);
    /@ assert fit: \forall integer m, k; 0 <= m < count && k == 0 ==>
         isc_step_fits(plan->dims[k], operands[m].strides[k]); @/
    /@ assert rows: isc_rows(1, &plan->dims[0], &plan->flat[0]); @/
    isc_rows_totals(1, plan->dims, plan->flat);
}

/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *s, *t, integer a, b;
     isc_meets(1, dims, s, t, a, b) <==> isc_in_run(dims[0], s[0], t[0], a, b); @/
void isc_one_axis_met(const isocast_idx *dims)
{
    isc_reveal_meets();
    /@ assert next: \forall isocast_idx *s, *t, integer a, b; isc_meets_next(0, dims, s, t, a, b); @/
}
*/

/* One axis for all elements: each operand is one run, or one element. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires 0 <= plan->elements <= PTRDIFF_MAX / 16 && plan->flat_base == 0;
    terminates \true;
    assigns plan->rank, plan->dims[0], plan->flat[0], plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures plan->rank == 1 && plan->dims[0] == plan->elements && plan->flat[0] == 1;
    ensures f: access: \forall integer m; 0 <= m < n ==>
      isc_run_stride{Pre}(inputs + m, plan->elements, plan->operands[m].strides[0]);
    ensures access: plan->operands[n].strides[0] == isc_bytes(\old(result->type));
    ensures walked: plan->elements != 0 ==> isc_walked(plan, n + 1);
    ensures range: plan->elements != 0 ==> isc_flat_range(plan);
    ensures taken: isc_taken{Pre, Post}(plan->operands + n, result);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(plan->operands + m, inputs + m);
*/
static void isc_set_run(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isocast_operand *operands = plan->operands;
    const isc_idx elements = plan->elements;
    const isc_idx bytes = isc_type_bytes(result->type);
    isc_operand_set(&operands[n], result);
    operands[n].strides[0] = bytes;
    plan->rank = 1;
    plan->dims[0] = elements;
    plan->flat[0] = 1;
    //@ assert same: \forall integer i; 0 <= i < n ==> isc_unchanged{Pre, Here}(inputs + i);
    //@ assert single: \forall integer i; 0 <= i < n ==> (isc_single(inputs + i) <==> isc_single{Pre}(inputs + i));
    //@ assert last: isc_taken{Pre, Here}(operands + n, result) && operands[n].strides[0] == bytes;
    isc_set_packed(operands, n, inputs, elements);
    //@ assert last: isc_taken{Pre, Here}(operands + n, result) && operands[n].strides[0] == bytes;
    //@ assert rank: plan->rank == 1;
    //@ assert size: plan->dims[0] == elements && plan->elements == elements;
    //@ assert flat: plan->flat[0] == 1 && plan->flat_base == 0;
    /*@ assert strides: \forall integer i; 0 <= i < n ==>
          isc_run_stride{Pre}(inputs + i, elements, operands[i].strides[0]); */
    //@ assert bytes: \forall integer i; 0 <= i < n + 1 ==> 0 <= operands[i].strides[0] <= 16;
    //@ ghost if (elements != 0) isc_one_axis(plan, operands, n + 1);
}

void isc_plan_packed(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isc_set_run(plan, n, inputs, result);
    //@ ghost isc_one_axis_met(plan->dims);
    //@ ghost isocast_operand *operands = plan->operands;
    /*@ assert runs: plan->elements != 0 ==> \forall integer m; 0 <= m < n ==> isc_run_met{Pre}(\at(result->rank, Pre),
          inputs + m, result, plan->elements, operands[m].strides[0], operands[n].strides[0]); */
    /*@ assert alike: plan->elements != 0 ==> \forall integer m; 0 <= m < n ==>
          isc_laid_alike{Pre, Here}(plan, m, n, inputs + m, result); */
}
