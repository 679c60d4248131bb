/* From tensors to operands: what is packed, the strides along the result's axes, and which of them are too large. */
#include "core.h"
#include "../logic/axes_lemmas.h"
#include "../logic/plan_lemmas.h"

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
    ensures \result <==> \forall integer k; 0 <= k < tensor->rank ==> tensor->dims[k] == 1;
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

/* The bytes of so many blocks, or -1 if there are too many. */
/*@ requires 0 <= block && 0 <= size;
    terminates \true;
    assigns \nothing;
    ensures \result == -1 || (0 <= \result && \result == isc_scaled(size, block));
*/
static isc_idx isc_extent(isc_idx block, isc_idx size)
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
        expected = isc_extent(expected, size);
        if (expected < 0) return 0;
    }
    return 1;
}

/* Whether an input is packed in the result's shape, or a single element that may be stretched to it. */
/*@ requires isc_strided(input) && isc_shape(result) && isc_type(input->type) && 0 <= elements;
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1 || \result == 2;
    ensures f: \result == 2 ==> input->rank == result->rank && isc_fits(input, result->rank, result->dims) &&
      (elements != 0 ==> isc_packed(input, isc_bytes(input->type)));
    ensures f: \result == 1 ==> input->rank <= result->rank &&
      \forall integer k; 0 <= k < result->rank ==> isc_aligned(input, result->rank, k) == 1;
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
        loop invariant \forall integer i; 0 <= i < m ==> isc_fits(inputs + i, result->rank, result->dims);
        loop assigns m, shaped;
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const int how = isc_how_packed(&inputs[m], result, elements);
        if (how == 0 || (how == 1 && op == ISOCAST_PRELU && m == 0)) return 0;
        if (how == 2) shaped = 1;
    }
    return shaped;
}

/*@ requires \valid(operand) && \valid_read(tensor) && \separated(operand, tensor) && 0 < ISOCAST_MAX_RANK;
    terminates \true;
    assigns operand->data \from tensor->data;
    assigns operand->type, operand->swapped;
    ensures operand->data == \old(tensor->data);
    ensures operand->type == \old(tensor->type) && operand->swapped == \old(tensor->swapped);
*/
static void isc_operand_set(isocast_operand *operand, const isocast_tensor *tensor)
{
    operand->data = tensor->data;
    operand->type = tensor->type;
    operand->swapped = tensor->swapped;
}

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

/* Takes a tensor over as an operand along the listed axes of the result.
 * Clauses: f, access */
