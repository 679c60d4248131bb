/* Folds: Max, Min, Sum and Mean of many inputs. Only annotations: nothing to compile. */
#ifndef ISC_FOLD_LOGIC_H
#define ISC_FOLD_LOGIC_H

/*@ // Clauses: sum-mean. The type in which an operator's steps are computed.
    logic integer isc_steps_of(integer op, integer type) =
      (op == ISOCAST_SUM || op == ISOCAST_MEAN) && (type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16) ?
        ISOCAST_FLOAT : type;
    logic integer isc_converted_word(integer from, integer to, integer word) =
      from == to ? word : isc_conversion_elt(from, to, word);
    // Clauses: sum-mean. Mean divides by the number of inputs; what is longer than the result is rounded.
    logic integer isc_last_word(integer op, integer type, integer inputs, integer sum) =
      isc_converted_word(isc_steps_of(op, type), type, op == ISOCAST_MEAN ?
        isc_real_elt(ISOCAST_DIV, isc_steps_of(op, type), sum, isc_count_elt(isc_steps_of(op, type), inputs)) : sum);

    // The word of input m at position p, as the steps take it.
    logic integer isc_step_word{L}(isocast_plan *plan, integer p, integer m) =
      isc_converted_word(plan->operands[0].type, isc_steps_of(plan->op, plan->operands[0].type),
                         isc_word(isc_spot(plan, m, p), isc_bytes(plan->operands[0].type),
                                  isc_high_first(plan->operands[m].swapped)));
*/

/* The first m inputs at position p, from left to right: opaque where it is used, defined where isc_reveal_ functions
 * are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Folds {
      logic integer isc_folded{L}(isocast_plan *plan, integer p, integer m)
        reads *plan, plan->operands[..], plan->operands[..].data[..];
    } */
#else
/*@ // Clauses: sum-mean, max-min
    logic integer isc_folded{L}(isocast_plan *plan, integer p, integer m) =
      m <= 1 ? isc_step_word(plan, p, 0) :
      isc_elt(plan->op, isc_steps_of(plan->op, plan->operands[0].type), isc_steps_of(plan->op, plan->operands[0].type),
              isc_folded(plan, p, m - 1), isc_step_word(plan, p, m - 1));
*/
#endif

/*@ // Clauses: sum-mean, max-min. Every element of the result is the fold of the inputs' elements at its position.
    predicate isc_fold_stored{L0, L1}(isocast_plan *plan, integer p) = \at(
      \forall integer j; 0 <= j < isc_bytes(plan->operands[0].type) ==>
        \at(*(\at(isc_spot(plan, plan->inputs, p), L0) + j), L1) ==
        isc_byte_of(isc_last_word(plan->op, plan->operands[0].type, plan->inputs, isc_folded(plan, p, plan->inputs)),
                    isc_bytes(plan->operands[0].type), isc_high_first(plan->operands[plan->inputs].swapped), j), L0);
    lemma isc_fold_stays{L0, L1, L2}: \forall isocast_plan *plan, integer p; isc_fold_stored{L0, L1}(plan, p) &&
      isc_kept{L1, L2}(\at(isc_spot(plan, plan->inputs, p), L0), isc_bytes(\at(plan->operands[0].type, L0))) ==>
      isc_fold_stored{L0, L2}(plan, p);
    predicate isc_ran_fold{L0, L1}(isocast_plan *plan) =
      \forall integer p; 0 <= p < \at(plan->elements, L0) ==> isc_fold_stored{L0, L1}(plan, p);
*/

#endif
