/* Gemm: alpha * A' * B' + beta * C for every type of its schema, block by block.
 * Must not allocate; what a block needs is in the caller's scratch. Clauses: gemm, uni-operators */
#include "gemm.h"

#include "driver.h"
#include "rows.h"

#include <math.h>
#include <string.h>

static const isc_gemm_kernels *isc_gemm_kernels_in_force(void)
{
#if ISC_HAS_X86_LEVELS
    static const isc_gemm_kernels *const levels[ISC_LEVELS] = {
        &isc_gemm_kernels_baseline, &isc_gemm_kernels_avx2, &isc_gemm_kernels_avx512, &isc_gemm_kernels_avx512,
        &isc_gemm_kernels_avx512};
    return levels[isc_isa_level()];
#else
    return &isc_gemm_kernels_baseline;
#endif
}

static const isc_gemm_kernel *isc_gemm_kernel_of(isocast_type type)
{
    const isc_gemm_kernels *kernels = isc_gemm_kernels_in_force();
    if (type == ISOCAST_DOUBLE)
        return &kernels->f64;
    if (isc_gemm_is_real(type))
        return &kernels->f32;
    return isc_type_bytes(type) == 4 ? &kernels->u32 : &kernels->u64;
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

/* Whether kernels can read and write a matrix where it lies: elements are computed as they are stored, and side by side. */
static int isc_gemm_is_plain(const isocast_gemm *gemm, const isocast_matrix *matrix)
{
    const isc_idx size = isc_type_bytes(gemm->type);
    return size >= 4 && matrix->column == size && !matrix->swapped && (uintptr_t)matrix->data % (uintptr_t)size == 0 &&
           matrix->row % size == 0;
}

/* Whether kernels can add C from where it lies; that may also be a column, or one element. */
static int isc_gemm_is_addend(const isocast_gemm *gemm)
{
    isocast_matrix c = gemm->c;
    if (c.column == 0)
        c.column = isc_type_bytes(gemm->type);
    return c.data && isc_gemm_is_plain(gemm, &c);
}

/* Whether sums can be where the result is: C is not there, and a sum is not what a factor turns it into. */
static int isc_gemm_is_in_place(const isocast_gemm *gemm)
{
    return isc_gemm_is_plain(gemm, &gemm->y) && !gemm->fractional && gemm->c.data != gemm->y.data;
}

static void isc_gemm_job_make(isc_gemm_job *job, const isocast_gemm *gemm, isc_idx parts, char *scratch, isc_idx bytes)
{
    isc_conversions_find(gemm->type, &job->load, &job->store);
    job->size = isc_type_bytes(gemm->type);
    job->compute = job->load ? 4 : job->size;
    job->in_place = isc_gemm_is_in_place(gemm);
    job->as_a = isc_gemm_is_plain(gemm, &gemm->a) && (gemm->alpha == 1.0f || gemm->fractional);
    job->as_b = isc_gemm_is_plain(gemm, &gemm->b);
    job->as_c = isc_gemm_is_addend(gemm) && job->in_place && gemm->k > 0;
    job->kernel = isc_gemm_kernel_of(gemm->type);
    job->block = isc_gemm_sizes_find(gemm, job->kernel, bytes, job->in_place, parts);
    const isc_gemm_room room = isc_gemm_room_of(job->block, job->size, job->in_place);
    job->sums = scratch;
    job->a = job->sums + room.sums;
    job->b = job->a + room.a;
    job->c = job->b + room.b;
    job->z = job->c + room.c;
    job->raw = job->z + room.z;
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

/* A strip of A', times alpha, in whole pieces: where it lies, or packed. */
static void isc_gemm_load_rows(const isc_gemm_job *job, const isocast_gemm *gemm, const isc_gemm_source *source, isc_idx count,
                               isc_gemm_piece *strip)
{
    const isc_idx unit = job->kernel->rows, rows = (count + unit - 1) / unit * unit, depth = strip->depth;
    if (job->as_a && rows == count) {
        strip->a = source->data;
        strip->a_row = source->across;
        return;
    }
    strip->a = job->a;
    strip->a_row = ISC_GEMM_ALONG * job->compute;
    isc_gemm_pack_rows(source, count, depth, unit, job->load ? job->raw : job->a);
    for (isc_idx i = 0; i < rows && job->load; ++i)
        job->load(depth, job->raw + i * ISC_GEMM_ALONG * job->size, job->a + i * strip->a_row);
    for (isc_idx i = 0; i < rows && gemm->alpha != 1.0f && !gemm->fractional; ++i)
        job->kernel->scale(depth, &job->alpha, job->a + i * strip->a_row);
}

void isc_gemm_load_columns(const isc_gemm_job *job, const isc_gemm_source *source, isc_idx count, isc_idx depth, isc_idx unit,
                           char *z)
{
    isc_gemm_pack_columns(source, count, depth, unit, job->load ? job->raw : z);
    if (job->load)
        job->load((count + unit - 1) / unit * unit * depth, job->raw, z);
}

/* A piece of B': where it lies, if that is soon done, or packed. */
static void isc_gemm_load_block(const isc_gemm_job *job, const isc_gemm_source *source, isc_idx rows, isc_idx count,
                                isc_gemm_piece *strip)
{
    const isc_idx along = source->along < 0 ? -source->along : source->along;
    const isc_idx most = job->kernel->is_for_small_caches ? 0 : ISC_GEMM_FEW_BYTES;
    const int few = rows <= ISC_GEMM_FEW_ROWS || strip->depth * along <= most;
    if (job->as_b && few && count % job->kernel->lanes == 0) {
        strip->b = source->data;
        strip->b_row = source->along;
        return;
    }
    strip->b = job->b;
    strip->b_row = job->kernel->columns * job->compute;
    isc_gemm_load_columns(job, source, count, strip->depth, job->kernel->columns, job->b);
}

/* From a whole piece's columns of B' to the next one's. */
static isc_idx isc_gemm_step(const isc_gemm_job *job, const isc_gemm_piece *strip)
{
    return job->kernel->columns * job->compute * (strip->b == job->b ? strip->depth : 1);
}

/* A piece at the edge of a block in the result, which has no room for all of it: aside, and then the part that there is. */
static void isc_gemm_edge(const isc_gemm_job *job, isc_gemm_piece piece, isc_idx rows, isc_idx columns)
{
    const isc_gemm_kernel *kernel = job->kernel;
    double room[2][ISC_GEMM_ROWS_UNIT * ISC_GEMM_VECTORS * ISC_GEMM_VECTOR / sizeof(double)] = {{0}, {0}};
    char *aside = (char *)room[0], *addends = (char *)room[1], *z = piece.z;
    const char *c = piece.c;
    const isc_idx row = kernel->columns * job->compute, z_row = piece.z_row, c_row = piece.c_row;
    const size_t here = (size_t)(columns * job->compute), there = piece.c_is_column ? (size_t)job->compute : here;
    piece.z = aside;
    piece.z_row = piece.c_row = row;
    for (isc_idx i = 0; i < rows && !piece.fresh; ++i) memcpy(aside + i * row, z + i * z_row, here);
    for (isc_idx i = 0; i < rows && c; ++i) memcpy(addends + i * row, c + i * c_row, there);
    if (c)
        piece.c = addends;
    kernel->multiply[(columns - 1) / kernel->lanes](&piece);
    for (isc_idx i = 0; i < rows; ++i) memcpy(z + i * z_row, aside + i * row, here);
}

/* Computes one piece of a strip, `left` rows above its end; how many rows that were. */
static inline isc_idx isc_gemm_tile(const isc_gemm_job *job, const isc_gemm_piece *piece, isc_idx left, isc_idx columns)
{
    const isc_gemm_kernel *kernel = job->kernel;
    const isc_idx rows = left < kernel->rows ? left : kernel->rows;
    if (job->in_place && (rows < kernel->rows || columns % kernel->lanes != 0)) {
        isc_gemm_edge(job, *piece, rows, columns);
    } else if (columns <= kernel->lanes && left >= 2 * kernel->rows && kernel->tall) {
        kernel->tall(piece);
        return 2 * rows;
    } else {
        kernel->multiply[(columns - 1) / kernel->lanes](piece);
    }
    return rows;
}

/* Moves from one piece to that at (y, x) of a strip, with the same columns of B'. */
static inline void isc_gemm_move(const isc_gemm_job *job, const isc_gemm_piece *strip, isc_idx y, isc_idx x,
                                 isc_gemm_piece *piece)
{
    const isc_idx along = x * job->compute;
    piece->a = strip->a + y * strip->a_row;
    piece->z = strip->z + y * strip->z_row + along;
    if (strip->c)
        piece->c = strip->c + y * strip->c_row + (strip->c_is_column ? 0 : along);
}

/* What one piece of K adds to the m by n sums of a strip: pieces of all columns of a kernel, and then what is left. */
static void isc_gemm_strip(const isc_gemm_job *job, const isc_gemm_piece *strip, isc_idx m, isc_idx n)
{
    const isc_idx rows = job->kernel->rows, columns = job->kernel->columns, step = isc_gemm_step(job, strip);
    isc_gemm_piece piece = *strip;
    isc_idx x = 0;
    for (isc_idx y = 0; y < m; y += rows) {
        piece.b = strip->b;
        for (x = 0; x + columns <= n; x += columns, piece.b += step) {
            isc_gemm_move(job, strip, y, x, &piece);
            isc_gemm_tile(job, &piece, m - y, columns);
        }
    }
    for (isc_idx y = 0; x < n && y < m;) {
        isc_gemm_move(job, strip, y, x, &piece);
        y += isc_gemm_tile(job, &piece, m - y, n - x);
    }
}

/* C for the m rows of a strip from (i, j) on, if the kernels can add it: where it lies; or a row or a column of it, as
 * computed, in the scratch. */
static void isc_gemm_load_addend(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx m, isc_idx j, isc_idx n,
                                 isc_gemm_piece *strip)
{
    const isocast_matrix *c = &gemm->c;
    if (!c->data)
        return;
    const isc_gemm_source source = isc_gemm_part_of(c, i, j, job->size, c->column != 0);
    strip->c_is_column = c->column == 0;
    strip->c_row = c->row;
    if (job->as_c) {
        strip->c = source.data;
    } else if (gemm->k > 0 && !gemm->fractional && (c->row == 0 || c->column == 0)) {
        const isc_idx count = strip->c_is_column ? m : n;
        isc_gemm_load_columns(job, &source, count, 1, count, job->c);
        strip->c = job->c;
        strip->c_row = strip->c_is_column ? job->compute : 0;
    }
}

/* Computes block (i, j), piece by piece of K; there is at least one piece, be it empty. */
static void isc_gemm_block(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx j, isc_idx *refused)
{
    const isc_idx end = gemm->m - i < job->block.rows ? gemm->m : i + job->block.rows;
    const isc_idx n = gemm->n - j < job->block.columns ? gemm->n - j : job->block.columns;
    isc_gemm_piece strip = {0};
    strip.beta = &job->beta;
    strip.z_row = job->in_place ? gemm->y.row : job->block.columns * job->compute;
    isc_idx k = 0;
    do {
        const isc_gemm_source b = isc_gemm_part_of(&gemm->b, k, j, job->size, 1);
        const int last = k + job->block.depth >= gemm->k;
        strip.depth = last ? gemm->k - k : job->block.depth;
        strip.fresh = k == 0;
        isc_gemm_load_block(job, &b, end - i, n, &strip);
        for (isc_idx row = i; row < end; row += job->block.strip) {
            const isc_idx m = end - row < job->block.strip ? end - row : job->block.strip;
            const isc_gemm_source a = isc_gemm_part_of(&gemm->a, row, k, job->size, 0);
            isc_gemm_load_rows(job, gemm, &a, m, &strip);
            strip.z = job->in_place ? (char *)gemm->y.data + row * gemm->y.row + j * job->size : job->sums;
            if (last)
                isc_gemm_load_addend(job, gemm, row, m, j, n, &strip);
            isc_gemm_strip(job, &strip, m, n);
            if (last && !(strip.c && job->in_place))
                isc_gemm_finish(job, gemm, row, m, j, n, &strip, refused);
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
    const isc_gemm_kernel *kernel = isc_gemm_kernel_of(gemm->type);
    return isc_gemm_count(gemm, isc_gemm_sizes_find(gemm, kernel, bytes, isc_gemm_is_in_place(gemm), threads));
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
