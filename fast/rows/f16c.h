/* float16 by the F16C instructions: the same function of every bit pattern as bits.h. The vectoriser does not find these instructions by itself. */
#ifndef ISC_ROWS_F16C_H
#define ISC_ROWS_F16C_H

#if defined(__F16C__) && defined(__AVX2__)
#define ISC_HAS_F16C 1

#include <immintrin.h>

#include "bits.h"

static void isc_row_f16_to_f32(isc_idx n, const void *vx, void *vz)
{
    const uint16_t *x = vx;
    float *z = vz;
    isc_idx i = 0;
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps(z + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(x + i))));
    for (; i < n; i++)
        z[i] = isc_f16_to_f32(x[i]);
}

static void isc_row_f32_to_f16(isc_idx n, const void *vx, void *vz)
{
    const float *x = vx;
    uint16_t *z = vz;
    isc_idx i = 0;
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(void *)(z + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(x + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    for (; i < n; i++)
        z[i] = isc_f32_to_f16(x[i]);
}

#endif
#endif
