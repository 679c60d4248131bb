/* Lemmas about merged axes, as ghost functions: what they ensure is proved once, and used by calling them. */
#ifndef ISC_MERGE_LEMMAS_H
#define ISC_MERGE_LEMMAS_H

#include "join_lemmas.h"

/*@ ghost
/@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && 1 <= plan->rank;
   requires \valid_read(joined + (0 .. plan->rank - 1)) && \valid_read(sizes + (0 .. plan->rank - 1));
   requires isc_joins_noted(plan, count, joined) && isc_group_sizes(plan->rank, &plan->dims[0], joined, sizes);
   terminates \true;
   assigns \nothing;
   ensures \forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
     isc_step_fits(sizes[k], plan->operands[m].strides[k]);
   ensures plan->indexed ==> \forall integer k; 0 <= k < plan->rank ==> isc_step_fits(sizes[k], plan->flat[k]); @/
void isc_groups_fit(const isocast_plan *plan, isocast_idx count, const isc_mark *joined, const isocast_idx *sizes)
{
    isocast_idx axis = 1;
    isc_reveal_joined_steps();
    /@ loop invariant 1 <= axis <= plan->rank;
       loop invariant \forall integer m, k; 0 <= m < count && 0 <= k < axis ==>
         isc_step_fits(sizes[k], plan->operands[m].strides[k]);
       loop invariant plan->indexed ==> \forall integer k; 0 <= k < axis ==> isc_step_fits(sizes[k], plan->flat[k]);
       loop assigns axis;
       loop variant plan->rank - axis; @/
    while (axis < plan->rank) {
        isocast_idx before = axis - 1;
        /@ assert joined[axis] != 0 ==> sizes[axis] == isc_scaled(plan->dims[axis], sizes[before]); @/
        /@ assert joined[axis] != 0 ==> \forall integer m; 0 <= m < count ==>
             plan->operands[m].strides[before] == isc_scaled(plan->dims[axis], plan->operands[m].strides[axis]) &&
             isc_small(sizes[before], plan->operands[m].strides[before]); @/
        axis++;
    }
}

/@ requires 1 <= rank <= ISOCAST_MAX_RANK && \valid_read(joined + (0 .. rank - 1));
   requires \valid_read(last + (0 .. rank - 1)) && isc_ends(rank, joined, groups, last);
   requires \valid_read(dims + (0 .. rank - 1)) && \valid_read(flat + (0 .. rank - 1));
   requires \valid_read(sizes + (0 .. rank - 1)) && isc_group_sizes(rank, dims, joined, sizes);
   requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
   requires kind == ISC_ELEMENTS || isc_flat_joined(rank, joined, dims, flat);
   terminates \true;
   assigns \nothing;
   ensures isc_picked(kind, groups, last, sizes, flat) == isc_total(kind, rank, dims, flat); @/
void isc_groups_total(int kind, isocast_idx rank, const isc_mark *joined, isocast_idx groups, const isc_mark *last,
                             const isocast_idx *dims, const isocast_idx *flat, const isocast_idx *sizes)
{
    isocast_idx axis = 0, g = 0, start = 0;
    isc_reveal_total_next(kind, 0, dims, flat);
    isc_reveal_picked_next(kind, 0, last, sizes, flat);
    isc_reveal_joined_total();
    /@ loop invariant range: 0 <= start <= axis < rank && 0 <= g < groups && axis <= last[g];
       loop invariant open: \forall integer k; start < k <= last[g] ==> joined[k] != 0;
       loop invariant total: isc_with(kind, isc_picked(kind, g, last, sizes, flat), sizes[axis], flat[axis]) ==
         isc_total(kind, axis + 1, dims, flat);
       loop assigns axis, g, start;
       loop variant rank - axis; @/
    while (axis < rank - 1) {
        isocast_idx next = axis + 1;
        isc_reveal_total_next(kind, next, dims, flat);
        if (axis == last[g]) {
            /@ assert g < groups - 1; @/
            /@ assert next == last[g] + 1 && 0 <= g < groups - 1; @/
            /@ assert joined[next] == 0; @/
            isc_own_size(rank, joined, dims, sizes, axis);
            /@ assert sizes[next] == dims[next]; @/
            isc_reveal_picked_next(kind, g, last, sizes, flat);
            g++;
            start = next;
        } else {
            /@ assert joined[next] != 0 && sizes[next] == isc_scaled(dims[next], sizes[axis]); @/
        }
        axis = next;
    }
    /@ assert axis == last[g] && g == groups - 1; @/
    isc_reveal_picked_next(kind, g, last, sizes, flat);
}
*/

#endif
