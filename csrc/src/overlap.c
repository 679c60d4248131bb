/* The result's memory against the inputs': the same, apart, or overlapping in a way that would change the answer. */
#include "core.h"

/* Whether an input is the result: same memory, same strides, same size of element. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires a->type < ISC_TYPES && b->type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result ==> a->data == b->data && isc_bytes(a->type) == isc_bytes(b->type) &&
      \forall integer k; 0 <= k < plan->rank ==> a->strides[k] == b->strides[k];
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

/* The first byte of an operand, and the one after its last, as addresses: modulo the size of an address. */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(operand) && operand->type < ISC_TYPES;
    requires \valid(low) && \valid(end) && \separated(low, end) && \separated(low, plan) && \separated(low, operand);
    requires \separated(end, plan) && \separated(end, operand);
    requires \forall integer k; 0 <= k < plan->rank ==> 0 <= plan->dims[k];
    terminates \true;
    assigns *low, *end;
*/
static void isc_range(const isocast_plan *plan, const isocast_operand *operand, uintptr_t *low, uintptr_t *end)
{
    *low = (uintptr_t)operand->data;
    *end = *low + (uintptr_t)isc_type_bytes(operand->type);
    /*@ loop invariant 0 <= axis <= plan->rank;
        loop assigns axis, *low, *end;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const uintptr_t reach = (uintptr_t)(plan->dims[axis] - 1) * (uintptr_t)operand->strides[axis];
        if (operand->strides[axis] < 0) {
            *low += reach;
        } else {
            *end += reach;
        }
    }
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
    assigns \nothing;
    ensures 0 <= \result && (\result == 0 <==> a == 0 && b == 0);
*/
static isc_idx isc_gcd(isc_idx a, isc_idx b)
{
    /*@ loop invariant 0 <= a && 0 <= b;
        loop invariant (a == 0 && b == 0) <==> \at(a == 0 && b == 0, Pre);
        loop assigns a, b;
        loop variant b;
    */
    while (b != 0) {
        const isc_idx rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* a - b modulo step, in 0 .. step - 1. */
/*@ requires 1 <= step <= PTRDIFF_MAX;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < step;
*/
static isc_idx isc_remainder(uintptr_t a, uintptr_t b, uintptr_t step)
{
    return (isc_idx)(a >= b ? (a - b) % step : (step - (b - a) % step) % step);
}

/* Whether two operands within one range never meet: all their strides have a common divisor, and within it their
 * elements lie side by side (two columns of a matrix, even and odd elements). */
/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && \valid_read(a) && \valid_read(b);
    requires a->type < ISC_TYPES && b->type < ISC_TYPES;
    requires \forall integer k; 0 <= k < plan->rank ==> -PTRDIFF_MAX <= a->strides[k] && -PTRDIFF_MAX <= b->strides[k];
    terminates \true;
    assigns \nothing;
*/
static int isc_interleaved(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    isc_idx step = 0;
    /*@ loop invariant 0 <= axis <= plan->rank && 0 <= step;
        loop assigns axis, step;
        loop variant plan->rank - axis;
    */
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        step = isc_gcd(isc_gcd(step, isc_distance(a->strides[axis])), isc_distance(b->strides[axis]));
    }
    if (step == 0) return 0;
    const isc_idx apart = isc_remainder((uintptr_t)a->data, (uintptr_t)b->data, (uintptr_t)step);
    return apart >= isc_type_bytes(b->type) && step - apart >= isc_type_bytes(a->type);
}

/*@ requires isc_located(plan) && \valid_read(a) && \valid_read(b) && a->type < ISC_TYPES && b->type < ISC_TYPES;
    requires \forall integer k; 0 <= k < plan->rank ==> -PTRDIFF_MAX <= a->strides[k] && -PTRDIFF_MAX <= b->strides[k];
    terminates \true;
    assigns \nothing;
*/
static int isc_apart(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    uintptr_t low_a, end_a, low_b, end_b;
    isc_range(plan, a, &low_a, &end_a);
    isc_range(plan, b, &low_b, &end_b);
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
        loop assigns m;
        loop variant plan->inputs - m;
    */
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isocast_operand *input = &plan->operands[m];
        if (!isc_is_same(plan, input, result) && !isc_apart(plan, input, result)) return m;
    }
    return -1;
}
