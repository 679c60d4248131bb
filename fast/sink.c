/* Sinks: rows of results, as the kernels leave them, to where they belong.
 *
 * A row goes straight to the result where that is in a row, aligned and no operand of the kernel. Otherwise it goes
 * through a block of scratch: to be converted, reversed, scattered, or written past the cache. */
#include "driver.h"

/* Bytes of the elements that an operand has of its own, however often they are repeated. */
isc_idx isc_own_bytes(const isocast_plan *plan, const isocast_operand *operand)
{
    isc_idx bytes = isc_type_bytes(operand->type);
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (operand->strides[axis] != 0) bytes *= plan->dims[axis];
    }
    return bytes;
}

/* Bytes of the lines that an operand's elements lie in: more than their own where neighbours in memory are some words apart. */
static isc_idx isc_touched_bytes(const isocast_plan *plan, const isocast_operand *operand)
{
    const isc_idx size = isc_type_bytes(operand->type), own = isc_own_bytes(plan, operand);
    isc_idx apart = ISC_LINE;
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const isc_idx stride = operand->strides[axis] < 0 ? -operand->strides[axis] : operand->strides[axis];
        if (stride != 0 && stride < apart) apart = stride;
    }
    return apart > size && own < PTRDIFF_MAX / ISC_LINE ? own * (apart / size) : own;
}

/* Whether operands and result touch fewer bytes than that. */
int isc_is_within(const isocast_plan *plan, isc_idx bytes)
{
    for (isc_idx m = plan->inputs; m >= 0 && bytes > 0; m--) bytes -= isc_touched_bytes(plan, &plan->operands[m]);
    return bytes > 0;
}

/* Whether the work is larger than the share of the caches it may hope for. */
int isc_is_large(const isocast_plan *plan)
{
    return !isc_is_within(plan, isc_memory_of_cpu().stream);
}

/* Whether an element takes longer to compute than to read and write. */
int isc_is_slow(isocast_op op)
{
    return op == ISOCAST_DIV || op == ISOCAST_POW || op == ISOCAST_MOD || op == ISOCAST_FMOD;
}

/* Whether a plan divides floats, which takes about as long as memory does. */
int isc_is_float_division(const isocast_plan *plan)
{
    return plan->op == ISOCAST_DIV && isc_in(ISC_FLOATS, plan->operands[0].type);
}

/* Whether computing takes longer than memory does: division of floats by a row of divisors is about as quick. */
static int isc_outlasts_memory(const isocast_plan *plan)
{
    const isocast_operand *last = &plan->operands[plan->inputs - 1];
    const int as_quick = isc_is_float_division(plan) && last->strides[plan->rank - 1] != 0;
    return isc_is_slow(plan->op) && !as_quick;
}

/* Whether the work is much larger than the caches of its own that a processor has, and computing does not take longer. */
int isc_is_far(const isocast_plan *plan)
{
    const isc_idx far = isc_memory_of_cpu().far;
    const isc_idx later = isc_is_slow(plan->op) && far < PTRDIFF_MAX / 2 ? far + far / 2 : far; /* kernels mind short spans */
    const int written = isc_own_bytes(plan, &plan->operands[plan->inputs]) >= far / 3; /* what is only read comes by itself */
    return written && !isc_outlasts_memory(plan) && !isc_is_within(plan, later);
}

/* Whether a thread's share is one part, which goes forwards in one call and backwards in the next: what a call that goes the
 * same way again needs first is what the last cache has dropped, if it has dropped anything. */
int isc_is_turned(const isocast_plan *plan)
{
    const int quick = !isc_is_slow(plan->op) || isc_is_float_division(plan);
    return quick && isc_is_within(plan, isc_memory_of_cpu().whole);
}

/* Whether the work is larger than the last cache, of a processor that writes whole lines without reading them. */
int isc_is_beyond_lines(const isocast_plan *plan)
{
    const isc_memory memory = isc_memory_of_cpu();
    return memory.lines && !isc_is_within(plan, memory.stream / 2);
}

/* Whether the work is larger than the last cache, of a processor on which not all results of such work go past it. */
int isc_is_beyond_some(const isocast_plan *plan)
{
    return isc_is_beyond_lines(plan) || (isc_memory_of_cpu().some && isc_is_large(plan));
}

