/* The gate of a round: which round it is, how many workers may still come in, and how many are in. It is one atomic word, so
 * that a worker that is awake joins without a lock: each line of memory that goes from one processor to another and back costs
 * as much as thousands of elements. Used by pool.c only. */
#ifndef ISC_GATE_H
#define ISC_GATE_H

#include <stdint.h>

#define ISC_GATE_INSIDE UINT64_C(0xffff) /* the lowest bits: workers that are in; above them: places; above those: the round */
#define ISC_GATE_PLACE (UINT64_C(1) << 16)
#define ISC_GATE_ROUND (UINT64_C(1) << 32)

typedef struct {
    uint64_t word; /* atomic */
    void *round;   /* what those who come in work on: the caller's who opened the gate, until nobody is inside */
    char apart[64 - sizeof(uint64_t) - sizeof(void *)];
} isc_gate;

static uint32_t isc_gate_round(const isc_gate *gate)
{
    return (uint32_t)(__atomic_load_n(&gate->word, __ATOMIC_SEQ_CST) / ISC_GATE_ROUND);
}

static int isc_gate_inside(const isc_gate *gate)
{
    return (int)(__atomic_load_n(&gate->word, __ATOMIC_SEQ_CST) & ISC_GATE_INSIDE);
}

/* Opens a closed gate with nobody inside for the next round. What was written before is seen by those who come in. */
static void isc_gate_open(isc_gate *gate, int places, void *work)
{
    gate->round = work;
    const uint64_t round = __atomic_load_n(&gate->word, __ATOMIC_RELAXED) / ISC_GATE_ROUND + 1;
    __atomic_store_n(&gate->word, round * ISC_GATE_ROUND + (uint64_t)places * ISC_GATE_PLACE, __ATOMIC_SEQ_CST);
}

/* Nobody comes in any more. */
static void isc_gate_close(isc_gate *gate)
{
    __atomic_fetch_and(&gate->word, ~(ISC_GATE_ROUND - ISC_GATE_PLACE), __ATOMIC_ACQ_REL);
}

/* Takes a place and returns its number, from 1, no two alike in a round; 0 if there is none. `round` is set to the round. */
static int isc_gate_enter(isc_gate *gate, uint32_t *round)
{
    uint64_t word = __atomic_load_n(&gate->word, __ATOMIC_RELAXED);
    for (;;) {
        const int place = (int)(word / ISC_GATE_PLACE % (ISC_GATE_ROUND / ISC_GATE_PLACE));
        *round = (uint32_t)(word / ISC_GATE_ROUND);
        if (place == 0)
            return 0;
        if (__atomic_compare_exchange_n(&gate->word, &word, word - ISC_GATE_PLACE + 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return place;
    }
}

/* What was written inside is seen by whoever finds nobody inside. */
static void isc_gate_leave(isc_gate *gate)
{
    __atomic_fetch_sub(&gate->word, 1, __ATOMIC_SEQ_CST);
}

/* For the child of a fork: closed, and nobody inside. */
static void isc_gate_reset(isc_gate *gate)
{
    __atomic_store_n(&gate->word, gate->word / ISC_GATE_ROUND * ISC_GATE_ROUND, __ATOMIC_RELAXED);
}

#endif
