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

    predicate isc_operands_apart{L}(isocast_operand *operands, isocast_tensor *t) =
      \base_addr(operands) != \base_addr(t) && \base_addr(operands) != \base_addr(t->dims) &&
      \base_addr(operands) != \base_addr(t->strides);

    predicate isc_inputs_apart{L}(isocast_operand *operands, integer n, isocast_tensor *inputs) =
      \base_addr(operands) != \base_addr(inputs) && (\forall integer m; 0 <= m < n ==>
        \base_addr(operands) != \base_addr(inputs[m].dims) && \base_addr(operands) != \base_addr(inputs[m].strides));

    // The tensors of a call that may become a plan: described, of ranks and types that exist.
    predicate isc_call{L}(integer n, isocast_tensor *inputs, isocast_tensor *result) =
      1 <= n && isc_strided(result) && result->rank <= ISOCAST_MAX_RANK && isc_type(result->type) &&
      \valid_read(inputs + (0 .. n - 1)) && (\forall integer m; 0 <= m < n ==>
        isc_strided(inputs + m) && inputs[m].rank <= ISOCAST_MAX_RANK && isc_type(inputs[m].type));

    // A tensor's description, and the sizes and strides it points to.
    predicate isc_same_numbers{L1, L2}(isocast_tensor *t) = \at(t->type, L1) == \at(t->type, L2) &&
      \at(t->swapped, L1) == \at(t->swapped, L2) && \at(t->rank, L1) == \at(t->rank, L2);
    predicate isc_same_places{L1, L2}(isocast_tensor *t) = \at(t->data, L1) == \at(t->data, L2) &&
      \at(t->dims, L1) == \at(t->dims, L2) && \at(t->strides, L1) == \at(t->strides, L2);
    predicate isc_same_entries{L1, L2}(isocast_tensor *t) = \forall integer k; 0 <= k < \at(t->rank, L1) ==>
      \at(t->dims[k], L1) == \at(t->dims[k], L2) && \at(t->strides[k], L1) == \at(t->strides[k], L2);
    predicate isc_unchanged{L1, L2}(isocast_tensor *t) =
      isc_same_numbers{L1, L2}(t) && isc_same_places{L1, L2}(t) && isc_same_entries{L1, L2}(t);

    // Memory of a plan's making that a tensor's description does not lie in.
    predicate isc_outside{L}(isocast_tensor *t, isocast_plan *plan, isocast_operand *operands) =
      \base_addr(plan) != \base_addr(t) && \base_addr(operands) != \base_addr(t) &&
      \base_addr(plan) != \base_addr(t->dims) && \base_addr(operands) != \base_addr(t->dims) &&
      \base_addr(plan) != \base_addr(t->strides) && \base_addr(operands) != \base_addr(t->strides);

    // A plan and its operands have memory of their own.
    predicate isc_own{L}(isocast_plan *plan, isocast_operand *operands, integer n, isocast_tensor *inputs,
                         isocast_tensor *result) =
      n < PTRDIFF_MAX && \valid(plan) && \valid(operands + (0 .. n)) && \base_addr(plan) != \base_addr(operands) &&
      \base_addr(plan) != \base_addr(inputs) && \base_addr(operands) != \base_addr(inputs) &&
      isc_outside(result, plan, operands) && (\forall integer m; 0 <= m < n ==> isc_outside(inputs + m, plan, operands));

    predicate isc_fault_apart{L}(isocast_fault *fault, isocast_tensor *t) =
      \base_addr(fault) != \base_addr(t) && \base_addr(fault) != \base_addr(t->dims) &&
      \base_addr(fault) != \base_addr(t->strides);

    predicate isc_faults_apart{L}(isocast_fault *fault, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      \base_addr(fault) != \base_addr(inputs) && isc_fault_apart(fault, result) &&
      \forall integer m; 0 <= m < n ==> isc_fault_apart(fault, inputs + m);

    // An operand is where its tensor was, and of its type.
    predicate isc_taken{L1, L2}(isocast_operand *operand, isocast_tensor *t) =
      \at(operand->data, L2) == \at(t->data, L1) && \at(operand->type, L2) == \at(t->type, L1) &&
      \at(operand->swapped, L2) == \at(t->swapped, L1);

    // Operands have the types of their tensors.
    predicate isc_types_taken{L1, L2}(isocast_operand *operands, integer n, isocast_tensor *inputs,
                                      isocast_tensor *result) =
      \at(operands[n].type, L2) == \at(result->type, L1) &&
      \forall integer m; 0 <= m < n ==> \at(operands[m].type, L2) == \at(inputs[m].type, L1);

    // One element, whatever the rank.
    predicate isc_single{L}(isocast_tensor *t) = \forall integer k; 0 <= k < t->rank ==> t->dims[k] == 1;
    predicate isc_same_shape{L}(isocast_tensor *a, isocast_tensor *b) =
      a->rank == b->rank && \forall integer k; 0 <= k < a->rank ==> a->dims[k] == b->dims[k];

    // Clauses: uni-1, uni-2, uni-3
    predicate isc_reaches{L}(isocast_tensor *t, isocast_tensor *target) =
      t->rank <= target->rank && isc_fits(t, target->rank, target->dims);

    predicate isc_common_rank{L}(integer n, isocast_tensor *inputs, integer rank) =
      (\forall integer m; 0 <= m < n ==> inputs[m].rank <= rank) &&
      (\exists integer m; 0 <= m < n && inputs[m].rank == rank);

    // Clauses: E1, multi-3. No two sizes of an axis differ unless one of them is 1: E1 does not occur.
    predicate isc_compatible{L}(integer n, isocast_tensor *inputs, integer rank) =
      \forall integer i, m, k; 0 <= i < n && 0 <= m < n && 0 <= k < rank ==>
        isc_aligned(inputs + i, rank, k) == 1 || isc_aligned(inputs + m, rank, k) == 1 ||
        isc_aligned(inputs + i, rank, k) == isc_aligned(inputs + m, rank, k);
    predicate isc_no_e1{L}(integer n, isocast_tensor *inputs) =
      \forall integer rank; isc_common_rank(n, inputs, rank) ==> isc_compatible(n, inputs, rank);

    // Clauses: step2, B5. The result has the shape that follows from the inputs'.
    predicate isc_follows{L}(integer n, isocast_tensor *inputs, isocast_tensor *result) =
      isc_common_rank(n, inputs, result->rank) &&
      \forall integer k; 0 <= k < result->rank ==> isc_axis_size(n, inputs, result->rank, k, result->dims[k]);

    // Clauses: prelu, uni-result. What Copy and PRelu ask for before E1 is looked for.
    predicate isc_one_way{L}(integer op, isocast_tensor *inputs, isocast_tensor *result) =
      (op == ISOCAST_COPY ==> isc_reaches(inputs, result)) && (op == ISOCAST_PRELU ==> isc_reaches(inputs + 1, inputs));

    predicate isc_shapes_agree{L}(integer op, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      isc_one_way(op, inputs, result) &&
      (op != ISOCAST_COPY ==> isc_no_e1(n, inputs) && isc_follows(n, inputs, result));

    // What is looked at first, and before the shapes: the number of inputs, the ranks, the types.
    predicate isc_ranked{L}(integer n, isocast_tensor *inputs, isocast_tensor *result) =
      result->rank <= ISOCAST_MAX_RANK && \forall integer m; 0 <= m < n ==> inputs[m].rank <= ISOCAST_MAX_RANK;
    predicate isc_types_agree{L}(integer op, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      isc_typed(op, n, inputs) && isc_result_type(op, n, inputs, result->type);
    predicate isc_admissible{L}(integer op, integer n, isocast_tensor *inputs, isocast_tensor *result) =
      isc_inputs(op, n) && isc_ranked(n, inputs, result) && isc_types_agree(op, n, inputs, result);

    // So few elements that the bytes of any type can be counted, too.
    predicate isc_countable{L}(isocast_tensor *result) =
      isc_elements(result->rank, result->dims) <= PTRDIFF_MAX / 16;
    // What the number of elements says of the sizes.
    predicate isc_sized{L}(isocast_tensor *result, integer elements) = 0 <= elements <= PTRDIFF_MAX / 16 &&
      (elements != 0 ==> \forall integer k; 0 <= k < result->rank ==> 1 <= result->dims[k]) &&
      (elements == 1 ==> isc_single(result)) &&
      (elements > 1 ==> \exists integer k; 0 <= k < result->rank && result->dims[k] != 1);
    predicate isc_counted{L}(isocast_tensor *result, integer elements) =
      elements == isc_elements(result->rank, result->dims) && isc_sized(result, elements);

    // An input that a plan of one axis can take: packed in the result's shape, or one element.
    predicate isc_runs{L}(isocast_tensor *t, isocast_tensor *result, integer elements) =
      isc_same_shape(t, result) ? (elements != 0 ==> isc_packed(t, isc_bytes(t->type))) :
        isc_single(t) && t->rank <= result->rank;

    // Clauses: f, access. Its stride there: 0 where one element is stretched.
    predicate isc_run_stride{L}(isocast_tensor *t, integer elements, integer stride) =
      elements != 1 && isc_single(t) ? stride == 0 : stride == isc_bytes(t->type);

    // A list of axes of a shape, in their order: those with more than one index.
    predicate isc_listed{L}(integer count, isc_mark *axes, integer rank, isocast_idx *dims) =
      0 <= count <= rank && (\forall integer k; 0 <= k < count ==> 0 <= axes[k] < rank && dims[axes[k]] != 1) &&
      (\forall integer j, k; 0 <= j < k < count ==> axes[j] < axes[k]);

    // Clauses: f, access. An operand's strides are its tensor's along the listed axes of the result.
    predicate isc_laid{L1, L2}(isocast_operand *operand, isocast_tensor *t, integer rank, integer count, isc_mark *axes) =
      \forall integer k; 0 <= k < count ==>
        \at(operand->strides[k], L2) == isc_stretched{L1}(t, rank, \at(axes[k], L2));

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

    // As many positions as elements, and strides that can be multiplied by the sizes of their axes.
    predicate isc_walked{L}(isocast_plan *plan, integer count) =
      isc_elements(plan->rank, &plan->dims[0]) == plan->elements &&
      (\forall integer m, k; 0 <= m < count && 0 <= k < plan->rank ==>
        isc_step_fits(plan->dims[k], plan->operands[m].strides[k]));

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

#endif
