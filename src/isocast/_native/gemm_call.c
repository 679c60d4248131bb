/* Gemm: by the C core, or by the BLAS that NumPy ships where that is in use (blas.h) and can read the operands as they lie.
 * No arithmetic but through them. */
#include "native.h"

#include "blas.h"

#define ISC_QUICK_WORK ((double)(1 << 15))  /* products up to which a call keeps the interpreter's lock */
#define ISC_THREAD_WORK ((double)(1 << 20)) /* products that are worth a thread */
#define ISC_SLICE_WORK ((double)(1 << 30))  /* products between two chances for Ctrl-C */

typedef struct {
    PyObject *a, *b, *c, *out; /* borrowed; c and out may be NULL */
    double alpha, beta;
    int trans_a, trans_b;
} isc_gemm_call;

static double isc_gemm_work(const isocast_gemm *gemm)
{
    return (double)gemm->m * (double)gemm->n * (double)(gemm->k > 0 ? gemm->k : 1);
}

typedef struct {
    const isocast_gemm *gemm;
    isocast_idx parts;
    isocast_idx scratch; /* bytes for each thread */
} isc_gemm_parts;

static void isc_gemm_part(void *context, ptrdiff_t part, void *scratch)
{
    const isc_gemm_parts *parts = context;
    isocast_fast_gemm_run(parts->gemm, part, parts->parts, scratch, parts->scratch);
}

static int isc_gemm_by_core(const isocast_gemm *gemm, void *scratch)
{
    double work = isc_gemm_work(gemm), worth = work / ISC_THREAD_WORK;
    if (work <= ISC_QUICK_WORK) {
        isocast_fast_gemm_run(gemm, 0, 1, scratch, ISOCAST_SCRATCH_BYTES);
        return 0;
    }
    int most = isc_pool_threads(), threads = worth < most ? (int)worth + 1 : most;
    while (isc_pool_scratch_bytes(threads) < ISOCAST_GEMM_SCRATCH_LEAST) threads--; /* there is enough for one */
    isocast_idx bytes = isc_pool_scratch_bytes(threads), blocks = isocast_fast_gemm_blocks(gemm, threads, bytes);
    isc_gemm_parts parts = {gemm, threads == 1 && work <= ISC_SLICE_WORK ? 1 : blocks, bytes};
    return isc_run_parts(isc_gemm_part, &parts, parts.parts, threads);
}

typedef struct {
    const isocast_gemm *gemm;
    isc_refusal *refusal;
} isc_gemm_plain;

static void isc_gemm_plainly(void *context, ptrdiff_t part, void *scratch)
{
    const isc_gemm_plain *plain = context;
    (void)part, (void)scratch;
    plain->refusal->status = isocast_gemm_check(plain->gemm, &plain->refusal->fault);
    if (plain->refusal->status == ISOCAST_OK)
        isocast_gemm_run(plain->gemm);
}

/* By the proved drivers; 1 done, 0 refused, -1 an exception. */
static int isc_gemm_by_proved(const isocast_gemm *gemm, isc_refusal *refusal)
{
    isc_gemm_plain plain = {gemm, refusal};
    if (isc_run_parts(isc_gemm_plainly, &plain, 1, 1) < 0)
        return -1;
    return refusal->status == ISOCAST_OK;
}

static void isc_extent(const isocast_tensor *tensor, const char **low, const char **high)
{
    *low = (const char *)tensor->data;
    *high = *low + isc_item_size(tensor->type);
    for (isocast_idx axis = 0; axis < tensor->rank; ++axis) {
        isocast_idx reach = tensor->strides[axis] * (tensor->dims[axis] - 1);
        if (tensor->dims[axis] == 0)
            *high = *low;
        *low += reach < 0 ? reach : 0;
        *high += reach > 0 ? reach : 0;
    }
}

static int isc_overlaps(const isocast_tensor *x, const isocast_tensor *y)
{
    const char *x_low, *x_high, *y_low, *y_high;
    isc_extent(x, &x_low, &x_high);
    isc_extent(y, &y_low, &y_high);
    return x_low < y_high && y_low < x_high;
}

