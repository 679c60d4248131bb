/* Every row of every (operator, type) pair against a long-hand loop: values at the borders and at random, every
 * combination of steps, lengths around the vectors' sizes, in place, at each instruction set this processor has. */
#include "rows_values.h"

/* How many types the newest schema of each operator has, of the thirteen that are computed with. */
static const int schema_types[] = {12, 12, 12, 12, 12, 12, 6, 12, 12, 4, 4, 13, 12, 12, 12, 12, 1, 1, 1, 8, 8, 8,
                                   8, 8, 8};

static row_room x_room, y_room, z_room, cx_room, cy_room, cz_room, in_place_room;

/* What the driver does with a kernel: load, compute, store. */
static void run_kernel(const isc_kernel *kernel, isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy,
                       void *z)
{
    const void *px = x, *py = y;
    if (kernel->load_x)
        kernel->load_x(sx ? n : 1, x, cx_room.bytes), px = cx_room.bytes;
    if (kernel->load_y)
        kernel->load_y(sy ? n : 1, y, cy_room.bytes), py = cy_room.bytes;
    kernel->row(n, px, sx, py, sy, kernel->store ? cz_room.bytes : z);
    if (kernel->store)
        kernel->store(n, cz_room.bytes, z);
}

/* Every pair of borders, then random pairs; returns how many. */
static isc_idx fill_pairs(const reference_type *type)
{
    uint64_t values[64];
    const isc_idx borders = border_values(type, values);
    isc_idx n = 0;
    for (isc_idx i = 0; i < borders; i++)
        for (isc_idx j = 0; j < borders; j++, n++) {
            reference_put(type, x_room.bytes, n, values[i]);
            reference_put(type, y_room.bytes, n, values[j]);
        }
    for (; n < MOST; n++) {
        const uint64_t b = random_bits(type), multiple = b * (harness_random() >> harness_between(0, 63));
        const int is_multiple = type->kind != 'f' && harness_chance(2); /* or next to one, where quotients change */
        const uint64_t beside = multiple + (uint64_t)harness_between(-1, 1);
        reference_put(type, x_room.bytes, n, is_multiple ? beside : random_bits(type));
        reference_put(type, y_room.bytes, n, b);
    }
    return n;
}

static const reference_type *result_type(isocast_op op, const reference_type *type)
{
    return reference_gives_bool(op) ? &reference_types[REFERENCE_TYPES - 1] : type;
}

static void compare(isocast_op op, const reference_type *type, isc_idx n, const char *x, isc_idx sx, const char *y,
                    isc_idx sy, const char *z, const char *how)
{
    const reference_type *result = result_type(op, type);
    const int has_divisor = type->kind != 'f' && (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD);
    for (isc_idx i = 0; i < n; i++) {
        const uint64_t a = reference_bits(type, x, sx ? i : 0), b = reference_bits(type, y, sy ? i : 0);
        const uint64_t seen = reference_bits(result, z, i), wanted = reference_element(op, type, a, b);
        if (has_divisor && b == 0)
            continue; /* refused by the check; here it only must not trap */
        CHECK(seen == wanted || (reference_is_nan(result, seen) && reference_is_nan(result, wanted)),
              "%s %s %s (%s, steps %d %d) of %llx, %llx is %llx, not %llx", op_names[op], type->name, isocast_isa(),
              how, (int)sx, (int)sy, (unsigned long long)a, (unsigned long long)b, (unsigned long long)seen,
              (unsigned long long)wanted);
    }
}

/* Steps, lengths and places: each row begins one element in, so that nothing is aligned to a vector. */
static void test_shapes(isocast_op op, const reference_type *type, const isc_kernel *kernel)
{
    const reference_type *result = result_type(op, type);
    for (isc_idx n = 0; n <= MOST - 9; n += n < 70 ? 1 : n < 300 ? 115 : MOST - 309)
        for (int steps = 0; steps < 4; steps++) {
            const isc_idx sx = steps & 1, sy = steps >> 1, start = harness_between(1, n < 400 ? MOST - 400 : 9);
            const char *x = x_room.bytes + start * type->bytes, *y = y_room.bytes + start * type->bytes;
            char *z = z_room.bytes + result->bytes;
            memset(z_room.bytes, 0x5a, sizeof z_room.bytes);
            run_kernel(kernel, n, x, sx, y, sy, z);
            compare(op, type, n, x, sx, y, sy, z, "short");
            CHECK(z[n * result->bytes] == 0x5a && z[-1] == 0x5a, "%s %s writes past %d elements", op_names[op],
                  type->name, (int)n);
        }
}

