/* Plans: which shapes are accepted and which refused, where a refusal points, how axes merge, what overlaps. */
#include "driver.h"
#include "harness.h"

#include <string.h>

#define HUGE_SIZE ((isc_idx)1 << 62)
#define MOST_AXES 4

typedef struct {
    isc_idx rank;
    isc_idx dims[MOST_AXES];
} shape;

typedef struct {
    isc_idx n;
    shape inputs[3], result;
    isocast_status status;
    isc_idx tensor, axis;
} shape_case;

/* Clauses: step1, step2, E1, B5, B6, multi-1, multi-2, multi-3 */
static const shape_case shape_cases[] = {
    {1, {{0, {0}}}, {0, {0}}, ISOCAST_OK, -1, -1},
    {1, {{2, {2, 3}}}, {2, {2, 3}}, ISOCAST_OK, -1, -1},
    {2, {{4, {2, 3, 4, 5}}, {0, {0}}}, {4, {2, 3, 4, 5}}, ISOCAST_OK, -1, -1},
    {2, {{4, {2, 3, 4, 5}}, {1, {5}}}, {4, {2, 3, 4, 5}}, ISOCAST_OK, -1, -1},
    {2, {{2, {4, 5}}, {4, {2, 3, 4, 5}}}, {4, {2, 3, 4, 5}}, ISOCAST_OK, -1, -1},
    {2, {{3, {1, 4, 5}}, {4, {2, 3, 1, 1}}}, {4, {2, 3, 4, 5}}, ISOCAST_OK, -1, -1},
    {2, {{3, {3, 4, 5}}, {4, {2, 1, 1, 1}}}, {4, {2, 3, 4, 5}}, ISOCAST_OK, -1, -1},
    {3, {{1, {3}}, {2, {2, 1}}, {3, {4, 1, 1}}}, {3, {4, 2, 3}}, ISOCAST_OK, -1, -1},
    {2, {{1, {0}}, {1, {1}}}, {1, {0}}, ISOCAST_OK, -1, -1},
    {2, {{2, {1, 0}}, {2, {5, 1}}}, {2, {5, 0}}, ISOCAST_OK, -1, -1},
    {2, {{2, {HUGE_SIZE, 1}}, {2, {1, HUGE_SIZE}}}, {2, {HUGE_SIZE, HUGE_SIZE}}, ISOCAST_OK, -1, -1},
    {2, {{1, {3}}, {1, {2}}}, {0, {0}}, ISOCAST_E1, 1, 0},
    {2, {{1, {2}}, {1, {3}}}, {0, {0}}, ISOCAST_E1, 0, 0},
    {2, {{3, {2, 3, 4}}, {2, {2, 4}}}, {0, {0}}, ISOCAST_E1, 1, 1},
    {2, {{1, {0}}, {1, {2}}}, {0, {0}}, ISOCAST_E1, 0, 0},
    {2, {{1, {7}}, {1, {0}}}, {0, {0}}, ISOCAST_E1, 1, 0},
    {3, {{1, {1}}, {1, {0}}, {1, {4}}}, {0, {0}}, ISOCAST_E1, 1, 0},
    {3, {{2, {5, 2}}, {2, {4, 3}}, {2, {5, 1}}}, {0, {0}}, ISOCAST_E1, 0, 1}, /* not tensor 1 on axis 0 */
    {3, {{2, {5, 3}}, {2, {4, 2}}, {2, {3, 3}}}, {0, {0}}, ISOCAST_E1, 1, 0},
};

static void describe(const shape *from, isocast_type type, void *data, isc_idx *strides, isocast_tensor *tensor)
{
    isc_idx extent = isc_type_bytes(type);
    for (isc_idx axis = from->rank; axis > 0; axis--) {
        strides[axis - 1] = extent;
        extent = isc_product(extent, from->dims[axis - 1], HUGE_SIZE) < 0 ? extent : extent * from->dims[axis - 1];
    }
    const isocast_tensor made = {data, type, 0, from->rank, from->dims, strides};
    *tensor = made;
}

