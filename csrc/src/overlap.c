/* The result's memory against the inputs': the same, apart, or overlapping in a way that would change the answer. */
#include "core.h"

/* Whether an input is the result: same memory, same strides, same size of element. */
static int isc_is_same(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    if (a->data != b->data || isc_type_bytes(a->type) != isc_type_bytes(b->type)) return 0;
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        if (a->strides[axis] != b->strides[axis]) return 0;
    }
    return 1;
}

/* The first byte of an operand, and the one after its last, as addresses. */
static void isc_range(const isocast_plan *plan, const isocast_operand *operand, uintptr_t *low, uintptr_t *end)
{
    *low = (uintptr_t)operand->data;
    *end = *low + (uintptr_t)isc_type_bytes(operand->type);
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        const isc_idx reach = (plan->dims[axis] - 1) * operand->strides[axis];
        if (reach < 0) {
            *low -= (uintptr_t)-reach;
        } else {
            *end += (uintptr_t)reach;
        }
    }
}

static isc_idx isc_gcd(isc_idx a, isc_idx b)
{
    while (b != 0) {
        const isc_idx rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* a - b modulo step, in 0 .. step - 1. */
static isc_idx isc_remainder(uintptr_t a, uintptr_t b, uintptr_t step)
{
    return (isc_idx)(a >= b ? (a - b) % step : (step - (b - a) % step) % step);
}

/* Whether two operands within one range never meet: all their strides have a common divisor, and within it their
 * elements lie side by side (two columns of a matrix, even and odd elements). */
static int isc_interleaved(const isocast_plan *plan, const isocast_operand *a, const isocast_operand *b)
{
    isc_idx step = 0;
    for (isc_idx axis = 0; axis < plan->rank; axis++) {
        step = isc_gcd(isc_gcd(step, a->strides[axis]), b->strides[axis]);
    }
    if (step == 0) return 0;
    const isc_idx apart = isc_remainder((uintptr_t)a->data, (uintptr_t)b->data, (uintptr_t)step);
    return apart >= isc_type_bytes(b->type) && step - apart >= isc_type_bytes(a->type);
}

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
    const char *data = plan->operands[plan->inputs].data;
    for (isc_idx m = 0; m < plan->inputs; m++) {
        if (plan->operands[m].data == data) return 1;
    }
    return 0;
}

isocast_idx isocast_plan_overlaps(const isocast_plan *plan)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    if (plan->elements == 0) return -1;
    for (isc_idx m = 0; m < plan->inputs; m++) {
        const isocast_operand *input = &plan->operands[m];
        if (!isc_is_same(plan, input, result) && !isc_apart(plan, input, result)) return m;
    }
    return -1;
}
