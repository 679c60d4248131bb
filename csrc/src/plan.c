/* From tensors to a plan: what is checked before anything is computed. */
#include "core.h"

/* Whether values can be refused: a caller then asks for the first flat index, and merging must keep it. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
*/
static int isc_is_checked(isocast_op op, isocast_type type)
{
    const int real = type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 ||
                     type == ISOCAST_BFLOAT16;
    return !real && (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD || op == ISOCAST_POW);
}

/*@ requires 0 <= n && \forall integer m; 0 <= m < n ==> \valid_read(inputs + m);
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result;
    ensures \forall integer m; 0 <= m < n ==> inputs[m].rank <= \result;
    ensures \result == 0 || \exists integer m; 0 <= m < n && inputs[m].rank == \result;
*/
static isc_idx isc_largest_rank(isc_idx n, const isocast_tensor *inputs)
{
    isc_idx rank = 0;
    /*@ loop invariant 0 <= m <= n && 0 <= rank;
        loop invariant \forall integer i; 0 <= i < m ==> inputs[i].rank <= rank;
        loop invariant rank == 0 || \exists integer i; 0 <= i < m && inputs[i].rank == rank;
        loop assigns m, rank;
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        if (inputs[m].rank > rank) rank = inputs[m].rank;
    }
    return rank;
}

/* Checks the shapes: E1 first, then whether the result given has the shape that follows.
 * Clauses: E1, step2, uni-result, prelu */
/* Admitted: not proved yet; that the calls' conditions hold after the fault was written is open. */
/*@ requires isc_call(op, n, inputs, result) && \valid(fault) && isc_fault_apart(fault, n, inputs, result);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_E1 || \result == ISOCAST_NOT_UNIDIRECTIONAL ||
      \result == ISOCAST_RESULT_SHAPE;
    ensures f: \result == ISOCAST_OK && op != ISOCAST_COPY ==> \forall integer m, k; 0 <= m < n && 0 <= k < result->rank ==>
      !isc_misfit{Pre}(inputs + m, result->rank, k, result->dims[k]);
*/
static isocast_status isc_check_shapes(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                       const isocast_tensor *result, isocast_fault *fault)
{
    isc_idx shape[ISOCAST_MAX_RANK];
    if (op == ISOCAST_COPY) return isc_unidirectional(&inputs[0], 0, result->rank, result->dims, fault);
    if (op == ISOCAST_PRELU) {
        const isocast_status status = isc_unidirectional(&inputs[1], 1, inputs[0].rank, inputs[0].dims, fault);
        if (status != ISOCAST_OK) return status;
    }
    const isc_idx rank = isc_largest_rank(n, inputs);
    const isocast_status status = isocast_result_shape(n, inputs, rank, shape, fault);
    if (status != ISOCAST_OK) return status;
    return rank == result->rank && isc_same_dims(rank, shape, result->dims) ? ISOCAST_OK : ISOCAST_RESULT_SHAPE;
}

/* Clauses: rank, schema-types */
/*@ requires \valid_read(inputs + (0 .. n - 1)) && isc_strided(result);
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].type <= 2147483647;
    terminates \true;
    assigns \nothing;
    ensures \result == ISOCAST_OK || \result == ISOCAST_INPUTS || \result == ISOCAST_RANK || \result == ISOCAST_TYPE;
    ensures \result == ISOCAST_INPUTS <==> !isc_inputs(op, n);
    ensures rank: \result == ISOCAST_RANK <==> isc_inputs(op, n) && (result->rank > ISOCAST_MAX_RANK ||
      \exists integer m; 0 <= m < n && inputs[m].rank > ISOCAST_MAX_RANK);
    ensures schema_types: \result == ISOCAST_OK ==> isc_typed(op, n, inputs) && isc_result_type(op, n, inputs, result->type);
    ensures \result == ISOCAST_OK ==> isc_call(op, n, inputs, result);
*/
static isocast_status isc_check_tensors(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                        const isocast_tensor *result)
{
    if (!isc_takes(op, n)) return ISOCAST_INPUTS;
    if (isc_largest_rank(n, inputs) > ISOCAST_MAX_RANK || result->rank > ISOCAST_MAX_RANK) return ISOCAST_RANK;
    const int type = isocast_result_type(op, n, inputs);
    return type != 0 && (isocast_type)type == result->type ? ISOCAST_OK : ISOCAST_TYPE;
}

/* Admitted: not proved yet; the checks and the parts it calls are proved one by one. */
isocast_status isocast_plan_make(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                 const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault)
{
    fault->tensor = fault->axis = fault->index = -1;
    isocast_status status = isc_check_tensors(op, n, inputs, result);
    if (status != ISOCAST_OK) return status;
    const isc_idx elements = isc_count(result->rank, result->dims, PTRDIFF_MAX / 16); /* bytes of any type fit, too */
    const int packed = elements >= 0 && isc_all_packed(op, n, inputs, result, elements);
    if (!packed) status = isc_check_shapes(op, n, inputs, result, fault);
    if (status != ISOCAST_OK) return status;
    if (elements < 0) return ISOCAST_TOO_LARGE;
    plan->op = isc_is_fold(op) && n == 1 ? ISOCAST_COPY : op;
    plan->inputs = n;
    plan->operands = operands;
    plan->indexed = isc_is_checked(op, inputs[0].type);
    plan->flat_base = 0;
    plan->elements = elements;
    if (packed) {
        isc_plan_packed(plan, n, inputs, result);
        return ISOCAST_OK;
    }
    return isc_plan_strided(plan, n, inputs, result) ? ISOCAST_OK : ISOCAST_TOO_LARGE;
}
