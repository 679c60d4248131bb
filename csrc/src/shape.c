/* Shapes: alignment, the result's sizes, E1, and counts that cannot overflow. Must not know about strides or plans. */
#include "core.h"

/* The size of a tensor on an axis of the common rank: ones are prepended.
 * Clauses: step1, multi-3 */
isc_idx isc_aligned_size(const isocast_tensor *tensor, isc_idx rank, isc_idx axis)
{
    const isc_idx own = axis - (rank - tensor->rank);
    return own < 0 ? 1 : tensor->dims[own];
}

/* The result's size on one axis: the largest; but 0 where 0 meets only 0 and 1.
 * Clauses: step2, B5 */
static isc_idx isc_axis_size(isc_idx n, const isocast_tensor *inputs, isc_idx rank, isc_idx axis)
{
    isc_idx largest = 1;
    int zero = 0;
    for (isc_idx m = 0; m < n; m++) {
        const isc_idx size = isc_aligned_size(&inputs[m], rank, axis);
        if (size > largest) largest = size;
        if (size == 0) zero = 1;
    }
    return zero && largest == 1 ? 0 : largest;
}

/* The first axis on which a tensor is neither 1 nor the result's size, or `rank`.
 * Clauses: E1, B6 */
static isc_idx isc_first_misfit(const isocast_tensor *tensor, isc_idx rank, const isc_idx *dims)
{
    for (isc_idx axis = 0; axis < rank; axis++) {
        const isc_idx size = isc_aligned_size(tensor, rank, axis);
        if (size != dims[axis] && size != 1) return axis;
    }
    return rank;
}

static isocast_status isc_refuse(isocast_status status, isc_idx tensor, isc_idx axis, isocast_fault *fault)
{
    fault->tensor = tensor;
    fault->axis = axis;
    fault->index = -1;
    return status;
}

/* Clauses: step1, step2, E1, B5, B6, multi-1, multi-2, multi-3, rank */
isocast_status isocast_result_shape(isocast_idx n, const isocast_tensor *inputs, isocast_idx rank, isocast_idx *dims,
                                    isocast_fault *fault)
{
    if (rank > ISOCAST_MAX_RANK) return isc_refuse(ISOCAST_RANK, -1, -1, fault);
    for (isc_idx axis = 0; axis < rank; axis++) dims[axis] = isc_axis_size(n, inputs, rank, axis);
    for (isc_idx m = 0; m < n; m++) {
        const isc_idx axis = isc_first_misfit(&inputs[m], rank, dims);
        if (axis < rank) return isc_refuse(ISOCAST_E1, m, axis, fault);
    }
    return ISOCAST_OK;
}

/* Whether a tensor broadcasts to a shape that it cannot change. A larger rank does not fit, not even of ones.
 * Clauses: uni-1, uni-2, uni-3 */
isocast_status isc_unidirectional(const isocast_tensor *tensor, isc_idx number, isc_idx rank, const isc_idx *dims,
                                  isocast_fault *fault)
{
    if (tensor->rank > rank) return isc_refuse(ISOCAST_NOT_UNIDIRECTIONAL, number, 0, fault);
    const isc_idx axis = isc_first_misfit(tensor, rank, dims);
    return axis < rank ? isc_refuse(ISOCAST_NOT_UNIDIRECTIONAL, number, axis, fault) : ISOCAST_OK;
}

/* a * b, or -1 if it exceeds the limit; a, b >= 0. Small factors skip the division. */
isc_idx isc_product(isc_idx a, isc_idx b, isc_idx limit)
{
    const isc_idx small = (isc_idx)1 << (sizeof(isc_idx) * 4 - 1);
    if (a < small && b < small) return a * b <= limit ? a * b : -1;
    if (b != 0 && a > limit / b) return -1;
    return a * b;
}

/* The number of elements of a shape, or -1 beyond the limit. Any size 0 makes it 0, whatever the others are. */
isc_idx isc_count(isc_idx rank, const isc_idx *dims, isc_idx limit)
{
    isc_idx count = 1;
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (dims[axis] == 0) return 0;
    }
    for (isc_idx axis = 0; axis < rank && count >= 0; axis++) count = isc_product(count, dims[axis], limit);
    return count;
}
