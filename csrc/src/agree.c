/* Whether shapes agree: E1, the shape of the result, and what broadcasts one way only. */
#include "agree.h"

/* E1 first, then whether the result given has the shape that follows.
 * Clauses: E1, step2 */
/*@ requires isc_call(n, inputs, result) && \valid(fault) && isc_faults_apart(fault, n, inputs, result);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_E1 || \result == ISOCAST_RESULT_SHAPE;
    ensures E1: \result == ISOCAST_E1 <==> !isc_no_e1{Pre}(n, inputs);
    ensures step2: \result == ISOCAST_OK <==> isc_no_e1{Pre}(n, inputs) && isc_follows{Pre}(n, inputs, result);
*/
static isocast_status isc_check_broadcast(isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                                          isocast_fault *fault)
{
    isc_idx shape[ISOCAST_MAX_RANK];
    const isc_idx rank = isc_largest_rank(n, inputs);
    //@ assert one: \forall integer other; isc_common_rank{Pre}(n, inputs, other) ==> other == rank;
    const isocast_status status = isocast_result_shape(n, inputs, rank, shape, fault);
    //@ assert none: status == ISOCAST_OK ==> isc_compatible{Pre}(n, inputs, rank);
    if (status != ISOCAST_OK) return status;
    //@ assert kept: isc_unchanged{Pre, Here}(result);
    /*@ assert unique: \forall integer k, a, b; isc_axis_size{Pre}(n, inputs, rank, k, a) &&
          isc_axis_size{Pre}(n, inputs, rank, k, b) ==> a == b; */
    return rank == result->rank && isc_same_dims(rank, shape, result->dims) ? ISOCAST_OK : ISOCAST_RESULT_SHAPE;
}

/* Clauses: uni-1, uni-2, uni-3 */
/*@ requires isc_shape(tensor) && isc_shape(target);
    requires \valid(fault) && isc_fault_apart(fault, tensor) && isc_fault_apart(fault, target);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_NOT_UNIDIRECTIONAL;
    ensures uni_2: \result == ISOCAST_OK <==> isc_reaches{Pre}(tensor, target);
*/
static isocast_status isc_check_reaches(const isocast_tensor *tensor, isc_idx number, const isocast_tensor *target,
                                        isocast_fault *fault)
{
    const isocast_status status = isc_unidirectional(tensor, number, target->rank, target->dims, fault);
    /*@ assert sizes: \forall integer k; 0 <= k < target->rank && tensor->rank <= target->rank ==>
          isc_aligned(tensor, target->rank, k) == isc_aligned{Pre}(tensor, target->rank, k); */
    //@ assert target: \forall integer k; 0 <= k < target->rank ==> target->dims[k] == \at(target->dims[k], Pre);
    return status;
}

/* The slope may not change the shape of X, so that the result has that shape, and E1 cannot occur.
 * Clauses: prelu, uni-result */
/*@ requires isc_call(2, inputs, result) && \valid(fault) && isc_faults_apart(fault, 2, inputs, result);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_NOT_UNIDIRECTIONAL || \result == ISOCAST_RESULT_SHAPE;
    ensures prelu: \result == ISOCAST_NOT_UNIDIRECTIONAL <==> !isc_reaches{Pre}(inputs + 1, inputs);
    ensures E1: isc_reaches{Pre}(inputs + 1, inputs) ==> isc_no_e1{Pre}(2, inputs);
    ensures uni_result: \result == ISOCAST_OK <==>
      isc_reaches{Pre}(inputs + 1, inputs) && isc_follows{Pre}(2, inputs, result);
*/
static isocast_status isc_check_prelu(const isocast_tensor *inputs, const isocast_tensor *result, isocast_fault *fault)
{
    const int same = inputs[0].rank == result->rank && isc_same_dims(result->rank, inputs[0].dims, result->dims);
    //@ assert rank: isc_reaches(inputs + 1, inputs) ==> isc_common_rank(2, inputs, inputs[0].rank);
    /*@ assert sizes: isc_reaches(inputs + 1, inputs) ==> \forall integer k; 0 <= k < inputs[0].rank ==>
          isc_axis_size(2, inputs, inputs[0].rank, k, inputs[0].dims[k]); */
    /*@ assert unique: \forall integer rank, k, a, b; isc_axis_size(2, inputs, rank, k, a) &&
          isc_axis_size(2, inputs, rank, k, b) ==> a == b; */
    //@ assert none: isc_reaches(inputs + 1, inputs) ==> isc_no_e1(2, inputs);
    //@ assert result: isc_reaches(inputs + 1, inputs) ==> (same <==> isc_follows(2, inputs, result));
    const isocast_status status = isc_check_reaches(&inputs[1], 1, &inputs[0], fault);
    return status != ISOCAST_OK ? status : same ? ISOCAST_OK : ISOCAST_RESULT_SHAPE;
}

isocast_status isc_check_shapes(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                const isocast_tensor *result, isocast_fault *fault)
{
    if (op == ISOCAST_COPY) return isc_check_reaches(&inputs[0], 0, result, fault);
    if (op == ISOCAST_PRELU) return isc_check_prelu(inputs, result, fault);
    return isc_check_broadcast(n, inputs, result, fault);
}