#define ISC_LONG_AND 32768

/* How many bytes are read, probably: long rows of an And by one element each are not, where that is false. */
static isc_idx isc_read_bytes(const isocast_plan *plan)
{
    isc_idx read = 0;
    int single = 0;
    for (isc_idx m = 0; m < plan->inputs; m++) {
        read += isc_own_bytes(plan, &plan->operands[m]);
        single = single || plan->operands[m].strides[plan->rank - 1] == 0;
    }
    return plan->op == ISOCAST_AND && plan->rank > 1 && single && plan->dims[plan->rank - 1] >= ISC_LONG_AND ? read / 2 : read;
}

#define ISC_PAST_ROW 1024 /* elements */

/* The row for comparisons of which memory brings the operands, in long rows, or one of them as every other word, on a processor that
 * writes lines as a whole; else NULL. Only few lines are written there; what counts is that operands are asked for evenly. */
isc_row2 isc_compared_past(const isocast_plan *plan)
{
    const isc_idx last = plan->rank - 1;
    int apt = isc_gives_bool(plan->op) && plan->inputs == 2 && isc_is_beyond_lines(plan) && plan->dims[last] >= ISC_PAST_ROW;
    apt = apt && plan->operands[2].strides[last] == 1;
    int in_row = 0, others = 0;
    for (isc_idx m = 0; m < 2 && apt; m++) {
        const isocast_operand *x = &plan->operands[m];
        const isc_idx size = isc_type_bytes(x->type), stride = x->strides[last];
        apt = isc_is_aligned(plan, x) && !x->swapped && (stride == 0 || stride == size || stride == 2 * size);
        in_row = in_row || stride == size;
        others = others || stride == 2 * size;
    }
    return apt && (in_row || !others) ? isc_past_find(plan->op, plan->operands[0].type) : NULL;
}

/* Of operands that memory brings in order, the processor asks for what is next by itself, also from part to part. That is worth more
 * than what turning back finds in the last cache, where they are several times as large (Zen 5). */
int isocast_fast_forwards(const isocast_plan *plan)
{
    const isc_memory memory = isc_memory_of_cpu();
    return memory.lines && isc_read_bytes(plan) >= memory.stream && !isc_is_crossed(plan);
}

/* Whether rows of the result are short, and end in the middle of a line of the cache. */
static int isc_has_odd_rows(const isocast_plan *plan)
{
    const isc_idx row = plan->dims[plan->rank - 1] * isc_type_bytes(plan->operands[plan->inputs].type);
    return plan->rank > 1 && row < ISC_STREAM_ROWS && row % ISC_LINE != 0;
}

/* Whether the result goes past the caches. Some processors gain by it only where memory is read meanwhile, at least as much as is
 * written, and computing does not take the time: Zen 4, if that is not just a byte for a comparison, nor in rows that share lines;
 * and one that writes whole lines without reading them, if it is not much less, and there is no third operand. */
int isc_goes_past(const isocast_plan *plan)
{
    const isc_memory memory = isc_memory_of_cpu();
    if (!isc_is_large(plan) || isc_compared_past(plan)) return 0;
    if (!memory.some) return 1;
    const isc_idx written = isc_own_bytes(plan, &plan->operands[plan->inputs]), read = isc_read_bytes(plan);
    const int slow = isc_is_slow(plan->op) && !isc_is_float_division(plan), many = isc_is_fold(plan->op) && plan->inputs > 2;
    if (read < written || slow) return 0;
    return memory.lines ? read / 4 <= written && !many : !isc_gives_bool(plan->op) && !isc_has_odd_rows(plan);
}

#define ISC_STRING_RESULT (3 * 1024 * 1024) /* bytes: what the near caches do not hold, and the last one does, */
#define ISC_STRING_ROW 2048                 /* is best filled line by line, in rows this long, where lines are written as a whole */

