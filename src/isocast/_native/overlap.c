/* Copies of operands that overlap the result otherwise than exactly. Only of the elements an operand has: an axis of
 * stride 0 is copied once, so a copy never has the broadcast size. No arithmetic. */
#include "native.h"

#include "recycle.h"

struct isc_copy { /* followed by the elements */
    isc_copy *next;
    isocast_idx strides[ISOCAST_MAX_RANK];
};

#define ISC_COPY_HEAD ((sizeof(isc_copy) + 63) / 64 * 64)

static isc_copy *isc_new_copy(isocast_tensor *to, isocast_idx *dims)
{
    isocast_idx strides[ISOCAST_MAX_RANK], size = isc_item_size(to->type);
    for (isocast_idx axis = to->rank - 1; axis >= 0; --axis) {
        dims[axis] = to->strides[axis] == 0 && to->dims[axis] > 0 ? 1 : to->dims[axis];
        strides[axis] = size;
        size *= dims[axis];
    }
    isc_copy *copy = isc_recycle_take(ISC_COPY_HEAD + (size_t)size);
    if (copy) {
        memcpy(copy->strides, strides, (size_t)to->rank * sizeof *strides);
        to->data = (unsigned char *)copy + ISC_COPY_HEAD;
        to->strides = copy->strides;
        to->swapped = 0;
    }
    return copy;
}

int isc_copy_operand(isocast_tensor *tensor, isc_copy **copies)
{
    isocast_idx dims[ISOCAST_MAX_RANK];
    isocast_tensor from = *tensor, to = *tensor;
    isocast_operand operands[2];
    isocast_plan plan;
    isocast_fault fault;
    isc_copy *copy = isc_new_copy(&to, dims);
    if (!copy) {
        PyErr_NoMemory();
        return -1;
    }
    copy->next = *copies;
    *copies = copy;
    from.dims = to.dims = dims;
    if (isocast_plan_make(&plan, ISOCAST_COPY, 1, &from, &to, operands, &fault) != ISOCAST_OK) {
        PyErr_SetString(PyExc_SystemError, "isocast: an operand could not be copied");
        return -1;
    }
    if (isc_run_plan(&plan) < 0)
        return -1;
    for (isocast_idx axis = 0; axis < tensor->rank; ++axis)
        if (dims[axis] != tensor->dims[axis])
            copy->strides[axis] = 0;
    to.dims = tensor->dims;
    *tensor = to;
    return 0;
}

void isc_free_copies(isc_copy *copies)
{
    while (copies) {
        isc_copy *next = copies->next;
        isc_recycle_give(copies);
        copies = next;
    }
}
