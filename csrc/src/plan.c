/* From tensors to a plan: what is checked before anything is computed, and the strides of every operand. */
#include "core.h"

/* Whether values can be refused: a caller then asks for the first flat index, and merging must keep it. */
static int isc_is_checked(isocast_op op, isocast_type type)
{
    const int real = type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 ||
                     type == ISOCAST_BFLOAT16;
    return !real && (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD || op == ISOCAST_POW);
}

static int isc_same_dims(isc_idx rank, const isc_idx *a, const isc_idx *b)
{
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (a[axis] != b[axis]) return 0;
    }
    return 1;
}

/* Whether a tensor lies in row-major order without gaps. It has elements, and not too many. */
static int isc_is_packed(const isocast_tensor *tensor, isc_idx bytes)
{
    isc_idx expected = bytes;
    for (isc_idx axis = tensor->rank; axis > 0; axis--) {
        const isc_idx size = tensor->dims[axis - 1];
        if (size != 1 && tensor->strides[axis - 1] != expected) return 0;
        expected *= size;
    }
    return 1;
}

static int isc_is_single(const isocast_tensor *tensor)
{
    for (isc_idx axis = 0; axis < tensor->rank; axis++) {
        if (tensor->dims[axis] != 1) return 0;
    }
    return 1;
}

static void isc_operand_set(isocast_operand *operand, const isocast_tensor *tensor)
{
    operand->data = (char *)tensor->data;
    operand->type = tensor->type;
    operand->swapped = tensor->swapped;
}

/* The short way to a plan of one axis: every input is packed in the result's shape, or is a single element.
 * Returns 0 if some input is neither; the long way decides then, and finds what is wrong. */
static int isc_plan_packed(isocast_plan *plan, isocast_op op, isc_idx n, const isocast_tensor *inputs,
                           const isocast_tensor *result)
{
    int shaped = op == ISOCAST_COPY;
    if (plan->elements != 0 && !isc_is_packed(result, isc_type_bytes(result->type))) return 0;
    for (isc_idx m = 0; m < n; m++) {
        const isocast_tensor *input = &inputs[m];
        const isc_idx bytes = isc_type_bytes(input->type);
        if (input->rank == result->rank && isc_same_dims(input->rank, input->dims, result->dims)) {
            if (plan->elements != 0 && !isc_is_packed(input, bytes)) return 0;
            plan->operands[m].strides[0] = bytes;
            shaped = 1;
        } else {
            if (input->rank > result->rank || !isc_is_single(input)) return 0;
            if (op == ISOCAST_PRELU && m == 0) return 0;
            plan->operands[m].strides[0] = 0;
        }
        isc_operand_set(&plan->operands[m], input);
    }
    plan->operands[n].strides[0] = isc_type_bytes(result->type);
    isc_operand_set(&plan->operands[n], result);
    plan->rank = 1;
    plan->dims[0] = plan->elements;
    plan->flat[0] = 1;
    return shaped;
}

/* Checks the shapes: E1 first, then whether the result given has the shape that follows.
 * Clauses: E1, step2, uni-result, prelu */
static isocast_status isc_check_shapes(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                       const isocast_tensor *result, isocast_fault *fault)
{
    isc_idx shape[ISOCAST_MAX_RANK];
    isc_idx rank = 0;
    if (op == ISOCAST_COPY) return isc_unidirectional(&inputs[0], 0, result->rank, result->dims, fault);
    for (isc_idx m = 0; m < n; m++) rank = inputs[m].rank > rank ? inputs[m].rank : rank;
    if (op == ISOCAST_PRELU) {
        const isocast_status status = isc_unidirectional(&inputs[1], 1, inputs[0].rank, inputs[0].dims, fault);
        if (status != ISOCAST_OK) return status;
    }
    const isocast_status status = isocast_result_shape(n, inputs, rank, shape, fault);
    if (status != ISOCAST_OK) return status;
    return rank == result->rank && isc_same_dims(rank, shape, result->dims) ? ISOCAST_OK : ISOCAST_RESULT_SHAPE;
}

/* The stride of a tensor along an axis of the result: 0 where it is stretched.
 * Clauses: f, access, step1-access */
static isc_idx isc_stretched_stride(const isocast_tensor *tensor, isc_idx rank, isc_idx axis)
{
    const isc_idx own = axis - (rank - tensor->rank);
    return own < 0 || tensor->dims[own] == 1 ? 0 : tensor->strides[own];
}

/* Takes over the axes of the result that have more than one index. */
static void isc_plan_axes(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isc_idx flat = 1;
    isc_idx top = 0;
    for (isc_idx axis = 0; axis < result->rank; axis++) top += result->dims[axis] != 1;
    plan->rank = top;
    for (isc_idx axis = result->rank; axis > 0; axis--) {
        const isc_idx size = result->dims[axis - 1];
        if (size == 1) continue;
        top--;
        plan->dims[top] = size;
        plan->flat[top] = flat;
        flat *= size;
        for (isc_idx m = 0; m < n; m++) {
            plan->operands[m].strides[top] = isc_stretched_stride(&inputs[m], result->rank, axis - 1);
        }
        plan->operands[n].strides[top] = result->strides[axis - 1];
    }
}

/* A plan has at least one axis, even for a single element. */
static void isc_plan_point(isocast_plan *plan, isc_idx n)
{
    plan->rank = 1;
    plan->dims[0] = plan->elements;
    plan->flat[0] = 1;
    for (isc_idx m = 0; m <= n; m++) plan->operands[m].strides[0] = 0;
}

static void isc_plan_strided(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    for (isc_idx m = 0; m < n; m++) isc_operand_set(&plan->operands[m], &inputs[m]);
    isc_operand_set(&plan->operands[n], result);
    if (plan->elements <= 1) {
        isc_plan_point(plan, n);
        return;
    }
    isc_plan_axes(plan, n, inputs, result);
    isc_axes_simplify(plan, n + 1);
}

/* Clauses: rank, schema-types */
static isocast_status isc_check_tensors(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                        const isocast_tensor *result)
{
    if (!isc_takes(op, n)) return ISOCAST_INPUTS;
    for (isc_idx m = 0; m < n; m++) {
        if (inputs[m].rank > ISOCAST_MAX_RANK) return ISOCAST_RANK;
    }
    if (result->rank > ISOCAST_MAX_RANK) return ISOCAST_RANK;
    const int type = isocast_result_type(op, n, inputs);
    return type != 0 && type == (int)result->type ? ISOCAST_OK : ISOCAST_TYPE;
}

isocast_status isocast_plan_make(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                 const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault)
{
    fault->tensor = fault->axis = fault->index = -1;
    isocast_status status = isc_check_tensors(op, n, inputs, result);
    if (status != ISOCAST_OK) return status;
    plan->op = isc_is_fold(op) && n == 1 ? ISOCAST_COPY : op;
    plan->inputs = n;
    plan->operands = operands;
    plan->indexed = isc_is_checked(op, inputs[0].type);
    plan->flat_base = 0;
    plan->elements = isc_count(result->rank, result->dims, PTRDIFF_MAX / 16); /* bytes of any type fit then, too */
    if (plan->elements >= 0 && isc_plan_packed(plan, op, n, inputs, result)) return ISOCAST_OK;
    status = isc_check_shapes(op, n, inputs, result, fault);
    if (status != ISOCAST_OK) return status;
    if (plan->elements < 0) return ISOCAST_TOO_LARGE;
    isc_plan_strided(plan, n, inputs, result);
    return ISOCAST_OK;
}
