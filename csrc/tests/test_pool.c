/* The thread pool on its own: every part exactly once, from many callers, stopped, resized and forked meanwhile.
 * Meant for the thread sanitizer too. */
#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include "isocast/fast.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PARTS 97

static int passed, failed;

static void check(int holds, const char *what)
{
    if (holds)
        passed++;
    else {
        failed++;
        printf("FAILED: %s\n", what);
    }
}

typedef struct {
    int counts[PARTS];
    int polls, stop_after, misaligned, threads;
    long pause;
} record;

static void count_part(void *context, ptrdiff_t part, void *scratch)
{
    record *seen = context;
    if ((uintptr_t)scratch % 64)
        __atomic_store_n(&seen->misaligned, 1, __ATOMIC_RELAXED);
    /* scratch shared by two threads is a race the sanitizer sees */
    memset(scratch, (int)part, (size_t)isc_pool_scratch_bytes(seen->threads));
    if (seen->pause) {
        struct timespec nap = {0, seen->pause};
        nanosleep(&nap, NULL);
    }
    seen->counts[part]++; /* not atomic: two threads on one part is a race the sanitizer sees */
}

static int poll_count(void *context)
{
    record *seen = context;
    return ++seen->polls == seen->stop_after;
}

static int each_once(const record *seen, int parts)
{
    for (int i = 0; i < PARTS; ++i)
        if (seen->counts[i] != (i < parts))
            return 0;
    return !seen->misaligned;
}

static int run_once(int parts, int threads, long pause)
{
    record seen = {.pause = pause, .threads = threads};
    isc_pool_job job = {count_part, poll_count, &seen, &seen, parts, threads, 0};
    return isc_pool_run(&job) == ISC_POOL_DONE && each_once(&seen, parts);
}

static void test_every_part_once(void)
{
    for (int threads = 1; threads <= 5; ++threads) {
        isc_pool_set_threads(threads);
        for (int parts = 0; parts <= 9; ++parts)
            check(run_once(parts, threads, 0), "every part exactly once");
        check(run_once(PARTS, threads, 1000), "every part exactly once, slowly");
        check(isc_pool_threads() == threads, "the number of threads is what was set");
        check(isc_pool_workers() == threads - 1, "the caller works too");
    }
}

static void test_scratch(void)
{
    for (int threads = 1; threads <= ISC_POOL_MAX_THREADS; ++threads) {
        const ptrdiff_t bytes = isc_pool_scratch_bytes(threads);
        check(bytes % 64 == 0 && bytes >= ISOCAST_SCRATCH_LEAST && bytes <= ISOCAST_SCRATCH_BYTES, "scratch that will do");
        check(threads > 85 || threads * bytes <= 1 << 20, "all of it in a mebibyte");
    }
    isc_pool_set_threads(100);
    check(run_once(PARTS, 100, 1000), "every part exactly once, by many");
    check(isc_pool_workers() == 84, "no more workers than there is scratch for");
}

static void test_bounds(void)
{
    isc_pool_set_threads(-3);
    check(isc_pool_threads() == 1, "at least one thread");
    isc_pool_set_threads(1 << 20);
    check(isc_pool_threads() == ISC_POOL_MAX_THREADS, "not more threads than the pool has room for");
    isc_pool_set_threads(2);
    check(run_once(PARTS, 64, 0), "a job may ask for more threads than there are");
    check(isc_pool_workers() == 1, "and gets those there are");
}

static void test_stopping(void)
{
    isc_pool_set_threads(3);
    record seen = {.pause = 100000, .stop_after = 3, .threads = 3};
    isc_pool_job job = {count_part, poll_count, &seen, &seen, PARTS, 3, 0};
    check(isc_pool_run(&job) == ISC_POOL_STOPPED, "the poll stops a job");
    int done = 0;
    for (int i = 0; i < PARTS; ++i)
        done += seen.counts[i];
    check(done >= 3 && done < PARTS, "and the parts not begun are not computed");
    check(run_once(PARTS, 3, 0), "the next job runs as if nothing had happened");
}

static void note_part(void *context, ptrdiff_t part, void *scratch)
{
    ptrdiff_t *last = context;
    (void)scratch;
    last[1] = last[0];
    last[0] = part;
}

/* 1 if the parts of a job on one thread were taken from the first on, 0 if from the last on. */
static int goes_forwards(int forwards)
{
    ptrdiff_t last[2] = {-1, -1};
    isc_pool_job job = {note_part, NULL, last, NULL, 5, 1, forwards};
    isc_pool_run(&job);
    check((last[0] == 4 && last[1] == 3) || (last[0] == 0 && last[1] == 1), "parts in order");
    return last[0] == 4;
}

static void test_order(void)
{
    check(goes_forwards(0) + goes_forwards(0) == 1, "every other job goes backwards");
    check(goes_forwards(1) && goes_forwards(1), "but those that must not");
}

static void *call_repeatedly(void *wrong)
{
    for (int i = 0; i < 60; ++i)
        if (!run_once(PARTS, 4, i % 7 == 0 ? 1000 : 0))
            __atomic_store_n((int *)wrong, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void *resize_repeatedly(void *unused)
{
    for (int i = 0; i < 60; ++i)
        isc_pool_set_threads(1 + i % 4);
    return unused;
}

static void test_many_callers(void)
{
    enum { CALLERS = 6 };
    pthread_t callers[CALLERS], resizer;
    int wrong = 0;
    for (int i = 0; i < CALLERS; ++i)
        pthread_create(&callers[i], NULL, call_repeatedly, &wrong);
    pthread_create(&resizer, NULL, resize_repeatedly, NULL);
    for (int i = 0; i < CALLERS; ++i)
        pthread_join(callers[i], NULL);
    pthread_join(resizer, NULL);
    check(!wrong, "many callers at once, while the number of threads changes");
}

static int in_child(void)
{
    int good = isc_pool_workers() == 0 && run_once(PARTS, 4, 0) && isc_pool_workers() == isc_pool_threads() - 1;
    isc_pool_stop();
    return good;
}

static int fork_and_run(void)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(in_child() ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

static void test_fork(void)
{
    pthread_t caller;
    int wrong = 0;
    isc_pool_set_threads(4);
    check(run_once(PARTS, 4, 0) && fork_and_run(), "the child of a fork has a pool that works");
    check(run_once(PARTS, 4, 0), "and so has the parent");
#if !defined(__SANITIZE_THREAD__) /* which does not support threads in the child of a process with threads */
    pthread_create(&caller, NULL, call_repeatedly, &wrong);
    for (int i = 0; i < 20; ++i)
        check(fork_and_run(), "a fork while another thread has the pool");
    pthread_join(caller, NULL);
    check(!wrong, "and the other thread's work is whole");
#else
    (void)caller, (void)wrong;
#endif
}

static void test_idle(void)
{
    isc_pool_set_threads(4);
    run_once(PARTS, 4, 0);
    struct timespec before, after, nap = {0, 200000000};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    nanosleep(&nap, NULL);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    long spent = (after.tv_sec - before.tv_sec) * 1000000000L + (after.tv_nsec - before.tv_nsec);
    check(spent < 10000000L, "idle threads sleep");
}

int main(void)
{
    test_every_part_once();
    test_scratch();
    test_bounds();
    test_stopping();
    test_order();
    test_many_callers();
    test_fork();
    test_idle();
    isc_pool_stop();
    check(isc_pool_workers() == 0, "no worker is left after a stop");
    printf("test_pool: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
