/* Where the elements of a plan are, position by position. Only annotations: nothing to compile. */
#ifndef ISC_SPOT_LOGIC_H
#define ISC_SPOT_LOGIC_H

/* How far the element of position p is from the first, by the sizes and strides of the axes k .. n - 1: what isc_off is
 * by the sizes of blocks. Opaque where it is used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Placing {
      logic integer isc_place{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n, integer p)
        reads dims[0 .. n - 1], strides[0 .. n - 1];
    } */
#else
/*@ // Clauses: access, f. The index along axis k by its stride, and so on below.
    logic integer isc_place{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n, integer p) =
      k >= n ? 0 : isc_times(p / isc_suffix(dims, k + 1, n), strides[k]) +
        isc_place(dims, strides, k + 1, n, p % isc_suffix(dims, k + 1, n));
*/
#endif

/*@ // Clauses: access, f. Where the element of position p of operand m is, and its flat index in the result.
    logic unsigned char *isc_spot{L}(isocast_plan *plan, integer m, integer p) = plan->operands[m].data +
      isc_place(&plan->dims[0], &plan->operands[m].strides[0], 0, plan->rank, p);
    logic integer isc_flat_index{L}(isocast_plan *plan, integer p) =
      plan->flat_base + isc_place(&plan->dims[0], &plan->flat[0], 0, plan->rank, p);
*/

#endif
