/* Stores that go past the cache: a result larger than the cache is not read before it is overwritten.
 * The only processor-specific code of the driver; elsewhere these are plain copies. */
#include "driver.h"

#include <string.h>

/* How memory is best used: bytes touched from which results go past the caches, bytes of an operand from which its memory is
 * asked for before it is needed, how far apart spans are that are written past the caches one after the other, how many bytes
 * ahead of them operands are asked for meanwhile, or 0, and bytes touched up to which a thread's share is one part. */
typedef struct {
    isc_idx stream, far, apart, soon, whole;
} isc_memory;

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

/* AMD's last cache holds what the near ones dropped, so all of it counts, and brings in order what is read in order without
 * being asked; memory is written in order at its best. Asked for meanwhile, operands come sooner on Zen 3 and later on Zen 4,
 * which gains nothing either by an order of parts that leaves some in the near cache for the next call, but where the last one
 * is nearly full. Elsewhere half of the last cache counts, which others use as well. */
static isc_memory isc_memory_of_cpu(void)
{
    const isc_idx amd = __builtin_cpu_is("amd") ? isc_cache_bytes(0x8000001d) : 0;
    const isc_memory zen4 = {amd, PTRDIFF_MAX, 1, 0, amd / 4 * 3 + ISC_SLICE}, zen3 = {amd, PTRDIFF_MAX, 1, ISC_SOON, 0};
    const isc_memory other = {isc_cache_bytes(4) / 2, ISC_FAR_BYTES, ISC_STREAM_PAGE, 0, 0};
    if (amd == 0) return other;
    return __builtin_cpu_supports("avx512f") ? zen4 : zen3;
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
    static const isc_writer writers[ISC_LEVELS] = {isc_stream_sse2, isc_stream_avx2, isc_stream_avx512, isc_stream_avx512};
    return writers[isc_isa_level()];
}

/* Makes the stores visible to other threads before the part is reported as done. */
void isc_stream_end(void)
{
    _mm_sfence();
}

#else

static isc_memory isc_memory_of_cpu(void)
{
    const isc_memory memory = {0, ISC_FAR_BYTES, ISC_STREAM_PAGE, 0, 0};
    return memory;
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

static isc_memory isc_memory_known; /* all 0: not asked yet */

void isc_memory_as_if(isc_idx stream, isc_idx far, isc_idx apart, isc_idx soon)
{
    ISC_ONCE_WRITE(isc_memory_known.far, far);
    ISC_ONCE_WRITE(isc_memory_known.apart, apart);
    ISC_ONCE_WRITE(isc_memory_known.soon, soon);
    ISC_ONCE_WRITE(isc_memory_known.stream, stream);
}

static isc_idx isc_within(isc_idx least, isc_idx bytes, isc_idx most)
{
    return bytes < least ? least : bytes > most ? most : bytes;
}

/* Asked for once, because asking can take microseconds. */
static void isc_memory_ask(void)
{
    const isc_memory memory = isc_memory_of_cpu();
    const isc_idx share = memory.stream > 0 ? memory.stream : ISC_STREAM_MOST / 2;
    ISC_ONCE_WRITE(isc_memory_known.whole, memory.whole);
    isc_memory_as_if(isc_within(ISC_STREAM_LEAST, share, ISC_STREAM_MOST), memory.far, memory.apart, memory.soon);
}

static isc_idx isc_memory_get(const isc_idx *what)
{
    if (ISC_ONCE_READ(isc_memory_known.stream) == 0) isc_memory_ask();
    return ISC_ONCE_READ(*what);
}

isc_idx isc_stream_bytes(void)
{
    return isc_memory_get(&isc_memory_known.stream);
}

isc_idx isc_stream_apart(void)
{
    return isc_memory_get(&isc_memory_known.apart);
}

isc_idx isc_stream_soon(void)
{
    return isc_memory_get(&isc_memory_known.soon);
}

isc_idx isc_far_bytes(void)
{
    return isc_memory_get(&isc_memory_known.far);
}

isc_idx isc_whole_bytes(void)
{
    return isc_memory_get(&isc_memory_known.whole);
}
