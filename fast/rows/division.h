/* Which instructions division.inc is made of, for float and double. Included after their rows of real.inc. */
#ifdef ISC_HAS_DIVISION

#define ISC_DIVISION_LEAST (640 / (isc_idx)sizeof(ISC_T)) /* elements that are worth it; more than are written past the cache at a time */

#define ISC_T float
#define ISC_NAME(op) isc_##op##_f32
#define ISC_V __m512
#define ISC_MASK __mmask16
#define ISC_WORD uint32_t
#define ISC_DIGITS 23
#define ISC_BIAS 127
#define ISC_STEPS 2
#define ISC_MM(op) _mm512_##op##_ps
#define ISC_MI(op) _mm512_##op##_epi32
#define ISC_MU(op) _mm512_##op##_epu32_mask
#define ISC_MX(op) _mm512_##op##_epu32
#define ISC_BITS(a) _mm512_castps_si512(a)
#define ISC_REAL(a) _mm512_castsi512_ps(a)
#define ISC_SIGN 31
#include "division.inc"
#undef ISC_T
#undef ISC_NAME

/* Of rows of divisors by the divider alone. Clauses: exact */
static void isc_divider_f32(isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy, void *z)
{
    const float first = *(const float *)x; /* z may be where it is */
    if (sy)
        isc_div_plain_f32(n, sx ? x : &first, sx, y, 1, z);
    else
        isc_div_f32(n, x, sx, y, 0, z);
}

#define ISC_T double
#define ISC_NAME(op) isc_##op##_f64
#define ISC_V __m512d
#define ISC_MASK __mmask8
#define ISC_WORD uint64_t
#define ISC_DIGITS 52
#define ISC_BIAS 1023
#define ISC_STEPS 3
#define ISC_MM(op) _mm512_##op##_pd
#define ISC_MI(op) _mm512_##op##_epi64
#define ISC_MU(op) _mm512_##op##_epu64_mask
#define ISC_MX(op) _mm512_##op##_epu64
#define ISC_BITS(a) _mm512_castpd_si512(a)
#define ISC_REAL(a) _mm512_castsi512_pd(a)
#define ISC_SIGN 63
#include "division.inc"
#undef ISC_T
#undef ISC_NAME
#undef ISC_DIVISION_LEAST

#endif
