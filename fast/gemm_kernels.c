/* Gemm's kernels of one instruction set, expanded from one template for each compute type. Compiled once per instruction
 * set, ISC_ISA naming the table. */
#include "gemm.h"
#include "rows/language.h"

/* As many rows as there are registers for. With AVX2 several steps go without a branch: a processor does not foresee the end of
 * a loop of 64 turns, but that of one of 16. ISC_NEXT keeps the loads of one step out of the others, for which there are no
 * registers. */
#if defined(__AVX512F__)
#include <immintrin.h>
#define ISC_ROWS 8
#define ISC_WIDE 3
#define ISC_STEPS 1
#define ISC_HAS_TALL 0
#define ISC_NEXT()
#define ISC_FMA_F32(x, y, z) _mm512_fmadd_ps(x, y, z)
#define ISC_FMA_F64(x, y, z) _mm512_fmadd_pd(x, y, z)
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define ISC_ROWS 4
#define ISC_WIDE 3
#define ISC_STEPS 4
#define ISC_HAS_TALL 1
#define ISC_NEXT() __asm__ volatile("" ::: "memory")
#define ISC_FMA_F32(x, y, z) _mm256_fmadd_ps(x, y, z)
#define ISC_FMA_F64(x, y, z) _mm256_fmadd_pd(x, y, z)
#else
#define ISC_ROWS 4
#define ISC_WIDE 2
#define ISC_STEPS 1
#define ISC_HAS_TALL 0
#define ISC_NEXT()
#define ISC_FMA_F32 ISC_PLAIN
#define ISC_FMA_F64 ISC_PLAIN
#endif
#define ISC_PLAIN(x, y, z) ((x) * (y) + (z))

#if defined(__GNUC__)
#define ISC_LANES(x, vector) ((x) - (vector){0})
#else
#define ISC_LANES(x, vector) (x)
#endif
ISC_VECTOR_OF(float, isc_vector_f32);
ISC_VECTOR_OF(double, isc_vector_f64);
ISC_VECTOR_OF(uint32_t, isc_vector_u32);
ISC_VECTOR_OF(uint64_t, isc_vector_u64);

#define ISC_T float
#define ISC_V isc_vector_f32
#define ISC_NAME(what) isc_gemm_##what##_f32
#define ISC_SPLAT(x) ISC_LANES((float)(x), isc_vector_f32)
#define ISC_MADD ISC_FMA_F32
#include "gemm_kernels.inc"

#define ISC_T double
#define ISC_V isc_vector_f64
#define ISC_NAME(what) isc_gemm_##what##_f64
#define ISC_SPLAT(x) ISC_LANES((double)(x), isc_vector_f64)
#define ISC_MADD ISC_FMA_F64
#include "gemm_kernels.inc"

#define ISC_T uint32_t
#define ISC_V isc_vector_u32
#define ISC_NAME(what) isc_gemm_##what##_u32
#define ISC_SPLAT(x) ISC_LANES((uint32_t)(x), isc_vector_u32)
#define ISC_MADD ISC_PLAIN
#include "gemm_kernels.inc"

#define ISC_T uint64_t
#define ISC_V isc_vector_u64
#define ISC_NAME(what) isc_gemm_##what##_u64
#define ISC_SPLAT(x) ISC_LANES((uint64_t)(x), isc_vector_u64)
#define ISC_MADD ISC_PLAIN
#include "gemm_kernels.inc"

#define ISC_LANES_OF(vector, type) ((isc_idx)(sizeof(vector) / sizeof(type)))
#if ISC_WIDE == 3
#define ISC_MULTIPLY(t) {isc_gemm_one_##t, isc_gemm_two_##t, isc_gemm_three_##t}
#else
#define ISC_MULTIPLY(t) {isc_gemm_one_##t, isc_gemm_two_##t, NULL}
#endif
#if ISC_HAS_TALL
#define ISC_TALL(t) isc_gemm_tall_##t
#else
#define ISC_TALL(t) NULL
#endif
#define ISC_KERNEL(t, type, vector) \
    {ISC_ROWS,        ISC_WIDE * ISC_LANES_OF(vector, type), ISC_LANES_OF(vector, type), ISC_VECTOR < 64, ISC_MULTIPLY(t), \
     ISC_TALL(t), isc_gemm_scale_##t, isc_gemm_add_##t}

const isc_gemm_kernels ISC_PASTE(isc_gemm_kernels_, ISC_ISA) = {
    ISC_KERNEL(f32, float, isc_vector_f32), ISC_KERNEL(f64, double, isc_vector_f64), ISC_KERNEL(u32, uint32_t, isc_vector_u32),
    ISC_KERNEL(u64, uint64_t, isc_vector_u64)};
