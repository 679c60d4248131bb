/* Lemmas about folds, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_FOLD_LEMMAS_H
#define ISC_FOLD_LEMMAS_H

/*@ ghost
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
