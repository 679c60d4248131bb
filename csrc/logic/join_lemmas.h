/* Lemmas about merged axes: they are met at the same places. */
#ifndef ISC_JOIN_LEMMAS_H
#define ISC_JOIN_LEMMAS_H

#include "splits_lemmas.h"

/*@ // The groups before, and of the next one its axes up to `axis` as one; an axis more, by itself.
    predicate isc_open{L}(integer g, integer axis, isc_mark *last, isocast_idx *sizes, isocast_idx *s, isocast_idx *t,
                          integer a, integer b) =
      \exists integer d; 0 <= d < sizes[axis] && isc_picked_meets(g, last, sizes, s, t, a - isc_scaled(d, s[axis]),
                                                                  b - isc_scaled(d, t[axis]));
    predicate isc_nested{L}(integer g, integer axis, integer k, isc_mark *last, isocast_idx *sizes, isocast_idx *dims,
                            isocast_idx *s, isocast_idx *t, integer a, integer b) =
      \exists integer c, e; 0 <= c < sizes[axis] && 0 <= e < dims[k] &&
        isc_picked_meets(g, last, sizes, s, t, a - isc_scaled(e, s[k]) - isc_scaled(c, s[axis]),
                         b - isc_scaled(e, t[k]) - isc_scaled(c, t[axis]));
    predicate isc_open_pair{L}(integer g, integer axis, isc_mark *last, isocast_idx *sizes, isocast_idx *dims,
                               isocast_idx *s, isocast_idx *t) =
      \forall integer a, b; isc_open(g, axis, last, sizes, s, t, a, b) <==> isc_meets(axis + 1, dims, s, t, a, b);
    predicate isc_closed_pair{L}(integer g, integer axis, isc_mark *last, isocast_idx *sizes, isocast_idx *dims,
                                 isocast_idx *s, isocast_idx *t) =
      \forall integer a, b; isc_picked_meets(g, last, sizes, s, t, a, b) <==> isc_meets(axis, dims, s, t, a, b);
    predicate isc_joining{L}(integer axis, integer k, isocast_idx *sizes, isocast_idx *dims, isocast_idx *s,
                             isocast_idx *t) =
      sizes[k] == isc_scaled(dims[k], sizes[axis]) && s[axis] == isc_scaled(dims[k], s[k]) &&
      t[axis] == isc_scaled(dims[k], t[k]);

    // One axis of each group, with the size of the group and the stride of its last axis.
    predicate isc_last_kept{L1, L2}(integer groups, isc_mark *last, isocast_idx *s) =
      \forall integer g; 0 <= g < groups ==> \at(s[g], L2) == \at(s[last[g]], L1);
    predicate isc_kept_pair{L1, L2}(integer n, isc_mark *last, isocast_idx *sizes, isocast_idx *dims, isocast_idx *s,
                                    isocast_idx *t) =
      \forall integer a, b; isc_meets{L2}(n, dims, s, t, a, b) <==> isc_picked_meets{L1}(n, last, sizes, s, t, a, b);
    predicate isc_keeping{L1, L2}(integer n, isc_mark *last, isocast_idx *sizes, isocast_idx *dims, isocast_idx *s,
                                  isocast_idx *t) =
      isc_kept_pair{L1, L2}(n, last, sizes, dims, s, t) && \at(dims[n], L2) == \at(sizes[last[n]], L1) &&
      \at(s[n], L2) == \at(s[last[n]], L1) && \at(t[n], L2) == \at(t[last[n]], L1);

    // The same entries, met at the same places.
    predicate isc_still{L1, L2}(integer rank, isocast_idx *s) = \forall integer k; 0 <= k < rank ==>
      \at(s[k], L2) == \at(s[k], L1);
    predicate isc_still_pair{L1, L2}(integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      \forall integer a, b; isc_meets{L2}(n, dims, s, t, a, b) <==> isc_meets{L1}(n, dims, s, t, a, b);
    predicate isc_staying{L1, L2}(integer n, isocast_idx *dims, isocast_idx *s, isocast_idx *t) =
      isc_still_pair{L1, L2}(n, dims, s, t) && \at(dims[n], L2) == \at(dims[n], L1) &&
      \at(s[n], L2) == \at(s[n], L1) && \at(t[n], L2) == \at(t[n], L1);

    // Operands that begin where they began, with axes that are met where they were.
    predicate isc_met_alike{L1, L2}(isocast_plan *plan, integer i, integer m) =
      \at(plan->operands, L1) == \at(plan->operands, L2) &&
      \at(plan->operands[i].data, L1) == \at(plan->operands[i].data, L2) &&
      \at(plan->operands[m].data, L1) == \at(plan->operands[m].data, L2) && \forall integer a, b;
        \at(isc_meets(plan->rank, &plan->dims[0], &plan->operands[i].strides[0], &plan->operands[m].strides[0], a, b), L2)
        <==>
        \at(isc_meets(plan->rank, &plan->dims[0], &plan->operands[i].strides[0], &plan->operands[m].strides[0], a, b), L1);
    predicate isc_indexed_alike{L1, L2}(isocast_plan *plan, integer m) =
      \at(plan->operands, L1) == \at(plan->operands, L2) && \at(plan->flat_base, L1) == \at(plan->flat_base, L2) &&
      \at(plan->operands[m].data, L1) == \at(plan->operands[m].data, L2) && \forall integer a, b;
        \at(isc_meets(plan->rank, &plan->dims[0], &plan->operands[m].strides[0], &plan->flat[0], a, b), L2) <==>
        \at(isc_meets(plan->rank, &plan->dims[0], &plan->operands[m].strides[0], &plan->flat[0], a, b), L1);
*/

