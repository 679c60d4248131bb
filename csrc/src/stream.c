/* Stores that go past the cache: a result larger than the cache is not read before it is overwritten.
 * The only processor-specific code of the driver; elsewhere these are plain copies. */
#include "driver.h"

#include <string.h>

#if defined(__SSE2__) && !defined(__FRAMAC__)
#include <emmintrin.h>

/* Clauses: exact */
void isc_stream(isc_idx bytes, const char *x, char *z)
{
    isc_idx head = (isc_idx)(-(uintptr_t)z % 64);
    if (head > bytes) head = bytes;
    memcpy(z, x, (size_t)head);
    isc_idx i = head;
    for (; i + 64 <= bytes; i += 64) {
        const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)(x + i));
        const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(x + i + 16));
        const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(x + i + 32));
        const __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(x + i + 48));
        _mm_stream_si128((__m128i *)(void *)(z + i), a);
        _mm_stream_si128((__m128i *)(void *)(z + i + 16), b);
        _mm_stream_si128((__m128i *)(void *)(z + i + 32), c);
        _mm_stream_si128((__m128i *)(void *)(z + i + 48), d);
    }
    memcpy(z + i, x + i, (size_t)(bytes - i));
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
