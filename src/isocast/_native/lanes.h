/* How the parts of a job are shared out. A thread has the same lane of parts in every job, because what it read and wrote in
 * the last one may still be in its own cache; when its lane is empty it helps with the others. Used by pool.c only. */
#ifndef ISC_LANES_H
#define ISC_LANES_H

#include "pool.h"

typedef struct {
    ptrdiff_t taken; /* atomic: how many of its parts have been asked for */
    ptrdiff_t first, parts;
    char apart[64 - 3 * sizeof(ptrdiff_t)]; /* one cache line each */
} isc_lane;

typedef struct {
    int count;
    int backwards; /* lanes are emptied from their ends */
    char apart[64 - 2 * sizeof(int)];
    isc_lane lane[ISC_POOL_MAX_THREADS];
} isc_lanes;

/* As many lanes as threads, of as many parts each as is even. */
static void isc_lanes_share(isc_lanes *lanes, int threads, ptrdiff_t parts, int backwards)
{
    lanes->count = threads < 1 ? 1 : threads < ISC_POOL_MAX_THREADS ? threads : ISC_POOL_MAX_THREADS;
    lanes->backwards = backwards;
    ptrdiff_t first = 0;
    for (int i = 0; i < lanes->count; ++i) {
        isc_lane *lane = &lanes->lane[i];
        lane->taken = 0;
        lane->first = first;
        lane->parts = parts / lanes->count + (i < parts % lanes->count);
        first += lane->parts;
    }
}

static int isc_lane_left(const isc_lane *lane)
{
    return __atomic_load_n(&lane->taken, __ATOMIC_RELAXED) < lane->parts;
}

/* A part that nobody has taken, from lane `*at` or the next that has one; or -1. */
static ptrdiff_t isc_lanes_take(isc_lanes *lanes, int *at)
{
    for (int tried = 0; tried < lanes->count; ++tried) {
        isc_lane *lane = &lanes->lane[*at];
        if (isc_lane_left(lane)) { /* or its line would be fought over long after the last part */
            ptrdiff_t turn = __atomic_fetch_add(&lane->taken, 1, __ATOMIC_RELAXED);
            if (turn < lane->parts)
                return lane->first + (lanes->backwards ? lane->parts - 1 - turn : turn);
        }
        *at = *at + 1 < lanes->count ? *at + 1 : 0;
    }
    return -1;
}

#endif
