/* The operators people call: each is a C function that reads its arrays directly and never enters Python, unless
 * something is unusual (a list, a subclass, a string, an error); then the Python function of the same name takes over.
 * No arithmetic. */
#include "native.h"

#define ISC_FEW 3 /* inputs whose bookkeeping fits on the stack */

typedef struct {
    PyObject *out;       /* NULL if not given, or None */
    PyObject *attribute; /* NULL if not given */
} isc_keywords;

static PyObject *isc_out_name, *isc_fmod_name, *isc_direction_name;
static PyObject *isc_fallbacks; /* name to Python function */

int isc_operators_ready(void)
{
    isc_out_name = PyUnicode_InternFromString("out");
    isc_fmod_name = PyUnicode_InternFromString("fmod");
    isc_direction_name = PyUnicode_InternFromString("direction");
    return isc_out_name && isc_fmod_name && isc_direction_name ? 0 : -1;
}

PyObject *isc_install(PyObject *module, PyObject *functions)
{
    (void)module;
    if (!PyDict_Check(functions)) {
        PyErr_SetString(PyExc_TypeError, "install takes a dict of functions");
        return NULL;
    }
    Py_INCREF(functions);
    Py_XSETREF(isc_fallbacks, functions);
    Py_RETURN_NONE;
}

PyObject *isc_fallback(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    PyObject *function = isc_fallbacks ? PyDict_GetItemString(isc_fallbacks, name) : NULL;
    if (!function) {
        PyErr_Format(PyExc_RuntimeError, "isocast._native.%s needs isocast.ops, which is not imported", name);
        return NULL;
    }
    return PyObject_Vectorcall(function, args, (size_t)n, names);
}

static int isc_is(PyObject *name, PyObject *expected)
{
    return expected && (name == expected || PyUnicode_Compare(name, expected) == 0);
}

/* 1 if every keyword is `out` or `attribute`. */
static int isc_read_keywords(PyObject *const *values, PyObject *names, PyObject *attribute, isc_keywords *keywords)
{
    Py_ssize_t count = names ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        if (isc_is(name, isc_out_name))
            keywords->out = values[i] == Py_None ? NULL : values[i];
        else if (isc_is(name, attribute))
            keywords->attribute = values[i];
        else
            return 0;
    }
    return 1;
}

PyObject *isc_call_operator(isocast_op op, PyObject *const *args, Py_ssize_t n, PyObject *out, isc_refusal *refusal)
{
    isocast_tensor few[ISC_FEW], *inputs = few;
    isc_cell cells[ISC_FEW];
    PyObject *result = NULL;
    if (n > ISC_FEW) {
        inputs = PyMem_Malloc((size_t)n * sizeof *inputs);
        if (!inputs)
            return PyErr_NoMemory();
    }
    refusal->status = ISC_UNUSUAL;
    if (isc_gather(op, args, n, inputs == few ? cells : NULL, inputs)) {
        isc_call call = {op, n, inputs, out, -1, NULL};
        result = isc_compute(&call, refusal);
    }
    if (inputs != few)
        PyMem_Free(inputs);
    return result;
}

/* An operator with `arity` operands, or 1 and more if `arity` is 0, and no attribute. */
static PyObject *isc_plain(isocast_op op, Py_ssize_t arity, const char *name, PyObject *const *args, Py_ssize_t n,
                           PyObject *names)
{
    isc_keywords keywords = {NULL, NULL};
    isc_refusal refusal;
    if ((arity ? n == arity : n > 0) && isc_read_keywords(args + n, names, NULL, &keywords)) {
        PyObject *result = isc_call_operator(op, args, n, keywords.out, &refusal);
        if (result || PyErr_Occurred())
            return result;
    }
    return isc_fallback(name, args, n, names);
}

