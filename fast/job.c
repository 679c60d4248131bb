/* Jobs: the kernel, the tiles, the feeds, the sink and the blocks of scratch that one running part needs. */
#include "driver.h"

#define ISC_SHORT_VECTOR 32 /* bytes */
#define ISC_NEAR_SUM (4 * 1024 * 1024) /* bytes touched by a sum that the second caches hold, or most of it */
#define ISC_LONG_VECTOR 64  /* a division takes as long for part of one */

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
    const int lines = isc_memory_of_cpu().lines, far = lines && isc_is_large(plan);
    const isc_kernel none = {NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
    job->kernel = none;
    job->where = NULL;
    job->past = 0;
    const int apart = lines && !isc_is_within(plan, ISC_NEAR_SUM);
    job->fold = plan->inputs <= ISC_FOLD_INPUTS ? isc_fold_find(plan->op, operands[last].type, apart) : NULL;
    if (plan->op == ISOCAST_COPY || job->fold) return;
    if (plan->op == ISOCAST_WHERE) {
        job->where = isc_where_find(operands[last].type, far);
        return;
    }
    isc_kernel_find(plan->op, operands[0].type, operands[last].type, &job->kernel);
    const isc_row2 past = isc_compared_past(plan), row = past ? past : far ? isc_far_find(plan->op, operands[0].type) : NULL;
    const isc_row2 quotients = isc_quotients(plan);
    if (row) job->kernel.row = row;
    if (quotients) job->kernel.row = quotients;
    job->past = past != NULL;
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
    const int spread = plan->op == ISOCAST_COPY && isc_goes_past(plan); /* it is copied past the cache, where no kernel writes */
    isc_feed_make(&job->feed[slot], plan, &job->tiling, &plan->operands[input], isc_job_load(job, input), compute, spread);
}

int isc_job_steps(const isc_job *job)
{
    return isc_is_fold(job->plan->op) && !job->fold && (job->plan->inputs > 2 || job->plan->op == ISOCAST_MEAN);
}

static int isc_job_converts(const isc_job *job)
{
    return job->kernel.load_x || job->kernel.load_y || job->kernel.store;
}

/* Bytes of a tile: fewer where operands are many, or one kernel's results are the next one's, so that all stay in cache. */
static isc_idx isc_job_bytes(const isc_job *job, isc_idx block)
{
    const int many = isc_job_steps(job) || isc_job_converts(job);
    return isc_least(many ? ISC_TILE_BYTES / 2 : ISC_TILE_BYTES, block);
}

/* The elements that a tile of `bytes` may have. More parts make smaller tiles, so that every part gets its share. */
static isc_idx isc_job_capacity(const isc_job *job, isc_idx parts, isc_idx bytes)
{
    const isc_idx capacity = bytes / isc_job_width(job);
    return parts == 1 ? capacity : isc_least(capacity, isc_most(job->plan->elements / parts / 4, 256));
}

/* How many blocks of scratch there are: one for each feed, one for the result, two each for conversions and sums. */
static isc_idx isc_job_blocks(const isc_job *job)
{
    return job->feeds + 1 + (isc_job_converts(job) ? 2 : 0) + (isc_job_steps(job) ? 2 : 0);
}

/* Deals out the scratch, a block of `bytes` to each purpose. */
static void isc_job_deal(isc_job *job, char *scratch, isc_idx bytes)
{
    char *const behind = scratch + (job->feeds + 1) * bytes;
    job->block = bytes;
    for (isc_idx slot = 0; slot < job->feeds; slot++) {
        job->feed[slot].block = scratch + slot * bytes;
        job->feed[slot].raw = behind;
    }
    job->sink.block = scratch + job->feeds * bytes;
    job->sink.raw = behind + bytes;
    job->accumulator[0] = behind + (isc_job_converts(job) ? 2 * bytes : 0);
    job->accumulator[1] = job->accumulator[0] + bytes;
}

/* Whether an operand needs no scratch of a tile's size: it is used where it lies, or laid out a piece at a time. */
static int isc_job_takes(const isc_job *job, const isc_feed *feed)
{
    return feed->direct || (!job->tiling.panel && job->plan->op != ISOCAST_COPY && isc_feed_is_loose(feed));
}

/* Whether a tile needs no scratch of its size: results are written where they belong, at once or some at a time past the caches. */
static int isc_job_is_direct(const isc_job *job)
{
    const int past = job->sink.stream && !job->sink.swap && isc_memory_of_cpu().lines && job->block >= 3 * ISC_STREAM_ROWS;
    int direct = (job->sink.direct || past) && !isc_job_converts(job) && !isc_job_steps(job) && job->plan->inputs <= ISC_FEEDS;
    for (isc_idx slot = 0; slot < job->feeds; slot++) direct = direct && isc_job_takes(job, &job->feed[slot]);
    return direct;
}

