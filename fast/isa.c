/* Which build of the row kernels runs: asked of the processor, and lowered on request. Must not touch any tensor. */
#include "rows.h"

enum { ISC_BASELINE, ISC_AVX2, ISC_AVX512 };

static int isc_isa_limit = ISC_AVX512;

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

int isc_isa_level(void)
{
    const int level = isc_isa_of_cpu();
    return level < isc_isa_limit ? level : isc_isa_limit;
}

const char *isocast_isa(void)
{
    static const char *const names[] = {"baseline", "avx2", "avx512"};
    return names[isc_isa_level()];
}

int isocast_set_isa(int level)
{
    isc_isa_limit = level < ISC_BASELINE ? ISC_BASELINE : level > ISC_AVX512 ? ISC_AVX512 : level;
    return isc_isa_level();
}
