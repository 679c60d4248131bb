/* One call: shapes and types settled, memory found, plan made, and run on as many threads as pay. No arithmetic. */
#include "native.h"

#include <time.h>

#define ISC_FEW 3                        /* inputs whose bookkeeping fits on the stack */
#define ISC_QUICK ((isocast_idx)1 << 14) /* elements up to which a call keeps the interpreter's lock in any case */
#define ISC_PATIENCE 50000000L           /* nanoseconds between two looks at the interpreter's signals */

typedef struct { /* the interpreter that a job of the pool was called from */
    PyThreadState *interpreter;
    struct timespec looked;
} isc_running;

#if PY_VERSION_HEX < 0x030D0000
#define Py_IsFinalizing _Py_IsFinalizing
#endif

/* Whether Ctrl-C, or another signal whose handler raises, has come. Called without the interpreter's lock. */
static int isc_interrupted(void *caller)
{
    isc_running *running = caller;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if ((now.tv_sec - running->looked.tv_sec) * 1000000000L + (now.tv_nsec - running->looked.tv_nsec) < ISC_PATIENCE)
        return 0;
    running->looked = now;
    if (Py_IsFinalizing()) /* asking for the lock would end this thread, whose job others are working on */
        return 0;
    PyEval_RestoreThread(running->interpreter);
    int interrupted = PyErr_CheckSignals() != 0;
    running->interpreter = PyEval_SaveThread();
    return interrupted;
}

static int isc_run_job(isc_pool_task task, void *context, isocast_idx parts, int threads, int forwards)
{
    isc_running running;
    isc_pool_job job = {task, isc_interrupted, context, &running, parts, threads, forwards};
    clock_gettime(CLOCK_MONOTONIC, &running.looked);
    running.interpreter = PyEval_SaveThread();
    isc_pool_outcome outcome = isc_pool_run(&job);
    PyEval_RestoreThread(running.interpreter);
    if (outcome == ISC_POOL_NO_MEMORY)
        PyErr_NoMemory();
    return outcome == ISC_POOL_DONE ? 0 : -1;
}

int isc_run_parts(isc_pool_task task, void *context, isocast_idx parts, int threads)
{
    return isc_run_job(task, context, parts, threads, 0);
}

typedef struct {
    const isocast_plan *plan;
    isocast_idx parts;
    int threads;
    isocast_idx scratch; /* bytes for each thread */
    int suspect;         /* atomic: some part found a value that may have no result */
    const isocast_operand *first, *end; /* the plan's operands and result, but for many */
} isc_planned;

/* Short enough parts for Ctrl-C to be heard between them. */
static isc_planned isc_divide(const isocast_plan *plan)
{
    int threads = (int)isocast_fast_parts(plan, isc_pool_threads());
    const isocast_operand *end = plan->operands + (plan->inputs < ISC_FEW ? plan->inputs : ISC_FEW) + 1;
    isc_planned planned = {plan, isocast_fast_slices(plan, threads), threads, isc_pool_scratch_bytes(threads), 0,
                           plan->operands, end};
    return planned;
}

static int isc_run_planned(isc_pool_task task, isc_planned *planned)
{
    return isc_run_job(task, planned, planned->parts, planned->threads, isocast_fast_forwards(planned->plan));
}

/* A worker finds the plan in lines of memory that another processor wrote: they are asked for together, before they are needed
 * one after the other. */
static void isc_ask_for_plan(const isc_planned *planned)
{
    const isocast_plan *plan = planned->plan;
    __builtin_prefetch(plan);
    __builtin_prefetch(&plan->elements);
    for (const isocast_operand *operand = planned->first; operand < planned->end; ++operand) {
        __builtin_prefetch(operand);
        __builtin_prefetch(&operand->type);
    }
}

static void isc_compute_part(void *context, ptrdiff_t part, void *scratch)
{
    const isc_planned *planned = context;
    isc_ask_for_plan(planned);
    isocast_fast_run(planned->plan, part, planned->parts, scratch, planned->scratch);
}

static void isc_compute_part_back(void *context, ptrdiff_t part, void *scratch)
{
    const isc_planned *planned = context;
    isc_ask_for_plan(planned);
    isocast_fast_run_back(planned->plan, part, planned->parts, scratch, planned->scratch);
}

