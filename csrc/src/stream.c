/* Stores that go past the cache: a result larger than the cache is not read before it is overwritten.
 * The only processor-specific code of the driver; elsewhere these are plain copies. */
#include "driver.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__FRAMAC__)
#include "rows.h"
#include <immintrin.h>

static void isc_stream_sse2(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 16) {
        _mm_stream_si128((__m128i *)(void *)(z + i), _mm_loadu_si128((const __m128i *)(const void *)(x + i)));
    }
}

/* A whole line in one store. */
__attribute__((target("avx512f"))) static void isc_stream_avx512(isc_idx bytes, const char *x, char *z)
{
    for (isc_idx i = 0; i < bytes; i += 64) _mm512_stream_si512((__m512i *)(void *)(z + i), _mm512_loadu_si512(x + i));
}

/* Clauses: exact */
void isc_stream(isc_idx bytes, const char *x, char *z)
{
    const isc_idx to_line = (isc_idx)(-(uintptr_t)z % 64);
    const isc_idx head = to_line < bytes ? to_line : bytes;
    const isc_idx lines = (bytes - head) / 64 * 64;
    if (head > 0) memcpy(z, x, (size_t)head);
    if (isc_isa_level() >= 2) {
        isc_stream_avx512(lines, x + head, z + head);
    } else {
        isc_stream_sse2(lines, x + head, z + head);
    }
    if (head + lines < bytes) memcpy(z + head + lines, x + head + lines, (size_t)(bytes - head - lines));
}

/* Makes the stores visible to other threads before the part is reported as done. */
void isc_stream_end(void)
{
    _mm_sfence();
}

#else

/* Clauses: exact */
void isc_stream(isc_idx bytes, const char *x, char *z)
{
    memcpy(z, x, (size_t)bytes);
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