/* What repeats one element of a Copy for a row. */
isc_convert isc_sink_fill(const isocast_plan *plan)
{
    const isc_memory memory = isc_memory_of_cpu();
    const isc_idx size = isc_type_bytes(plan->operands[plan->inputs].type), row = plan->dims[plan->rank - 1];
    const int in_last = plan->elements >= ISC_STRING_RESULT / size && plan->elements < memory.stream / 2 / size;
    const isc_convert fill = memory.lines && in_last && row >= ISC_STRING_ROW / size ? isc_string_fill_find(size) : NULL;
    return fill ? fill : isc_fill_find((int)size);
}

/* Bytes that are written past the caches at a time: as much again is read meanwhile, or twice as much, from as many places as there
 * are operands in no cache. Two kernels to a span, and one operand where not all results go there, have longer ones. */
static isc_idx isc_span_bytes(const isocast_plan *plan, isc_convert store)
{
    isc_idx far = 0;
    for (isc_idx m = 0; m < plan->inputs; m++) far += isc_own_bytes(plan, &plan->operands[m]) >= ISC_FAR_OPERAND;
    return store || (isc_memory_of_cpu().some && far <= 1) ? 2 * ISC_STREAM_SPAN : ISC_STREAM_SPAN;
}

void isc_sink_make(isc_sink *sink, const isocast_plan *plan, const isc_tiling *tiling, isc_convert store)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    const int in_place = isc_in_place(plan);
    sink->size = isc_type_bytes(result->type);
    sink->swap = isc_swap_unit(result);
    sink->store = store;
    sink->copy = isc_copy_find();
    sink->contiguous = isc_is_row(plan, tiling, result, sink->size);
    sink->stream = sink->contiguous && !in_place && isc_goes_past(plan) ? isc_stream_find() : NULL;
    sink->span = sink->stream ? isc_span_bytes(plan, store) : 0;
    sink->together = isc_memory_of_cpu().some ? ISC_STREAM_ROWS / 2 : ISC_STREAM_ROWS;
    sink->direct = sink->contiguous && !in_place && !sink->stream && !sink->swap && isc_is_aligned(plan, result);
    if (!sink->contiguous) isc_view_make(&sink->view, plan, tiling, result, ISC_SEGMENT);
}

/* How the elements of a segment that belongs at z are taken. Those written past the cache: up to the end of a cache
 * line, then in spans; one from each page in turn, where memory then serves several pages at once. */
isc_spans isc_sink_spans(const isc_sink *sink, isc_idx length, const char *z)
{
    isc_spans spans = {length, length, 0, 1};
    const isc_idx bytes = sink->span;
    if (!sink->stream || length * sink->size <= 2 * bytes) return spans;
    const isc_idx to_line = (isc_idx)(-(uintptr_t)z % 64) / sink->size;
    spans.head = to_line < length ? to_line : length;
    spans.span = bytes / sink->size;
    spans.count = (length - spans.head + spans.span - 1) / spans.span;
    const isc_idx apart = isc_memory_of_cpu().apart;
    spans.apart = apart > bytes ? apart / bytes : 1;
    return spans;
}

/* Gives the sink the extent of one tile; before its rows are written. */
void isc_sink_fit(isc_sink *sink, const isc_tiling *tiling, const isc_tile *tile)
{
    if (!sink->contiguous) isc_view_fit(&sink->view, tiling, tile);
}

/* Where a kernel writes the row that belongs at z. */
char *isc_sink_open(const isc_sink *sink, char *z)
{
    return sink->direct && !sink->store ? z : sink->block;
}

/* Writes a row of n stored elements to z. */
void isc_sink_write(const isc_sink *sink, isc_idx n, const char *x, char *z)
{
    if (!sink->contiguous) {
        isc_scatter(&sink->view, x, z);
    } else if (sink->stream) {
        sink->stream(n * sink->size, x, z);
    } else if (x != z) {
        sink->copy(n * sink->size, x, z);
    }
}

/* Brings the row of n elements that a kernel wrote to the place that isc_sink_open named to z. */
void isc_sink_close(const isc_sink *sink, isc_idx n, char *z)
{
    char *row = sink->block;
    if (sink->direct) {
        if (sink->store) sink->store(n, row, z);
        return;
    }
    if (sink->store) {
        sink->store(n, row, sink->raw);
        row = sink->raw;
    }
    if (sink->swap) isc_swap(sink->swap, n * (sink->size / sink->swap), row);
    isc_sink_write(sink, n, row, z);
}
