/* Gemm's last step: from the sums of a strip, and its rows of C, to what is stored. Clauses: gemm, uni-result */
#include "gemm.h"

#include "driver.h"
#include "rows.h"

#include <math.h>
#include <string.h>

/* n elements of a row of C, as computed: where they are, if they are so, or in the scratch. */
static const char *isc_gemm_addend(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx j, isc_idx n)
{
    const isc_gemm_source c = {(const char *)gemm->c.data + i * gemm->c.row + j * gemm->c.column, gemm->c.column, 0,
                               job->size, gemm->c.swapped};
    const int plain = !job->load && !c.swapped && (uintptr_t)c.data % (uintptr_t)c.size == 0;
    if (plain && c.across == job->compute)
        return c.data;
    if (c.across == 0) {
        double one;
        isc_gemm_load_columns(job, &c, 1, 1, 1, (char *)&one);
        isc_fill_find((int)job->compute)(n, &one, job->c);
    } else {
        isc_gemm_load_columns(job, &c, n, 1, n, job->c);
    }
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

void isc_gemm_finish(const isc_gemm_job *job, const isocast_gemm *gemm, isc_idx i, isc_idx m, isc_idx j, isc_idx n,
                     const isc_gemm_piece *strip, isc_idx *refused)
{
    const char *c = NULL;
    for (isc_idx y = 0; y < m; ++y) {
        char *sums = strip->z + y * strip->z_row;
        if (gemm->c.data && !strip->c && (y == 0 || gemm->c.row != 0)) /* what the kernels added is not added again */
            c = isc_gemm_addend(job, gemm, i + y, j, n);
        const isc_idx good = isc_gemm_row(job, gemm, n, c, sums), flat = (i + y) * gemm->n + j + good;
        if (refused && good < n && (*refused < 0 || flat < *refused))
            *refused = flat;
        if (!refused && !job->in_place)
            isc_gemm_store(job, gemm, i + y, j, n, sums);
    }
}
