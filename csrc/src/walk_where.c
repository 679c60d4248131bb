/* Where: every element of the result is X's or Y's, as the condition at the same position says, bit for bit. */
#include "drivers.h"

/* One element. Both sources are read whatever the condition is, so that the time taken does not depend on it.
 * Clauses: Where, R4 */
static void isc_where_element(const isc_moving *how, const unsigned char *c, const unsigned char *x,
                              const unsigned char *y, unsigned char *z)
{
    const int condition = c[0] != 0;
    unsigned char kept_x[16], kept_y[16];
    for (isc_idx j = 0; j < how->width; j++) kept_x[j] = x[j];
    for (isc_idx j = 0; j < how->width; j++) kept_y[j] = y[j];
    for (isc_idx j = 0; j < how->width; j++) {
        const unsigned char from_x = kept_x[isc_turned(how->unit, how->turn_x, j)];
        const unsigned char from_y = kept_y[isc_turned(how->unit, how->turn_y, j)];
        z[j] = condition ? from_x : from_y;
    }
}

/* Clauses: access, Where */
void isc_where_walk(const isc_moving *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                    const isc_idx *c_strides, const isc_idx *x_strides, const isc_idx *y_strides,
                    const isc_idx *z_strides, const unsigned char *c, const unsigned char *x, const unsigned char *y,
                    unsigned char *z)
{
    for (isc_idx i = 0; i < dims[k]; i++) {
        if (k + 1 < n) {
            isc_where_walk(how, k + 1, n, dims, sizes, c_strides, x_strides, y_strides, z_strides, c, x, y, z);
        } else {
            isc_where_element(how, c, x, y, z);
        }
        c += c_strides[k];
        x += x_strides[k];
        y += y_strides[k];
        z += z_strides[k];
    }
}
