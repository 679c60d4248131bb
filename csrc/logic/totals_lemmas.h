/* Lemmas about totals over axes, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_TOTALS_LEMMAS_H
#define ISC_TOTALS_LEMMAS_H

#include "axes_lemmas.h"
#include "elements_lemmas.h"

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall integer total, size, stride; isc_with(ISC_ELEMENTS, total, size, stride) == total * size; @/
void isc_reveal_element_product(void) {}

/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(flat + (0 .. rank - 1));
   terminates \true;
   assigns \nothing;
   ensures isc_total(ISC_ELEMENTS, rank, dims, flat) == isc_elements(rank, dims); @/
void isc_total_elements(isocast_idx rank, const isocast_idx *dims, const isocast_idx *flat)
{
    isocast_idx n = 0;
    isc_reveal_element_product();
    isc_reveal_elements(0, dims);
    isc_reveal_total_next(ISC_ELEMENTS, 0, dims, flat);
    /@ loop invariant 0 <= n <= rank;
       loop invariant isc_total(ISC_ELEMENTS, n, dims, flat) == isc_elements(n, dims);
       loop assigns n;
       loop variant rank - n; @/
    while (n < rank) {
        isc_reveal_total_next(ISC_ELEMENTS, n, dims, flat);
        isc_reveal_elements(n + 1, dims);
        n++;
    }
}

/@ requires 1 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(flat + (0 .. rank - 1));
   requires isc_rows(rank, dims, flat);
   terminates \true;
   assigns \nothing;
   ensures isc_total(ISC_LOWEST, rank, dims, flat) == 0;
   ensures isc_total(ISC_HIGHEST, rank, dims, flat) == isc_total(ISC_ELEMENTS, rank, dims, flat) - 1; @/
void isc_rows_totals(isocast_idx rank, const isocast_idx *dims, const isocast_idx *flat)
{
    isocast_idx n = 1;
    isc_reveal_total(dims, flat);
    isc_reveal_rows();
    /@ assert \forall integer kind; isc_total(kind, 1, dims, flat) ==
         isc_with(kind, isc_total(kind, 0, dims, flat), dims[0], flat[0]); @/
    /@ loop invariant range: 1 <= n <= rank;
       loop invariant lowest: isc_total(ISC_LOWEST, n, dims, flat) == 0;
       loop invariant highest: isc_total(ISC_HIGHEST, n, dims, flat) == isc_scaled(dims[0], flat[0]) - flat[n - 1];
       loop invariant elements: isc_scaled(isc_total(ISC_ELEMENTS, n, dims, flat), flat[n - 1]) ==
         isc_scaled(dims[0], flat[0]);
       loop assigns n;
       loop variant rank - n; @/
    while (n < rank) {
        /@ assert \forall integer kind; isc_total(kind, n + 1, dims, flat) ==
             isc_with(kind, isc_total(kind, n, dims, flat), dims[n], flat[n]); @/
        /@ assert flat[n - 1] == isc_scaled(dims[n], flat[n]); @/
        n++;
    }
}
*/

#endif
