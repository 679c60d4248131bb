/* Passes: what is computed over the segments of a tile, in as few and as long pieces as operands, result and memory allow. */
#include "pass.h"

#include <string.h>

#define ISC_AHEAD 2 /* where memory is not read in order, segments are asked for before they are needed */

static const char *isc_at(isc_strip strip, isc_idx i, isc_idx n)
{
    if (strip.apart) return isc_feed_some(strip.apart, strip.data, i, n);
    return strip.data + (strip.eighth ? i / 8 : i) * strip.size;
}

/* In words, from one element to the next where they lie; 0 if there is one for the segment. */
static isc_idx isc_stride(isc_strip strip)
{
    return strip.apart ? strip.apart->view.strides[0] : strip.size != 0;
}

/* Whether operands, some of which are every other word, can be taken as they lie. */
static int isc_pass_is_others(const isc_pass *pass)
{
    const isc_idx sx = isc_stride(pass->x[0]), sy = isc_stride(pass->x[1]);
    return pass->others && (sx == 1 || sx == 2) && (sy == 1 || sy == 2) && sx + sy > 2;
}

void isc_pass_row(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    const isc_strip x = pass->x[0], y = pass->x[1];
    if (isc_pass_is_others(pass)) {
        const isc_idx sx = isc_stride(x), sy = isc_stride(y);
        pass->others(n, x.data + i * sx * x.size, sx, y.data + i * sy * y.size, sy, z);
        return;
    }
    pass->row(n, isc_at(x, i, n), x.size != 0, isc_at(y, i, n), y.size != 0, z);
}

void isc_pass_eights(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    const isc_strip x = pass->x[0], y = pass->x[1];
    pass->row(n, isc_at(x, i, n), x.eighth ? 8 : 1, isc_at(y, i, n), y.eighth ? 8 : 1, z);
}

/* Pairs without a result have something in its place: no kernel traps.
 * Clauses: int-div, mod, pow-int */
void isc_pass_checked(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    const isc_strip x = pass->x[0], y = pass->x[1];
    const char *const from = isc_at(x, i, n), *const by = isc_at(y, i, n);
    if (pass->check(n, from, x.size != 0, by, y.size != 0) < n) *pass->refused = 1;
    pass->row(n, from, x.size != 0, by, y.size != 0, z);
}

/* Clauses: Where, R4 */
void isc_pass_where(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    const isc_strip c = pass->x[0], x = pass->x[1], y = pass->x[2];
    pass->where(n, (const uint8_t *)isc_at(c, i, n), c.size != 0, isc_at(x, i, n), x.size != 0, isc_at(y, i, n),
                y.size != 0, z);
}

void isc_pass_fold(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    const void *x[ISC_FEEDS];
    isc_idx steps[ISC_FEEDS];
    for (isc_idx m = 0; m < pass->inputs; m++) {
        x[m] = isc_at(pass->x[m], i, n);
        steps[m] = pass->x[m].eighth ? 8 : pass->x[m].size != 0;
    }
    pass->fold(n, pass->inputs, x, steps, z);
}

/* Clauses: bit-copy */
void isc_pass_copy(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    pass->fill(n * pass->size, pass->x[0].data + i * pass->size, z);
}

/* Clauses: bit-copy */
void isc_pass_fill(const isc_pass *pass, isc_idx i, isc_idx n, void *z)
{
    (void)i;
    pass->fill(n, pass->x[0].data, z);
}

/* Asks for the operands' and the result's memory behind elements i .. i + n - 1, which are a span. */
static void isc_pass_ahead(const isc_pass *pass, isc_idx i, isc_idx n, const char *z)
{
    for (isc_idx m = 0; m < pass->inputs; m++) {
        const isc_strip x = pass->x[m];
        if (x.far) isc_fetch(n * x.far, x.data + i * x.far + pass->ahead);
    }
    isc_fetch_to_write(n * pass->size, z + pass->ahead);
}

