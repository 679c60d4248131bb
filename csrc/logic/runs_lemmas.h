/* Lemmas about packed tensors: one axis for all elements has the pairs of places of all axes. */
#ifndef ISC_RUNS_LEMMAS_H
#define ISC_RUNS_LEMMAS_H

#include "elements_lemmas.h"
#include "splits_lemmas.h"
#include "tensors_lemmas.h"

/*@ // What lies below an axis, or 0 if it is one element that is stretched.
    logic integer isc_run_step{L}(isocast_tensor *t, integer single, integer axis) =
      single != 0 ? 0 : isc_packed_stride(isc_bytes(t->type), t->rank, t->dims, axis);
    predicate isc_in_rows{L}(isocast_tensor *t, integer single, isocast_tensor *result) =
      \forall integer j, k; 0 <= j < result->rank && k == j + 1 ==>
        isc_run_step(t, single, j) == isc_scaled(result->dims[j], isc_run_step(t, single, k)) &&
        (result->dims[j] != 1 ==> isc_stretched(t, result->rank, j) == isc_run_step(t, single, k));

    predicate isc_ways_alike(integer size, integer s, integer p) =
      \forall integer e; 0 <= e < size ==> isc_scaled(e, s) == isc_scaled(e, p);


    // An axis inside a run: the run so far, where the axis has some index.
    predicate isc_run_axis(integer size, integer s, integer u, integer count, integer p, integer q) =
      isc_ways_alike(size, s, p) && isc_ways_alike(size, u, q) && isc_splits(size, count, p, q);
    predicate isc_run_within(integer size, integer s, integer u, integer count, integer p, integer q, integer a,
                             integer b) =
      \exists integer e; 0 <= e < size && isc_in_run(count, p, q, a - isc_scaled(e, s), b - isc_scaled(e, u));
*/

#ifndef ISC_REVEAL
/*@ lemma isc_run_join: \forall integer size, s, u, count, p, q, a, b, c, e; isc_ways_alike(size, s, p) &&
      isc_ways_alike(size, u, q) && 0 <= e < size && isc_made_one(c, e, size, count, p, q) &&
      a - isc_scaled(e, s) == isc_scaled(c, isc_scaled(size, p)) &&
      b - isc_scaled(e, u) == isc_scaled(c, isc_scaled(size, q)) ==>
      isc_in_run(isc_scaled(size, count), p, q, a, b);
    lemma isc_run_joined: \forall integer size, s, u, count, p, q, a, b; isc_run_axis(size, s, u, count, p, q) &&
      isc_run_within(size, s, u, count, isc_scaled(size, p), isc_scaled(size, q), a, b) ==>
      isc_in_run(isc_scaled(size, count), p, q, a, b);
    lemma isc_run_split: \forall integer size, s, u, count, p, q, d; isc_ways_alike(size, s, p) &&
      isc_ways_alike(size, u, q) && isc_parts(d, size, count, p, q) ==> isc_run_within(size, s, u, count,
        isc_scaled(size, p), isc_scaled(size, q), isc_scaled(d, p), isc_scaled(d, q));
    lemma isc_run_parts: \forall integer size, s, u, count, p, q, d; isc_run_axis(size, s, u, count, p, q) &&
      0 <= d < isc_scaled(size, count) ==> isc_parts(d, size, count, p, q) && isc_run_within(size, s, u, count,
        isc_scaled(size, p), isc_scaled(size, q), isc_scaled(d, p), isc_scaled(d, q));
    lemma isc_run_parted: \forall integer size, s, u, count, p, q, a, b; isc_run_axis(size, s, u, count, p, q) &&
      isc_in_run(isc_scaled(size, count), p, q, a, b) ==>
      isc_run_within(size, s, u, count, isc_scaled(size, p), isc_scaled(size, q), a, b);
    lemma isc_run_next{L}: \forall integer k, count, p, q, a, b, isocast_tensor *t, *result;
      isc_run_met(k, t, result, count, p, q) && isc_places_next(k, t, result, a, b) ==>
      (isc_places(k + 1, t, result, a, b) <==> isc_run_within(result->dims[k], isc_stretched(t, result->rank, k),
        result->strides[k], count, p, q, a, b));
*/
#endif

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall integer bytes; isc_packed_stride(bytes, rank, dims, rank) == bytes;
   ensures \forall integer bytes, j, k; 0 <= j < rank && k == j + 1 ==>
     isc_packed_stride(bytes, rank, dims, j) == isc_scaled(dims[j], isc_packed_stride(bytes, rank, dims, k)); @/
void isc_reveal_packed_any(isocast_idx rank, const isocast_idx *dims) {}

/@ terminates \true;
   assigns \nothing;
   ensures isc_elements(0, dims) == 1;
   ensures \forall integer j, k; 0 <= j && k == j + 1 ==> isc_elements(k, dims) == isc_scaled(dims[j], isc_elements(j, dims)); @/
void isc_reveal_elements_next(const isocast_idx *dims) {}

/@ requires isc_shape(t);
   terminates \true;
   assigns \nothing;
   ensures \result <==> isc_single(t); @/
int isc_has_one(const isocast_tensor *t)
{
    isocast_idx k = 0;
    /@ loop invariant 0 <= k <= t->rank;
       loop invariant \forall integer j; 0 <= j < k ==> t->dims[j] == 1;
       loop assigns k;
       loop variant t->rank - k; @/
    while (k < t->rank) {
        if (t->dims[k] != 1) return 0;
        k++;
    }
    return 1;
}

