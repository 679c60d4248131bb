/* New arrays for results, and whether an array the caller brought can be one. No arithmetic. */
#include "native.h"

#include "recycle.h"

/* Results this large come from recycled memory; for smaller ones NumPy's own allocator is as good. */
#define ISC_RECYCLED_FROM 16384

#define ISC_PAGE 4096    /* bytes; processors look for what a load must wait for within a page first */
#define ISC_SHORTLY 1024 /* bytes; as seen, on Zen 5 */

#define ISC_TRACEMALLOC_DOMAIN 389047 /* NumPy's own, see numpy.lib.tracemalloc_domain */

static PyObject *isc_memory; /* the capsule NumPy frees recycled memory through */

static void *isc_memory_malloc(void *context, size_t bytes)
{
    (void)context;
    return isc_recycle_take(bytes);
}

static void *isc_memory_calloc(void *context, size_t count, size_t bytes)
{
    (void)context;
    void *block = bytes && count > SIZE_MAX / bytes ? NULL : isc_recycle_take(count * bytes);
    return block ? memset(block, 0, count * bytes) : NULL;
}

static void isc_memory_free(void *context, void *block, size_t bytes)
{
    (void)context;
    (void)bytes;
    isc_recycle_give(block);
}

static void *isc_memory_realloc(void *context, void *block, size_t bytes)
{
    (void)context;
    if (block && isc_recycle_room(block) >= bytes)
        return block;
    void *larger = isc_recycle_take(bytes);
    if (larger && block) {
        memcpy(larger, block, isc_recycle_room(block));
        isc_recycle_give(block);
    }
    return larger;
}

static PyDataMem_Handler isc_handler = {
    "isocast_recycled",
    1,
    {NULL, isc_memory_malloc, isc_memory_calloc, isc_memory_realloc, isc_memory_free},
};

int isc_results_ready(void)
{
    isc_memory = PyCapsule_New(&isc_handler, "mem_handler", NULL);
    return isc_memory ? 0 : -1;
}

static int isc_byte_size(int type, isocast_idx rank, const isocast_idx *dims, size_t *bytes)
{
    size_t size = (size_t)isc_item_size(type);
    for (isocast_idx axis = 0; axis < rank; ++axis) {
        if (dims[axis] == 0) {
            *bytes = 0;
            return 1;
        }
        if (size > (size_t)PY_SSIZE_T_MAX / (size_t)dims[axis])
            return 0;
        size *= (size_t)dims[axis];
    }
    *bytes = size;
    return 1;
}

static PyArrayObject *isc_array(int type, isocast_idx rank, const isocast_idx *dims, void *block)
{
    return (PyArrayObject *)PyArray_NewFromDescr(&PyArray_Type, isc_descr_of(type), (int)rank, dims, NULL, block,
                                                 block ? NPY_ARRAY_CARRAY : 0, NULL);
}

/* Whether memory at z lies shortly behind that of an input, page boundaries aside: then loads of elements that come next look to
 * processors as if they had to wait for stores that are on their way, and up to half of the time is lost. */
static int isc_is_shortly_behind(uintptr_t z, isocast_idx n, const isocast_tensor *inputs)
{
    for (isocast_idx m = 0; m < n; ++m) {
        uintptr_t distance = (z - (uintptr_t)inputs[m].data) % ISC_PAGE;
        if (distance > 0 && distance < ISC_SHORTLY)
            return 1;
    }
    return 0;
}

/* A block's first place that is shortly behind no input: there is one if they are three at most. */
static void *isc_placed(void *block, isocast_idx n, const isocast_tensor *inputs)
{
    for (size_t lead = 0; block && lead <= ISC_RECYCLE_LEAD; lead += ISC_SHORTLY)
        if (!isc_is_shortly_behind((uintptr_t)block + lead, n, inputs))
            return lead ? isc_recycle_move(block, lead) : block;
    return block;
}

static PyArrayObject *isc_recycled_array(int type, isocast_idx rank, const isocast_idx *dims, size_t bytes, isocast_idx n,
                                         const isocast_tensor *inputs)
{
    void *block = isc_placed(isc_recycle_take(bytes), n, inputs);
    PyArrayObject *array = block ? isc_array(type, rank, dims, block) : NULL;
    if (!array) {
        isc_recycle_give(block);
        return NULL;
    }
    /* The array owns the block, and frees it through our handler, as if NumPy had allocated it there. */
    Py_INCREF(isc_memory);
    ((PyArrayObject_fields *)array)->mem_handler = isc_memory;
    PyArray_ENABLEFLAGS(array, NPY_ARRAY_OWNDATA);
    PyTraceMalloc_Track(ISC_TRACEMALLOC_DOMAIN, (uintptr_t)block, bytes);
    return array;
}

PyArrayObject *isc_new_array(int type, isocast_idx rank, const isocast_idx *dims, isocast_idx n, const isocast_tensor *inputs)
{
    size_t bytes;
    if (!isc_byte_size(type, rank, dims, &bytes))
        return NULL;
    PyArrayObject *array = bytes < ISC_RECYCLED_FROM ? isc_array(type, rank, dims, NULL)
                                                     : isc_recycled_array(type, rank, dims, bytes, n, inputs);
    if (!array && PyErr_ExceptionMatches(PyExc_MemoryError))
        PyErr_Clear();
    return array;
}

/* No two elements share a byte, as far as the strides show: with axes in the order of their strides, each step is at least
 * as long as everything inside it. */
static int isc_elements_are_apart(const PyArrayObject *array)
{
    isocast_idx rank = PyArray_NDIM(array), extent = PyArray_ITEMSIZE(array);
    char used[NPY_MAXDIMS] = {0};
    if (PyArray_IS_C_CONTIGUOUS(array))
        return 1;
    for (isocast_idx done = 0; done < rank; ++done) {
        isocast_idx best = -1, step = 0;
        for (isocast_idx axis = 0; axis < rank; ++axis) {
            isocast_idx stride = PyArray_STRIDE(array, (int)axis);
            stride = stride < 0 ? -stride : stride;
            if (!used[axis] && (best < 0 || stride < step)) {
                best = axis;
                step = stride;
            }
        }
        used[best] = 1;
        if (PyArray_DIM(array, (int)best) > 1) {
            if (step < extent)
                return 0;
            extent += step * (PyArray_DIM(array, (int)best) - 1);
        }
    }
    return 1;
}

int isc_out_is_usable(PyObject *out, int type, isocast_idx rank, const isocast_idx *dims)
{
    if (!PyArray_CheckExact(out)) /* a subclass, a masked array for one, may mean more than its elements */
        return 0;
    PyArrayObject *array = (PyArrayObject *)out;
    if (!PyArray_ISWRITEABLE(array) || isc_type_number(array) != type || PyArray_NDIM(array) != rank)
        return 0;
    for (isocast_idx axis = 0; axis < rank; ++axis)
        if (PyArray_DIM(array, (int)axis) != dims[axis])
            return 0;
    return isc_elements_are_apart(array);
}
