/* The short way for small work: operands that the kernels can use where they lie, in a row or a few rows.
 * No tiles, no scratch: a call on a handful of elements costs little more than its kernel. */
#include "driver.h"

#define ISC_SMALL_ELEMENTS 16384
#define ISC_SMALL_ROWS 8
#define ISC_SMALL_INPUTS 3 /* the most that a kernel has; more are not laid out */
#define ISC_SMALL_STEP 64  /* elements; parts begin on cache lines of the result */
#define ISC_WIDEST 8       /* bytes of the longest type that a kernel computes in */

/* The stride of an operand's rows; 0 if there is one row. */
static isc_idx isc_pitch(const isocast_plan *plan, const isocast_operand *operand)
{
    return plan->rank == 1 ? 0 : operand->strides[0];
}

/* Bytes from one element of a row to the next: 0, or the element's size (else the operand is not plain). */
static isc_idx isc_inner(const isocast_plan *plan, const isocast_operand *operand)
{
    return operand->strides[plan->rank - 1];
}

static int isc_is_plain(const isocast_plan *plan, const isocast_operand *operand)
{
    const isc_idx size = isc_type_bytes(operand->type);
    const isc_idx inner = isc_inner(plan, operand);
    return !operand->swapped && (inner == 0 || inner == size) && isc_is_aligned(plan, operand);
}

/* Whether every operand is plain, and the result is no input and has all its elements. */
static int isc_all_plain(const isocast_plan *plan)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    if (isc_inner(plan, result) == 0 && plan->elements > 1) return 0;
    for (isc_idx m = 0; m < plan->inputs; m++) {
        if (plan->operands[m].data == result->data || !isc_is_plain(plan, &plan->operands[m])) return 0;
    }
    return isc_is_plain(plan, result);
}

static int isc_small_copy(const isocast_plan *plan, isc_idx rows, isc_idx n)
{
    const isocast_operand *x = &plan->operands[0], *z = &plan->operands[1];
    const isc_idx size = isc_type_bytes(z->type);
    const isc_convert fill = isc_inner(plan, x) == 0 ? isc_fill_find((int)size) : NULL, copy = isc_copy_find();
    for (isc_idx row = 0; row < rows; row++) {
        const unsigned char *from = x->data + row * isc_pitch(plan, x);
        unsigned char *to = z->data + row * isc_pitch(plan, z);
        if (fill) {
            fill(n, from, to);
        } else {
            copy(n * size, from, to);
        }
    }
    return 1;
}

static int isc_small_where(const isocast_plan *plan, isc_idx rows, isc_idx n)
{
    const isocast_operand *c = &plan->operands[0], *x = &plan->operands[1];
    const isocast_operand *y = &plan->operands[2], *z = &plan->operands[3];
    const isc_row3 where = isc_where_find(z->type, 0);
    for (isc_idx row = 0; row < rows; row++) {
        where(n, (const uint8_t *)c->data + row * isc_pitch(plan, c), isc_inner(plan, c) != 0,
              x->data + row * isc_pitch(plan, x), isc_inner(plan, x) != 0, y->data + row * isc_pitch(plan, y),
              isc_inner(plan, y) != 0, z->data + row * isc_pitch(plan, z));
    }
    return 1;
}

/* A row of few elements, converted on the way. Where there is a `refused`, pairs are looked at first, and it is set if one has
 * no result; nothing is computed then.
 * Clauses: int-div, mod, pow-int */
static void isc_small_row(const isc_kernel *kernel, isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy, void *z,
                          int *refused)
{
    isc_some wide_x, wide_y, wide_z;
    if (kernel->load_x) kernel->load_x(sx ? n : 1, x, wide_x.word);
    if (kernel->load_y) kernel->load_y(sy ? n : 1, y, wide_y.word);
    const void *from = kernel->load_x ? wide_x.word : x, *next = kernel->load_y ? wide_y.word : y;
    if (refused && kernel->check && kernel->check(n, from, sx, next, sy) < n) {
        *refused = 1;
        return;
    }
    kernel->row(n, from, sx, next, sy, kernel->store ? wide_z.word : z);
    if (kernel->store) kernel->store(n, wide_z.word, z);
}

#define ISC_QUOTIENTS_ROW 512 /* elements: shorter rows are not worth the reciprocal of their divisor */