static void test_shapes(void)
{
    for (size_t i = 0; i < sizeof shape_cases / sizeof shape_cases[0]; i++) {
        const shape_case *c = &shape_cases[i];
        isocast_tensor inputs[3];
        isc_idx strides[MOST_AXES], dims[MOST_AXES];
        isc_idx rank = 0;
        isocast_fault fault = {-1, -1, -1};
        for (isc_idx m = 0; m < c->n; m++) {
            describe(&c->inputs[m], ISOCAST_INT32, NULL, strides, &inputs[m]);
            rank = inputs[m].rank > rank ? inputs[m].rank : rank;
        }
        const isocast_status status = isocast_result_shape(c->n, inputs, rank, dims, &fault);
        CHECK(status == c->status, "case %zu: %d", i, status);
        CHECK(fault.tensor == c->tensor && fault.axis == c->axis, "case %zu: %td %td", i, fault.tensor, fault.axis);
        if (status != ISOCAST_OK) continue;
        CHECK(rank == c->result.rank, "case %zu: rank %td", i, rank);
        for (isc_idx k = 0; k < rank; k++) CHECK(dims[k] == c->result.dims[k], "case %zu axis %td", i, k);
    }
}

static int buffer[4096];

static isocast_status plan_of(isocast_op op, isc_idx n, const shape *inputs, isocast_type type, const shape *result,
                              isocast_plan *plan, isocast_operand *operands, isocast_fault *fault)
{
    isocast_tensor tensors[3], target;
    isc_idx strides[4][MOST_AXES];
    for (isc_idx m = 0; m < n; m++) describe(&inputs[m], type, buffer, strides[m], &tensors[m]);
    describe(result, type, buffer + 2048, strides[3], &target);
    return isocast_plan_make(plan, op, n, tensors, &target, operands, fault);
}

typedef struct {
    isocast_op op;
    isocast_type type;
    isc_idx n;
    shape inputs[3], result;
    isocast_status status;
    isc_idx tensor, axis;
} plan_case;

/* Clauses: uni-1, uni-2, uni-3, uni-result, prelu, schema-types */
static const plan_case plan_cases[] = {
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{2, {2, 3}}, {2, {2, 3}}}, {2, {2, 3}}, ISOCAST_OK, -1, -1},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{2, {2, 3}}, {1, {3}}}, {2, {2, 3}}, ISOCAST_OK, -1, -1},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{2, {2, 0}}, {2, {1, 1}}}, {2, {2, 0}}, ISOCAST_OK, -1, -1},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{1, {1}}, {1, {3}}}, {1, {3}}, ISOCAST_NOT_UNIDIRECTIONAL, 1, 0},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{0, {0}}, {1, {1}}}, {1, {1}}, ISOCAST_NOT_UNIDIRECTIONAL, 1, 0},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{2, {1, 1}}, {2, {1, 0}}}, {2, {1, 0}}, ISOCAST_NOT_UNIDIRECTIONAL, 1, 1},
    {ISOCAST_PRELU, ISOCAST_FLOAT, 2, {{3, {2, 3, 4}}, {1, {3}}}, {3, {2, 3, 4}}, ISOCAST_NOT_UNIDIRECTIONAL, 1, 2},
    {ISOCAST_COPY, ISOCAST_INT64, 1, {{1, {3}}}, {2, {2, 3}}, ISOCAST_OK, -1, -1},
    {ISOCAST_COPY, ISOCAST_INT64, 1, {{2, {1, 3}}}, {1, {3}}, ISOCAST_NOT_UNIDIRECTIONAL, 0, 0},
    {ISOCAST_COPY, ISOCAST_INT64, 1, {{2, {2, 3}}}, {2, {1, 3}}, ISOCAST_NOT_UNIDIRECTIONAL, 0, 0},
    {ISOCAST_COPY, ISOCAST_INT64, 1, {{0, {0}}}, {2, {0, HUGE_SIZE}}, ISOCAST_OK, -1, -1},
    {ISOCAST_COPY, ISOCAST_INT8, 1, {{0, {0}}}, {2, {HUGE_SIZE, 2}}, ISOCAST_TOO_LARGE, -1, -1},
    {ISOCAST_COPY, ISOCAST_INT64, 1, {{0, {0}}}, {1, {HUGE_SIZE}}, ISOCAST_TOO_LARGE, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT8, 2, {{2, {HUGE_SIZE, 1}}, {2, {1, 4}}}, {2, {HUGE_SIZE, 4}}, ISOCAST_TOO_LARGE, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT32, 2, {{2, {2, 3}}, {2, {3, 3}}}, {2, {2, 3}}, ISOCAST_E1, 0, 0},
    {ISOCAST_ADD, ISOCAST_INT32, 2, {{2, {2, 3}}, {1, {3}}}, {2, {3, 2}}, ISOCAST_RESULT_SHAPE, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT32, 2, {{2, {2, 3}}, {1, {3}}}, {3, {1, 2, 3}}, ISOCAST_RESULT_SHAPE, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT32, 2, {{0, {0}}, {0, {0}}}, {1, {5}}, ISOCAST_RESULT_SHAPE, -1, -1},
    {ISOCAST_ADD, ISOCAST_BOOL, 2, {{1, {3}}, {1, {3}}}, {1, {3}}, ISOCAST_TYPE, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT32, 1, {{1, {3}}}, {1, {3}}, ISOCAST_INPUTS, -1, -1},
    {ISOCAST_ADD, ISOCAST_INT32, 3, {{1, {3}}, {1, {3}}, {1, {3}}}, {1, {3}}, ISOCAST_INPUTS, -1, -1},
    {ISOCAST_MAX, ISOCAST_INT32, 0, {{0, {0}}}, {1, {3}}, ISOCAST_INPUTS, -1, -1},
    {ISOCAST_MAX, ISOCAST_INT32, 3, {{1, {3}}, {2, {2, 1}}, {0, {0}}}, {2, {2, 3}}, ISOCAST_OK, -1, -1},
};

