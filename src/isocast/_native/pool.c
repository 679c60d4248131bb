/* The pool of threads: see pool.h. Everything in `pool` is read and written under `pool.lock`, except what is named
 * atomic. A worker joins a job under the lock, so a caller that has taken its job back knows who is still on it. */
#ifdef __linux__
#define _GNU_SOURCE /* for affinities */
#else
#define _POSIX_C_SOURCE 200809L
#endif

#include "pool.h"

#include "isocast/fast.h"
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

typedef struct {
    const isc_pool_job *job;
    isc_lanes *lanes;
    int stopped; /* atomic: the poll gave the job up */
    int active;  /* atomic for reading: workers on it */
    int joined;  /* how many workers have been on it; each has its own part of the room */
} isc_pool_round;

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake; /* there is a round, or it is time to end */
    pthread_cond_t left; /* the last worker left a round */
    isc_pool_round *round;
    unsigned long rounds; /* atomic for reading: how many rounds have begun */
    unsigned jobs;        /* atomic: how many jobs there have been, with workers or without */
    int taken;            /* a caller has the pool */
    int threads;
    int workers;
    int sleeping;
    int ending; /* atomic for reading: how many want the workers to end */
    int apart, avoided; /* how many workers are kept off processor `avoided` */
    pthread_t ids[ISC_POOL_MAX_THREADS];
    char *room; /* the scratch of the workers of a round, allocated with the first */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .wake = PTHREAD_COND_INITIALIZER,
          .left = PTHREAD_COND_INITIALIZER,
          .threads = 1};

static pthread_once_t isc_once = PTHREAD_ONCE_INIT;
static pthread_key_t isc_scratch_key;

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
    const ptrdiff_t part = isc_lanes_take(round->lanes, lane);
    if (part < 0)
        return 0;
    round->job->task(round->job->context, part, scratch);
    return 1;
}

/* The caller stays until nothing is left, and asks between its parts whether to go on. */
static void isc_work_as_caller(isc_pool_round *round, void *scratch)
{
    const isc_pool_job *job = round->job;
    int lane = 0;
    while (isc_work_once(round, &lane, scratch)) {
        if (job->poll && job->poll(job->context))
            __atomic_store_n(&round->stopped, 1, __ATOMIC_RELAXED);
    }
}

