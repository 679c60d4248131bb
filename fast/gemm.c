/* Gemm: alpha * A' * B' + beta * C for every type of its schema, block by block.
 * Must not allocate; what a block needs is in the caller's scratch. Clauses: gemm, uni-operators, uni-result */
#include "gemm.h"

#include "driver.h"
#include "rows.h"

#include <math.h>
#include <string.h>

/* How one type is computed, and where in the scratch a block's parts are. */
typedef struct {
    const isc_gemm_kernel *kernel;
    isc_convert load, store; /* NULL: elements are computed as they are stored */
    isc_idx size, compute;   /* bytes of an element as stored, and as computed */
    isc_gemm_sizes block;
    int in_place; /* the sums are in the result */
    char *sums, *a, *b, *raw, *c, *z;
    union {
        float f32;
        double f64;
        uint32_t u32;
        uint64_t u64;
    } alpha, beta;
} isc_gemm_job;

static const isc_gemm_kernels *isc_gemm_kernels_in_force(void)
{
#if ISC_HAS_X86_LEVELS
    static const isc_gemm_kernels *const levels[] = {&isc_gemm_kernels_baseline, &isc_gemm_kernels_avx2,
                                                     &isc_gemm_kernels_avx512};
    return levels[isc_isa_level()];
#else
    return &isc_gemm_kernels_baseline;
#endif
}

/* An integral float modulo 2^64. */
static uint64_t isc_modular(float x)
{
    int exponent;
    const float fraction = frexpf(fabsf(x), &exponent); /* |x| = fraction * 2^exponent, and 24 bits hold the fraction */
    const uint64_t digits = (uint64_t)ldexpf(fraction, 24);
    const int shift = exponent - 24;
    const uint64_t size = shift >= 64 ? 0 : shift >= 0 ? digits << shift : shift > -24 ? digits >> -shift : 0;
    return x < 0 ? 0 - size : size;
}

static void isc_gemm_factors(const isocast_gemm *gemm, isc_gemm_job *job)
{
    const float alpha = gemm->fractional ? 1.0f : gemm->alpha;
    if (isc_gemm_is_real(gemm->type) && gemm->type != ISOCAST_DOUBLE) {
        job->alpha.f32 = alpha;
        job->beta.f32 = gemm->beta;
    } else if (gemm->type == ISOCAST_DOUBLE) {
        job->alpha.f64 = alpha;
        job->beta.f64 = gemm->beta;
    } else if (job->compute == 4) {
        job->alpha.u32 = (uint32_t)isc_modular(alpha);
        job->beta.u32 = gemm->fractional ? 0 : (uint32_t)isc_modular(gemm->beta);
    } else {
        job->alpha.u64 = isc_modular(alpha);
        job->beta.u64 = gemm->fractional ? 0 : isc_modular(gemm->beta);
    }
}

/* Whether sums can be where the result is: it is stored as it is computed, side by side, and C is not there. */
static int isc_gemm_is_in_place(const isocast_gemm *gemm)
{
    const isc_idx size = isc_type_bytes(gemm->type), row = gemm->y.row;
    return size >= 4 && !gemm->fractional && gemm->y.column == size && !gemm->y.swapped && gemm->c.data != gemm->y.data &&
           (uintptr_t)gemm->y.data % (uintptr_t)size == 0 && row % size == 0;
}

static void isc_gemm_job_make(isc_gemm_job *job, const isocast_gemm *gemm, isc_idx parts, char *scratch, isc_idx bytes)
{
    const isc_gemm_kernels *kernels = isc_gemm_kernels_in_force();
    isc_conversions_find(gemm->type, &job->load, &job->store);
    job->size = isc_type_bytes(gemm->type);
    job->compute = job->load ? 4 : job->size;
    job->in_place = isc_gemm_is_in_place(gemm);
    job->block = isc_gemm_sizes_find(gemm, bytes, job->in_place, parts);
    job->kernel = gemm->type == ISOCAST_DOUBLE                ? &kernels->f64
                  : isc_gemm_is_real(gemm->type)                   ? &kernels->f32
                  : job->compute == 4                         ? &kernels->u32
                                                              : &kernels->u64;
    job->sums = scratch;
    job->a = job->sums + (job->in_place ? 0 : job->block.strip * job->block.columns * job->compute);
    job->b = job->a + job->block.strip * ISC_GEMM_ALONG * job->compute;
    job->c = job->b + isc_gemm_packed_columns(job->block.columns) * job->block.depth * job->compute;
    job->z = job->c + job->block.columns * job->compute;
    job->raw = job->z + job->block.columns * job->compute; /* elements of 16 bits, before they are converted */
    isc_gemm_factors(gemm, job);
}

