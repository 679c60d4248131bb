/* How the processor at hand uses memory best: from which sizes on, results go past the caches or memory is asked for early. */
#include "driver.h"

#define ISC_STREAM_LEAST (8 * 1024 * 1024) /* bytes touched: results of smaller work never go past the caches, */
#define ISC_STREAM_MOST (32 * 1024 * 1024) /* those of larger work do, where any do */
#define ISC_FAR_BYTES (14 * 1024 * 1024)
#define ISC_TURN_BYTES (128 * 1024)
#define ISC_NEAR_BYTES (640 * 1024) /* on Zen 5, whose cores have a mebibyte of second cache each */

/* Elsewhere than on the processors that are told apart below. */
static isc_memory isc_memory_usual(isc_idx stream)
{
    const isc_memory usual = {.stream = stream, .apart = ISC_STREAM_PAGE, .far = ISC_FAR_BYTES, .ahead = 1024};
    return usual;
}

#if defined(ISC_X86_64) && defined(__GNUC__) && !defined(__FRAMAC__)
#include "rows.h"
#include <cpuid.h>

/* Bytes of the largest cache that a leaf of the processor's own words tells of; 0 if it has no such leaf. */
static isc_idx isc_cache_bytes(unsigned leaf)
{
    unsigned a, b, c, d;
    isc_idx largest = 0;
    for (unsigned level = 0; level < 8 && __get_cpuid_count(leaf, level, &a, &b, &c, &d) && (a & 31) != 0; level++) {
        const isc_idx line = (b & 0xfff) + 1, partitions = (b >> 12 & 0x3ff) + 1, ways = (b >> 22) + 1;
        const isc_idx bytes = line * partitions * ways * ((isc_idx)c + 1);
        largest = bytes > largest ? bytes : largest;
    }
    return largest;
}

static isc_idx isc_stream_from(isc_idx bytes)
{
    return bytes < ISC_STREAM_LEAST ? ISC_STREAM_LEAST : bytes > ISC_STREAM_MOST ? ISC_STREAM_MOST : bytes;
}

/* AMD's last cache holds what the near ones dropped, so all of it counts; memory is written in order at its best, and operands come
 * sooner if they are asked for meanwhile. Zen 4 gains nothing by an order of parts that leaves some in the near cache for the next
 * call, but where the last one is nearly full. Zen 5 writes whole lines without reading them, so its cache is worth writing to for
 * longer. */
static isc_memory isc_memory_of_amd(isc_idx cache)
{
    const isc_idx whole = cache / 4 * 3 + ISC_SLICE;
    const isc_memory zen3 = {.stream = isc_stream_from(cache), .apart = 1, .soon = 4096, .far = PTRDIFF_MAX};
    const isc_memory zen4 = {.stream = cache / 8 * 9, .apart = 1, .soon = 2048, .far = PTRDIFF_MAX, .whole = whole,
                             .turn = 2 * ISC_TURN_BYTES, .some = 1};
    const isc_memory zen5 = {.stream = cache / 2 * 5, .apart = 1, .soon = 4096, .far = PTRDIFF_MAX, .apart_ahead = 8192,
                             .near = ISC_NEAR_BYTES, .whole = whole, .turn = ISC_TURN_BYTES, .some = 1, .lines = 1};
    if (!__builtin_cpu_supports("avx512f")) return zen3;
    return __builtin_cpu_is("amdfam19h") ? zen4 : zen5;
}

/* On Skylake's servers a core waits longer for a line to get past the caches than for one to come that it asked for in time.
 * Elsewhere half of the last cache counts, which others use as well. */
static isc_memory isc_memory_asked(void)
{
    const isc_memory skylake = {.stream = PTRDIFF_MAX, .apart = ISC_STREAM_PAGE, .far = ISC_FAR_BYTES, .ahead = 3072};
    const isc_idx amd = __builtin_cpu_is("amd") ? isc_cache_bytes(0x8000001d) : 0;
    if (amd > 0) return isc_memory_of_amd(amd);
    if (isc_is_skylake_server()) return skylake;
    const isc_idx cache = isc_cache_bytes(4);
    return isc_memory_usual(cache > 0 ? isc_stream_from(cache / 2) : ISC_STREAM_MOST / 2);
}

#else

static isc_memory isc_memory_asked(void)
{
    return isc_memory_usual(ISC_STREAM_MOST / 2);
}

#endif

/* Several threads may ask at once; one of them keeps the answer, because asking can take microseconds. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_STATE() __atomic_load_n(&isc_memory_state, __ATOMIC_ACQUIRE)
#define ISC_STATE_SET(state) __atomic_store_n(&isc_memory_state, state, __ATOMIC_RELEASE)
#define ISC_STATE_TAKE() (__atomic_exchange_n(&isc_memory_taken, 1, __ATOMIC_ACQUIRE) == 0)
static int isc_memory_taken;
#else
#define ISC_STATE() isc_memory_state
#define ISC_STATE_SET(state) (isc_memory_state = (state))
#define ISC_STATE_TAKE() 1
#endif

static isc_memory isc_memory_known;
static int isc_memory_state; /* 1: known */

isc_memory isc_memory_of_cpu(void)
{
    if (ISC_STATE()) return isc_memory_known;
    const isc_memory memory = isc_memory_asked();
    if (ISC_STATE_TAKE()) {
        isc_memory_known = memory;
        ISC_STATE_SET(1);
    }
    return memory;
}

void isc_memory_as_if(isc_memory memory)
{
    isc_memory_known = memory;
    ISC_STATE_SET(1);
}
