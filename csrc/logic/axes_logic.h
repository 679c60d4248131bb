/* Axes turned, ordered and merged: what a plan's axes keep. Only annotations: nothing to compile.
 *
 * A total over the axes is their number of elements, or the lowest or highest offset that an index can have: whatever
 * order the axes are in, and also where neighbours are one axis, it is the same. */
#ifndef ISC_AXES_LOGIC_H
#define ISC_AXES_LOGIC_H

#define ISC_ELEMENTS 0
#define ISC_LOWEST 1
#define ISC_HIGHEST 2

/* Opaque where they are used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Totals {
      logic integer isc_with(integer kind, integer total, integer size, integer stride);
      logic integer isc_total{L}(integer kind, integer rank, isocast_idx *dims, isocast_idx *strides)
        reads dims[0 .. rank - 1], strides[0 .. rank - 1];
      logic integer isc_picked{L}(integer kind, integer rank, isc_mark *from, isocast_idx *dims, isocast_idx *strides)
        reads from[0 .. rank - 1], dims[from[0 .. rank - 1]], strides[from[0 .. rank - 1]];
      logic integer isc_reach{L}(integer rank, isocast_idx *dims, isocast_idx *strides, isc_mark *turned)
        reads dims[0 .. rank - 1], strides[0 .. rank - 1], turned[0 .. rank - 1];
    } */
#else
/*@ // A total with one more axis.
    logic integer isc_with(integer kind, integer total, integer size, integer stride) =
      kind == ISC_ELEMENTS ? total * size :
      kind == ISC_LOWEST ? total + (stride < 0 ? isc_way(size, stride) : 0) :
                           total + (stride < 0 ? 0 : isc_way(size, stride));
    logic integer isc_total{L}(integer kind, integer rank, isocast_idx *dims, isocast_idx *strides) =
      rank <= 0 ? (kind == ISC_ELEMENTS ? 1 : 0) :
        isc_with(kind, isc_total(kind, rank - 1, dims, strides), dims[rank - 1], strides[rank - 1]);
    // The total of the axes from[0], from[1], ...
    logic integer isc_picked{L}(integer kind, integer rank, isc_mark *from, isocast_idx *dims, isocast_idx *strides) =
      rank <= 0 ? (kind == ISC_ELEMENTS ? 1 : 0) :
        isc_with(kind, isc_picked(kind, rank - 1, from, dims, strides), dims[from[rank - 1]], strides[from[rank - 1]]);
    // From the first element along the axes that are turned.
    logic integer isc_reach{L}(integer rank, isocast_idx *dims, isocast_idx *strides, isc_mark *turned) =
      rank <= 0 ? 0 : isc_reach(rank - 1, dims, strides, turned) +
        (turned[rank - 1] != 0 ? isc_way(dims[rank - 1], strides[rank - 1]) : 0);
*/
#endif