/* C may be where Y is, because an element of C is read before that of Y is written. */
static int isc_is_same(const isocast_tensor *c, const isocast_tensor *y)
{
    return c->data == y->data && c->rank == 2 && c->swapped == y->swapped && c->dims[0] == y->dims[0] &&
           c->dims[1] == y->dims[1] && c->strides[0] == y->strides[0] && c->strides[1] == y->strides[1];
}

static int isc_set_apart(isocast_tensor *tensors, int count, const isocast_tensor *y, isc_copy **copies)
{
    for (int i = 0; i < count; ++i)
        if (isc_overlaps(&tensors[i], y) && !(i == 2 && isc_is_same(&tensors[i], y)) &&
            isc_copy_operand(&tensors[i], copies) < 0)
            return -1;
    return 0;
}

static isocast_status isc_gemm_make(isocast_gemm *gemm, const isc_gemm_call *call, const isocast_tensor *tensors,
                                    const isocast_tensor *y, isocast_fault *fault)
{
    return isocast_gemm_make(gemm, &tensors[0], &tensors[1], call->c ? &tensors[2] : NULL, y, call->trans_a, call->trans_b,
                             (float)call->alpha, (float)call->beta, fault);
}

/* The array for the result, once everything about the operands has been found in order. */
static PyArrayObject *isc_gemm_result(const isc_gemm_call *call, const isocast_tensor *tensors, isc_refusal *refusal)
{
    static const isocast_idx nothing[2] = {0};
    isocast_gemm gemm;
    isocast_idx dims[2] = {0, 0};
    if (tensors[0].rank == 2 && tensors[1].rank == 2) {
        dims[0] = tensors[0].dims[call->trans_a];
        dims[1] = tensors[1].dims[!call->trans_b];
    }
    isocast_tensor y = {NULL, tensors[0].type, 0, 2, dims, nothing};
    refusal->status = isc_gemm_make(&gemm, call, tensors, &y, &refusal->fault);
    if (refusal->status != ISOCAST_OK)
        return NULL;
    if (!call->out) {
        PyArrayObject *array = isc_new_array(y.type, 2, dims, 0, NULL);
        if (!array)
            refusal->status = ISOCAST_TOO_LARGE;
        return array;
    }
    if (!isc_out_is_usable(call->out, y.type, 2, dims)) {
        refusal->status = ISC_OUT_UNUSABLE;
        return NULL;
    }
    Py_INCREF(call->out);
    return (PyArrayObject *)call->out;
}

/* 1 done; 0 refused; -1 an exception. */
static int isc_gemm_execute(const isocast_gemm *gemm, isc_refusal *refusal)
{
    void *scratch = isc_pool_scratch();
    if (isc_uses_proved())
        return isc_gemm_by_proved(gemm, refusal);
    if (!scratch) {
        PyErr_NoMemory();
        return -1;
    }
    refusal->status = isocast_fast_gemm_check(gemm, scratch, ISOCAST_SCRATCH_BYTES, &refusal->fault);
    if (refusal->status != ISOCAST_OK)
        return 0;
    int failed = isc_blas_takes(gemm) ? isc_gemm_by_blas(gemm) : isc_gemm_by_core(gemm, scratch);
    return failed < 0 ? -1 : 1;
}

static PyObject *isc_gemm_compute(const isc_gemm_call *call, isc_refusal *refusal)
{
    PyObject *const operands[3] = {call->a, call->b, call->c};
    isocast_tensor tensors[3], y;
    isocast_gemm gemm;
    isc_copy *copies = NULL;
    int count = call->c ? 3 : 2, done = -1;
    refusal->status = ISC_UNUSUAL;
    for (int i = 0; i < count; ++i)
        if (!PyArray_CheckExact(operands[i]) || !isc_describe((PyArrayObject *)operands[i], &tensors[i]))
            return NULL;
    PyArrayObject *array = isc_gemm_result(call, tensors, refusal);
    if (!array)
        return NULL;
    isc_describe(array, &y);
    if (!call->out || isc_set_apart(tensors, count, &y, &copies) == 0) {
        refusal->status = isc_gemm_make(&gemm, call, tensors, &y, &refusal->fault);
        done = refusal->status == ISOCAST_OK ? isc_gemm_execute(&gemm, refusal) : 0;
    }
    isc_free_copies(copies);
    if (done > 0)
        return (PyObject *)array;
    Py_DECREF(array);
    return NULL;
}