static void isc_try_part(void *context, ptrdiff_t part, void *scratch)
{
    isc_planned *planned = context;
    isc_ask_for_plan(planned);
    if (!__atomic_load_n(&planned->suspect, __ATOMIC_RELAXED)
        && isocast_fast_try(planned->plan, part, planned->parts, scratch, planned->scratch))
        __atomic_store_n(&planned->suspect, 1, __ATOMIC_RELAXED);
}

static void isc_look_at_part(void *context, ptrdiff_t part, void *scratch)
{
    isc_planned *planned = context;
    if (isocast_fast_suspect(planned->plan, part, planned->parts, scratch, planned->scratch))
        __atomic_store_n(&planned->suspect, 1, __ATOMIC_RELAXED);
}

static int isc_proved; /* 1: the plain drivers, which are proved, in place of the fast ones */

void isc_use_proved(int proved)
{
    isc_proved = proved;
}

int isc_uses_proved(void)
{
    return isc_proved;
}

static void isc_compute_plainly(void *context, ptrdiff_t part, void *scratch)
{
    const isc_planned *planned = context;
    (void)part, (void)scratch;
    isocast_plan_run(planned->plan);
}

int isc_run_plan(const isocast_plan *plan)
{
    static unsigned calls; /* atomic */
    if (isc_proved) {
        isc_planned whole = {plan, 1, 1, 0, 0, NULL, NULL};
        return isc_run_parts(isc_compute_plainly, &whole, 1, 1);
    }
    isc_planned planned = isc_divide(plan);
    const int back = __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED) % 2 == 1;
    return isc_run_planned(back ? isc_compute_part_back : isc_compute_part, &planned);
}

typedef struct {
    const isocast_plan *plan;
    isc_refusal *refusal;
} isc_look;

static void isc_look_plainly(void *context, ptrdiff_t part, void *scratch)
{
    isc_look *look = context;
    (void)part, (void)scratch;
    look->refusal->status = isocast_plan_check(look->plan, &look->refusal->fault);
}

/* Looks for values without a result, first on all threads for any, then for the first; 0, or -1 with an exception. */
static int isc_check_plan(const isocast_plan *plan, void *scratch, isc_refusal *refusal)
{
    if (!plan->indexed)
        return 0;
    if (isc_proved) {
        isc_look look = {plan, refusal};
        return isc_run_parts(isc_look_plainly, &look, 1, 1);
    }
    if (plan->elements > ISC_QUICK) {
        isc_planned planned = isc_divide(plan);
        if (isc_run_planned(isc_look_at_part, &planned) < 0)
            return -1;
        if (!planned.suspect)
            return 0;
    }
    refusal->status = isocast_fast_check(plan, scratch, ISOCAST_SCRATCH_BYTES, &refusal->fault);
    return 0;
}

/* Whether a call keeps the interpreter's lock: it takes some microseconds at most, too few to be worth a second thread. */
static int isc_is_quick(const isocast_plan *plan)
{
    return plan->elements <= ISC_QUICK || (!isc_proved && isocast_fast_parts(plan, 2) == 1);
}

/* Looks at the values while it computes: the result is new, and nobody sees it if some have none.
 * 1 done; 0 some may have no result; -1 an exception. */
static int isc_try_plan(const isocast_plan *plan, void *scratch)
{
    if (isc_is_quick(plan))
        return !isocast_fast_try(plan, 0, 1, scratch, ISOCAST_SCRATCH_BYTES);
    isc_planned planned = isc_divide(plan);
    if (isc_run_planned(isc_try_part, &planned) < 0)
        return -1;
    return !planned.suspect;
}

/* 1 done; 0 refused; -1 an exception. */
static int isc_execute(const isocast_plan *plan, isc_slabs *slabs, int is_new, isc_refusal *refusal)
{
    void *scratch = isc_pool_scratch();
    if (!scratch) {
        PyErr_NoMemory();
        return -1;
    }
    if (is_new && plan->indexed && !isc_proved) {
        int done = isc_try_plan(plan, scratch);
        if (done != 0)
            return done;
    }
    if (isc_check_plan(plan, scratch, refusal) < 0)
        return -1;
    if (refusal->status != ISOCAST_OK)
        return 0;
    if (slabs->count > 0)
        return isc_slabs_run(slabs) < 0 ? -1 : 1;
    if (!isc_is_quick(plan))
        return isc_run_plan(plan) < 0 ? -1 : 1;
    if (isc_proved)
        isocast_plan_run(plan);
    else if (plan->elements > 0)
        isocast_fast_run(plan, 0, 1, scratch, ISOCAST_SCRATCH_BYTES);
    return 1;
}