static void test_plans(void)
{
    for (size_t i = 0; i < sizeof plan_cases / sizeof plan_cases[0]; i++) {
        const plan_case *c = &plan_cases[i];
        isocast_plan plan;
        isocast_operand operands[4];
        isocast_fault fault;
        const isocast_status status = plan_of(c->op, c->n, c->inputs, c->type, &c->result, &plan, operands, &fault);
        CHECK(status == c->status, "case %zu: %d", i, status);
        CHECK(fault.tensor == c->tensor && fault.axis == c->axis, "case %zu: %td %td", i, fault.tensor, fault.axis);
        CHECK(fault.index == -1, "case %zu: %td", i, fault.index);
    }
}

/* Counts beyond the range in which a product needs no division. */
static void test_counts(void)
{
    const shape scalar = {0, {0}}, wide = {2, {(isc_idx)3 << 33, 5}}, empty = {3, {HUGE_SIZE, 0, HUGE_SIZE}};
    isocast_plan plan;
    isocast_operand operands[2];
    isocast_fault fault;
    CHECK(plan_of(ISOCAST_COPY, 1, &scalar, ISOCAST_INT8, &wide, &plan, operands, &fault) == ISOCAST_OK, "wide");
    CHECK(plan.elements == (isc_idx)15 << 33, "wide: %td", plan.elements);
    CHECK(plan_of(ISOCAST_COPY, 1, &scalar, ISOCAST_INT8, &empty, &plan, operands, &fault) == ISOCAST_OK, "empty");
    CHECK(plan.elements == 0, "empty: %td", plan.elements);
}

/* Clauses: rank */
static void test_rank(void)
{
    isc_idx dims[65], strides[65];
    for (isc_idx axis = 0; axis < 65; axis++) {
        dims[axis] = axis % 7 == 0 ? 2 : 1;
        strides[axis] = 4;
    }
    isocast_tensor tensors[3];
    isocast_plan plan;
    isocast_operand operands[3];
    isocast_fault fault;
    for (int rank = 64; rank <= 65; rank++) {
        for (int m = 0; m < 3; m++) {
            const isocast_tensor made = {(void *)(buffer + 1024 * m), ISOCAST_INT32, 0, rank, dims, strides};
            tensors[m] = made;
        }
        const isocast_status status = isocast_plan_make(&plan, ISOCAST_ADD, 2, tensors, &tensors[2], operands, &fault);
        CHECK(status == (rank == 64 ? ISOCAST_OK : ISOCAST_RANK), "rank %d: %d", rank, status);
    }
    CHECK(isocast_result_shape(1, tensors, 65, dims, &fault) == ISOCAST_RANK, "65 axes");
}

/* A 3-D tensor of ints over the buffer with chosen strides (in elements) and first element. */
static isocast_tensor strided(const isc_idx *dims, isc_idx *strides, isc_idx a, isc_idx b, isc_idx c, int *first)
{
    strides[0] = 4 * a;
    strides[1] = 4 * b;
    strides[2] = 4 * c;
    const isocast_tensor made = {(void *)first, ISOCAST_INT32, 0, 3, dims, strides};
    return made;
}

