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

/* One word of `size` bytes, repeated, by the processor's instruction for that, from the first line on: it writes lines as a whole. In
 * pieces, because it takes a slower way for those that are somewhat longer (Zen 5). */
#define ISC_STRING_PIECE 2048
static void isc_string_fill(isc_idx bytes, isc_idx size, const char *x, char *z)
{
    const isc_idx head = isc_head(bytes, z);
    uint64_t word;
    for (isc_idx i = 0; i < 8; i += size) memcpy((char *)&word + i, x, (size_t)size);
    for (isc_idx i = 0; i < head; i += size) memcpy(z + i, x, (size_t)size);
    bytes -= head;
    z += head;
    while (bytes >= 8) {
        size_t words = (size_t)(bytes < ISC_STRING_PIECE ? bytes : ISC_STRING_PIECE) / 8;
        bytes -= 8 * (isc_idx)words;
        __asm__ volatile("rep stosq" : "+D"(z), "+c"(words) : "a"(word) : "memory");
    }
    memcpy(z, &word, (size_t)bytes);
}

#define ISC_STRING_FILL(size) \
    /* Clauses: bit-copy */ \
    static void isc_string_fill_##size(isc_idx n, const void *x, void *z) \
    { \
        isc_string_fill(n * (size), size, x, z); \
    }
ISC_STRING_FILL(1)
ISC_STRING_FILL(2)
ISC_STRING_FILL(4)
ISC_STRING_FILL(8)

isc_convert isc_string_fill_find(isc_idx size)
{
    return size == 1   ? isc_string_fill_1
           : size == 2 ? isc_string_fill_2
           : size == 4 ? isc_string_fill_4
           : size == 8 ? isc_string_fill_8
                       : NULL;
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

isc_convert isc_string_fill_find(isc_idx size)
{
    (void)size;
    return NULL;
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
