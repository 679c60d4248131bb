/* Running a plan: each operator over the tiles of a part. Elements are computed by the kernels only. */
#include "pass.h"

#include <string.h>

static void isc_apply_row(isc_job *job, const isc_tile *tile, isc_row2 row, isc_strip x, isc_strip y)
{
    isc_pass pass;
    pass.run = job->check ? isc_pass_checked : isc_pass_row;
    pass.row = row;
    pass.others = job->others;
    pass.check = job->check;
    pass.refused = &job->refused;
    pass.inputs = 2;
    pass.x[0] = x;
    pass.x[1] = y;
    isc_apply(job, tile, &pass);
}

static void isc_binary_tile(isc_job *job, const isc_tile *tile)
{
    const isc_strip x = isc_feed_loose(&job->feed[0], &job->tiling, tile);
    const isc_strip y = isc_feed_loose(&job->feed[1], &job->tiling, tile);
    isc_apply_row(job, tile, job->kernel.row, x, y);
}

/* Where, or a fold in one step: all inputs at once. */
static void isc_joint_tile(isc_job *job, const isc_tile *tile)
{
    isc_pass pass;
    pass.run = job->fold ? isc_pass_fold : isc_pass_where;
    pass.where = job->where;
    pass.fold = job->fold;
    pass.inputs = job->plan->inputs;
    for (isc_idx m = 0; m < pass.inputs; m++) {
        isc_feed *feed = &job->feed[m];
        const int eighth = job->eighths && isc_feed_is_eighth(feed);
        pass.x[m] = eighth ? isc_feed_eighth(feed, &job->tiling, tile) : isc_feed_loose(feed, &job->tiling, tile);
    }
    isc_apply(job, tile, &pass);
}

/* One kernel over the segments of a tile, into an accumulator. */
static isc_strip isc_accumulate(isc_job *job, const isc_tile *tile, isc_strip x, isc_strip y, char *z)
{
    const isc_strip sum = {z, tile->length * job->kernel.compute_z, job->kernel.compute_z, NULL, 0, 0};
    isc_run_rows(job->kernel.row, tile, x, y, z, sum.pitch);
    return sum;
}

/* Mean's last step: the sum of a tile by the number of inputs, in the compute type. */
static void isc_mean_tile(isc_job *job, const isc_tile *tile, isc_strip sum)
{
    const float narrow = (float)job->plan->inputs;
    const double wide = (double)job->plan->inputs;
    const int is_wide = job->kernel.compute_x == 8;
    const isc_strip inputs = {is_wide ? (const char *)&wide : (const char *)&narrow, 0, 0, NULL, 0, 0};
    isc_apply_row(job, tile, job->divide, sum, inputs);
}

/* From the first input, left to right, a block at a time.
 * Clauses: sum-mean, max-min */
static void isc_fold_tile(isc_job *job, const isc_tile *tile)
{
    const isc_idx inputs = job->plan->inputs;
    const int mean = job->plan->op == ISOCAST_MEAN;
    const isc_idx steps = mean ? inputs : inputs - 1;
    isc_strip sum = isc_feed_strip(isc_job_feed(job, 0), &job->tiling, tile);
    for (isc_idx m = 1; m < steps; m++) {
        const isc_strip next = isc_feed_strip(isc_job_feed(job, m), &job->tiling, tile);
        sum = isc_accumulate(job, tile, sum, next, job->accumulator[m % 2]);
    }
    if (mean) {
        isc_mean_tile(job, tile, sum);
    } else {
        const isc_strip last = isc_feed_loose(isc_job_feed(job, inputs - 1), &job->tiling, tile);
        isc_apply_row(job, tile, job->kernel.row, sum, last);
    }
}

/* Segments that lie in a row and are written where they belong; or of one element each, repeated. */
static void isc_move_tile(isc_job *job, const isc_tile *tile, isc_strip x)
{
    isc_pass pass;
    pass.run = x.size == 0 ? isc_pass_fill : isc_pass_copy;
    pass.fill = x.size == 0 ? isc_sink_fill(job->plan) : job->sink.copy;
    pass.inputs = 1;
    pass.x[0] = x;
    isc_apply(job, tile, &pass);
}

/* Whether a tile's elements are laid out where they belong at once: they are not there in a row, nor those of the next tile. */
static int isc_copy_is_straight(const isc_job *job, const isc_tile *tile)
{
    const isc_feed *feed = &job->feed[0];
    const int moving = job->tiling.loops > 0 && feed->operand->strides[job->tiling.axis[0]] != 0;
    return feed->copy && feed->step && !feed->swap && moving && job->sink.direct && tile->segments == 1;
}

/* Clauses: access, bit-copy */
static void isc_copy_tile(isc_job *job, const isc_tile *tile)
{
    const isocast_operand *result = &job->plan->operands[1];
    if (isc_copy_is_straight(job, tile)) {
        isc_view_fit(&job->feed[0].view, &job->tiling, tile);
        isc_expand(&job->feed[0].view, isc_tile_data(&job->tiling, tile, job->feed[0].operand),
                   isc_tile_data(&job->tiling, tile, result));
        return;
    }
    isc_strip x = isc_feed_strip(&job->feed[0], &job->tiling, tile);
    if (x.size == 0 || job->sink.direct) {
        isc_move_tile(job, tile, x);
        return;
    }
    char *z = isc_tile_data(&job->tiling, tile, result);
    isc_sink_fit(&job->sink, &job->tiling, tile);
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        if (job->sink.swap) {
            memcpy(job->sink.block, x.data, (size_t)(tile->length * job->sink.size));
            isc_sink_close(&job->sink, tile->length, z);
        } else {
            isc_sink_write(&job->sink, tile->length, x.data, z);
        }
        x.data += x.pitch;
        z += result->strides[job->tiling.rows];
    }
}

