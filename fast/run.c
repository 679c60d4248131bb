/* Running a plan: each operator over the tiles of a part. Elements are computed by the kernels only. */
#include "driver.h"

#include <string.h>

#define ISC_AHEAD 2 /* where memory is not read in order, segments are asked for before they are needed */

/* One kernel over elements i .. i + n - 1 of a segment that belongs at z. */
static void isc_apply_span(const isc_sink *sink, isc_idx i, isc_idx n, isc_row2 row, isc_strip x, isc_strip y, char *z)
{
    char *to = z + i * sink->size;
    row(n, x.data + i * x.size, x.size != 0, y.data + i * y.size, y.size != 0, isc_sink_open(sink, to));
    isc_sink_close(sink, n, to);
}

static void isc_apply_segment(const isc_sink *sink, isc_idx length, isc_row2 row, isc_strip x, isc_strip y, char *z)
{
    const isc_spans spans = isc_sink_spans(sink, length, z);
    if (spans.head > 0) isc_apply_span(sink, 0, spans.head, row, x, y, z);
    for (isc_idx first = 0; first < spans.apart; first++) {
        for (isc_idx k = first; k < spans.count; k += spans.apart) {
            const isc_idx i = spans.head + k * spans.span;
            isc_apply_span(sink, i, spans.span < length - i ? spans.span : length - i, row, x, y, z);
        }
    }
}

/* One kernel over the segments of a tile, into the result. */
static void isc_apply(isc_job *job, const isc_tile *tile, isc_row2 row, isc_strip x, isc_strip y)
{
    const isocast_operand *result = &job->plan->operands[job->plan->inputs];
    char *z = isc_tile_data(&job->tiling, tile, result);
    isc_sink_fit(&job->sink, &job->tiling, tile);
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        if (job->tiling.crossing && segment + ISC_AHEAD < tile->segments) {
            isc_fetch(tile->length * x.size, x.data + ISC_AHEAD * x.pitch);
            isc_fetch(tile->length * y.size, y.data + ISC_AHEAD * y.pitch);
        }
        isc_apply_segment(&job->sink, tile->length, row, x, y, z);
        x.data += x.pitch;
        y.data += y.pitch;
        z += result->strides[job->tiling.rows];
    }
}

static void isc_binary_tile(isc_job *job, const isc_tile *tile)
{
    const isc_strip x = isc_feed_strip(&job->feed[0], &job->tiling, tile);
    const isc_strip y = isc_feed_strip(&job->feed[1], &job->tiling, tile);
    isc_apply(job, tile, job->kernel.row, x, y);
}

/* One kernel over the segments of a tile, into an accumulator. */
static isc_strip isc_accumulate(isc_job *job, const isc_tile *tile, isc_strip x, isc_strip y, char *z)
{
    const isc_strip sum = {z, tile->length * job->kernel.compute_z, job->kernel.compute_z};
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        job->kernel.row(tile->length, x.data, x.size != 0, y.data, y.size != 0, z);
        x.data += x.pitch;
        y.data += y.pitch;
        z += sum.pitch;
    }
    return sum;
}

/* Mean's last step: the sum of a tile by the number of inputs, in the compute type. */
static void isc_mean_tile(isc_job *job, const isc_tile *tile, isc_strip sum)
{
    const float narrow = (float)job->plan->inputs;
    const double wide = (double)job->plan->inputs;
    const int is_wide = job->kernel.compute_x == 8;
    const isc_strip inputs = {is_wide ? (const char *)&wide : (const char *)&narrow, 0, 0};
    isc_apply(job, tile, job->divide, sum, inputs);
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
        isc_apply(job, tile, job->kernel.row, sum, isc_feed_strip(isc_job_feed(job, inputs - 1), &job->tiling, tile));
    }
}

static void isc_where_span(const isc_job *job, isc_idx i, isc_idx n, isc_strip c, isc_strip x, isc_strip y, char *z)
{
    char *to = z + i * job->sink.size;
    job->where(n, (const uint8_t *)c.data + i * c.size, c.size != 0, x.data + i * x.size, x.size != 0,
               y.data + i * y.size, y.size != 0, isc_sink_open(&job->sink, to));
    isc_sink_close(&job->sink, n, to);
}

