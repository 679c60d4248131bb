/* NumPy arrays and Python numbers as tensors of the C core. No arithmetic. */
#include "native.h"

#include <math.h>

static int isc_bfloat16_number = -1;

static const struct {
    int onnx, numpy, size;
} isc_types[] = {
    {ISOCAST_FLOAT, NPY_FLOAT32, 4},     {ISOCAST_UINT8, NPY_UINT8, 1},         {ISOCAST_INT8, NPY_INT8, 1},
    {ISOCAST_UINT16, NPY_UINT16, 2},     {ISOCAST_INT16, NPY_INT16, 2},         {ISOCAST_INT32, NPY_INT32, 4},
    {ISOCAST_INT64, NPY_INT64, 8},       {ISOCAST_BOOL, NPY_BOOL, 1},           {ISOCAST_FLOAT16, NPY_FLOAT16, 2},
    {ISOCAST_DOUBLE, NPY_FLOAT64, 8},    {ISOCAST_UINT32, NPY_UINT32, 4},       {ISOCAST_UINT64, NPY_UINT64, 8},
    {ISOCAST_COMPLEX64, NPY_COMPLEX64, 8}, {ISOCAST_COMPLEX128, NPY_COMPLEX128, 16}, {ISOCAST_BFLOAT16, -1, 2},
};

#define ISC_TYPES ((int)(sizeof isc_types / sizeof *isc_types))

static signed char isc_onnx_of_numpy[NPY_NTYPES_LEGACY]; /* NumPy's number to ONNX's */
static PyArray_Descr *isc_descrs[32];                    /* by ONNX's number */
static signed char isc_sizes[32];

static int isc_find_bfloat16(void)
{
    PyObject *module = PyImport_ImportModule("ml_dtypes");
    PyObject *scalar = module ? PyObject_GetAttrString(module, "bfloat16") : NULL;
    PyArray_Descr *descr = NULL;
    int found = scalar && PyArray_DescrConverter(scalar, &descr);
    Py_XDECREF(module);
    Py_XDECREF(scalar);
    if (!found)
        return -1;
    isc_bfloat16_number = descr->type_num;
    isc_descrs[ISOCAST_BFLOAT16] = descr;
    return 0;
}

int isc_tensors_ready(void)
{
    if (isc_find_bfloat16() < 0)
        return -1;
    for (int i = 0; i < ISC_TYPES; ++i) {
        isc_sizes[isc_types[i].onnx] = (signed char)isc_types[i].size;
        if (isc_types[i].numpy >= 0)
            isc_descrs[isc_types[i].onnx] = PyArray_DescrFromType(isc_types[i].numpy);
    }
    for (int number = 0; number < NPY_NTYPES_LEGACY; ++number) { /* long and long long may be one ONNX type */
        PyArray_Descr *descr = PyArray_DescrFromType(number);
        if (!descr)
            return -1;
        for (int i = 0; i < ISC_TYPES; ++i)
            if (isc_types[i].numpy >= 0 && PyArray_EquivTypes(descr, isc_descrs[isc_types[i].onnx]))
                isc_onnx_of_numpy[number] = (signed char)isc_types[i].onnx;
        Py_DECREF(descr);
    }
    return 0;
}

int isc_number_of_descr(const PyArray_Descr *descr)
{
    int number = descr->type_num;
    if (number >= 0 && number < NPY_NTYPES_LEGACY)
        return isc_onnx_of_numpy[number];
    return number == isc_bfloat16_number ? ISOCAST_BFLOAT16 : 0;
}

int isc_type_number(const PyArrayObject *array)
{
    return isc_number_of_descr(PyArray_DESCR(array));
}

PyArray_Descr *isc_descr_of(int type)
{
    PyArray_Descr *descr = isc_descrs[type];
    Py_INCREF(descr);
    return descr;
}

isocast_idx isc_item_size(int type)
{
    return isc_sizes[type];
}

int isc_describe(PyArrayObject *array, isocast_tensor *tensor)
{
    int type = isc_type_number(array);
    tensor->data = PyArray_DATA(array);
    tensor->type = (isocast_type)type;
    tensor->swapped = PyArray_DESCR(array)->byteorder == NPY_OPPBYTE;
    tensor->rank = PyArray_NDIM(array);
    tensor->dims = PyArray_DIMS(array);
    tensor->strides = PyArray_STRIDES(array);
    return type != 0;
}

