/* Looking at values before anything is written: the first flat index of a pair that has no result. */
#include "drivers.h"

/* The smallest flat index of a pair that is refused, if below `best`; else `best`. `flat` is the index of the first
 * pair, and flat_strides say what one step along each axis adds. Clauses: int-div, mod, pow-int */
isc_idx isc_check_walk(const isc_binary *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                       const isc_idx *x_strides, const isc_idx *y_strides, const isc_idx *flat_strides,
                       const unsigned char *x, const unsigned char *y, isc_idx flat, isc_idx best)
{
    for (isc_idx i = 0; i < dims[k]; i++) {
        if (k + 1 < n) {
            best = isc_check_walk(how, k + 1, n, dims, sizes, x_strides, y_strides, flat_strides, x, y, flat, best);
        } else {
            const uint64_t a = isc_load(x, how->x.width, how->x.high_first);
            const uint64_t b = isc_load(y, how->y.width, how->y.high_first);
            if (flat < best && isc_is_refused(how->op, how->x_type, how->y_type, a, b)) best = flat;
        }
        x += x_strides[k];
        y += y_strides[k];
        if (i + 1 < dims[k]) flat += flat_strides[k];
    }
    return best;
}