/* A worker may leave early: whoever ends it must not wait for the whole round. */
static void isc_work_as_worker(isc_pool_round *round, int number, void *scratch)
{
    int lane = number % round->lanes->count;
    while (!__atomic_load_n(&pool.ending, __ATOMIC_RELAXED) && isc_work_once(round, &lane, scratch))
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

static int isc_wants_workers(const isc_pool_round *round)
{
    return round && round->joined < isc_most_workers(round->job) && isc_lanes_left(round->lanes);
}

/* Returns with the lock held: a new round has begun since `seen`, or the workers are to end. */
static void isc_await_round(unsigned long seen)
{
    for (int spin = 0; spin < ISC_POOL_SPINS && __atomic_load_n(&pool.rounds, __ATOMIC_RELAXED) == seen; ++spin)
        isc_relax();
    isc_lock();
    while (pool.rounds == seen && !pool.ending) {
        pool.sleeping++;
        pthread_cond_wait(&pool.wake, &pool.lock);
        pool.sleeping--;
    }
}

static void *isc_work(void *number)
{
    unsigned long seen = 0; /* rounds are counted from 1, so a round begun before this thread is not missed */
    for (;;) {
        isc_await_round(seen);
        if (pool.ending)
            break;
        seen = pool.rounds;
        isc_pool_round *round = pool.round;
        if (isc_wants_workers(round)) {
            char *scratch = pool.room + round->joined++ * isc_pool_scratch_bytes(round->job->threads);
            __atomic_store_n(&round->active, round->active + 1, __ATOMIC_RELAXED);
            pthread_mutex_unlock(&pool.lock);
            isc_work_as_worker(round, (int)(intptr_t)number, scratch);
            isc_lock();
            __atomic_store_n(&round->active, round->active - 1, __ATOMIC_RELEASE);
            if (round->active == 0)
                pthread_cond_signal(&pool.left);
        }
        pthread_mutex_unlock(&pool.lock);
    }
    pthread_mutex_unlock(&pool.lock);
    return NULL;
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
        pool.workers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Under the lock. A worker that is woken on the caller's processor waits there until the caller is done, and is not moved
 * for as short a wait: so workers are kept off that processor, if there is another. */
static void isc_keep_apart(void)
{
#ifdef __linux__
    int here = sched_getcpu();
    cpu_set_t others;
    if (here < 0 || here >= CPU_SETSIZE || (pool.apart == pool.workers && pool.avoided == here))
        return;
    if (pthread_getaffinity_np(pthread_self(), sizeof others, &others) != 0)
        return;
    CPU_CLR(here, &others);
    for (int i = 0; CPU_COUNT(&others) > 0 && i < pool.workers; ++i)
        pthread_setaffinity_np(pool.ids[i], sizeof others, &others);
    pool.apart = pool.workers;
    pool.avoided = here;
#endif
}

/* Ends the workers and leaves `ending` set, so that nobody starts new ones until it is cleared. */
static void isc_end_workers(void)
{
    isc_lock();
    __atomic_store_n(&pool.ending, pool.ending + 1, __ATOMIC_RELAXED);
    int count = pool.workers;
    pool.workers = pool.apart = 0;
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
    __atomic_store_n(&pool.ending, pool.ending - 1, __ATOMIC_RELAXED);
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
    __atomic_store_n(&pool.ending, pool.ending - 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&pool.lock);
}

static void isc_after_fork_child(void)
{
    pthread_cond_init(&pool.wake, NULL);
    pthread_cond_init(&pool.left, NULL);
    pool.round = NULL;
    pool.taken = pool.workers = pool.sleeping = pool.apart = 0;
    __atomic_store_n(&pool.ending, 0, __ATOMIC_RELAXED);
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

/* 1 if the pool is now the caller's, with `round` in it. */
static int isc_begin(isc_pool_round *round)
{
    isc_lock();
    int most = isc_most_workers(round->job), wanted = most < pool.threads - 1 ? most : pool.threads - 1;
    int mine = !pool.taken && !pool.ending && wanted > 0;
    if (mine) {
        pool.taken = 1;
        pool.round = round;
        __atomic_store_n(&pool.rounds, pool.rounds + 1, __ATOMIC_RELAXED);
        isc_start_workers(wanted);
        isc_keep_apart();
        if (pool.sleeping > 0)
            pthread_cond_broadcast(&pool.wake);
    }
    pthread_mutex_unlock(&pool.lock);
    return mine;
}

static void isc_finish(isc_pool_round *round)
{
    for (int spin = 0; spin < ISC_POOL_SPINS && __atomic_load_n(&round->active, __ATOMIC_ACQUIRE) > 0; ++spin)
        isc_relax();
    isc_lock();
    pool.round = NULL;
    while (round->active > 0)
        pthread_cond_wait(&pool.left, &pool.lock);
    pool.taken = 0;
    pthread_mutex_unlock(&pool.lock);
}

isc_pool_outcome isc_pool_run(const isc_pool_job *job)
{
    isc_lanes lanes;
    isc_pool_round round = {.job = job, .lanes = &lanes};
    void *scratch = isc_pool_scratch();
    if (!scratch)
        return ISC_POOL_NO_MEMORY;
    /* Every other job goes backwards: it begins with what the one before it ended with, which is often its operand, or
     * its result's memory, and still in the cache. */
    isc_lanes_share(&lanes, job->threads, job->parts, __atomic_fetch_add(&pool.jobs, 1, __ATOMIC_RELAXED) % 2 == 1);
    int shared = job->parts > 1 && job->threads > 1 && isc_begin(&round);
    isc_work_as_caller(&round, scratch);
    if (shared)
        isc_finish(&round);
    return round.stopped ? ISC_POOL_STOPPED : ISC_POOL_DONE;
}

void isc_pool_set_threads(int threads)
{
    pthread_once(&isc_once, isc_prepare);
    threads = threads < 1 ? 1 : threads > ISC_POOL_MAX_THREADS ? ISC_POOL_MAX_THREADS : threads;
    isc_lock();
    int fewer = pool.workers > threads - 1;
    pool.threads = threads;
    pthread_mutex_unlock(&pool.lock);
    if (fewer)
        isc_pool_stop();
}

int isc_pool_threads(void)
{
    isc_lock();
    int threads = pool.threads;
    pthread_mutex_unlock(&pool.lock);
    return threads;
}

int isc_pool_workers(void)
{
    isc_lock();
    int workers = pool.workers;
    pthread_mutex_unlock(&pool.lock);
    return workers;
}

void isc_pool_stop(void)
{
    pthread_once(&isc_once, isc_prepare);
    isc_end_workers();
    isc_allow_workers();
}
