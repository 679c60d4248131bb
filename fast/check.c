/* Looking at values, before anything is written or part by part: integer division by zero, and powers that have no result.
 *
 * First a quick look at each element of the operand that would have to be zero, once, however often it is repeated.
 * Only if that finds something are pairs looked at, for the first flat index in the result's own order. */
#include "driver.h"

/* Which operand holds a zero wherever a pair is refused, or -1 if none need. */
static isc_idx isc_zero_operand(const isocast_plan *plan, const isc_kernel *kernel)
{
    if (plan->op != ISOCAST_POW) return 1;
    return kernel->range ? -1 : 0;
}

/* Whether a part of an operand that lies in one row, or is one element, has a zero. */
static int isc_row_has_zero(const isocast_plan *plan, const isocast_operand *operand, isc_idx part, isc_idx parts)
{
    const isc_idx n = operand->strides[0] == 0 ? 1 : plan->elements;
    const isc_idx share = n / parts + 1;
    const isc_idx first = part <= n / share ? part * share : n;
    const isc_idx count = share < n - first ? share : n - first;
    return count > 0 && isc_any_zero(operand->type, count, operand->data + first * operand->strides[0]);
}

/* A plan over the own elements of one operand: the axes on which it moves, and nothing else. */
static void isc_own_plan(const isocast_plan *plan, const isocast_operand *operand, isocast_plan *own,
                         isocast_operand *copy)
{
    own->op = ISOCAST_COPY;
    own->inputs = 0;
    own->operands = copy;
    own->indexed = 0;
    own->flat_base = 0;
    own->rank = 0;
    own->elements = 1;
    copy->data = operand->data;
    copy->type = operand->type;
    copy->swapped = 0; /* a zero is a zero in either order */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (operand->strides[axis] == 0) continue;
        own->dims[own->rank] = plan->dims[axis];
        own->flat[own->rank] = 0;
        copy->strides[own->rank] = operand->strides[axis];
        own->elements *= plan->dims[axis];
        own->rank++;
    }
    if (own->rank == 0) {
        own->dims[0] = 1;
        own->flat[0] = 0;
        copy->strides[0] = 0;
        own->rank = 1;
    }
    isc_axes_simplify(own, 1);
}

/* Whether a part of one operand's own elements has a zero. */
static int isc_has_zero(const isocast_plan *plan, const isocast_operand *operand, isc_idx part, isc_idx parts,
                        char *scratch, isc_idx bytes)
{
    isocast_plan own;
    isocast_operand copy;
    isc_tiling tiling;
    isc_tile tile;
    isc_feed feed;
    isc_some row;
    isc_idx number, end;
    const isc_idx stride = operand->strides[0];
    if (plan->rank == 1 && (stride == 0 || stride == isc_type_bytes(operand->type)) && isc_is_aligned(plan, operand)) {
        return isc_row_has_zero(plan, operand, part, parts);
    }
    if (isc_lay_out(plan, operand, &row)) return isc_any_zero(operand->type, plan->elements, row.word);
    isc_own_plan(plan, operand, &own, &copy);
    isc_tiling_make(&tiling, &own, (bytes < ISC_TILE_BYTES ? bytes : ISC_TILE_BYTES) / isc_type_bytes(copy.type), 0);
    isc_feed_make(&feed, &own, &tiling, &copy, NULL, 0, 0);
    feed.block = scratch;
    isc_share(tiling.tiles, part, parts, &number, &end);
    if (number < end) isc_tile_first(&tiling, number, &tile);
    for (; number < end; number++) {
        const isc_strip strip = isc_feed_strip(&feed, &tiling, &tile);
        if (isc_any_zero(copy.type, strip.size ? tile.length : 1, strip.data)) return 1;
        isc_tile_next(&tiling, &tile);
    }
    return 0;
}

