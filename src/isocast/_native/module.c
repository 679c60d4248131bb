/* isocast._native: the module. Arrays in, the C core called, threads and memory looked after, results out. */
#define ISC_IMPORTS_NUMPY
#include "native.h"

#include "blas.h"
#include "recycle.h"

static PyObject *isc_set_num_threads(PyObject *module, PyObject *number)
{
    long threads = PyLong_AsLong(number);
    (void)module;
    if (threads == -1 && PyErr_Occurred())
        return NULL;
    if (threads < 1 || threads > ISC_POOL_MAX_THREADS)
        return PyErr_Format(PyExc_ValueError, "the number of threads is 1 to %d, not %ld", ISC_POOL_MAX_THREADS, threads);
    isc_pool_set_threads((int)threads);
    Py_RETURN_NONE;
}

static PyObject *isc_get_num_threads(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyLong_FromLong(isc_pool_threads());
}

static PyObject *isc_num_workers(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyLong_FromLong(isc_pool_workers());
}

static PyObject *isc_set_pool_bytes(PyObject *module, PyObject *number)
{
    size_t bytes = PyLong_AsSize_t(number);
    (void)module;
    if (bytes == (size_t)-1 && PyErr_Occurred())
        return NULL;
    isc_recycle_set_bound(bytes);
    Py_RETURN_NONE;
}

static PyObject *isc_get_pool_bytes(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return Py_BuildValue("nn", (Py_ssize_t)isc_recycle_kept(), (Py_ssize_t)isc_recycle_bound());
}

static PyObject *isc_get_isa(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyUnicode_FromString(isocast_isa());
}

static PyObject *isc_choose_isa(PyObject *module, PyObject *number)
{
    long level = PyLong_AsLong(number);
    (void)module;
    if (level == -1 && PyErr_Occurred())
        return NULL;
    isocast_set_isa((int)level);
    return PyUnicode_FromString(isocast_isa());
}

static PyObject *isc_find_blas(PyObject *module, PyObject *path)
{
    const char *numpy_module = PyUnicode_AsUTF8(path);
    (void)module;
    if (!numpy_module)
        return NULL;
    (void)isc_blas_find(numpy_module);
    return PyUnicode_FromString(isc_blas_name());
}

static PyObject *isc_use_blas(PyObject *module, PyObject *use)
{
    int truth = PyObject_IsTrue(use);
    (void)module;
    if (truth < 0)
        return NULL;
    return PyBool_FromLong(isc_blas_use(truth));
}

static PyObject *isc_set_proved(PyObject *module, PyObject *proved)
{
    int truth = PyObject_IsTrue(proved);
    (void)module;
    if (truth < 0)
        return NULL;
    isc_use_proved(truth);
    Py_RETURN_NONE;
}

static PyObject *isc_get_proved(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyBool_FromLong(isc_uses_proved());
}

static PyMethodDef isc_functions[] = {
    {"install", isc_install, METH_O, "install(functions): Python's functions for what the fast path leaves alone."},
    {"attempt", isc_attempt, METH_VARARGS, "attempt(op, inputs, out, shape): the result, or (status, tensor, axis, index)."},
    {"gemm_attempt", isc_gemm_attempt, METH_VARARGS,
     "gemm_attempt(a, b, c, alpha, beta, trans_a, trans_b, out): the result, or (status, tensor, axis, index)."},
    {"find_blas", isc_find_blas, METH_O, "find_blas(path): looks behind NumPy's extension module; what was found, or ''."},
    {"use_blas", isc_use_blas, METH_O, "use_blas(use): whether Gemm of float and double goes through the BLAS; whether it did."},
    {"from_dlpack", isc_from_dlpack, METH_O, "from_dlpack(object): an array sharing the memory of a CPU tensor."},
    {"set_num_threads", isc_set_num_threads, METH_O, "set_num_threads(n): how many threads a call may use."},
    {"get_num_threads", isc_get_num_threads, METH_NOARGS, "get_num_threads(): how many threads a call may use."},
    {"num_workers", isc_num_workers, METH_NOARGS, "num_workers(): how many worker threads exist now."},
    {"set_pool_bytes", isc_set_pool_bytes, METH_O, "set_pool_bytes(n): how much freed memory is kept for results."},
    {"get_pool_bytes", isc_get_pool_bytes, METH_NOARGS, "get_pool_bytes(): bytes kept now, and the bound."},
    {"get_isa", isc_get_isa, METH_NOARGS, "get_isa(): the instruction set in use."},
    {"set_isa", isc_choose_isa, METH_O, "set_isa(level): chooses it (0 baseline, 1 AVX2, 2 and 3 AVX-512 with short vectors here and there, 4 AVX-512, -1 what suits); returns its name."},
    {"use_proved", isc_set_proved, METH_O, "use_proved(use): whether the plain, proved drivers compute, not the fast ones."},
    {"uses_proved", isc_get_proved, METH_NOARGS, "uses_proved(): whether the plain, proved drivers compute."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef isc_module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "isocast._native",
    .m_doc = "The operators of isocast, and the threads and memory behind them.",
    .m_size = -1,
    .m_methods = isc_functions,
};

/* The operators say they live in `isocast`, where people import them from, so that they are pickled by that name. */
static int isc_add_operators(PyObject *module)
{
    PyObject *home = PyUnicode_FromString("isocast");
    int failed = home == NULL;
    for (PyMethodDef *method = isc_operators; !failed && method->ml_name; ++method) {
        PyObject *function = PyCFunction_NewEx(method, module, home);
        failed = function == NULL || PyModule_AddObjectRef(module, method->ml_name, function) < 0;
        Py_XDECREF(function);
    }
    Py_XDECREF(home);
    return failed ? -1 : 0;
}

PyMODINIT_FUNC PyInit__native(void)
{
    import_array();
    PyObject *module = PyModule_Create(&isc_module);
    if (!module)
        return NULL;
    if (isc_tensors_ready() < 0 || isc_results_ready() < 0 || isc_operators_ready() < 0 ||
        isc_add_operators(module) < 0 || Py_AtExit(isc_pool_stop) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