static void isc_where_segment(const isc_job *job, isc_idx length, isc_strip c, isc_strip x, isc_strip y, char *z)
{
    const isc_spans spans = isc_sink_spans(&job->sink, length, z);
    if (spans.head > 0) isc_where_span(job, 0, spans.head, c, x, y, z);
    for (isc_idx first = 0; first < spans.apart; first++) {
        for (isc_idx k = first; k < spans.count; k += spans.apart) {
            const isc_idx i = spans.head + k * spans.span;
            isc_where_span(job, i, spans.span < length - i ? spans.span : length - i, c, x, y, z);
        }
    }
}

/* Clauses: Where, R4 */
static void isc_where_tile(isc_job *job, const isc_tile *tile)
{
    const isocast_operand *result = &job->plan->operands[3];
    isc_strip c = isc_feed_strip(&job->feed[0], &job->tiling, tile);
    isc_strip x = isc_feed_strip(&job->feed[1], &job->tiling, tile);
    isc_strip y = isc_feed_strip(&job->feed[2], &job->tiling, tile);
    char *z = isc_tile_data(&job->tiling, tile, result);
    isc_sink_fit(&job->sink, &job->tiling, tile);
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        isc_where_segment(job, tile->length, c, x, y, z);
        c.data += c.pitch;
        x.data += x.pitch;
        y.data += y.pitch;
        z += result->strides[job->tiling.rows];
    }
}

/* Clauses: access, bit-copy */
static void isc_copy_tile(isc_job *job, const isc_tile *tile)
{
    const isocast_operand *result = &job->plan->operands[1];
    isc_strip x = isc_feed_strip(&job->feed[0], &job->tiling, tile);
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

static void isc_run_tile(isc_job *job, const isc_tile *tile)
{
    if (job->plan->op == ISOCAST_COPY) {
        isc_copy_tile(job, tile);
    } else if (job->plan->op == ISOCAST_WHERE) {
        isc_where_tile(job, tile);
    } else if (isc_is_fold(job->plan->op)) {
        isc_fold_tile(job, tile);
    } else {
        isc_binary_tile(job, tile);
    }
}

void isocast_fast_run(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch)
{
    isc_job job;
    isc_tile tile;
    isc_idx number, end;
    if (plan->elements == 0 || (parts == 1 && isc_run_small(plan)) || isc_run_stretch(plan, part, parts)) return;
    isc_job_make(&job, plan, parts, 1, scratch);
    isc_job_share(&job.tiling, part, parts, &number, &end);
    if (number == end) return;
    isc_tile_first(&job.tiling, number, &tile);
    for (; number < end; number++) {
        isc_run_tile(&job, &tile);
        isc_tile_next(&job.tiling, &tile);
    }
    if (job.sink.stream) isc_stream_end();
}

/* Work below which another thread costs more than it brings, in bytes moved by a cheap kernel. */
#define ISC_GRAIN (256 * 1024)

/* What an element costs, as bytes moved. Types that are converted cost more than their size. */
static isc_idx isc_cost(const isocast_plan *plan)
{
    const isocast_type type = plan->operands[plan->inputs].type;
    isc_idx bytes = type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? 12 : 0;
    for (isc_idx m = 0; m <= plan->inputs; m++) bytes += isc_type_bytes(plan->operands[m].type);
    if (plan->op == ISOCAST_POW) return bytes * 16;
    return plan->op == ISOCAST_DIV || plan->op == ISOCAST_MOD || plan->op == ISOCAST_FMOD ? bytes * 4 : bytes;
}

isocast_idx isocast_fast_parts(const isocast_plan *plan, isocast_idx threads)
{
    const isc_idx worth = plan->elements / (ISC_GRAIN / isc_cost(plan) + 1);
    if (worth <= 1 || threads <= 1) return 1;
    return worth < threads ? worth : threads;
}
