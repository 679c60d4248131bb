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
void isc_reveal_reach(const isocast_idx *dims, const isocast_idx *strides, const isc_mark *turned) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *strides; isc_reach(0, dims, strides, turned) == 0;
   ensures \forall integer k, isocast_idx *strides; 0 <= k ==> isc_reach_next(k, dims, strides, turned); @/
void isc_reveal_reach_any(const isocast_idx *dims, const isc_mark *turned) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind; isc_total(kind, 0, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures \forall integer kind, j, k; 0 <= j && k == j + 1 ==>
     isc_total(kind, k, dims, strides) == isc_with(kind, isc_total(kind, j, dims, strides), dims[j], strides[j]); @/
void isc_reveal_total(const isocast_idx *dims, const isocast_idx *strides) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind; isc_total(kind, 0, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures \forall integer kind, k; 0 <= k ==> isc_total_next(kind, k, dims, strides); @/
void isc_reveal_totals(const isocast_idx *dims, const isocast_idx *strides) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind; isc_picked(kind, 0, from, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures \forall integer kind, j, k; 0 <= j && k == j + 1 ==> isc_picked(kind, k, from, dims, strides) ==
     isc_with(kind, isc_picked(kind, j, from, dims, strides), dims[from[j]], strides[from[j]]); @/
void isc_reveal_picked(const isc_mark *from, const isocast_idx *dims, const isocast_idx *strides) {}

/@ requires 0 <= k;
   terminates \true;
   assigns \nothing;
   ensures isc_total(kind, 0, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures isc_total(kind, k + 1, dims, strides) ==
     isc_with(kind, isc_total(kind, k, dims, strides), dims[k], strides[k]); @/
void isc_reveal_total_next(int kind, isocast_idx k, const isocast_idx *dims, const isocast_idx *strides) {}

/@ requires 0 <= k;
   terminates \true;
   assigns \nothing;
   ensures isc_picked(kind, 0, from, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures isc_picked(kind, k + 1, from, dims, strides) ==
     isc_with(kind, isc_picked(kind, k, from, dims, strides), dims[from[k]], strides[from[k]]); @/
void isc_reveal_picked_next(int kind, isocast_idx k, const isc_mark *from, const isocast_idx *dims,
                            const isocast_idx *strides) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer size, outer, stride; isc_small(outer, isc_scaled(size, stride)) ==>
     isc_small(isc_scaled(size, outer), stride); @/
void isc_reveal_joined_steps(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind, total, size, outer, stride, step; 1 <= size && 1 <= outer &&
     (kind == ISC_ELEMENTS || step == isc_scaled(size, stride)) ==>
     isc_with(kind, total, isc_scaled(size, outer), stride) ==
     isc_with(kind, isc_with(kind, total, outer, step), size, stride); @/
void isc_reveal_joined_total(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind, isocast_idx *dims, *strides;
     isc_picked(kind, 0, from, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures \forall integer kind, j, k, isocast_idx *dims, *strides; 0 <= j && k == j + 1 ==>
     isc_picked(kind, k, from, dims, strides) ==
     isc_with(kind, isc_picked(kind, j, from, dims, strides), dims[from[j]], strides[from[j]]); @/
void isc_reveal_picked_any(const isc_mark *from) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind, isocast_idx *dims, *strides;
     isc_total(kind, 0, dims, strides) == (kind == ISC_ELEMENTS ? 1 : 0);
   ensures \forall integer kind, j, k, isocast_idx *dims, *strides; 0 <= j && k == j + 1 ==>
     isc_total(kind, k, dims, strides) == isc_with(kind, isc_total(kind, j, dims, strides), dims[j], strides[j]); @/
void isc_reveal_total_any(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer kind, total, a, b, c, d;
     isc_with(kind, isc_with(kind, total, a, b), c, d) == isc_with(kind, isc_with(kind, total, c, d), a, b); @/
void isc_reveal_exchange(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer total, size, a, b;
     isc_with(ISC_ELEMENTS, total, size, a) == isc_with(ISC_ELEMENTS, total, size, b);
   ensures \forall integer total, size, stride; 0 < stride ==> isc_with(ISC_LOWEST, total, size, stride) == total &&
     isc_with(ISC_HIGHEST, total, size, stride) == total + isc_way(size, stride);
   ensures \forall integer total, size, stride; stride < 0 ==> isc_with(ISC_HIGHEST, total, size, stride) == total &&
     isc_with(ISC_LOWEST, total, size, stride) == total - isc_way(size, -stride); @/
void isc_reveal_turned(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer total, size, stride; 0 < stride ==> isc_with(ISC_LOWEST, total, size, stride) == total &&
     isc_with(ISC_HIGHEST, total, size, stride) == total + isc_scaled(size, stride) - stride;
   ensures \forall integer size, stride; isc_with(ISC_ELEMENTS, 1, size, stride) == size;
   ensures \forall integer total; isc_scaled(total, 1) == total;
   ensures \forall integer total, size, stride; isc_scaled(isc_with(ISC_ELEMENTS, total, size, stride), stride) ==
     isc_scaled(total, isc_scaled(size, stride)); @/
void isc_reveal_rows(void) {}
*/

#endif
