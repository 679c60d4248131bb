/* The result's memory against the inputs': the same, apart, or overlapping in a way that would change the answer. */
#include "core.h"
#include "../logic/overlap_lemmas.h"

/* Whether an input is the result: same memory, same strides, same size of element. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires a->type < ISC_TYPES && b->type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result <==> isc_same_place(plan, a, b);
*/
static int isc_is_same(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    if (a->data != b->data || isc_type_bytes(a->type) != isc_type_bytes(b->type)) return 0;
    /*@ loop invariant 0 <= axis <= plan->rank;
        loop invariant \forall integer k; 0 <= k < axis ==> a->strides[k] == b->strides[k];
        loop assigns axis;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (a->strides[axis] != b->strides[axis]) return 0;
    }
    return 1;
}

/* From the first index of an axis to the last. */
/*@ requires isc_step_fits(size, stride);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_way(size, stride) && (0 <= stride ==> 0 <= \result) && (stride < 0 ==> \result <= 0);
    ensures -PTRDIFF_MAX <= \result;
*/
static isc_idx isc_axis_way(isc_idx size, isc_idx stride)
{
    //@ ghost isc_reveal_products(size, stride);
    //@ assert 0 <= stride ==> 0 <= (size - 1) * stride <= size * stride;
    //@ assert stride < 0 ==> size * stride <= (size - 1) * stride <= 0;
    return (size - 1) * stride;
}

/* The address of the first byte of an operand. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(operand) && isc_placed(plan, operand);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_first_byte(plan, operand);
*/
static uintptr_t isc_lowest_address(const isocast_plan *plan, const isocast_operand *operand)
{
    uintptr_t low = (uintptr_t)operand->data;
    //@ ghost isc_falling(plan->rank, plan->dims, operand->strides);
    //@ ghost isc_reveal_total_next(ISC_LOWEST, 0, plan->dims, operand->strides);
    //@ ghost isc_reveal_extremes();
    /*@ loop invariant 0 <= axis <= plan->rank;
        loop invariant low == (uintptr_t)operand->data + isc_total(ISC_LOWEST, axis, &plan->dims[0], &operand->strides[0]);
        loop assigns axis, low;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const isc_idx way = isc_axis_way(plan->dims[axis], operand->strides[axis]);
        //@ ghost isc_reveal_total_next(ISC_LOWEST, axis, plan->dims, operand->strides);
        if (operand->strides[axis] < 0) low -= (uintptr_t)(-way);
    }
    return low;
}

/* The address after the last byte of an operand. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(operand) && isc_placed(plan, operand);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_end_byte(plan, operand);
*/
static uintptr_t isc_end_address(const isocast_plan *plan, const isocast_operand *operand)
{
    uintptr_t end = (uintptr_t)operand->data;
    //@ ghost isc_rising(plan->rank, plan->dims, operand->strides);
    //@ ghost isc_reveal_total_next(ISC_HIGHEST, 0, plan->dims, operand->strides);
    //@ ghost isc_reveal_extremes();
    /*@ loop invariant 0 <= axis <= plan->rank;
        loop invariant end == (uintptr_t)operand->data + isc_total(ISC_HIGHEST, axis, &plan->dims[0], &operand->strides[0]);
        loop assigns axis, end;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const isc_idx way = isc_axis_way(plan->dims[axis], operand->strides[axis]);
        //@ ghost isc_reveal_total_next(ISC_HIGHEST, axis, plan->dims, operand->strides);
        if (operand->strides[axis] >= 0) end += (uintptr_t)way;
    }
    return end + (uintptr_t)isc_type_bytes(operand->type);
}

/*@ requires -PTRDIFF_MAX <= stride;
    terminates \true;
    assigns \nothing;
    ensures \result == \abs(stride);
*/
static isc_idx isc_distance(isc_idx stride)
{
    return stride < 0 ? -stride : stride;
}

/*@ requires 0 <= a && 0 <= b;
    terminates \true;
    decreases b;
    assigns \nothing;
    ensures 0 <= \result && (\result == 0 <==> a == 0 && b == 0);
    ensures \result != 0 ==> isc_divides(\result, a) && isc_divides(\result, b);
*/
static isc_idx isc_gcd(isc_idx a, isc_idx b)
{
    if (b == 0) {
        //@ ghost if (a != 0) isc_reveal_divides_itself(a);
        return a;
    }
    const isc_idx divisor = isc_gcd(b, a % b);
    //@ ghost isc_reveal_divides_rest(divisor, a, b);
    return divisor;
}

/* a - b modulo step, in 0 .. step - 1. */
/*@ requires 1 <= step <= PTRDIFF_MAX;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < step && isc_divides(step, a - b - \result);
*/
static isc_idx isc_remainder(uintptr_t a, uintptr_t b, uintptr_t step)
{
    //@ ghost isc_reveal_remainder(a, b, step);
    return (isc_idx)(a >= b ? (a - b) % step : (step - (b - a) % step) % step);
}

/* The largest step that divides another and a stride; 0 if both are 0. */
/*@ requires 0 <= step && -PTRDIFF_MAX <= stride;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result && (\result == 0 ==> step == 0 && stride == 0);
    ensures \result != 0 ==> isc_divides(\result, step) && isc_divides(\result, stride);
*/
static isc_idx isc_step_with(isc_idx step, isc_idx stride)
{
    const isc_idx divisor = isc_gcd(step, isc_distance(stride));
    //@ ghost if (divisor != 0 && stride < 0) isc_reveal_divides_opposite(divisor, -stride);
    return divisor;
}

/* The largest step that divides all strides of two operands; 0 if all are 0. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires \forall integer k; 0 <= k < plan->rank ==> -PTRDIFF_MAX <= a->strides[k] && -PTRDIFF_MAX <= b->strides[k];
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result && isc_common_step(plan, a, b, \result);
*/
static isc_idx isc_shared_step(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    isc_idx step = 0;
    /*@ loop invariant 0 <= axis <= plan->rank && 0 <= step;
        loop invariant isc_divides_all(step, axis, &a->strides[0]);
        loop invariant isc_divides_all(step, axis, &b->strides[0]);
        loop assigns axis, step;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const isc_idx with_a = isc_step_with(step, a->strides[axis]);
        //@ ghost isc_step_refined(axis, a->strides, with_a, step);
        //@ ghost isc_step_refined(axis, b->strides, with_a, step);
        //@ assert isc_divides_all(with_a, axis + 1, &a->strides[0]);
        step = isc_step_with(with_a, b->strides[axis]);
        //@ ghost isc_step_refined(axis + 1, a->strides, step, with_a);
        //@ ghost isc_step_refined(axis, b->strides, step, with_a);
    }
    return step;
}

/* Whether two operands within one range never meet: all their strides have a common divisor, and within it their
 * elements lie side by side (two columns of a matrix, even and odd elements). */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires a->type < ISC_TYPES && b->type < ISC_TYPES;
    requires \forall integer k; 0 <= k < plan->rank ==> -PTRDIFF_MAX <= a->strides[k] && -PTRDIFF_MAX <= b->strides[k];
    terminates \true;
    assigns \nothing;
    ensures \result ==> isc_side_by_side(plan, a, b);
*/
static int isc_interleaved(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    const isc_idx step = isc_shared_step(plan, a, b);
    if (step == 0) return 0;
    const isc_idx apart = isc_remainder((uintptr_t)a->data, (uintptr_t)b->data, (uintptr_t)step);
    const int beside = apart >= isc_type_bytes(b->type) && step - apart >= isc_type_bytes(a->type);
    //@ assert beside ==> isc_beside_by(plan, a, b, step, apart);
    return beside;
}

/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires isc_placed(plan, a) && isc_placed(plan, b);
    terminates \true;
    assigns \nothing;
    ensures \result ==> isc_ranges_apart(plan, a, b) || isc_side_by_side(plan, a, b);
    ensures isc_ranges_apart(plan, a, b) ==> \result;
*/
static int isc_apart(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    const uintptr_t low_a = isc_lowest_address(plan, a), end_a = isc_end_address(plan, a);
    const uintptr_t low_b = isc_lowest_address(plan, b), end_b = isc_end_address(plan, b);
    return end_a <= low_b || end_b <= low_a || isc_interleaved(plan, a, b);
}

/* Whether some input is the result itself; only meaningful where isocast_plan_overlaps says -1. */
int isc_in_place(const isocast_plan *plan)
{
    unsigned char *const data = plan->operands[plan->inputs].data;
    /*@ loop invariant 0 <= m <= plan->inputs;
        loop invariant \forall integer i; 0 <= i < m ==> plan->operands[i].data != data;
        loop assigns m;
        loop variant plan->inputs - m;
    */
    for (isc_idx m = 0; m < plan->inputs; m++) {
        if (plan->operands[m].data == data) return 1;
    }
    return 0;
}

isocast_idx isocast_plan_overlaps(const isocast_plan *plan)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    if (plan->elements == 0) return -1;
    /*@ loop invariant 0 <= m <= plan->inputs;
        loop invariant \forall integer i; 0 <= i < m ==> isc_harmless(plan, i);
        loop assigns m;
        loop variant plan->inputs - m;
    */
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isocast_operand *input = &plan->operands[m];
        if (!isc_is_same(plan, input, result) && !isc_apart(plan, input, result)) return m;
    }
    return -1;
}
