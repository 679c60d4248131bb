/* Lemmas about axes in another order: they are met at the same places. */
#ifndef ISC_ORDER_LEMMAS_H
#define ISC_ORDER_LEMMAS_H

/*@ predicate isc_picked_pair{L1, L2}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      \forall integer a, b;
        isc_picked_meets{L2}(n, from, dims, s, t, a, b) <==> isc_picked_meets{L1}(n, from, dims, s, t, a, b);
    predicate isc_gathered_pair{L1, L2}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      \forall integer a, b; isc_meets{L2}(n, dims, s, t, a, b) <==> isc_picked_meets{L1}(n, from, dims, s, t, a, b);

    // Whatever the axes are, so taken they are met at the same places.
    predicate isc_pairs_picked{L}(integer rank, isc_mark *from) = \forall isocast_idx *dims, *s, *t, integer a, b;
      isc_picked_meets(rank, from, dims, s, t, a, b) <==> isc_meets(rank, dims, s, t, a, b);

    // What was taken at n is taken at j.
    predicate isc_entry{L1, L2}(integer n, integer j, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      \at(dims[from[n]], L1) == \at(dims[from[j]], L2) && \at(s[from[n]], L1) == \at(s[from[j]], L2) &&
      \at(t[from[n]], L1) == \at(t[from[j]], L2);

    // Two neighbouring axes.
    predicate isc_two{L}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                         integer b) =
      \exists integer d, e; 0 <= d < dims[from[n]] && 0 <= e < dims[from[n + 1]] &&
        isc_picked_meets(n, from, dims, s, t, a - isc_scaled(d, s[from[n]]) - isc_scaled(e, s[from[n + 1]]),
                         b - isc_scaled(d, t[from[n]]) - isc_scaled(e, t[from[n + 1]]));
    predicate isc_two_next{L}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                              integer b) =
      (\forall integer c, d; isc_picked_next(n, from, dims, s, t, c, d)) &&
      isc_picked_next(n + 1, from, dims, s, t, a, b);
    predicate isc_swapped{L1, L2}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      isc_picked_pair{L1, L2}(n, from, dims, s, t) && isc_entry{L1, L2}(n, n + 1, from, dims, s, t) &&
      isc_entry{L1, L2}(n + 1, n, from, dims, s, t);

    predicate isc_gathered{L1, L2}(integer rank, isc_mark *from, isocast_idx *s) = \forall integer k; 0 <= k < rank ==>
      \at(s[k], L2) == \at(s[from[k]], L1);
    predicate isc_gathering{L1, L2}(integer n, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      isc_gathered_pair{L1, L2}(n, from, dims, s, t) && \at(dims[n], L2) == \at(dims[from[n]], L1) &&
      \at(s[n], L2) == \at(s[from[n]], L1) && \at(t[n], L2) == \at(t[from[n]], L1);
*/

#ifndef ISC_REVEAL
/*@ lemma isc_same_picked{L1, L2}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_picked_pair{L1, L2}(n, from, dims, s, t) && isc_entry{L1, L2}(n, n, from, dims, s, t) &&
      isc_picked_next{L1}(n, from, dims, s, t, a, b) && isc_picked_next{L2}(n, from, dims, s, t, a, b) ==>
      (isc_picked_meets{L2}(n + 1, from, dims, s, t, a, b) <==> isc_picked_meets{L1}(n + 1, from, dims, s, t, a, b));
    lemma isc_two_axes{L}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_two_next(n, from, dims, s, t, a, b) ==>
      (isc_picked_meets(n + 2, from, dims, s, t, a, b) ==> isc_two(n, from, dims, s, t, a, b));
    lemma isc_axes_of_two{L}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_two_next(n, from, dims, s, t, a, b) ==>
      (isc_two(n, from, dims, s, t, a, b) ==> isc_picked_meets(n + 2, from, dims, s, t, a, b));
    lemma isc_swap_forth{L1, L2}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_swapped{L1, L2}(n, from, dims, s, t) ==>
      (isc_two{L1}(n, from, dims, s, t, a, b) ==> isc_two{L2}(n, from, dims, s, t, a, b));
    lemma isc_swap_back{L1, L2}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_swapped{L1, L2}(n, from, dims, s, t) ==>
      (isc_two{L2}(n, from, dims, s, t, a, b) ==> isc_two{L1}(n, from, dims, s, t, a, b));
    lemma isc_gather_next{L1, L2}: \forall integer n, a, b, isc_mark *from, isocast_idx *dims, *s, *t;
      isc_gathering{L1, L2}(n, from, dims, s, t) && isc_picked_next{L1}(n, from, dims, s, t, a, b) &&
      isc_meets_next{L2}(n, dims, s, t, a, b) ==>
      (isc_meets{L2}(n + 1, dims, s, t, a, b) <==> isc_picked_meets{L1}(n + 1, from, dims, s, t, a, b));
*/
#endif

#endif
