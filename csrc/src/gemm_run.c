/* Gemm, plainly: each element of the result is a sum of products in the order of K, one after another. Sums of the
 * 16-bit float types are kept as float, and rounded once. Clauses: gemm, int-wrap */
#include "drivers.h"

#include <math.h>

/* The type in which products and sums are computed. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == (type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? ISOCAST_FLOAT : type);
*/
static isocast_type isc_gemm_steps(isocast_type type)
{
    return type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? ISOCAST_FLOAT : type;
}

/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(matrix);
    terminates \true;
    assigns \nothing;
*/
static uint64_t isc_gemm_word(const isocast_matrix *matrix, isocast_type type, isc_idx i, isc_idx j)
{
    const isc_form form = isc_form_of(type, matrix->swapped);
    const unsigned char *data = matrix->data;
    const isocast_type steps = isc_gemm_steps(type);
    const uint64_t word = isc_load(data + i * matrix->row + j * matrix->column, form.width, form.high_first);
    return steps == type ? word : isc_rounded(steps, isc_number(type, word));
}

/* An integral float modulo 2^64: 2^64 divides whatever fmod takes away. */
/* Admitted: floating point, fmod. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_gemm_modular(float x)
{
    const double rest = fmod((double)x, 18446744073709551616.0);
    return rest < 0 ? 0 - (uint64_t)-rest : (uint64_t)rest;
}

/* A factor as a word of the type of the steps. */
/* Admitted: floating point, rounding. */
/*@ terminates \true; assigns \nothing; */
static uint64_t isc_gemm_factor(isocast_type steps, float x)
{
    if (isc_gemm_is_real(steps)) return isc_rounded(steps, (double)x);
    return isc_wrap(isc_gemm_modular(x), isc_type_bytes(steps));
}

/* The sum over K of alpha * a * b at (i, j). */
/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(gemm);
    terminates \true;
    assigns \nothing;
*/
static uint64_t isc_gemm_sum(const isocast_gemm *gemm, isc_idx i, isc_idx j)
{
    const isocast_type steps = isc_gemm_steps(gemm->type);
    const uint64_t alpha = isc_gemm_factor(steps, gemm->fractional ? 1.0f : gemm->alpha);
    uint64_t sum = 0; /* of every type */
    for (isc_idx k = 0; k < gemm->k; k++) {
        const uint64_t a = isc_element(ISOCAST_MUL, steps, steps, alpha, isc_gemm_word(&gemm->a, gemm->type, i, k));
        const uint64_t product = isc_element(ISOCAST_MUL, steps, steps, a, isc_gemm_word(&gemm->b, gemm->type, k, j));
        sum = isc_element(ISOCAST_ADD, steps, steps, sum, product);
    }
    return sum;
}

/* alpha * sum + beta * c in double, truncated into an integer type; 0 if none has that value. */
/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(gemm) && \valid(word);
    terminates \true;
    assigns *word;
*/
static int isc_gemm_fraction(const isocast_gemm *gemm, isc_idx i, isc_idx j, uint64_t *word)
{
    double value = (double)gemm->alpha * isc_number(gemm->type, isc_gemm_sum(gemm, i, j));
    if (gemm->c.data)
        value = value + (double)gemm->beta * isc_number(gemm->type, isc_gemm_word(&gemm->c, gemm->type, i, j));
    return isc_truncated(gemm->type, value, word);
}

/* One element of the result. Without products, beta * c keeps its sign of zero. */
/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(gemm);
    terminates \true;
    assigns \nothing;
*/
static uint64_t isc_gemm_at(const isocast_gemm *gemm, isc_idx i, isc_idx j)
{
    const isocast_type steps = isc_gemm_steps(gemm->type);
    uint64_t sum;
    if (gemm->fractional) {
        (void)isc_gemm_fraction(gemm, i, j, &sum);
        return sum;
    }
    sum = isc_gemm_sum(gemm, i, j);
    if (gemm->c.data) {
        const uint64_t beta = isc_gemm_factor(steps, gemm->beta), c = isc_gemm_word(&gemm->c, gemm->type, i, j);
        const uint64_t addend = isc_element(ISOCAST_MUL, steps, steps, beta, c);
        sum = gemm->k == 0 ? addend : isc_element(ISOCAST_ADD, steps, steps, sum, addend);
    }
    return steps == gemm->type ? sum : isc_rounded(gemm->type, isc_number(steps, sum));
}

/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(gemm);
    terminates \true;
*/
void isocast_gemm_run(const isocast_gemm *gemm)
{
    const isc_form form = isc_form_of(gemm->type, gemm->y.swapped);
    unsigned char *data = gemm->y.data;
    for (isc_idx i = 0; i < gemm->m; i++)
        for (isc_idx j = 0; j < gemm->n; j++)
            isc_store(data + i * gemm->y.row + j * gemm->y.column, form.width, form.high_first, isc_gemm_at(gemm, i, j));
}

/* Admitted: tested against the fast driver and the specification, not proved. */
/*@ requires \valid_read(gemm) && \valid(fault);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_RANGE;
*/
isocast_status isocast_gemm_check(const isocast_gemm *gemm, isocast_fault *fault)
{
    uint64_t word;
    if (!gemm->fractional) return ISOCAST_OK;
    for (isc_idx i = 0; i < gemm->m; i++)
        for (isc_idx j = 0; j < gemm->n; j++)
            if (!isc_gemm_fraction(gemm, i, j, &word)) {
                fault->tensor = fault->axis = -1;
                fault->index = i * gemm->n + j;
                return ISOCAST_RANGE;
            }
    return ISOCAST_OK;
}