static void test_in_place(isocast_op op, const reference_type *type, const isc_kernel *kernel)
{
    if (result_type(op, type)->bytes != type->bytes)
        return;
    memcpy(in_place_room.bytes, x_room.bytes, sizeof x_room.bytes);
    run_kernel(kernel, MOST, in_place_room.bytes, 1, y_room.bytes, 1, in_place_room.bytes);
    compare(op, type, MOST, x_room.bytes, 1, y_room.bytes, 1, in_place_room.bytes, "in place of x");
    memcpy(in_place_room.bytes, y_room.bytes, sizeof y_room.bytes);
    run_kernel(kernel, MOST, x_room.bytes, 1, in_place_room.bytes, 1, in_place_room.bytes);
    compare(op, type, MOST, x_room.bytes, 1, y_room.bytes, 1, in_place_room.bytes, "in place of y");
}

/* The check finds the first zero divisor, wherever it is, and nothing else. */
static void test_check(const reference_type *type, const isc_kernel *kernel)
{
    const isc_idx n = 333;
    for (isc_idx i = 0; i <= n; i++)
        reference_put(type, y_room.bytes, i, random_bits(type) | 1);
    CHECK(kernel->check(n, x_room.bytes, 1, y_room.bytes, 1) == n, "%s: a zero where none is", type->name);
    CHECK(!isc_any_zero(type->type, n, y_room.bytes), "%s: a zero where none is", type->name);
    for (int round = 0; round < 40; round++) {
        const isc_idx at = harness_between(0, n - 1);
        const uint64_t kept = reference_bits(type, y_room.bytes, at);
        reference_put(type, y_room.bytes, at, 0);
        CHECK(kernel->check(n, x_room.bytes, 0, y_room.bytes, 1) == at, "%s: zero divisor at %d", type->name, (int)at);
        CHECK(kernel->check(at, x_room.bytes, 1, y_room.bytes, 1) == at, "%s: none before %d", type->name, (int)at);
        CHECK(kernel->check(n, x_room.bytes, 1, y_room.bytes + at * type->bytes, 0) == 0, "%s: one zero for all",
              type->name);
        CHECK(isc_any_zero(type->type, n, y_room.bytes), "%s: zero at %d unseen", type->name, (int)at);
        reference_put(type, y_room.bytes, at, kept);
    }
}

