/* Inputs that lie in the result's memory, but some way off (x[:-1] and x[1:]): computed slab by slab, from copies of no more
 * than two slabs, so that no operand is copied as a whole. No arithmetic.
 *
 * Such an input has the result's strides and begins `way` bytes after the result, or before. Slabs follow each other in the
 * order of memory, or against it, and the inputs of the next slab are copied before a slab is written: so only what the slab
 * after the next and later ones read has to be out of reach. If all inputs lie ahead, it is; else they must be near. */
#include "native.h"

#define ISC_WORKING ((isocast_idx)128 * 1024) /* bytes of scratch for computing; the rest is for copies */
#define ISC_COPIES (ISOCAST_SCRATCH_BYTES - ISC_WORKING)

static const isocast_operand *isc_result_of(const isocast_plan *plan)
{
    return &plan->operands[plan->inputs];
}

static int isc_overlaps(const isocast_plan *plan, isocast_idx input)
{
    isocast_operand pair[2] = {plan->operands[input], *isc_result_of(plan)};
    isocast_plan alone = *plan;
    alone.inputs = 1;
    alone.operands = pair;
    return isocast_plan_overlaps(&alone) >= 0;
}

/* Whether an input's elements lie as the result's do, some way off. */
static int isc_is_alike(const isocast_plan *plan, isocast_idx input)
{
    const isocast_operand *x = &plan->operands[input], *z = isc_result_of(plan);
    int alike = isc_item_size(x->type) == isc_item_size(z->type);
    for (isocast_idx axis = 0; axis < plan->rank; ++axis)
        alike = alike && x->strides[axis] == z->strides[axis];
    return alike;
}

static isocast_idx isc_way(const isocast_plan *plan, isocast_idx input)
{
    return plan->operands[input].data - isc_result_of(plan)->data;
}

/* Bytes from the first element of the result to the end of the last, at one index of `axis` and of those before it. */
static isocast_idx isc_reach(const isocast_plan *plan, isocast_idx axis)
{
    const isocast_operand *z = isc_result_of(plan);
    isocast_idx bytes = isc_item_size(z->type);
    for (isocast_idx behind = axis + 1; behind < plan->rank; ++behind)
        bytes += (plan->dims[behind] - 1) * z->strides[behind];
    return bytes;
}

/* Whether slabs follow each other in memory: no axis that they go along reaches into another's next index. */
static int isc_is_nested(const isc_slabs *slabs)
{
    const isocast_plan *plan = slabs->plan;
    int nested = 1;
    for (isocast_idx axis = 0; axis < plan->rank; ++axis)
        nested = nested && isc_result_of(plan)->strides[axis] >= (axis <= slabs->axis ? isc_reach(plan, axis) : 0);
    return nested;
}

/* Whether inputs may lie so many bytes on the other side: no slab reaches what is read two slabs later. */
static int isc_is_near(const isc_slabs *slabs, isocast_idx bytes)
{
    const isocast_plan *plan = slabs->plan;
    const isocast_operand *z = isc_result_of(plan);
    isocast_idx step = z->strides[slabs->axis];
    int near = bytes <= (slabs->rows + 1) * step - isc_reach(plan, slabs->axis);
    for (isocast_idx axis = 0; axis < slabs->axis; ++axis)
        near = near && bytes <= z->strides[axis] - isc_reach(plan, axis);
    return near;
}

/* Whether slabs can be written in the order of memory (1) or against it (-1) with all of their inputs still there. */
static int isc_is_safe(const isc_slabs *slabs, int direction)
{
    int safe = 1;
    for (isocast_idx m = 0; m < slabs->plan->inputs; ++m) {
        if (!isc_overlaps(slabs->plan, m))
            continue;
        isocast_idx ahead = direction * isc_way(slabs->plan, m);
        safe = safe && (ahead >= 0 || isc_is_near(slabs, -ahead));
    }
    return safe;
}

/* As many rows to a slab as there is room for, of the first axis whose rows have that room. */
static void isc_cut(isc_slabs *slabs)
{
    const isocast_plan *plan = slabs->plan;
    isocast_idx axis = plan->rank - 1, row = isc_item_size(isc_result_of(plan)->type);
    for (; axis > 0 && plan->dims[axis] <= slabs->room / row; --axis)
        row *= plan->dims[axis];
    slabs->axis = axis;
    slabs->rows = slabs->room / row < plan->dims[axis] ? slabs->room / row : plan->dims[axis];
    slabs->along = slabs->rows ? (plan->dims[axis] - 1) / slabs->rows + 1 : 0;
    slabs->count = slabs->along;
    for (isocast_idx before = 0; before < axis; ++before)
        slabs->count *= plan->dims[before];
}

