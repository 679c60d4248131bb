/* Shapes: alignment, the result's sizes, E1, and counts that cannot overflow. Must not know about strides or plans. */
#include "core.h"
#include "../logic/elements_lemmas.h"

/* Clauses: step1, multi-3 */
isc_idx isc_aligned_size(const isocast_tensor *tensor, isc_idx rank, isc_idx axis)
{
    const isc_idx own = axis - (rank - tensor->rank);
    return own < 0 ? 1 : tensor->dims[own];
}

/* The result's size on one axis: the largest; but 0 where 0 meets only 0 and 1.
 * Clauses: step2, B5 */
/*@ requires isc_shapes(n, inputs, rank) && 0 <= axis < rank;
    terminates \true;
    assigns \nothing;
    ensures step2: B5: isc_axis_size(n, inputs, rank, axis, \result);
*/
static isc_idx isc_axis_size(isc_idx n, const isocast_tensor *inputs, isc_idx rank, isc_idx axis)
{
    isc_idx largest = 1;
    int zero = 0;
    /*@ loop invariant 0 <= m <= n && 1 <= largest;
        loop invariant \forall integer i; 0 <= i < m ==> 0 <= isc_aligned(inputs + i, rank, axis) <= largest;
        loop invariant largest > 1 ==> \exists integer i; 0 <= i < m && isc_aligned(inputs + i, rank, axis) == largest;
        loop invariant zero ==> \exists integer i; 0 <= i < m && isc_aligned(inputs + i, rank, axis) == 0;
        loop invariant !zero ==> \forall integer i; 0 <= i < m ==> isc_aligned(inputs + i, rank, axis) != 0;
        loop assigns m, largest, zero;
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const isc_idx size = isc_aligned_size(&inputs[m], rank, axis);
        if (size > largest) largest = size;
        if (size == 0) zero = 1;
    }
    return zero && largest == 1 ? 0 : largest;
}

/* The first axis on which a tensor is neither 1 nor the result's size, or `rank`.
 * Clauses: E1, B6 */
/*@ requires isc_shape(tensor) && tensor->rank <= rank && \valid_read(dims + (0 .. rank - 1));
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result <= rank;
    ensures E1: \result < rank ==> isc_misfit(tensor, rank, \result, dims[\result]);
    ensures B6: \forall integer axis; 0 <= axis < \result ==> !isc_misfit(tensor, rank, axis, dims[axis]);
*/
static isc_idx isc_first_misfit(const isocast_tensor *tensor, isc_idx rank, const isc_idx *dims)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> !isc_misfit(tensor, rank, k, dims[k]);
        loop assigns axis;
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        const isc_idx size = isc_aligned_size(tensor, rank, axis);
        if (size != dims[axis] && size != 1) return axis;
    }
    return rank;
}

/*@ requires \valid(fault);
    terminates \true;
    assigns *fault;
    ensures \result == status && isc_refused(fault, tensor, axis);
    ensures shapes: \forall isocast_tensor *t, integer rank, k, size; k < rank && \separated(fault, t) &&
      \separated(fault, t->dims + (0 .. t->rank - 1)) ==>
      (isc_misfit(t, rank, k, size) <==> isc_misfit{Pre}(t, rank, k, size));
*/
static isocast_status isc_refuse(isocast_status status, isc_idx tensor, isc_idx axis, isocast_fault *fault)
{
    fault->tensor = tensor;
    fault->axis = axis;
    fault->index = -1;
    return status;
}

/*@ requires isc_shapes(n, inputs, rank) && \valid(dims + (0 .. rank - 1));
    requires \forall integer m; 0 <= m < n ==> isc_shape_apart(inputs + m, dims, rank);
    terminates \true;
    assigns dims[0 .. rank - 1];
    ensures step2: B5: \forall integer axis; 0 <= axis < rank ==> isc_axis_size{Pre}(n, inputs, rank, axis, dims[axis]);
    ensures isc_shapes(n, inputs, rank);
    ensures \forall integer m, k; 0 <= m < n && 0 <= k < rank ==>
      isc_aligned(inputs + m, rank, k) == isc_aligned{Pre}(inputs + m, rank, k);
*/
static void isc_axis_sizes(isc_idx n, const isocast_tensor *inputs, isc_idx rank, isc_idx *dims)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant ranks: \forall integer m; 0 <= m < n ==> inputs[m].rank == \at(inputs[m].rank, Pre);
        loop invariant same: \forall integer m, k; 0 <= m < n && 0 <= k < inputs[m].rank ==>
          inputs[m].dims[k] == \at(inputs[m].dims[k], Pre);
        loop invariant aligned: \forall integer m, k; 0 <= m < n && 0 <= k < rank ==>
          isc_aligned(inputs + m, rank, k) == isc_aligned{Pre}(inputs + m, rank, k);
        loop invariant shapes: isc_shapes(n, inputs, rank);
        loop invariant sizes: \forall integer k; 0 <= k < axis ==> isc_axis_size{Pre}(n, inputs, rank, k, dims[k]);
        loop assigns axis, dims[0 .. rank - 1];
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        const isc_idx size = isc_axis_size(n, inputs, rank, axis);
        //@ assert isc_axis_size{Pre}(n, inputs, rank, axis, size);
        dims[axis] = size;
    }
}

