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

static inline void isc_runs_of(isc_idx m, isc_idx bytes, const char *x, isc_idx xm, char *z, isc_idx zm)
{
    for (isc_idx i = 0; i < m; ++i) {
        memcpy(z, x, (size_t)bytes);
        x += xm;
        z += zm;
    }
}

/* The same for rows that lie side by side on both sides: whole units have one of few lengths, copied without a call. */
static void isc_runs(isc_idx m, isc_idx bytes, const char *x, isc_idx xm, char *z, isc_idx zm)
{
    switch (bytes) {
    case 32: isc_runs_of(m, 32, x, xm, z, zm); break;
    case 64: isc_runs_of(m, 64, x, xm, z, zm); break;
    case 128: isc_runs_of(m, 128, x, xm, z, zm); break;
    case 256: isc_runs_of(m, 256, x, xm, z, zm); break;
    case 512: isc_runs_of(m, 512, x, xm, z, zm); break;
    default: isc_runs_of(m, bytes, x, xm, z, zm);
    }
}

static void isc_grid_of(isc_idx size, isc_idx m, isc_idx n, const char *x, isc_idx xm, isc_idx xn, char *z, isc_idx zm,
                        isc_idx zn)
{
    if (xn == size && zn == size)
        isc_runs(m, n * size, x, xm, z, zm);
    else if (size == 2)
        isc_grid(2, m, n, x, xm, xn, z, zm, zn);
    else if (size == 4)
        isc_grid(4, m, n, x, xm, xn, z, zm, zn);
    else
        isc_grid(8, m, n, x, xm, xn, z, zm, zn);
}

/* Vectors at z + i * zi, their elements zk apart. The inner loop goes along the shorter stride of the source. */
static void isc_vectors(const isc_gemm_source *source, isc_idx first, isc_idx count, isc_idx depth, char *z, isc_idx zi,
                        isc_idx zk)
{
    const char *x = source->data + first * source->across;
    const isc_idx across = source->across, along = source->along;
    if ((across < 0 ? -across : across) <= (along < 0 ? -along : along))
        isc_grid_of(source->size, depth, count, x, along, across, z, zk, zi);
    else
        isc_grid_of(source->size, count, depth, x, across, along, z, zi, zk);
}

void isc_gemm_pack_rows(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z)
{
    const isc_idx size = source->size, pitch = ISC_GEMM_ALONG * size, rows = (count + unit - 1) / unit * unit;
    isc_vectors(source, 0, count, depth, z, pitch, size);
    for (isc_idx i = 0; i < count && source->swapped; ++i) isc_swap(size, depth, z + i * pitch);
    for (isc_idx i = count; i < rows; ++i) memset(z + i * pitch, 0, (size_t)(depth * size));
}

/* Vectors that lie side by side: read in the order of memory, a run for each group of them at a time. */
static inline void isc_groups_of(isc_idx bytes, isc_idx groups, isc_idx depth, const char *x, isc_idx along, char *z)
{
    for (isc_idx k = 0; k < depth; ++k)
        for (isc_idx group = 0; group < groups; ++group)
            memcpy(z + (group * depth + k) * bytes, x + k * along + group * bytes, (size_t)bytes);
}

static void isc_groups(isc_idx bytes, isc_idx groups, isc_idx depth, const char *x, isc_idx along, char *z)
{
    switch (bytes) {
    case 32: isc_groups_of(32, groups, depth, x, along, z); break;
    case 96: isc_groups_of(96, groups, depth, x, along, z); break;
    case 192: isc_groups_of(192, groups, depth, x, along, z); break;
    default: isc_groups_of(bytes, groups, depth, x, along, z);
    }
}

void isc_gemm_pack_columns(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z)
{
    const isc_idx size = source->size, whole = source->across == size ? count / unit : 0;
    isc_groups(unit * size, whole, depth, source->data, source->along, z);
    if (source->swapped)
        isc_swap(size, whole * unit * depth, z);
    z += whole * unit * depth * size;
    for (isc_idx first = whole * unit; first < count; first += unit) {
        const isc_idx here = count - first < unit ? count - first : unit;
        if (here < unit && here % ISC_GEMM_COLUMNS_UNIT != 0) /* whole vectors that nobody asked for are not computed */
            memset(z, 0, (size_t)(unit * depth * size));
        isc_vectors(source, first, here, depth, z, size, unit * size);
        if (source->swapped)
            isc_swap(size, unit * depth, z);
        z += unit * depth * size;
    }
}