static void test_pair(isocast_op op, const reference_type *type)
{
    isc_kernel kernel;
    CHECK(isc_kernel_find(op, type->type, type->type, &kernel), "%s %s", op_names[op], type->name);
    const isc_idx n = fill_pairs(type);
    run_kernel(&kernel, n, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
    compare(op, type, n, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes, "long");
    test_shapes(op, type, &kernel);
    test_in_place(op, type, &kernel);
    if (kernel.check)
        test_check(type, &kernel);
}

/* No more pairs than the schemas', and Pow's are tested apart. */
static void test_operators(void)
{
    for (int op = ISOCAST_ADD; op <= ISOCAST_PRELU; op++) {
        int types = 0;
        for (int t = 0; t < REFERENCE_TYPES; t++) {
            const reference_type *type = &reference_types[t];
            isc_kernel kernel;
            const int has = isc_kernel_find((isocast_op)op, type->type, type->type, &kernel);
            types += has;
            if (has && op != ISOCAST_POW && op != ISOCAST_SUM && op != ISOCAST_MEAN)
                test_pair((isocast_op)op, type);
            if (op != ISOCAST_POW)
                CHECK(!isc_kernel_find((isocast_op)op, type->type, reference_types[(t + 1) % REFERENCE_TYPES].type,
                                       &kernel),
                      "%s of two types", op_names[op]);
        }
        CHECK(types == schema_types[op], "%s has %d types", op_names[op], types);
    }
}

/* Sum and Mean take a step from an accumulator that is a float for the 16-bit types. */
static void test_sum(isocast_op op, const reference_type *type)
{
    const reference_type *wide = type->bytes == 2 ? &reference_types[10] : type;
    isc_kernel kernel;
    if (!isc_kernel_find(op, type->type, type->type, &kernel))
        return;
    fill_pairs(type);
    memcpy(cx_room.bytes, x_room.bytes, sizeof x_room.bytes);
    memcpy(cy_room.bytes, y_room.bytes, sizeof y_room.bytes);
    if (kernel.load_x) {
        kernel.load_x(MOST, x_room.bytes, cx_room.bytes);
        kernel.load_y(MOST, y_room.bytes, cy_room.bytes);
    }
    kernel.row(MOST, cx_room.bytes, 1, cy_room.bytes, 1, cz_room.bytes);
    compare(ISOCAST_ADD, wide, MOST, cx_room.bytes, 1, cy_room.bytes, 1, cz_room.bytes, "sum");
}

/* All of Sum or Mean in one step: what the steps through float give, for any length and steps, and in place of any input. */
static void test_fold(isocast_op op, const reference_type *type)
{
    const isc_fold fold = isc_fold_find(op, type->type, (int)harness_between(0, 1));
    static uint16_t inputs[ISC_FOLD_INPUTS][MOST], seen[MOST + 1];
    static float sum[MOST], next[MOST];
    isc_convert load, store;
    isc_conversions_find(type->type, &load, &store);
    for (isc_idx count = 1; fold && count <= ISC_FOLD_INPUTS; count++)
        for (isc_idx n = 0; n <= 300; n += n < 70 ? 1 : 115) {
            const void *x[ISC_FOLD_INPUTS];
            isc_idx steps[ISC_FOLD_INPUTS];
            const isc_idx place = harness_between(0, count); /* one of the inputs, or apart */
            uint16_t *z = place < count ? inputs[place] : seen, wanted[301];
            for (isc_idx m = 0; m < count; m++) {
                steps[m] = m == place || !harness_chance(3);
                for (isc_idx i = 0; i <= n; i++)
                    inputs[m][i] = steps[m] || i == 0 ? (uint16_t)random_bits(type) : inputs[m][0];
                x[m] = inputs[m];
                load(n, x[m], m == 0 ? sum : next);
                for (isc_idx i = 0; m > 0 && i < n; i++)
                    sum[i] = sum[i] + next[i];
            }
            for (isc_idx i = 0; op == ISOCAST_MEAN && i < n; i++)
                sum[i] = sum[i] / (float)count;
            store(n, sum, wanted);
            wanted[n] = z[n];
            fold(n, count, x, steps, z);
            for (isc_idx i = 0; i <= n; i++)
                CHECK(z[i] == wanted[i] || (reference_is_nan(type, z[i]) && reference_is_nan(type, wanted[i])),
                      "%s of %d %s %s: %d of %d is %x, not %x", op_names[op], (int)count, type->name, isocast_isa(),
                      (int)i, (int)n, z[i], wanted[i]);
        }
}

/* The same for float and double, on numbers of all sizes and both zeros: from the first input, left to right. */
#define TEST_REAL_FOLD(type, constant)                                                                                   \
    static void test_fold_##type(isocast_op op)                                                                          \
    {                                                                                                                    \
        const isc_fold fold = isc_fold_find(op, constant, 0);                                                              \
        const type big = (type)(constant == ISOCAST_FLOAT ? 0x1p+120 : 0x1p+1000);                                       \
        static type inputs[ISC_FOLD_INPUTS][MOST], seen[MOST + 1], sum[MOST];                                            \
        for (isc_idx count = 1; fold && count <= ISC_FOLD_INPUTS; count++)                                               \
            for (isc_idx n = 0; n <= 312; n += n < 72 ? 1 : 120) {                                                       \
                const void *x[ISC_FOLD_INPUTS];                                                                          \
                isc_idx steps[ISC_FOLD_INPUTS];                                                                          \
                const isc_idx place = harness_between(0, count); /* one of the inputs, or apart */                       \
                type *z = place < count ? inputs[place] : seen;                                                          \
                for (isc_idx m = 0; m < count; m++) {                                                                    \
                    const int eighth = n % 8 == 0 && place == count && harness_chance(3);                                \
                    steps[m] = eighth ? 8 : m == place || !harness_chance(3);                                            \
                    for (isc_idx i = 0; i <= n; i++)                                                                     \
                        inputs[m][i] = harness_chance(8) ? (type)-0.0                                                    \
                                                         : (type)harness_between(-1000, 1000) / (harness_chance(16) ? big : 7); \
                    x[m] = inputs[m];                                                                                    \
                    for (isc_idx i = 0; i < n; i++) {                                                                    \
                        const type next = inputs[m][steps[m] == 8 ? i / 8 : steps[m] ? i : 0];                           \
                        sum[i] = m > 0 ? sum[i] + next : next;                                                           \
                    }                                                                                                    \
                }                                                                                                        \
                const type behind = z[n];                                                                                \
                fold(n, count, x, steps, z);                                                                             \
                for (isc_idx i = 0; i < n; i++) {                                                                        \
                    const type wanted = op == ISOCAST_MEAN ? sum[i] / (type)count : sum[i];                              \
                    CHECK(memcmp(&z[i], &wanted, sizeof wanted) == 0, "%s of %d " #type " %s: %d of %d", op_names[op],   \
                          (int)count, isocast_isa(), (int)i, (int)n);                                                    \
                }                                                                                                        \
                CHECK(z[n] == behind, "%s of " #type " writes past %d elements", op_names[op], (int)n);                  \
            }                                                                                                            \
    }
TEST_REAL_FOLD(float, ISOCAST_FLOAT)
TEST_REAL_FOLD(double, ISOCAST_DOUBLE)

static void test_where(isocast_type type)
{
    const int bytes = (int)isc_type_bytes(type);
    static uint8_t condition[MOST];
    static char x[MOST * 16], y[MOST * 16], z[MOST * 16];
    isc_row3 row = isc_where_find(type, 0);
    for (isc_idx i = 0; i < MOST * 16; i++) {
        condition[i % MOST] = harness_chance(2) ? 0 : (uint8_t)harness_random();
        x[i] = (char)harness_random();
        y[i] = (char)harness_random();
    }
    for (isc_idx n = 0; n <= 300; n += n < 70 ? 1 : 115)
        for (int steps = 0; steps < 8; steps++) {
            const isc_idx sc = steps & 1, sx = steps >> 1 & 1, sy = steps >> 2;
            const isc_idx start = harness_between(0, MOST - 400) * bytes;
            const uint8_t *c = condition + harness_between(0, MOST - 400);
            memset(z, 0x5a, sizeof z);
            row(n, c, sc, x + start, sx, y + start, sy, z);
            for (isc_idx i = 0; i < n; i++) {
                const char *from_x = x + start + (sx ? i * bytes : 0), *from_y = y + start + (sy ? i * bytes : 0);
                const char *wanted = c[sc ? i : 0] ? from_x : from_y;
                CHECK(!memcmp(z + i * bytes, wanted, (size_t)bytes), "Where of %d bytes, steps %d, at %d", bytes,
                      steps, (int)i);
            }
            CHECK(z[n * bytes] == 0x5a, "Where of %d bytes writes past %d elements", bytes, (int)n);
        }
}

int main(void)
{
    for (int level = 0; level < ISC_LEVELS; level++) {
        if (isocast_set_isa(level) != level)
            continue; /* this processor does not have it */
        printf("%s\n", isocast_isa());
        test_operators();
        for (int t = 0; t < REFERENCE_TYPES; t++) {
            test_sum(ISOCAST_SUM, &reference_types[t]);
            test_sum(ISOCAST_MEAN, &reference_types[t]);
        }
        for (int half = 8; half < 10; half++) {
            test_fold(ISOCAST_SUM, &reference_types[half]);
            test_fold(ISOCAST_MEAN, &reference_types[half]);
        }
        test_fold_float(ISOCAST_SUM);
        test_fold_float(ISOCAST_MEAN);
        test_fold_double(ISOCAST_SUM);
        test_fold_double(ISOCAST_MEAN);
        test_where(ISOCAST_BOOL);
        test_where(ISOCAST_FLOAT16);
        test_where(ISOCAST_INT32);
        test_where(ISOCAST_DOUBLE);
        test_where(ISOCAST_COMPLEX128);
    }
    CHECK(isc_where_find((isocast_type)ISC_STRING, 0) == NULL, "a Where of strings");
    return harness_report();
}
