/* Which build of the row kernels runs: asked of the processor, or chosen by the user. Must not touch any tensor. */
#include "rows.h"

#if defined(__GNUC__)
#define ISC_ONCE_READ(variable) __atomic_load_n(&(variable), __ATOMIC_RELAXED)
#define ISC_ONCE_WRITE(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELAXED)
#else
#define ISC_ONCE_READ(variable) (variable)
#define ISC_ONCE_WRITE(variable, value) ((variable) = (value))
#endif

#if ISC_HAS_X86_LEVELS
int isc_is_skylake_server(void)
{
    return __builtin_cpu_is("skylake-avx512") || __builtin_cpu_is("cascadelake") || __builtin_cpu_is("cooperlake");
}
#endif

static int isc_isa_chosen = -1; /* atomic: not asked for yet */

/* The highest level that the processor can run. */
static int isc_isa_of_cpu(void)
{
#if ISC_HAS_X86_LEVELS
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("f16c"))
        return ISC_BASELINE;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return ISC_AVX512;
    return ISC_AVX2;
#else
    return ISC_BASELINE;
#endif
}

/* Which of AVX-512's rows suit a processor that has them. Zen 4 computes 512 bits in two halves and loses more where they cross
 * the lines of the cache. Skylake's servers lower their clock, and have an execution port fewer, for vectors of 512 bits. */
static int isc_isa_suited(void)
{
#if ISC_HAS_X86_LEVELS
    if (__builtin_cpu_is("amdfam19h"))
        return ISC_AVX512_256;
    if (isc_is_skylake_server())
        return ISC_AVX512_SOME;
#endif
    return ISC_AVX512;
}

/* What a level comes to on this processor; that of -1 is what suits it. */
static int isc_isa_for(int wanted)
{
    const int most = isc_isa_of_cpu();
    if (wanted >= 0)
        return most < wanted ? most : wanted;
    return most == ISC_AVX512 ? isc_isa_suited() : most;
}

/* Each call of an operator asks several times, and the processor is slow to answer. Threads that ask at once find the same. */
int isc_isa_level(void)
{
    int level = ISC_ONCE_READ(isc_isa_chosen);
    if (level < 0) {
        level = isc_isa_for(-1);
        ISC_ONCE_WRITE(isc_isa_chosen, level);
    }
    return level;
}

const char *isocast_isa(void)
{
    static const char *const names[] = {"baseline", "avx2", "avx512-256", "avx512-some", "avx512"};
    return names[isc_isa_level()];
}

int isocast_set_isa(int level)
{
    const int chosen = isc_isa_for(level < ISC_BASELINE ? -1 : level > ISC_AVX512 ? ISC_AVX512 : level);
    ISC_ONCE_WRITE(isc_isa_chosen, chosen);
    return chosen;
}