/* The kernel of a division of floats, where another than the usual one is quicker; else NULL. Zen 5's divider keeps up with its caches,
 * and what else can divide keeps it from reading ahead; for Zen 4's, one number for a long row is worth multiplications. */
isc_row2 isc_quotients(const isocast_plan *plan)
{
    if (plan->op != ISOCAST_DIV || plan->operands[0].type != ISOCAST_FLOAT) return NULL;
    if (isc_memory_of_cpu().lines) return isc_divider_find();
    const int across = isc_inner(plan, &plan->operands[0]) != 0 && isc_inner(plan, &plan->operands[1]) != 0;
    return across || plan->dims[plan->rank - 1] < ISC_QUOTIENTS_ROW ? NULL : isc_single_quotients_find();
}

/* Two inputs, and then one after the other with what there is so far, if that stays in the first cache. */
static int isc_small_steps(const isocast_plan *plan, isc_idx rows, isc_idx n, int *refused)
{
    const isocast_operand *x = &plan->operands[0], *y = &plan->operands[1], *z = &plan->operands[plan->inputs];
    const isc_idx sx = isc_inner(plan, x) != 0;
    isc_kernel kernel;
    if (plan->inputs < 2 || plan->op == ISOCAST_MEAN) return 0;
    if (plan->inputs > 2 && plan->elements > ISC_TILE_BYTES / isc_type_bytes(z->type)) return 0;
    isc_kernel_find(plan->op, x->type, y->type, &kernel);
    const isc_row2 quotients = isc_quotients(plan);
    if (quotients) kernel.row = quotients;
    const int converted = kernel.load_x || kernel.load_y || kernel.store;
    if (converted && (plan->inputs > 2 || plan->elements > ISC_SOME_BYTES / ISC_WIDEST)) return 0;
    for (isc_idx row = 0; row < rows; row++) {
        const unsigned char *from = x->data + row * isc_pitch(plan, x), *next = y->data + row * isc_pitch(plan, y);
        unsigned char *to = z->data + row * isc_pitch(plan, z);
        isc_small_row(&kernel, n, from, sx, next, isc_inner(plan, y) != 0, to, refused);
        for (isc_idx m = 2; m < plan->inputs; m++) {
            next = plan->operands[m].data + row * isc_pitch(plan, &plan->operands[m]);
            kernel.row(n, to, 1, next, isc_inner(plan, &plan->operands[m]) != 0, to);
        }
    }
    return 1;
}

/* Sum and Mean in one step. Clauses: sum-mean */
static int isc_small_fold(const isocast_plan *plan, isc_idx rows, isc_idx n)
{
    const isocast_operand *z = &plan->operands[plan->inputs];
    const isc_fold fold = isc_fold_find(plan->op, z->type, 0);
    const void *from[ISC_SMALL_INPUTS];
    isc_idx steps[ISC_SMALL_INPUTS];
    if (!fold || plan->inputs > ISC_SMALL_INPUTS) return 0;
    for (isc_idx m = 0; m < plan->inputs; m++) steps[m] = isc_inner(plan, &plan->operands[m]) != 0;
    for (isc_idx row = 0; row < rows; row++) {
        for (isc_idx m = 0; m < plan->inputs; m++) {
            from[m] = plan->operands[m].data + row * isc_pitch(plan, &plan->operands[m]);
        }
        fold(n, plan->inputs, from, steps, z->data + row * isc_pitch(plan, z));
    }
    return 1;
}

static int isc_small_rows(const isocast_plan *plan, isc_idx rows, isc_idx n, int *refused)
{
    if (plan->op == ISOCAST_COPY) return isc_small_copy(plan, rows, n);
    if (plan->op == ISOCAST_WHERE) return isc_small_where(plan, rows, n);
    return isc_small_fold(plan, rows, n) || isc_small_steps(plan, rows, n, refused);
}

/* A plan of one axis over part of another plan's operands, or over copies of them: only what small rows look at is set. */
typedef struct {
    isocast_plan plan;
    isocast_operand operands[ISC_SMALL_INPUTS + 1];
} isc_short;

static void isc_short_make(isc_short *to, const isocast_plan *plan, isc_idx n)
{
    to->plan.op = plan->op;
    to->plan.inputs = plan->inputs;
    to->plan.rank = 1;
    to->plan.dims[0] = n;
    to->plan.elements = plan->elements; /* of all parts: whichever way is short must be so for each of them */
    to->plan.operands = to->operands;
}

