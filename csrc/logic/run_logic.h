/* A plan whose elements can be walked, by the sizes of its blocks. Only annotations: nothing to compile. */
#ifndef ISC_RUN_LOGIC_H
#define ISC_RUN_LOGIC_H

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

    // What is turned round: an element, or each half of a complex one, if the two orders of bytes differ.
    logic integer isc_unit(integer type) =
      type == ISOCAST_COMPLEX64 || type == ISOCAST_COMPLEX128 ? isc_bytes(type) / 2 : isc_bytes(type);
    logic integer isc_turns{L}(isocast_operand *x, isocast_operand *z) =
      (x->swapped != 0) == (z->swapped != 0) ? 0 : 1;
    // Position p of operand m of a plan is at a.
    predicate isc_plan_at{L}(unsigned char *a, isocast_plan *plan, isocast_idx *sizes, integer m, integer p) =
      isc_at(a, plan->operands[m].data, sizes, &plan->operands[m].strides[0], 0, plan->rank, p);
    // Clauses: schema-types. Types whose elements are words, both the same but for Pow.
    predicate isc_computable{L}(isocast_plan *plan) =
      (\forall integer m; 0 <= m < 3 ==> isc_is_width(isc_bytes(plan->operands[m].type)) &&
        isc_word_bytes(plan->operands[m].type) == isc_bytes(plan->operands[m].type)) &&
      (plan->op == ISOCAST_POW || plan->operands[0].type == plan->operands[1].type);
*/

#endif
