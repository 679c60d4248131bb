/* Views: the axes of a tile as one operand has them, and what can be seen from them: in a row, constant, aligned. */
#include "driver.h"

/* The bytes of the words to reverse in a swapped operand, or 0: each half of a complex number is a word. */
isc_idx isc_swap_unit(const isocast_operand *operand)
{
    const isc_idx size = isc_type_bytes(operand->type);
    const int halves = operand->type == ISOCAST_COMPLEX64 || operand->type == ISOCAST_COMPLEX128;
    if (!operand->swapped || size == 1) return 0;
    return halves ? size / 2 : size;
}

/* Whether a number of bytes is a multiple of an element's size. Literal divisors cost no division. */
static int isc_is_multiple(isc_idx bytes, isc_idx size)
{
    switch (size) {
    case 1: return 1;
    case 2: return bytes % 2 == 0;
    case 4: return bytes % 4 == 0;
    case 8: return bytes % 8 == 0;
    default: return bytes % 16 == 0;
    }
}

/* Whether every element of an operand may be accessed as one word of its size (two words, if it has 16 bytes). */
int isc_is_aligned(const isocast_plan *plan, const isocast_operand *operand)
{
    const isc_idx size = isc_type_bytes(operand->type);
    if (!isc_is_multiple((isc_idx)((uintptr_t)operand->data % 8), size < 8 ? size : 8)) return 0;
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (!isc_is_multiple(operand->strides[axis], size)) return 0;
    }
    return 1;
}

/* Whether the elements of each segment lie `stride` bytes apart, all the way. */
int isc_is_row(const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand, isc_idx stride)
{
    const isc_idx first = tiling->panel ? plan->rank - 1 : tiling->rows + (tiling->step[0] == 1);
    for (isc_idx axis = plan->rank; axis > first; axis--) {
        if (operand->strides[axis - 1] != stride) return 0;
        stride *= plan->dims[axis - 1];
    }
    return 1;
}

static void isc_view_append(isc_view *view, isc_idx size, isc_idx stride)
{
    view->dims[view->rank] = size;
    view->strides[view->rank] = stride;
    view->rank++;
}

/* Adds an axis behind the others, as one with the last of them where the two are neighbours. */
static void isc_view_add(isc_view *view, isc_idx size, isc_idx stride)
{
    const isc_idx top = view->rank - 1;
    if (view->rank > 0 && view->strides[top] == stride * size) {
        view->dims[top] *= size;
        view->strides[top] = stride;
    } else {
        isc_view_append(view, size, stride);
    }
}

static void isc_view_block(isc_view *view, const isocast_plan *plan, const isc_tiling *tiling,
                           const isocast_operand *operand)
{
    if (view->extent == ISC_SINGLE) return;
    if (tiling->step[0] > 1) isc_view_add(view, tiling->step[0], operand->strides[tiling->rows]);
    for (isc_idx axis = tiling->rows + 1; axis < plan->rank; axis++) {
        isc_view_add(view, plan->dims[axis], operand->strides[axis]);
    }
}

/* A panel's two axes are not merged: both can be shorter in the last panels. */
static void isc_view_panel(isc_view *view, const isc_tiling *tiling, const isocast_operand *operand)
{
    if (view->extent != ISC_SEGMENT) isc_view_append(view, tiling->step[1], operand->strides[tiling->rows]);
    if (view->extent != ISC_SINGLE) isc_view_append(view, tiling->step[0], operand->strides[tiling->axis[0]]);
}

static void isc_view_bytes(isc_view *view, const isc_tiling *tiling, isc_idx size)
{
    if (tiling->panel) {
        isc_view_append(view, size, 1);
    } else {
        isc_view_add(view, size, 1);
    }
}

/* Makes the view of an operand inside the tiles. Elements that are not aligned words are words of one byte. */
void isc_view_make(isc_view *view, const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand,
                   isc_extent extent)
{
    const isc_idx size = isc_type_bytes(operand->type);
    view->extent = extent;
    view->rank = 0;
    if (tiling->panel) {
        isc_view_panel(view, tiling, operand);
    } else {
        isc_view_block(view, plan, tiling, operand);
    }
    view->width = isc_is_aligned(plan, operand) ? size : 1;
    if (view->width < size) isc_view_bytes(view, tiling, size);
    for (isc_idx axis = 0; axis < view->rank; axis++) view->strides[axis] /= view->width;
    view->unit = view->rank > 0 ? view->dims[0] / tiling->step[0] : 1;
}

/* Gives the view the extent of one tile: the last ones of an axis can have fewer rows. */
void isc_view_fit(isc_view *view, const isc_tiling *tiling, const isc_tile *tile)
{
    if (!tiling->panel) {
        if (view->extent != ISC_SINGLE && view->rank > 0) view->dims[0] = view->unit * tile->rows;
    } else if (view->extent == ISC_WHOLE) {
        view->dims[0] = tile->rows;
        view->dims[1] = tile->length;
    } else {
        view->dims[0] = view->extent == ISC_SINGLE ? tile->rows : tile->length;
    }
}