/* Element (i, j) of a matrix and what follows it, as vectors along its rows, or along its columns if `turned`. */
static isc_gemm_source isc_gemm_part_of(const isocast_matrix *matrix, isc_idx i, isc_idx j, isc_idx size, int turned)
{
    const isc_gemm_source source = {(const char *)matrix->data + i * matrix->row + j * matrix->column,
                                    turned ? matrix->column : matrix->row, turned ? matrix->row : matrix->column, size,
                                    matrix->swapped};
    return source;
}

/* A strip of A', times alpha. */
static void isc_gemm_load_rows(const isc_gemm_job *job, const isocast_gemm *gemm, const isc_gemm_source *source, isc_idx count,
                               isc_idx depth)
{
    const isc_idx unit = job->kernel->rows, rows = (count + unit - 1) / unit * unit;
    isc_gemm_pack_rows(source, count, depth, unit, job->load ? job->raw : job->a);
    for (isc_idx i = 0; i < rows && job->load; ++i)
        job->load(depth, job->raw + i * ISC_GEMM_ALONG * job->size, job->a + i * ISC_GEMM_ALONG * job->compute);
    for (isc_idx i = 0; i < rows && gemm->alpha != 1.0f && !gemm->fractional; ++i)
        job->kernel->scale(depth, &job->alpha, job->a + i * ISC_GEMM_ALONG * job->compute);
}

static void isc_gemm_load_columns(const isc_gemm_job *job, const isc_gemm_source *source, isc_idx count, isc_idx depth,
                                  isc_idx unit, char *z)
{
    isc_gemm_pack_columns(source, count, depth, unit, job->load ? job->raw : z);
    if (job->load)
        job->load((count + unit - 1) / unit * unit * depth, job->raw, z);
}

/* n elements of a row of C, as computed: where they are, if they are so, or in the scratch. */
static const char *isc_gemm_addend(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx j, isc_idx n)
{
    const isc_gemm_source c = {(const char *)gemm->c.data + i * gemm->c.row + j * gemm->c.column, gemm->c.column, 0,
                               job->size, gemm->c.swapped};
    const int plain = !job->load && !c.swapped && (uintptr_t)c.data % (uintptr_t)c.size == 0;
    if (plain && c.across == job->compute)
        return c.data;
    if (plain && c.across == 0)
        isc_fill_find((int)c.size)(n, c.data, job->c);
    else
        isc_gemm_load_columns(job, &c, n, 1, n, job->c);
    return job->c;
}

static double isc_gemm_double(isocast_type type, const char *x)
{
    uint32_t narrow;
    uint64_t wide;
    memcpy(&narrow, x, sizeof narrow);
    if (type == ISOCAST_UINT32)
        return narrow;
    if (type == ISOCAST_INT32)
        return (int32_t)narrow;
    memcpy(&wide, x, sizeof wide);
    return type == ISOCAST_UINT64 ? (double)wide : (double)(int64_t)wide;
}

/* Truncates a double into an integer of the type; 0 if none has that value. */
static int isc_gemm_truncate(isocast_type type, double value, char *z)
{
    const int is_signed = type == ISOCAST_INT32 || type == ISOCAST_INT64, is_wide = isc_type_bytes(type) == 8;
    const double end = ldexp(1.0, (is_wide ? 64 : 32) - is_signed), start = is_signed ? -end : 0.0, whole = trunc(value);
    if (!(whole >= start && whole < end)) /* NaN included */
        return 0;
    const uint64_t word = whole < 0 ? 0 - (uint64_t)-whole : (uint64_t)whole;
    const uint32_t narrow = (uint32_t)word;
    if (is_wide)
        memcpy(z, &word, sizeof word);
    else
        memcpy(z, &narrow, sizeof narrow);
    return 1;
}

