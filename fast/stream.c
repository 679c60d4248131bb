/* Stores that go past the cache: a result larger than the cache is not read before it is overwritten. Memory that is asked for.
 * Of the driver, only this and memory.c know processors; elsewhere these are plain copies. */
#include "driver.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__FRAMAC__)
#include "rows.h"
#include <immintrin.h>

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

__attribute__((target("avx2"))) static void isc_lines_avx2(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 32) {
        _mm256_stream_si256((__m256i *)(void *)(z + i), _mm256_loadu_si256((const __m256i *)(const void *)(x + i)));
    }
}

/* A whole line in one store. */
__attribute__((target("avx512f"))) static void isc_lines_avx512(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 64) _mm512_stream_si512((__m512i *)(void *)(z + i), _mm512_loadu_si512(x + i));
}

/* Whole lines by `lines`, what is left before and behind them by a plain copy. */
static inline void isc_stream_by(isc_writer lines, isc_idx bytes, const char *x, char *z)
{
    const isc_idx head = isc_head(bytes, z);
    const isc_idx end = head + (bytes - head) / 64 * 64;
    if (head > 0) memcpy(z, x, (size_t)head);
    lines(end - head, x + head, z + head);
    if (end < bytes) memcpy(z + end, x + end, (size_t)(bytes - end));
}

/* Clauses: exact */
static void isc_stream_sse2(isc_idx bytes, const char *x, char *z)
{
    isc_stream_by(isc_lines_sse2, bytes, x, z);
}

/* Clauses: exact */
static void isc_stream_avx2(isc_idx bytes, const char *x, char *z)
{
    isc_stream_by(isc_lines_avx2, bytes, x, z);
}

/* Clauses: exact */
static void isc_stream_avx512(isc_idx bytes, const char *x, char *z)
{
    isc_stream_by(isc_lines_avx512, bytes, x, z);
}

isc_writer isc_stream_find(void)
{
    static const isc_writer writers[ISC_LEVELS] = {isc_stream_sse2, isc_stream_avx2, isc_stream_avx512, isc_stream_avx512,
                                                    isc_stream_avx512};
    return writers[isc_isa_level()];
}

/* Makes the stores visible to other threads before the part is reported as done. */
void isc_stream_end(void)
{
    _mm_sfence();
}

#else

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
