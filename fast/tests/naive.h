/* One call of an operator, and its result one element at a time in row-major order: what test_run compares with.
 * An element is computed by its kernel with n = 1 (the kernels have tests of their own). */
#ifndef ISC_TEST_NAIVE_H
#define ISC_TEST_NAIVE_H

#include "layouts.h"

#define MOST_INPUTS 12

typedef struct {
    isocast_op op;
    isc_idx n, rank;
    isc_idx dims[ISOCAST_MAX_RANK];
    isc_kernel kernel;
    layout input[MOST_INPUTS], result;
    isocast_tensor tensors[MOST_INPUTS];
} trial;

static inline void compute(const trial *t, char (*x)[16], char *z)
{
    const isc_kernel *k = &t->kernel;
    char a[16], b[16], c[16];
    if (t->op == ISOCAST_COPY || (isc_is_fold(t->op) && t->n == 1)) {
        memcpy(z, x[0], 16);
        return;
    }
    if (t->op == ISOCAST_WHERE) {
        memcpy(z, x[x[0][0] ? 1 : 2], 16);
        return;
    }
    memcpy(a, x[0], 16);
    const isc_convert first = isc_is_fold(t->op) ? k->load_y : k->load_x;
    if (first) first(1, x[0], a);
    for (isc_idx m = 1; m < t->n; m++) {
        memcpy(b, x[m], 16);
        if (k->load_y) k->load_y(1, x[m], b);
        k->row(1, a, 1, b, 1, c);
        memcpy(a, c, 16);
    }
    if (t->op == ISOCAST_MEAN) {
        const double wide = (double)t->n;
        const float narrow = (float)t->n;
        isc_kernel divide;
        isc_kernel_find(ISOCAST_DIV, k->compute_x == 8 ? ISOCAST_DOUBLE : ISOCAST_FLOAT,
                        k->compute_x == 8 ? ISOCAST_DOUBLE : ISOCAST_FLOAT, &divide);
        divide.row(1, a, 1, k->compute_x == 8 ? (const void *)&wide : (const void *)&narrow, 1, c);
        memcpy(a, c, 16);
    }
    memcpy(z, a, 16);
    if (k->store) k->store(1, a, z);
}

static inline int refused(const trial *t, char (*x)[16])
{
    char a[16], b[16];
    if (!t->kernel.check) return 0;
    memcpy(a, x[0], 16);
    memcpy(b, x[1], 16);
    if (t->kernel.load_x) t->kernel.load_x(1, x[0], a);
    if (t->kernel.load_y) t->kernel.load_y(1, x[1], b);
    return t->kernel.check(1, a, 1, b, 1) == 0;
}

/* What the result's memory must hold afterwards, bytes between its elements included; or the first refused index. */
static inline isc_idx expect(const trial *t, char *memory)
{
    isc_idx index[ISOCAST_MAX_RANK] = {0};
    isc_idx flat = 0;
    if (isc_count(t->rank, t->dims, PTRDIFF_MAX) == 0) return -1;
    do {
        char x[MOST_INPUTS][16] = {{0}}, z[16] = {0};
        for (isc_idx m = 0; m < t->n; m++) {
            layout_move(&t->tensors[m], layout_at(&t->tensors[m], t->rank, index), x[m]);
        }
        if (refused(t, x)) return flat;
        compute(t, x, z);
        layout_move(&t->result.tensor, z, memory + (layout_at(&t->result.tensor, t->rank, index) - t->result.memory));
        flat++;
    } while (layout_next(t->rank, t->dims, index));
    return -1;
}

#endif
