/* The pool of threads: see pool.h. Everything in `pool` is read and written under `pool.lock`, except what is named
 * atomic. Workers join a round through its gate, so a caller that has closed it knows who is still on it. */
#ifdef __linux__
#define _GNU_SOURCE /* for affinities */
#else
#define _POSIX_C_SOURCE 200809L
#endif

#include "pool.h"

#include "isocast/fast.h"
#include "gate.h"
#include "lanes.h"

#include <pthread.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ISC_POOL_ROOM ((ptrdiff_t)1 << 20) /* the scratch of all threads of a round: memory is taken when it is touched */

/* A worker looks for the next job this many times before it sleeps: some tens of microseconds, as a wake-up costs. */
#define ISC_POOL_SPINS 1200
#define ISC_POOL_LOCK_SPINS 100

typedef struct { /* what workers need first in as few lines of memory as can be, whose addresses they know at once */
    isc_pool_job job;
    int stopped; /* atomic: the poll gave the job up */
    isc_lanes lanes;
} isc_pool_round;

static struct {
    isc_gate gate;
    pthread_mutex_t lock;
    pthread_cond_t wake; /* there is a round, or it is time to end */
    pthread_cond_t left; /* a worker left the round that a caller waits for */
    unsigned jobs; /* atomic: how many jobs there have been, with workers or without */
    int taken;     /* atomic: a caller has the pool */
    int waiting;   /* atomic: it sleeps until nobody is inside */
    int threads;   /* atomic for reading, as the next four */
    int workers;
    int sleeping;
    int ending; /* how many want the workers to end */
    int apart_from; /* the processor that all workers are kept off, or -1 */
    pthread_t ids[ISC_POOL_MAX_THREADS];
    char *room; /* the scratch of the workers of a round, allocated with the first */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .wake = PTHREAD_COND_INITIALIZER,
          .left = PTHREAD_COND_INITIALIZER,
          .threads = 1,
          .apart_from = -1};

#define ISC_READ(field) __atomic_load_n(&pool.field, __ATOMIC_SEQ_CST)
#define ISC_WRITE(field, value) __atomic_store_n(&pool.field, value, __ATOMIC_SEQ_CST)

static pthread_once_t isc_once = PTHREAD_ONCE_INIT;
static pthread_key_t isc_scratch_key;

/* Lines of memory that another processor wrote are asked for together, before they are needed one after the other. */
#define ISC_PREFETCH(address) __builtin_prefetch(address)

static void isc_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Whoever has the lock has it for less than a wake-up takes, so a while is waited awake. */
static void isc_lock(void)
{
    for (int spin = 0; spin < ISC_POOL_LOCK_SPINS; ++spin) {
        if (pthread_mutex_trylock(&pool.lock) == 0)
            return;
        isc_relax();
    }
    pthread_mutex_lock(&pool.lock);
}

/* Takes a part and computes it; 0 if there is none left. */
static int isc_work_once(isc_pool_round *round, int *lane, void *scratch)
{
    if (__atomic_load_n(&round->stopped, __ATOMIC_RELAXED))
        return 0;
    const ptrdiff_t part = isc_lanes_take(&round->lanes, lane);
    if (part < 0)
        return 0;
    round->job.task(round->job.context, part, scratch);
    return 1;
}

/* The caller stays until nothing is left, and asks between its parts whether to go on. */
static void isc_work_as_caller(isc_pool_round *round, void *scratch)
{
    const isc_pool_job *job = &round->job;
    int lane = 0;
    while (isc_work_once(round, &lane, scratch)) {
        if (job->poll && job->poll(job->caller))
            __atomic_store_n(&round->stopped, 1, __ATOMIC_RELAXED);
    }
}

/* A worker may leave early: whoever ends it must not wait for the whole round. */
static void isc_work_as_worker(isc_pool_round *round, int number, void *scratch)
{
    int lane = number % round->lanes.count;
    while (!ISC_READ(ending) && isc_work_once(round, &lane, scratch))
        ;
}

ptrdiff_t isc_pool_scratch_bytes(int threads)
{
    const ptrdiff_t share = ISC_POOL_ROOM / threads / 64 * 64;
    const ptrdiff_t enough = share > ISOCAST_SCRATCH_LEAST ? share : ISOCAST_SCRATCH_LEAST;
    return enough < ISOCAST_SCRATCH_BYTES ? enough : ISOCAST_SCRATCH_BYTES;
}

/* As many as the job asks for, and there is scratch for. */
static int isc_most_workers(const isc_pool_job *job)
{
    const ptrdiff_t room = ISC_POOL_ROOM / isc_pool_scratch_bytes(job->threads) - 1; /* the caller has its own */
    return job->threads - 1 < room ? job->threads - 1 : (int)room;
}

