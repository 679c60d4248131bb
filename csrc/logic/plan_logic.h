/* Plans: what a plan's axes are, and what may be assumed about strides. Only annotations: nothing to compile. */
#ifndef ISC_PLAN_LOGIC_H
#define ISC_PLAN_LOGIC_H

/* Products, and what is made of them, are opaque where they are used and defined where isc_reveal_ functions are proved:
 * with the definitions in sight the provers get lost. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_StepProducts {
      predicate isc_small(integer size, integer stride);
      logic integer isc_scaled(integer size, integer stride);
      logic integer isc_way(integer size, integer stride);
    } */
#else
/*@ predicate isc_small(integer size, integer stride) = -PTRDIFF_MAX <= size * stride <= PTRDIFF_MAX;
    logic integer isc_scaled(integer size, integer stride) = size * stride;
    logic integer isc_way(integer size, integer stride) = (size - 1) * stride; // from the first index to the last
*/
#endif

/*@ // A stride that can be turned round, and multiplied by the size of its axis.
    predicate isc_step_fits(integer size, integer stride) =
      1 <= size && -PTRDIFF_MAX <= stride <= PTRDIFF_MAX && isc_small(size, stride);

    // A tensor whose shape and strides can be read.
    predicate isc_strided{L}(isocast_tensor *t) = isc_shape(t) && \valid_read(t->strides + (0 .. t->rank - 1));

    // Clauses: f, access, step1-access. The stride along an axis of the result: 0 where the tensor is stretched.
    logic integer isc_stretched{L}(isocast_tensor *t, integer rank, integer axis) =
      isc_aligned(t, rank, axis) == 1 ? 0 : (integer)t->strides[axis - (rank - t->rank)];

    // Memory that is written while a tensor's description is still read.
    predicate isc_tensor_apart{L}(isocast_operand *operand, isocast_tensor *t) =
      \separated(operand, t) && \separated(operand, t->dims + (0 .. t->rank - 1)) &&
      \separated(operand, t->strides + (0 .. t->rank - 1));

    predicate isc_inputs_apart{L}(isocast_operand *operands, integer n, isocast_tensor *inputs) =
      \base_addr(operands) != \base_addr(inputs) && (\forall integer m; 0 <= m < n ==>
        \base_addr(operands) != \base_addr(inputs[m].dims) && \base_addr(operands) != \base_addr(inputs[m].strides));

    // The tensors of a call that may become a plan: described, of ranks and types that exist.
    predicate isc_call{L}(integer op, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      1 <= n && isc_strided(result) && result->rank <= ISOCAST_MAX_RANK && isc_type(result->type) &&
      \valid_read(inputs + (0 .. n - 1)) && (op == ISOCAST_PRELU ==> 2 <= n) &&
      (\forall integer m; 0 <= m < n ==>
        isc_strided(inputs + m) && inputs[m].rank <= ISOCAST_MAX_RANK && isc_type(inputs[m].type));

    // A plan and its operands have memory of their own.
    predicate isc_own{L}(isocast_plan *plan, isocast_operand *operands, integer n, isocast_tensor *inputs,
                         isocast_tensor *result) =
      \valid(plan) && \valid(operands + (0 .. n)) && \base_addr(plan) != \base_addr(operands) &&
      isc_inputs_apart(operands, n, inputs) && isc_inputs_apart(operands, 1, result) &&
      \base_addr(plan) != \base_addr(inputs) && \base_addr(plan) != \base_addr(result) &&
      \base_addr(plan) != \base_addr(result->dims) && \base_addr(plan) != \base_addr(result->strides) &&
      (\forall integer m; 0 <= m < n ==>
        \base_addr(plan) != \base_addr(inputs[m].dims) && \base_addr(plan) != \base_addr(inputs[m].strides));

    predicate isc_fault_apart{L}(isocast_fault *fault, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      \base_addr(fault) != \base_addr(inputs) && \base_addr(fault) != \base_addr(result) &&
      \base_addr(fault) != \base_addr(result->dims) && \base_addr(fault) != \base_addr(result->strides) &&
      (\forall integer m; 0 <= m < n ==>
        \base_addr(fault) != \base_addr(inputs[m].dims) && \base_addr(fault) != \base_addr(inputs[m].strides));

    // A list of axes of a shape, in their order: those with more than one index.
    predicate isc_listed{L}(integer count, isc_mark *axes, integer rank, isocast_idx *dims) =
      0 <= count <= rank && (\forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank && dims[axes[k]] != 1) &&
      (\forall integer j, k; 0 <= j < k < count ==> axes[j] < axes[k]);

    // A plan and its operands: there, and not inside one another.
    predicate isc_planned{L}(isocast_plan *plan, integer count) =
      \valid(plan) && 1 <= count && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid(plan->operands + (0 .. count - 1)) &&
      \separated(plan, plan->operands + (0 .. count - 1));

    // The flat index counts only where it is asked for.
    predicate isc_steps_fit{L}(isocast_plan *plan, integer count) =
      (\forall integer k; 0 <= k < plan->rank ==> 1 <= plan->dims[k]) &&
      (plan->indexed ==> \forall integer k; 0 <= k < plan->rank ==> isc_step_fits(plan->dims[k], plan->flat[k])) &&
      (\forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
        isc_step_fits(plan->dims[k], plan->operands[m].strides[k]));

    predicate isc_located{L}(isocast_plan *plan) =
      \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK &&
      \forall integer k; 0 <= k < plan->rank ==> 0 <= plan->dims[k];

    // What an operand is, apart from where it lies.
    predicate isc_operands_kept{L1, L2}(isocast_plan *plan, integer count) =
      \at(plan->operands, L1) == \at(plan->operands, L2) &&
      \forall integer m; 0 <= m < count ==>
        \at(plan->operands[m].type, L1) == \at(plan->operands[m].type, L2) &&
        \at(plan->operands[m].swapped, L1) == \at(plan->operands[m].swapped, L2);

    // One step along an axis passes over all that its inner axes have: the flat index, row-major.
    predicate isc_rows{L}(integer rank, isocast_idx *dims, isocast_idx *flat) =
      (0 < rank ==> flat[rank - 1] == 1) &&
      (\forall integer k; 0 <= k < rank ==> 1 <= flat[k] && isc_step_fits(dims[k], flat[k])) &&
      (\forall integer j, k; 0 <= j && k == j + 1 && k < rank ==> flat[j] == isc_scaled(dims[k], flat[k]));
*/

/* The bytes from one index of an axis to the next, row-major without gaps, is what lies in the axes after it. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Packed {
      logic integer isc_packed_stride{L}(integer bytes, integer rank, isocast_idx *dims, integer axis)
        reads dims[0 .. rank - 1];
    } */
#else
/*@ logic integer isc_packed_stride{L}(integer bytes, integer rank, isocast_idx *dims, integer axis) =
      axis >= rank ? bytes : isc_scaled(dims[axis], isc_packed_stride(bytes, rank, dims, axis + 1));
*/
#endif

/*@ predicate isc_packed{L}(isocast_tensor *t, integer bytes) =
      \forall integer j, k; 0 <= j < t->rank && k == j + 1 && t->dims[j] != 1 ==>
        t->strides[j] == isc_packed_stride(bytes, t->rank, t->dims, k);
*/

#endif
