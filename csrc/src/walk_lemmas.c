/* The lemmas of walk_logic.h, proved. Nothing here is compiled: every function is a ghost. */
#define ISC_PLACES
#include "walk.h"

typedef isocast_idx isc_lemma_idx; /* a translation unit is not empty */

/*@ ghost
/@ requires 0 <= k < n; terminates \true; assigns \nothing;
   ensures \forall integer p; 0 <= p ==> isc_off(sizes, strides, k, n, p) ==
     isc_times(p / sizes[k + 1], strides[k]) + isc_off(sizes, strides, k + 1, n, p % sizes[k + 1]); @/
void isc_reveal_offset(isocast_idx k, isocast_idx n, const isocast_idx *sizes, const isocast_idx *strides) {}
/@ requires 0 <= n; terminates \true; assigns \nothing; ensures isc_off(sizes, strides, n, n, 0) == 0; @/
void isc_reveal_offset_end(isocast_idx n, const isocast_idx *sizes, const isocast_idx *strides) {}
/@ requires 1 <= b && 0 <= i < a && isc_product_is(all, a, b) && isc_product_is(t, i, b);
   terminates \true; assigns \nothing;
   ensures t + b <= all;
   ensures isc_product_is(t + b, i + 1, b); @/
void isc_reveal_product_next(isocast_idx i, isocast_idx a, isocast_idx b, isocast_idx all, isocast_idx t)
{
    /@ assert (i + 1) * b <= a * b; @/
}
/@ terminates \true; assigns \nothing;
   ensures isc_times(i + 1, a) == isc_times(i, a) + a && isc_times(0, a) == 0; @/
void isc_reveal_times(isocast_idx i, isocast_idx a) {}
void isc_reveal_product_zero(isocast_idx b) {}
void isc_reveal_product_end(isocast_idx i, isocast_idx a, isocast_idx b, isocast_idx all, isocast_idx t)
{
    /@ assert i * b <= a * b; @/
}
/@ requires 1 <= b && 0 <= i && isc_product_is(t, i, b); terminates \true; assigns \nothing;
   ensures inside: \forall integer q; 0 <= q < b ==> (t + q) / b == i && (t + q) % b == q;
   ensures after: (t + b) / b == i + 1 && (t + b) % b == 0;
   ensures first: t / b == i && t % b == 0; @/
void isc_reveal_division(isocast_idx i, isocast_idx b, isocast_idx t)
{
    /@ assert (i * b) / b == i && (i * b) % b == 0; @/
    /@ assert ((i + 1) * b) / b == i + 1 && ((i + 1) * b) % b == 0; @/
}
/@ requires 0 <= k < n && 0 <= i && 1 <= sizes[k + 1] && isc_product_is(t, i, sizes[k + 1]);
   requires \valid_read(sizes + (k + 1));
   terminates \true; assigns \nothing;
   ensures \forall integer q; 0 <= q < sizes[k + 1] ==>
     isc_off(sizes, strides, k, n, t + q) == isc_times(i, strides[k]) + isc_off(sizes, strides, k + 1, n, q); @/
void isc_offset_slab(isocast_idx k, isocast_idx n, const isocast_idx *sizes, const isocast_idx *strides, isocast_idx i,
                     isocast_idx t)
{
    isc_reveal_division(i, sizes[k + 1], t);
    isc_reveal_offset(k, n, sizes, strides);
    /@ assert \forall integer q; 0 <= q < sizes[k + 1] ==> isc_off(sizes, strides, k, n, t + q) ==
         isc_times((t + q) / sizes[k + 1], strides[k]) + isc_off(sizes, strides, k + 1, n, (t + q) % sizes[k + 1]); @/
}
void isc_offset_first(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides)
{
    isocast_idx j = n;
    isc_reveal_offset_end(n, sizes, strides);
    /@ loop invariant k <= j <= n;
       loop invariant isc_off(sizes, strides, j, n, 0) == 0;
       loop assigns j;
       loop variant j; @/
    while (j > k) {
        j--;
        isc_reveal_offset(j, n, sizes, strides);
        isc_reveal_product_zero(sizes[j + 1]);
        isc_reveal_division(0, sizes[j + 1], 0);
        isc_reveal_times(0, strides[j]);
    }
}
void isc_offset_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *strides, isocast_idx i, isocast_idx t)
{
    isocast_idx block = sizes[k + 1], stride = strides[k];
    isc_reveal_product_next(i, dims[k], block, sizes[k], t);
    isc_offset_slab(k, n, sizes, strides, i, t);
    isc_offset_slab(k, n, sizes, strides, i + 1, t + block);
    isc_reveal_times(i, stride);
    isc_offset_first(k + 1, n, dims, sizes, strides);
    /@ assert \forall integer p; t <= p < t + block ==> 0 <= p - t < block &&
         isc_off(sizes, strides, k, n, t + (p - t)) == isc_times(i, stride) + isc_off(sizes, strides, k + 1, n, p - t); @/
    /@ assert isc_off(sizes, strides, k, n, t + 0) == isc_times(i, stride) + 0; @/
    /@ assert isc_off(sizes, strides, k, n, t + block + 0) == isc_times(i + 1, stride) + 0; @/
}
/@ requires isc_block(k, n, dims, sizes, x_strides, i, t, x, from) && isc_block(k, n, dims, sizes, z_strides, i, t, z, to);
   requires isc_apart(x, x_width, x_strides, z, z_width, z_strides, sizes, k, n);
   terminates \true; assigns \nothing;
   ensures isc_apart(from, x_width, x_strides, to, z_width, z_strides, sizes, k + 1, n); @/
void isc_apart_below(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *x_strides, const isocast_idx *z_strides, isocast_idx i, isocast_idx t,
                     const unsigned char *x, const unsigned char *from, isocast_idx x_width, unsigned char *z,
                     unsigned char *to, isocast_idx z_width)
{
    isc_offset_step(k, n, dims, sizes, x_strides, i, t);
    isc_offset_step(k, n, dims, sizes, z_strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         from + isc_off(sizes, x_strides, k + 1, n, p) == x + isc_off(sizes, x_strides, k, n, t + p); @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         to + isc_off(sizes, z_strides, k + 1, n, p) == z + isc_off(sizes, z_strides, k, n, t + p); @/
}
/@ requires isc_block(k, n, dims, sizes, x_strides, i, t, x, from) && isc_block(k, n, dims, sizes, z_strides, i, t, z, to);
   requires isc_apart(x, x_width, x_strides, z, z_width, z_strides, sizes, k, n);
   terminates \true; assigns \nothing;
   ensures \forall unsigned char *a, integer p; 0 <= p < sizes[k + 1] && isc_at(a, from, sizes, x_strides, k + 1, n, p) ==>
     isc_beside(a, x_width, z, z_width, sizes, z_strides, k, n, t); @/
void isc_reads_ahead(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *x_strides, const isocast_idx *z_strides, isocast_idx i, isocast_idx t,
                     const unsigned char *x, const unsigned char *from, isocast_idx x_width, unsigned char *z,
                     unsigned char *to, isocast_idx z_width)
{
    isc_offset_step(k, n, dims, sizes, x_strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         from + isc_off(sizes, x_strides, k + 1, n, p) == x + isc_off(sizes, x_strides, k, n, t + p); @/
    /@ assert \forall integer p, q; 0 <= p < sizes[k + 1] && 0 <= q < t ==>
         isc_disjoint(from + isc_off(sizes, x_strides, k + 1, n, p), x_width, z + isc_off(sizes, z_strides, k, n, q),
                      z_width); @/
}
/@ requires isc_block(k, n, dims, sizes, strides, i, t, z, to);
   requires isc_apart(z, width, strides, z, width, strides, sizes, k, n);
   terminates \true; assigns \nothing;
   ensures \forall unsigned char *a, integer p; 0 <= p < t && isc_at(a, z, sizes, strides, k, n, p) ==>
     isc_beside(a, width, to, width, sizes, strides, k + 1, n, sizes[k + 1]); @/
void isc_writes_ahead(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides, isocast_idx i, isocast_idx t, unsigned char *z, unsigned char *to,
                      isocast_idx width)
{
    isc_offset_step(k, n, dims, sizes, strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         to + isc_off(sizes, strides, k + 1, n, p) == z + isc_off(sizes, strides, k, n, t + p); @/
    /@ assert \forall integer p, q; 0 <= p < sizes[k + 1] && 0 <= q < t ==>
         isc_disjoint(to + isc_off(sizes, strides, k + 1, n, p), width, z + isc_off(sizes, strides, k, n, q), width); @/
}
/@ requires isc_block(k, n, dims, sizes, strides, i, t, z, to);
   terminates \true; assigns \nothing;
   ensures \forall unsigned char *a, integer a_width;
     isc_beside(a, a_width, z, width, sizes, strides, k, n, t + sizes[k + 1]) ==>
       isc_beside(a, a_width, z, width, sizes, strides, k, n, t) &&
       isc_beside(a, a_width, to, width, sizes, strides, k + 1, n, sizes[k + 1]); @/
void isc_beside_parts(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides, isocast_idx i, isocast_idx t, unsigned char *z, unsigned char *to,
                      isocast_idx width)
{
    isc_offset_step(k, n, dims, sizes, strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < t + sizes[k + 1]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         to + isc_off(sizes, strides, k + 1, n, p) == z + isc_off(sizes, strides, k, n, t + p); @/
}
/@ requires isc_block(k, n, dims, sizes, strides, i, t, x, from);
   terminates \true; assigns \nothing;
   ensures fits: t + sizes[k + 1] <= sizes[k];
   ensures next: isc_product_is(t + sizes[k + 1], i + 1, sizes[k + 1]);
   ensures moved: from + strides[k] == x + isc_off(sizes, strides, k, n, t + sizes[k + 1]);
   ensures within: \forall unsigned char *a, integer p; t <= p < t + sizes[k + 1] ==>
     isc_at(a, x, sizes, strides, k, n, p) ==> isc_at(a, from, sizes, strides, k + 1, n, p - t);
   ensures isc_readable(x, width, sizes, strides, k, n) ==> isc_readable(from, width, sizes, strides, k + 1, n);
   ensures isc_writable((unsigned char *)x, width, sizes, strides, k, n) ==>
     isc_writable((unsigned char *)from, width, sizes, strides, k + 1, n); @/
void isc_block_below(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *strides, isocast_idx i, isocast_idx t, const unsigned char *x,
                     const unsigned char *from, isocast_idx width)
{
    isc_offset_step(k, n, dims, sizes, strides, i, t);
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==> 0 <= t + p < sizes[k]; @/
    /@ assert \forall integer p; 0 <= p < sizes[k + 1] ==>
         from + isc_off(sizes, strides, k + 1, n, p) == x + isc_off(sizes, strides, k, n, t + p); @/
}
void isc_one(isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes, const isocast_idx *strides,
             const unsigned char *x, isocast_idx width)
{
    isc_offset_first(n, n, dims, sizes, strides);
}
void isc_all_places(isocast_idx n, const isocast_idx *sizes) {}
void isc_input_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                    const isocast_idx *x_strides, const isocast_idx *z_strides, isocast_idx i, isocast_idx t,
                    const unsigned char *x, const unsigned char *from, isocast_idx x_width, unsigned char *z,
                    unsigned char *to, isocast_idx z_width)
{
    isc_block_below(k, n, dims, sizes, x_strides, i, t, x, from, x_width);
    isc_apart_below(k, n, dims, sizes, x_strides, z_strides, i, t, x, from, x_width, z, to, z_width);
    isc_reads_ahead(k, n, dims, sizes, x_strides, z_strides, i, t, x, from, x_width, z, to, z_width);
}
void isc_result_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *strides, isocast_idx i, isocast_idx t, unsigned char *z, unsigned char *to,
                     isocast_idx width)
{
    isc_block_below(k, n, dims, sizes, strides, i, t, z, to, width);
    isc_apart_below(k, n, dims, sizes, strides, strides, i, t, z, to, width, z, to, width);
    isc_writes_ahead(k, n, dims, sizes, strides, i, t, z, to, width);
    isc_beside_parts(k, n, dims, sizes, strides, i, t, z, to, width);
}
*/