#ifndef ISC_REVEAL
/*@ lemma isc_split_index{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b, d; isc_joining(axis, k, sizes, dims, s, t) && isc_parts(d, dims[k], sizes[axis], s[k], t[k]) &&
      isc_picked_meets(g, last, sizes, s, t, a - isc_scaled(d, s[k]), b - isc_scaled(d, t[k])) ==>
      isc_nested(g, axis, k, last, sizes, dims, s, t, a, b);
    lemma isc_split_axis{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b; isc_joining(axis, k, sizes, dims, s, t) && isc_splits(dims[k], sizes[axis], s[k], t[k]) ==>
      (isc_open(g, k, last, sizes, s, t, a, b) ==> isc_nested(g, axis, k, last, sizes, dims, s, t, a, b));
    lemma isc_join_index{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b, c, e; isc_joining(axis, k, sizes, dims, s, t) &&
      isc_made_one(c, e, dims[k], sizes[axis], s[k], t[k]) &&
      isc_picked_meets(g, last, sizes, s, t, a - isc_scaled(e, s[k]) - isc_scaled(c, s[axis]),
                       b - isc_scaled(e, t[k]) - isc_scaled(c, t[axis])) ==>
      isc_open(g, k, last, sizes, s, t, a, b);
    lemma isc_join_axis{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b; isc_joining(axis, k, sizes, dims, s, t) && isc_splits(dims[k], sizes[axis], s[k], t[k]) ==>
      (isc_nested(g, axis, k, last, sizes, dims, s, t, a, b) ==> isc_open(g, k, last, sizes, s, t, a, b));
    lemma isc_nest_forth{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b; k == axis + 1 && isc_open_pair(g, axis, last, sizes, dims, s, t) && isc_meets_next(k, dims, s, t, a, b) ==>
      (isc_nested(g, axis, k, last, sizes, dims, s, t, a, b) ==> isc_meets(k + 1, dims, s, t, a, b));
    lemma isc_nest_back{L}: \forall integer g, axis, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t,
      integer a, b; k == axis + 1 && isc_open_pair(g, axis, last, sizes, dims, s, t) && isc_meets_next(k, dims, s, t, a, b) ==>
      (isc_meets(k + 1, dims, s, t, a, b) ==> isc_nested(g, axis, k, last, sizes, dims, s, t, a, b));
    lemma isc_close{L}: \forall integer g, axis, isc_mark *last, isocast_idx *sizes, *s, *t, integer a, b;
      axis == last[g] && isc_picked_next(g, last, sizes, s, t, a, b) ==>
      (isc_picked_meets(g + 1, last, sizes, s, t, a, b) <==> isc_open(g, axis, last, sizes, s, t, a, b));
    lemma isc_begin{L}: \forall integer g, k, isc_mark *last, isocast_idx *sizes, *dims, *s, *t, integer a, b;
      isc_closed_pair(g, k, last, sizes, dims, s, t) && sizes[k] == dims[k] && isc_meets_next(k, dims, s, t, a, b) ==>
      (isc_open(g, k, last, sizes, s, t, a, b) <==> isc_meets(k + 1, dims, s, t, a, b));
    lemma isc_alike_visits{L1, L2}: \forall isocast_plan *plan, integer i, m, unsigned char *x, *y;
      isc_met_alike{L1, L2}(plan, i, m) ==>
      (isc_visits{L2}(plan, i, m, x, y) <==> isc_visits{L1}(plan, i, m, x, y));
    lemma isc_alike_indexes{L1, L2}: \forall isocast_plan *plan, integer m, v, unsigned char *x;
      isc_indexed_alike{L1, L2}(plan, m) ==> (isc_indexes{L2}(plan, m, x, v) <==> isc_indexes{L1}(plan, m, x, v));
    lemma isc_stay_next{L1, L2}: \forall integer n, a, b, isocast_idx *dims, *s, *t;
      isc_staying{L1, L2}(n, dims, s, t) && isc_meets_next{L1}(n, dims, s, t, a, b) &&
      isc_meets_next{L2}(n, dims, s, t, a, b) ==>
      (isc_meets{L2}(n + 1, dims, s, t, a, b) <==> isc_meets{L1}(n + 1, dims, s, t, a, b));
    lemma isc_keep_next{L1, L2}: \forall integer n, a, b, isc_mark *last, isocast_idx *sizes, *dims, *s, *t;
      isc_keeping{L1, L2}(n, last, sizes, dims, s, t) && isc_picked_next{L1}(n, last, sizes, s, t, a, b) &&
      isc_meets_next{L2}(n, dims, s, t, a, b) ==>
      (isc_meets{L2}(n + 1, dims, s, t, a, b) <==> isc_picked_meets{L1}(n + 1, last, sizes, s, t, a, b));
*/
#endif

