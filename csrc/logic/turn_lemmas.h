/* Lemmas about turned axes: from their other ends they are met at the same places. */
#ifndef ISC_TURN_LEMMAS_H
#define ISC_TURN_LEMMAS_H

/*@ predicate isc_turned{L1, L2}(integer rank, isc_mark *turned, isocast_idx *s) = \forall integer k; 0 <= k < rank ==>
      \at(s[k], L2) == (\at(turned[k], L1) != 0 ? -\at(s[k], L1) : \at(s[k], L1));

    predicate isc_turned_pair{L1, L2}(integer n, isocast_idx *dims, isc_mark *turned, isocast_idx *s, isocast_idx *t) =
      \forall integer a, b; isc_meets{L2}(n, dims, s, t, a, b) <==>
        isc_meets{L1}(n, dims, s, t, a + isc_reach{L1}(n, dims, s, turned), b + isc_reach{L1}(n, dims, t, turned));

    // The last index from one end is the first from the other, and so on.
    predicate isc_mirrored(integer size, integer stride) =
      (\forall integer d; isc_way(size, stride) == isc_scaled(size - 1 - d, stride) - isc_scaled(d, -stride)) &&
      (\forall integer d; isc_way(size, stride) == isc_scaled(d, stride) - isc_scaled(size - 1 - d, -stride));

    // An axis that may be turned, after n others.
    predicate isc_turns_at{L1, L2}(integer n, isocast_idx *dims, isc_mark *turned, isocast_idx *s) =
      \at(dims[n], L1) == \at(dims[n], L2) && isc_reach_next{L1}(n, dims, s, turned) &&
      \at(s[n], L2) == (\at(turned[n], L1) != 0 ? -\at(s[n], L1) : \at(s[n], L1)) &&
      isc_mirrored(\at(dims[n], L1), \at(s[n], L1));
    predicate isc_turning{L1, L2}(integer n, isocast_idx *dims, isc_mark *turned, isocast_idx *s, isocast_idx *t) =
      isc_turns_at{L1, L2}(n, dims, turned, s) && isc_turns_at{L1, L2}(n, dims, turned, t) &&
      isc_turned_pair{L1, L2}(n, dims, turned, s, t);

    // Both states with one axis more, at a and b of the second.
    predicate isc_turned_next{L1, L2}(integer n, isocast_idx *dims, isc_mark *turned, isocast_idx *s, isocast_idx *t,
                                      integer a, integer b) =
      isc_meets_next{L1}(n, dims, s, t, a + isc_reach{L1}(n + 1, dims, s, turned),
                         b + isc_reach{L1}(n + 1, dims, t, turned)) &&
      isc_meets_next{L2}(n, dims, s, t, a, b);

    predicate isc_begins_turned{L1, L2}(isocast_plan *plan, isc_mark *turned, integer m) =
      \at(plan->operands[m].data, L2) == \at(plan->operands[m].data, L1) +
        \at(isc_reach(plan->rank, &plan->dims[0], &plan->operands[m].strides[0], turned), L1);
    predicate isc_plan_turned{L1, L2}(isocast_plan *plan, isc_mark *turned, integer i, integer m) =
      \at(plan->rank, L1) == \at(plan->rank, L2) && \at(plan->operands, L1) == \at(plan->operands, L2) &&
      isc_begins_turned{L1, L2}(plan, turned, i) && isc_begins_turned{L1, L2}(plan, turned, m) &&
      isc_turned_pair{L1, L2}(\at(plan->rank, L1), \at(&plan->dims[0], L1), turned,
                              \at(&plan->operands[i].strides[0], L1), \at(&plan->operands[m].strides[0], L1));
    predicate isc_flat_turned{L1, L2}(isocast_plan *plan, isc_mark *turned, integer m) =
      \at(plan->rank, L1) == \at(plan->rank, L2) && \at(plan->operands, L1) == \at(plan->operands, L2) &&
      isc_begins_turned{L1, L2}(plan, turned, m) && \at(plan->flat_base, L1) == 0 &&
      \at(plan->flat_base, L2) == \at(isc_reach(plan->rank, &plan->dims[0], &plan->flat[0], turned), L1) &&
      isc_turned_pair{L1, L2}(\at(plan->rank, L1), \at(&plan->dims[0], L1), turned,
                              \at(&plan->operands[m].strides[0], L1), \at(&plan->flat[0], L1));
*/

#ifndef ISC_REVEAL
/*@ lemma isc_turn_still{L1, L2}: \forall integer n, a, b, isocast_idx *dims, *s, *t, isc_mark *turned;
      \at(turned[n], L1) == 0 && isc_turning{L1, L2}(n, dims, turned, s, t) &&
      isc_turned_next{L1, L2}(n, dims, turned, s, t, a, b) ==>
      (isc_meets{L2}(n + 1, dims, s, t, a, b) <==> isc_meets{L1}(n + 1, dims, s, t,
        a + isc_reach{L1}(n + 1, dims, s, turned), b + isc_reach{L1}(n + 1, dims, t, turned)));
    lemma isc_turn_forth{L1, L2}: \forall integer n, a, b, isocast_idx *dims, *s, *t, isc_mark *turned;
      \at(turned[n], L1) != 0 && isc_turning{L1, L2}(n, dims, turned, s, t) &&
      isc_turned_next{L1, L2}(n, dims, turned, s, t, a, b) ==>
      (isc_meets{L2}(n + 1, dims, s, t, a, b) ==> isc_meets{L1}(n + 1, dims, s, t,
        a + isc_reach{L1}(n + 1, dims, s, turned), b + isc_reach{L1}(n + 1, dims, t, turned)));
    lemma isc_turn_back{L1, L2}: \forall integer n, a, b, isocast_idx *dims, *s, *t, isc_mark *turned;
      \at(turned[n], L1) != 0 && isc_turning{L1, L2}(n, dims, turned, s, t) &&
      isc_turned_next{L1, L2}(n, dims, turned, s, t, a, b) ==>
      (isc_meets{L1}(n + 1, dims, s, t, a + isc_reach{L1}(n + 1, dims, s, turned),
        b + isc_reach{L1}(n + 1, dims, t, turned)) ==> isc_meets{L2}(n + 1, dims, s, t, a, b));
    lemma isc_turn_visits{L1, L2}: \forall isocast_plan *plan, integer i, m, isc_mark *turned, unsigned char *x, *y;
      isc_plan_turned{L1, L2}(plan, turned, i, m) ==>
      (isc_visits{L2}(plan, i, m, x, y) <==> isc_visits{L1}(plan, i, m, x, y));
    lemma isc_turn_indexes{L1, L2}: \forall isocast_plan *plan, integer m, v, isc_mark *turned, unsigned char *x;
      isc_flat_turned{L1, L2}(plan, turned, m) ==>
      (isc_indexes{L2}(plan, m, x, v) <==> isc_indexes{L1}(plan, m, x, v));
*/
#endif

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall integer size, stride; isc_mirrored(size, stride); @/
void isc_reveal_mirrored(void) {}
*/

#endif
