/* What the files with Python.h share: NumPy's interface, and arrays as the C core sees them. */
#ifndef ISC_NATIVE_H
#define ISC_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL isc_numpy_interface
#ifndef ISC_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#ifdef __GNUC__ /* NumPy's interface is a table of untyped pointers to functions, which ISO C has no cast for */
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <numpy/arrayobject.h>

#include "isocast/fast.h"
#include "pool.h"

/* A call waiting to be computed. The result's shape is the broadcast shape, unless `rank` is 0 or more. */
typedef struct {
    isocast_op op;
    isocast_idx n;
    isocast_tensor *inputs;
    PyObject *out; /* borrowed; NULL: a new array */
    isocast_idx rank;
    const isocast_idx *dims;
} isc_call;

/* Why the core did not compute: one of isocast_status, or one of these, which only the glue can tell. */
enum { ISC_UNUSUAL = -1, ISC_OUT_UNUSABLE = -2 };

typedef struct {
    int status;
    isocast_fault fault;
} isc_refusal;

typedef union { /* room for one element of any type */
    double reals[2];
    long long integer;
} isc_cell;

/* tensors.c */
/* 1 if every operand is an array the core can read or, where `cells` has room for it, a number. */
int isc_gather(isocast_op op, PyObject *const *args, Py_ssize_t n, isc_cell *cells, isocast_tensor *inputs);
int isc_tensors_ready(void);                                 /* 0, or -1 with an exception */
int isc_type_number(const PyArrayObject *array);             /* an isocast_type, or 0 */
int isc_number_of_descr(const PyArray_Descr *descr);         /* likewise */
PyArray_Descr *isc_descr_of(int type);                       /* a new reference, or NULL with an exception */
int isc_describe(PyArrayObject *array, isocast_tensor *out); /* 1, or 0: not an array the core can read */
isocast_idx isc_item_size(int type);

/* results.c */
int isc_results_ready(void); /* 0, or -1 with an exception */
/* C-contiguous, contents arbitrary, placed for what is computed from these inputs; NULL without an exception if it does not fit into
 * memory. */
PyArrayObject *isc_new_array(int type, isocast_idx rank, const isocast_idx *dims, isocast_idx n, const isocast_tensor *inputs);
int isc_out_is_usable(PyObject *out, int type, isocast_idx rank, const isocast_idx *dims);

/* compute.c: a new reference; or NULL with an exception; or NULL without one, and `refusal` says why. */
PyObject *isc_compute(isc_call *call, isc_refusal *refusal);
/* Runs a task over its parts without the interpreter's lock, listening to Ctrl-C in between; -1 with an exception. */
int isc_run_parts(isc_pool_task task, void *context, isocast_idx parts, int threads);
/* Runs a plan that has been checked, on as many threads as pay; -1 with an exception. */
int isc_run_plan(const isocast_plan *plan);

/* Which drivers compute: the plain ones, which are proved (1), or the fast ones (0). */
void isc_use_proved(int proved);
int isc_uses_proved(void);

/* slabs.c: a plan some of whose inputs lie in the result's memory, some way off. */
typedef struct {
    const isocast_plan *plan;
    isocast_idx axis, rows;   /* a slab is so many rows of this axis, at one index of those before it; */
    isocast_idx along, count; /* how many there are along the axis, and in all; 0: no input is in the way */
    int backwards;            /* the last one first */
    isocast_idx room;         /* bytes for a copy of an input */
    isocast_idx next;         /* whose turn it is */
    isocast_operand *operands; /* of one slab, while they run */
} isc_slabs;

/* -1 if the plan can be run, slab by slab if there are any; else the number of an input that has to be copied first. */
isocast_idx isc_slabs_make(isc_slabs *slabs, const isocast_plan *plan);
int isc_slabs_run(isc_slabs *slabs); /* -1 with an exception */

/* overlap.c: copies of inputs that the result would overwrite before they are read. */
typedef struct isc_copy isc_copy;
int isc_copy_operand(isocast_tensor *tensor, isc_copy **copies); /* -1 with an exception */
void isc_free_copies(isc_copy *copies);

/* operators.c, gemm_call.c, dlpack.c: the functions of the module. */
extern PyMethodDef isc_operators[];
int isc_operators_ready(void); /* 0, or -1 with an exception */
/* Python's functions of the same names, for what is unusual. */
PyObject *isc_install(PyObject *module, PyObject *functions);
/* One call on Python's objects; returns as isc_compute. */
PyObject *isc_call_operator(isocast_op op, PyObject *const *args, Py_ssize_t n, PyObject *out, isc_refusal *refusal);
PyObject *isc_call_expand(PyArrayObject *array, PyObject *shape, PyObject *out, isc_refusal *refusal);
/* attempt(op, inputs, out, shape): the result, or why not: (status, tensor, axis, index). */
PyObject *isc_attempt(PyObject *module, PyObject *args);
PyObject *isc_fallback(const char *name, PyObject *const *args, Py_ssize_t n, PyObject *names);
PyObject *isc_from_dlpack(PyObject *module, PyObject *object);
PyObject *isc_gemm(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names);
extern const char isc_gemm_doc[];
/* gemm_attempt(a, b, c, alpha, beta, trans_a, trans_b, out): the result, or why not, as attempt. */
PyObject *isc_gemm_attempt(PyObject *module, PyObject *args);
/* A refusal as Python sees it: (status, tensor, axis, index), the status a word. */
PyObject *isc_refused(const isc_refusal *refusal);

#endif
