/* Gemm's own interfaces: the blocks, and the kernels that gemm_kernels.c builds once per instruction set.
 * A block of the result is computed in the compute type (float for 16-bit floats, unsigned words for integers), over all
 * of K, from packed blocks of A' and B'; so no partial sum is ever rounded to a
 * shorter type than that. */
#ifndef ISC_GEMM_H
#define ISC_GEMM_H

#include "kernels.h"

enum {
    ISC_GEMM_ALONG = 272,         /* elements from one packed row of A' to the next: more than are packed, so that rows do not
                                   * share cache sets */
    ISC_GEMM_ROWS_UNIT = 8,       /* blocks are whole multiples of the rows that any kernel computes at once, */
    ISC_GEMM_COLUMNS_UNIT = 16,   /* of the columns of any vector, */
    ISC_GEMM_PACKED_COLUMNS = 48, /* and packed columns of those that any kernel computes at once */
    ISC_GEMM_VECTORS = 3,         /* side by side in what a kernel computes at once, at most */
    ISC_GEMM_VECTOR = 64          /* bytes of the longest one */
};

/* gemm_blocks.c: the sizes of a block, of the strips of rows and of the pieces of K that are packed at a time; as large as the
 * scratch allows, with a block for each thread if there are rows for that. Sums are `in_place`, in the result, or aside, in
 * the scratch; then a block is one strip. */
typedef struct {
    isc_idx rows, strip, columns, depth;
} isc_gemm_sizes;

static inline isc_idx isc_gemm_packed_columns(isc_idx columns)
{
    return (columns + ISC_GEMM_PACKED_COLUMNS - 1) / ISC_GEMM_PACKED_COLUMNS * ISC_GEMM_PACKED_COLUMNS;
}

isc_gemm_sizes isc_gemm_sizes_find(const isocast_gemm *gemm, isc_idx bytes, int in_place, isc_idx threads);

typedef void isc_gemm_multiply(isc_idx depth, const void *a, const void *b, void *z, isc_idx pitch, int fresh);

/* Pointers are aligned to 64 bytes, buffers do not overlap. */
typedef struct {
    isc_idx rows, columns; /* of a whole piece; divisors of what is said above */
    isc_idx lanes;         /* columns of one vector */
    /* z[i][j] += sum of a[i][p] * b[p][j] over p < depth, or = if `fresh`; a's rows ISC_GEMM_ALONG elements apart,
     * z's `pitch` bytes, and not aligned. multiply[v] computes the first v + 1 vectors of columns. */
    isc_gemm_multiply *multiply[ISC_GEMM_VECTORS];
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

/* gemm_pack.c: `count` vectors of `depth` elements. Vector i's element k is at data + i * across + k * along. */
typedef struct {
    const char *data;
    isc_idx across, along; /* in bytes */
    isc_idx size;          /* of an element, in bytes */
    int swapped;
} isc_gemm_source;

/* One vector after the other, ISC_GEMM_ALONG elements apart; zeros up to a multiple of `unit` vectors. */
void isc_gemm_pack_rows(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z);

/* `unit` vectors side by side, element by element; the last vector filled up with zeros. */
void isc_gemm_pack_columns(const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit, char *z);

#endif