static void test_merging(void)
{
    static const isc_idx dims[] = {2, 3, 4}, row[] = {1, 1, 4}, one_axis[] = {1, 3, 1};
    isc_idx s[3][3];
    isocast_tensor t[3];
    isocast_plan plan;
    isocast_operand operands[3];
    isocast_fault fault;
    t[0] = strided(dims, s[0], 12, 4, 1, buffer);
    t[1] = strided(row, s[1], 99, 99, 1, buffer);
    t[2] = strided(dims, s[2], 12, 4, 1, buffer + 1000);
    CHECK(isocast_plan_make(&plan, ISOCAST_ADD, 2, t, &t[2], operands, &fault) == ISOCAST_OK, "row");
    CHECK(plan.rank == 2 && plan.dims[0] == 6 && plan.dims[1] == 4, "row: rank %td", plan.rank);
    CHECK(operands[1].strides[0] == 0 && operands[1].strides[1] == 4, "row: strides");
    t[1] = strided(one_axis, s[1], 7, 1, 7, buffer);
    CHECK(isocast_plan_make(&plan, ISOCAST_ADD, 2, t, &t[2], operands, &fault) == ISOCAST_OK, "middle");
    CHECK(plan.rank == 3, "middle: rank %td", plan.rank);
    for (int m = 0; m < 3; m++) t[m] = strided(dims, s[m], 1, 2, 6, buffer + 1000 * m);
    CHECK(isocast_plan_make(&plan, ISOCAST_ADD, 2, t, &t[2], operands, &fault) == ISOCAST_OK, "column order");
    CHECK(plan.rank == 1 && plan.dims[0] == 24 && operands[2].strides[0] == 4, "column order: rank %td", plan.rank);
    CHECK(isocast_plan_make(&plan, ISOCAST_DIV, 2, t, &t[2], operands, &fault) == ISOCAST_OK, "checked");
    CHECK(plan.rank == 3 && plan.flat[0] == 1 && plan.flat[2] == 12, "checked: rank %td", plan.rank);
    for (int m = 0; m < 3; m++) t[m] = strided(dims, s[m], -12, -4, -1, buffer + 1000 * m + 23);
    CHECK(isocast_plan_make(&plan, ISOCAST_DIV, 2, t, &t[2], operands, &fault) == ISOCAST_OK, "reversed");
    CHECK(plan.rank == 1 && operands[0].data == (unsigned char *)buffer, "reversed: rank %td", plan.rank);
    CHECK(plan.flat_base == 23 && plan.flat[0] == -1, "reversed: flat %td", plan.flat_base);
}

/* Whether two tensors of one shape share a byte, element by element. */
static int share(const isocast_tensor *a, const isocast_tensor *b)
{
    static unsigned char seen[sizeof buffer];
    int shared = 0;
    memset(seen, 0, sizeof seen);
    for (int pass = 0; pass < 2; pass++) {
        const isocast_tensor *t = pass == 0 ? a : b;
        for (isc_idx i = 0; i < t->dims[0]; i++) {
            for (isc_idx k = 0; k < t->dims[1]; k++) {
                const isc_idx at = (char *)t->data - (char *)buffer + i * t->strides[0] + k * t->strides[1];
                for (isc_idx byte = at; byte < at + isc_type_bytes(t->type); byte++) {
                    if (pass == 0) seen[byte] = 1;
                    shared |= pass == 1 && seen[byte];
                }
            }
        }
    }
    return shared;
}

static void check_overlap(const isocast_tensor *x, const isocast_tensor *z, int exact)
{
    isocast_plan plan;
    isocast_operand operands[2];
    isocast_fault fault;
    if (isocast_plan_make(&plan, ISOCAST_COPY, 1, x, z, operands, &fault)) return;
    const int same = x->data == z->data && x->strides[0] == z->strides[0] && x->strides[1] == z->strides[1];
    const isc_idx found = isocast_plan_overlaps(&plan);
    CHECK(found == 0 || same || !share(x, z), "an overlap was not seen");
    CHECK(!same || found == -1, "in place is not an overlap");
    if (exact) CHECK((found == 0) == (!same && share(x, z)), "found %td", found);
}

