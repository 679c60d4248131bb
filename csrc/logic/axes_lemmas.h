/* Lemmas about axes, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_AXES_LEMMAS_H
#define ISC_AXES_LEMMAS_H

/*@ ghost
/@ requires isc_small(size, stride);
   terminates \true;
   assigns \nothing;
   ensures -PTRDIFF_MAX <= size * stride <= PTRDIFF_MAX;
   ensures isc_scaled(size, stride) == size * stride;
   ensures isc_way(size, stride) == (size - 1) * stride; @/
void isc_reveal_products(isocast_idx size, isocast_idx stride) {}

/@ terminates \true;
   assigns \nothing;
   ensures isc_scaled(size, stride) == size * stride; @/
void isc_reveal_scaled(isocast_idx size, isocast_idx stride) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer size, stride; isc_step_fits(size, stride) ==> isc_step_fits(size, -stride); @/
void isc_reveal_opposite(void) {}

/@ requires isc_step_fits(size, stride) && 0 <= stride;
   terminates \true;
   assigns \nothing;
   ensures 0 <= isc_way(size, stride) && isc_way(size, stride) == isc_scaled(size, stride) - stride;
   ensures isc_scaled(size, stride) <= PTRDIFF_MAX; @/
void isc_reveal_way(isocast_idx size, isocast_idx stride) {}

/@ terminates \true;
   assigns \nothing;
   ensures isc_reach(0, dims, strides, turned) == 0;
   ensures \forall integer k; 0 <= k ==> isc_reach(k + 1, dims, strides, turned) ==
     isc_reach(k, dims, strides, turned) + (turned[k] != 0 ? isc_way(dims[k], strides[k]) : 0); @/
void isc_reveal_reach(const isocast_idx *dims, const isocast_idx *strides, const isocast_idx *turned) {}
*/

#endif
