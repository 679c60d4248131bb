/* Tiles: how the elements of a plan are cut into pieces that fit the cache, and which operand address each begins at.
 *
 * Short rows are taken many at a time, so that inner loops stay long. Long ones go to the kernels as they are, in
 * panels: some rows by a stretch of the last axis. Where an operand runs across the result (a transposed matrix),
 * panels have rows enough to use the whole of every cache line read. */
#include "driver.h"

#define ISC_PANEL_ROWS 32
#define ISC_MANY_PARTS 8

static isc_idx isc_least(isc_idx a, isc_idx b)
{
    return a < b ? a : b;
}

static isc_idx isc_distance(isc_idx stride)
{
    return stride < 0 ? -stride : stride;
}

static isc_idx isc_ceiling(isc_idx a, isc_idx b)
{
    return a / b + (a % b != 0);
}

/* The fewest rows of `bytes` bytes that end on a cache line. */
static isc_idx isc_line_rows(isc_idx bytes)
{
    isc_idx rows = 1;
    while (rows < ISC_LINE && rows * (bytes % ISC_LINE) % ISC_LINE != 0) rows *= 2;
    return rows;
}

/* How many of `size` rows a tile takes: at most `most`, evenly, in whole cache lines where that is possible. */
static isc_idx isc_even_rows(isc_idx size, isc_idx most, isc_idx bytes)
{
    const isc_idx lines = isc_line_rows(bytes);
    if (size <= most) return size;
    if (most < lines) return most;
    const isc_idx whole = most - most % lines;
    const isc_idx even = isc_ceiling(size, isc_ceiling(size, whole));
    return isc_least(whole, isc_ceiling(even, lines) * lines);
}

/* The axis along which an operand has its smallest step, if that is not the last one although the last one leaves the
 * cache line at every step; else -1. */
static isc_idx isc_crossing(const isocast_plan *plan, const isocast_operand *operand)
{
    isc_idx best = plan->rank - 1;
    if (isc_distance(operand->strides[best]) < ISC_LINE) return -1;
    for (isc_idx axis = 0; axis < plan->rank - 1; axis++) {
        const isc_idx stride = isc_distance(operand->strides[axis]);
        if (stride != 0 && stride < isc_distance(operand->strides[best])) best = axis;
    }
    return best == plan->rank - 1 ? -1 : best;
}

static isc_idx isc_first_crossing(const isocast_plan *plan)
{
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isc_idx axis = isc_crossing(plan, &plan->operands[m]);
        if (axis >= 0) return axis;
    }
    return -1;
}

int isc_is_crossed(const isocast_plan *plan)
{
    return plan->elements > 0 && isc_first_crossing(plan) >= 0;
}

static void isc_tiling_add(isc_tiling *tiling, const isocast_plan *plan, isc_idx axis, isc_idx step)
{
    tiling->axis[tiling->loops] = axis;
    tiling->size[tiling->loops] = plan->dims[axis];
    tiling->step[tiling->loops] = step;
    tiling->tiles *= isc_ceiling(plan->dims[axis], step);
    tiling->loops++;
}

/* Panels of `rows` rows of an axis by a stretch of the last one. */
static void isc_tiling_panels(isc_tiling *tiling, const isocast_plan *plan, isc_idx axis, isc_idx rows, isc_idx stretch)
{
    const isc_idx last = plan->rank - 1;
    tiling->panel = 1;
    tiling->rows = axis;
    isc_tiling_add(tiling, plan, last, stretch);
    isc_tiling_add(tiling, plan, axis, rows);
    for (isc_idx k = last; k > 0; k--) {
        if (k - 1 != axis) isc_tiling_add(tiling, plan, k - 1, 1);
    }
}

static void isc_tiling_crossing(isc_tiling *tiling, const isocast_plan *plan, isc_idx capacity, isc_idx axis)
{
    const isc_idx bytes = isc_type_bytes(plan->operands[plan->inputs].type);
    const isc_idx rows = isc_least(plan->dims[axis], ISC_PANEL_ROWS);
    tiling->crossing = 1;
    isc_tiling_panels(tiling, plan, axis, rows, isc_even_rows(plan->dims[plan->rank - 1], capacity / rows, bytes));
}

