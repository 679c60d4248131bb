/* Jobs: the kernel, the tiles, the feeds, the sink and the blocks of scratch that one running part needs. */
#include "driver.h"

/* Blocks of scratch: first those of the job, then one for each feed. */
enum { ISC_RAW_IN, ISC_RAW_OUT, ISC_OUT, ISC_SUM_EVEN, ISC_SUM_ODD, ISC_FIRST_FEED };

typedef char isc_scratch_is_enough[ISC_FIRST_FEED + ISC_FEEDS <= ISC_BLOCKS ? 1 : -1];

static isc_idx isc_most(isc_idx a, isc_idx b)
{
    return a > b ? a : b;
}

static char *isc_block(void *scratch, isc_idx number)
{
    return (char *)scratch + number * ISC_BLOCK_BYTES;
}

static void isc_job_kernel(isc_job *job)
{
    const isocast_plan *plan = job->plan;
    const isocast_operand *operands = plan->operands;
    const isc_idx last = plan->inputs - 1;
    const isc_kernel none = {NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
    job->kernel = none;
    if (plan->op == ISOCAST_COPY) return;
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
                  plan->op == ISOCAST_COPY);
}

/* Makes the job of one of `parts` parts. More parts make smaller tiles, so that every part gets its share. */
void isc_job_make(isc_job *job, const isocast_plan *plan, isc_idx parts, int panels, void *scratch)
{
    job->plan = plan;
    isc_job_kernel(job);
    isc_idx capacity = ISC_BLOCK_BYTES / isc_job_width(job);
    if (parts > 1) {
        const isc_idx share = isc_most(plan->elements / parts / 4, 256);
        capacity = share < capacity ? share : capacity;
    }
    isc_tiling_make(&job->tiling, plan, capacity, panels);
    job->feeds = plan->inputs < ISC_FEEDS ? plan->inputs : ISC_FEEDS;
    for (isc_idx slot = 0; slot < job->feeds; slot++) {
        isc_job_prepare(job, slot, slot);
        job->feed[slot].raw = isc_block(scratch, ISC_RAW_IN);
        job->feed[slot].block = isc_block(scratch, ISC_FIRST_FEED + slot);
    }
    isc_sink_make(&job->sink, plan, &job->tiling, job->kernel.store);
    job->sink.raw = isc_block(scratch, ISC_RAW_OUT);
    job->sink.block = isc_block(scratch, ISC_OUT);
    job->accumulator[0] = isc_block(scratch, ISC_SUM_EVEN);
    job->accumulator[1] = isc_block(scratch, ISC_SUM_ODD);
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
