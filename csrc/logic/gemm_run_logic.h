/* A Gemm's matrices in memory, and what is written of its result. Only annotations: nothing to compile. */
#ifndef ISC_GEMM_RUN_LOGIC_H
#define ISC_GEMM_RUN_LOGIC_H

#define ISC_SPOT(matrix, i, j) isc_spot((matrix).data, (matrix).row, (matrix).column, i, j)
#define ISC_TARGET(gemm) (gemm)->y.data, (gemm)->y.row, (gemm)->y.column, (gemm)->m, (gemm)->n, isc_bytes((gemm)->type)
#define ISC_MAKING(gemm) \
    (gemm)->type, (gemm)->fractional, (gemm)->alpha, (gemm)->beta, (gemm)->k, (gemm)->a.column, (gemm)->a.swapped, \
        (gemm)->b.row, (gemm)->b.swapped, ISC_READ(gemm), (gemm)->c.swapped
#define ISC_STORING(gemm) ISC_MAKING(gemm), isc_high_first((gemm)->y.swapped)

/*@ predicate isc_within_size(integer i, integer j, integer m, integer n) = 0 <= i < m && 0 <= j < n;
    // Row by row.
    predicate isc_before(integer i, integer j, integer p, integer q) = i < p || (i == p && j < q);

    // Every element of a matrix of m rows and n columns can be read, or written.
    predicate isc_matrix_readable{L}(isocast_matrix *x, integer m, integer n, integer width) =
      \forall integer i, j; isc_within_size(i, j, m, n) ==> \valid_read(ISC_SPOT(*x, i, j) + (0 .. width - 1));
    predicate isc_matrix_writable{L}(isocast_matrix *x, integer m, integer n, integer width) =
      \forall integer i, j; isc_within_size(i, j, m, n) ==> \valid(ISC_SPOT(*x, i, j) + (0 .. width - 1));
    // No element of one has a byte of any of the other.
    predicate isc_matrices_apart{L}(isocast_matrix *x, integer m, integer n, isocast_matrix *y, integer p, integer q,
                                    integer width) =
      \forall integer i, j, r, s; isc_within_size(i, j, m, n) && isc_within_size(r, s, p, q) ==>
        isc_disjoint(ISC_SPOT(*x, i, j), width, ISC_SPOT(*y, r, s), width);
    // What is written into y is not read from x later: x is apart from y, or it is y.
    predicate isc_matrix_unread_later{L}(isocast_matrix *x, isocast_matrix *y, integer m, integer n, integer width) =
      \forall integer i, j, r, s;
        isc_within_size(i, j, m, n) && isc_within_size(r, s, m, n) && isc_before(i, j, r, s) ==>
        isc_disjoint(ISC_SPOT(*x, r, s), width, ISC_SPOT(*y, i, j), width);

    // What a Gemm reads is there.
    predicate isc_gemm_sources{L}(isocast_gemm *gemm) =
      isc_matrix_readable(&gemm->a, gemm->m, gemm->k, isc_bytes(gemm->type)) &&
      isc_matrix_readable(&gemm->b, gemm->k, gemm->n, isc_bytes(gemm->type)) &&
      (gemm->c.data != \null ==> isc_matrix_readable(&gemm->c, gemm->m, gemm->n, isc_bytes(gemm->type)));
    // What it writes is there, once each, and apart from what it still reads.
    predicate isc_gemm_target{L}(isocast_gemm *gemm) =
      isc_matrix_writable(&gemm->y, gemm->m, gemm->n, isc_bytes(gemm->type)) &&
      isc_matrix_unread_later(&gemm->y, &gemm->y, gemm->m, gemm->n, isc_bytes(gemm->type)) &&
      isc_matrices_apart(&gemm->a, gemm->m, gemm->k, &gemm->y, gemm->m, gemm->n, isc_bytes(gemm->type)) &&
      isc_matrices_apart(&gemm->b, gemm->k, gemm->n, &gemm->y, gemm->m, gemm->n, isc_bytes(gemm->type)) &&
      (gemm->c.data != \null ==> isc_matrix_unread_later(&gemm->c, &gemm->y, gemm->m, gemm->n, isc_bytes(gemm->type)));

    // Bytes that belong to no element of y before (i, j).
    predicate isc_gemm_beside(unsigned char *x, integer x_width, unsigned char *data, integer row, integer column,
                              integer m, integer n, integer width, integer i, integer j) =
      \forall integer r, s; isc_within_size(r, s, m, n) && isc_before(r, s, i, j) ==>
        isc_disjoint(x, x_width, isc_spot(data, row, column, r, s), width);

    predicate isc_line_kept{L0, L1}(unsigned char *p, integer step, integer count, integer width) =
      \forall integer k; 0 <= k < count ==> isc_kept{L0, L1}(p + isc_times(k, step), width);

    // Clauses: gemm. The element at y is that of the row at a, the column at b and the addend at c, as they were at L0.
    predicate isc_gemm_stored{L0, L1}(integer type, integer fractional, float alpha, float beta, integer k,
                                      integer a_step, integer a_swapped, integer b_step, integer b_swapped,
                                      integer read, integer c_swapped, integer high_first, unsigned char *a,
                                      unsigned char *b, unsigned char *c, unsigned char *y) =
      \forall isc_vector u, v; isc_gemm_holds{L0}(u, a, a_step, k, type, a_swapped) &&
        isc_gemm_holds{L0}(v, b, b_step, k, type, b_swapped) ==>
        \forall integer t; 0 <= t < isc_bytes(type) ==> \at(y[t], L1) ==
          isc_byte_of(isc_gemm_value(type, fractional, alpha, beta, k, read, u, v,
                                     isc_gemm_addend{L0}(type, read, c_swapped, c)), isc_bytes(type), high_first, t);

    // Clauses: gemm. A result that is, or is not, in the range of its type, where it is truncated.
    predicate isc_gemm_in_range{L}(integer type, integer fractional, float alpha, float beta, integer k,
                                   integer a_step, integer a_swapped, integer b_step, integer b_swapped, integer read,
                                   integer c_swapped, unsigned char *a, unsigned char *b, unsigned char *c) =
      \forall isc_vector u, v; isc_gemm_holds{L}(u, a, a_step, k, type, a_swapped) &&
        isc_gemm_holds{L}(v, b, b_step, k, type, b_swapped) ==>
        isc_fraction_fits(type, alpha, beta, isc_gemm_dot(type, 1, u, v, k), read,
                          isc_gemm_addend{L}(type, read, c_swapped, c));
    predicate isc_gemm_out_of_range{L}(integer type, integer fractional, float alpha, float beta, integer k,
                                       integer a_step, integer a_swapped, integer b_step, integer b_swapped,
                                       integer read, integer c_swapped, unsigned char *a, unsigned char *b,
                                       unsigned char *c) =
      \forall isc_vector u, v; isc_gemm_holds{L}(u, a, a_step, k, type, a_swapped) &&
        isc_gemm_holds{L}(v, b, b_step, k, type, b_swapped) ==>
        !isc_fraction_fits(type, alpha, beta, isc_gemm_dot(type, 1, u, v, k), read,
                           isc_gemm_addend{L}(type, read, c_swapped, c));
*/

