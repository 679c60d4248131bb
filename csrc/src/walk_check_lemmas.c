/* The lemmas of check_logic.h, proved. Nothing here is compiled: every function is a ghost. */
#define ISC_PLACES
#include "walk.h"

typedef isocast_idx isc_check_lemma_idx; /* a translation unit is not empty */

/*@ ghost
void isc_readable_one(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides, const unsigned char *x, isocast_idx width)
{
    isc_offset_first(k, n, dims, sizes, strides);
    /@ assert k == n ==> isc_off(sizes, strides, k, n, 0) == 0 && 0 < sizes[k]; @/
}
void isc_readable_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                       const isocast_idx *strides, isocast_idx i, isocast_idx t, const unsigned char *x,
                       const unsigned char *from, isocast_idx width)
{
    isc_offset_step(k, n, dims, sizes, strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         from + isc_off(sizes, strides, k + 1, n, p) == x + isc_off(sizes, strides, k, n, t + p); @/
}
void isc_index_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                    const isocast_idx *strides, isocast_idx i, isocast_idx t, isocast_idx flat, isocast_idx index)
{
    isc_offset_step(k, n, dims, sizes, strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         index + isc_off(sizes, strides, k + 1, n, p) == flat + isc_off(sizes, strides, k, n, t + p); @/
    if (i + 1 < dims[k]) {
        isc_offset_step(k, n, dims, sizes, strides, i + 1, t + sizes[k + 1]);
        /@ assert t + sizes[k + 1] < sizes[k]; @/
    }
}
void isc_all_indices(isocast_idx n, const isocast_idx *sizes) {}
void isc_all_candidates(isocast_idx n, const isocast_idx *sizes, const isocast_idx *x_strides,
                        const isocast_idx *y_strides, const isocast_idx *flat_strides, const unsigned char *x,
                        const unsigned char *y, isocast_idx flat, isocast_op op, isocast_type xt, isocast_type yt,
                        isocast_idx xw, int xh, isocast_idx yw, int yh)
{
}
void isc_candidate_first(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                         const isocast_idx *x_strides, const isocast_idx *y_strides, const isocast_idx *flat_strides,
                         const unsigned char *x, const unsigned char *y, isocast_idx flat, isocast_op op,
                         isocast_type xt, isocast_type yt, isocast_idx xw, int xh, isocast_idx yw, int yh)
{
    isc_offset_first(k, n, dims, sizes, x_strides);
    isc_offset_first(k, n, dims, sizes, y_strides);
    isc_offset_first(k, n, dims, sizes, flat_strides);
}
void isc_candidate_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                        const isocast_idx *x_strides, const isocast_idx *y_strides, const isocast_idx *flat_strides,
                        isocast_idx i, isocast_idx t, const unsigned char *x, const unsigned char *from_x,
                        const unsigned char *y, const unsigned char *from_y, isocast_idx flat, isocast_idx index,
                        isocast_op op, isocast_type xt, isocast_type yt, isocast_idx xw, int xh, isocast_idx yw, int yh)
{
    isc_offset_step(k, n, dims, sizes, x_strides, i, t);
    isc_offset_step(k, n, dims, sizes, y_strides, i, t);
    isc_offset_step(k, n, dims, sizes, flat_strides, i, t);
    /@ assert x: \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < t + sizes[k + 1] &&
         from_x + isc_off(sizes, x_strides, k + 1, n, p) == x + isc_off(sizes, x_strides, k, n, t + p); @/
    /@ assert y: \forall integer p; 0 <= p < sizes[k + 1] ==>
         from_y + isc_off(sizes, y_strides, k + 1, n, p) == y + isc_off(sizes, y_strides, k, n, t + p); @/
    /@ assert f: \forall integer p; 0 <= p < sizes[k + 1] ==>
         index + isc_off(sizes, flat_strides, k + 1, n, p) == flat + isc_off(sizes, flat_strides, k, n, t + p); @/
    /@ assert up: \forall integer v;
         isc_candidate(v, op, xt, yt, xw, xh, yw, yh, from_x, x_strides, from_y, y_strides, index, flat_strides, sizes,
                       k + 1, n, sizes[k + 1]) ==>
         isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat, flat_strides, sizes, k, n,
                       t + sizes[k + 1]); @/
}
*/
