/* Gemm's own interfaces: the blocks, and the kernels that gemm_kernels.c builds once per instruction set.
 * A block of the result is computed in the compute type (float for 16-bit floats, unsigned words for integers), over all
 * of K, so no partial sum is ever rounded to a shorter type than that. A', B' and C are read where they lie, if they are
 * there as the kernels want them, or packed first.
 *
 *   gemm.c  a block, piece by piece      gemm_blocks.c  how large blocks are    gemm_store.c  from sums to what is stored
 *   gemm_pack.c  operands side by side   gemm_kernels.c sums of products */
#ifndef ISC_GEMM_H
#define ISC_GEMM_H

#include "kernels.h"

enum {
    ISC_GEMM_ALONG = 272,         /* elements from one packed row of A' to the next: more than are packed, so that rows do not
                                   * share cache sets */
    ISC_GEMM_ROWS_UNIT = 8,       /* blocks are whole multiples of the rows that any kernel computes at once, */
    ISC_GEMM_COLUMNS_UNIT = 16,   /* and of the columns of any vector */
    ISC_GEMM_VECTORS = 3,         /* side by side in what a kernel computes at once, at most */
    ISC_GEMM_VECTOR = 64,         /* bytes of the longest one */
    ISC_GEMM_FEW_ROWS = 24,       /* of A': for them columns are not packed that can be read where they lie, */
    ISC_GEMM_FEW_BYTES = 196608   /* nor, with large caches, if they and all that lies between them stay there */
};

/* What a kernel computes at once: z[i][j] += sum of a[i][p] * b[p][j] over p < depth, or = if `fresh`; and then
 * z[i][j] += beta * c[i][j], if there is a c, or beta * c[i][0] if that is a column. Rows are side by side, and aligned as
 * their elements are. */
typedef struct {
    isc_idx depth;
    int fresh, c_is_column;
    const char *a, *b, *c;
    const void *beta;
    char *z;
    isc_idx a_row, b_row, c_row, z_row; /* bytes from row to row */
} isc_gemm_piece;

typedef struct {
    isc_idx rows, columns;   /* of a whole piece; divisors of what is said above */
    isc_idx lanes;           /* columns of one vector */
    int is_for_small_caches; /* of 32 and 512 KiB; else of 48 KiB and 2 MiB */
    /* multiply[v] computes the first v + 1 vectors of columns. */
    void (*multiply[ISC_GEMM_VECTORS])(const isc_gemm_piece *piece);
    /* One vector of columns of twice as many rows, where fewer sums would wait for each other; or NULL. */
    void (*tall)(const isc_gemm_piece *piece);
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

/* gemm_blocks.c: the sizes of a block, of the strips of rows and of the pieces of K that are packed at a time; as large as the
 * scratch allows and the kernel likes, with a block for each thread if there are rows for that. Sums are `in_place`, in the
 * result, or aside, in the scratch; then a block is one strip. */
typedef struct {
    isc_idx rows, strip, columns, depth;
} isc_gemm_sizes;

/* What a block needs of the scratch, in bytes: its sums, where they are not in the result, the packed pieces of A' and B', a
 * row or column of C, a row of the result, and elements of 16 bits before they are converted. */
typedef struct {
    isc_idx sums, a, b, c, z, raw;
} isc_gemm_room;

isc_gemm_room isc_gemm_room_of(isc_gemm_sizes block, isc_idx size, int in_place);
isc_gemm_sizes isc_gemm_sizes_find(const isocast_gemm *gemm, const isc_gemm_kernel *kernel, isc_idx bytes, int in_place,
                                   isc_idx threads);

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

/* How one type is computed, and where in the scratch a block's parts are. */
typedef struct {
    const isc_gemm_kernel *kernel;
    isc_convert load, store; /* NULL: elements are computed as they are stored */
    isc_idx size, compute;   /* bytes of an element as stored, and as computed */
    isc_gemm_sizes block;
    int in_place;            /* the sums are in the result */
    int as_a, as_b, as_c;    /* which operands the kernels can read where they lie */
    char *sums, *a, *b, *raw, *c, *z;
    union {
        float f32;
        double f64;
        uint32_t u32;
        uint64_t u64;
    } alpha, beta;
} isc_gemm_job;

/* gemm.c: `count` columns of `depth` elements, as computed, for kernels that take `unit` of them at once. */
void isc_gemm_load_columns(const isc_gemm_job *job, const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit,
                           char *z);

/* gemm_store.c: from the m by n sums at (i, j), of a strip, to what is stored, if `refused` is NULL; else only lowers it to the
 * first flat index without a result. */
void isc_gemm_finish(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx m, isc_idx j, isc_idx n,
                     const isc_gemm_piece *strip, isc_idx *refused);

#endif