#define ISC_PLAIN(name, arity, op)                                                                                    \
    static PyObject *isc_op_##name(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names)            \
    {                                                                                                                 \
        (void)module;                                                                                                 \
        return isc_plain(op, arity, #name, args, n, names);                                                           \
    }

ISC_PLAIN(add, 2, ISOCAST_ADD)
ISC_PLAIN(sub, 2, ISOCAST_SUB)
ISC_PLAIN(mul, 2, ISOCAST_MUL)
ISC_PLAIN(div, 2, ISOCAST_DIV)
ISC_PLAIN(pow, 2, ISOCAST_POW)
ISC_PLAIN(max, 0, ISOCAST_MAX)
ISC_PLAIN(min, 0, ISOCAST_MIN)
ISC_PLAIN(sum, 0, ISOCAST_SUM)
ISC_PLAIN(mean, 0, ISOCAST_MEAN)
ISC_PLAIN(equal, 2, ISOCAST_EQUAL)
ISC_PLAIN(greater, 2, ISOCAST_GREATER)
ISC_PLAIN(greater_or_equal, 2, ISOCAST_GREATER_OR_EQUAL)
ISC_PLAIN(less, 2, ISOCAST_LESS)
ISC_PLAIN(less_or_equal, 2, ISOCAST_LESS_OR_EQUAL)
ISC_PLAIN(and_, 2, ISOCAST_AND)
ISC_PLAIN(or_, 2, ISOCAST_OR)
ISC_PLAIN(xor, 2, ISOCAST_XOR)
ISC_PLAIN(bitwise_and, 2, ISOCAST_BITWISE_AND)
ISC_PLAIN(bitwise_or, 2, ISOCAST_BITWISE_OR)
ISC_PLAIN(bitwise_xor, 2, ISOCAST_BITWISE_XOR)
ISC_PLAIN(prelu, 2, ISOCAST_PRELU)
ISC_PLAIN(where, 3, ISOCAST_WHERE)

/* A binary operator of which `attribute` chooses one of two; `chosen` says which, or -1. */
static PyObject *isc_chosen(const isocast_op ops[2], PyObject *attribute, int (*chosen)(PyObject *), const char *name,
                            PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    isc_keywords keywords = {NULL, NULL};
    isc_refusal refusal;
    if (n == 2 && isc_read_keywords(args + n, names, attribute, &keywords)) {
        int choice = chosen(keywords.attribute);
        PyObject *result = choice < 0 ? NULL : isc_call_operator(ops[choice], args, n, keywords.out, &refusal);
        if (result || PyErr_Occurred())
            return result;
    }
    return isc_fallback(name, args, n, names);
}

static int isc_chosen_fmod(PyObject *fmod)
{
    int overflow;
    if (!fmod)
        return 0;
    const long value = PyLong_Check(fmod) ? PyLong_AsLongAndOverflow(fmod, &overflow) : -1; /* True and False are 1 and 0 */
    return value == 0 || value == 1 ? (int)value : -1;
}

static int isc_chosen_direction(PyObject *direction)
{
    if (!direction || !PyUnicode_Check(direction))
        return -1;
    return PyUnicode_CompareWithASCIIString(direction, "LEFT") == 0    ? 0
           : PyUnicode_CompareWithASCIIString(direction, "RIGHT") == 0 ? 1
                                                                       : -1;
}

static PyObject *isc_op_mod(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    static const isocast_op ops[2] = {ISOCAST_MOD, ISOCAST_FMOD};
    (void)module;
    return isc_chosen(ops, isc_fmod_name, isc_chosen_fmod, "mod", args, n, names);
}

static PyObject *isc_op_bit_shift(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    static const isocast_op ops[2] = {ISOCAST_SHIFT_LEFT, ISOCAST_SHIFT_RIGHT};
    (void)module;
    return isc_chosen(ops, isc_direction_name, isc_chosen_direction, "bit_shift", args, n, names);
}

/* Reads an int64 tensor of sizes, as ONNX has it; the rank, or -1 if anything is unusual. */
static isocast_idx isc_read_sizes(PyArrayObject *sizes, isocast_idx *dims)
{
    isocast_tensor tensor;
    if (!isc_describe(sizes, &tensor) || tensor.type != ISOCAST_INT64 || tensor.swapped || tensor.rank != 1 ||
        tensor.dims[0] > ISOCAST_MAX_RANK)
        return -1;
    for (isocast_idx axis = 0; axis < tensor.dims[0]; ++axis) {
        int64_t size;
        memcpy(&size, (char *)tensor.data + axis * tensor.strides[0], sizeof size);
        if (size < 0 || size > PTRDIFF_MAX)
            return -1;
        dims[axis] = (isocast_idx)size;
    }
    return tensor.dims[0];
}

/* Reads a tuple or list of sizes likewise. */
static isocast_idx isc_read_shape(PyObject *shape, isocast_idx *dims)
{
    if (PyArray_CheckExact(shape))
        return isc_read_sizes((PyArrayObject *)shape, dims);
    if (!PyTuple_CheckExact(shape) && !PyList_CheckExact(shape))
        return -1;
    Py_ssize_t rank = PySequence_Fast_GET_SIZE(shape);
    if (rank > ISOCAST_MAX_RANK)
        return -1;
    for (Py_ssize_t axis = 0; axis < rank; ++axis) {
        PyObject *size = PySequence_Fast_GET_ITEM(shape, axis);
        int overflow = 0;
        long long value = PyLong_CheckExact(size) ? PyLong_AsLongLongAndOverflow(size, &overflow) : -1;
        if (overflow || value < 0 || value > PTRDIFF_MAX)
            return -1;
        dims[axis] = (isocast_idx)value;
    }
    return rank;
}

/* Expand: the result's shape is that of the input and of a tensor of the given shape, broadcast together. */
PyObject *isc_call_expand(PyArrayObject *array, PyObject *shape, PyObject *out, isc_refusal *refusal)
{
    isocast_idx asked[ISOCAST_MAX_RANK], dims[ISOCAST_MAX_RANK], strides[ISOCAST_MAX_RANK] = {0};
    isocast_tensor tensors[2];
    isocast_idx rank = isc_read_shape(shape, asked);
    refusal->status = ISC_UNUSUAL;
    if (rank < 0 || !isc_describe(array, &tensors[0]))
        return NULL;
    isocast_tensor target = {tensors[0].data, tensors[0].type, 0, rank, asked, strides};
    tensors[1] = target;
    rank = rank > tensors[0].rank ? rank : tensors[0].rank;
    refusal->status = isocast_result_shape(2, tensors, rank, dims, &refusal->fault);
    if (refusal->status != ISOCAST_OK)
        return NULL;
    isc_call call = {ISOCAST_COPY, 1, tensors, out, rank, dims};
    return isc_compute(&call, refusal);
}

static PyObject *isc_op_expand(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    isc_keywords keywords = {NULL, NULL};
    isc_refusal refusal;
    (void)module;
    if (n == 2 && PyArray_CheckExact(args[0]) && isc_read_keywords(args + n, names, NULL, &keywords)) {
        PyObject *result = isc_call_expand((PyArrayObject *)args[0], args[1], keywords.out, &refusal);
        if (result || PyErr_Occurred())
            return result;
    }
    return isc_fallback("expand", args, n, names);
}

#define ISC_METHOD(name, signature, text, clauses)                                                                     \
    {#name, (PyCFunction)(void (*)(void))isc_op_##name, METH_FASTCALL | METH_KEYWORDS,                                 \
     #name "($module, " signature ")\n--\n\n" text "\n\nClauses: " clauses}
#define ISC_TWO "a, b, /, *, out=None"
#define ISC_MANY "*tensors, out=None"
#define ISC_COMPARED "; a bool tensor."

PyMethodDef isc_operators[] = {
    ISC_METHOD(add, ISC_TWO, "A + B; integers modulo 2^w.", "multi-operators, int-wrap"),
    ISC_METHOD(sub, ISC_TWO, "A - B; integers modulo 2^w.", "multi-operators, int-wrap"),
    ISC_METHOD(mul, ISC_TWO, "A times B; integers modulo 2^w.", "multi-operators, int-wrap"),
    ISC_METHOD(div, ISC_TWO, "A / B; integers truncated toward zero, a divisor of 0 is a DivisionByZeroError.",
               "multi-operators, int-div"),
    ISC_METHOD(pow, "x, y, /, *, out=None", "X to the power Y, in the type of X; Y may have another type.",
               "multi-operators, pow-int, pow-float"),
    ISC_METHOD(max, ISC_MANY, "The largest of each element; NaN absorbs, +0 > -0.", "multi-operators, max-min"),
    ISC_METHOD(min, ISC_MANY, "The smallest of each element; NaN absorbs, -0 < +0.", "multi-operators, max-min"),
    ISC_METHOD(sum, ISC_MANY, "The sum of the tensors, from the first on; 16-bit types in float, rounded once.",
               "multi-operators, sum-mean"),
    ISC_METHOD(mean, ISC_MANY, "The sum of the tensors divided by their number; 16-bit types in float, rounded once.",
               "multi-operators, sum-mean"),
    ISC_METHOD(equal, ISC_TWO, "A = B" ISC_COMPARED, "multi-operators, compare"),
    ISC_METHOD(greater, ISC_TWO, "A > B" ISC_COMPARED, "multi-operators, compare"),
    ISC_METHOD(greater_or_equal, ISC_TWO, "A >= B" ISC_COMPARED, "compare"),
    ISC_METHOD(less, ISC_TWO, "A < B" ISC_COMPARED, "multi-operators, compare"),
    ISC_METHOD(less_or_equal, ISC_TWO, "A <= B" ISC_COMPARED, "compare"),
    ISC_METHOD(and_, ISC_TWO, "A and B, of bool tensors.", "multi-operators, logic"),
    ISC_METHOD(or_, ISC_TWO, "A or B, of bool tensors.", "multi-operators, logic"),
    ISC_METHOD(xor, ISC_TWO, "A or B but not both, of bool tensors.", "multi-operators, logic"),
    ISC_METHOD(bitwise_and, ISC_TWO, "The bits set in A and in B, of integer tensors.", "schema-types"),
    ISC_METHOD(bitwise_or, ISC_TWO, "The bits set in A or in B, of integer tensors.", "schema-types"),
    ISC_METHOD(bitwise_xor, ISC_TWO, "The bits in which A and B differ, of integer tensors.", "schema-types"),
    ISC_METHOD(mod, "a, b, /, *, fmod=False, out=None",
               "The remainder of A / B, with the sign of B, or with fmod of A; integers exactly.", "mod"),
    ISC_METHOD(bit_shift, "x, y, /, *, direction, out=None",
               "X shifted by Y bits; direction is 'LEFT' or 'RIGHT'. Past the width: 0, or -1.", "bit-shift"),
    ISC_METHOD(prelu, "x, slope, /, *, out=None", "X where it is not negative, slope times X where it is.",
               "uni-operators, uni-result, prelu"),
    ISC_METHOD(where, "condition, x, y, /, *, out=None", "X where the condition is true, else Y; bits are copied.",
               "multi-operators, Where, Where-condition, bit-copy"),
    ISC_METHOD(expand, "x, shape, /, *, out=None",
               "X repeated as broadcasting it with a tensor of that shape repeats it; bits are copied.", "bit-copy"),
    {"gemm", (PyCFunction)(void (*)(void))isc_gemm, METH_FASTCALL | METH_KEYWORDS, isc_gemm_doc},
    {NULL, NULL, 0, NULL},
};
