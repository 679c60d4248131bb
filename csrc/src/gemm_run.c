/* Gemm, plainly: one element of the result after another. Clauses: gemm */
/* WP: Typed+real */ /* floats are only passed on */
#include "gemm_element.h"

#include "../logic/gemm_run_logic.h"

/*@ ghost
/@ terminates \true; assigns \nothing;
   ensures first: isc_spot(data, row, column, 0, 0) == data;
   ensures right: isc_spot(data, row, column, i, j + 1) == isc_spot(data, row, column, i, j) + column;
   ensures down: isc_spot(data, row, column, i + 1, 0) == isc_spot(data, row, column, i, 0) + row;
   ensures in_row: \forall integer k; isc_spot(data, row, column, i, k) ==
     isc_spot(data, row, column, i, 0) + isc_times(k, column);
   ensures in_column: \forall integer k; isc_spot(data, row, column, k, j) ==
     isc_spot(data, row, column, 0, j) + isc_times(k, row);
   ensures base: \base_addr(isc_spot(data, row, column, i, j)) == \base_addr(data); @/
void isc_reveal_spot(const unsigned char *data, isocast_idx row, isocast_idx column, isocast_idx i, isocast_idx j) {}

/@ requires isc_gemm_made(gemm) && isc_gemm_sources(gemm) && isc_within_size(i, j, gemm->m, gemm->n);
   requires a == ISC_SPOT(gemm->a, i, 0) && b == ISC_SPOT(gemm->b, 0, j) && c == ISC_SPOT(gemm->c, i, j);
   terminates \true; assigns \nothing;
   ensures isc_gemm_readable(gemm, a, b, c); @/
void isc_gemm_sources_at(const isocast_gemm *gemm, isocast_idx i, isocast_idx j, const unsigned char *a,
                         const unsigned char *b, const unsigned char *c)
{
    isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, i, j);
    isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, i, j);
    /@ assert row: isc_gemm_line(a, gemm->a.column, gemm->k, ISC_WIDTH(gemm)); @/
    /@ assert column: isc_gemm_line(b, gemm->b.row, gemm->k, ISC_WIDTH(gemm)); @/
}

/@ requires isc_gemm_made(gemm) && isc_gemm_target(gemm) && isc_within_size(i, j, gemm->m, gemm->n);
   requires a == ISC_SPOT(gemm->a, i, 0) && b == ISC_SPOT(gemm->b, 0, j) && c == ISC_SPOT(gemm->c, i, j);
   terminates \true; assigns \nothing;
   ensures row: \forall integer k; 0 <= k < gemm->k ==>
     isc_gemm_beside(a + isc_times(k, gemm->a.column), ISC_WIDTH(gemm), ISC_TARGET(gemm), i, j);
   ensures column: \forall integer k; 0 <= k < gemm->k ==>
     isc_gemm_beside(b + isc_times(k, gemm->b.row), ISC_WIDTH(gemm), ISC_TARGET(gemm), i, j);
   ensures addend: gemm->c.data != \null ==> isc_gemm_beside(c, ISC_WIDTH(gemm), ISC_TARGET(gemm), i, j); @/
void isc_gemm_clear_at(const isocast_gemm *gemm, isocast_idx i, isocast_idx j, const unsigned char *a,
                       const unsigned char *b, const unsigned char *c)
{
    isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, i, j);
    isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, i, j);
    /@ assert row: \forall integer k; 0 <= k < gemm->k ==>
         isc_gemm_beside(ISC_SPOT(gemm->a, i, k), ISC_WIDTH(gemm), ISC_TARGET(gemm), i, j); @/
    /@ assert column: \forall integer k; 0 <= k < gemm->k ==>
         isc_gemm_beside(ISC_SPOT(gemm->b, k, j), ISC_WIDTH(gemm), ISC_TARGET(gemm), i, j); @/
}

/@ requires isc_gemm_made(gemm) && isc_gemm_target(gemm) && isc_within_size(i, j, gemm->m, gemm->n);
   requires y == ISC_SPOT(gemm->y, i, j);
   terminates \true; assigns \nothing;
   ensures earlier: \forall integer p, q; isc_within_size(p, q, gemm->m, gemm->n) && isc_before(p, q, i, j) ==>
     isc_disjoint(ISC_SPOT(gemm->y, p, q), ISC_WIDTH(gemm), y, ISC_WIDTH(gemm));
   ensures next: \forall unsigned char *x, integer width; isc_gemm_beside(x, width, ISC_TARGET(gemm), i, j + 1) ==>
     isc_gemm_beside(x, width, ISC_TARGET(gemm), i, j) && isc_disjoint(x, width, y, ISC_WIDTH(gemm)); @/
void isc_gemm_next_at(const isocast_gemm *gemm, isocast_idx i, isocast_idx j, const unsigned char *y) {}

/@ requires isc_gemm_made(gemm) && 0 <= i < gemm->m;
   terminates \true; assigns \nothing;
   ensures \forall integer p, q; isc_within_size(p, q, gemm->m, gemm->n) && isc_before(p, q, i + 1, 0) ==>
     isc_before(p, q, i, gemm->n);
   ensures \forall unsigned char *x, integer width; isc_gemm_beside(x, width, ISC_TARGET(gemm), i + 1, 0) ==>
     isc_gemm_beside(x, width, ISC_TARGET(gemm), i, gemm->n); @/
void isc_gemm_row_end(const isocast_gemm *gemm, isocast_idx i) {}
*/

