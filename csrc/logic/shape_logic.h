/* Shapes as the clauses speak of them: ones prepended, the size of an axis, E1. Only annotations: nothing to compile. */
#ifndef ISC_SHAPE_LOGIC_H
#define ISC_SHAPE_LOGIC_H

/*@ // A shape that can be read: its sizes are there and none is negative.
    predicate isc_shape{L}(isocast_tensor *t) =
      \valid_read(t) && 0 <= t->rank && \valid_read(t->dims + (0 .. t->rank - 1)) &&
      (\forall integer k; 0 <= k < t->rank ==> 0 <= t->dims[k]);

    predicate isc_shapes{L}(integer n, isocast_tensor *inputs, integer rank) =
      0 <= n && 0 <= rank &&
      (\forall integer m; 0 <= m < n ==> isc_shape(inputs + m) && inputs[m].rank <= rank);

    // Memory that is written while shapes are still read.
    predicate isc_shape_apart{L}(isocast_tensor *t, isocast_idx *to, integer room) =
      \separated(to + (0 .. room - 1), t) && \separated(to + (0 .. room - 1), t->dims + (0 .. t->rank - 1));

    // Clauses: step1. The size on an axis of the common rank.
    logic integer isc_aligned{L}(isocast_tensor *t, integer rank, integer axis) =
      axis < rank - t->rank ? 1 : t->dims[axis - (rank - t->rank)];

    // Clauses: step2, B5. The largest size; but 0 where 0 meets only 0 and 1.
    predicate isc_axis_size{L}(integer n, isocast_tensor *inputs, integer rank, integer axis, integer size) =
      0 <= size &&
      (\forall integer m; 0 <= m < n ==> isc_aligned(inputs + m, rank, axis) <= (size == 0 ? 1 : size)) &&
      (size == 1 ==> \forall integer m; 0 <= m < n ==> isc_aligned(inputs + m, rank, axis) == 1) &&
      (size != 1 ==> \exists integer m; 0 <= m < n && isc_aligned(inputs + m, rank, axis) == size);

    // Clauses: E1. A tensor that is neither 1 nor the result's size on an axis.
    predicate isc_misfit{L}(isocast_tensor *t, integer rank, integer axis, integer size) =
      isc_aligned(t, rank, axis) != size && isc_aligned(t, rank, axis) != 1;

    predicate isc_fits{L}(isocast_tensor *t, integer rank, isocast_idx *dims) =
      \forall integer axis; 0 <= axis < rank ==> !isc_misfit(t, rank, axis, dims[axis]);

    predicate isc_refused{L}(isocast_fault *fault, integer tensor, integer axis) =
      fault->tensor == tensor && fault->axis == axis && fault->index == -1;
*/

/* The number of elements: opaque where it is used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Elements {
      logic integer isc_elements{L}(integer rank, isocast_idx *dims) reads dims[0 .. rank - 1];
    } */
#else
/*@ logic integer isc_elements{L}(integer rank, isocast_idx *dims) =
      rank <= 0 ? 1 : isc_elements(rank - 1, dims) * dims[rank - 1];
*/
#endif

#endif
