/* A plan whose elements can be walked, by the sizes of its blocks. Only annotations: nothing to compile. */
#ifndef ISC_RUN_LOGIC_H
#define ISC_RUN_LOGIC_H

#include "spot_logic.h"

/*@ predicate isc_same_numbers{L0, L1}(isocast_idx *numbers, integer n) =
      \forall integer j; 0 <= j < n ==> \at(numbers[j], L0) == \at(numbers[j], L1);
*/

/*@ predicate isc_walkable{L}(isocast_plan *plan, isocast_idx *sizes, integer operands) =
      \valid_read(plan) && 1 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(plan->operands + (0 .. operands - 1)) &&
      isc_row_major(&plan->dims[0], sizes, plan->rank) &&
      (\forall integer m; 0 <= m < operands ==> 0 < plan->operands[m].type < ISC_TYPES);

    // Every element of operand m can be read, or written; what is written is not read later.
    predicate isc_plan_reads{L}(isocast_plan *plan, isocast_idx *sizes, integer m) =
      isc_readable(plan->operands[m].data, isc_bytes(plan->operands[m].type), sizes,
                   &plan->operands[m].strides[0], 0, plan->rank);
    predicate isc_plan_writes{L}(isocast_plan *plan, isocast_idx *sizes, integer m) =
      isc_writable(plan->operands[m].data, isc_bytes(plan->operands[m].type), sizes,
                   &plan->operands[m].strides[0], 0, plan->rank);
    predicate isc_plan_apart{L}(isocast_plan *plan, isocast_idx *sizes, integer m, integer z) =
      isc_apart(plan->operands[m].data, isc_bytes(plan->operands[m].type),
                &plan->operands[m].strides[0], plan->operands[z].data,
                isc_bytes(plan->operands[z].type), &plan->operands[z].strides[0], sizes, 0, plan->rank);

    // Of memory swapped against a machine's own order: the other order; else its own.
    logic integer isc_order_of(integer big_endian, integer swapped) = (big_endian != 0) != (swapped != 0) ? 1 : 0;
    logic integer isc_high_first(integer swapped) = isc_order_of(ISC_BIG_ENDIAN, swapped);
    // What is turned round: an element, or each half of a complex one, if the two orders of bytes differ.
    logic integer isc_unit(integer type) =
      type == ISOCAST_COMPLEX64 || type == ISOCAST_COMPLEX128 ? isc_bytes(type) / 2 : isc_bytes(type);
    logic integer isc_turns{L}(isocast_operand *x, isocast_operand *z) =
      (x->swapped != 0) == (z->swapped != 0) ? 0 : 1;
    // The element of position p of operand m, by the sizes of blocks.
    logic unsigned char *isc_seat{L}(isocast_plan *plan, isocast_idx *sizes, integer m, integer p) =
      plan->operands[m].data + isc_off(sizes, &plan->operands[m].strides[0], 0, plan->rank, p);
    // Position p of operand m of a plan is at a.
    predicate isc_plan_at{L}(unsigned char *a, isocast_plan *plan, isocast_idx *sizes, integer m, integer p) =
      isc_at(a, plan->operands[m].data, sizes, &plan->operands[m].strides[0], 0, plan->rank, p);
    // A type whose elements are words.
    predicate isc_is_word(integer type) =
      isc_is_width(isc_word_bytes(type)) && isc_word_bytes(type) == isc_bytes(type);
    // Clauses: schema-types. Types whose elements are words, both the same but for Pow.
    predicate isc_computable{L}(isocast_plan *plan) =
      (\forall integer m; 0 <= m < 3 ==> isc_is_word(plan->operands[m].type)) &&
      (plan->op == ISOCAST_POW || plan->operands[0].type == plan->operands[1].type);
*/