/* Waits, awake at first, for another round than `seen`, or until the workers are to end. */
static void isc_await_round(uint32_t seen)
{
    for (int spin = 0; spin < ISC_POOL_SPINS; ++spin) {
        if (isc_gate_round(&pool.gate) != seen)
            return;
        isc_relax();
    }
    isc_lock();
    ISC_WRITE(sleeping, pool.sleeping + 1); /* before the last look: whoever opens the gate after it sees that somebody sleeps */
    while (isc_gate_round(&pool.gate) == seen && !pool.ending)
        pthread_cond_wait(&pool.wake, &pool.lock);
    ISC_WRITE(sleeping, pool.sleeping - 1);
    pthread_mutex_unlock(&pool.lock);
}

static void isc_leave_round(void)
{
    isc_gate_leave(&pool.gate);
    if (ISC_READ(waiting)) {
        isc_lock();
        pthread_cond_signal(&pool.left);
        pthread_mutex_unlock(&pool.lock);
    }
}

static void *isc_work(void *number)
{
    uint32_t seen = 0; /* rounds are counted from 1, so a round begun before this thread is not missed */
    for (;;) {
        isc_await_round(seen);
        if (ISC_READ(ending))
            return NULL;
        const int place = isc_gate_enter(&pool.gate, &seen);
        if (place > 0) {
            isc_pool_round *round = pool.gate.round;
            ISC_PREFETCH(&round->lanes.lane[(intptr_t)number]);
            ISC_PREFETCH(&round->lanes);
            char *scratch = pool.room + (place - 1) * isc_pool_scratch_bytes(round->job.threads);
            isc_work_as_worker(round, (int)(intptr_t)number, scratch);
            isc_leave_round();
        }
    }
}

static void *isc_new_scratch(size_t bytes)
{
    void *scratch = NULL;
    return posix_memalign(&scratch, 64, bytes) == 0 ? scratch : NULL;
}

