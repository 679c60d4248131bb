/* The threads. No Python here, so that the thread sanitizer can watch the pool on its own.
 *
 * One job runs at a time. A caller that finds the pool taken computes everything itself, so there is nothing to wait
 * for and nothing to deadlock on. The pool may be used from any thread, and in the child of a fork. */
#ifndef ISC_POOL_H
#define ISC_POOL_H

#include <stddef.h>

#define ISC_POOL_MAX_THREADS 256

/* Computes part `part`; `scratch` is isc_pool_scratch_bytes(threads of the job), the running thread's own. */
typedef void (*isc_pool_task)(void *context, ptrdiff_t part, void *scratch);

/* Asked by the calling thread between its parts, about what the job is for it; anything but 0 gives the job up. */
typedef int (*isc_pool_poll)(void *caller);

typedef struct {
    isc_pool_task task;
    isc_pool_poll poll; /* may be NULL */
    void *context, *caller;
    ptrdiff_t parts;
    int threads;  /* how many may work on it, the caller included */
    int forwards; /* no turning back: see isc_pool_run */
} isc_pool_job;

typedef enum { ISC_POOL_DONE = 0, ISC_POOL_STOPPED, ISC_POOL_NO_MEMORY } isc_pool_outcome;

/* Runs every part exactly once, the caller working too, and returns when the last is finished; or, if the poll said so,
 * when no part is being worked on any more. */
isc_pool_outcome isc_pool_run(const isc_pool_job *job);

/* How many threads a job may have, the caller included. Waits for workers that are no longer wanted. */
void isc_pool_set_threads(int threads);
int isc_pool_threads(void);

/* How many worker threads exist at this moment. */
int isc_pool_workers(void);

/* Ends the workers and waits for them; the next job starts new ones. */
void isc_pool_stop(void);

/* The scratch that each thread has in a job of so many: all of them together have a mebibyte at most. */
ptrdiff_t isc_pool_scratch_bytes(int threads);

/* The calling thread's own scratch, ISOCAST_SCRATCH_BYTES, kept until the thread ends; NULL if there is no memory. */
void *isc_pool_scratch(void);

#endif
