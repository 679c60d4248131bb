/* The result's memory against the inputs'. Only annotations: nothing to compile. */
#ifndef ISC_OVERLAP_LOGIC_H
#define ISC_OVERLAP_LOGIC_H

#ifndef ISC_REVEAL /* opaque where it is used, defined where isc_reveal_ functions are proved */
/*@ axiomatic isc_Divisors { predicate isc_divides(integer divisor, integer number); } */
#else
/*@ predicate isc_divides(integer divisor, integer number) = 1 <= divisor &&
      (0 <= number ? number == divisor * (number / divisor) : -number == divisor * (-number / divisor));
*/
#endif

/*@ // The address of an operand's first byte in memory, and of the one after its last.
    logic integer isc_first_byte{L}(isocast_plan *plan, isocast_operand *operand) = (uintptr_t)operand->data +
      isc_total(ISC_LOWEST, plan->rank, &plan->dims[0], &operand->strides[0]);
    logic integer isc_end_byte{L}(isocast_plan *plan, isocast_operand *operand) = (uintptr_t)operand->data +
      isc_bytes(operand->type) + isc_total(ISC_HIGHEST, plan->rank, &plan->dims[0], &operand->strides[0]);

    // Between these two lie addresses, and the way along each axis is one of memory.
    predicate isc_placed{L}(isocast_plan *plan, isocast_operand *operand) =
      operand->type < ISC_TYPES && 0 <= isc_first_byte(plan, operand) &&
      isc_end_byte(plan, operand) <= 18446744073709551615 &&
      \forall integer k; 0 <= k < plan->rank ==> isc_step_fits(plan->dims[k], operand->strides[k]);

    // Same memory, same strides, same size of element: an input that is the result.
    predicate isc_same_place{L}(isocast_plan *plan, isocast_operand *a, isocast_operand *b) =
      a->data == b->data && isc_bytes(a->type) == isc_bytes(b->type) &&
      \forall integer k; 0 <= k < plan->rank ==> a->strides[k] == b->strides[k];

    // All of one lies before the first byte of the other.
    predicate isc_ranges_apart{L}(isocast_plan *plan, isocast_operand *a, isocast_operand *b) =
      isc_end_byte(plan, a) <= isc_first_byte(plan, b) || isc_end_byte(plan, b) <= isc_first_byte(plan, a);

    // A step that divides all strides; 0 if they are all 0.
    predicate isc_divides_all{L}(integer step, integer rank, isocast_idx *strides) =
      \forall integer k; 0 <= k < rank ==> (step == 0 ? strides[k] == 0 : isc_divides(step, strides[k]));

    predicate isc_common_step{L}(isocast_plan *plan, isocast_operand *a, isocast_operand *b, integer step) =
      isc_divides_all(step, plan->rank, &a->strides[0]) && isc_divides_all(step, plan->rank, &b->strides[0]);

    // Modulo a step that divides all strides, the bytes of the one's elements are not those of the other's: all elements
    // of a begin `apart` after one of b's, so much that b's has ended, and end before the next of b's begins.
    predicate isc_beside_by{L}(isocast_plan *plan, isocast_operand *a, isocast_operand *b, integer step, integer apart) =
      1 <= step && isc_common_step(plan, a, b, step) &&
      isc_divides(step, (uintptr_t)a->data - (uintptr_t)b->data - apart) &&
      isc_bytes(b->type) <= apart && apart + isc_bytes(a->type) <= step;
    predicate isc_side_by_side{L}(isocast_plan *plan, isocast_operand *a, isocast_operand *b) =
      \exists integer step, apart; isc_beside_by(plan, a, b, step, apart);

    // An input that does not change the answer when the result is written.
    predicate isc_harmless{L}(isocast_plan *plan, integer m) =
      isc_same_place(plan, plan->operands + m, plan->operands + plan->inputs) ||
      isc_ranges_apart(plan, plan->operands + m, plan->operands + plan->inputs) ||
      isc_side_by_side(plan, plan->operands + m, plan->operands + plan->inputs);
*/

#endif