/* Under the lock. Without a thread or its memory the job still runs, on fewer threads. */
static void isc_start_workers(int wanted)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t mask, before;
    if (pool.workers >= wanted || pool.ending)
        return;
    if (!pool.room)
        pool.room = isc_new_scratch((size_t)ISC_POOL_ROOM);
    if (!pool.room)
        return;
    sigfillset(&mask); /* signals belong to the threads that know of the interpreter, faults to the thread at fault */
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i)
        sigdelset(&mask, faults[i]);
    pthread_sigmask(SIG_SETMASK, &mask, &before);
    while (pool.workers < wanted) {
        void *number = (void *)(intptr_t)(pool.workers + 1); /* from 1; the caller has the lane 0 */
        if (pthread_create(&pool.ids[pool.workers], NULL, isc_work, number) != 0)
            break;
        ISC_WRITE(workers, pool.workers + 1);
    }
    ISC_WRITE(apart_from, -1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The processor that runs the calling thread; -1 where that cannot be asked. */
static int isc_here(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

/* Under the lock. A worker that is woken on the caller's processor waits there until the caller is done, and is not moved
 * for as short a wait: so workers are kept off that processor, if there is another. */
static void isc_keep_apart(int here)
{
#ifdef __linux__
    cpu_set_t others;
    if (here < 0 || here >= CPU_SETSIZE || pthread_getaffinity_np(pthread_self(), sizeof others, &others) != 0)
        return;
    CPU_CLR(here, &others);
    for (int i = 0; CPU_COUNT(&others) > 0 && i < pool.workers; ++i)
        pthread_setaffinity_np(pool.ids[i], sizeof others, &others);
#endif
    ISC_WRITE(apart_from, here);
}

/* Ends the workers and leaves `ending` set, so that nobody starts new ones until it is cleared. */
static void isc_end_workers(void)
{
    isc_lock();
    ISC_WRITE(ending, pool.ending + 1);
    int count = pool.workers;
    ISC_WRITE(workers, 0);
    pthread_t ids[ISC_POOL_MAX_THREADS];
    memcpy(ids, pool.ids, sizeof ids);
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < count; ++i)
        pthread_join(ids[i], NULL);
}

static void isc_allow_workers(void)
{
    isc_lock();
    ISC_WRITE(ending, pool.ending - 1);
    pthread_mutex_unlock(&pool.lock);
}

/* Around a fork there is no worker, so that the child inherits no half of a thread and the parent is not refused a fork
 * because of ours. What other threads were doing does not exist in the child. */
static void isc_before_fork(void)
{
    isc_end_workers();
    isc_lock();
}

static void isc_after_fork_parent(void)
{
    ISC_WRITE(ending, pool.ending - 1);
    pthread_mutex_unlock(&pool.lock);
}

static void isc_after_fork_child(void)
{
    pthread_cond_init(&pool.wake, NULL);
    pthread_cond_init(&pool.left, NULL);
    isc_gate_reset(&pool.gate);
    pool.taken = pool.waiting = pool.workers = pool.sleeping = pool.ending = 0;
    pthread_mutex_unlock(&pool.lock);
}

static void isc_prepare(void)
{
    pthread_key_create(&isc_scratch_key, free);
    pthread_atfork(isc_before_fork, isc_after_fork_parent, isc_after_fork_child);
}

void *isc_pool_scratch(void)
{
    pthread_once(&isc_once, isc_prepare);
    void *scratch = pthread_getspecific(isc_scratch_key);
    if (!scratch) {
        scratch = isc_new_scratch(ISOCAST_SCRATCH_BYTES);
        if (scratch && pthread_setspecific(isc_scratch_key, scratch) != 0) {
            free(scratch);
            return NULL;
        }
    }
    return scratch;
}

/* So many workers, off the caller's processor; or fewer, where there are no more to be had. */
static void isc_prepare_workers(int wanted)
{
    const int here = isc_here();
    if (ISC_READ(workers) >= wanted && ISC_READ(apart_from) == here)
        return;
    isc_lock();
    isc_start_workers(wanted);
    isc_keep_apart(here);
    pthread_mutex_unlock(&pool.lock);
}

/* 1 if the pool is now the caller's, and `round` is open to workers. */
static int isc_begin(isc_pool_round *round)
{
    const int most = isc_most_workers(&round->job), others = ISC_READ(threads) - 1, wanted = most < others ? most : others;
    if (wanted <= 0 || __atomic_exchange_n(&pool.taken, 1, __ATOMIC_ACQUIRE))
        return 0;
    isc_prepare_workers(wanted);
    isc_gate_open(&pool.gate, wanted, round);
    if (ISC_READ(sleeping) > 0) {
        isc_lock();
        pthread_cond_broadcast(&pool.wake);
        pthread_mutex_unlock(&pool.lock);
    }
    return 1;
}

/* Waits, awake at first, until no worker is on the round any more. */
static void isc_finish(void)
{
    isc_gate_close(&pool.gate);
    for (int spin = 0; spin < ISC_POOL_SPINS && isc_gate_inside(&pool.gate); ++spin)
        isc_relax();
    if (isc_gate_inside(&pool.gate)) {
        isc_lock();
        ISC_WRITE(waiting, 1); /* before the last look: whoever leaves after it sees that somebody waits */
        while (isc_gate_inside(&pool.gate))
            pthread_cond_wait(&pool.left, &pool.lock);
        ISC_WRITE(waiting, 0);
        pthread_mutex_unlock(&pool.lock);
    }
    __atomic_store_n(&pool.taken, 0, __ATOMIC_RELEASE);
}

isc_pool_outcome isc_pool_run(const isc_pool_job *job)
{
    isc_pool_round round;
    void *scratch = isc_pool_scratch();
    if (!scratch)
        return ISC_POOL_NO_MEMORY;
    /* Every other job goes backwards, if it may: it begins with what the one before it ended with, which is often its operand, or
     * its result's memory, and still in the cache. */
    round.job = *job;
    round.stopped = 0;
    const int odd = __atomic_fetch_add(&pool.jobs, 1, __ATOMIC_RELAXED) % 2 == 1;
    isc_lanes_share(&round.lanes, job->threads, job->parts, odd && !job->forwards);
    int shared = job->parts > 1 && job->threads > 1 && isc_begin(&round);
    isc_work_as_caller(&round, scratch);
    if (shared)
        isc_finish();
    return round.stopped ? ISC_POOL_STOPPED : ISC_POOL_DONE;
}

void isc_pool_set_threads(int threads)
{
    pthread_once(&isc_once, isc_prepare);
    threads = threads < 1 ? 1 : threads > ISC_POOL_MAX_THREADS ? ISC_POOL_MAX_THREADS : threads;
    isc_lock();
    int fewer = pool.workers > threads - 1;
    ISC_WRITE(threads, threads);
    pthread_mutex_unlock(&pool.lock);
    if (fewer)
        isc_pool_stop();
}

int isc_pool_threads(void)
{
    return ISC_READ(threads);
}

int isc_pool_workers(void)
{
    return ISC_READ(workers);
}

void isc_pool_stop(void)
{
    pthread_once(&isc_once, isc_prepare);
    isc_end_workers();
    isc_allow_workers();
}