/@ requires isc_strided(t) && isc_strided(result) && isc_runs(t, result, 1) && (single != 0 <==> isc_single(t));
   terminates \true;
   assigns \nothing;
   ensures isc_in_rows(t, single, result); @/
void isc_rows_follow(const isocast_tensor *t, int single, const isocast_tensor *result)
{
    isc_reveal_no_step();
    isc_reveal_packed_any(t->rank, t->dims);
    /@ assert steps: \forall integer j, k; 0 <= j < result->rank && k == j + 1 ==>
         isc_run_step(t, single, j) == isc_scaled(result->dims[j], isc_run_step(t, single, k)); @/
    /@ assert strides: \forall integer j, k; 0 <= j < result->rank && k == j + 1 && result->dims[j] != 1 ==>
         isc_stretched(t, result->rank, j) == isc_run_step(t, single, k); @/
}

/@ requires isc_strided(result) && \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k];
   requires isc_in_rows(t, single, result) && isc_in_rows(result, 0, result);
   terminates \true;
   assigns \nothing;
   ensures isc_run_met(result->rank, t, result, isc_elements(result->rank, result->dims),
                       isc_run_step(t, single, result->rank), isc_run_step(result, 0, result->rank)); @/
void isc_rows_met(const isocast_tensor *t, int single, const isocast_tensor *result)
{
    isocast_idx k = 0;
    isc_reveal_no_step();
    isc_unfold_places();
    isc_reveal_splits();
    isc_reveal_elements_next(result->dims);
    /@ assert none: isc_scaled(0, isc_run_step(t, single, 0)) == 0 && isc_scaled(0, isc_run_step(result, 0, 0)) == 0; @/
    /@ loop invariant range: 0 <= k <= result->rank;
       loop invariant met: isc_run_met(k, t, result, isc_elements(k, result->dims), isc_run_step(t, single, k),
                                       isc_run_step(result, 0, k));
       loop assigns k;
       loop variant result->rank - k; @/
    while (k < result->rank) {
        isocast_idx next = k + 1;
        /@ assert count: isc_elements(next, result->dims) == isc_scaled(result->dims[k], isc_elements(k, result->dims)); @/
        /@ assert own: isc_ways_alike(result->dims[k], result->strides[k], isc_run_step(result, 0, next)); @/
        /@ assert other: isc_ways_alike(result->dims[k], isc_stretched(t, result->rank, k), isc_run_step(t, single, next)); @/
        /@ assert axis: isc_run_axis(result->dims[k], isc_stretched(t, result->rank, k), result->strides[k],
                                     isc_elements(k, result->dims), isc_run_step(t, single, next),
                                     isc_run_step(result, 0, next)); @/
        /@ assert next: \forall integer a, b; isc_places_next(k, t, result, a, b) ==>
             (isc_places(next, t, result, a, b) <==> isc_run_within(result->dims[k], isc_stretched(t, result->rank, k),
               result->strides[k], isc_elements(k, result->dims), isc_run_step(t, single, k), isc_run_step(result, 0, k),
               a, b)); @/
        /@ assert one: \forall integer a, b; isc_run_within(result->dims[k], isc_stretched(t, result->rank, k),
               result->strides[k], isc_elements(k, result->dims), isc_run_step(t, single, k), isc_run_step(result, 0, k),
               a, b) <==> isc_in_run(isc_elements(next, result->dims), isc_run_step(t, single, next),
                                     isc_run_step(result, 0, next), a, b); @/
        /@ assert met: isc_run_met(next, t, result, isc_elements(next, result->dims), isc_run_step(t, single, next),
                                   isc_run_step(result, 0, next)); @/
        k = next;
    }
}

/@ requires isc_strided(t) && isc_strided(result) && isc_runs(t, result, elements) && 1 <= elements;
   requires isc_packed(result, isc_bytes(result->type)) && isc_counted(result, elements);
   terminates \true;
   assigns \nothing;
   ensures isc_one_run(t, result, elements); @/
void isc_tensor_is_run(const isocast_tensor *t, const isocast_tensor *result, isocast_idx elements)
{
    if (elements == 1) {
        isc_single_met(t, result);
    } else {
        int single = isc_has_one(t);
        /@ assert several: !isc_single(result); @/
        isc_rows_follow(t, single, result);
        isc_rows_follow(result, 0, result);
        isc_rows_met(t, single, result);
        isc_reveal_packed_any(t->rank, t->dims);
        isc_reveal_packed_any(result->rank, result->dims);
        /@ assert result: isc_run_step(result, 0, result->rank) == isc_bytes(result->type); @/
        /@ assert step: \forall integer stride; isc_run_stride(t, elements, stride) ==>
             stride == isc_run_step(t, single, result->rank); @/
    }
}

/@ requires isc_call(n, inputs, result) && 1 <= elements && isc_counted(result, elements);
   requires \forall integer m; 0 <= m < n ==> isc_runs(inputs + m, result, elements);
   requires isc_packed(result, isc_bytes(result->type));
   terminates \true;
   assigns \nothing;
   ensures \forall integer m; 0 <= m < n ==> isc_one_run(inputs + m, result, elements); @/
void isc_tensors_are_runs(isocast_idx n, const isocast_tensor *inputs, const isocast_tensor *result, isocast_idx elements)
{
    isocast_idx m = 0;
    /@ loop invariant 0 <= m <= n;
       loop invariant \forall integer i; 0 <= i < m ==> isc_one_run(inputs + i, result, elements);
       loop assigns m;
       loop variant n - m; @/
    while (m < n) {
        isc_tensor_is_run(inputs + m, result, elements);
        m++;
    }
}
*/

#endif