/* The kernel for one operand that has an element for eight of the other's, which is where it is computed, as the result is. */
static isc_row2 isc_job_eights(const isc_job *job)
{
    const isocast_plan *plan = job->plan;
    const isc_feed *x = &job->feed[0], *y = &job->feed[1];
    if (plan->inputs != 2 || job->tiling.panel || !job->sink.direct) return NULL;
    const int x_whole = x->direct && x->step && isc_feed_is_eighth(y), y_whole = y->direct && y->step && isc_feed_is_eighth(x);
    return x_whole || y_whole ? isc_eights_find(plan->op, plan->operands[0].type) : NULL;
}

/* How many bytes ahead operands and result are asked for where nothing goes past the cache. Every other word of what is in no cache
 * comes no quicker than the processor asks for it by itself, unless it is asked for early and evenly. */
static isc_idx isc_job_ahead(const isc_job *job)
{
    const isc_memory memory = isc_memory_of_cpu();
    int loose = 0;
    if (isc_is_far(job->plan)) return memory.ahead;
    if (!memory.apart_ahead || !job->others || job->past || job->sink.stream || !isc_is_large(job->plan)) return 0;
    for (isc_idx slot = 0; slot < job->feeds; slot++) loose = loose || isc_feed_is_loose(&job->feed[slot]);
    return loose ? memory.apart_ahead : 0;
}

/* Vectors of 32 bytes where lines are written as a whole: short rows begin anywhere, and long vectors cross lines more often. */
static void isc_job_shorten(isc_job *job)
{
    const isocast_type type = job->plan->operands[0].type;
    const isc_idx size = isc_type_bytes(type);
    const int apt = isc_memory_of_cpu().lines && job->plan->inputs == 2;
    const isc_row2 row = apt ? isc_shorter_find(job->plan->op, type) : NULL;
    job->shorter = size == 4 ? row : NULL;
    if (row && size == 8 && job->tiling.panel && job->tiling.step[0] * size < ISC_SHORT_ROW) job->kernel.row = row;
}

/* Larger tiles where they need no scratch of their size: between two of them the next operands are not on their way for a moment, which
 * costs a tenth of the time that memory takes. Tiles that are no panels stay rows of one axis, or kernels could not take them. */
static void isc_job_enlarge(isc_job *job, isc_idx parts)
{
    const isocast_plan *plan = job->plan;
    const int turned = isc_is_turned(plan), panel = job->tiling.panel, stretch = job->tiling.inner == 1 && isc_memory_of_cpu().lines;
    const int direct = panel || stretch ? isc_job_is_direct(job) : turned && job->eights;
    if (direct) isc_tiling_enlarge(&job->tiling, plan, parts, turned ? isc_memory_of_cpu().turn / job->sink.size : PTRDIFF_MAX);
}

/* Makes the job of one of `parts` parts; `panels` allows tiles that are panels, or larger than a block of scratch. */
void isc_job_make(isc_job *job, const isocast_plan *plan, isc_idx parts, int panels, char *scratch, isc_idx bytes)
{
    job->plan = plan;
    job->feeds = isc_least(plan->inputs, ISC_FEEDS);
    isc_job_kernel(job);
    const isc_idx block = isc_least(ISC_BLOCK_BYTES, bytes / isc_job_blocks(job) / 64 * 64);
    isc_tiling_make(&job->tiling, plan, isc_job_capacity(job, parts, isc_job_bytes(job, block)),
                    panels ? isc_job_capacity(job, parts, block) : 0);
    for (isc_idx slot = 0; slot < job->feeds; slot++) isc_job_prepare(job, slot, slot);
    isc_sink_make(&job->sink, plan, &job->tiling, job->kernel.store);
    isc_job_deal(job, scratch, block);
    job->soon = job->sink.stream ? isc_memory_of_cpu().soon : 0;
    job->repeated = isc_memory_of_cpu().lines && plan->inputs == 2 && !isc_is_slow(plan->op) ? ISC_REPEATED_PAIR : ISC_REPEATED_ROW;
    job->vector = isc_is_float_division(plan) ? ISC_LONG_VECTOR : ISC_SHORT_VECTOR;
    isc_job_shorten(job);
    job->eights = isc_job_eights(job);
    job->eighths = job->fold && !job->tiling.panel && job->sink.direct && isc_fold_takes_eighths(plan->operands[0].type);
    const int others = plan->inputs == 2 && !isc_in_place(plan);
    job->others = !others ? NULL : job->past ? job->kernel.row : isc_others_find(plan->op, plan->operands[0].type);
    job->ahead = isc_job_ahead(job);
    if (panels) isc_job_enlarge(job, parts);
}

/* The feed of an input; those beyond the number of feeds share the last one, tile by tile. */
isc_feed *isc_job_feed(isc_job *job, isc_idx input)
{
    const isc_idx slot = input < ISC_FEEDS ? input : ISC_FEEDS - 1;
    if (job->plan->inputs > ISC_FEEDS && slot == ISC_FEEDS - 1) isc_job_prepare(job, slot, input);
    return &job->feed[slot];
}

/* Which of `all` tiles, or rows, one part has: first <= number < end. Shares differ by one at most. */
void isc_share(isc_idx all, isc_idx part, isc_idx parts, isc_idx *first, isc_idx *end)
{
    const isc_idx even = all / parts;
    const isc_idx more = all % parts;
    *first = part * even + (part < more ? part : more);
    *end = *first + even + (part < more);
}
