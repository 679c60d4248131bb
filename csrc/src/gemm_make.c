/* Makes a Gemm of tensors: which sizes and types it takes, and where its matrices are. Touches no element.
 * Clauses: gemm, uni-2, uni-3, uni-result, schema-types */
#include "core.h"

#include <math.h>
#include <string.h>

int isc_gemm_is_real(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
}

static int isc_gemm_takes(isocast_type type)
{
    return isc_gemm_is_real(type) || type == ISOCAST_INT32 || type == ISOCAST_INT64 || type == ISOCAST_UINT32 ||
           type == ISOCAST_UINT64;
}

static int isc_gemm_is_integral(float x)
{
    return isfinite(x) && truncf(x) == x;
}

static isocast_status isc_gemm_refuse(isocast_status status, isc_idx tensor, isocast_fault *fault)
{
    fault->tensor = tensor;
    fault->axis = fault->index = -1;
    return status;
}

static isocast_matrix isc_gemm_matrix(const isocast_tensor *tensor, int transposed)
{
    const isocast_matrix matrix = {tensor->data, tensor->strides[transposed], tensor->strides[!transposed],
                                   tensor->swapped};
    return matrix;
}

/* C as a matrix of the result's shape: missing and stretched axes have stride 0. */
static isocast_matrix isc_gemm_addend(const isocast_tensor *c)
{
    isocast_matrix matrix = {c->data, 0, 0, c->swapped};
    if (c->rank >= 1 && c->dims[c->rank - 1] != 1)
        matrix.column = c->strides[c->rank - 1];
    if (c->rank == 2 && c->dims[0] != 1)
        matrix.row = c->strides[0];
    return matrix;
}

static isocast_status isc_gemm_check_types(const isocast_tensor *const *tensors, isocast_fault *fault)
{
    for (isc_idx i = 0; i < 4; ++i)
        if (tensors[i] && (tensors[i]->type != tensors[0]->type || !isc_gemm_takes(tensors[i]->type)))
            return isc_gemm_refuse(ISOCAST_TYPE, i, fault);
    return ISOCAST_OK;
}

static isocast_status isc_gemm_check_shapes(const isocast_gemm *gemm, const isocast_tensor *c, const isocast_tensor *y,
                                            isocast_fault *fault)
{
    const isc_idx dims[2] = {gemm->m, gemm->n};
    if (c) {
        const isocast_status status = isc_unidirectional(c, 2, 2, dims, fault);
        if (status != ISOCAST_OK)
            return status;
    }
    if (y->rank != 2 || y->dims[0] != gemm->m || y->dims[1] != gemm->n)
        return isc_gemm_refuse(ISOCAST_RESULT_SHAPE, 3, fault);
    return ISOCAST_OK;
}

isocast_status isocast_gemm_make(isocast_gemm *gemm, const isocast_tensor *a, const isocast_tensor *b,
                                 const isocast_tensor *c, const isocast_tensor *y, int trans_a, int trans_b, float alpha,
                                 float beta, isocast_fault *fault)
{
    const isocast_tensor *const tensors[4] = {a, b, c, y};
    isocast_status status = isc_gemm_check_types(tensors, fault);
    if (status != ISOCAST_OK)
        return status;
    trans_a = trans_a != 0;
    trans_b = trans_b != 0;
    if (a->rank != 2 || b->rank != 2)
        return isc_gemm_refuse(ISOCAST_MATRICES, a->rank != 2 ? 0 : 1, fault);
    if (a->dims[!trans_a] != b->dims[trans_b])
        return isc_gemm_refuse(ISOCAST_MATRICES, 1, fault);
    memset(gemm, 0, sizeof *gemm);
    gemm->type = a->type;
    gemm->m = a->dims[trans_a];
    gemm->k = a->dims[!trans_a];
    gemm->n = b->dims[!trans_b];
    status = isc_gemm_check_shapes(gemm, c, y, fault);
    if (status != ISOCAST_OK)
        return status;
    gemm->a = isc_gemm_matrix(a, trans_a);
    gemm->b = isc_gemm_matrix(b, trans_b);
    gemm->y = isc_gemm_matrix(y, 0);
    if (c && beta != 0.0f)
        gemm->c = isc_gemm_addend(c);
    gemm->alpha = alpha;
    gemm->beta = beta;
    gemm->fractional = !isc_gemm_is_real(gemm->type) &&
                       (!isc_gemm_is_integral(alpha) || (gemm->c.data != NULL && !isc_gemm_is_integral(beta)));
    return ISOCAST_OK;
}