/* Clauses: access */
static void isc_eights_tile(isc_job *job, const isc_tile *tile)
{
    isc_pass pass;
    pass.run = isc_pass_eights;
    pass.row = job->eights;
    pass.inputs = 2;
    for (isc_idx m = 0; m < 2; m++) {
        isc_feed *feed = &job->feed[m];
        pass.x[m] = feed->direct ? isc_feed_strip(feed, &job->tiling, tile) : isc_feed_eighth(feed, &job->tiling, tile);
    }
    isc_apply(job, tile, &pass);
}

static void isc_run_tile(isc_job *job, const isc_tile *tile)
{
    if (job->eights) {
        isc_eights_tile(job, tile);
    } else if (job->plan->op == ISOCAST_COPY) {
        isc_copy_tile(job, tile);
    } else if (job->where || job->fold) {
        isc_joint_tile(job, tile);
    } else if (isc_job_steps(job)) {
        isc_fold_tile(job, tile);
    } else {
        isc_binary_tile(job, tile);
    }
}

/* Computes a part tile by tile, from the last one on where it goes back. With a check, pairs are looked at meanwhile; 1 if one of
 * them has no result. */
static int isc_run_tiles(const isocast_plan *plan, isc_idx part, isc_idx parts, int back, isc_check2 check, char *scratch,
                         isc_idx bytes)
{
    void (*const follow)(const isc_tiling *, isc_tile *) = back ? isc_tile_previous : isc_tile_next;
    isc_job job;
    isc_tile tile;
    isc_idx number, end;
    isc_job_make(&job, plan, parts, 1, scratch, bytes);
    isc_share(job.tiling.tiles, part, parts, &number, &end);
    job.check = check;
    job.refused = 0;
    if (number == end) return 0;
    isc_tile_first(&job.tiling, back ? end - 1 : number, &tile);
    for (; number < end && !job.refused; number++) {
        isc_run_tile(&job, &tile);
        follow(&job.tiling, &tile);
    }
    if (job.sink.stream || job.past) isc_stream_end();
    return job.refused;
}

static void isc_run(const isocast_plan *plan, isc_idx part, isc_idx parts, int back, char *scratch, isc_idx bytes)
{
    if (plan->elements == 0 || (parts == 1 && isc_run_small(plan, NULL))) return;
    if (isc_run_stretch(plan, part, parts, back) || isc_run_repeated(plan, part, parts)) return;
    isc_run_tiles(plan, part, parts, back, NULL, scratch, bytes);
}

void isocast_fast_run(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes)
{
    isc_run(plan, part, parts, 0, scratch, bytes);
}

void isocast_fast_run_back(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes)
{
    isc_run(plan, part, parts, isc_is_turned(plan), scratch, bytes);
}

/* The quick look and the computing of a part one after the other, while caches hold the part; or tile by tile, where an
 * operand would be laid out for each; or both at once, where all is small.
 * Clauses: int-div, mod, pow-int */
int isocast_fast_try(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes)
{
    int refused = 0;
    if (parts == 1 && plan->elements > 0 && isc_run_small(plan, &refused)) return refused;
    const isc_check2 check = isc_check_on_the_way(plan, parts);
    if (check) return isc_run_tiles(plan, part, parts, 0, check, scratch, bytes);
    if (isocast_fast_suspect(plan, part, parts, scratch, bytes)) return 1;
    isocast_fast_run(plan, part, parts, scratch, bytes);
    return 0;
}

/* Work below which another thread costs more than it brings, in bytes moved by a cheap kernel. */
#define ISC_GRAIN (256 * 1024)

/* What an element costs, as bytes moved. Types that are converted cost more than their size; bytes that are divided by one divisor for
 * a row, half as much as by others. */
static isc_idx isc_cost(const isocast_plan *plan)
{
    const isocast_type type = plan->operands[plan->inputs].type;
    isc_idx bytes = type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? 6 : 0;
    for (isc_idx m = 0; m <= plan->inputs; m++) bytes += isc_type_bytes(plan->operands[m].type);
    if (plan->op == ISOCAST_POW) return bytes * 8;
    const int by_one = isc_type_bytes(type) == 1 && plan->operands[plan->inputs - 1].strides[plan->rank - 1] == 0;
    return isc_is_slow(plan->op) ? bytes * (by_one ? 2 : 4) : bytes;
}

isocast_idx isocast_fast_parts(const isocast_plan *plan, isocast_idx threads)
{
    const isc_idx worth = plan->elements / (ISC_GRAIN / isc_cost(plan) + 1);
    const int near = !isc_is_slow(plan->op) && isc_is_one_row(plan) && isc_is_within(plan, isc_memory_of_cpu().near);
    if (worth <= 1 || threads <= 1 || near) return 1;
    return worth < threads ? worth : threads;
}

isocast_idx isocast_fast_slices(const isocast_plan *plan, isocast_idx threads)
{
    const isc_idx slice = ISC_SLICE / isc_type_bytes(plan->operands[plan->inputs].type);
    const isc_idx rounds = isc_is_turned(plan) ? 1 : plan->elements / (slice * threads);
    return threads * (rounds < 1 ? 1 : rounds > 1 << 20 ? 1 << 20 : rounds);
}
