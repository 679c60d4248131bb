/* Feeds: an operand, tile by tile, as the kernels want it: in a row or one element, aligned, in the compute type.
 *
 * An operand that already is so is used where it lies. Anything else is laid out in a block of scratch, which is kept
 * while the next tile has the same source: a short operand repeated along the result is laid out once. */
#include "driver.h"

/* Prepares the feed of one operand. With `spread`, a constant is laid out in full rather than given once. */
void isc_feed_make(isc_feed *feed, const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand,
                   isc_convert load, isc_idx compute, int spread)
{
    const isc_idx size = isc_type_bytes(operand->type), far = isc_memory_of_cpu().far;
    const int constant = isc_is_row(plan, tiling, operand, 0) && !spread;
    const int row = constant || isc_is_row(plan, tiling, operand, size);
    feed->operand = operand;
    feed->size = size;
    feed->compute = load ? compute : size;
    feed->load = load;
    feed->step = !constant;
    feed->swap = isc_swap_unit(operand);
    const int plain = row && !feed->swap && isc_is_aligned(plan, operand);
    feed->direct = plain && !load;
    feed->copy = !plain;
    feed->far = feed->step && !load && isc_own_bytes(plan, operand) >= (far < ISC_FAR_OPERAND ? far : ISC_FAR_OPERAND);
    feed->held = NULL;
    if (feed->copy) isc_view_make(&feed->view, plan, tiling, operand, constant ? ISC_SINGLE : ISC_WHOLE);
}

static int isc_feed_holds(const isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile, const char *source)
{
    if (feed->held != source || tile->rows > feed->held_rows) return 0;
    return !tiling->panel || tile->length == feed->held_length;
}

/* Converts the elements of a tile, segment by segment where they lie apart. */
static void isc_feed_load(const isc_feed *feed, const isc_tile *tile, const char *from, isc_idx pitch)
{
    const isc_idx n = feed->step ? tile->length : 1;
    char *to = feed->block;
    for (isc_idx segment = 0; segment < tile->segments; segment++) {
        feed->load(n, from, to);
        from += pitch;
        to += n * feed->compute;
    }
}

static void isc_feed_fill(isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile, const char *source)
{
    const isc_idx n = feed->step ? tile->segments * tile->length : tile->segments;
    if (feed->copy) {
        char *to = feed->load ? feed->raw : feed->block;
        isc_view_fit(&feed->view, tiling, tile);
        isc_expand(&feed->view, source, to);
        if (feed->swap) isc_swap(feed->swap, n * (feed->size / feed->swap), to);
        if (feed->load) feed->load(n, to, feed->block);
    } else {
        isc_feed_load(feed, tile, source, feed->operand->strides[tiling->rows]);
    }
    feed->held = source;
    feed->held_rows = tile->rows;
    feed->held_length = tile->length;
}

/* The operand's elements of one tile, as rows for the kernels. */
isc_strip isc_feed_strip(isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile)
{
    isc_strip strip;
    strip.data = isc_tile_data(tiling, tile, feed->operand);
    strip.size = feed->step ? feed->compute : 0;
    strip.apart = NULL;
    strip.eighth = 0;
    strip.far = feed->direct && feed->far ? feed->size : 0;
    if (feed->direct) {
        strip.pitch = feed->operand->strides[tiling->rows];
        return strip;
    }
    if (!isc_feed_holds(feed, tiling, tile, strip.data)) isc_feed_fill(feed, tiling, tile, strip.data);
    strip.data = feed->block;
    strip.pitch = feed->step ? tile->length * feed->compute : feed->compute;
    return strip;
}

/* Whether the operand is one run of elements some words apart, all of them different. */
int isc_feed_is_loose(const isc_feed *feed)
{
    const isc_view *view = &feed->view;
    if (!feed->copy || feed->load || feed->swap) return 0;
    return view->rank == 1 && view->strides[0] != 0 && view->width == feed->size;
}

/* Whether an operand of a tile has one element for eight, which lie in a row. */
int isc_feed_is_eighth(const isc_feed *feed)
{
    const isc_view *view = &feed->view;
    if (!feed->copy || feed->load || feed->swap || view->width != feed->size) return 0;
    return view->rank == 2 && view->dims[1] == 8 && view->strides[0] == 1 && view->strides[1] == 0;
}

/* As isc_feed_strip, of an operand that has an element for eight, where it lies. */
isc_strip isc_feed_eighth(const isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile)
{
    const isc_strip strip = {isc_tile_data(tiling, tile, feed->operand), 0, feed->size, NULL, 0, 1};
    return strip;
}

/* As isc_feed_strip, but elements that are some words apart are not laid out yet. */
isc_strip isc_feed_loose(isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile)
{
    if (!isc_feed_is_loose(feed)) return isc_feed_strip(feed, tiling, tile);
    isc_strip strip = {isc_tile_data(tiling, tile, feed->operand), 0, feed->size, feed, 0, 0};
    const isc_idx step = feed->view.strides[0] * feed->size;
    if (feed->far && step > 0 && step < ISC_LINE) strip.far = step;
    return strip;
}

/* Lays out n elements from the i-th behind `data` on: few, so that the processor reads the next ones while it computes.
 * Clauses: access */
const char *isc_feed_some(const isc_feed *feed, const char *data, isc_idx i, isc_idx n)
{
    const isc_idx stride = feed->view.strides[0];
    isc_row_of(feed->size, n, data + i * stride * feed->size, stride, feed->block);
    return feed->block;
}
