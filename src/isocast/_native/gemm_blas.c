/* Gemm by the BLAS that NumPy ships, in blocks of the result that depend on its sizes alone, each by one thread: so the
 * result is the same for any number of threads. No arithmetic but through the BLAS and the core. */
#include "native.h"

#include "blas.h"

#define ISC_QUICK_WORK ((double)(1 << 15))  /* products up to which a call keeps the interpreter's lock */
#define ISC_SHARED_WORK ((double)(1 << 20)) /* products from which a call is shared between threads */
#define ISC_SLICE_WORK ((double)(1u << 31)) /* products between two chances for Ctrl-C */
#define ISC_BLOCK_UNIT 16                   /* rows and columns of blocks are multiples of this */
#define ISC_THIN 256                        /* a K below which moving the result costs more than computing it */

typedef struct {
    const isocast_gemm *gemm;
    isocast_idx rows, columns, wide; /* of a block; how many are side by side */
    isocast_idx scratch;             /* bytes for each thread */
    int filled;                      /* Y holds beta * C */
    int failed;                      /* atomic */
} isc_blocks;

typedef struct { /* beta * C into Y, with what is there for every operator */
    union {
        float narrow;
        double wide;
    } beta;
    isocast_plan plan;
} isc_addend;

enum { ISC_ADDEND_OPERANDS = 3 }; /* apart from the plan, as isocast_plan_make asks */

static double isc_work(const isocast_gemm *gemm)
{
    return (double)gemm->m * (double)gemm->n * (double)gemm->k;
}

/* 1, or 0 if it cannot be planned. */
static int isc_plan_addend(const isocast_gemm *gemm, isc_addend *addend, isocast_operand *operands)
{
    static const isocast_idx nothing[1] = {0};
    isocast_idx dims[2] = {gemm->m, gemm->n}, c_strides[2] = {gemm->c.row, gemm->c.column};
    isocast_idx y_strides[2] = {gemm->y.row, gemm->y.column};
    isocast_tensor inputs[2] = {{gemm->c.data, gemm->type, gemm->c.swapped, 2, dims, c_strides},
                                {(void *)&addend->beta, gemm->type, 0, 0, nothing, nothing}};
    isocast_tensor result = {gemm->y.data, gemm->type, gemm->y.swapped, 2, dims, y_strides};
    isocast_fault fault;
    int copies = gemm->beta == 1.0f;
    if (gemm->type == ISOCAST_DOUBLE)
        addend->beta.wide = gemm->beta;
    else
        addend->beta.narrow = gemm->beta;
    return isocast_plan_make(&addend->plan, copies ? ISOCAST_COPY : ISOCAST_MUL, copies ? 1 : 2, inputs, &result,
                             operands, &fault) == ISOCAST_OK;
}

/* Block `part` as a Gemm of its own. */
static isocast_gemm isc_block(const isc_blocks *blocks, ptrdiff_t part)
{
    isocast_gemm block = *blocks->gemm;
    isocast_idx i = part / blocks->wide * blocks->rows, j = part % blocks->wide * blocks->columns;
    block.m = block.m - i < blocks->rows ? block.m - i : blocks->rows;
    block.n = block.n - j < blocks->columns ? block.n - j : blocks->columns;
    block.a.data += i * block.a.row;
    block.b.data += j * block.b.column;
    block.y.data += i * block.y.row + j * block.y.column;
    if (block.c.data)
        block.c.data += i * block.c.row + j * block.c.column;
    return block;
}

static void isc_block_run(void *context, ptrdiff_t part, void *scratch)
{
    isc_blocks *blocks = context;
    isocast_gemm block = isc_block(blocks, part);
    isc_addend addend;
    isocast_operand operands[ISC_ADDEND_OPERANDS];
    if (!blocks->filled) {
        if (!isc_plan_addend(&block, &addend, operands)) {
            __atomic_store_n(&blocks->failed, 1, __ATOMIC_RELAXED);
            return;
        }
        isocast_fast_run(&addend.plan, 0, 1, scratch, blocks->scratch);
    }
    isc_blas_run(&block, block.c.data != NULL);
}

/* Whether Y need not be filled block by block: there is no C, it is Y, or all of Y has been filled now. -1: an exception. */
static int isc_fill(const isocast_gemm *gemm)
{
    isc_addend addend;
    isocast_operand operands[ISC_ADDEND_OPERANDS];
    if (!gemm->c.data || (gemm->beta == 1.0f && gemm->c.data == gemm->y.data))
        return 1;
    if (gemm->k >= ISC_THIN || isc_work(gemm) <= ISC_QUICK_WORK)
        return 0;
    if (isc_plan_addend(gemm, &addend, operands))
        return isc_run_plan(&addend.plan) < 0 ? -1 : 1;
    PyErr_SetString(PyExc_SystemError, "isocast: Gemm could not plan beta * C");
    return -1;
}

static isocast_idx isc_pieces(isocast_idx length, isocast_idx piece)
{
    return (length + piece - 1) / piece;
}

/* The length of even pieces, none longer than `most`, which is a multiple of the unit. */
static isocast_idx isc_piece(isocast_idx length, isocast_idx most)
{
    return isc_pieces(isc_pieces(length, isc_pieces(length, most)), ISC_BLOCK_UNIT) * ISC_BLOCK_UNIT;
}

/* Whole rows, as many as there is time for between two chances for Ctrl-C, and two blocks for each thread once there
 * is something to share. */
static isocast_idx isc_divide(isc_blocks *blocks, int threads)
{
    const isocast_gemm *gemm = blocks->gemm;
    const int shared = threads > 1 && isc_work(gemm) >= ISC_SHARED_WORK;
    isocast_idx wanted = shared ? 2 * threads : 1, rows = 4096, columns = 8192;
    for (;;) {
        blocks->rows = isc_piece(gemm->m, rows);
        blocks->columns = isc_piece(gemm->n, columns);
        blocks->wide = isc_pieces(gemm->n, blocks->columns);
        isocast_idx count = blocks->wide * isc_pieces(gemm->m, blocks->rows);
        int brief = (double)blocks->rows * (double)blocks->columns * (double)gemm->k <= ISC_SLICE_WORK;
        if ((brief && count >= wanted) || (rows <= 2 * ISC_BLOCK_UNIT && columns <= 4 * ISC_BLOCK_UNIT))
            return count;
        if (columns >= 2 * rows && columns > 4 * ISC_BLOCK_UNIT)
            columns /= 2;
        else
            rows /= 2;
    }
}

int isc_gemm_by_blas(const isocast_gemm *gemm)
{
    isc_blocks blocks = {.gemm = gemm};
    int most = isc_pool_threads(), failed = 0;
    isocast_idx count = isc_divide(&blocks, most);
    int threads = count < most ? (int)count : most;
    void *scratch = isc_pool_scratch();
    blocks.scratch = isc_pool_scratch_bytes(threads);
    blocks.filled = scratch ? isc_fill(gemm) : -1;
    if (!scratch)
        PyErr_NoMemory();
    if (blocks.filled < 0)
        return -1;
    isc_blas_begin();
    if (isc_work(gemm) <= ISC_QUICK_WORK && count == 1)
        isc_block_run(&blocks, 0, scratch);
    else
        failed = isc_run_parts(isc_block_run, &blocks, count, threads);
    isc_blas_end();
    if (blocks.failed && !failed)
        PyErr_SetString(PyExc_SystemError, "isocast: Gemm could not plan beta * C");
    return failed || blocks.failed ? -1 : 0;
}