static void test_overlaps(void)
{
    static const isc_idx dims[] = {5, 7};
    isc_idx sx[2], sz[2];
    for (int trial = 0; trial < 20000; trial++) {
        const isc_idx unit = harness_chance(2) ? 4 : 1;
        sx[0] = unit * harness_between(-20, 20);
        sx[1] = unit * harness_between(-20, 20);
        sz[0] = unit * harness_between(8, 20);
        sz[1] = unit * harness_between(1, 20);
        if (harness_chance(3)) memcpy(sx, sz, sizeof sx);
        char *middle = (char *)buffer + 4000, *first = middle + unit * harness_between(-300, 300);
        const isocast_tensor x = {(void *)first, ISOCAST_INT32, 0, 2, dims, sx};
        const isocast_tensor z = {(void *)(harness_chance(8) ? first : middle), ISOCAST_INT32, 0, 2, dims, sz};
        check_overlap(&x, &z, 0);
    }
    for (isc_idx column = 0; column < 9; column++) { /* columns of a matrix, and every other element */
        sx[0] = sz[0] = 4 * 63;
        sx[1] = sz[1] = 4 * 9;
        const isocast_tensor x = {(void *)buffer, ISOCAST_INT32, 0, 2, dims, sx};
        const isocast_tensor z = {(void *)(buffer + column), ISOCAST_INT32, 0, 2, dims, sz};
        check_overlap(&x, &z, 1);
        check_overlap(&z, &x, 1);
    }
}

/* Adjacent arrays touch, and do not overlap. */
static void test_neighbours(void)
{
    static const isc_idx dims[] = {3, 5}, strides[] = {20, 4};
    const isocast_tensor low = {(void *)buffer, ISOCAST_INT32, 0, 2, dims, strides};
    const isocast_tensor high = {(void *)(buffer + 15), ISOCAST_INT32, 0, 2, dims, strides};
    check_overlap(&low, &high, 1);
    check_overlap(&high, &low, 1);
}

/* Only integers can be refused for their values: floats merge freely. */
static void test_indexed(void)
{
    static const isocast_type reals[] = {ISOCAST_FLOAT, ISOCAST_DOUBLE, ISOCAST_FLOAT16, ISOCAST_BFLOAT16};
    static const shape small = {1, {3}};
    const shape inputs[2] = {small, small};
    isocast_plan plan;
    isocast_operand operands[3];
    isocast_fault fault;
    for (int i = 0; i < 4; i++) {
        const isocast_status status = plan_of(ISOCAST_DIV, 2, inputs, reals[i], &small, &plan, operands, &fault);
        CHECK(status == ISOCAST_OK && !plan.indexed, "type %d: status %d", reals[i], status);
    }
    CHECK(plan_of(ISOCAST_DIV, 2, inputs, ISOCAST_INT32, &small, &plan, operands, &fault) == ISOCAST_OK, "int32");
    CHECK(plan.indexed, "int32");
}

static void test_parts(void)
{
    isocast_plan plan;
    isocast_operand operands[3];
    isocast_fault fault;
    const shape small = {1, {3}}, inputs[2] = {{2, {HUGE_SIZE >> 40, 1}}, {0, {0}}};
    const shape small_inputs[2] = {small, small};
    CHECK(plan_of(ISOCAST_ADD, 2, small_inputs, ISOCAST_FLOAT, &small, &plan, operands, &fault) == ISOCAST_OK, "small");
    CHECK(isocast_fast_parts(&plan, 8) == 1, "three elements are one part");
    CHECK(plan_of(ISOCAST_ADD, 2, inputs, ISOCAST_FLOAT, &inputs[0], &plan, operands, &fault) == ISOCAST_OK, "large");
    CHECK(isocast_fast_parts(&plan, 8) == 8, "four million elements are worth eight threads");
    CHECK(isocast_fast_parts(&plan, 1) == 1, "never more than asked for");
    CHECK(plan_of(ISOCAST_DIV, 2, inputs, ISOCAST_FLOAT, &inputs[0], &plan, operands, &fault) == ISOCAST_OK, "slow");
    CHECK(isocast_fast_slices(&plan, 8) == 32 && isocast_fast_slices(&plan, 1) == 32, "parts of half a mebibyte");
    CHECK(isocast_fast_slices(&plan, 64) == 64, "a part for each");
}

int main(void)
{
    test_shapes();
    test_plans();
    test_counts();
    test_rank();
    test_merging();
    test_overlaps();
    test_neighbours();
    test_indexed();
    test_parts();
    return harness_report();
}
