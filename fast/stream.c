/* Stores that go past the cache: a result larger than the cache is not read before it is overwritten.
 * The only processor-specific code of the driver; elsewhere these are plain copies. */
#include "driver.h"

#include <string.h>

/* Several threads may find the same value at once. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_ONCE_READ(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define ISC_ONCE_WRITE(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELAXED)
#else
#define ISC_ONCE_READ(variable) (variable)
#define ISC_ONCE_WRITE(variable, value) ((variable) = (value))
#endif

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__FRAMAC__)
#include "rows.h"
#include <cpuid.h>
#include <immintrin.h>

/* Bytes of the largest cache, in the processor's own words: leaf 4 in Intel's, 0x8000001d in AMD's, of one form; 0 if it
 * says neither. */
static isc_idx isc_cache_bytes(void)
{
    static const unsigned leaves[] = {4, 0x8000001d};
    unsigned a, b, c, d;
    isc_idx largest = 0;
    for (int i = 0; i < 2; i++) {
        for (unsigned level = 0; level < 8 && __get_cpuid_count(leaves[i], level, &a, &b, &c, &d) && (a & 31) != 0; level++) {
            const isc_idx line = (b & 0xfff) + 1, partitions = (b >> 12 & 0x3ff) + 1, ways = (b >> 22) + 1;
            const isc_idx bytes = line * partitions * ways * ((isc_idx)c + 1);
            largest = bytes > largest ? bytes : largest;
        }
    }
    return largest;
}

/* How many of `bytes` lie before z's first whole cache line. */
static isc_idx isc_head(isc_idx bytes, const char *z)
{
    const isc_idx to_line = (isc_idx)(-(uintptr_t)z % 64);
    return to_line < bytes ? to_line : bytes;
}

static void isc_lines_sse2(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 16) {
        _mm_stream_si128((__m128i *)(void *)(z + i), _mm_loadu_si128((const __m128i *)(const void *)(x + i)));
    }
}

/* A whole line in one store. */
__attribute__((target("avx512f"))) static void isc_lines_avx512(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 64) _mm512_stream_si512((__m512i *)(void *)(z + i), _mm512_loadu_si512(x + i));
}

/* Clauses: exact */
static void isc_stream_sse2(isc_idx bytes, const char *x, char *z)
{
    const isc_idx head = isc_head(bytes, z);
    const isc_idx end = head + (bytes - head) / 64 * 64;
    if (head > 0) memcpy(z, x, (size_t)head);
    isc_lines_sse2(end - head, x + head, z + head);
    if (end < bytes) memcpy(z + end, x + end, (size_t)(bytes - end));
}

/* Clauses: exact */
static void isc_stream_avx512(isc_idx bytes, const char *x, char *z)
{
    const isc_idx head = isc_head(bytes, z);
    const isc_idx end = head + (bytes - head) / 64 * 64;
    if (head > 0) memcpy(z, x, (size_t)head);
    isc_lines_avx512(end - head, x + head, z + head);
    if (end < bytes) memcpy(z + end, x + end, (size_t)(bytes - end));
}

isc_writer isc_stream_find(void)
{
    return isc_isa_level() >= 2 ? isc_stream_avx512 : isc_stream_sse2;
}

/* Makes the stores visible to other threads before the part is reported as done. */
void isc_stream_end(void)
{
    _mm_sfence();
}

#else

static isc_idx isc_cache_bytes(void)
{
    return 0;
}

/* Clauses: exact */
static void isc_stream_plain(isc_idx bytes, const char *x, char *z)
{
    memcpy(z, x, (size_t)bytes);
}

isc_writer isc_stream_find(void)
{
    return isc_stream_plain;
}

void isc_stream_end(void)
{
}

#endif

/* Asks for bytes that will be read soon. */
void isc_fetch(isc_idx bytes, const char *x)
{
    for (isc_idx i = 0; i < bytes; i += 64) ISC_PREFETCH(x + i);
}

void isc_fetch_to_write(isc_idx bytes, const char *z)
{
    for (isc_idx i = 0; i < bytes; i += 64) ISC_PREFETCH_TO_WRITE(z + i);
}

static isc_idx isc_far_known; /* 0: as it is */

isc_idx isc_far_bytes(void)
{
    const isc_idx bytes = ISC_ONCE_READ(isc_far_known);
    return bytes > 0 ? bytes : ISC_FAR_BYTES;
}

void isc_far_from(isc_idx bytes)
{
    ISC_ONCE_WRITE(isc_far_known, bytes);
}

static isc_idx isc_stream_known; /* 0: not asked yet */

/* Half of the largest cache, which others use as well; asked for once, because asking can take microseconds. */
isc_idx isc_stream_bytes(void)
{
    isc_idx bytes = ISC_ONCE_READ(isc_stream_known);
    if (bytes == 0) {
        const isc_idx cache = isc_cache_bytes(), share = cache > 0 ? cache / 2 : ISC_STREAM_MOST / 2;
        bytes = share < ISC_STREAM_LEAST ? ISC_STREAM_LEAST : share < ISC_STREAM_MOST ? share : ISC_STREAM_MOST;
        ISC_ONCE_WRITE(isc_stream_known, bytes);
    }
    return bytes;
}

void isc_stream_from(isc_idx bytes)
{
    ISC_ONCE_WRITE(isc_stream_known, bytes);
}