/* The flat index, in the result's own order, of element i of a tile (a tile of rows, not a panel). */
static isc_idx isc_flat_index(const isc_job *job, const isc_tile *tile, isc_idx i)
{
    const isocast_plan *plan = job->plan;
    const isc_tiling *tiling = &job->tiling;
    isc_idx flat = plan->flat_base;
    for (isc_idx axis = plan->rank - 1; axis > tiling->rows; axis--) {
        flat += i % plan->dims[axis] * plan->flat[axis];
        i /= plan->dims[axis];
    }
    flat += i * plan->flat[tiling->rows];
    for (isc_idx k = 0; k < tiling->loops; k++) flat += tile->at[k] * plan->flat[tiling->axis[k]];
    return flat;
}

/* The smallest flat index of a pair without a result in one tile, if below `best`; else `best`. */
static isc_idx isc_check_tile(isc_job *job, const isc_tile *tile, isc_idx best)
{
    const isc_strip x = isc_feed_strip(&job->feed[0], &job->tiling, tile);
    const isc_strip y = isc_feed_strip(&job->feed[1], &job->tiling, tile);
    for (isc_idx i = 0; i < tile->length; i++) {
        i += job->kernel.check(tile->length - i, x.data + i * x.size, x.size != 0, y.data + i * y.size,
                               y.size != 0);
        if (i < tile->length) {
            const isc_idx flat = isc_flat_index(job, tile, i);
            if (flat < best) best = flat;
        }
    }
    return best;
}

/* The smallest flat index of a pair without a result among the tiles of a part, or PTRDIFF_MAX. */
static isc_idx isc_check_pairs(const isocast_plan *plan, isc_idx part, isc_idx parts, char *scratch, isc_idx bytes, int any)
{
    isc_job job;
    isc_tile tile;
    isc_idx number, end;
    isc_idx best = PTRDIFF_MAX;
    isc_job_make(&job, plan, parts, 0, scratch, bytes);
    isc_share(job.tiling.tiles, part, parts, &number, &end);
    if (number < end) isc_tile_first(&job.tiling, number, &tile);
    for (; number < end && !(any && best < PTRDIFF_MAX); number++) {
        best = isc_check_tile(&job, &tile, best);
        isc_tile_next(&job.tiling, &tile);
    }
    return best;
}

static int isc_check_kernel(const isocast_plan *plan, isc_kernel *kernel)
{
    if (!plan->indexed || plan->elements == 0) return 0;
    isc_kernel_find(plan->op, plan->operands[0].type, plan->operands[1].type, kernel);
    return kernel->check != NULL;
}

isc_check2 isc_check_on_the_way(const isocast_plan *plan, isc_idx parts)
{
    isc_kernel kernel;
    if (!isc_check_kernel(plan, &kernel) || (parts == 1 && plan->elements <= ISC_SOME_BYTES)) return NULL;
    const isc_idx looked = isc_zero_operand(plan, &kernel);
    if (looked < 0) return NULL;
    const isocast_operand *operand = &plan->operands[looked];
    const isc_idx size = isc_type_bytes(operand->type);
    const int repeated = isc_own_bytes(plan, operand) < plan->elements * size;
    return repeated || operand->strides[plan->rank - 1] == size ? NULL : kernel.check;
}

/* Clauses: int-div, mod, pow-int */
int isocast_fast_suspect(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes)
{
    isc_kernel kernel;
    if (!isc_check_kernel(plan, &kernel)) return 0;
    const isc_idx operand = isc_zero_operand(plan, &kernel);
    if (operand < 0) return isc_check_pairs(plan, part, parts, scratch, bytes, 1) < PTRDIFF_MAX;
    return isc_has_zero(plan, &plan->operands[operand], part, parts, scratch, bytes);
}

/* Clauses: int-div, mod, pow-int */
isocast_status isocast_fast_check(const isocast_plan *plan, void *scratch, isocast_idx bytes, isocast_fault *fault)
{
    isc_kernel kernel;
    if (!isc_check_kernel(plan, &kernel) || !isocast_fast_suspect(plan, 0, 1, scratch, bytes)) return ISOCAST_OK;
    const isc_idx index = isc_check_pairs(plan, 0, 1, scratch, bytes, 0);
    if (index == PTRDIFF_MAX) return ISOCAST_OK;
    fault->tensor = fault->axis = -1;
    fault->index = index;
    return kernel.range ? ISOCAST_RANGE : ISOCAST_DIVISION;
}
