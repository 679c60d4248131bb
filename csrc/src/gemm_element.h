/* One element of a Gemm, given where its row, its column and its addend begin. */
#ifndef ISC_GEMM_ELEMENT_H
#define ISC_GEMM_ELEMENT_H

#include "drivers.h"

#include "../logic/gemm_sum_logic.h"

#define ISC_READ(gemm) ((gemm)->c.data != \null ? 1 : 0)
#define ISC_WIDTH(gemm) isc_bytes((gemm)->type)
#define ISC_ADDEND(gemm, c) isc_gemm_addend((gemm)->type, ISC_READ(gemm), (gemm)->c.swapped, c)
#define ISC_ROW_HOLDS(gemm, u, a) \
    isc_gemm_holds(u, a, (gemm)->a.column, (gemm)->k, (gemm)->type, (gemm)->a.swapped)
#define ISC_COLUMN_HOLDS(gemm, v, b) isc_gemm_holds(v, b, (gemm)->b.row, (gemm)->k, (gemm)->type, (gemm)->b.swapped)
#define ISC_VALUE(gemm, u, v, c) \
    isc_gemm_value((gemm)->type, (gemm)->fractional, (gemm)->alpha, (gemm)->beta, (gemm)->k, ISC_READ(gemm), u, v, c)

/*@ // What an element is made of can be read: a row from a, a column from b, and c if it is read.
    predicate isc_gemm_readable{L}(isocast_gemm *gemm, unsigned char *a, unsigned char *b, unsigned char *c) =
      isc_gemm_line(a, gemm->a.column, gemm->k, isc_bytes(gemm->type)) &&
      isc_gemm_line(b, gemm->b.row, gemm->k, isc_bytes(gemm->type)) &&
      (gemm->c.data != \null ==> \valid_read(c + (0 .. isc_bytes(gemm->type) - 1)));
*/

/* The word of one element, which is written nowhere. Clauses: gemm, int-wrap */
/*@ requires isc_gemm_made(gemm) && isc_gemm_readable(gemm, a, b, c);
    terminates \true;
    assigns \nothing;
    ensures gemm: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
      \result == ISC_VALUE(gemm, u, v, ISC_ADDEND(gemm, c));
*/
uint64_t isc_gemm_at(const isocast_gemm *gemm, const unsigned char *a, const unsigned char *b, const unsigned char *c);

/* Whether an element that is truncated is in the range of its type. Clauses: gemm */
/*@ requires isc_gemm_made(gemm) && gemm->fractional != 0 && isc_gemm_readable(gemm, a, b, c);
    terminates \true;
    assigns \nothing;
    ensures gemm: \forall isc_vector u, v; ISC_ROW_HOLDS(gemm, u, a) && ISC_COLUMN_HOLDS(gemm, v, b) ==>
      (\result != 0 <==> isc_fraction_fits(gemm->type, gemm->alpha, gemm->beta,
        isc_gemm_dot(gemm->type, 1, u, v, gemm->k), ISC_READ(gemm), ISC_ADDEND(gemm, c)));
*/
int isc_gemm_fits(const isocast_gemm *gemm, const unsigned char *a, const unsigned char *b, const unsigned char *c);

#endif