static int isc_integer_literal(long long value, int type, void *cell)
{
    static const struct {
        int type;
        long long low, high;
    } ranges[] = {
        {ISOCAST_INT8, INT8_MIN, INT8_MAX},    {ISOCAST_INT16, INT16_MIN, INT16_MAX},
        {ISOCAST_INT32, INT32_MIN, INT32_MAX}, {ISOCAST_INT64, INT64_MIN, INT64_MAX},
        {ISOCAST_UINT8, 0, UINT8_MAX},         {ISOCAST_UINT16, 0, UINT16_MAX},
        {ISOCAST_UINT32, 0, UINT32_MAX},       {ISOCAST_UINT64, 0, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        if (ranges[i].type == type && value >= ranges[i].low && value <= ranges[i].high) {
            const int little = 1;
            size_t size = (size_t)isc_item_size(type), skip = *(const char *)&little ? 0 : sizeof value - size;
            memcpy(cell, (char *)&value + skip, size);
            return 1;
        }
    }
    return 0;
}

static int isc_real_literal(double value, int type, void *cell)
{
    float narrow = (float)value;
    if (type == ISOCAST_DOUBLE)
        memcpy(cell, &value, sizeof value);
    else if (type == ISOCAST_FLOAT && ((double)narrow == value || isnan(value)))
        memcpy(cell, &narrow, sizeof narrow);
    else
        return 0;
    return 1;
}

/* The common literals; the others (16-bit floats, integers beyond 2^63, …) are left to Python, as are refusals. */
static int isc_literal(PyObject *value, int type, void *cell)
{
    if (PyFloat_CheckExact(value))
        return isc_real_literal(PyFloat_AS_DOUBLE(value), type, cell);
    if (!PyLong_CheckExact(value))
        return 0;
    int overflow = 0;
    long long integer = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow)
        return 0;
    if (type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE)
        return llabs(integer) < 1LL << 53 && isc_real_literal((double)integer, type, cell);
    return isc_integer_literal(integer, type, cell);
}

/* The type a Python number takes on: that of the tensors beside it; an exponent's type is its own. */
static int isc_literal_type(isocast_op op, PyObject *const *args, Py_ssize_t n, Py_ssize_t place)
{
    if (op == ISOCAST_POW && place == 1)
        return PyFloat_CheckExact(args[1]) ? ISOCAST_DOUBLE : ISOCAST_INT64;
    if (op == ISOCAST_WHERE && place == 0)
        return 0;
    for (Py_ssize_t i = op == ISOCAST_WHERE; i < n; ++i)
        if (PyArray_CheckExact(args[i]))
            return isc_type_number((PyArrayObject *)args[i]);
    return 0;
}

static int isc_gather_cell(int type, isc_cell *cell, isocast_tensor *tensor)
{
    static const isocast_idx nothing[1] = {0};
    isocast_tensor scalar = {(void *)cell, (isocast_type)type, 0, 0, nothing, nothing};
    *tensor = scalar;
    return type != 0;
}

/* A scalar of NumPy's; those of other packages, bfloat16's for one, are left to Python. */
static int isc_gather_scalar(PyObject *value, isc_cell *cell, isocast_tensor *tensor)
{
    PyArray_Descr *descr = PyArray_DescrFromScalar(value);
    int type = descr ? isc_number_of_descr(descr) : 0;
    Py_XDECREF(descr);
    PyErr_Clear();
    if (type == 0 || type == ISOCAST_BFLOAT16)
        return 0;
    PyArray_ScalarAsCtype(value, cell);
    return isc_gather_cell(type, cell, tensor);
}

static int isc_gather_number(isocast_op op, PyObject *const *args, Py_ssize_t n, Py_ssize_t place, isc_cell *cell,
                             isocast_tensor *tensor)
{
    if (PyArray_IsScalar(args[place], Generic))
        return isc_gather_scalar(args[place], cell, tensor);
    int type = isc_literal_type(op, args, n, place);
    return isc_gather_cell(type, cell, tensor) && isc_literal(args[place], type, cell);
}

int isc_gather(isocast_op op, PyObject *const *args, Py_ssize_t n, isc_cell *cells, isocast_tensor *inputs)
{
    for (Py_ssize_t i = 0; i < n; ++i) {
        int readable = PyArray_CheckExact(args[i])
                           ? isc_describe((PyArrayObject *)args[i], &inputs[i])
                           : cells && isc_gather_number(op, args, n, i, &cells[i], &inputs[i]);
        if (!readable)
            return 0;
    }
    return 1;
}