static int isc_read_factor(PyObject *value, double *factor)
{
    if (!PyFloat_CheckExact(value))
        return 0;
    *factor = PyFloat_AS_DOUBLE(value);
    return 1;
}

static int isc_read_flag(PyObject *value, int *flag)
{
    *flag = value == Py_True;
    return PyBool_Check(value);
}

static int isc_read_optional(PyObject *value, PyObject **object)
{
    *object = value == Py_None ? NULL : value;
    return 1;
}

/* 1 if the arguments are as the signature has them, with a, b and c by position and the others by name. */
static int isc_read_gemm(PyObject *const *args, Py_ssize_t n, PyObject *names, isc_gemm_call *call)
{
    int good = n == 2 || n == 3;
    Py_ssize_t count = names ? PyTuple_GET_SIZE(names) : 0;
    if (!good)
        return 0;
    call->a = args[0];
    call->b = args[1];
    call->c = n == 3 && args[2] != Py_None ? args[2] : NULL;
    for (Py_ssize_t i = 0; good && i < count; ++i) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *value = args[n + i];
        if (PyUnicode_CompareWithASCIIString(name, "alpha") == 0)
            good = isc_read_factor(value, &call->alpha);
        else if (PyUnicode_CompareWithASCIIString(name, "beta") == 0)
            good = isc_read_factor(value, &call->beta);
        else if (PyUnicode_CompareWithASCIIString(name, "trans_a") == 0)
            good = isc_read_flag(value, &call->trans_a);
        else if (PyUnicode_CompareWithASCIIString(name, "trans_b") == 0)
            good = isc_read_flag(value, &call->trans_b);
        else if (PyUnicode_CompareWithASCIIString(name, "out") == 0)
            good = isc_read_optional(value, &call->out);
        else if (PyUnicode_CompareWithASCIIString(name, "c") == 0)
            good = n == 2 && isc_read_optional(value, &call->c);
        else
            good = 0;
    }
    return good;
}

const char isc_gemm_doc[] =
    "gemm($module, a, b, c=None, *, alpha=1.0, beta=1.0, trans_a=False, trans_b=False, out=None)\n--\n\n"
    "alpha A' B' + beta C, where A' and B' are A and B or their transposes, and C broadcasts to the shape of the result.\n\n"
    "Where beta is 0, C is not read. Where the processor has no vectors that isocast knows, float and double go through\n"
    "the BLAS that NumPy ships.\n\n"
    "Clauses: uni-operators, uni-result, gemm";

PyObject *isc_gemm(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    isc_gemm_call call = {.alpha = 1.0, .beta = 1.0};
    isc_refusal refusal;
    (void)module;
    if (isc_read_gemm(args, n, names, &call)) {
        PyObject *result = isc_gemm_compute(&call, &refusal);
        if (result || PyErr_Occurred())
            return result;
    }
    return isc_fallback("gemm", args, n, names);
}

PyObject *isc_gemm_attempt(PyObject *module, PyObject *args)
{
    isc_gemm_call call;
    isc_refusal refusal = {ISC_UNUSUAL, {-1, -1, -1}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOddppO:gemm_attempt", &call.a, &call.b, &call.c, &call.alpha, &call.beta, &call.trans_a,
                          &call.trans_b, &call.out))
        return NULL;
    call.c = call.c == Py_None ? NULL : call.c;
    call.out = call.out == Py_None ? NULL : call.out;
    PyObject *result = isc_gemm_compute(&call, &refusal);
    return result || PyErr_Occurred() ? result : isc_refused(&refusal);
}
