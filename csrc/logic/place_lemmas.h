/* Lemmas about places, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_PLACE_LEMMAS_H
#define ISC_PLACE_LEMMAS_H

/*@ ghost
/@ requires 0 <= k < n && 1 <= dims[k] && 1 <= isc_suffix(dims, k, n);
   terminates \true; assigns \nothing;
   ensures end: isc_suffix(dims, n, n) == 1;
   ensures below: \forall integer below; below == isc_suffix(dims, k, n) ==>
     below / dims[k] == isc_suffix(dims, k + 1, n);
   ensures some: 1 <= isc_suffix(dims, k + 1, n);
   ensures place: \forall isocast_idx *strides, integer p; isc_place(dims, strides, k, n, p) ==
     isc_times(p / isc_suffix(dims, k + 1, n), strides[k]) +
     isc_place(dims, strides, k + 1, n, p % isc_suffix(dims, k + 1, n));
   ensures within: \forall integer p; 0 <= p < isc_suffix(dims, k, n) ==>
     0 <= p / isc_suffix(dims, k + 1, n) < dims[k] &&
     0 <= p % isc_suffix(dims, k + 1, n) < isc_suffix(dims, k + 1, n); @/
void isc_reveal_axis(isocast_idx k, isocast_idx n, const isocast_idx *dims)
{
    /@ assert all: isc_suffix(dims, k, n) == dims[k] * isc_suffix(dims, k + 1, n); @/
    /@ assert some: 1 <= isc_suffix(dims, k + 1, n); @/
}
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *strides, integer p; isc_place(dims, strides, n, n, p) == 0; @/
void isc_reveal_no_axis(isocast_idx n, const isocast_idx *dims) {}

/@ requires 1 <= size;
   terminates \true; assigns \nothing;
   ensures \forall integer i; 0 <= i < size ==>
     (stride < 0 ? isc_way(size, stride) : 0) <= isc_times(i, stride) <= (stride > 0 ? isc_way(size, stride) : 0); @/
void isc_reveal_between(isocast_idx size, isocast_idx stride)
{
    isocast_idx i = 0;
    /@ loop invariant 0 <= i < size;
       loop invariant up: stride >= 0 ==> \forall integer j; 0 <= j <= i ==> 0 <= j * stride <= i * stride;
       loop invariant down: stride <= 0 ==> \forall integer j; 0 <= j <= i ==> i * stride <= j * stride <= 0;
       loop assigns i;
       loop variant size - i; @/
    while (i + 1 < size) {
        /@ assert next: (i + 1) * stride == i * stride + stride; @/
        i++;
    }
}
/@ requires 0 <= k < n;
   terminates \true; assigns \nothing;
   ensures isc_lowest(dims, strides, n, n) == 0 && isc_highest(dims, strides, n, n) == 0;
   ensures isc_lowest(dims, strides, k, n) ==
     (strides[k] < 0 ? isc_way(dims[k], strides[k]) : 0) + isc_lowest(dims, strides, k + 1, n);
   ensures isc_highest(dims, strides, k, n) ==
     (strides[k] > 0 ? isc_way(dims[k], strides[k]) : 0) + isc_highest(dims, strides, k + 1, n); @/
void isc_reveal_extremes(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *strides) {}

// No element is before the lowest place or beyond the highest.
/@ requires 1 <= n && \valid_read(dims + (0 .. n - 1)) && \valid_read(strides + (0 .. n - 1));
   requires \forall integer k; 0 <= k < n ==> 1 <= dims[k];
   requires \forall integer k; 0 <= k <= n ==> 1 <= isc_suffix(dims, k, n);
   terminates \true; assigns \nothing;
   ensures \forall integer p; 0 <= p < isc_suffix(dims, 0, n) ==>
     isc_lowest(dims, strides, 0, n) <= isc_place(dims, strides, 0, n, p) <= isc_highest(dims, strides, 0, n); @/
void isc_places_between(isocast_idx n, const isocast_idx *dims, const isocast_idx *strides)
{
    isocast_idx k = n;
    isc_reveal_no_axis(n, dims);
    isc_reveal_extremes(0, n, dims, strides);
    /@ loop invariant 0 <= k <= n;
       loop invariant between: \forall integer p; 0 <= p < isc_suffix(dims, k, n) ==>
         isc_lowest(dims, strides, k, n) <= isc_place(dims, strides, k, n, p) <= isc_highest(dims, strides, k, n);
       loop assigns k;
       loop variant k; @/
    while (k > 0) {
        k--;
        isc_reveal_axis(k, n, dims);
        isc_reveal_between(dims[k], strides[k]);
        isc_reveal_extremes(k, n, dims, strides);
    }
}
*/

#endif
