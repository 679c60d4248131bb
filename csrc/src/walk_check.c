/* Looking at values before anything is written: the first flat index of a pair that has no result. */
#include "walk.h"

/*@ requires isc_can_compute(how);
    requires \valid_read(x + (0 .. how->x.width - 1)) && \valid_read(y + (0 .. how->y.width - 1));
    terminates \true;
    assigns \nothing;
    ensures \result <==> isc_pair_refused(ISC_PAIR(how), x, y);
*/
static int isc_check_element(const isc_binary *how, const unsigned char *x, const unsigned char *y)
{
    const uint64_t a = isc_load(x, how->x.width, how->x.high_first);
    const uint64_t b = isc_load(y, how->y.width, how->y.high_first);
    return isc_is_refused(how->op, how->x_type, how->y_type, a, b);
}

isocast_idx isc_check_walk(const isc_binary *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                           const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *y_strides,
                           const isocast_idx *flat_strides, const unsigned char *x, const unsigned char *y,
                           isocast_idx flat, isocast_idx best)
{
    const unsigned char *from_x = x, *from_y = y;
    isocast_idx index = flat, least = best;
    //@ ghost isocast_idx t = 0;
    //@ ghost isc_offset_first(k, n, dims, sizes, x_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, y_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, flat_strides);
    /*@ ghost isc_candidate_first(k, n, dims, sizes, x_strides, y_strides, flat_strides, x, y, flat, how->op,
                                  how->x_type, how->y_type, how->x.width, how->x.high_first, how->y.width,
                                  how->y.high_first); */
    if (k == n) {
        //@ ghost isc_readable_one(k, n, dims, sizes, x_strides, x, how->x.width);
        //@ ghost isc_readable_one(k, n, dims, sizes, y_strides, y, how->y.width);
        return isc_check_element(how, x, y) && flat < best ? flat : best;
    }
    //@ ghost isc_reveal_product_zero(sizes[k + 1]);
    /*@ loop invariant range: 0 <= i <= dims[k] && 0 <= t <= sizes[k];
        loop invariant at: isc_product_is(t, i, sizes[k + 1]);
        loop invariant from_x: from_x == x + isc_off(sizes, x_strides, k, n, t);
        loop invariant from_y: from_y == y + isc_off(sizes, y_strides, k, n, t);
        loop invariant index: i < dims[k] ==> index == flat + isc_off(sizes, flat_strides, k, n, t);
        loop invariant least: least <= best;
        loop invariant none: \forall integer v; isc_candidate(v, ISC_PAIRS(how, x, y, flat), k, n, t) ==> least <= v;
        loop invariant some: least == best || isc_candidate(least, ISC_PAIRS(how, x, y, flat), k, n, t);
        loop assigns i, t, from_x, from_y, index, least;
        loop variant dims[k] - i;
    */
    for (isocast_idx i = 0; i < dims[k]; i++) {
        //@ ghost isc_index_step(k, n, dims, sizes, flat_strides, i, t, flat, index);
        //@ ghost isc_readable_step(k, n, dims, sizes, x_strides, i, t, x, from_x, how->x.width);
        //@ ghost isc_readable_step(k, n, dims, sizes, y_strides, i, t, y, from_y, how->y.width);
        /*@ ghost isc_candidate_step(k, n, dims, sizes, x_strides, y_strides, flat_strides, i, t, x, from_x, y, from_y,
                                     flat, index, how->op, how->x_type, how->y_type, how->x.width,
                                     how->x.high_first, how->y.width, how->y.high_first); */
        least = isc_check_walk(how, k + 1, n, dims, sizes, x_strides, y_strides, flat_strides, from_x, from_y, index,
                               least);
        from_x += x_strides[k];
        from_y += y_strides[k];
        if (i + 1 < dims[k]) index += flat_strides[k];
        //@ ghost t += sizes[k + 1];
    }
    //@ ghost isc_reveal_product_end(dims[k], dims[k], sizes[k + 1], sizes[k], t);
    return least;
}