/* How many elements are computed at a time: fewer than all where operands are laid out or asked for meanwhile. */
static isc_idx isc_pass_some(const isc_pass *pass, isc_idx n)
{
    isc_idx some = pass->ahead ? ISC_FAR_SPAN / pass->size : n;
    if (!pass->ahead && pass->run == isc_pass_row && isc_pass_is_others(pass)) return n;
    for (isc_idx m = 0; m < pass->inputs; m++) {
        const isc_strip x = pass->x[m];
        if (pass->ahead && x.far && some > ISC_FAR_SPAN / x.size) some = ISC_FAR_SPAN / x.size;
        if (x.apart && some > ISC_PIECE_BYTES / x.size) some = ISC_PIECE_BYTES / x.size;
    }
    return some;
}

static void isc_pass_run(const isc_pass *pass, isc_idx i, isc_idx n, char *z)
{
    const isc_idx some = isc_pass_some(pass, n);
    for (isc_idx k = 0; k < n; k += some) {
        const isc_idx here = some < n - k ? some : n - k;
        if (pass->ahead) isc_pass_ahead(pass, i + k, here, z + k * pass->size);
        pass->run(pass, i + k, here, z + k * pass->size);
    }
}

static void isc_pass_next(isc_pass *pass, isc_idx segments)
{
    for (isc_idx m = 0; m < pass->inputs; m++) pass->x[m].data += segments * pass->x[m].pitch;
}

static void isc_pass_fetch(const isc_pass *pass, isc_idx length)
{
    for (isc_idx m = 0; m < pass->inputs; m++) {
        isc_fetch(length * pass->x[m].size, pass->x[m].data + ISC_AHEAD * pass->x[m].pitch);
    }
}

/* Asks for the operands' memory some way behind elements i .. i + n - 1. */
static void isc_pass_soon(const isc_pass *pass, isc_idx i, isc_idx n)
{
    for (isc_idx m = 0; m < pass->inputs; m++) {
        const isc_strip x = pass->x[m];
        if (x.far) isc_fetch(n * x.far, x.data + i * x.far + pass->soon);
    }
}

static void isc_span(const isc_sink *sink, const isc_pass *pass, isc_idx i, isc_idx n, char *z)
{
    char *to = z + i * sink->size;
    isc_pass_run(pass, i, n, isc_sink_open(sink, to));
    if (pass->soon) isc_pass_soon(pass, i, n);
    isc_sink_close(sink, n, to);
}

static void isc_segment(const isc_sink *sink, const isc_pass *pass, isc_idx length, char *z)
{
    const isc_spans spans = isc_sink_spans(sink, length, z);
    if (spans.head > 0) isc_span(sink, pass, 0, spans.head, z);
    for (isc_idx first = 0; first < spans.apart; first++) {
        for (isc_idx k = first; k < spans.count; k += spans.apart) {
            const isc_idx i = spans.head + k * spans.span;
            isc_span(sink, pass, i, spans.span < length - i ? spans.span : length - i, z);
        }
    }
}

/* Whether the segments of a tile follow each other in the result and in every operand, as in a whole transposed matrix. */
static int isc_pass_is_run(const isc_pass *pass, isc_idx length, isc_idx pitch)
{
    int run = pitch == length * pass->size;
    for (isc_idx m = 0; m < pass->inputs; m++) run = run && pass->x[m].pitch == length * pass->x[m].size;
    return run;
}

void isc_run_rows(isc_row2 row, const isc_tile *tile, isc_strip x, isc_strip y, char *z, isc_idx pitch)
{
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        row(tile->length, x.data, x.size != 0, y.data, y.size != 0, z);
        x.data += x.pitch;
        y.data += y.pitch;
        z += pitch;
    }
}

/* Whether all that a pass does with a segment is to call one kernel. */
static int isc_pass_is_plain(const isc_pass *pass)
{
    int plain = !pass->ahead;
    for (isc_idx m = 0; m < pass->inputs; m++) plain = plain && !pass->x[m].apart;
    return plain;
}

