/* Tensors as they are given: which places of an input and of the result belong to the same index. Only annotations:
 * nothing to compile.
 *
 * An index has an entry for each axis of the result, also for those of size 1. What a plan makes of the tensors has the
 * same pairs of places (isc_pairs_taken). */
#ifndef ISC_TENSORS_LOGIC_H
#define ISC_TENSORS_LOGIC_H

/*@ // Clauses: f, step1-access. The index of a tensor on an axis, where d is the result's: 0 where its size is 1.
    logic integer isc_own_index{L}(isocast_tensor *t, integer rank, integer axis, integer d) =
      isc_aligned(t, rank, axis) == 1 ? 0 : d;

    // Clauses: access, step1-access. How far that is from the tensor's first element, along the axis alone: a tensor of
    // lower rank has its axes at the end.
    logic integer isc_own_way{L}(isocast_tensor *t, integer rank, integer axis, integer d) = axis < rank - t->rank ? 0 :
      isc_scaled(isc_own_index(t, rank, axis, d), t->strides[axis - (rank - t->rank)]);
*/

/* Opaque where it is used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_TensorPlaces {
      predicate isc_places{L}(integer axes, isocast_tensor *t, isocast_tensor *result, integer a, integer b)
        reads t->rank, t->dims, t->strides, t->dims[0 .. t->rank - 1], t->strides[0 .. t->rank - 1],
          result->rank, result->dims, result->strides, result->dims[0 .. axes - 1], result->strides[0 .. axes - 1];
    } */
#else
/*@ // Some index of the result's first axes is a from the tensor's first element, and b from the result's.
    predicate isc_places{L}(integer axes, isocast_tensor *t, isocast_tensor *result, integer a, integer b) =
      axes <= 0 ? a == 0 && b == 0 : \exists integer d; 0 <= d < result->dims[axes - 1] &&
        isc_places(axes - 1, t, result, a - isc_own_way(t, result->rank, axes - 1, d),
                   b - isc_scaled(d, result->strides[axes - 1]));
*/
#endif

/*@ // One axis more; and the same with 0 for the stride where the tensor is stretched.
    predicate isc_places_by_f{L}(integer k, isocast_tensor *t, isocast_tensor *result, integer a, integer b) =
      isc_places(k + 1, t, result, a, b) <==> \exists integer d; 0 <= d < result->dims[k] &&
        isc_places(k, t, result, a - isc_own_way(t, result->rank, k, d), b - isc_scaled(d, result->strides[k]));
    predicate isc_places_by_stride{L}(integer k, isocast_tensor *t, isocast_tensor *result, integer a, integer b) =
      \exists integer d; 0 <= d < result->dims[k] &&
        isc_places(k, t, result, a - isc_scaled(d, isc_stretched(t, result->rank, k)),
                   b - isc_scaled(d, result->strides[k]));
    predicate isc_places_next{L}(integer k, isocast_tensor *t, isocast_tensor *result, integer a, integer b) =
      isc_places(k + 1, t, result, a, b) <==> isc_places_by_stride(k, t, result, a, b);

    // Clauses: f, access, step1-access. Some index of the result's shape has the result's element at y, and the input's,
    // by f, at x.
    predicate isc_tensors_meet{L}(isocast_tensor *t, isocast_tensor *result, unsigned char *x, unsigned char *y) =
      \base_addr(x) == \base_addr(t->data) && \base_addr(y) == \base_addr(result->data) &&
      isc_places(result->rank, t, result, x - t->data, y - result->data);

    // Clauses: f, access. Each input and the result meet in a plan exactly where the tensors do.
    predicate isc_pairs_taken{L1, L2}(isocast_plan *plan, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      \forall integer m, unsigned char *x, *y; 0 <= m < n ==>
        (isc_visits{L2}(plan, m, n, x, y) <==> isc_tensors_meet{L1}(inputs + m, result, x, y));

    // The same of one input, before first elements are looked at.
    predicate isc_laid_pair{L1, L2}(integer axis, integer k, isocast_tensor *t, isocast_tensor *result, isocast_idx *dims,
                                    isocast_idx *s, isocast_idx *u) =
      \forall integer a, b; isc_meets{L2}(k, dims, s, u, a, b) <==> isc_places{L1}(axis, t, result, a, b);
    // Every so many bytes of the one and of the other, from their first elements on.
    predicate isc_in_run(integer count, integer p, integer q, integer a, integer b) =
      \exists integer d; 0 <= d < count && a == isc_scaled(d, p) && b == isc_scaled(d, q);
    predicate isc_run_met{L}(integer axes, isocast_tensor *t, isocast_tensor *result, integer count, integer p, integer q) =
      \forall integer a, b; isc_places(axes, t, result, a, b) <==> isc_in_run(count, p, q, a, b);

    // Clauses: f, access. A tensor and the result meet as two runs do.
    predicate isc_one_run{L}(isocast_tensor *t, isocast_tensor *result, integer elements) =
      \forall integer stride; isc_run_stride(t, elements, stride) ==>
        isc_run_met(result->rank, t, result, elements, stride, isc_bytes(result->type));
*/

#endif
