/* Packing for Gemm: elements from any strides, aligned or not, side by side as the kernels read them. Copies only.
 * Clauses: gemm */
#include "driver.h"
#include "gemm.h"

#include <string.h>

/* Copies an m by n grid of elements; the inner loop is the one over n. Literal sizes make memcpy one instruction. */
static inline void isc_grid(isc_idx size, isc_idx m, isc_idx n, const char *x, isc_idx xm, isc_idx xn, char *z, isc_idx zm,
                            isc_idx zn)
{
    for (isc_idx i = 0; i < m; ++i) {
        const char *from = x;
        char *to = z;
        for (isc_idx j = 0; j < n; ++j) {
            memcpy(to, from, (size_t)size);
            from += xn;
            to += zn;
        }
        x += xm;
        z += zm;
    }
}

/* The same with the steps of rows that lie side by side on both sides, which compilers turn into vectors. */
static inline void isc_runs(isc_idx size, isc_idx m, isc_idx n, const char *x, isc_idx xm, char *z, isc_idx zm)
{
    for (isc_idx i = 0; i < m; ++i) {
        memcpy(z, x, (size_t)(n * size));
        x += xm;
        z += zm;
    }
}

static void isc_grid_of(isc_idx size, isc_idx m, isc_idx n, const char *x, isc_idx xm, isc_idx xn, char *z, isc_idx zm,
                        isc_idx zn)
{
    if (xn == size && zn == size)
        isc_runs(size, m, n, x, xm, z, zm);
    else if (size == 2)
        isc_grid(2, m, n, x, xm, xn, z, zm, zn);
    else if (size == 4)
        isc_grid(4, m, n, x, xm, xn, z, zm, zn);
    else
        isc_grid(8, m, n, x, xm, xn, z, zm, zn);
}

/* One panel: up to `unit` vectors side by side. The inner loop goes along the shorter stride of the source. */
static void isc_panel(const isc_gemm_source *source, isc_idx first, isc_idx count, isc_idx depth, isc_idx unit, char *z)
{
    const char *x = source->data + first * source->across;
    const isc_idx size = source->size, across = source->across, along = source->along;
    if (count < unit)
        memset(z, 0, (size_t)(unit * depth * size));
    if ((across < 0 ? -across : across) <= (along < 0 ? -along : along))
        isc_grid_of(size, depth, count, x, along, across, z, unit * size, size);
    else
        isc_grid_of(size, count, depth, x, across, along, z, size, unit * size);
}

void isc_gemm_pack(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z)
{
    for (isc_idx first = 0; first < count; first += unit) {
        const isc_idx here = count - first < unit ? count - first : unit;
        isc_panel(source, first, here, depth, unit, z);
        if (source->swapped)
            isc_swap(source->size, unit * depth, z);
        z += unit * depth * source->size;
    }
}