static void isc_tiling_rows(isc_tiling *tiling, const isocast_plan *plan, isc_idx capacity)
{
    const isc_idx bytes = isc_type_bytes(plan->operands[plan->inputs].type);
    const isc_idx stretch = isc_even_rows(plan->dims[plan->rank - 1], capacity, bytes);
    const isc_idx axis = plan->rank - 2;
    isc_tiling_panels(tiling, plan, axis, isc_least(plan->dims[axis], capacity / stretch), stretch);
}

static void isc_tiling_blocks(isc_tiling *tiling, const isocast_plan *plan, isc_idx capacity)
{
    const isc_idx bytes = isc_type_bytes(plan->operands[plan->inputs].type);
    isc_idx axis = plan->rank - 1;
    while (axis > 0 && plan->dims[axis] <= capacity / tiling->inner) tiling->inner *= plan->dims[axis--];
    tiling->rows = axis;
    const isc_idx rows = isc_even_rows(plan->dims[axis], capacity / tiling->inner, bytes * tiling->inner);
    isc_tiling_add(tiling, plan, axis, rows);
    for (isc_idx k = axis; k > 0; k--) isc_tiling_add(tiling, plan, k - 1, 1);
}

/* Whether an operand has one element for each row, which the kernels take as it is: laid out in tiles of many rows it
 * would cost as much as computing them. */
static int isc_has_singles(const isocast_plan *plan)
{
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isc_idx *strides = plan->operands[m].strides + plan->rank - 2;
        if (strides[1] == 0 && strides[0] != 0) return 1;
    }
    return 0;
}

/* Whether rows, of a plan with at least two axes, are worth a kernel call each. */
static int isc_is_long(const isocast_plan *plan, isc_idx length)
{
    const isc_idx size = isc_type_bytes(plan->operands[plan->inputs].type), bytes = length * size;
    const isc_idx least = plan->op == ISOCAST_POW ? ISC_SINGLE_POW : ISC_SINGLE_ROW;
    const int pair = plan->inputs == 2 && plan->op != ISOCAST_POW;
    if (length >= ISC_LONG_ROW || (pair && bytes >= (size >= 4 ? ISC_WORDS_ROW : ISC_PAIR_ROW))) return 1;
    if (pair && length * isc_type_bytes(plan->operands[0].type) >= ISC_COMPARED_ROW) return 1;
    return bytes >= least && isc_has_singles(plan);
}

/* Cuts a plan into tiles of at most `capacity` elements; `panel_capacity` where an operand runs across the result.
 * A panel_capacity of 0 forbids panels. */
void isc_tiling_make(isc_tiling *tiling, const isocast_plan *plan, isc_idx capacity, isc_idx panel_capacity)
{
    const isc_idx length = plan->dims[plan->rank - 1];
    const int panels = plan->rank > 1 && panel_capacity > 0;
    const isc_idx crossing = panels && length >= ISC_LINE ? isc_first_crossing(plan) : -1;
    tiling->loops = 0;
    tiling->inner = 1;
    tiling->panel = tiling->crossing = 0;
    tiling->tiles = 1;
    if (crossing >= 0) {
        isc_tiling_crossing(tiling, plan, panel_capacity, crossing);
    } else if (panels && isc_is_long(plan, length)) {
        isc_tiling_rows(tiling, plan, capacity);
    } else {
        isc_tiling_blocks(tiling, plan, capacity);
    }
}

/* How many panels there are of an axis that is walked `others` times: as many for each part, if parts are many; or more, so
 * that it hardly matters that some parts have one more. */
static isc_idx isc_panels_wanted(isc_idx parts, isc_idx others)
{
    const isc_idx even = isc_ceiling(parts, others);
    return parts >= ISC_MANY_PARTS && even * others % parts == 0 ? even : isc_ceiling(4 * parts, others);
}

/* Whether an operand has one row for all rows of a panel, so that a stretch of it stays in the near cache; but not if the row itself
 * does, next to a result in no cache that is best written in order. */
