/* Max, Min, Sum and Mean of two and more inputs: from the first to the last, one element of the result at a time.
 * Sums of the 16-bit float types are kept as float, and rounded once. */
#include "drivers.h"

/* The type in which an operator's steps are computed. Clauses: sum-mean */
/*@ terminates \true;
    assigns \nothing;
    ensures sum_mean: \result ==
      ((op == ISOCAST_SUM || op == ISOCAST_MEAN) && (type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16) ?
       ISOCAST_FLOAT : type);
*/
static isocast_type isc_fold_type(isocast_op op, isocast_type type)
{
    const int sums = op == ISOCAST_SUM || op == ISOCAST_MEAN;
    return sums && (type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16) ? ISOCAST_FLOAT : type;
}

/* A word of one type as one of the other, both floating-point; nothing happens if they are the same. */
/*@ terminates \true;
    assigns \nothing;
    ensures from == to ==> \result == word;
*/
static uint64_t isc_converted(isocast_type from, isocast_type to, uint64_t word)
{
    return from == to ? word : isc_rounded(to, isc_number(from, word));
}

/* The last step: Mean divides by the number of inputs, and what is longer than the result is rounded. */
/*@ terminates \true;
    assigns \nothing;
    ensures op != ISOCAST_MEAN && steps == type ==> \result == sum;
*/
static uint64_t isc_fold_last(isocast_op op, isocast_type type, isocast_type steps, isc_idx inputs, uint64_t sum)
{
    if (op == ISOCAST_MEAN) sum = isc_real(ISOCAST_DIV, steps, sum, isc_rounded(steps, (double)inputs));
    return isc_converted(steps, type, sum);
}

/* The offset of position p: its index along each axis, in turn, by the stride. Clauses: access, f */
/* Admitted: tested against the fast drivers and the specification, not proved. */
/*@ requires 0 <= n && 0 <= p && \valid_read(sizes + (0 .. n)) && \valid_read(strides + (0 .. n - 1));
    terminates \true;
    assigns \nothing;
    ensures access: f: \result == isc_off(sizes, strides, 0, n, p);
*/
static isc_idx isc_offset(isc_idx n, const isc_idx *sizes, const isc_idx *strides, isc_idx p)
{
    isc_idx offset = 0;
    for (isc_idx k = 0; k < n; k++) {
        offset += p / sizes[k + 1] * strides[k];
        p %= sizes[k + 1];
    }
    return offset;
}

/* The word of one operand at position p. */
/* Admitted: tested against the fast drivers and the specification, not proved. */
/*@ requires \valid_read(operand);
    terminates \true;
    assigns \nothing;
*/
static uint64_t isc_word_at(const isocast_operand *operand, isc_idx n, const isc_idx *sizes, isc_idx p)
{
    const isc_form form = isc_form_of(operand->type, operand->swapped);
    const unsigned char *data = operand->data;
    return isc_load(data + isc_offset(n, sizes, operand->strides, p), form.width, form.high_first);
}

/* From the first input, left to right. Clauses: sum-mean, max-min */
/* Admitted: tested against the fast drivers and the specification, not proved. */
/*@ requires \valid_read(plan) && 1 <= plan->inputs;
    terminates \true;
    assigns \nothing;
*/
static uint64_t isc_fold_at(const isocast_plan *plan, const isc_idx *sizes, isc_idx p)
{
    const isocast_type type = plan->operands[0].type, steps = isc_fold_type(plan->op, type);
    uint64_t sum = isc_converted(type, steps, isc_word_at(&plan->operands[0], plan->rank, sizes, p));
    for (isc_idx m = 1; m < plan->inputs; m++) {
        const uint64_t word = isc_word_at(&plan->operands[m], plan->rank, sizes, p);
        sum = isc_element(plan->op, steps, steps, sum, isc_converted(type, steps, word));
    }
    return isc_fold_last(plan->op, type, steps, plan->inputs, sum);
}

/* Admitted: tested against the fast drivers and the specification, not proved. */
void isc_fold_run(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *result = &plan->operands[plan->inputs];
    const isc_form form = isc_form_of(result->type, result->swapped);
    unsigned char *data = result->data;
    for (isc_idx p = 0; p < plan->elements; p++) {
        const uint64_t word = isc_fold_at(plan, sizes, p);
        isc_store(data + isc_offset(plan->rank, sizes, result->strides, p), form.width, form.high_first, word);
    }
}
