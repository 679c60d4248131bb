/* Jobs: the kernel, the tiles, the feeds, the sink and the blocks of scratch that one running part needs. */
#include "driver.h"

/* Blocks of scratch: first those of the job, then one for each feed. */
enum { ISC_RAW_IN, ISC_RAW_OUT, ISC_OUT, ISC_SUM_EVEN, ISC_SUM_ODD, ISC_FIRST_FEED };

typedef char isc_blocks_fit[(ISC_FIRST_FEED + ISC_FEEDS) * ISC_BLOCK_BYTES <= ISOCAST_SCRATCH_BYTES ? 1 : -1];
typedef char isc_panels_fit[(ISC_FIRST_FEED + ISC_PANEL_FEEDS) * ISC_PANEL_BYTES <= ISOCAST_SCRATCH_BYTES ? 1 : -1];

static isc_idx isc_most(isc_idx a, isc_idx b)
{
    return a > b ? a : b;
}

static isc_idx isc_least(isc_idx a, isc_idx b)
{
    return a < b ? a : b;
}

static void isc_job_kernel(isc_job *job)
{
    const isocast_plan *plan = job->plan;
    const isocast_operand *operands = plan->operands;
    const isc_idx last = plan->inputs - 1;
    const isc_kernel none = {NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
    job->kernel = none;
    job->where = NULL;
    job->fold = plan->inputs <= ISC_FOLD_INPUTS ? isc_fold_find(plan->op, operands[last].type) : NULL;
    if (plan->op == ISOCAST_COPY || job->fold) return;
    if (plan->op == ISOCAST_WHERE) {
        job->where = isc_where_find((int)isc_type_bytes(operands[last].type));
        return;
    }
    isc_kernel_find(plan->op, operands[0].type, operands[last].type, &job->kernel);
    if (plan->op == ISOCAST_MEAN) {
        const isocast_type type = job->kernel.compute_x == 8 ? ISOCAST_DOUBLE : ISOCAST_FLOAT;
        isc_kernel divide;
        isc_kernel_find(ISOCAST_DIV, type, type, &divide);
        job->divide = divide.row;
    }
}

/* Bytes of the widest element that a block has to hold. */
static isc_idx isc_job_width(const isc_job *job)
{
    const isc_kernel *kernel = &job->kernel;
    isc_idx width = isc_most(kernel->compute_x, isc_most(kernel->compute_y, kernel->compute_z));
    for (isc_idx m = 0; m <= job->plan->inputs; m++) {
        width = isc_most(width, isc_type_bytes(job->plan->operands[m].type));
    }
    return width;
}

/* The conversion of an input: in a fold every input is a next one. */
static isc_convert isc_job_load(const isc_job *job, isc_idx input)
{
    return input == 0 && !isc_is_fold(job->plan->op) ? job->kernel.load_x : job->kernel.load_y;
}

static void isc_job_prepare(isc_job *job, isc_idx slot, isc_idx input)
{
    const isocast_plan *plan = job->plan;
    const isc_idx compute = input == 0 ? job->kernel.compute_x : job->kernel.compute_y;
    isc_feed_make(&job->feed[slot], plan, &job->tiling, &plan->operands[input], isc_job_load(job, input), compute,
                  job->fold != NULL);
}

/* Bytes of a tile: fewer where one kernel's results are the next one's operands, so that all stay in cache. */
static isc_idx isc_job_bytes(const isc_job *job)
{
    const isc_kernel *kernel = &job->kernel;
    const int steps = isc_is_fold(job->plan->op) && !job->fold;
    const int chained = kernel->load_x || kernel->load_y || kernel->store || steps;
    return chained ? ISC_BLOCK_BYTES / 2 : ISC_BLOCK_BYTES;
}

/* The elements that a tile of `bytes` may have. More parts make smaller tiles, so that every part gets its share. */
static isc_idx isc_job_capacity(const isc_job *job, isc_idx parts, isc_idx bytes)
{
    const isc_idx capacity = bytes / isc_job_width(job);
    return parts == 1 ? capacity : isc_least(capacity, isc_most(job->plan->elements / parts / 4, 256));
}

/* Deals out the scratch, one block of `bytes` to each purpose. */
static void isc_job_blocks(isc_job *job, char *scratch, isc_idx bytes)
{
    for (isc_idx slot = 0; slot < job->feeds; slot++) {
        job->feed[slot].raw = scratch + ISC_RAW_IN * bytes;
        job->feed[slot].block = scratch + (ISC_FIRST_FEED + slot) * bytes;
    }
    job->sink.raw = scratch + ISC_RAW_OUT * bytes;
    job->sink.block = scratch + ISC_OUT * bytes;
    job->accumulator[0] = scratch + ISC_SUM_EVEN * bytes;
    job->accumulator[1] = scratch + ISC_SUM_ODD * bytes;
}

/* Makes the job of one of `parts` parts; `panels` allows tiles that are panels. */
void isc_job_make(isc_job *job, const isocast_plan *plan, isc_idx parts, int panels, void *scratch)
{
    const isc_idx block = plan->inputs <= ISC_PANEL_FEEDS ? ISC_PANEL_BYTES : ISC_BLOCK_BYTES;
    job->plan = plan;
    isc_job_kernel(job);
    isc_tiling_make(&job->tiling, plan, isc_job_capacity(job, parts, isc_job_bytes(job)),
                    panels ? isc_job_capacity(job, parts, block) : 0);
    job->feeds = isc_least(plan->inputs, ISC_FEEDS);
    for (isc_idx slot = 0; slot < job->feeds; slot++) isc_job_prepare(job, slot, slot);
    isc_sink_make(&job->sink, plan, &job->tiling, job->kernel.store);
    isc_job_blocks(job, scratch, block);
}

/* The feed of an input; those beyond the number of feeds share the last one, tile by tile. */
isc_feed *isc_job_feed(isc_job *job, isc_idx input)
{
    const isc_idx slot = input < ISC_FEEDS ? input : ISC_FEEDS - 1;
    if (job->plan->inputs > ISC_FEEDS && slot == ISC_FEEDS - 1) isc_job_prepare(job, slot, input);
    return &job->feed[slot];
}

/* The tiles of one part: first <= number < end. Shares differ by one tile at most. */
void isc_job_share(const isc_tiling *tiling, isc_idx part, isc_idx parts, isc_idx *first, isc_idx *end)
{
    const isc_idx even = tiling->tiles / parts;
    const isc_idx more = tiling->tiles % parts;
    *first = part * even + (part < more ? part : more);
    *end = *first + even + (part < more);
}