/* The row of an integer type with a fractional factor, in double; how many elements have a result, from the first on. */
static isc_idx isc_gemm_fractions(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx n, const char *c, char *z)
{
    for (isc_idx i = 0; i < n; ++i) {
        double value = (double)gemm->alpha * isc_gemm_double(gemm->type, z + i * job->size);
        if (gemm->c.data)
            value = value + (double)gemm->beta * isc_gemm_double(gemm->type, c + i * job->size);
        if (!isc_gemm_truncate(gemm->type, value, z + i * job->size))
            return i;
    }
    return n;
}

/* One row of a block, from its sums and its row of C to what is stored; how many elements have a result. */
static isc_idx isc_gemm_row(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx n, const char *c, char *sums)
{
    if (gemm->fractional)
        return isc_gemm_fractions(job, gemm, n, c, sums);
    if (c)
        job->kernel->add(n, &job->beta, c, gemm->k == 0, sums);
    return n;
}

static void isc_gemm_store(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx j, isc_idx n, char *sums)
{
    char *y = (char *)gemm->y.data + i * gemm->y.row + j * gemm->y.column;
    char *z = job->store ? job->z : sums;
    if (job->store)
        job->store(n, sums, z);
    if (gemm->y.swapped)
        isc_swap(job->size, n, z);
    if (gemm->y.column == job->size)
        memcpy(y, z, (size_t)(n * job->size));
    else
        for (isc_idx x = 0; x < n; ++x)
            memcpy(y + x * gemm->y.column, z + x * job->size, (size_t)job->size);
}

/* A piece at the edge of a block in the result, which has no room for all of it: aside, and then the part that there is. */
static void isc_gemm_edge(const isc_gemm_job *job, isc_idx depth, const char *a, const char *b, char *z, isc_idx pitch,
                          isc_idx rows, isc_idx columns, int fresh)
{
    const isc_gemm_kernel *kernel = job->kernel;
    double piece[ISC_GEMM_ROWS_UNIT * ISC_GEMM_VECTORS * ISC_GEMM_VECTOR / sizeof(double)] = {0};
    const isc_idx row = kernel->columns * job->compute;
    const size_t here = (size_t)(columns * job->compute);
    for (isc_idx i = 0; i < rows && !fresh; ++i) memcpy((char *)piece + i * row, z + i * pitch, here);
    kernel->multiply[(columns - 1) / kernel->lanes](depth, a, b, piece, row, fresh);
    for (isc_idx i = 0; i < rows; ++i) memcpy(z + i * pitch, (char *)piece + i * row, here);
}

/* What one piece of K adds to the m by n sums of a strip. */
static void isc_gemm_strip(const isc_gemm_job *job, isc_idx m, isc_idx n, isc_idx depth, char *sums, isc_idx pitch, int fresh)
{
    const isc_gemm_kernel *kernel = job->kernel;
    for (isc_idx x = 0; x < n; x += kernel->columns) {
        const isc_idx columns = n - x < kernel->columns ? n - x : kernel->columns;
        const char *b = job->b + x * depth * job->compute;
        for (isc_idx y = 0; y < m; y += kernel->rows) {
            const isc_idx rows = m - y < kernel->rows ? m - y : kernel->rows;
            const char *a = job->a + y * ISC_GEMM_ALONG * job->compute;
            char *z = sums + y * pitch + x * job->compute;
            if (!job->in_place || (rows == kernel->rows && columns % kernel->lanes == 0))
                kernel->multiply[(columns - 1) / kernel->lanes](depth, a, b, z, pitch, fresh);
            else
                isc_gemm_edge(job, depth, a, b, z, pitch, rows, columns, fresh);
        }
    }
}

/* From the sums of a strip to what is stored, if `refused` is NULL; else only lowers it to the first flat index without a
 * result. */
