/* The BLAS that NumPy ships: see blas.h. Found by the names that NumPy's builds give it; nothing is linked against. */
#define _GNU_SOURCE

#include "blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { ISC_ROW_MAJOR = 101, ISC_PLAIN = 111, ISC_TRANSPOSED = 112 };

typedef void (*isc_sgemm)(int order, int ta, int tb, int64_t m, int64_t n, int64_t k, float alpha, const float *a,
                          int64_t lda, const float *b, int64_t ldb, float beta, float *c, int64_t ldc);
typedef void (*isc_dgemm)(int order, int ta, int tb, int64_t m, int64_t n, int64_t k, double alpha, const double *a,
                          int64_t lda, const double *b, int64_t ldb, double beta, double *c, int64_t ldc);

static struct {
    isc_sgemm sgemm;
    isc_dgemm dgemm;
    int (*get_threads)(void);
    void (*set_threads)(int);
    const char *(*config)(void);
    int use;
} blas;

static int isc_symbol(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol); /* ISO C has no cast from an object to a function */
    return symbol != NULL;
}

/* Only builds with 64-bit sizes, whose names say so: with any other the sizes would have to be guessed. */
int isc_blas_find(const char *numpy_module)
{
    void *library = dlopen(numpy_module, RTLD_NOLOAD | RTLD_LAZY);
    if (!library)
        return 0;
    const int found = (isc_symbol(library, "scipy_cblas_sgemm64_", &blas.sgemm) &&
                       isc_symbol(library, "scipy_cblas_dgemm64_", &blas.dgemm)) ||
                      (isc_symbol(library, "cblas_sgemm64_", &blas.sgemm) &&
                       isc_symbol(library, "cblas_dgemm64_", &blas.dgemm));
    if (!isc_symbol(library, "scipy_openblas_get_num_threads64_", &blas.get_threads) ||
        !isc_symbol(library, "scipy_openblas_set_num_threads64_", &blas.set_threads))
        blas.set_threads = NULL;
    (void)isc_symbol(library, "scipy_openblas_get_config64_", &blas.config);
    return found;
}

const char *isc_blas_name(void)
{
    return !blas.sgemm || !blas.dgemm ? "" : blas.config ? blas.config() : "a BLAS without a name";
}

int isc_blas_use(int use)
{
    const int before = blas.use;
    blas.use = use && blas.sgemm && blas.dgemm;
    return before;
}

/* How BLAS would call a matrix of these sizes: its leading dimension, and whether it is transposed; 0 if it cannot. */
static int64_t isc_leading(const isocast_matrix *matrix, isocast_idx rows, isocast_idx columns, isocast_idx size,
                           int *transposed)
{
    if (matrix->swapped || (uintptr_t)matrix->data % (uintptr_t)size != 0)
        return 0;
    *transposed = !(matrix->column == size || columns <= 1);
    isocast_idx step = *transposed ? matrix->column : matrix->row, inner = *transposed ? matrix->row : matrix->column;
    isocast_idx length = *transposed ? rows : columns, count = *transposed ? columns : rows;
    if (length > 1 && inner != size)
        return 0;
    if (count <= 1)
        return length > 0 ? length : 1;
    return step % size == 0 && step / size >= length ? (step / size > 0 ? step / size : 1) : 0;
}

int isc_blas_takes(const isocast_gemm *gemm)
{
    int ta, tb, ty;
    isocast_idx size = gemm->type == ISOCAST_FLOAT ? 4 : 8;
    if (!blas.use || (gemm->type != ISOCAST_FLOAT && gemm->type != ISOCAST_DOUBLE))
        return 0;
    if (gemm->m == 0 || gemm->n == 0 || gemm->k == 0 || gemm->alpha == 0.0f) /* BLAS does not look at A if alpha is 0 */
        return 0;
    return isc_leading(&gemm->a, gemm->m, gemm->k, size, &ta) && isc_leading(&gemm->b, gemm->k, gemm->n, size, &tb) &&
           isc_leading(&gemm->y, gemm->m, gemm->n, size, &ty) && !ty;
}

/* Threads are set for the whole process: the first to come sets them to one, the last to go sets them back. */
static struct {
    pthread_mutex_t lock;
    int inside, before;
} isc_alone = {.lock = PTHREAD_MUTEX_INITIALIZER};

void isc_blas_begin(void)
{
    if (!blas.set_threads)
        return;
    pthread_mutex_lock(&isc_alone.lock);
    if (isc_alone.inside++ == 0) {
        isc_alone.before = blas.get_threads();
        if (isc_alone.before > 1)
            blas.set_threads(1);
    }
    pthread_mutex_unlock(&isc_alone.lock);
}

void isc_blas_end(void)
{
    if (!blas.set_threads)
        return;
    pthread_mutex_lock(&isc_alone.lock);
    if (--isc_alone.inside == 0 && isc_alone.before > 1)
        blas.set_threads(isc_alone.before);
    pthread_mutex_unlock(&isc_alone.lock);
}

void isc_blas_run(const isocast_gemm *gemm, int add)
{
    int ta, tb, ty;
    isocast_idx size = gemm->type == ISOCAST_FLOAT ? 4 : 8;
    int64_t lda = isc_leading(&gemm->a, gemm->m, gemm->k, size, &ta), ldb = isc_leading(&gemm->b, gemm->k, gemm->n, size, &tb);
    int64_t ldy = isc_leading(&gemm->y, gemm->m, gemm->n, size, &ty);
    const void *a = gemm->a.data, *b = gemm->b.data;
    void *y = gemm->y.data;
    ta = ta ? ISC_TRANSPOSED : ISC_PLAIN;
    tb = tb ? ISC_TRANSPOSED : ISC_PLAIN;
    if (size == 4)
        blas.sgemm(ISC_ROW_MAJOR, ta, tb, gemm->m, gemm->n, gemm->k, gemm->alpha, a, lda, b, ldb, add ? 1.0f : 0.0f, y, ldy);
    else
        blas.dgemm(ISC_ROW_MAJOR, ta, tb, gemm->m, gemm->n, gemm->k, (double)gemm->alpha, a, lda, b, ldb, add ? 1.0 : 0.0, y,
                   ldy);
}
