/* Lemmas about tensors that are not written to: they meet where they met. */
#ifndef ISC_STILL_LEMMAS_H
#define ISC_STILL_LEMMAS_H

#include "tensors_lemmas.h"

/*@ predicate isc_places_still{L1, L2}(integer k, isocast_tensor *t, isocast_tensor *result) =
      \forall integer a, b; isc_places{L2}(k, t, result, a, b) <==> isc_places{L1}(k, t, result, a, b);
    predicate isc_axis_still{L1, L2}(integer k, isocast_tensor *t, isocast_tensor *result) =
      isc_places_still{L1, L2}(k, t, result) && \at(result->dims[k], L1) == \at(result->dims[k], L2) &&
      \at(result->strides[k], L1) == \at(result->strides[k], L2) &&
      isc_stretched{L1}(t, \at(result->rank, L1), k) == isc_stretched{L2}(t, \at(result->rank, L2), k);

    // A tensor and the result are where they were, and meet where they met.
    predicate isc_still{L1, L2}(isocast_tensor *t, isocast_tensor *result) =
      isc_same_numbers{L1, L2}(t) && isc_same_places{L1, L2}(t) && isc_same_numbers{L1, L2}(result) &&
      isc_same_places{L1, L2}(result) && (isc_single{L1}(t) <==> isc_single{L2}(t)) &&
      isc_places_still{L1, L2}(\at(result->rank, L1), t, result);
*/

#ifndef ISC_REVEAL
/*@ lemma isc_still_stretched{L1, L2}: \forall isocast_tensor *t, integer rank, k; isc_unchanged{L1, L2}(t) &&
      0 <= k < rank ==> isc_stretched{L2}(t, rank, k) == isc_stretched{L1}(t, rank, k);
    lemma isc_still_next{L1, L2}: \forall integer k, a, b, isocast_tensor *t, *result;
      isc_axis_still{L1, L2}(k, t, result) && isc_places_next{L1}(k, t, result, a, b) &&
      isc_places_next{L2}(k, t, result, a, b) ==>
      (isc_places{L2}(k + 1, t, result, a, b) <==> isc_places{L1}(k + 1, t, result, a, b));
    lemma isc_still_met{L1, L2}: \forall isocast_tensor *t, *result, integer k, count, p, q;
      isc_places_still{L1, L2}(k, t, result) && isc_run_met{L1}(k, t, result, count, p, q) ==>
      isc_run_met{L2}(k, t, result, count, p, q);
    lemma isc_still_stride{L1, L2}: \forall isocast_tensor *t, *result, integer elements, stride;
      isc_still{L1, L2}(t, result) && isc_run_stride{L2}(t, elements, stride) ==> isc_run_stride{L1}(t, elements, stride);
    lemma isc_still_run{L1, L2}: \forall isocast_tensor *t, *result, integer elements;
      isc_still{L1, L2}(t, result) && isc_one_run{L1}(t, result, elements) ==> isc_one_run{L2}(t, result, elements);
    lemma isc_still_meet{L1, L2}: \forall isocast_tensor *t, *result, unsigned char *x, *y; isc_still{L1, L2}(t, result) ==>
      (isc_tensors_meet{L2}(t, result, x, y) <==> isc_tensors_meet{L1}(t, result, x, y));
*/
#endif

#endif
