/* Lemmas about the number of elements, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_ELEMENTS_LEMMAS_H
#define ISC_ELEMENTS_LEMMAS_H

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures rank == 0 ==> isc_elements(rank, dims) == 1;
   ensures rank > 0 ==> isc_elements(rank, dims) == isc_elements(rank - 1, dims) * dims[rank - 1]; @/
void isc_reveal_elements(isocast_idx rank, const isocast_idx *dims) {}

/@ requires \valid_read(dims + (0 .. rank - 1)) && \exists integer k; 0 <= k < rank && dims[k] == 0;
   terminates \true;
   assigns \nothing;
   ensures isc_elements(rank, dims) == 0; @/
void isc_reveal_zero(isocast_idx rank, const isocast_idx *dims)
{
    isocast_idx k = 0;
    /@ loop invariant 0 <= k <= rank;
       loop invariant (\exists integer j; 0 <= j < k && dims[j] == 0) ==> isc_elements(k, dims) == 0;
       loop assigns k;
       loop variant rank - k; @/
    while (k < rank) k++;
}

/@ requires 0 <= from <= rank && 0 <= limit < isc_elements(from, dims) && \valid_read(dims + (0 .. rank - 1));
   requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
   terminates \true;
   assigns \nothing;
   ensures limit < isc_elements(rank, dims); @/
void isc_reveal_grows(isocast_idx from, isocast_idx rank, const isocast_idx *dims, isocast_idx limit)
{
    isocast_idx k = from;
    /@ loop invariant from <= k <= rank;
       loop invariant limit < isc_elements(k, dims);
       loop assigns k;
       loop variant rank - k; @/
    while (k < rank) {
        /@ assert isc_elements(k, dims) * dims[k] >= isc_elements(k, dims); @/
        k++;
    }
}
*/

#endif
