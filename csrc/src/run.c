/* The plain drivers: a plan's elements one after another, nothing else. */
#include "drivers.h"

/* How many elements lie below each axis: sizes[0] is all of them, sizes[rank] is 1. */
static void isc_block_sizes(isc_idx rank, const isc_idx *dims, isc_idx *sizes)
{
    sizes[rank] = 1;
    for (isc_idx k = rank; k > 0; k--) sizes[k - 1] = dims[k - 1] * sizes[k];
}

static isc_moving isc_moving_of(const isocast_operand *x, const isocast_operand *y, const isocast_operand *z)
{
    isc_moving how;
    how.width = isc_type_bytes(z->type);
    how.unit = z->type == ISOCAST_COMPLEX64 || z->type == ISOCAST_COMPLEX128 ? how.width / 2 : how.width;
    how.turn_x = (x->swapped != 0) != (z->swapped != 0);
    how.turn_y = (y->swapped != 0) != (z->swapped != 0);
    return how;
}

static isc_binary isc_binary_of(const isocast_plan *plan)
{
    const isocast_operand *x = &plan->operands[0], *y = &plan->operands[1], *z = &plan->operands[2];
    isc_binary how;
    how.op = plan->op;
    how.x_type = x->type;
    how.y_type = y->type;
    how.x = isc_form_of(x->type, x->swapped);
    how.y = isc_form_of(y->type, y->swapped);
    how.z = isc_form_of(z->type, z->swapped);
    return how;
}

static void isc_run_copy(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *x = &plan->operands[0], *z = &plan->operands[1];
    const isc_moving how = isc_moving_of(x, x, z);
    isc_copy_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, z->strides, (const unsigned char *)x->data,
                  (unsigned char *)z->data);
}

static void isc_run_where(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *c = &plan->operands[0], *x = &plan->operands[1], *y = &plan->operands[2];
    const isocast_operand *z = &plan->operands[3];
    const isc_moving how = isc_moving_of(x, y, z);
    isc_where_walk(&how, 0, plan->rank, plan->dims, sizes, c->strides, x->strides, y->strides, z->strides,
                   (const unsigned char *)c->data, (const unsigned char *)x->data, (const unsigned char *)y->data,
                   (unsigned char *)z->data);
}

static void isc_run_binary(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *x = &plan->operands[0], *y = &plan->operands[1], *z = &plan->operands[2];
    const isc_binary how = isc_binary_of(plan);
    isc_binary_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, y->strides, z->strides,
                    (const unsigned char *)x->data, (const unsigned char *)y->data, (unsigned char *)z->data);
}

/* Clauses: access, f, Where, bit-copy */
void isocast_plan_run(const isocast_plan *plan)
{
    isc_idx sizes[ISOCAST_MAX_RANK + 1];
    if (plan->elements == 0) return;
    isc_block_sizes(plan->rank, plan->dims, sizes);
    if (plan->op == ISOCAST_COPY) {
        isc_run_copy(plan, sizes);
    } else if (plan->op == ISOCAST_WHERE) {
        isc_run_where(plan, sizes);
    } else if (isc_is_fold(plan->op)) {
        isc_fold_run(plan, sizes);
    } else {
        isc_run_binary(plan, sizes);
    }
}

/* Whether the exponent of an integer base is a float, so that what is refused is out of range. */
static int isc_checks_range(const isocast_plan *plan)
{
    const isocast_type y = plan->operands[1].type;
    return plan->op == ISOCAST_POW && (y == ISOCAST_FLOAT || y == ISOCAST_DOUBLE || y == ISOCAST_FLOAT16 ||
                                       y == ISOCAST_BFLOAT16);
}

/* Clauses: int-div, mod, pow-int */
isocast_status isocast_plan_check(const isocast_plan *plan, isocast_fault *fault)
{
    isc_idx sizes[ISOCAST_MAX_RANK + 1];
    if (!plan->indexed || plan->elements == 0) return ISOCAST_OK;
    const isocast_operand *x = &plan->operands[0], *y = &plan->operands[1];
    const isc_binary how = isc_binary_of(plan);
    isc_block_sizes(plan->rank, plan->dims, sizes);
    const isc_idx index = isc_check_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, y->strides, plan->flat,
                                         (const unsigned char *)x->data, (const unsigned char *)y->data,
                                         plan->flat_base, PTRDIFF_MAX);
    if (index == PTRDIFF_MAX) return ISOCAST_OK;
    fault->tensor = fault->axis = -1;
    fault->index = index;
    return isc_checks_range(plan) ? ISOCAST_RANGE : ISOCAST_DIVISION;
}
