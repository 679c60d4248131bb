/* Tensors of other libraries, by DLPack: an array that shares the memory of a tensor on the CPU. No arithmetic. */
#include "native.h"

#include <stdint.h>

/* DLPack's own layout, versions 0 and 1. */
typedef struct {
    int32_t device_type, device_id;
} isc_dl_device;

typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} isc_dl_type;

typedef struct {
    void *data;
    isc_dl_device device;
    int32_t rank;
    isc_dl_type type;
    int64_t *dims, *strides; /* in elements; no strides: row-major */
    uint64_t byte_offset;
} isc_dl_tensor;

typedef struct isc_dl_managed {
    isc_dl_tensor tensor;
    void *context;
    void (*deleter)(struct isc_dl_managed *);
} isc_dl_managed;

typedef struct isc_dl_versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct isc_dl_versioned *);
    uint64_t flags;
    isc_dl_tensor tensor;
} isc_dl_versioned;

enum { ISC_DL_CPU = 1, ISC_DL_READ_ONLY = 1 };

static const char isc_plain_name[] = "dltensor", isc_versioned_name[] = "dltensor_versioned";
static const char isc_owner_name[] = "isocast_dltensor", isc_versioned_owner_name[] = "isocast_dltensor_versioned";

static int isc_dl_number(isc_dl_type type)
{
    static const struct {
        uint8_t code, bits;
        int number;
    } table[] = {
        {0, 8, ISOCAST_INT8},         {0, 16, ISOCAST_INT16},       {0, 32, ISOCAST_INT32},   {0, 64, ISOCAST_INT64},
        {1, 8, ISOCAST_UINT8},        {1, 16, ISOCAST_UINT16},      {1, 32, ISOCAST_UINT32},  {1, 64, ISOCAST_UINT64},
        {2, 16, ISOCAST_FLOAT16},     {2, 32, ISOCAST_FLOAT},       {2, 64, ISOCAST_DOUBLE},  {4, 16, ISOCAST_BFLOAT16},
        {5, 64, ISOCAST_COMPLEX64},   {5, 128, ISOCAST_COMPLEX128}, {6, 8, ISOCAST_BOOL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        if (table[i].code == type.code && table[i].bits == type.bits && type.lanes == 1)
            return table[i].number;
    return 0;
}

static void isc_release_plain(PyObject *capsule)
{
    isc_dl_managed *managed = PyCapsule_GetPointer(capsule, isc_owner_name);
    if (managed && managed->deleter)
        managed->deleter(managed);
}

static void isc_release_versioned(PyObject *capsule)
{
    isc_dl_versioned *managed = PyCapsule_GetPointer(capsule, isc_versioned_owner_name);
    if (managed && managed->deleter)
        managed->deleter(managed);
}

/* -1 with an exception unless the memory can be read here and its elements are of an ONNX type. */
static int isc_check_dl(const isc_dl_tensor *tensor)
{
    if (tensor->device.device_type != ISC_DL_CPU)
        PyErr_Format(PyExc_BufferError, "the tensor is on device %d of DLPack type %d, not on the CPU",
                     (int)tensor->device.device_id, (int)tensor->device.device_type);
    else if (tensor->rank < 0 || tensor->rank > NPY_MAXDIMS)
        PyErr_Format(PyExc_BufferError, "the tensor has %d axes, more than %d", (int)tensor->rank, NPY_MAXDIMS);
    else if (!isc_dl_number(tensor->type))
        PyErr_Format(PyExc_TypeError, "the tensor's element type (DLPack code %d, %d bits, %d lanes) is not an ONNX type",
                     tensor->type.code, tensor->type.bits, tensor->type.lanes);
    return PyErr_Occurred() ? -1 : 0;
}

/* A view of the tensor's memory; `owner` keeps it alive and is taken over. */
static PyObject *isc_dl_view(const isc_dl_tensor *tensor, int read_only, PyObject *owner)
{
    npy_intp dims[NPY_MAXDIMS], strides[NPY_MAXDIMS];
    int type = isc_dl_number(tensor->type);
    npy_intp size = isc_item_size(type), step = size;
    for (int axis = tensor->rank - 1; axis >= 0; --axis) {
        dims[axis] = (npy_intp)tensor->dims[axis];
        strides[axis] = tensor->strides ? (npy_intp)tensor->strides[axis] * size : step;
        step *= dims[axis];
    }
    char *data = tensor->data ? (char *)tensor->data + tensor->byte_offset : NULL;
    PyObject *array = PyArray_NewFromDescr(&PyArray_Type, isc_descr_of(type), tensor->rank, dims, strides, data,
                                           read_only ? 0 : NPY_ARRAY_WRITEABLE, NULL);
    if (!array) {
        Py_DECREF(owner);
        return NULL;
    }
    if (data && PyArray_SetBaseObject((PyArrayObject *)array, owner) < 0) {
        Py_DECREF(array);
        return NULL;
    }
    if (!data) /* no elements, so NumPy made its own empty memory */
        Py_DECREF(owner);
    PyArray_UpdateFlags((PyArrayObject *)array, NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS | NPY_ARRAY_ALIGNED);
    return array;
}

static PyObject *isc_take_plain(PyObject *capsule)
{
    isc_dl_managed *managed = PyCapsule_GetPointer(capsule, isc_plain_name);
    if (!managed || isc_check_dl(&managed->tensor) < 0)
        return NULL;
    PyObject *owner = PyCapsule_New(managed, isc_owner_name, isc_release_plain);
    if (!owner)
        return NULL;
    PyCapsule_SetName(capsule, "used_dltensor");
    return isc_dl_view(&managed->tensor, 0, owner);
}

static PyObject *isc_take_versioned(PyObject *capsule)
{
    isc_dl_versioned *managed = PyCapsule_GetPointer(capsule, isc_versioned_name);
    if (!managed)
        return NULL;
    if (managed->major > 1) {
        PyErr_Format(PyExc_BufferError, "the tensor speaks DLPack %u, and this library version 1", managed->major);
        return NULL;
    }
    if (isc_check_dl(&managed->tensor) < 0)
        return NULL;
    PyObject *owner = PyCapsule_New(managed, isc_versioned_owner_name, isc_release_versioned);
    if (!owner)
        return NULL;
    PyCapsule_SetName(capsule, "used_dltensor_versioned");
    return isc_dl_view(&managed->tensor, (managed->flags & ISC_DL_READ_ONLY) != 0, owner);
}

/* Asks before the export, because a producer may move memory to make one. */
static int isc_check_device(PyObject *object)
{
    int kind, number;
    PyObject *device = PyObject_CallMethod(object, "__dlpack_device__", NULL);
    int known = device && PyTuple_Check(device) && PyArg_ParseTuple(device, "ii", &kind, &number);
    if (known && kind != ISC_DL_CPU)
        PyErr_Format(PyExc_BufferError, "the tensor is on device %d of DLPack type %d, not on the CPU", number, kind);
    else if (device && !PyErr_Occurred() && !known)
        PyErr_SetString(PyExc_TypeError, "__dlpack_device__ did not return a device");
    Py_XDECREF(device);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *isc_export(PyObject *object)
{
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__"), *capsule = NULL;
    PyObject *none = PyTuple_New(0), *newest = Py_BuildValue("{s(ii)}", "max_version", 1, 0);
    if (method && none && newest) {
        capsule = PyObject_Call(method, none, newest);
        if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) { /* a producer from before versions */
            PyErr_Clear();
            capsule = PyObject_CallNoArgs(method);
        }
    }
    Py_XDECREF(method);
    Py_XDECREF(none);
    Py_XDECREF(newest);
    return capsule;
}

PyObject *isc_from_dlpack(PyObject *module, PyObject *object)
{
    PyObject *array = NULL;
    (void)module;
    if (isc_check_device(object) < 0)
        return NULL;
    PyObject *capsule = isc_export(object);
    if (!capsule)
        return NULL;
    if (PyCapsule_IsValid(capsule, isc_versioned_name))
        array = isc_take_versioned(capsule);
    else if (PyCapsule_IsValid(capsule, isc_plain_name))
        array = isc_take_plain(capsule);
    else
        PyErr_SetString(PyExc_TypeError, "__dlpack__ did not return a DLPack capsule");
    Py_DECREF(capsule);
    return array;
}
