/* Rows that are repeated, straight from operand to result: an Expand along an axis before the last, without tiles or scratch. */
#include "driver.h"

#include <string.h>

#define ISC_REPEAT_LEAST 128         /* bytes: shorter rows are laid out many at a time, in tiles */
#define ISC_REPEAT_BLOCK (32 * 1024) /* bytes that a large result is copied from itself at a time */

static isc_idx isc_least(isc_idx a, isc_idx b)
{
    return a < b ? a : b;
}

/* Whether the elements of a plan's last `axes` axes follow each other in an operand. */
static int isc_follow(const isocast_plan *plan, const isocast_operand *operand, isc_idx axes)
{
    isc_idx stride = isc_type_bytes(operand->type);
    for (isc_idx axis = plan->rank - 1; axis >= plan->rank - axes; axis--) {
        if (operand->strides[axis] != stride) return 0;
        stride *= plan->dims[axis];
    }
    return !operand->swapped;
}

/* Whether a plan copies rows that are worth a call each, all of them several times, and memory is not asked for meanwhile. */
static int isc_repeats_rows(const isocast_plan *plan)
{
    const isocast_operand *x = &plan->operands[0], *z = &plan->operands[1];
    if (plan->op != ISOCAST_COPY || plan->rank < 2 || x->strides[plan->rank - 2] != 0) return 0;
    if (plan->dims[plan->rank - 1] * isc_type_bytes(z->type) < ISC_REPEAT_LEAST) return 0;
    return isc_follow(plan, x, 1) && isc_follow(plan, z, plan->rank) && !isc_goes_past(plan) && !isc_is_far(plan);
}

/* Where the row of x begins that is repeated in one plane of the result: a plane has all rows of the axis before the last. */
static const char *isc_row_repeated(const isocast_plan *plan, isc_idx plane)
{
    const char *row = (const char *)plan->operands[0].data;
    for (isc_idx axis = plan->rank - 2; axis > 0; axis--) {
        row += plane % plan->dims[axis - 1] * plan->operands[0].strides[axis - 1];
        plane /= plan->dims[axis - 1];
    }
    return row;
}

/* One row, some times. A large result is copied from itself as soon as there is a block of it: processors write whole lines at
 * their best in the C library's long copies.
 * Clauses: bit-copy */
static void isc_repeat(isc_idx bytes, isc_idx times, const char *x, char *z, int large)
{
    const isc_convert copy = isc_copy_find();
    const isc_idx block = !large ? times : bytes < ISC_REPEAT_BLOCK ? ISC_REPEAT_BLOCK / bytes : 1;
    const isc_idx single = isc_least(block, times);
    for (isc_idx row = 0; row < single; row++) copy(bytes, x, z + row * bytes);
    for (isc_idx row = single; row < times; row += block) {
        memcpy(z + row * bytes, z, (size_t)(isc_least(block, times - row) * bytes));
    }
}

/* Runs one part of a plan that repeats rows; returns 0 if the plan is another.
 * Clauses: access, bit-copy */
int isc_run_repeated(const isocast_plan *plan, isc_idx part, isc_idx parts)
{
    if (!isc_repeats_rows(plan)) return 0;
    const isc_idx length = plan->dims[plan->rank - 1], times = plan->dims[plan->rank - 2];
    const isc_idx bytes = length * isc_type_bytes(plan->operands[1].type);
    const int large = isc_is_beyond_lines(plan);
    isc_idx row, end;
    isc_share(plan->elements / length, part, parts, &row, &end);
    while (row < end) {
        const isc_idx here = isc_least(times - row % times, end - row);
        isc_repeat(bytes, here, isc_row_repeated(plan, row / times), (char *)plan->operands[1].data + row * bytes, large);
        row += here;
    }
    return 1;
}