/* What has been done before (i, j), and what has not been touched. */
#define ISC_DONE(gemm, i, j) \
    (\forall integer p, q; isc_within_size(p, q, (gemm)->m, (gemm)->n) && isc_before(p, q, i, j) ==> \
      isc_gemm_stored{Pre, Here}(ISC_STORING(gemm), ISC_SPOT((gemm)->a, p, 0), ISC_SPOT((gemm)->b, 0, q), \
                                 ISC_SPOT((gemm)->c, p, q), ISC_SPOT((gemm)->y, p, q)))
#define ISC_FRAME(gemm, i, j) \
    (\forall unsigned char *x, integer width; \
      isc_gemm_beside(x, width, ISC_TARGET(gemm), i, j) ==> isc_kept{Pre, Here}(x, width))
#define ISC_WRITTEN(gemm) { *byte | unsigned char *byte; \base_addr(byte) == \base_addr((gemm)->y.data) }

/* One step in C, which is NULL and stays there if it is not read. */
/*@ requires c == \null ==> step == 0;
    terminates \true;
    assigns \nothing;
    ensures \result == c + step;
*/
static const unsigned char *isc_gemm_moved(const unsigned char *c, isc_idx step)
{
    return c ? c + step : c;
}

/*@ requires isc_gemm_made(gemm) && isc_gemm_readable(gemm, a, b, c) && \valid(y + (0 .. ISC_WIDTH(gemm) - 1));
    terminates \true;
    assigns y[0 .. ISC_WIDTH(gemm) - 1];
    ensures gemm: isc_gemm_stored{Pre, Post}(ISC_STORING(gemm), a, b, c, y);
    ensures frame: \forall unsigned char *x, integer width; isc_disjoint(x, width, y, ISC_WIDTH(gemm)) ==>
      isc_kept{Pre, Post}(x, width);
*/
static void isc_gemm_store(const isocast_gemm *gemm, const unsigned char *a, const unsigned char *b,
                           const unsigned char *c, unsigned char *y)
{
    const isc_form form = isc_form_of(gemm->type, gemm->y.swapped);
    isc_store(y, form.width, form.high_first, isc_gemm_at(gemm, a, b, c));
}

