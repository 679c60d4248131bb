/* Whether shapes agree. */
#ifndef ISC_AGREE_H
#define ISC_AGREE_H

#include "core.h"

/*@ requires 1 <= n && \forall integer m; 0 <= m < n ==> isc_shape(inputs + m);
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result && isc_common_rank(n, inputs, \result);
*/
static inline isc_idx isc_largest_rank(isc_idx n, const isocast_tensor *inputs)
{
    isc_idx rank = inputs[0].rank;
    /*@ loop invariant 1 <= m <= n && 0 <= rank && isc_common_rank(m, inputs, rank);
        loop assigns m, rank;
        loop variant n - m;
    */
    for (isc_idx m = 1; m < n; m++) {
        if (inputs[m].rank > rank) rank = inputs[m].rank;
    }
    return rank;
}

/* Clauses: E1, step2, uni-result, prelu */
/*@ requires isc_call(n, inputs, result) && \valid(fault) && isc_faults_apart(fault, n, inputs, result);
    requires op == ISOCAST_PRELU ==> n == 2;
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_E1 || \result == ISOCAST_NOT_UNIDIRECTIONAL ||
      \result == ISOCAST_RESULT_SHAPE;
    ensures prelu: \result == ISOCAST_NOT_UNIDIRECTIONAL <==> !isc_one_way{Pre}(op, inputs, result);
    ensures E1: \result == ISOCAST_E1 <==>
      isc_one_way{Pre}(op, inputs, result) && op != ISOCAST_COPY && !isc_no_e1{Pre}(n, inputs);
    ensures f: \result == ISOCAST_OK <==> isc_shapes_agree{Pre}(op, n, inputs, result);
*/
isocast_status isc_check_shapes(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                const isocast_tensor *result, isocast_fault *fault);

#endif
