/* One element of a Gemm: a sum of products in the order of K, one after another. Sums of the 16-bit float types are
 * kept as float, and rounded once. Clauses: gemm, int-wrap */
/* WP: Typed+real */ /* floats are only passed on, but in what is admitted */
#include "gemm_element.h"
#include "element_ieee.h"

#include <math.h>

/*@ ghost
/@ terminates \true; assigns \nothing;
   ensures isc_times(0, step) == 0;
   ensures \forall integer k; isc_times(k + 1, step) == isc_times(k, step) + step; @/
void isc_reveal_steps(isocast_idx step) {}
/@ requires 0 <= k;
   terminates \true; assigns \nothing;
   ensures \forall isc_vector u, v; isc_gemm_dot(steps, alpha, u, v, 0) == 0;
   ensures \forall isc_vector u, v; isc_gemm_dot(steps, alpha, u, v, k + 1) ==
     isc_gemm_step(steps, alpha, isc_gemm_dot(steps, alpha, u, v, k), isc_nth(u, k), isc_nth(v, k)); @/
void isc_reveal_dot(isocast_type steps, uint64_t alpha, isocast_idx k) {}
*/

/* The type in which products and sums are computed. */
/*@ requires isc_gemm_type(type);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_gemm_steps_of(type);
    ensures isc_is_width(isc_word_bytes(\result)) && isc_word_bytes(\result) >= isc_word_bytes(type);
    ensures \result != ISOCAST_BOOL && \result == type || isc_is_real(type) == 1 && isc_is_real(\result) == 1;
*/
static isocast_type isc_gemm_steps(isocast_type type)
{
    return type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? ISOCAST_FLOAT : type;
}

/* An element as the steps take it. */
/*@ requires isc_gemm_type(type) && \valid_read(p + (0 .. isc_bytes(type) - 1));
    terminates \true;
    assigns \nothing;
    ensures \result == isc_gemm_word_at(p, type, swapped);
    ensures \result < isc_modulus(isc_word_bytes(isc_gemm_steps_of(type)));
*/
static uint64_t isc_gemm_word(const unsigned char *p, isocast_type type, int swapped)
{
    const isocast_type steps = isc_gemm_steps(type);
    const isc_form form = isc_form_of(type, swapped);
    const uint64_t word = isc_load(p, form.width, form.high_first);
    return steps == type ? word : isc_real_converted(type, steps, word);
}

/* Admitted: floating point, what isc_factor_bits stands for. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_factor_bits(x);
*/
static uint64_t isc_gemm_bits(float x)
{
    return isc_bits_of((double)x);
}

/* An integral float modulo 2^64: 2^64 divides whatever fmod takes away. */
/* Admitted: floating point, what isc_factor_modular stands for. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_factor_modular(x);
*/
static uint64_t isc_gemm_modular(float x)
{
    const double rest = fmod((double)x, 18446744073709551616.0);
    return rest < 0 ? 0 - (uint64_t)-rest : (uint64_t)rest;
}

/* A factor as a word of the type of the steps. */
/*@ requires isc_gemm_type(steps);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_factor_word(steps, x);
    ensures \result < isc_modulus(isc_word_bytes(steps));
*/
static uint64_t isc_gemm_factor(isocast_type steps, float x)
{
    if (isc_gemm_is_real(steps)) return isc_short_word(steps, isc_gemm_bits(x));
    return isc_wrap(isc_gemm_modular(x), isc_word_width(steps));
}

/* alpha * sum + beta * c in double, truncated into an integer type; 0 if none has that value. */
/*@ requires isc_gemm_made(gemm) && \valid(word);
    terminates \true;
    assigns *word;
    ensures *word == isc_fraction_word(gemm->type, gemm->alpha, gemm->beta, sum, ISC_READ(gemm), c);
    ensures \result != 0 <==> isc_fraction_fits(gemm->type, gemm->alpha, gemm->beta, sum, ISC_READ(gemm), c);
*/
static int isc_gemm_fraction(const isocast_gemm *gemm, uint64_t sum, uint64_t c, uint64_t *word)
{
    const uint64_t scaled = isc_ieee_product(isc_gemm_bits(gemm->alpha), isc_wide_word(gemm->type, sum));
    uint64_t value = scaled;
    if (gemm->c.data) {
        const uint64_t addend = isc_ieee_product(isc_gemm_bits(gemm->beta), isc_wide_word(gemm->type, c));
        value = isc_ieee_sum(scaled, addend);
    }
    return isc_truncated_word(gemm->type, value, word);
}

/* The next sum: + (alpha * a) * b. */
/*@ requires isc_is_width(isc_word_bytes(steps)) && isc_gemm_type(steps);
    requires alpha < isc_modulus(isc_word_bytes(steps)) && sum < isc_modulus(isc_word_bytes(steps));
    requires a < isc_modulus(isc_word_bytes(steps)) && b < isc_modulus(isc_word_bytes(steps));
    terminates \true;
    assigns \nothing;
    ensures gemm: \result == isc_gemm_step(steps, alpha, sum, a, b);
    ensures \result < isc_modulus(isc_word_bytes(steps));
*/
static uint64_t isc_gemm_next(isocast_type steps, uint64_t alpha, uint64_t sum, uint64_t a, uint64_t b)
{
    const uint64_t scaled = isc_element(ISOCAST_MUL, steps, steps, alpha, a);
    return isc_element(ISOCAST_ADD, steps, steps, sum, isc_element(ISOCAST_MUL, steps, steps, scaled, b));
}