/*@ requires isc_gemm_made(gemm) && isc_gemm_sources(gemm) && isc_gemm_target(gemm);
    terminates \true;
    assigns ISC_WRITTEN(gemm);
    ensures gemm: int_wrap: ISC_DONE(gemm, gemm->m, 0);
    ensures frame: ISC_FRAME(gemm, gemm->m, 0);
*/
void isocast_gemm_run(const isocast_gemm *gemm)
{
    const unsigned char *a = gemm->a.data, *c_row = gemm->c.data;
    unsigned char *y_row = gemm->y.data;
    if (gemm->n == 0) return;
    //@ ghost isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, 0, 0);
    //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, 0, 0);
    //@ ghost isc_reveal_spot(gemm->y.data, gemm->y.row, gemm->y.column, 0, 0);
    /*@ loop invariant range: 0 <= i <= gemm->m;
        loop invariant at: a == ISC_SPOT(gemm->a, i, 0) && c_row == ISC_SPOT(gemm->c, i, 0);
        loop invariant at: y_row == ISC_SPOT(gemm->y, i, 0);
        loop invariant done: ISC_DONE(gemm, i, 0);
        loop invariant frame: ISC_FRAME(gemm, i, 0);
        loop assigns i, a, c_row, y_row, ISC_WRITTEN(gemm);
        loop variant gemm->m - i;
    */
    for (isc_idx i = 0; i < gemm->m; i++) {
        const unsigned char *b = gemm->b.data, *c = c_row;
        unsigned char *y = y_row;
        //@ ghost isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, 0, 0);
        /*@ loop invariant range: 0 <= j <= gemm->n;
            loop invariant at: b == ISC_SPOT(gemm->b, 0, j) && c == ISC_SPOT(gemm->c, i, j);
            loop invariant at: y == ISC_SPOT(gemm->y, i, j);
            loop invariant done: ISC_DONE(gemm, i, j);
            loop invariant frame: ISC_FRAME(gemm, i, j);
            loop assigns j, b, c, y, ISC_WRITTEN(gemm);
            loop variant gemm->n - j;
        */
        for (isc_idx j = 0; j < gemm->n; j++) {
            //@ ghost isc_gemm_sources_at(gemm, i, j, a, b, c);
            //@ ghost isc_gemm_clear_at(gemm, i, j, a, b, c);
            //@ ghost isc_gemm_next_at(gemm, i, j, y);
            //@ ghost isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, 0, j);
            //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, i, j);
            //@ ghost isc_reveal_spot(gemm->y.data, gemm->y.row, gemm->y.column, i, j);
            //@ assert row: isc_line_kept{Pre, Here}(a, gemm->a.column, gemm->k, ISC_WIDTH(gemm));
            //@ assert column: isc_line_kept{Pre, Here}(b, gemm->b.row, gemm->k, ISC_WIDTH(gemm));
            //@ assert addend: gemm->c.data != \null ==> isc_kept{Pre, Here}(c, ISC_WIDTH(gemm));
            isc_gemm_store(gemm, a, b, c, y);
            //@ assert stored: isc_gemm_stored{Pre, Here}(ISC_STORING(gemm), a, b, c, y);
            //@ assert frame: ISC_FRAME(gemm, i, j + 1);
            b += gemm->b.column;
            c = isc_gemm_moved(c, gemm->c.column);
            y += gemm->y.column;
        }
        //@ ghost isc_gemm_row_end(gemm, i);
        //@ ghost isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, i, 0);
        //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, i, 0);
        //@ ghost isc_reveal_spot(gemm->y.data, gemm->y.row, gemm->y.column, i, 0);
        a += gemm->a.row;
        c_row = isc_gemm_moved(c_row, gemm->c.row);
        y_row += gemm->y.row;
    }
}

/*@ ghost
/@ requires 0 <= i < m && 0 <= j < n && isc_gemm_countable(m, n);
   terminates \true; assigns \nothing;
   ensures 0 <= i * n + j < PTRDIFF_MAX; @/
void isc_gemm_index(isocast_idx m, isocast_idx n, isocast_idx i, isocast_idx j)
{
    /@ assert rows: 0 <= (m - 1 - i) * n; @/
    /@ assert rows: i * n + n <= m * n; @/
    /@ assert rows: 0 <= i * n; @/
}
/@ requires isc_gemm_fits_before(gemm, i, j) && ISC_IN_RANGE(gemm, i, j);
   terminates \true; assigns \nothing;
   ensures isc_gemm_fits_before(gemm, i, j + 1); @/
void isc_gemm_one_fits(const isocast_gemm *gemm, isocast_idx i, isocast_idx j)
{
    /@ assert \forall integer p, q; isc_before(p, q, i, j + 1) ==> isc_before(p, q, i, j) || (p == i && q == j); @/
}
/@ requires isc_within_size(i, j, gemm->m, gemm->n) && 0 <= flat && flat == i * gemm->n + j;
   requires isc_gemm_fits_before(gemm, i, j) && ISC_OUT_OF_RANGE(gemm, i, j);
   terminates \true; assigns \nothing;
   ensures isc_gemm_first_out(gemm, flat); @/
void isc_gemm_one_does_not(const isocast_gemm *gemm, isocast_idx i, isocast_idx j, isocast_idx flat) {}
*/

