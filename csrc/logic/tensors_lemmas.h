/* Lemmas about tensors as they are given, as ghost functions: proved once, and used by calling them. */
#ifndef ISC_TENSORS_LEMMAS_H
#define ISC_TENSORS_LEMMAS_H

/*@ // An input's operand and the result's begin where their tensors do, and meet where they do.
    predicate isc_laid_alike{L1, L2}(isocast_plan *plan, integer m, integer n, isocast_tensor *t, isocast_tensor *result) =
      \at(plan->operands[m].data, L2) == \at(t->data, L1) && \at(plan->operands[n].data, L2) == \at(result->data, L1) &&
      \forall integer a, b; \at(isc_meets(plan->rank, &plan->dims[0], &plan->operands[m].strides[0],
                                          &plan->operands[n].strides[0], a, b), L2) <==>
        \at(isc_places(result->rank, t, result, a, b), L1);

    // An axis of one index leads nowhere.
    predicate isc_no_way{L}(integer axis, isocast_tensor *t, isocast_tensor *result) = result->dims[axis] == 1 &&
      isc_scaled(0, isc_stretched(t, result->rank, axis)) == 0 && isc_scaled(0, result->strides[axis]) == 0;
*/

#ifndef ISC_REVEAL
/*@ lemma isc_laid_visits{L1, L2}: \forall isocast_plan *plan, integer m, n, isocast_tensor *t, *result,
      unsigned char *x, *y; isc_laid_alike{L1, L2}(plan, m, n, t, result) ==>
      (isc_visits{L2}(plan, m, n, x, y) <==> isc_tensors_meet{L1}(t, result, x, y));
*/
#endif

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall integer stride; isc_scaled(0, stride) == 0;
   ensures \forall integer d; isc_scaled(d, 0) == 0; @/
void isc_reveal_no_step(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_tensor *t, *result, integer a, b; isc_places(0, t, result, a, b) <==> a == 0 && b == 0;
   ensures \forall isocast_tensor *t, *result, integer k, a, b; 0 <= k ==> isc_places_by_f(k, t, result, a, b); @/
void isc_reveal_places(void) {}

// A stride of 0 leads where index 0 does.
/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_tensor *t, *result, integer a, b; isc_places(0, t, result, a, b) <==> a == 0 && b == 0;
   ensures \forall isocast_tensor *t, *result, integer k, a, b; 0 <= k ==> isc_places_next(k, t, result, a, b); @/
void isc_unfold_places(void)
{
    isc_reveal_no_step();
    isc_reveal_places();
    /@ assert way: \forall isocast_tensor *t, integer rank, k, d;
         isc_own_way(t, rank, k, d) == isc_scaled(d, isc_stretched(t, rank, k)); @/
    /@ assert forth: \forall isocast_tensor *t, *result, integer k, a, b; isc_places_by_f(k, t, result, a, b) ==>
         (isc_places(k + 1, t, result, a, b) ==> isc_places_by_stride(k, t, result, a, b)); @/
    /@ assert back: \forall isocast_tensor *t, *result, integer k, a, b; isc_places_by_f(k, t, result, a, b) ==>
         (isc_places_by_stride(k, t, result, a, b) ==> isc_places(k + 1, t, result, a, b)); @/
}

// Where the result has one element, so has the run.
/@ requires isc_strided(result) && isc_single(result);
   terminates \true;
   assigns \nothing;
   ensures \forall integer p, q; isc_run_met(result->rank, t, result, 1, p, q); @/
void isc_single_met(const isocast_tensor *t, const isocast_tensor *result)
{
    isocast_idx k = 0;
    isc_reveal_no_step();
    isc_unfold_places();
    /@ loop invariant range: 0 <= k <= result->rank;
       loop invariant met: \forall integer a, b; isc_places(k, t, result, a, b) <==> a == 0 && b == 0;
       loop assigns k;
       loop variant result->rank - k; @/
    while (k < result->rank) {
        /@ assert nowhere: isc_no_way(k, t, result); @/
        /@ assert forth: \forall integer a, b; isc_places_next(k, t, result, a, b) ==>
             (isc_places(k, t, result, a, b) ==> isc_places(k + 1, t, result, a, b)); @/
        /@ assert back: \forall integer a, b; isc_places_next(k, t, result, a, b) ==>
             (isc_places(k + 1, t, result, a, b) ==> isc_places(k, t, result, a, b)); @/
        k++;
    }
    /@ assert one: \forall integer p, q, a, b; isc_in_run(1, p, q, a, b) <==> a == 0 && b == 0; @/
}

/@ requires isc_strided(result) && isc_single(result) && 0 <= n;
   terminates \true;
   assigns \nothing;
   ensures \forall integer m; 0 <= m < n ==> isc_one_run(inputs + m, result, 1); @/
void isc_singles_are_runs(isocast_idx n, const isocast_tensor *inputs, const isocast_tensor *result)
{
    isocast_idx m = 0;
    /@ loop invariant 0 <= m <= n;
       loop invariant \forall integer i; 0 <= i < m ==> isc_one_run(inputs + i, result, 1);
       loop assigns m;
       loop variant n - m; @/
    while (m < n) {
        isc_single_met(inputs + m, result);
        /@ assert now: isc_one_run(inputs + m, result, 1); @/
        m++;
    }
}
*/

#endif