/* The sum over K of alpha * a * b. */
/*@ requires isc_gemm_made(gemm) && steps == isc_gemm_steps_of(gemm->type);
    requires alpha < isc_modulus(isc_word_bytes(steps));
    requires isc_gemm_line(a, gemm->a.column, gemm->k, ISC_WIDTH(gemm));
    requires isc_gemm_line(b, gemm->b.row, gemm->k, ISC_WIDTH(gemm));
    terminates \true;
    assigns \nothing;
    ensures gemm: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
      \result == isc_gemm_dot(steps, alpha, u, v, gemm->k);
    ensures \result < isc_modulus(isc_word_bytes(steps));
*/
static uint64_t isc_gemm_sum(const isocast_gemm *gemm, isocast_type steps, uint64_t alpha, const unsigned char *a,
                             const unsigned char *b)
{
    const unsigned char *from_a = a, *from_b = b;
    uint64_t sum = 0; /* of every type */
    //@ ghost isc_reveal_steps(gemm->a.column);
    //@ ghost isc_reveal_steps(gemm->b.row);
    //@ ghost isc_reveal_dot(steps, alpha, 0);
    /*@ loop invariant 0 <= k <= gemm->k;
        loop invariant from_a == a + isc_times(k, gemm->a.column) && from_b == b + isc_times(k, gemm->b.row);
        loop invariant sum < isc_modulus(isc_word_bytes(steps));
        loop invariant dot: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
          sum == isc_gemm_dot(steps, alpha, u, v, k);
        loop assigns k, from_a, from_b, sum;
        loop variant gemm->k - k;
    */
    for (isc_idx k = 0; k < gemm->k; k++) {
        const uint64_t of_a = isc_gemm_word(from_a, gemm->type, gemm->a.swapped);
        const uint64_t of_b = isc_gemm_word(from_b, gemm->type, gemm->b.swapped);
        /*@ assert words: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
              isc_nth(u, k) == of_a && isc_nth(v, k) == of_b; */
        //@ ghost isc_reveal_dot(steps, alpha, k);
        sum = isc_gemm_next(steps, alpha, sum, of_a, of_b);
        /*@ assert next: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
              sum == isc_gemm_dot(steps, alpha, u, v, k + 1); */
        from_a += gemm->a.column;
        from_b += gemm->b.row;
    }
    return sum;
}

/* The word of C, or 0 if it is not read. */
/*@ requires isc_gemm_made(gemm) && (gemm->c.data != \null ==> \valid_read(c + (0 .. ISC_WIDTH(gemm) - 1)));
    terminates \true;
    assigns \nothing;
    ensures \result == ISC_ADDEND(gemm, c);
    ensures \result < isc_modulus(isc_word_bytes(isc_gemm_steps_of(gemm->type)));
*/
static uint64_t isc_gemm_addend_word(const isocast_gemm *gemm, const unsigned char *c)
{
    return gemm->c.data ? isc_gemm_word(c, gemm->type, gemm->c.swapped) : 0;
}

/* + beta * c, and rounded. Without products, beta * c keeps its sign of zero. */
/*@ requires isc_gemm_made(gemm) && steps == isc_gemm_steps_of(gemm->type);
    requires beta < isc_modulus(isc_word_bytes(steps)) && sum < isc_modulus(isc_word_bytes(steps));
    requires c < isc_modulus(isc_word_bytes(steps));
    terminates \true;
    assigns \nothing;
    ensures gemm: \result == isc_gemm_last(gemm->type, gemm->k, ISC_READ(gemm), beta, sum, c);
*/
static uint64_t isc_gemm_finished(const isocast_gemm *gemm, isocast_type steps, uint64_t beta, uint64_t sum,
                                  uint64_t c)
{
    uint64_t total = sum;
    if (gemm->c.data) {
        const uint64_t addend = isc_element(ISOCAST_MUL, steps, steps, beta, c);
        total = gemm->k == 0 ? addend : isc_element(ISOCAST_ADD, steps, steps, sum, addend);
    }
    return steps == gemm->type ? total : isc_real_converted(steps, gemm->type, total);
}

uint64_t isc_gemm_at(const isocast_gemm *gemm, const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    const isocast_type steps = isc_gemm_steps(gemm->type);
    const uint64_t addend = isc_gemm_addend_word(gemm, c);
    if (gemm->fractional) {
        uint64_t word;
        const uint64_t sum = isc_gemm_sum(gemm, steps, 1, a, b);
        (void)isc_gemm_fraction(gemm, sum, addend, &word);
        return word;
    }
    const uint64_t sum = isc_gemm_sum(gemm, steps, isc_gemm_factor(steps, gemm->alpha), a, b);
    return isc_gemm_finished(gemm, steps, isc_gemm_factor(steps, gemm->beta), sum, addend);
}

int isc_gemm_fits(const isocast_gemm *gemm, const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    uint64_t word;
    const uint64_t sum = isc_gemm_sum(gemm, isc_gemm_steps(gemm->type), 1, a, b);
    return isc_gemm_fraction(gemm, sum, isc_gemm_addend_word(gemm, c), &word);
}