static void isc_run_plain(isc_pass *pass, const isc_tile *tile, char *z, isc_idx pitch)
{
    if (pass->run == isc_pass_row) {
        isc_run_rows(pass->row, tile, pass->x[0], pass->x[1], z, pitch);
        return;
    }
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        pass->run(pass, 0, tile->length, z);
        isc_pass_next(pass, 1);
        z += pitch;
    }
}

/* Whether an operand of a tile is one row for all its segments. */
static int isc_is_repeated(isc_strip x)
{
    return x.size != 0 && x.pitch == 0;
}

/* Whether some operand is repeated, and the others run on from segment to segment or are one element. */
static int isc_pass_repeats(const isc_pass *pass, isc_idx length)
{
    int fits = 1, some = 0;
    for (isc_idx m = 0; m < pass->inputs && fits; m++) {
        const isc_strip x = pass->x[m];
        some = some || isc_is_repeated(x);
        fits = !x.apart && (x.pitch == 0 || x.pitch == length * x.size);
    }
    return fits && some;
}

/* How many segments of `bytes` bytes end where a vector does, or are many bytes. */
static isc_idx isc_rows_of_vectors(isc_idx bytes, isc_idx vector)
{
    isc_idx rows = 4;
    while (rows * bytes % vector != 0 && rows * bytes < ISC_PIECE_BYTES) rows *= 2;
    return rows;
}

/* Bytes of the longest row of a repeated operand. */
static isc_idx isc_repeated_bytes(const isc_pass *pass, isc_idx length)
{
    isc_idx bytes = 0;
    for (isc_idx m = 0; m < pass->inputs; m++) {
        if (isc_is_repeated(pass->x[m]) && bytes < length * pass->x[m].size) bytes = length * pass->x[m].size;
    }
    return bytes;
}

/* Lays repeated operands out some times over. */
static void isc_pass_repeat(isc_pass *pass, isc_job *job, isc_idx length, isc_idx rows)
{
    for (isc_idx m = 0; m < pass->inputs; m++) {
        const isc_strip x = pass->x[m];
        const size_t bytes = (size_t)(length * x.size);
        if (!isc_is_repeated(x)) continue;
        for (isc_idx row = 0; row < rows; row++) memcpy(job->feed[m].block + (size_t)row * bytes, x.data, bytes);
        job->feed[m].held = NULL; /* in a fold the block may be an earlier input's */
        pass->x[m].data = job->feed[m].block;
        pass->x[m].far = 0;
    }
}

/* Segments some at a time, from the first whole vector of the result on, by operands that are laid out some times over: short
 * rows with a rest each cost half as much again. Returns 0 if there are too few, or they are too long for a block. */
static int isc_run_some_rows(isc_job *job, const isc_tile *tile, isc_pass *pass, char *z)
{
    const isc_idx all = tile->segments * tile->length, rows = isc_rows_of_vectors(tile->length * pass->size, job->vector);
    const isc_idx head = (isc_idx)(-(uintptr_t)z % (uintptr_t)job->vector) / pass->size, many = rows * tile->length;
    if (tile->segments < 4 * rows || head > tile->length) return 0;
    if ((rows + 1) * isc_repeated_bytes(pass, tile->length) > job->block) return 0;
    isc_pass_repeat(pass, job, tile->length, rows + 1);
    if (job->shorter) pass->row = job->shorter;
    if (head > 0) pass->run(pass, 0, head, z);
    for (isc_idx i = head; i < all; i += many) {
        pass->run(pass, head, many < all - i ? many : all - i, z + i * pass->size); /* asking for memory brings less than it costs */
        isc_pass_next(pass, rows);
    }
    return 1;
}

/* How many segments are computed at a time: more than one where operands are repeated, and laid out so often. */
static isc_idx isc_segments_at_once(isc_job *job, isc_pass *pass, isc_idx length, isc_idx most)
{
    const isc_idx bytes = isc_repeated_bytes(pass, length), room = job->block < ISC_PIECE_BYTES ? job->block : ISC_PIECE_BYTES;
    if (bytes == 0 || 2 * bytes > room || !isc_pass_repeats(pass, length)) return 1;
    const isc_idx rows = room / bytes < most ? room / bytes : most;
    isc_pass_repeat(pass, job, length, rows);
    return rows;
}

