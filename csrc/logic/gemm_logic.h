/* Gemm as tensors describe it: which are taken, the sizes M, N and K, where the matrices lie. Only annotations: nothing
 * to compile. */
#ifndef ISC_GEMM_LOGIC_H
#define ISC_GEMM_LOGIC_H

/* What is asked of a factor, which is a float: two questions nothing else is said about. */
/*@ axiomatic isc_Factors {
      predicate isc_factor_is_zero(float x);
      predicate isc_factor_is_integral(float x);
    } */

/*@ predicate isc_gemm_real(integer type) =
      type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
    // Clauses: schema-types
    predicate isc_gemm_type(integer type) = isc_gemm_real(type) ||
      type == ISOCAST_INT32 || type == ISOCAST_INT64 || type == ISOCAST_UINT32 || type == ISOCAST_UINT64;

    // The number of the first tensor whose type is not A's, or not one of Gemm's; 4 if there is none.
    predicate isc_gemm_mistyped{L}(isocast_tensor *a, isocast_tensor *b, isocast_tensor *c, isocast_tensor *y,
                                   integer number) =
      !isc_gemm_type(a->type) ? number == 0 : b->type != a->type ? number == 1 :
      c != \null && c->type != a->type ? number == 2 : y->type != a->type ? number == 3 : number == 4;

    // A' and B': rows and columns of a matrix that may be transposed, and the stride along each.
    logic integer isc_gemm_row_axis(integer transposed) = transposed != 0 ? 1 : 0;
    logic integer isc_gemm_column_axis(integer transposed) = transposed != 0 ? 0 : 1;
    logic integer isc_gemm_rows{L}(isocast_tensor *t, integer transposed) = t->dims[isc_gemm_row_axis(transposed)];
    logic integer isc_gemm_columns{L}(isocast_tensor *t, integer transposed) =
      t->dims[isc_gemm_column_axis(transposed)];

    // The first of A and B that is no matrix, or B where its rows are not A's columns; 2 if there is none.
    logic integer isc_gemm_mismatched{L}(isocast_tensor *a, isocast_tensor *b, integer trans_a, integer trans_b) =
      a->rank != 2 ? 0 : b->rank != 2 || isc_gemm_columns(a, trans_a) != isc_gemm_rows(b, trans_b) ? 1 : 2;

    // Clauses: uni-2, uni-3. C reaches the shape (M, N) by unidirectional broadcasting.
    predicate isc_gemm_addable{L}(isocast_tensor *c, integer m, integer n) =
      c->rank <= 2 && !isc_misfit(c, 2, 0, m) && !isc_misfit(c, 2, 1, n);

    // Where C does not: a third axis is named as the first.
    predicate isc_gemm_misfit{L0, L1}(isocast_fault *fault, isocast_tensor *c, integer m) =
      isc_refused{L1}(fault, 2, \at(fault->axis, L1)) && (\at(c->rank, L0) > 2 || isc_misfit{L0}(c, 2, 0, m) ?
        \at(fault->axis, L1) == 0 : \at(fault->axis, L1) == 1);

    // Clauses: uni-result
    predicate isc_gemm_shaped{L}(isocast_tensor *y, integer m, integer n) =
      y->rank == 2 && y->dims[0] == m && y->dims[1] == n;

    // The elements of the result, and their bytes, can be counted.
    predicate isc_gemm_countable(integer m, integer n) = m * n <= PTRDIFF_MAX / 16;

    // Which refusal the shapes get, if any; and the call.
    predicate isc_gemm_shape_status{L}(isocast_tensor *c, isocast_tensor *y, integer m, integer n, integer status) =
      c != \null && !isc_gemm_addable(c, m, n) ? status == ISOCAST_NOT_UNIDIRECTIONAL :
      !isc_gemm_shaped(y, m, n) ? status == ISOCAST_RESULT_SHAPE :
      !isc_gemm_countable(m, n) ? status == ISOCAST_TOO_LARGE : status == ISOCAST_OK;
    predicate isc_gemm_status{L}(isocast_tensor *a, isocast_tensor *b, isocast_tensor *c, isocast_tensor *y,
                                 integer trans_a, integer trans_b, integer status) =
      !isc_gemm_mistyped(a, b, c, y, 4) ? status == ISOCAST_TYPE :
      isc_gemm_mismatched(a, b, trans_a, trans_b) != 2 ? status == ISOCAST_MATRICES :
      isc_gemm_shape_status(c, y, isc_gemm_rows(a, trans_a), isc_gemm_columns(b, trans_b), status);

    // What a refusal says.
    predicate isc_gemm_fault{L0, L1}(isocast_fault *fault, isocast_tensor *a, isocast_tensor *b, isocast_tensor *c,
                                     isocast_tensor *y, integer trans_a, integer trans_b, integer status) =
      (status != ISOCAST_OK ==> \at(fault->index, L1) == -1) &&
      (status == ISOCAST_TYPE ==>
        isc_gemm_mistyped{L0}(a, b, c, y, \at(fault->tensor, L1)) && \at(fault->axis, L1) == -1) &&
      (status == ISOCAST_MATRICES ==> isc_refused{L1}(fault, isc_gemm_mismatched{L0}(a, b, trans_a, trans_b), -1)) &&
      (status == ISOCAST_NOT_UNIDIRECTIONAL ==> isc_gemm_misfit{L0, L1}(fault, c, isc_gemm_rows{L0}(a, trans_a))) &&
      (status == ISOCAST_RESULT_SHAPE || status == ISOCAST_TOO_LARGE ==> isc_refused{L1}(fault, 3, -1));

    // A tensor as a matrix, transposed or not.
    predicate isc_gemm_taken{L}(unsigned char *data, integer row, integer column, integer swapped, isocast_tensor *t,
                                integer transposed) =
      data == t->data && row == t->strides[isc_gemm_row_axis(transposed)] &&
      column == t->strides[isc_gemm_column_axis(transposed)] && swapped == t->swapped;

    // Clauses: uni-3. C as a matrix of the result's shape: 0 along missing and stretched axes.
    predicate isc_gemm_stretched{L}(unsigned char *data, integer row, integer column, integer swapped,
                                    isocast_tensor *c) =
      data == c->data && row == isc_stretched(c, 2, 0) && column == isc_stretched(c, 2, 1) && swapped == c->swapped;

    // C is not read.
    predicate isc_gemm_unread(unsigned char *data, integer row, integer column, integer swapped) =
      data == \null && row == 0 && column == 0 && swapped == 0;

    // Memory that is written while a tensor's description is still read.
    predicate isc_gemm_beside{L}(isocast_gemm *gemm, isocast_tensor *t) =
      \base_addr(gemm) != \base_addr(t) && \base_addr(gemm) != \base_addr(t->dims) &&
      \base_addr(gemm) != \base_addr(t->strides);
    predicate isc_fault_beside{L}(isocast_fault *fault, isocast_tensor *t) =
      \base_addr(fault) != \base_addr(t) && \base_addr(fault) != \base_addr(t->dims) &&
      \base_addr(fault) != \base_addr(t->strides);
    predicate isc_gemm_apart{L}(isocast_gemm *gemm, isocast_fault *fault, isocast_tensor *t) =
      isc_gemm_beside(gemm, t) && isc_fault_beside(fault, t);

    predicate isc_tensor_kept{L0, L1}(isocast_tensor *t) =
      \at(t->rank, L1) == \at(t->rank, L0) && (\forall integer k; 0 <= k < \at(t->rank, L0) ==>
        \at(t->dims[k], L1) == \at(t->dims[k], L0) && \at(t->strides[k], L1) == \at(t->strides[k], L0));

    // Clauses: gemm. Where beta is 0, C is not read; nor is it where it has no memory, and so no element.
    predicate isc_gemm_reads{L}(isocast_tensor *c, float beta) =
      c != \null && c->data != \null && !isc_factor_is_zero(beta);
    // Integers, and a factor that is none.
    predicate isc_gemm_fractional{L}(integer type, isocast_tensor *c, float alpha, float beta) = !isc_gemm_real(type) &&
      (!isc_factor_is_integral(alpha) || (isc_gemm_reads(c, beta) && !isc_factor_is_integral(beta)));

    // What a Gemm is, whatever its tensors were.
    predicate isc_gemm_made{L}(isocast_gemm *gemm) =
      \valid_read(gemm) && isc_gemm_type(gemm->type) && 0 <= gemm->m && 0 <= gemm->n && 0 <= gemm->k &&
      isc_gemm_countable(gemm->m, gemm->n) && (gemm->fractional != 0 ==> !isc_gemm_real(gemm->type)) &&
      (gemm->c.data == \null ==> gemm->c.row == 0 && gemm->c.column == 0);
*/

#endif