isocast_idx isc_slabs_make(isc_slabs *slabs, const isocast_plan *plan)
{
    isocast_idx first = -1, copied = 0;
    for (isocast_idx m = 0; m < plan->inputs; ++m) {
        if (!isc_overlaps(plan, m))
            continue;
        if (!isc_is_alike(plan, m))
            return m;
        first = copied++ == 0 ? m : first;
    }
    slabs->plan = plan;
    slabs->next = slabs->count = 0;
    if (copied == 0)
        return -1;
    slabs->room = ISC_COPIES / 2 / copied / 64 * 64;
    isc_cut(slabs);
    int all = slabs->count == 1, forwards = all || isc_is_safe(slabs, 1);
    slabs->backwards = !forwards;
    if (slabs->rows > 0 && (all || (isc_is_nested(slabs) && (forwards || isc_is_safe(slabs, -1)))))
        return -1;
    slabs->count = 0;
    return first;
}

/* The plan of one slab, with operands of its own: the rows of an axis, and all axes behind it. */
static isocast_plan isc_slab(const isc_slabs *slabs, isocast_idx turn, isocast_operand *operands)
{
    const isocast_plan *whole = slabs->plan;
    isocast_idx number = slabs->backwards ? slabs->count - 1 - turn : turn;
    isocast_idx row = number % slabs->along * slabs->rows, before = number / slabs->along;
    isocast_idx left = whole->dims[slabs->axis] - row;
    isocast_plan plan = *whole;
    plan.operands = operands;
    plan.indexed = 0; /* the values have been looked at */
    plan.rank = whole->rank - slabs->axis;
    memcpy(plan.dims, whole->dims + slabs->axis, (size_t)plan.rank * sizeof *plan.dims);
    plan.dims[0] = left < slabs->rows ? left : slabs->rows;
    plan.elements = 1;
    for (isocast_idx axis = 0; axis < plan.rank; ++axis)
        plan.elements *= plan.dims[axis];
    for (isocast_idx m = 0; m <= whole->inputs; ++m) {
        const isocast_operand *from = &whole->operands[m];
        operands[m] = *from;
        operands[m].data += row * from->strides[slabs->axis];
        memcpy(operands[m].strides, from->strides + slabs->axis, (size_t)plan.rank * sizeof *from->strides);
    }
    for (isocast_idx axis = slabs->axis - 1; axis >= 0; --axis) {
        for (isocast_idx m = 0; m <= whole->inputs; ++m)
            operands[m].data += before % whole->dims[axis] * whole->operands[m].strides[axis];
        before /= whole->dims[axis];
    }
    return plan;
}

/* Where the copy of an operand of a slab is, or is to be. */
static isocast_operand isc_place(const isc_slabs *slabs, const isocast_plan *slab, const isocast_operand *operand,
                                 isocast_idx turn, isocast_idx copy, char *copies)
{
    isocast_operand place = *operand;
    place.data = (unsigned char *)copies + (2 * copy + turn % 2) * slabs->room;
    place.swapped = 0;
    isocast_idx stride = isc_item_size(operand->type);
    for (isocast_idx axis = slab->rank - 1; axis >= 0; --axis) {
        place.strides[axis] = stride;
        stride *= slab->dims[axis];
    }
    return place;
}

/* Makes the plan of a slab whose overlapping inputs are their copies; copies them first if `fresh`. */
static isocast_plan isc_prepared(const isc_slabs *slabs, isocast_idx turn, int fresh, isocast_operand *operands, char *copies)
{
    isocast_plan slab = isc_slab(slabs, turn, operands);
    isocast_idx copied = 0;
    for (isocast_idx m = 0; m < slab.inputs; ++m) {
        if (!isc_overlaps(slabs->plan, m))
            continue;
        isocast_operand pair[2] = {operands[m], isc_place(slabs, &slab, &operands[m], turn, copied++, copies)};
        isocast_plan copy = slab;
        copy.op = ISOCAST_COPY;
        copy.inputs = 1;
        copy.operands = pair;
        if (fresh)
            isocast_fast_run(&copy, 0, 1, copies + ISC_COPIES, ISC_WORKING);
        operands[m] = pair[1];
    }
    return slab;
}

/* One slab. The pool may count its parts backwards; slabs have an order of their own. */
static void isc_run_next(void *context, ptrdiff_t part, void *scratch)
{
    isc_slabs *slabs = context;
    isocast_idx turn = slabs->next++;
    (void)part;
    if (turn == 0)
        isc_prepared(slabs, turn, 1, slabs->operands, scratch);
    if (turn + 1 < slabs->count)
        isc_prepared(slabs, turn + 1, 1, slabs->operands, scratch);
    isocast_plan slab = isc_prepared(slabs, turn, 0, slabs->operands, scratch);
    isocast_fast_run(&slab, 0, 1, (char *)scratch + ISC_COPIES, ISC_WORKING);
}

int isc_slabs_run(isc_slabs *slabs)
{
    slabs->operands = PyMem_Malloc((size_t)(slabs->plan->inputs + 1) * sizeof *slabs->operands);
    if (!slabs->operands) {
        PyErr_NoMemory();
        return -1;
    }
    int failed = isc_run_parts(isc_run_next, slabs, slabs->count, 1);
    PyMem_Free(slabs->operands);
    return failed;
}
