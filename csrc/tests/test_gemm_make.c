/* What isocast_gemm_make takes and refuses, and what it says: one row for each case. */
#include "isocast/isocast.h"

#include "harness.h"

#include <string.h>

#define HUGE_SIZE ((isocast_idx)1 << 40)

typedef struct {
    isocast_idx rank, dims[3];
    isocast_type type;
} described;

typedef struct {
    const char *what;
    described a, b, c, y; /* rank -1: no C */
    int trans_a, trans_b;
    isocast_status status;
    isocast_idx tensor, axis;
} refusal;

#define F ISOCAST_FLOAT
#define D ISOCAST_DOUBLE
#define UNFIT ISOCAST_NOT_UNIDIRECTIONAL
#define NO_C {-1, {0}, F}

static const refusal refusals[] = {
    {"taken", {2, {2, 3}, F}, {2, {3, 4}, F}, {1, {4}, F}, {2, {2, 4}, F}, 0, 0, ISOCAST_OK, 0, 0},
    {"both transposed", {2, {3, 2}, F}, {2, {4, 3}, F}, NO_C, {2, {2, 4}, F}, 1, 7, ISOCAST_OK, 0, 0},
    {"no products", {2, {2, 0}, F}, {2, {0, 4}, F}, {0, {0}, F}, {2, {2, 4}, F}, 0, 0, ISOCAST_OK, 0, 0},
    {"no type of Gemm's", {2, {2, 3}, ISOCAST_INT8}, {2, {3, 4}, F}, NO_C, {2, {2, 4}, F}, 0, 0, ISOCAST_TYPE, 0, -1},
    {"B of another type", {2, {2, 3}, F}, {2, {3, 4}, D}, NO_C, {2, {2, 4}, F}, 0, 0, ISOCAST_TYPE, 1, -1},
    {"C of another type", {2, {2, 3}, F}, {2, {3, 4}, F}, {1, {4}, D}, {2, {2, 4}, F}, 0, 0, ISOCAST_TYPE, 2, -1},
    {"Y of another type", {2, {2, 3}, F}, {2, {3, 4}, F}, NO_C, {2, {2, 4}, ISOCAST_INT32}, 0, 0, ISOCAST_TYPE, 3, -1},
    {"A a vector", {1, {3}, F}, {2, {3, 4}, F}, NO_C, {2, {2, 4}, F}, 0, 0, ISOCAST_MATRICES, 0, -1},
    {"B of rank 3", {2, {2, 3}, F}, {3, {1, 3, 4}, F}, NO_C, {2, {2, 4}, F}, 0, 0, ISOCAST_MATRICES, 1, -1},
    {"K differs", {2, {2, 3}, F}, {2, {3, 4}, F}, NO_C, {2, {2, 4}, F}, 0, 1, ISOCAST_MATRICES, 1, -1},
    {"C of rank 3", {2, {2, 3}, F}, {2, {3, 4}, F}, {3, {1, 1, 4}, F}, {2, {2, 4}, F}, 0, 0, UNFIT, 2, 0},
    {"C's rows", {2, {2, 3}, F}, {2, {3, 4}, F}, {2, {3, 5}, F}, {2, {2, 4}, F}, 0, 0, UNFIT, 2, 0},
    {"C's columns", {2, {2, 3}, F}, {2, {3, 4}, F}, {1, {2}, F}, {2, {2, 4}, F}, 0, 0, UNFIT, 2, 1},
    {"Y transposed", {2, {2, 3}, F}, {2, {3, 4}, F}, NO_C, {2, {4, 2}, F}, 0, 0, ISOCAST_RESULT_SHAPE, 3, -1},
    {"too many elements", {2, {HUGE_SIZE, 0}, F}, {2, {0, HUGE_SIZE}, F}, NO_C, {2, {HUGE_SIZE, HUGE_SIZE}, F}, 0, 0,
     ISOCAST_TOO_LARGE, 3, -1},
};

static const isocast_idx strides[3] = {1000, 4, 4};

static isocast_tensor tensor(const described *of)
{
    const isocast_tensor it = {NULL, of->type, 0, of->rank, of->dims, strides};
    return it;
}

static void check_refusal(const refusal *one)
{
    const isocast_tensor a = tensor(&one->a), b = tensor(&one->b), c = tensor(&one->c), y = tensor(&one->y);
    isocast_fault fault = {-7, -7, -7};
    isocast_gemm gemm, before;
    memset(&gemm, 0x55, sizeof gemm);
    memcpy(&before, &gemm, sizeof gemm);
    const isocast_status status = isocast_gemm_make(&gemm, &a, &b, one->c.rank < 0 ? NULL : &c, &y, one->trans_a,
                                                    one->trans_b, 1.0f, 1.0f, &fault);
    CHECK(status == one->status, "%s: status %d, not %d", one->what, status, one->status);
    if (one->status == ISOCAST_OK) return;
    CHECK(fault.tensor == one->tensor && fault.axis == one->axis, "%s: tensor %td, axis %td", one->what, fault.tensor,
          fault.axis);
    CHECK(fault.index == -1, "%s: index %td", one->what, fault.index);
    CHECK(memcmp(&gemm, &before, sizeof gemm) == 0, "%s: a refused Gemm was written", one->what);
}

/* A transposed, C stretched along its rows: strides by the axes of the result. */
static void check_matrices(void)
{
    unsigned char data[4];
    const isocast_idx a_dims[2] = {3, 2}, a_strides[2] = {-8, 4}, b_dims[2] = {3, 4}, b_strides[2] = {16, 0};
    const isocast_idx c_dims[2] = {1, 4}, c_strides[2] = {99, 12}, y_dims[2] = {2, 4}, y_strides[2] = {16, -4};
    const isocast_tensor a = {data, ISOCAST_INT32, 1, 2, a_dims, a_strides};
    const isocast_tensor b = {data + 1, ISOCAST_INT32, 0, 2, b_dims, b_strides};
    const isocast_tensor c = {data + 2, ISOCAST_INT32, 1, 2, c_dims, c_strides};
    const isocast_tensor y = {data + 3, ISOCAST_INT32, 0, 2, y_dims, y_strides};
    isocast_fault fault;
    isocast_gemm gemm;
    CHECK(isocast_gemm_make(&gemm, &a, &b, &c, &y, 1, 0, 2.0f, 0.5f, &fault) == ISOCAST_OK, "taken");
    CHECK(gemm.m == 2 && gemm.n == 4 && gemm.k == 3 && gemm.type == ISOCAST_INT32, "sizes");
    CHECK(gemm.a.data == data && gemm.a.row == 4 && gemm.a.column == -8 && gemm.a.swapped == 1, "A'");
    CHECK(gemm.b.data == data + 1 && gemm.b.row == 16 && gemm.b.column == 0 && gemm.b.swapped == 0, "B'");
    CHECK(gemm.c.data == data + 2 && gemm.c.row == 0 && gemm.c.column == 12 && gemm.c.swapped == 1, "C");
    CHECK(gemm.y.data == data + 3 && gemm.y.row == 16 && gemm.y.column == -4, "Y");
    CHECK(gemm.fractional && gemm.alpha == 2.0f && gemm.beta == 0.5f, "factors");
    CHECK(isocast_gemm_make(&gemm, &a, &b, &c, &y, 1, 0, 2.0f, -0.0f, &fault) == ISOCAST_OK, "taken");
    CHECK(gemm.c.data == NULL && gemm.c.row == 0 && gemm.c.column == 0 && !gemm.fractional, "beta 0 does not read C");
}

int main(void)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) check_refusal(&refusals[i]);
    check_matrices();
    return harness_report();
}
