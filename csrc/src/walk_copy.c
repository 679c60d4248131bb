/* Copies: every element of the result is that of the input at the same position, bit for bit. */
#include "drivers.h"

/* Which byte of the source becomes byte j: the same, or the mirrored one of its unit. */
isc_idx isc_turned(isc_idx unit, int turn, isc_idx j)
{
    if (!turn) return j;
    return j < unit ? unit - 1 - j : 3 * unit - 1 - j;
}

/* One element. Source and destination may be the same place. Clauses: bit-copy */
static void isc_copy_element(const isc_moving *how, const unsigned char *x, unsigned char *z)
{
    unsigned char kept[16];
    for (isc_idx j = 0; j < how->width; j++) kept[j] = x[j];
    for (isc_idx j = 0; j < how->width; j++) z[j] = kept[isc_turned(how->unit, how->turn_x, j)];
}

/* Clauses: access, bit-copy */
void isc_copy_walk(const isc_moving *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                   const isc_idx *x_strides, const isc_idx *z_strides, const unsigned char *x, unsigned char *z)
{
    for (isc_idx i = 0; i < dims[k]; i++) {
        if (k + 1 < n) {
            isc_copy_walk(how, k + 1, n, dims, sizes, x_strides, z_strides, x, z);
        } else {
            isc_copy_element(how, x, z);
        }
        x += x_strides[k];
        z += z_strides[k];
    }
}
