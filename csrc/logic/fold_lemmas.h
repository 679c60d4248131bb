/* Lemmas about folds, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_FOLD_LEMMAS_H
#define ISC_FOLD_LEMMAS_H

/*@ ghost
/@ requires 0 <= k < n && 1 <= dims[k] && 1 <= isc_suffix(dims, k, n);
   terminates \true; assigns \nothing;
   ensures end: isc_suffix(dims, n, n) == 1;
   ensures below: \forall integer below; below == isc_suffix(dims, k, n) ==> below / dims[k] == isc_suffix(dims, k + 1, n);
   ensures some: 1 <= isc_suffix(dims, k + 1, n);
   ensures place: \forall isocast_idx *strides, integer p; isc_place(dims, strides, k, n, p) ==
     isc_times(p / isc_suffix(dims, k + 1, n), strides[k]) +
     isc_place(dims, strides, k + 1, n, p % isc_suffix(dims, k + 1, n));
   ensures within: \forall integer p; 0 <= p < isc_suffix(dims, k, n) ==>
     0 <= p / isc_suffix(dims, k + 1, n) < dims[k]; @/
void isc_reveal_axis(isocast_idx k, isocast_idx n, const isocast_idx *dims)
{
    /@ assert all: isc_suffix(dims, k, n) == dims[k] * isc_suffix(dims, k + 1, n); @/
    /@ assert some: 1 <= isc_suffix(dims, k + 1, n); @/
}
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *strides, integer p; isc_place(dims, strides, n, n, p) == 0; @/
void isc_reveal_no_axis(isocast_idx n, const isocast_idx *dims) {}
/@ requires isc_step_fits(size, stride) && 0 <= index < size;
   terminates \true; assigns \nothing;
   ensures -PTRDIFF_MAX <= index * stride <= PTRDIFF_MAX && isc_times(index, stride) == index * stride; @/
void isc_reveal_index(isocast_idx size, isocast_idx stride, isocast_idx index)
{
    /@ assert up: stride >= 0 ==> 0 <= index * stride <= size * stride; @/
    /@ assert down: stride <= 0 ==> size * stride <= index * stride <= 0; @/
}
/@ terminates \true; assigns \nothing;
   ensures \forall integer p; isc_folded(plan, p, 1) == isc_step_word(plan, p, 0);
   ensures \forall integer p, m; 1 <= m ==> isc_folded(plan, p, m + 1) ==
     isc_elt(plan->op, isc_steps_of(plan->op, plan->operands[0].type), isc_steps_of(plan->op, plan->operands[0].type),
             isc_folded(plan, p, m), isc_step_word(plan, p, m)); @/
void isc_reveal_folds(const isocast_plan *plan) {}
*/

#endif
