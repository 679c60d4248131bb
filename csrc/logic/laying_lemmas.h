/* Lemmas about the axes that a plan takes over: those of size 1 change no pair of places. */
#ifndef ISC_LAYING_LEMMAS_H
#define ISC_LAYING_LEMMAS_H

#include "tensors_lemmas.h"

/*@ // The next axis of the result is the next of the plan.
    predicate isc_laying{L1, L2}(integer axis, integer k, isocast_tensor *t, isocast_tensor *result, isocast_idx *dims,
                                 isocast_idx *s, isocast_idx *u) =
      isc_laid_pair{L1, L2}(axis, k, t, result, dims, s, u) && \at(dims[k], L2) == \at(result->dims[axis], L1) &&
      \at(s[k], L2) == isc_stretched{L1}(t, \at(result->rank, L1), axis) &&
      \at(u[k], L2) == \at(result->strides[axis], L1);
*/

#ifndef ISC_REVEAL
/*@ lemma isc_lay_next{L1, L2}: \forall integer axis, k, a, b, isocast_tensor *t, *result, isocast_idx *dims, *s, *u;
      isc_laying{L1, L2}(axis, k, t, result, dims, s, u) && isc_places_next{L1}(axis, t, result, a, b) &&
      isc_meets_next{L2}(k, dims, s, u, a, b) ==>
      (isc_meets{L2}(k + 1, dims, s, u, a, b) <==> isc_places{L1}(axis + 1, t, result, a, b));
    lemma isc_lay_none_forth{L1, L2}: \forall integer axis, k, a, b, isocast_tensor *t, *result,
      isocast_idx *dims, *s, *u; isc_laid_pair{L1, L2}(axis, k, t, result, dims, s, u) && isc_no_way{L1}(axis, t, result) &&
      isc_places_next{L1}(axis, t, result, a, b) ==>
      (isc_meets{L2}(k, dims, s, u, a, b) ==> isc_places{L1}(axis + 1, t, result, a, b));
    lemma isc_lay_none_back{L1, L2}: \forall integer axis, k, a, b, isocast_tensor *t, *result,
      isocast_idx *dims, *s, *u; isc_laid_pair{L1, L2}(axis, k, t, result, dims, s, u) && isc_no_way{L1}(axis, t, result) &&
      isc_places_next{L1}(axis, t, result, a, b) ==>
      (isc_places{L1}(axis + 1, t, result, a, b) ==> isc_meets{L2}(k, dims, s, u, a, b));
*/
#endif

#endif