/* Makes the plan, in slabs or with copies of the inputs that overlap the result otherwise than exactly; 1, 0 or -1 as
 * isc_execute. */
static int isc_plan(isc_call *call, const isocast_tensor *result, isocast_plan *plan, isocast_operand *operands,
                    isc_slabs *slabs, isc_copy **copies, isc_refusal *refusal)
{
    for (;;) {
        refusal->status = isocast_plan_make(plan, call->op, call->n, call->inputs, result, operands, &refusal->fault);
        if (refusal->status != ISOCAST_OK)
            return 0;
        isocast_idx overlapping = call->out ? isocast_plan_overlaps(plan) : -1;
        if (overlapping >= 0 && !isc_proved)
            overlapping = isc_slabs_make(slabs, plan);
        if (overlapping < 0)
            return 1;
        if (isc_copy_operand(&call->inputs[overlapping], copies) < 0)
            return -1;
    }
}

static int isc_same_shape(const isocast_tensor *x, const isocast_tensor *y)
{
    if (x->rank != y->rank)
        return 0;
    for (isocast_idx axis = 0; axis < x->rank; ++axis)
        if (x->dims[axis] != y->dims[axis])
            return 0;
    return 1;
}

static int isc_give_shape(isocast_idx rank, const isocast_idx *from, isocast_idx *given, isocast_idx *dims)
{
    *given = rank;
    for (isocast_idx axis = 0; axis < rank; ++axis)
        dims[axis] = from[axis];
    return 1;
}

/* The result's shape, in `dims`; or 0 and a refusal. */
static int isc_result_shape(const isc_call *call, isocast_idx *rank, isocast_idx *dims, isc_refusal *refusal)
{
    const isocast_tensor *first = call->inputs;
    int same = 1;
    if (call->rank >= 0)
        return isc_give_shape(call->rank, call->dims, rank, dims);
    *rank = first->rank;
    for (isocast_idx i = 1; i < call->n; ++i) {
        same = same && isc_same_shape(first, &call->inputs[i]);
        *rank = call->inputs[i].rank > *rank ? call->inputs[i].rank : *rank;
    }
    if (same || call->op == ISOCAST_PRELU) /* whether the slope broadcasts to X is the plan's to say */
        return isc_give_shape(first->rank, first->dims, rank, dims);
    refusal->status = isocast_result_shape(call->n, call->inputs, *rank, dims, &refusal->fault);
    return refusal->status == ISOCAST_OK;
}

/* The array the result goes to, as a new reference; or NULL with an exception or a refusal. */
static PyArrayObject *isc_result(const isc_call *call, isc_refusal *refusal)
{
    isocast_idx rank, dims[ISOCAST_MAX_RANK];
    int type = isocast_result_type(call->op, call->n, call->inputs);
    if (type == 0) {
        refusal->status = ISOCAST_TYPE;
        return NULL;
    }
    if (!isc_result_shape(call, &rank, dims, refusal))
        return NULL;
    if (!call->out) {
        PyArrayObject *result = isc_new_array(type, rank, dims, call->n, call->inputs);
        if (!result)
            refusal->status = ISOCAST_TOO_LARGE;
        return result;
    }
    if (!isc_out_is_usable(call->out, type, rank, dims)) {
        refusal->status = ISC_OUT_UNUSABLE;
        return NULL;
    }
    Py_INCREF(call->out);
    return (PyArrayObject *)call->out;
}

PyObject *isc_compute(isc_call *call, isc_refusal *refusal)
{
    isocast_operand few[ISC_FEW + 1], *operands = few;
    isocast_plan plan;
    isocast_tensor result;
    isc_slabs slabs;
    isc_copy *copies = NULL;
    slabs.count = 0;
    refusal->status = ISOCAST_OK;
    PyArrayObject *array = isc_result(call, refusal);
    if (!array)
        return NULL;
    if (call->n > ISC_FEW)
        operands = PyMem_Malloc((size_t)(call->n + 1) * sizeof *operands);
    if (!operands) {
        Py_DECREF(array);
        return PyErr_NoMemory();
    }
    isc_describe(array, &result);
    int done = isc_plan(call, &result, &plan, operands, &slabs, &copies, refusal);
    if (done > 0)
        done = isc_execute(&plan, &slabs, call->out == NULL, refusal);
    isc_free_copies(copies);
    if (operands != few)
        PyMem_Free(operands);
    if (done > 0)
        return (PyObject *)array;
    Py_DECREF(array);
    return NULL;
}
