/* Lemmas about running plans, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_RUN_LEMMAS_H
#define ISC_RUN_LEMMAS_H

/*@ ghost
/@ requires 0 <= n && \valid_read(dims + (0 .. n - 1)) && \forall integer k; 0 <= k < n ==> 1 <= dims[k];
   terminates \true; assigns \nothing;
   ensures isc_suffix(dims, n, n) == 1;
   ensures \forall integer k; 0 <= k < n ==>
     isc_product_is(isc_suffix(dims, k, n), dims[k], isc_suffix(dims, k + 1, n));
   ensures \forall integer k; 0 <= k <= n ==> 1 <= isc_suffix(dims, k, n) <= isc_suffix(dims, 0, n); @/
void isc_reveal_suffixes(isocast_idx n, const isocast_idx *dims)
{
    isocast_idx j = n;
    /@ loop invariant 0 <= j <= n;
       loop invariant \forall integer k; j <= k <= n ==> 1 <= isc_suffix(dims, k, n) <= isc_suffix(dims, j, n);
       loop assigns j;
       loop variant j; @/
    while (j > 0) {
        j--;
        /@ assert isc_suffix(dims, j, n) == dims[j] * isc_suffix(dims, j + 1, n); @/
        /@ assert isc_suffix(dims, j + 1, n) <= dims[j] * isc_suffix(dims, j + 1, n); @/
    }
}
/@ terminates \true; assigns \nothing;
   ensures \forall integer product; isc_product_is(product, a, b) ==> product == a * b; @/
void isc_reveal_product(isocast_idx a, isocast_idx b) {}
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *strides, integer p; isc_place(dims, strides, n, n, p) == 0;
   ensures \forall isocast_idx *strides, integer k, p; 0 <= k < n ==> isc_place(dims, strides, k, n, p) ==
     isc_times(p / isc_suffix(dims, k + 1, n), strides[k]) +
     isc_place(dims, strides, k + 1, n, p % isc_suffix(dims, k + 1, n)); @/
void isc_reveal_places(isocast_idx n, const isocast_idx *dims) {}
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *strides, integer p; isc_off(sizes, strides, n, n, p) == 0;
   ensures \forall isocast_idx *strides, integer k, p; 0 <= k < n ==> isc_off(sizes, strides, k, n, p) ==
     isc_times(p / sizes[k + 1], strides[k]) + isc_off(sizes, strides, k + 1, n, p % sizes[k + 1]); @/
void isc_reveal_offsets(isocast_idx n, const isocast_idx *sizes) {}
*/

#endif