static void isc_gemm_finish(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx m, isc_idx j, isc_idx n,
                            char *sums, isc_idx pitch, isc_idx *refused)
{
    const char *c = NULL;
    for (isc_idx y = 0; y < m; ++y) {
        if (gemm->c.data && (y == 0 || gemm->c.row != 0))
            c = isc_gemm_addend(job, gemm, i + y, j, n);
        const isc_idx good = isc_gemm_row(job, gemm, n, c, sums + y * pitch), flat = (i + y) * gemm->n + j + good;
        if (refused && good < n && (*refused < 0 || flat < *refused))
            *refused = flat;
        if (!refused && !job->in_place)
            isc_gemm_store(job, gemm, i + y, j, n, sums + y * pitch);
    }
}

/* Computes block (i, j), piece by piece of K; there is at least one piece, be it empty. */
static void isc_gemm_block(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx j, isc_idx *refused)
{
    const isc_idx end = gemm->m - i < job->block.rows ? gemm->m : i + job->block.rows;
    const isc_idx n = gemm->n - j < job->block.columns ? gemm->n - j : job->block.columns;
    const isc_idx pitch = job->in_place ? gemm->y.row : job->block.columns * job->compute;
    isc_idx k = 0;
    do {
        const isc_idx depth = gemm->k - k < job->block.depth ? gemm->k - k : job->block.depth;
        const isc_gemm_source b = isc_gemm_part_of(&gemm->b, k, j, job->size, 1);
        isc_gemm_load_columns(job, &b, n, depth, job->kernel->columns, job->b);
        for (isc_idx row = i; row < end; row += job->block.strip) {
            const isc_idx m = end - row < job->block.strip ? end - row : job->block.strip;
            const isc_gemm_source a = isc_gemm_part_of(&gemm->a, row, k, job->size, 0);
            char *sums = job->in_place ? (char *)gemm->y.data + row * gemm->y.row + j * job->size : job->sums;
            isc_gemm_load_rows(job, gemm, &a, m, depth);
            isc_gemm_strip(job, m, n, depth, sums, pitch, k == 0);
            if (k + depth >= gemm->k)
                isc_gemm_finish(job, gemm, row, m, j, n, sums, pitch, refused);
        }
        k += job->block.depth;
    } while (k < gemm->k);
}

static isc_idx isc_gemm_count(const isocast_gemm *gemm, isc_gemm_sizes block)
{
    return ((gemm->m + block.rows - 1) / block.rows) * ((gemm->n + block.columns - 1) / block.columns);
}

isocast_idx isocast_fast_gemm_blocks(const isocast_gemm *gemm, isocast_idx threads, isocast_idx bytes)
{
    return isc_gemm_count(gemm, isc_gemm_sizes_find(gemm, bytes, isc_gemm_is_in_place(gemm), threads));
}

static void isc_gemm_part(const isocast_gemm *gemm, isc_idx part, isc_idx parts, char *scratch, isc_idx bytes,
                          isc_idx *refused)
{
    isc_gemm_job job;
    isc_gemm_job_make(&job, gemm, parts, scratch, bytes);
    const isc_idx blocks = isc_gemm_count(gemm, job.block), share = blocks / parts, more = blocks % parts;
    const isc_idx first = part * share + (part < more ? part : more), end = first + share + (part < more);
    const isc_idx wide = (gemm->n + job.block.columns - 1) / job.block.columns;
    for (isc_idx block = first; block < end; ++block)
        isc_gemm_block(&job, gemm, block / wide * job.block.rows, block % wide * job.block.columns, refused);
}

void isocast_fast_gemm_run(const isocast_gemm *gemm, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes)
{
    isc_gemm_part(gemm, part, parts, scratch, bytes, NULL);
}

isocast_status isocast_fast_gemm_check(const isocast_gemm *gemm, void *scratch, isocast_idx bytes, isocast_fault *fault)
{
    isc_idx refused = -1;
    if (!gemm->fractional)
        return ISOCAST_OK;
    isc_gemm_part(gemm, 0, 1, scratch, bytes, &refused);
    fault->tensor = fault->axis = -1;
    fault->index = refused;
    return refused < 0 ? ISOCAST_OK : ISOCAST_RANGE;
}