/* Writes what the sink's block holds past the cache, to where it begins in the result, up to the last whole line, and keeps the
 * rest, which it returns the bytes of, for what follows. */
static isc_idx isc_write_lines(const isc_sink *sink, isc_idx bytes, char *z)
{
    const isc_idx rest = (isc_idx)((uintptr_t)(z + bytes) % ISC_LINE);
    if (bytes <= rest) return bytes;
    sink->stream(bytes - rest, sink->block, z);
    memmove(sink->block, sink->block + bytes - rest, (size_t)rest);
    return rest;
}

/* Short segments that follow each other in the result and go past the cache: some at a time, in whole lines, or their ends, which
 * share lines of the cache, would be read before they are written. */
static void isc_segments(isc_job *job, isc_pass *pass, const isc_tile *tile, char *z)
{
    const isc_sink *sink = &job->sink;
    const isc_idx length = tile->length, bytes = length * sink->size, some = (sink->together - 1) / bytes + 1;
    const isc_idx at_once = isc_segments_at_once(job, pass, length, some);
    const int whole = (uintptr_t)z % (uintptr_t)sink->size == 0; /* then a line ends where an element does */
    const int keeps = whole && !sink->store && !sink->swap; /* what is kept and what follows are of one tile, which a block holds */
    isc_idx kept = 0;
    for (isc_idx first = 0; first < tile->segments; first += some) {
        const isc_idx rows = some < tile->segments - first ? some : tile->segments - first;
        char *to = isc_sink_open(sink, z) + kept;
        for (isc_idx row = 0, here; row < rows; row += here) {
            here = at_once < rows - row ? at_once : rows - row;
            isc_pass_run(pass, 0, here * length, to + row * length * pass->size);
            if (pass->soon) isc_pass_soon(pass, 0, here * length);
            isc_pass_next(pass, here);
        }
        if (keeps) {
            kept = isc_write_lines(sink, kept + rows * bytes, z - kept);
        } else {
            isc_sink_close(sink, rows * length, z);
        }
        z += rows * bytes;
    }
    if (kept > 0) memcpy(z - kept, sink->block, (size_t)kept);
}

void isc_apply(isc_job *job, const isc_tile *tile, isc_pass *pass)
{
    const isocast_operand *result = &job->plan->operands[job->plan->inputs];
    char *z = isc_tile_data(&job->tiling, tile, result);
    const isc_idx pitch = result->strides[job->tiling.rows];
    const int straight = job->sink.direct && !job->sink.store;
    pass->size = job->sink.store ? job->kernel.compute_z : job->sink.size;
    pass->ahead = straight && !job->tiling.crossing ? job->ahead : 0;
    pass->soon = job->soon;
    isc_sink_fit(&job->sink, &job->tiling, tile);
    if (straight && tile->segments > 1 && isc_pass_is_run(pass, tile->length, pitch)) {
        isc_pass_run(pass, 0, tile->segments * tile->length, z);
        return;
    }
    const int in_order = straight && !job->tiling.crossing;
    const int odd = pitch == tile->length * pass->size && pitch % job->vector != 0 && pitch <= job->repeated;
    if (in_order && odd && isc_pass_repeats(pass, tile->length) && isc_run_some_rows(job, tile, pass, z)) return;
    if (in_order && isc_pass_is_plain(pass)) {
        isc_run_plain(pass, tile, z, pitch);
        return;
    }
    if (job->sink.stream && !job->tiling.crossing && pitch == tile->length * job->sink.size && pitch < ISC_STREAM_ROWS) {
        isc_segments(job, pass, tile, z);
        return;
    }
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        if (job->tiling.crossing && segment + ISC_AHEAD < tile->segments) isc_pass_fetch(pass, tile->length);
        if (straight) {
            isc_pass_run(pass, 0, tile->length, z);
        } else {
            isc_segment(&job->sink, pass, tile->length, z);
        }
        isc_pass_next(pass, 1);
        z += pitch;
    }
}
