/* A plan as isocast_plan_make leaves it: what the drivers may assume. Only annotations: nothing to compile. */
#ifndef ISC_MADE_LOGIC_H
#define ISC_MADE_LOGIC_H

/* How many elements lie below axis k, and how far the least and the greatest flat index of the axes k .. n - 1 are from
 * the first: opaque where they are used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Suffixes {
      logic integer isc_suffix{L}(isocast_idx *dims, integer k, integer n) reads dims[0 .. n - 1];
    } */
/*@ axiomatic isc_Extremes {
      logic integer isc_lowest{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n)
        reads dims[0 .. n - 1], strides[0 .. n - 1];
      logic integer isc_highest{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n)
        reads dims[0 .. n - 1], strides[0 .. n - 1];
    } */
#else
/*@ logic integer isc_suffix{L}(isocast_idx *dims, integer k, integer n) =
      k >= n ? 1 : dims[k] * isc_suffix(dims, k + 1, n);
    logic integer isc_lowest{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n) = k >= n ? 0 :
      (strides[k] < 0 ? isc_way(dims[k], strides[k]) : 0) + isc_lowest(dims, strides, k + 1, n);
    logic integer isc_highest{L}(isocast_idx *dims, isocast_idx *strides, integer k, integer n) = k >= n ? 0 :
      (strides[k] > 0 ? isc_way(dims[k], strides[k]) : 0) + isc_highest(dims, strides, k + 1, n);
*/
#endif

/*@ // Integer Div, Mod and Pow can refuse values.
    predicate isc_checked(integer op, integer type) =
      (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD || op == ISOCAST_POW) &&
      type != ISOCAST_FLOAT && type != ISOCAST_DOUBLE && type != ISOCAST_FLOAT16 && type != ISOCAST_BFLOAT16;

    // Clauses: schema-types, Where-types, Where-condition. As isc_typed and isc_result_type, of a plan's operands; Max,
    // Min, Sum and Mean of one input have become a copy.
    predicate isc_operands_typed{L}(isocast_plan *plan) =
      0 <= plan->op < ISOCAST_OPS && isc_inputs(plan->op, plan->inputs) &&
      (isc_fold(plan->op) ==> 2 <= plan->inputs) &&
      (\forall integer m; 0 <= m <= plan->inputs ==> isc_type(plan->operands[m].type)) &&
      isc_has(isc_schema(plan->op), plan->operands[isc_first(plan->op)].type) &&
      (plan->op == ISOCAST_WHERE ==> plan->operands[0].type == ISOCAST_BOOL) &&
      (plan->op == ISOCAST_POW ==> isc_has(ISC_NUMBERS, plan->operands[1].type)) &&
      (plan->op != ISOCAST_POW ==> \forall integer m; isc_first(plan->op) < m < plan->inputs ==>
        plan->operands[m].type == plan->operands[isc_first(plan->op)].type) &&
      plan->operands[plan->inputs].type ==
        (ISOCAST_EQUAL <= plan->op <= ISOCAST_XOR ? ISOCAST_BOOL : (integer)plan->operands[isc_first(plan->op)].type);

    // There are elements: no axis is empty, all strides can be multiplied, and the axes have as many positions as the
    // result has elements.
    predicate isc_axes_made{L}(isocast_plan *plan) =
      (\forall integer k; 0 <= k < plan->rank ==> 1 <= plan->dims[k]) &&
      isc_suffix(&plan->dims[0], 0, plan->rank) == plan->elements &&
      (\forall integer m, k; 0 <= m <= plan->inputs && 0 <= k < plan->rank ==>
        isc_step_fits(plan->dims[k], plan->operands[m].strides[k]));

    // Every flat index of the plan's axes is one, from 0 on.
    predicate isc_flat_made{L}(isocast_plan *plan) =
      0 <= plan->flat_base + isc_lowest(&plan->dims[0], &plan->flat[0], 0, plan->rank) &&
      plan->flat_base + isc_highest(&plan->dims[0], &plan->flat[0], 0, plan->rank) < PTRDIFF_MAX;

    predicate isc_made{L}(isocast_plan *plan) =
      \valid_read(plan) && 1 <= plan->rank <= ISOCAST_MAX_RANK && 0 <= plan->elements <= PTRDIFF_MAX / 16 &&
      1 <= plan->inputs && \valid_read(plan->operands + (0 .. plan->inputs)) && isc_operands_typed(plan) &&
      (plan->indexed != 0 <==> isc_checked(plan->op, plan->operands[0].type)) &&
      (plan->elements != 0 ==> isc_axes_made(plan)) &&
      (plan->elements != 0 && plan->indexed != 0 ==> isc_flat_made(plan));
*/

#endif
