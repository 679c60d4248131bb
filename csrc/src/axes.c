/* The axes of a plan: walked in the order of the result's memory, and as few as possible.
 *
 * Each step keeps the set of (result element, operand elements) pairs; only the order in which they are visited and the
 * number of axes change. Sizes are at least 2, or the plan has one axis of size 1. */
#include "core.h"

static isc_idx isc_distance(isc_idx stride)
{
    return stride < 0 ? -stride : stride;
}

/* Walks one axis backwards in every operand, so that the leading operand is written upwards. */
static void isc_flip(isocast_plan *plan, isc_idx count, isc_idx axis)
{
    const isc_idx last = plan->dims[axis] - 1;
    for (isc_idx m = 0; m < count; m++) {
        isocast_operand *operand = &plan->operands[m];
        operand->data += last * operand->strides[axis];
        operand->strides[axis] = -operand->strides[axis];
    }
    plan->flat_base += last * plan->flat[axis];
    plan->flat[axis] = -plan->flat[axis];
}

static void isc_exchange(isocast_plan *plan, isc_idx count, isc_idx a, isc_idx b)
{
    isc_idx kept = plan->dims[a];
    plan->dims[a] = plan->dims[b];
    plan->dims[b] = kept;
    kept = plan->flat[a];
    plan->flat[a] = plan->flat[b];
    plan->flat[b] = kept;
    for (isc_idx m = 0; m < count; m++) {
        isc_idx *strides = plan->operands[m].strides;
        kept = strides[a];
        strides[a] = strides[b];
        strides[b] = kept;
    }
}

/* Insertion sort, largest stride of the leading operand first: nearly always sorted already. */
static void isc_order(isocast_plan *plan, isc_idx count)
{
    const isc_idx *lead = plan->operands[count - 1].strides;
    for (isc_idx axis = 1; axis < plan->rank; axis++) {
        for (isc_idx k = axis; k > 0 && isc_distance(lead[k - 1]) < isc_distance(lead[k]); k--) {
            isc_exchange(plan, count, k - 1, k);
        }
    }
}

/* Whether `axis` and the next one are one axis in every operand, and in the flat index where it is asked for. */
static int isc_merges(const isocast_plan *plan, isc_idx count, isc_idx outer, isc_idx inner)
{
    const isc_idx size = plan->dims[inner];
    for (isc_idx m = 0; m < count; m++) {
        const isc_idx *strides = plan->operands[m].strides;
        if (strides[outer] != strides[inner] * size) return 0;
    }
    return !plan->indexed || plan->flat[outer] == plan->flat[inner] * size;
}

static void isc_move(isocast_plan *plan, isc_idx count, isc_idx from, isc_idx to)
{
    plan->dims[to] = plan->dims[from];
    plan->flat[to] = plan->flat[from];
    for (isc_idx m = 0; m < count; m++) plan->operands[m].strides[to] = plan->operands[m].strides[from];
}

static void isc_merge(isocast_plan *plan, isc_idx count)
{
    isc_idx top = 0;
    for (isc_idx axis = 1; axis < plan->rank; axis++) {
        if (isc_merges(plan, count, top, axis)) {
            const isc_idx size = plan->dims[top] * plan->dims[axis];
            isc_move(plan, count, axis, top);
            plan->dims[top] = size;
        } else {
            top++;
            if (top != axis) isc_move(plan, count, axis, top);
        }
    }
    plan->rank = top + 1;
}

/* Flips, orders and merges the axes of a plan of `count` operands; the last of them leads. */
void isc_axes_simplify(isocast_plan *plan, isc_idx count)
{
    const isc_idx *lead = plan->operands[count - 1].strides;
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (lead[axis] < 0) isc_flip(plan, count, axis);
    }
    isc_order(plan, count);
    if (plan->rank > 1) isc_merge(plan, count);
}