/*@ predicate isc_spots_read{L}(isocast_plan *plan, integer m) = \forall integer p; 0 <= p < plan->elements ==>
      \valid_read(isc_spot(plan, m, p) + (0 .. isc_bytes(plan->operands[m].type) - 1));
    predicate isc_spots_written{L}(isocast_plan *plan, integer m) = \forall integer p; 0 <= p < plan->elements ==>
      \valid(isc_spot(plan, m, p) + (0 .. isc_bytes(plan->operands[m].type) - 1));
    predicate isc_spots_apart{L}(isocast_plan *plan, integer m, integer width, integer z, integer z_width) =
      \forall integer p, q; 0 <= q < p < plan->elements ==>
        isc_disjoint(isc_spot(plan, m, p), width, isc_spot(plan, z, q), z_width);

    // The caller's memory: every element of the inputs can be read and of the result be written, and what is written is
    // not read later. So an input may be the result itself, and otherwise shares no byte with it.
    predicate isc_runnable{L}(isocast_plan *plan) =
      (\forall integer m; 0 <= m < plan->inputs ==> isc_spots_read(plan, m)) && isc_spots_written(plan, plan->inputs) &&
      (\forall integer m; 0 <= m <= plan->inputs ==> isc_spots_apart(plan, m, isc_bytes(plan->operands[m].type),
        plan->inputs, isc_bytes(plan->operands[plan->inputs].type)));

    // What has become of the result, by the kind of operator.
    predicate isc_ran_copy{L0, L1}(isocast_plan *plan) = \at(
      \forall integer p; 0 <= p < plan->elements ==>
        isc_copied{L0, L1}(isc_bytes(plan->operands[1].type), isc_unit(plan->operands[1].type),
                           isc_turns(plan->operands, plan->operands + 1), isc_spot(plan, 0, p),
                           isc_spot(plan, 1, p)), L0);
    predicate isc_ran_where{L0, L1}(isocast_plan *plan) = \at(
      \forall integer p; 0 <= p < plan->elements ==>
        isc_chosen{L0, L1}(isc_bytes(plan->operands[3].type), isc_unit(plan->operands[3].type),
                           isc_turns(plan->operands + 1, plan->operands + 3),
                           isc_turns(plan->operands + 2, plan->operands + 3), isc_spot(plan, 0, p),
                           isc_spot(plan, 1, p), isc_spot(plan, 2, p), isc_spot(plan, 3, p)), L0);
    predicate isc_ran_binary{L0, L1}(isocast_plan *plan) = \at(
      \forall integer p; 0 <= p < plan->elements ==>
        isc_computed{L0, L1}(plan->op, plan->operands[0].type, plan->operands[1].type,
                             isc_bytes(plan->operands[0].type), isc_high_first(plan->operands[0].swapped),
                             isc_bytes(plan->operands[1].type), isc_high_first(plan->operands[1].swapped),
                             isc_bytes(plan->operands[2].type), isc_high_first(plan->operands[2].swapped),
                             isc_spot(plan, 0, p), isc_spot(plan, 1, p), isc_spot(plan, 2, p)), L0);
    // Bytes that belong to none of the first `count` elements of operand z.
    predicate isc_beside_spots{L}(unsigned char *a, integer width, isocast_plan *plan, integer z, integer z_width,
                                  integer count) =
      \forall integer q; 0 <= q < count ==> isc_disjoint(a, width, isc_spot(plan, z, q), z_width);
    predicate isc_ran_within{L0, L1}(isocast_plan *plan) = \at(
      \forall unsigned char *a, integer width;
        isc_beside_spots(a, width, plan, plan->inputs, isc_bytes(plan->operands[plan->inputs].type), plan->elements) ==>
        isc_kept{L0, L1}(a, width), L0);

    // Clauses: int-div, mod, pow-int. The pair at position p is refused; v is the flat index of one such.
    predicate isc_refused_at{L}(isocast_plan *plan, integer p) =
      isc_pair_refused(plan->op, plan->operands[0].type, plan->operands[1].type, isc_bytes(plan->operands[0].type),
                       isc_high_first(plan->operands[0].swapped), isc_bytes(plan->operands[1].type),
                       isc_high_first(plan->operands[1].swapped), isc_spot(plan, 0, p), isc_spot(plan, 1, p));
    predicate isc_refused_index{L}(isocast_plan *plan, integer v) =
      \exists integer p; 0 <= p < plan->elements && isc_refused_at(plan, p) && v == isc_flat_index(plan, p);
    // No index of a refused pair is less than v.
    predicate isc_none_before{L}(isocast_plan *plan, integer v) =
      \forall integer p; 0 <= p < plan->elements && isc_refused_at(plan, p) ==> v <= isc_flat_index(plan, p);
    // The caller's memory where values are looked at.
    predicate isc_checkable{L}(isocast_plan *plan) =
      plan->elements != 0 && plan->indexed != 0 ==> isc_spots_read(plan, 0) && isc_spots_read(plan, 1);
*/

#endif
