/* Pairs of elements: which places of two operands belong to the same index. Only annotations: nothing to compile.
 *
 * A plan's axes are turned round, ordered and merged; the pairs of places that they are walked through stay. */
#ifndef ISC_MEETS_LOGIC_H
#define ISC_MEETS_LOGIC_H

/* Opaque where they are used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Meetings {
      predicate isc_meets{L}(integer rank, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a, integer b)
        reads dims[0 .. rank - 1], s[0 .. rank - 1], t[0 .. rank - 1];
      predicate isc_picked_meets{L}(integer rank, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t,
                                    integer a, integer b)
        reads from[0 .. rank - 1], dims[from[0 .. rank - 1]], s[from[0 .. rank - 1]], t[from[0 .. rank - 1]];
    } */
#else
/*@ // Some index of the axes is a from the first by the strides s, and b from it by the strides t.
    predicate isc_meets{L}(integer rank, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a, integer b) =
      rank <= 0 ? a == 0 && b == 0 : \exists integer d; 0 <= d < dims[rank - 1] &&
        isc_meets(rank - 1, dims, s, t, a - isc_scaled(d, s[rank - 1]), b - isc_scaled(d, t[rank - 1]));
    // The same of the axes from[0], from[1], ...
    predicate isc_picked_meets{L}(integer rank, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t,
                                  integer a, integer b) =
      rank <= 0 ? a == 0 && b == 0 : \exists integer d; 0 <= d < dims[from[rank - 1]] &&
        isc_picked_meets(rank - 1, from, dims, s, t, a - isc_scaled(d, s[from[rank - 1]]),
                         b - isc_scaled(d, t[from[rank - 1]]));
*/
#endif

/*@ // One axis more: by a name, so that provers unfold it only where it is asked for.
    predicate isc_meets_next{L}(integer k, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a, integer b) =
      isc_meets(k + 1, dims, s, t, a, b) <==> \exists integer d; 0 <= d < dims[k] &&
        isc_meets(k, dims, s, t, a - isc_scaled(d, s[k]), b - isc_scaled(d, t[k]));
    predicate isc_picked_next{L}(integer k, isc_mark *from, isocast_idx *dims, isocast_idx *s, isocast_idx *t, integer a,
                                 integer b) =
      isc_picked_meets(k + 1, from, dims, s, t, a, b) <==> \exists integer d; 0 <= d < dims[from[k]] &&
        isc_picked_meets(k, from, dims, s, t, a - isc_scaled(d, s[from[k]]), b - isc_scaled(d, t[from[k]]));

    // Clauses: access. Operands i and m have an element at x and one at y at the same index of the plan's axes; an
    // operand has one at x where the flat index is v.
    predicate isc_visits{L}(isocast_plan *plan, integer i, integer m, unsigned char *x, unsigned char *y) =
      \base_addr(x) == \base_addr(plan->operands[i].data) && \base_addr(y) == \base_addr(plan->operands[m].data) &&
      isc_meets(plan->rank, &plan->dims[0], &plan->operands[i].strides[0], &plan->operands[m].strides[0],
                x - plan->operands[i].data, y - plan->operands[m].data);
    predicate isc_indexes{L}(isocast_plan *plan, integer m, unsigned char *x, integer v) =
      \base_addr(x) == \base_addr(plan->operands[m].data) &&
      isc_meets(plan->rank, &plan->dims[0], &plan->operands[m].strides[0], &plan->flat[0],
                x - plan->operands[m].data, v - plan->flat_base);

    // The same pairs before and after, in both directions.
    predicate isc_pairs_kept{L1, L2}(isocast_plan *plan, integer count) =
      (\forall integer i, m, unsigned char *x, *y; 0 <= i < count && 0 <= m < count ==>
        (isc_visits{L2}(plan, i, m, x, y) <==> isc_visits{L1}(plan, i, m, x, y)));
    predicate isc_indices_kept{L1, L2}(isocast_plan *plan, integer count) =
      (\forall integer m, v, unsigned char *x; 0 <= m < count ==>
        (isc_indexes{L2}(plan, m, x, v) <==> isc_indexes{L1}(plan, m, x, v)));
*/

#endif