/* The flat index of the first element that is out of range, or -1. */
/*@ requires isc_gemm_made(gemm) && gemm->fractional != 0 && isc_gemm_sources(gemm);
    terminates \true;
    assigns \nothing;
    ensures gemm: isc_gemm_first_out(gemm, \result);
*/
static isc_idx isc_gemm_first_misfit(const isocast_gemm *gemm)
{
    const unsigned char *a = gemm->a.data, *c_row = gemm->c.data;
    isc_idx flat = 0;
    //@ assert nothing: gemm->n == 0 ==> isc_gemm_first_out(gemm, -1);
    if (gemm->n == 0) return -1;
    //@ ghost isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, 0, 0);
    //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, 0, 0);
    /*@ loop invariant range: 0 <= i <= gemm->m && flat == i * gemm->n;
        loop invariant at: a == ISC_SPOT(gemm->a, i, 0) && c_row == ISC_SPOT(gemm->c, i, 0);
        loop invariant fits: isc_gemm_fits_before(gemm, i, 0);
        loop assigns i, a, c_row, flat;
        loop variant gemm->m - i;
    */
    for (isc_idx i = 0; i < gemm->m; i++) {
        const unsigned char *b = gemm->b.data, *c = c_row;
        //@ ghost isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, 0, 0);
        /*@ loop invariant range: 0 <= j <= gemm->n && flat == i * gemm->n + j;
            loop invariant at: b == ISC_SPOT(gemm->b, 0, j) && c == ISC_SPOT(gemm->c, i, j);
            loop invariant fits: isc_gemm_fits_before(gemm, i, j);
            loop assigns j, b, c, flat;
            loop variant gemm->n - j;
        */
        for (isc_idx j = 0; j < gemm->n; j++) {
            //@ ghost isc_gemm_sources_at(gemm, i, j, a, b, c);
            //@ ghost isc_gemm_index(gemm->m, gemm->n, i, j);
            //@ ghost isc_reveal_spot(gemm->b.data, gemm->b.row, gemm->b.column, 0, j);
            //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, i, j);
            if (!isc_gemm_fits(gemm, a, b, c)) {
                //@ assert out: ISC_OUT_OF_RANGE(gemm, i, j);
                //@ ghost isc_gemm_one_does_not(gemm, i, j, flat);
                return flat;
            }
            //@ assert in: ISC_IN_RANGE(gemm, i, j);
            //@ ghost isc_gemm_one_fits(gemm, i, j);
            b += gemm->b.column;
            c = isc_gemm_moved(c, gemm->c.column);
            flat++;
        }
        //@ ghost isc_gemm_row_end(gemm, i);
        //@ ghost isc_reveal_spot(gemm->a.data, gemm->a.row, gemm->a.column, i, 0);
        //@ ghost isc_reveal_spot(gemm->c.data, gemm->c.row, gemm->c.column, i, 0);
        //@ assert (i + 1) * gemm->n == i * gemm->n + gemm->n;
        a += gemm->a.row;
        c_row = isc_gemm_moved(c_row, gemm->c.row);
    }
    //@ assert none: isc_gemm_first_out(gemm, -1);
    return -1;
}

/*@ requires isc_gemm_made(gemm) && isc_gemm_sources(gemm) && \valid(fault);
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_RANGE;
    ensures gemm: \result == ISOCAST_OK ==> \old(gemm->fractional) == 0 || isc_gemm_first_out{Pre}(gemm, -1);
    ensures gemm: \result == ISOCAST_RANGE ==> \old(gemm->fractional) != 0 && fault->tensor == -1 &&
      fault->axis == -1 && 0 <= fault->index && isc_gemm_first_out{Pre}(gemm, fault->index);
*/
isocast_status isocast_gemm_check(const isocast_gemm *gemm, isocast_fault *fault)
{
    if (!gemm->fractional) return ISOCAST_OK;
    const isc_idx index = isc_gemm_first_misfit(gemm);
    if (index < 0) return ISOCAST_OK;
    fault->tensor = -1;
    fault->axis = -1;
    fault->index = index;
    return ISOCAST_RANGE;
}
