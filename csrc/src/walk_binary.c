/* Operators of two operands: every element of the result is the operator of the operands' at the same position. */
#include "drivers.h"

static void isc_binary_element(const isc_binary *how, const unsigned char *x, const unsigned char *y, unsigned char *z)
{
    const uint64_t a = isc_load(x, how->x.width, how->x.high_first);
    const uint64_t b = isc_load(y, how->y.width, how->y.high_first);
    isc_store(z, how->z.width, how->z.high_first, isc_element(how->op, how->x_type, how->y_type, a, b));
}

/* Clauses: access, f */
void isc_binary_walk(const isc_binary *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                     const isc_idx *x_strides, const isc_idx *y_strides, const isc_idx *z_strides,
                     const unsigned char *x, const unsigned char *y, unsigned char *z)
{
    for (isc_idx i = 0; i < dims[k]; i++) {
        if (k + 1 < n) {
            isc_binary_walk(how, k + 1, n, dims, sizes, x_strides, y_strides, z_strides, x, y, z);
        } else {
            isc_binary_element(how, x, y, z);
        }
        x += x_strides[k];
        y += y_strides[k];
        z += z_strides[k];
    }
}