#define ISC_IN_RANGE(gemm, i, j) \
    isc_gemm_in_range(ISC_MAKING(gemm), ISC_SPOT((gemm)->a, i, 0), ISC_SPOT((gemm)->b, 0, j), ISC_SPOT((gemm)->c, i, j))
#define ISC_OUT_OF_RANGE(gemm, i, j) \
    isc_gemm_out_of_range(ISC_MAKING(gemm), ISC_SPOT((gemm)->a, i, 0), ISC_SPOT((gemm)->b, 0, j), \
                          ISC_SPOT((gemm)->c, i, j))
/*@ // Every element before (i, j) is in range.
    predicate isc_gemm_fits_before{L}(isocast_gemm *gemm, integer i, integer j) =
      \forall integer p, q; isc_within_size(p, q, gemm->m, gemm->n) && isc_before(p, q, i, j) ==>
        ISC_IN_RANGE(gemm, p, q);
    // The flat index of the first element out of range; -1 if there is none.
    predicate isc_gemm_first_out{L}(isocast_gemm *gemm, integer index) = index < 0 ?
      index == -1 && isc_gemm_fits_before(gemm, gemm->m, 0) :
      \exists integer i, j; isc_within_size(i, j, gemm->m, gemm->n) && index == i * gemm->n + j &&
        ISC_OUT_OF_RANGE(gemm, i, j) && isc_gemm_fits_before(gemm, i, j);
*/

