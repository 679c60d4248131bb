/* Makes a Gemm of tensors: which sizes and types it takes, and where its matrices are. Touches no element.
 * Clauses: gemm, uni-2, uni-3, uni-result, schema-types */
/* WP: Typed+real */ /* floats are only passed on, but in what is admitted */
#include "core.h"

#include <math.h>

int isc_gemm_is_real(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures isc_gemm_row_axis(\result) == isc_gemm_row_axis(flag);
    ensures isc_gemm_column_axis(\result) == isc_gemm_column_axis(flag);
*/
static int isc_gemm_turned(int flag)
{
    return flag != 0;
}

/* Clauses: schema-types */
/*@ terminates \true;
    assigns \nothing;
    ensures schema_types: \result <==> isc_gemm_type(type);
*/
static int isc_gemm_takes(isocast_type type)
{
    return isc_gemm_is_real(type) || type == ISOCAST_INT32 || type == ISOCAST_INT64 || type == ISOCAST_UINT32 ||
           type == ISOCAST_UINT64;
}

/* Admitted: floating point, what isc_factor_is_zero stands for. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> isc_factor_is_zero(x);
*/
static int isc_gemm_is_zero(float x)
{
    return x == 0.0f;
}

/* Admitted: floating point, what isc_factor_is_integral stands for. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> isc_factor_is_integral(x);
*/
static int isc_gemm_is_integral(float x)
{
    return isfinite(x) && truncf(x) == x;
}

/*@ requires \valid(fault);
    terminates \true;
    assigns *fault;
    ensures \result == status && isc_refused(fault, tensor, -1);
*/
static isocast_status isc_gemm_refuse(isocast_status status, isc_idx tensor, isocast_fault *fault)
{
    fault->tensor = tensor;
    fault->axis = -1;
    fault->index = -1;
    return status;
}

/* The number of the first tensor whose type is refused, or 4. */
/*@ requires \valid_read(a) && \valid_read(b) && \valid_read(y) && (c != \null ==> \valid_read(c));
    terminates \true;
    assigns \nothing;
    ensures schema_types: isc_gemm_mistyped(a, b, c, y, \result);
*/
static isc_idx isc_gemm_first_mistyped(const isocast_tensor *a, const isocast_tensor *b, const isocast_tensor *c,
                                       const isocast_tensor *y)
{
    if (!isc_gemm_takes(a->type)) return 0;
    if (b->type != a->type) return 1;
    if (c && c->type != a->type) return 2;
    return y->type != a->type ? 3 : 4;
}

/* The number of the first of A and B that cannot be multiplied, or 2. */
/*@ requires isc_shape(a) && isc_shape(b) && (trans_a == 0 || trans_a == 1) && (trans_b == 0 || trans_b == 1);
    terminates \true;
    assigns \nothing;
    ensures gemm: \result == isc_gemm_mismatched(a, b, trans_a, trans_b);
*/
static isc_idx isc_gemm_first_mismatched(const isocast_tensor *a, const isocast_tensor *b, int trans_a, int trans_b)
{
    if (a->rank != 2) return 0;
    return b->rank != 2 || a->dims[1 - trans_a] != b->dims[trans_b] ? 1 : 2;
}

/* C against the shape (M, N). Clauses: uni-2, uni-3 */
/*@ requires isc_shape(c) && \valid(fault);
    requires isc_fault_beside(fault, c);
    terminates \true;
    assigns *fault;
    ensures uni_2: uni_3: isc_gemm_addable{Pre}(c, m, n) ? \result == ISOCAST_OK :
      \result == ISOCAST_NOT_UNIDIRECTIONAL && isc_gemm_misfit{Pre, Post}(fault, c, m);
*/
static isocast_status isc_gemm_check_addend(const isocast_tensor *c, isc_idx m, isc_idx n, isocast_fault *fault)
{
    const isc_idx dims[2] = {m, n};
    const isocast_status status = isc_unidirectional(c, 2, 2, dims, fault);
    //@ assert dims[0] == m && dims[1] == n;
    //@ assert both: isc_fits{Pre}(c, 2, &dims[0]) <==> !isc_misfit{Pre}(c, 2, 0, m) && !isc_misfit{Pre}(c, 2, 1, n);
    return status;
}

/* Clauses: uni-2, uni-3, uni-result */
/*@ requires (c != \null ==> isc_shape(c)) && isc_shape(y) && \valid(fault) && 0 <= m && 0 <= n;
    requires isc_fault_beside(fault, y) && (c != \null ==> isc_fault_beside(fault, c));
    terminates \true;
    assigns *fault;
    ensures uni_2: uni_3: uni_result: isc_gemm_shape_status{Pre}(c, y, m, n, \result);
    ensures \result == ISOCAST_NOT_UNIDIRECTIONAL ==> isc_gemm_misfit{Pre, Post}(fault, c, m);
    ensures \result == ISOCAST_RESULT_SHAPE || \result == ISOCAST_TOO_LARGE ==> isc_refused(fault, 3, -1);
*/
static isocast_status isc_gemm_check_shapes(const isocast_tensor *c, const isocast_tensor *y, isc_idx m, isc_idx n,
                                            isocast_fault *fault)
{
    if (c) {
        const isocast_status status = isc_gemm_check_addend(c, m, n, fault);
        if (status != ISOCAST_OK) return status;
    }
    //@ assert addable: c == \null || isc_gemm_addable{Pre}(c, m, n);
    //@ assert shaped: isc_gemm_shaped(y, m, n) <==> isc_gemm_shaped{Pre}(y, m, n);
    if (y->rank != 2 || y->dims[0] != m || y->dims[1] != n) return isc_gemm_refuse(ISOCAST_RESULT_SHAPE, 3, fault);
    if (isc_product(m, n, PTRDIFF_MAX / 16) < 0) return isc_gemm_refuse(ISOCAST_TOO_LARGE, 3, fault);
    return ISOCAST_OK;
}

/*@ requires isc_strided(tensor) && tensor->rank == 2 && (transposed == 0 || transposed == 1);
    terminates \true;
    assigns \nothing;
    ensures gemm: isc_gemm_taken(ISC_FIELDS(\result), tensor, transposed);
*/
static isocast_matrix isc_gemm_matrix(const isocast_tensor *tensor, int transposed)
{
    isocast_matrix matrix;
    matrix.data = tensor->data;
    matrix.row = tensor->strides[transposed];
    matrix.column = tensor->strides[1 - transposed];
    matrix.swapped = tensor->swapped;
    return matrix;
}

/* C as a matrix of the result's shape: missing and stretched axes have stride 0. Clauses: uni-3 */
/*@ requires isc_strided(c) && c->rank <= 2;
    terminates \true;
    assigns \nothing;
    ensures uni_3: isc_gemm_stretched(ISC_FIELDS(\result), c);
*/
static isocast_matrix isc_gemm_stretch(const isocast_tensor *c)
{
    const isc_idx rank = c->rank;
    isocast_matrix matrix;
    matrix.data = c->data;
    matrix.row = rank == 2 && c->dims[0] != 1 ? c->strides[0] : 0;
    matrix.column = rank >= 1 && c->dims[rank - 1] != 1 ? c->strides[rank - 1] : 0;
    matrix.swapped = c->swapped;
    return matrix;
}

/*@ requires read != 0 ==> isc_strided(c) && c->rank <= 2;
    terminates \true;
    assigns \nothing;
    ensures uni_3: read != 0 ==> isc_gemm_stretched(ISC_FIELDS(\result), c);
    ensures unread: read == 0 ==> isc_gemm_unread(ISC_FIELDS(\result));
*/
static isocast_matrix isc_gemm_addend(const isocast_tensor *c, int read)
{
    const isocast_matrix nothing = {NULL, 0, 0, 0};
    return read ? isc_gemm_stretch(c) : nothing;
}

/*@ requires \valid(to);
    terminates \true;
    assigns ISC_FIELDS(*to);
    ensures to->data == from.data && to->row == from.row && to->column == from.column && to->swapped == from.swapped;
*/
static void isc_gemm_set(isocast_matrix *to, isocast_matrix from)
{
    to->data = from.data;
    to->row = from.row;
    to->column = from.column;
    to->swapped = from.swapped;
}

/* Whether integers are scaled by a factor that is none. */
/*@ terminates \true;
    assigns \nothing;
    ensures gemm: \result <==> !isc_gemm_real(type) &&
      (!isc_factor_is_integral(alpha) || (read != 0 && !isc_factor_is_integral(beta)));
*/
static int isc_gemm_is_fractional(isocast_type type, int read, float alpha, float beta)
{
    return !isc_gemm_is_real(type) && (!isc_gemm_is_integral(alpha) || (read && !isc_gemm_is_integral(beta)));
}

/* Clauses: schema-types, gemm, uni-2, uni-result */
/*@ requires isc_strided(a) && isc_strided(b) && isc_strided(y) && (c != \null ==> isc_strided(c)) && \valid(fault);
    requires isc_fault_beside(fault, a) && isc_fault_beside(fault, b) && isc_fault_beside(fault, y);
    requires c != \null ==> isc_fault_beside(fault, c);
    requires (trans_a == 0 || trans_a == 1) && (trans_b == 0 || trans_b == 1);
    terminates \true;
    assigns *fault;
    ensures schema_types: uni_2: uni_result: isc_gemm_status{Pre}(a, b, c, y, trans_a, trans_b, \result);
    ensures isc_gemm_fault{Pre, Post}(fault, a, b, c, y, trans_a, trans_b, \result);
*/
static isocast_status isc_gemm_check(const isocast_tensor *a, const isocast_tensor *b, const isocast_tensor *c,
                                     const isocast_tensor *y, int trans_a, int trans_b, isocast_fault *fault)
{
    const isc_idx mistyped = isc_gemm_first_mistyped(a, b, c, y);
    if (mistyped != 4) return isc_gemm_refuse(ISOCAST_TYPE, mistyped, fault);
    const isc_idx mismatched = isc_gemm_first_mismatched(a, b, trans_a, trans_b);
    if (mismatched != 2) return isc_gemm_refuse(ISOCAST_MATRICES, mismatched, fault);
    return isc_gemm_check_shapes(c, y, a->dims[trans_a], b->dims[1 - trans_b], fault);
}

/* A Gemm of tensors that have been checked, but for C. Clauses: gemm */
/*@ requires \valid(gemm) && isc_strided(a) && isc_strided(b) && isc_strided(y);
    requires a->rank == 2 && b->rank == 2 && y->rank == 2;
    requires isc_gemm_beside(gemm, a) && isc_gemm_beside(gemm, b) && isc_gemm_beside(gemm, y);
    requires (trans_a == 0 || trans_a == 1) && (trans_b == 0 || trans_b == 1);
    terminates \true;
    assigns gemm->type, gemm->m, gemm->n, gemm->k, ISC_FIELDS(gemm->a), ISC_FIELDS(gemm->b), ISC_FIELDS(gemm->y);
    ensures gemm->type == \old(a->type);
    ensures sizes: gemm->m == isc_gemm_rows{Pre}(a, trans_a) && gemm->k == isc_gemm_columns{Pre}(a, trans_a) &&
      gemm->n == isc_gemm_columns{Pre}(b, trans_b);
    ensures a: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->a), a, trans_a);
    ensures b: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->b), b, trans_b);
    ensures y: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->y), y, 0);
*/
static void isc_gemm_describe(isocast_gemm *gemm, const isocast_tensor *a, const isocast_tensor *b,
                              const isocast_tensor *y, int trans_a, int trans_b)
{
    const isocast_matrix of_a = isc_gemm_matrix(a, trans_a), of_b = isc_gemm_matrix(b, trans_b);
    const isocast_matrix of_y = isc_gemm_matrix(y, 0);
    const isc_idx m = a->dims[trans_a], k = a->dims[1 - trans_a], n = b->dims[1 - trans_b];
    //@ assert m: m == isc_gemm_rows{Pre}(a, trans_a);
    //@ assert k: k == isc_gemm_columns{Pre}(a, trans_a);
    //@ assert n: n == isc_gemm_columns{Pre}(b, trans_b);
    gemm->type = a->type;
    gemm->m = m;
    gemm->n = n;
    gemm->k = k;
    isc_gemm_set(&gemm->a, of_a);
    isc_gemm_set(&gemm->b, of_b);
    isc_gemm_set(&gemm->y, of_y);
}

/* Whether C is read. Clauses: gemm */
/*@ requires c != \null ==> \valid_read(c);
    terminates \true;
    assigns \nothing;
    ensures \result <==> isc_gemm_reads(c, beta);
*/
static int isc_gemm_is_read(const isocast_tensor *c, float beta)
{
    return c != NULL && c->data != NULL && !isc_gemm_is_zero(beta);
}

/* What is scaled and added. Clauses: gemm */
/*@ requires \valid(gemm);
    terminates \true;
    assigns ISC_FIELDS(gemm->c), gemm->alpha, gemm->beta, gemm->fractional;
    ensures gemm->c.data == addend.data && gemm->c.row == addend.row && gemm->c.column == addend.column;
    ensures gemm->c.swapped == addend.swapped;
    ensures factors: \eq_float(gemm->alpha, alpha) && \eq_float(gemm->beta, beta);
    ensures gemm: gemm->fractional != 0 <==> !isc_gemm_real(gemm->type) &&
      (!isc_factor_is_integral(alpha) || (read != 0 && !isc_factor_is_integral(beta)));
*/
static void isc_gemm_scale(isocast_gemm *gemm, isocast_matrix addend, int read, float alpha, float beta)
{
    isc_gemm_set(&gemm->c, addend);
    gemm->alpha = alpha;
    gemm->beta = beta;
    gemm->fractional = isc_gemm_is_fractional(gemm->type, read, alpha, beta);
}

isocast_status isocast_gemm_make(isocast_gemm *gemm, const isocast_tensor *a, const isocast_tensor *b,
                                 const isocast_tensor *c, const isocast_tensor *y, int trans_a, int trans_b, float alpha,
                                 float beta, isocast_fault *fault)
{
    const int turned_a = isc_gemm_turned(trans_a), turned_b = isc_gemm_turned(trans_b);
    const isocast_status status = isc_gemm_check(a, b, c, y, turned_a, turned_b, fault);
    //@ assert kept: isc_tensor_kept{Pre, Here}(a) && isc_tensor_kept{Pre, Here}(b) && isc_tensor_kept{Pre, Here}(y);
    //@ assert kept: c != \null ==> isc_tensor_kept{Pre, Here}(c);
    //@ assert strided: isc_strided(a) && isc_strided(b) && isc_strided(y) && (c != \null ==> isc_strided(c));
    //@ assert status: isc_gemm_status{Pre}(a, b, c, y, trans_a, trans_b, status);
    //@ assert fault: isc_gemm_fault{Pre, Here}(fault, a, b, c, y, trans_a, trans_b, status);
    if (status != ISOCAST_OK) return status;
    //@ assert ranks: a->rank == 2 && b->rank == 2 && y->rank == 2 && (c != \null ==> c->rank <= 2);
    //@ assert rows: isc_gemm_rows{Pre}(a, trans_a) == isc_gemm_rows(a, turned_a);
    //@ assert columns: isc_gemm_columns{Pre}(a, trans_a) == isc_gemm_columns(a, turned_a);
    //@ assert columns: isc_gemm_columns{Pre}(b, trans_b) == isc_gemm_columns(b, turned_b);
    //@ assert of_a: a->strides[0] == \at(a->strides[0], Pre) && a->strides[1] == \at(a->strides[1], Pre);
    //@ assert of_b: b->strides[0] == \at(b->strides[0], Pre) && b->strides[1] == \at(b->strides[1], Pre);
    //@ assert of_y: y->strides[0] == \at(y->strides[0], Pre) && y->strides[1] == \at(y->strides[1], Pre);
    //@ assert of_c: c != \null && 1 <= c->rank ==> c->strides[0] == \at(c->strides[0], Pre);
    //@ assert of_c: c != \null && 2 <= c->rank ==> c->strides[1] == \at(c->strides[1], Pre);
    //@ assert aligned: c != \null ==> isc_aligned{Pre}(c, 2, 0) == isc_aligned(c, 2, 0);
    //@ assert aligned: c != \null ==> isc_aligned{Pre}(c, 2, 1) == isc_aligned(c, 2, 1);
    //@ assert row: c != \null ==> isc_stretched{Pre}(c, 2, 0) == isc_stretched(c, 2, 0);
    //@ assert column: c != \null ==> isc_stretched{Pre}(c, 2, 1) == isc_stretched(c, 2, 1);
    const int read = isc_gemm_is_read(c, beta);
    const isocast_matrix addend = isc_gemm_addend(c, read);
    //@ assert read: read != 0 <==> isc_gemm_reads{Pre}(c, beta);
    //@ assert addend: read != 0 ==> isc_gemm_stretched{Pre}(ISC_FIELDS(addend), c);
    isc_gemm_describe(gemm, a, b, y, turned_a, turned_b);
    //@ assert taken_a: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->a), a, trans_a);
    //@ assert taken_b: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->b), b, trans_b);
    //@ assert taken_y: isc_gemm_taken{Pre}(ISC_FIELDS(gemm->y), y, 0);
    //@ assert sizes: 0 <= gemm->m && 0 <= gemm->n && 0 <= gemm->k && isc_gemm_countable(gemm->m, gemm->n);
    //@ assert type: isc_gemm_type(gemm->type);
    isc_gemm_scale(gemm, addend, read, alpha, beta);
    return ISOCAST_OK;
}