static int isc_has_repeated_row(const isocast_plan *plan, const isc_tiling *tiling)
{
    const isc_idx whole = isc_is_beyond_some(plan) ? ISC_WHOLE_ROW : 0;
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isc_idx *strides = plan->operands[m].strides;
        const isc_idx bytes = tiling->size[0] * isc_type_bytes(plan->operands[m].type);
        if (strides[tiling->rows] == 0 && strides[tiling->axis[0]] != 0 && bytes > whole) return 1;
    }
    return 0;
}

/* Gives tiles as many rows as leave some tiles to each part, but at most `most` elements or a row; and panels whole rows, unless
 * one of them is repeated. Tiles that need no scratch can be of any size, and memory is best used in its order. */
void isc_tiling_enlarge(isc_tiling *tiling, const isocast_plan *plan, isc_idx parts, isc_idx most)
{
    const isc_idx loop = tiling->panel ? 1 : 0;
    if (tiling->crossing) return;
    if (tiling->panel && !isc_has_repeated_row(plan, tiling)) {
        tiling->tiles /= isc_ceiling(tiling->size[0], tiling->step[0]);
        tiling->step[0] = tiling->size[0];
    }
    const isc_idx along = isc_ceiling(tiling->size[loop], tiling->step[loop]), others = tiling->tiles / along;
    const isc_idx even = isc_ceiling(tiling->size[loop], isc_panels_wanted(parts, others));
    const isc_idx rows = isc_least(even, most / (tiling->panel ? tiling->step[0] : tiling->inner));
    if (rows <= tiling->step[loop]) return;
    tiling->step[loop] = rows;
    tiling->tiles = others * isc_ceiling(tiling->size[loop], rows);
}

static isc_idx isc_tile_along(const isc_tiling *tiling, const isc_tile *tile, isc_idx loop)
{
    return isc_least(tiling->step[loop], tiling->size[loop] - tile->at[loop]);
}

static void isc_tile_extent(const isc_tiling *tiling, isc_tile *tile)
{
    tile->rows = isc_tile_along(tiling, tile, tiling->panel ? 1 : 0);
    tile->segments = tiling->panel ? tile->rows : 1;
    tile->length = tiling->panel ? isc_tile_along(tiling, tile, 0) : tile->rows * tiling->inner;
}

/* The tile with a given number, 0 <= number < tiles. */
void isc_tile_first(const isc_tiling *tiling, isc_idx number, isc_tile *tile)
{
    for (isc_idx i = 0; i < tiling->loops; i++) {
        const isc_idx along = isc_ceiling(tiling->size[i], tiling->step[i]);
        tile->at[i] = number % along * tiling->step[i];
        number /= along;
    }
    isc_tile_extent(tiling, tile);
}

/* The tile after this one; the last one is followed by the first. */
void isc_tile_next(const isc_tiling *tiling, isc_tile *tile)
{
    for (isc_idx i = 0; i < tiling->loops; i++) {
        if (tiling->step[i] < tiling->size[i] - tile->at[i]) {
            tile->at[i] += tiling->step[i];
            break;
        }
        tile->at[i] = 0;
    }
    isc_tile_extent(tiling, tile);
}

/* The tile before this one; the first one is preceded by the last. */
void isc_tile_previous(const isc_tiling *tiling, isc_tile *tile)
{
    for (isc_idx i = 0; i < tiling->loops; i++) {
        if (tile->at[i] > 0) {
            tile->at[i] -= tiling->step[i];
            break;
        }
        tile->at[i] = (isc_ceiling(tiling->size[i], tiling->step[i]) - 1) * tiling->step[i];
    }
    isc_tile_extent(tiling, tile);
}

/* Where an operand's first element of the tile lies. */
char *isc_tile_data(const isc_tiling *tiling, const isc_tile *tile, const isocast_operand *operand)
{
    char *data = (char *)operand->data;
    for (isc_idx i = 0; i < tiling->loops; i++) data += tile->at[i] * operand->strides[tiling->axis[i]];
    return data;
}