static void isc_short_operand(isc_short *to, isc_idx m, isocast_type type, unsigned char *data, isc_idx stride)
{
    to->operands[m].type = type;
    to->operands[m].data = data;
    to->operands[m].strides[0] = stride;
}

int isc_lay_out(const isocast_plan *plan, const isocast_operand *operand, isc_some *row)
{
    const isc_idx size = isc_type_bytes(operand->type), stride = operand->strides[0];
    if (plan->rank != 1 || operand->swapped || stride == 0 || plan->elements > ISC_SOME_BYTES / size) return 0;
    if (stride % size != 0 || !isc_is_aligned(plan, operand)) return 0;
    isc_row_of(size, plan->elements, (const char *)operand->data, stride / size, (char *)row->word);
    return 1;
}

/* Runs a plan of one axis and few elements, some of whose inputs are laid out in a row first; returns 0 if it needs tiles.
 * Clauses: access, bit-copy */
static int isc_run_loose(const isocast_plan *plan, int *refused)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    isc_some row[ISC_SMALL_INPUTS];
    isc_short made;
    if (plan->inputs > ISC_SMALL_INPUTS) return 0;
    if (!isc_is_plain(plan, result) || result->strides[0] == 0) return 0;
    isc_short_make(&made, plan, plan->elements);
    isc_short_operand(&made, plan->inputs, result->type, result->data, result->strides[0]);
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isocast_operand *x = &plan->operands[m];
        if (x->data == result->data) return 0;
        if (isc_is_plain(plan, x)) {
            isc_short_operand(&made, m, x->type, x->data, x->strides[0]);
        } else {
            if (!isc_lay_out(plan, x, &row[m])) return 0;
            isc_short_operand(&made, m, x->type, (unsigned char *)row[m].word, isc_type_bytes(x->type));
        }
    }
    return isc_small_rows(&made.plan, 1, plan->elements, refused);
}

/* Clauses: access */
int isc_run_small(const isocast_plan *plan, int *refused)
{
    const isc_idx rows = plan->rank == 1 ? 1 : plan->dims[0];
    if (plan->rank > 2 || rows > ISC_SMALL_ROWS || plan->elements > ISC_SMALL_ELEMENTS) return 0;
    if (isc_all_plain(plan)) return isc_small_rows(plan, rows, plan->dims[plan->rank - 1], refused);
    return plan->rank == 1 && plan->elements <= ISC_SOME_BYTES && isc_run_loose(plan, refused);
}

int isc_is_one_row(const isocast_plan *plan)
{
    return plan->rank == 1 && plan->inputs <= ISC_SMALL_INPUTS && isc_all_plain(plan);
}

/* n elements of a plan of one axis, from `first` on; returns 0 if they need tiles. */
static int isc_run_some(const isocast_plan *plan, isc_idx first, isc_idx n)
{
    isc_short made;
    if (plan->op == ISOCAST_COPY && plan->operands[0].strides[0] == 0) {
        isc_sink_fill(plan)(n, plan->operands[0].data, plan->operands[1].data + first * plan->operands[1].strides[0]);
        return 1;
    }
    isc_short_make(&made, plan, n);
    for (isc_idx m = 0; m <= plan->inputs; m++) {
        const isocast_operand *x = &plan->operands[m];
        isc_short_operand(&made, m, x->type, x->data + first * x->strides[0], x->strides[0]);
    }
    return isc_small_rows(&made.plan, 1, n, NULL);
}

/* Runs one part of a plan of one axis at once, or some from its end on, where the caches hold all of it; returns 0 if it needs
 * tiles.
 * Clauses: access */
int isc_run_stretch(const isocast_plan *plan, isc_idx part, isc_idx parts, int back)
{
    if (!isc_is_one_row(plan) || isc_is_far(plan) || isc_is_large(plan) || isc_compared_past(plan)) return 0;
    const isc_idx length = (plan->elements / parts / ISC_SMALL_STEP + 1) * ISC_SMALL_STEP;
    const isc_idx first = part * length < plan->elements ? part * length : plan->elements;
    const isc_idx n = length < plan->elements - first ? length : plan->elements - first;
    const isc_idx some = isc_memory_of_cpu().turn / isc_type_bytes(plan->operands[plan->inputs].type);
    if (!back) return isc_run_some(plan, first, n);
    isc_idx left = n;
    while (left > some && isc_run_some(plan, first + left - some, some)) left -= some;
    return isc_run_some(plan, first, left);
}