/* Clauses: step1, step2, E1, B5, B6, multi-1, multi-2, multi-3, rank */
isocast_status isocast_result_shape(isocast_idx n, const isocast_tensor *inputs, isocast_idx rank, isocast_idx *dims,
                                    isocast_fault *fault)
{
    if (rank > ISOCAST_MAX_RANK) return isc_refuse(ISOCAST_RANK, -1, -1, fault);
    isc_axis_sizes(n, inputs, rank, dims);
    /*@ loop invariant 0 <= m <= n;
        loop invariant \forall integer i, k; 0 <= i < m && 0 <= k < rank ==> !isc_misfit{Pre}(inputs + i, rank, k, dims[k]);
        loop assigns m;
        loop variant n - m;
    */
    for (isc_idx m = 0; m < n; m++) {
        const isc_idx axis = isc_first_misfit(&inputs[m], rank, dims);
        //@ assert before: \forall integer k; 0 <= k < axis ==> !isc_misfit{Pre}(inputs + m, rank, k, dims[k]);
        //@ assert at: axis < rank ==> isc_misfit{Pre}(inputs + m, rank, axis, dims[axis]);
        //@ assert apart: \forall integer k; 0 <= k < rank ==> \separated(fault, dims + k);
        if (axis < rank) return isc_refuse(ISOCAST_E1, m, axis, fault);
    }
    /*@ assert each: \forall integer m, k; 0 <= m < n && 0 <= k < rank ==>
          isc_aligned{Pre}(inputs + m, rank, k) == 1 || isc_aligned{Pre}(inputs + m, rank, k) == dims[k]; */
    return ISOCAST_OK;
}

/* Whether a tensor broadcasts to a shape that it cannot change. A larger rank does not fit, not even of ones.
 * Clauses: uni-1, uni-2, uni-3 */
isocast_status isc_unidirectional(const isocast_tensor *tensor, isc_idx number, isc_idx rank, const isc_idx *dims,
                                  isocast_fault *fault)
{
    if (tensor->rank > rank) return isc_refuse(ISOCAST_NOT_UNIDIRECTIONAL, number, 0, fault);
    const isc_idx axis = isc_first_misfit(tensor, rank, dims);
    return axis < rank ? isc_refuse(ISOCAST_NOT_UNIDIRECTIONAL, number, axis, fault) : ISOCAST_OK;
}

/* Small factors skip the division. */
isc_idx isc_product(isc_idx a, isc_idx b, isc_idx limit)
{
    const isc_idx small = (isc_idx)1 << (sizeof(isc_idx) * 4 - 1);
    if (a < small && b < small) return a * b <= limit ? a * b : -1;
    if (b != 0 && a > limit / b) return -1;
    return a * b;
}

/*@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1));
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> \exists integer k; 0 <= k < rank && dims[k] == 0;
*/
static int isc_has_zero(isc_idx rank, const isc_idx *dims)
{
    /*@ loop invariant 0 <= axis <= rank;
        loop invariant \forall integer k; 0 <= k < axis ==> dims[k] != 0;
        loop assigns axis;
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        if (dims[axis] == 0) return 1;
    }
    return 0;
}

isc_idx isc_count(isc_idx rank, const isc_idx *dims, isc_idx limit)
{
    isc_idx count = 1;
    if (isc_has_zero(rank, dims)) {
        //@ ghost isc_reveal_zero(rank, dims);
        return 0;
    }
    //@ ghost isc_reveal_elements(0, dims);
    /*@ loop invariant 0 <= axis <= rank && 1 <= count <= limit;
        loop invariant count == isc_elements(axis, dims);
        loop assigns axis, count;
        loop variant rank - axis;
    */
    for (isc_idx axis = 0; axis < rank; axis++) {
        //@ ghost isc_reveal_elements(axis + 1, dims);
        count = isc_product(count, dims[axis], limit);
        if (count < 0) {
            //@ ghost isc_reveal_grows(axis + 1, rank, dims, limit);
            return -1;
        }
    }
    return count;
}
