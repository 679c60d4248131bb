/* Gemm's own interfaces: the blocks, and the kernels that gemm_kernels.c builds once per instruction set.
 * A block of the result is computed in the compute type (float for 16-bit floats, unsigned words for integers), over all
 * of K, from packed blocks of A' and B'; so no partial sum is ever stored in the result's type. */
#ifndef ISC_GEMM_H
#define ISC_GEMM_H

#include "kernels.h"

enum { /* sizes of blocks; those of rows are for compute types of 4 and of 8 bytes */
    ISC_GEMM_ROWS_4 = 96,
    ISC_GEMM_ROWS_8 = 48,
    ISC_GEMM_COLUMNS = 128,
    ISC_GEMM_DEPTH = 128
};

/* Pointers are aligned to 64 bytes, buffers do not overlap. */
typedef struct {
    isc_idx rows, columns; /* of the piece that `multiply` computes; blocks are whole multiples of it */
    /* z[i][j] += sum of a[p][i] * b[p][j] over p < depth; a and b packed, z's rows `pitch` elements apart */
    void (*multiply)(isc_idx depth, const void *a, const void *b, void *z, isc_idx pitch);
    /* x[i] = factor * x[i] */
    void (*scale)(isc_idx n, const void *factor, void *x);
    /* z[i] = z[i] + beta * c[i]; or beta * c[i] alone, if there was nothing to sum */
    void (*add)(isc_idx n, const void *beta, const void *c, int alone, void *z);
} isc_gemm_kernel;

typedef struct {
    isc_gemm_kernel f32, f64, u32, u64;
} isc_gemm_kernels;

extern const isc_gemm_kernels isc_gemm_kernels_baseline;
#if defined(ISC_X86_64) && defined(__GNUC__)
extern const isc_gemm_kernels isc_gemm_kernels_avx2, isc_gemm_kernels_avx512;
#endif

/* gemm_pack.c: `count` vectors of `depth` elements, as `multiply` reads them: `unit` vectors side by side, the last filled
 * up with zeros. Vector i's element k is at data + i * across + k * along. */
typedef struct {
    const char *data;
    isc_idx across, along; /* in bytes */
    isc_idx size;          /* of an element, in bytes */
    int swapped;
} isc_gemm_source;

/* gemm_make.c */
int isc_gemm_is_real(isocast_type type);

void isc_gemm_pack(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z);

#endif