/*@ requires \valid(operand) && isc_strided(tensor) && tensor->rank <= rank && 0 <= count <= rank <= ISOCAST_MAX_RANK;
    requires \valid_read(axes + (0 .. count - 1)) && \forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank;
    requires isc_tensor_apart(operand, tensor) && \separated(operand, axes + (0 .. count - 1));
    terminates \true;
    assigns *operand \from *tensor, tensor->dims[0 .. tensor->rank - 1], tensor->strides[0 .. tensor->rank - 1];
    ensures f: access: \forall integer k; 0 <= k < count ==>
      operand->strides[k] == isc_stretched{Pre}(tensor, rank, axes[k]);
    ensures operand->data == \old(tensor->data);
    ensures operand->type == \old(tensor->type) && operand->swapped == \old(tensor->swapped);
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
*/
static void isc_fill_inputs(isocast_operand *operands, isc_idx n, const isocast_tensor *inputs, isc_idx rank,
                            isc_idx count, const isc_mark *axes)
{
    /*@ loop invariant 0 <= m <= n;
        loop invariant where: \forall integer i; 0 <= i < n ==>
          inputs[i].dims == \at(inputs[i].dims, Pre) && inputs[i].strides == \at(inputs[i].strides, Pre);
        loop invariant ranks: \forall integer i; 0 <= i < n ==> inputs[i].rank == \at(inputs[i].rank, Pre);
        loop invariant dims: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].dims[k] == \at(inputs[i].dims[k], Pre);
        loop invariant strides: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].strides[k] == \at(inputs[i].strides[k], Pre);
        loop invariant done: \forall integer i, k; 0 <= i < m && 0 <= k < count ==>
          operands[i].strides[k] == isc_stretched{Pre}(inputs + i, rank, axes[k]);
        loop assigns m, operands[0 .. n - 1];
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        isc_operand_fill(&operands[m], &inputs[m], rank, count, axes);
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
        const isc_idx extent = isc_extent(flat[axis], dims[axis]);
        if (extent < 1) return 0;
        flat[axis - 1] = extent;
    }
    return isc_steps_are_small(rank, dims, flat);
}

/*@ requires 0 <= n && \valid(operands + (0 .. n - 1)) && isc_inputs_apart(operands, n, inputs);
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && isc_type(inputs[m].type);
    terminates \true;
    assigns operands[0 .. n - 1] \from inputs[0 .. n - 1];
*/
static void isc_set_packed(isocast_operand *operands, isc_idx n, const isocast_tensor *inputs, isc_idx elements)
{
    /*@ loop invariant 0 <= m <= n;
        loop invariant where: \forall integer i; 0 <= i < n ==> inputs[i].dims == \at(inputs[i].dims, Pre);
        loop invariant ranks: \forall integer i; 0 <= i < n ==> inputs[i].rank == \at(inputs[i].rank, Pre);
        loop invariant types: \forall integer i; 0 <= i < n ==> inputs[i].type == \at(inputs[i].type, Pre);
        loop invariant dims: \forall integer i, k; 0 <= i < n && 0 <= k < inputs[i].rank ==>
          inputs[i].dims[k] == \at(inputs[i].dims[k], Pre);
        loop assigns m, operands[0 .. n - 1];
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const int stretched = elements != 1 && isc_is_single(&inputs[m]);
        operands[m].strides[0] = stretched ? 0 : isc_type_bytes(inputs[m].type);
        isc_operand_set(&operands[m], &inputs[m]);
    }
}

/* Admitted: not proved yet; that the inputs are unchanged by its writes is open. */
void isc_plan_packed(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isocast_operand *operands = plan->operands;
    const isc_idx elements = plan->elements;
    const isc_idx bytes = isc_type_bytes(result->type);
    isc_operand_set(&operands[n], result);
    operands[n].strides[0] = bytes;
    plan->rank = 1;
    plan->dims[0] = elements;
    plan->flat[0] = 1;
    isc_set_packed(operands, n, inputs, elements);
}

/* Takes over the axes of the result that have more than one index. Returns 0 if a stride is too large. */
/* Admitted: not proved yet; the functions it calls are, that their conditions hold here is not. */
/*@ requires isc_call(plan->op, n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k];
    terminates \true;
    assigns plan->rank, plan->dims[0 .. 63], plan->flat[0 .. 63], plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures \result ==> 1 <= plan->rank && isc_planned(plan, n + 1) && isc_steps_fit(plan, n + 1) &&
      isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
*/
static int isc_plan_axes(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isc_mark axes[ISOCAST_MAX_RANK];
    isocast_operand *operands = plan->operands;
    const isc_idx count = isc_list_axes(result->rank, result->dims, axes);
    isc_take_sizes(result->rank, count, axes, result->dims, plan->dims);
    plan->rank = count;
    isc_operand_fill(&operands[n], result, result->rank, count, axes);
    isc_fill_inputs(operands, n, inputs, result->rank, count, axes);
    return isc_set_rows(count, plan->dims, plan->flat) && isc_all_small(count, plan->dims, n + 1, operands);
}

/* Admitted: not proved yet, as isc_plan_axes. */
int isc_plan_strided(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    if (plan->elements <= 1) {
        isc_plan_packed(plan, n, inputs, result);
        return 1;
    }
    if (!isc_plan_axes(plan, n, inputs, result)) return 0;
    isc_axes_simplify(plan, n + 1);
    return 1;
}
