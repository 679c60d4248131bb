/* Tensors in memory as strangely as callers have them: permuted, reversed, with gaps, off alignment, swapped. */
#ifndef ISC_TEST_LAYOUTS_H
#define ISC_TEST_LAYOUTS_H

#include "driver.h"
#include "harness.h"

#include <string.h>

typedef struct {
    isocast_tensor tensor;
    isc_idx dims[ISOCAST_MAX_RANK], strides[ISOCAST_MAX_RANK];
    char *memory; /* exactly `bytes`: the address sanitizer sees a step beyond */
    size_t bytes;
} layout;

typedef enum { LAYOUT_PACKED, LAYOUT_ORDERED, LAYOUT_WILD } layout_kind;

static inline void layout_permute(isc_idx rank, isc_idx *order, int shuffle)
{
    for (isc_idx k = 0; k < rank; k++) order[k] = k;
    for (isc_idx k = rank - 1; k > 0 && shuffle; k--) {
        const isc_idx other = harness_between(0, k);
        const isc_idx kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
}

/* Random contents. Floats are small whole numbers, so that sums do not depend on NaN payloads. */
static inline void layout_fill(layout *made)
{
    for (size_t i = 0; i < made->bytes; i++) made->memory[i] = (char)harness_random();
}

/* Fills `made` with a tensor of its dims; `stretch` allows zero strides (never for a result). */
static inline void layout_make(layout *made, isocast_type type, isc_idx rank, layout_kind kind, int stretch)
{
    const isc_idx size = isc_type_bytes(type);
    isc_idx order[ISOCAST_MAX_RANK];
    isc_idx offset = kind == LAYOUT_WILD && harness_chance(4) ? harness_between(1, 15) : 0;
    isc_idx extent = size;
    layout_permute(rank, order, kind == LAYOUT_WILD && harness_chance(2));
    for (isc_idx k = rank; k > 0; k--) {
        const isc_idx axis = order[k - 1];
        const isc_idx count = made->dims[axis];
        const isc_idx unit = harness_chance(4) ? 1 : size;
        const isc_idx gap = kind == LAYOUT_WILD && harness_chance(4) ? harness_between(0, 2) * unit : 0;
        made->strides[axis] = stretch && kind == LAYOUT_WILD && harness_chance(8) ? 0 : extent + gap;
        if (count > 1) extent += made->strides[axis] * (count - 1);
    }
    isc_idx base = offset;
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (kind != LAYOUT_WILD || !harness_chance(4) || made->dims[axis] == 0) continue;
        base += made->strides[axis] * (made->dims[axis] - 1);
        made->strides[axis] = -made->strides[axis];
    }
    made->bytes = (size_t)(offset + extent);
    made->memory = malloc(made->bytes);
    made->tensor.data = (unsigned char *)made->memory + base;
    made->tensor.type = type;
    made->tensor.swapped = kind == LAYOUT_WILD && harness_chance(5);
    made->tensor.rank = rank;
    made->tensor.dims = made->dims;
    made->tensor.strides = made->strides;
}

/* The address of the element that a tensor shows at an index of the result. Clauses: access, f */
static inline char *layout_at(const isocast_tensor *tensor, isc_idx rank, const isc_idx *index)
{
    char *data = (char *)tensor->data;
    for (isc_idx axis = 0; axis < tensor->rank; axis++) {
        const isc_idx at = index[axis + rank - tensor->rank];
        if (tensor->dims[axis] != 1) data += at * tensor->strides[axis];
    }
    return data;
}

static inline void layout_reverse(isc_idx unit, isc_idx size, char *bytes)
{
    for (isc_idx first = 0; first < size; first += unit) {
        for (isc_idx k = 0; k < unit / 2; k++) {
            const char kept = bytes[first + k];
            bytes[first + k] = bytes[first + unit - 1 - k];
            bytes[first + unit - 1 - k] = kept;
        }
    }
}

/* One element, between memory and native order, either way. */
static inline void layout_move(const isocast_tensor *tensor, const char *from, char *to)
{
    const isc_idx size = isc_type_bytes(tensor->type);
    const int halves = tensor->type == ISOCAST_COMPLEX64 || tensor->type == ISOCAST_COMPLEX128;
    memcpy(to, from, (size_t)size);
    if (tensor->swapped) layout_reverse(halves ? size / 2 : size, size, to);
}

/* The next index in row-major order; 0 after the last. */
static inline int layout_next(isc_idx rank, const isc_idx *dims, isc_idx *index)
{
    for (isc_idx axis = rank; axis > 0; axis--) {
        if (++index[axis - 1] < dims[axis - 1]) return 1;
        index[axis - 1] = 0;
    }
    return 0;
}

#endif