/*@ // One axis more: by a name, so that provers unfold it only where it is asked for.
    predicate isc_reach_next{L}(integer k, isocast_idx *dims, isocast_idx *strides, isc_mark *turned) =
      isc_reach(k + 1, dims, strides, turned) ==
        isc_reach(k, dims, strides, turned) + (turned[k] != 0 ? isc_way(dims[k], strides[k]) : 0);
    predicate isc_total_next{L}(integer kind, integer k, isocast_idx *dims, isocast_idx *strides) =
      isc_total(kind, k + 1, dims, strides) == isc_with(kind, isc_total(kind, k, dims, strides), dims[k], strides[k]);

    predicate isc_turnable{L}(integer rank, isocast_idx *dims, isc_mark *turned) =
      0 <= rank <= ISOCAST_MAX_RANK && \valid_read(dims + (0 .. rank - 1)) && \valid_read(turned + (0 .. rank - 1));

    // An operand that is walked backwards begins at its other end.
    predicate isc_data_turned{L1, L2}(isocast_plan *plan, integer count, isc_mark *turned) =
      \forall integer m; 0 <= m < count ==> \at(plan->operands[m].data, L2) == \at(plan->operands[m].data, L1) +
        \at(isc_reach(plan->rank, &plan->dims[0], &plan->operands[m].strides[0], turned), L1);

    // Every axis comes from one axis, and no two from the same.
    predicate isc_permutation{L}(integer rank, isc_mark *from) =
      (\forall integer k; 0 <= k < rank ==> 0 <= from[k] < rank) &&
      (\forall integer j, k; 0 <= j < k < rank ==> from[j] != from[k]);

    // Whatever the axes are, so taken they have the same totals.
    predicate isc_totals_kept{L}(integer rank, isc_mark *from) =
      \forall isocast_idx *dims, *strides, integer kind;
        isc_picked(kind, rank, from, dims, strides) == isc_total(kind, rank, dims, strides);

    logic integer isc_plan_total{L}(integer kind, isocast_plan *plan) =
      isc_total(kind, plan->rank, &plan->dims[0], &plan->flat[0]);

    // The flat indices of a plan's elements begin with 0, and the last follows from their number.
    predicate isc_flat_range{L}(isocast_plan *plan) =
      plan->flat_base + isc_plan_total(ISC_LOWEST, plan) == 0 &&
      plan->flat_base + isc_plan_total(ISC_HIGHEST, plan) == isc_plan_total(ISC_ELEMENTS, plan) - 1;

    // A plan has as many elements as it had; its flat indices, where they are asked for, have the same range.
    predicate isc_plan_totals{L1, L2}(isocast_plan *plan) =
      isc_plan_total{L2}(ISC_ELEMENTS, plan) == isc_plan_total{L1}(ISC_ELEMENTS, plan) &&
      (\at(plan->indexed, L2) ==>
        isc_plan_total{L2}(ISC_LOWEST, plan) == isc_plan_total{L1}(ISC_LOWEST, plan) &&
        isc_plan_total{L2}(ISC_HIGHEST, plan) == isc_plan_total{L1}(ISC_HIGHEST, plan));

    // Memory of one entry an axis, apart from a plan and its operands.
    predicate isc_room{L}(isocast_idx *values, isocast_plan *plan, integer count) =
      \valid(values + (0 .. plan->rank - 1)) && \separated(values + (0 .. plan->rank - 1), plan) &&
      \separated(values + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));

    predicate isc_marks{L}(isc_mark *values, isocast_plan *plan, integer count) =
      \valid(values + (0 .. plan->rank - 1)) && \separated(values + (0 .. plan->rank - 1), plan) &&
      \separated(values + (0 .. plan->rank - 1), plan->operands + (0 .. count - 1));

    // An axis and the one before it are one axis in every operand, and in the flat index where it is asked for.
    predicate isc_joinable{L}(isocast_plan *plan, integer count, integer k) =
      (\forall integer m, j; 0 <= m < count && k == j + 1 ==>
        plan->operands[m].strides[j] == isc_scaled(plan->dims[k], plan->operands[m].strides[k])) &&
      (plan->indexed ==> \forall integer j; k == j + 1 ==> plan->flat[j] == isc_scaled(plan->dims[k], plan->flat[k]));

    predicate isc_joins_noted{L}(isocast_plan *plan, integer count, isc_mark *joined) =
      \forall integer k; 1 <= k < plan->rank && joined[k] != 0 ==> isc_joinable(plan, count, k);

    predicate isc_flat_joined{L}(integer rank, isc_mark *joined, isocast_idx *dims, isocast_idx *flat) =
      \forall integer j, k; 0 <= j && k == j + 1 && k < rank && joined[k] != 0 ==>
        flat[j] == isc_scaled(dims[k], flat[k]);

    // The last axis of each group of neighbours: within a group every axis but the first is joined to the one before.
    predicate isc_ends{L}(integer rank, isc_mark *joined, integer groups, isc_mark *last) =
      1 <= groups <= rank && last[groups - 1] == rank - 1 &&
      (\forall integer g; 0 <= g < groups ==> g <= last[g] < rank) &&
      (\forall integer g, h; 0 <= g && h == g + 1 && h < groups ==> last[g] < last[h]) &&
      (\forall integer g, k; 0 <= g < groups - 1 && k == last[g] + 1 ==> joined[k] == 0) &&
      (\forall integer k; 0 < k <= last[0] ==> joined[k] != 0) &&
      (\forall integer g, h, k; 0 <= g && h == g + 1 && h < groups && last[g] + 1 < k <= last[h] ==> joined[k] != 0);

    // The size of each group up to an axis.
    predicate isc_group_sizes{L}(integer rank, isocast_idx *dims, isc_mark *joined, isocast_idx *sizes) =
      (0 < rank ==> sizes[0] == dims[0]) && (\forall integer k; 0 <= k < rank ==> 1 <= sizes[k]) &&
      (\forall integer j, k; 0 <= j && k == j + 1 && k < rank ==>
        sizes[k] == (joined[k] != 0 ? isc_scaled(dims[k], sizes[j]) : dims[k]));
*/

#endif