#ifndef ISC_REVEAL /* nothing that is proved with definitions in sight needs these */
/*@ lemma isc_gemm_kept{L0, L1, L2}: \forall unsigned char *x, integer width;
      isc_kept{L0, L1}(x, width) && isc_kept{L1, L2}(x, width) ==> isc_kept{L0, L2}(x, width);
    lemma isc_gemm_word_still{L0, L1}: \forall unsigned char *p, integer type, swapped;
      1 <= isc_bytes(type) && isc_kept{L0, L1}(p, isc_bytes(type)) ==>
        isc_gemm_word_at{L0}(p, type, swapped) == isc_gemm_word_at{L1}(p, type, swapped);
    lemma isc_gemm_addend_still{L0, L1}: \forall unsigned char *c, integer type, read, swapped;
      1 <= isc_bytes(type) && (read != 0 ==> isc_kept{L0, L1}(c, isc_bytes(type))) ==>
        isc_gemm_addend{L0}(type, read, swapped, c) == isc_gemm_addend{L1}(type, read, swapped, c);
    lemma isc_gemm_holds_still{L0, L1}: \forall isc_vector v, unsigned char *p, integer step, count, type, swapped;
      1 <= isc_bytes(type) && isc_line_kept{L0, L1}(p, step, count, isc_bytes(type)) &&
      isc_gemm_holds{L0}(v, p, step, count, type, swapped) ==> isc_gemm_holds{L1}(v, p, step, count, type, swapped);
    lemma isc_gemm_stays{L0, L1, L2}:
      \forall integer type, fractional, float alpha, beta, integer k, as, aw, bs, bw, read, cw, high,
        unsigned char *a, *b, *c, *y;
      isc_gemm_stored{L0, L1}(type, fractional, alpha, beta, k, as, aw, bs, bw, read, cw, high, a, b, c, y) &&
      isc_kept{L1, L2}(y, isc_bytes(type)) ==>
        isc_gemm_stored{L0, L2}(type, fractional, alpha, beta, k, as, aw, bs, bw, read, cw, high, a, b, c, y);
    lemma isc_gemm_since{L0, L1, L2}:
      \forall integer type, fractional, float alpha, beta, integer k, as, aw, bs, bw, read, cw, high,
        unsigned char *a, *b, *c, *y;
      1 <= isc_bytes(type) && isc_line_kept{L0, L1}(a, as, k, isc_bytes(type)) &&
      isc_line_kept{L0, L1}(b, bs, k, isc_bytes(type)) && (read != 0 ==> isc_kept{L0, L1}(c, isc_bytes(type))) &&
      isc_gemm_stored{L1, L2}(type, fractional, alpha, beta, k, as, aw, bs, bw, read, cw, high, a, b, c, y) ==>
        isc_gemm_stored{L0, L2}(type, fractional, alpha, beta, k, as, aw, bs, bw, read, cw, high, a, b, c, y);
*/
#endif

#endif
