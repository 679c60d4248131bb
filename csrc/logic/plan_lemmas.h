/* Lemmas about plans, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_PLAN_LEMMAS_H
#define ISC_PLAN_LEMMAS_H

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures isc_packed_stride(bytes, rank, dims, rank) == bytes;
   ensures \forall integer j, k; 0 <= j < rank && k == j + 1 ==>
     isc_packed_stride(bytes, rank, dims, j) == isc_scaled(dims[j], isc_packed_stride(bytes, rank, dims, k)); @/
void isc_reveal_packed(isocast_idx bytes, isocast_idx rank, const isocast_idx *dims) {}

/@ requires -PTRDIFF_MAX <= size * stride <= PTRDIFF_MAX;
   terminates \true;
   assigns \nothing;
   ensures isc_small(size, stride); @/
void isc_reveal_small(isocast_idx size, isocast_idx stride) {}

/@ requires 1 <= elements <= PTRDIFF_MAX / 16;
   terminates \true;
   assigns \nothing;
   ensures \forall integer bytes; 0 <= bytes <= 16 ==> isc_step_fits(elements, bytes); @/
void isc_reveal_run(isocast_idx elements)
{
    /@ assert \forall integer bytes; 0 <= bytes <= 16 ==> 0 <= elements * bytes <= elements * 16; @/
}

/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1));
   terminates \true;
   assigns \nothing;
   ensures (\forall integer k; 0 <= k < rank ==> dims[k] == 1) ==> isc_elements(rank, dims) == 1; @/
void isc_reveal_ones(isocast_idx rank, const isocast_idx *dims)
{
    isocast_idx k = 0;
    /@ loop invariant 0 <= k <= rank;
       loop invariant (\forall integer j; 0 <= j < k ==> dims[j] == 1) ==> isc_elements(k, dims) == 1;
       loop assigns k;
       loop variant rank - k; @/
    while (k < rank) k++;
}

/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \forall integer k; 0 <= k < rank ==> 0 <= dims[k];
   terminates \true;
   assigns \nothing;
   ensures isc_elements(rank, dims) == 1 ==> \forall integer k; 0 <= k < rank ==> dims[k] == 1; @/
void isc_reveal_single(isocast_idx rank, const isocast_idx *dims)
{
    isocast_idx k = 0;
    /@ loop invariant 0 <= k <= rank && 0 <= isc_elements(k, dims);
       loop invariant isc_elements(k, dims) == 1 ==> \forall integer j; 0 <= j < k ==> dims[j] == 1;
       loop assigns k;
       loop variant rank - k; @/
    while (k < rank) {
        /@ assert all: isc_elements(k + 1, dims) == isc_elements(k, dims) * dims[k]; @/
        /@ assert one: \forall integer a, b; 0 <= a && 0 <= b && a * b == 1 ==> a == 1 && b == 1; @/
        k++;
    }
}
*/

#endif