/*@ ghost
/@ requires isc_group_sizes(rank, dims, joined, sizes) && 0 <= axis < rank - 1 && rank <= ISOCAST_MAX_RANK;
   requires joined[axis + 1] == 0;
   terminates \true;
   assigns \nothing;
   ensures sizes[axis + 1] == dims[axis + 1]; @/
void isc_own_size(isocast_idx rank, const isc_mark *joined, const isocast_idx *dims, const isocast_idx *sizes,
                  isocast_idx axis)
{
    isocast_idx next = axis + 1;
    /@ assert own: sizes[next] == (joined[next] != 0 ? isc_scaled(dims[next], sizes[axis]) : dims[next]); @/
}

// The axis after the end of a group begins one of its own.
/@ requires 1 <= rank <= ISOCAST_MAX_RANK && isc_ends(rank, joined, groups, last);
   requires 0 <= axis < rank - 1 && 0 <= g < groups && axis == last[g];
   terminates \true;
   assigns \nothing;
   ensures g < groups - 1 && joined[axis + 1] == 0; @/
void isc_group_ends(isocast_idx rank, const isc_mark *joined, isocast_idx groups, const isc_mark *last,
                    isocast_idx axis, isocast_idx g)
{
    isocast_idx next = axis + 1;
    /@ assert g < groups - 1; @/
    /@ assert next == last[g] + 1 && 0 <= g < groups - 1; @/
    /@ assert joined[next] == 0; @/
}

/@ requires 0 <= axis && 0 <= g && axis == last[g] && sizes[axis + 1] == dims[axis + 1];
   terminates \true;
   assigns \nothing;
   ensures closed: \forall isocast_idx *s, *t; isc_open_pair(g, axis, last, sizes, dims, s, t) ==>
     isc_closed_pair(g + 1, axis + 1, last, sizes, dims, s, t);
   ensures opened: \forall isocast_idx *s, *t; isc_open_pair(g, axis, last, sizes, dims, s, t) ==>
     isc_open_pair(g + 1, axis + 1, last, sizes, dims, s, t); @/
void isc_group_closed(const isc_mark *last, const isocast_idx *dims, const isocast_idx *sizes, isocast_idx axis,
                      isocast_idx g)
{
    isocast_idx next = axis + 1;
    isc_reveal_meets();
    isc_reveal_picked_meets(last);
    /@ assert close: \forall isocast_idx *s, *t, integer a, b; isc_picked_next(g, last, sizes, s, t, a, b) ==>
         (isc_picked_meets(g + 1, last, sizes, s, t, a, b) <==> isc_open(g, axis, last, sizes, s, t, a, b)); @/
    /@ assert closed: \forall isocast_idx *s, *t; isc_open_pair(g, axis, last, sizes, dims, s, t) ==>
         isc_closed_pair(g + 1, next, last, sizes, dims, s, t); @/
    /@ assert begin: \forall isocast_idx *s, *t, integer a, b; isc_meets_next(next, dims, s, t, a, b) &&
         isc_closed_pair(g + 1, next, last, sizes, dims, s, t) ==>
         (isc_open(g + 1, next, last, sizes, s, t, a, b) <==> isc_meets(next + 1, dims, s, t, a, b)); @/
    /@ assert opened: \forall isocast_idx *s, *t; isc_closed_pair(g + 1, next, last, sizes, dims, s, t) ==>
         isc_open_pair(g + 1, next, last, sizes, dims, s, t); @/
}

/@ requires 0 <= axis < ISOCAST_MAX_RANK && 0 <= g && 1 <= dims[axis + 1];
   terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *s, *t; isc_open_pair(g, axis, last, sizes, dims, s, t) &&
     isc_joining(axis, axis + 1, sizes, dims, s, t) ==> isc_open_pair(g, axis + 1, last, sizes, dims, s, t); @/
void isc_group_longer(const isc_mark *last, const isocast_idx *dims, const isocast_idx *sizes, isocast_idx axis,
                      isocast_idx g)
{
    isocast_idx next = axis + 1;
    isc_reveal_meets();
    /@ assert forth: \forall isocast_idx *s, *t, integer a, b; isc_open_pair(g, axis, last, sizes, dims, s, t) &&
         isc_meets_next(next, dims, s, t, a, b) ==> (isc_nested(g, axis, next, last, sizes, dims, s, t, a, b) ==>
         isc_meets(next + 1, dims, s, t, a, b)); @/
    /@ assert back: \forall isocast_idx *s, *t, integer a, b; isc_open_pair(g, axis, last, sizes, dims, s, t) &&
         isc_meets_next(next, dims, s, t, a, b) ==> (isc_meets(next + 1, dims, s, t, a, b) ==>
         isc_nested(g, axis, next, last, sizes, dims, s, t, a, b)); @/
    isc_reveal_splits();
    /@ assert nest: \forall isocast_idx *s, *t, integer a, b; isc_joining(axis, next, sizes, dims, s, t) &&
         isc_splits(dims[next], sizes[axis], s[next], t[next]) ==>
         (isc_open(g, next, last, sizes, s, t, a, b) <==> isc_nested(g, axis, next, last, sizes, dims, s, t, a, b)); @/
}

// Groups as one axis each are met where their axes are.
/@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(joined + (0 .. rank - 1));
   requires \valid_read(last + (0 .. rank - 1)) && isc_ends(rank, joined, groups, last);
   requires \valid_read(dims + (0 .. rank - 1)) && \valid_read(sizes + (0 .. rank - 1));
   requires isc_group_sizes(rank, dims, joined, sizes) && \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
   terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *s, *t;
     isc_flat_joined(rank, joined, dims, s) && isc_flat_joined(rank, joined, dims, t) ==>
     isc_closed_pair(groups, rank, last, sizes, dims, s, t); @/
void isc_groups_met(isocast_idx rank, const isc_mark *joined, isocast_idx groups, const isc_mark *last,
                    const isocast_idx *dims, const isocast_idx *sizes)
{
    isocast_idx axis = 0, g = 0, start = 0;
    isc_reveal_meets();
    isc_reveal_picked_meets(last);
    /@ assert empty: \forall isocast_idx *s, *t; isc_closed_pair(0, 0, last, sizes, dims, s, t); @/
    /@ assert begin: \forall isocast_idx *s, *t, integer a, b; isc_meets_next(0, dims, s, t, a, b) &&
         isc_closed_pair(0, 0, last, sizes, dims, s, t) ==>
         (isc_open(0, 0, last, sizes, s, t, a, b) <==> isc_meets(1, dims, s, t, a, b)); @/
    /@ loop invariant range: 0 <= start <= axis < rank && 0 <= g < groups && axis <= last[g];
       loop invariant open: \forall integer k; start < k <= last[g] ==> joined[k] != 0;
       loop invariant pairs: \forall isocast_idx *s, *t;
         isc_flat_joined(rank, joined, dims, s) && isc_flat_joined(rank, joined, dims, t) ==>
         isc_open_pair(g, axis, last, sizes, dims, s, t);
       loop assigns axis, g, start;
       loop variant rank - axis; @/
    while (axis < rank - 1) {
        isocast_idx next = axis + 1;
        if (axis == last[g]) {
            isc_group_ends(rank, joined, groups, last, axis, g);
            isc_own_size(rank, joined, dims, sizes, axis);
            isc_group_closed(last, dims, sizes, axis, g);
            g++;
            start = next;
            /@ assert pairs: \forall isocast_idx *s, *t;
                 isc_flat_joined(rank, joined, dims, s) && isc_flat_joined(rank, joined, dims, t) ==>
                 isc_open_pair(g, next, last, sizes, dims, s, t); @/
        } else {
            /@ assert joined[next] != 0 && sizes[next] == isc_scaled(dims[next], sizes[axis]); @/
            /@ assert joining: \forall isocast_idx *s, *t;
                 isc_flat_joined(rank, joined, dims, s) && isc_flat_joined(rank, joined, dims, t) ==>
                 isc_joining(axis, next, sizes, dims, s, t); @/
            isc_group_longer(last, dims, sizes, axis, g);
            /@ assert pairs: \forall isocast_idx *s, *t;
                 isc_flat_joined(rank, joined, dims, s) && isc_flat_joined(rank, joined, dims, t) ==>
                 isc_open_pair(g, next, last, sizes, dims, s, t); @/
        }
        axis = next;
    }
    /@ assert end: axis == last[g] && g == groups - 1 && axis == rank - 1; @/
    /@ assert close: \forall isocast_idx *s, *t, integer a, b; isc_picked_next(g, last, sizes, s, t, a, b) ==>
         (isc_picked_meets(g + 1, last, sizes, s, t, a, b) <==> isc_open(g, axis, last, sizes, s, t, a, b)); @/
    /@ assert closed: \forall isocast_idx *s, *t; isc_open_pair(g, axis, last, sizes, dims, s, t) ==>
         isc_closed_pair(groups, rank, last, sizes, dims, s, t); @/
}
*/

#endif
