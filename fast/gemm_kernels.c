/* Gemm's kernels of one instruction set, expanded from one template for each compute type. Compiled once per instruction
 * set, ISC_ISA naming the table. Plain C that compilers turn into vectors: the sizes are literal, the sums are local. */
#include "gemm.h"

#define ISC_GLUE(a, b) a##b
#define ISC_PASTE(a, b) ISC_GLUE(a, b)

/* The piece that one call computes, so that its sums stay in registers: 32 columns, because compilers unroll shorter rows
 * before they see a vector in them, and as many rows as there are registers for. */
#define ISC_COLUMNS 32
#if defined(__AVX512F__)
#define ISC_ROWS_4 12
#define ISC_ROWS_8 6
#else
#define ISC_ROWS_4 3
#define ISC_ROWS_8 2
#endif

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define ISC_FMA_F32(x, y, z) __builtin_fmaf(x, y, z)
#define ISC_FMA_F64(x, y, z) __builtin_fma(x, y, z)
#else
#define ISC_FMA_F32(x, y, z) ((x) * (y) + (z))
#define ISC_FMA_F64(x, y, z) ((x) * (y) + (z))
#endif
#define ISC_MODULAR(x, y, z) ((x) * (y) + (z))

#define ISC_T float
#define ISC_ROWS ISC_ROWS_4
#define ISC_NAME(what) isc_gemm_##what##_f32
#define ISC_MADD ISC_FMA_F32
#include "gemm_kernels.inc"

#define ISC_T double
#define ISC_ROWS ISC_ROWS_8
#define ISC_NAME(what) isc_gemm_##what##_f64
#define ISC_MADD ISC_FMA_F64
#include "gemm_kernels.inc"

#define ISC_T uint32_t
#define ISC_ROWS ISC_ROWS_4
#define ISC_NAME(what) isc_gemm_##what##_u32
#define ISC_MADD ISC_MODULAR
#include "gemm_kernels.inc"

#define ISC_T uint64_t
#define ISC_ROWS ISC_ROWS_8
#define ISC_NAME(what) isc_gemm_##what##_u64
#define ISC_MADD ISC_MODULAR
#include "gemm_kernels.inc"

#define ISC_KERNEL(t, size) \
    {ISC_ROWS_##size, ISC_COLUMNS, isc_gemm_multiply_##t, isc_gemm_scale_##t, isc_gemm_add_##t}

const isc_gemm_kernels ISC_PASTE(isc_gemm_kernels_, ISC_ISA) = {ISC_KERNEL(f32, 4), ISC_KERNEL(f64, 8),
                                                                ISC_KERNEL(u32, 4), ISC_KERNEL(u64, 8)};
