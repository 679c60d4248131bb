/* Which kernel computes an (operator, types) pair: the schemas' types, and the rows of the instruction set in force.
 * Must not compute any element. */
#include "rows.h"

/* The table slot of an element of 1, 2, 4, 8 or 16 bytes. */
static int isc_slot_of(int size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : size == 16 ? 4 : -1;
}

static const isc_rows *isc_rows_in_force(void)
{
#if ISC_HAS_X86_LEVELS
    static const isc_rows *const levels[ISC_LEVELS] = {&isc_rows_baseline, &isc_rows_avx2, &isc_rows_avx2, &isc_rows_avx2,
                                                       &isc_rows_avx512};
    return levels[isc_isa_level()];
#else
    return &isc_rows_baseline;
#endif
}

/* AVX2's rows where AVX-512's are in force: for what is in no near cache. Long vectors that cross the lines of the cache, as most
 * do, wait for two lines each, and hold up those that are under way. */
static const isc_rows *isc_rows_shorter(void)
{
#if ISC_HAS_X86_LEVELS
    if (isc_isa_level() == ISC_AVX512)
        return &isc_rows_avx2;
#endif
    return isc_rows_in_force();
}

#if ISC_HAS_X86_LEVELS
/* Whether AVX-512 has instructions for this that AVX2 lacks, so that it is quicker however long vectors are. */
static int isc_has_instructions(isocast_op op, isocast_type type)
{
    const int has_orders = op == ISOCAST_MUL || op == ISOCAST_MAX || op == ISOCAST_MIN || op == ISOCAST_PRELU;
    if (op == ISOCAST_POW)
        return 1;
    if (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD)
        return type == ISOCAST_DOUBLE || (isc_in(ISC_INTS, type) && isc_type_bytes(type) == 4);
    if (op == ISOCAST_SHIFT_LEFT || op == ISOCAST_SHIFT_RIGHT)
        return isc_type_bytes(type) <= 2;
    return has_orders && isc_in(ISC_INTS, type) && isc_type_bytes(type) == 8;
}

/* Whether AVX-512 is quicker for this on a processor that slows down for long vectors: as measured, where there is more to
 * compute than a step an element. */
static int isc_is_worth_slowing(isocast_op op, isocast_type type)
{
    if (isc_in(ISC_FLOATS16, type) || op == ISOCAST_PRELU || op == ISOCAST_SUM || op == ISOCAST_COPY)
        return 1;
    if (op == ISOCAST_MEAN || op == ISOCAST_MAX || op == ISOCAST_MIN || op == ISOCAST_EQUAL)
        return type == ISOCAST_DOUBLE;
    if (op == ISOCAST_WHERE)
        return isc_type_bytes(type) >= 4;
    return isc_gives_bool(op) && isc_type_bytes(type) == 8;
}

static int isc_prefers_avx512(isocast_op op, isocast_type type)
{
    const int level = isc_isa_level();
    if (level != ISC_AVX512_256 && level != ISC_AVX512_SOME)
        return 0;
    return isc_has_instructions(op, type) || (level == ISC_AVX512_SOME && isc_is_worth_slowing(op, type));
}

/* Whether AVX2's rows are quicker than AVX-512's wherever both were measured: divisions of 64-bit integers, by multiplications. */
static int isc_prefers_avx2(isocast_op op, isocast_type type)
{
    const int divides = op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD;
    return isc_isa_level() == ISC_AVX512 && divides && isc_in(ISC_INTS, type) && isc_type_bytes(type) == 8;
}
#endif

/* The rows in force for one operator on one type. */
static const isc_rows *isc_rows_for(isocast_op op, isocast_type type)
{
#if ISC_HAS_X86_LEVELS
    if (isc_prefers_avx512(op, type))
        return &isc_rows_avx512;
    if (isc_prefers_avx2(op, type))
        return &isc_rows_avx2;
#endif
    (void)op, (void)type;
    return isc_rows_in_force();
}

/* Whether only long vectors have the instructions that compute this. */
static int isc_prefers_length(isocast_op op, isocast_type type)
{
#if ISC_HAS_X86_LEVELS
    return isc_has_instructions(op, type);
#else
    (void)op, (void)type;
    return 0;
#endif
}

static isc_kernel isc_plain(isc_row2 row, int x, int y, int z)
{
    const isc_kernel kernel = {row, NULL, NULL, NULL, NULL, x, y, z, 0};
    return kernel;
}

void isc_conversions_find(isocast_type type, isc_convert *load, isc_convert *store)
{
    const isc_rows *rows = isc_rows_in_force();
    const int narrow = isc_in(ISC_FLOATS16, type);
    *load = narrow ? rows->to_f32[type] : NULL;
    *store = !narrow ? NULL : type == ISOCAST_FLOAT16 ? rows->f32_to_f16 : rows->f32_to_bf16;
}

/* A 16-bit float without a row of its own: the float row between two conversions. */
static void isc_through_float(const isc_rows *rows, isocast_op op, isocast_type type, isc_kernel *kernel)
{
    const int result = isc_gives_bool(op) ? 1 : 4;
    *kernel = isc_plain(rows->row[op][ISOCAST_FLOAT], 4, 4, result);
    isc_conversions_find(type, &kernel->load_x, &kernel->store);
    kernel->load_y = kernel->load_x;
    if (result == 1)
        kernel->store = NULL;
}

/* Pow with a float base: through double, and rounded once to the base's type. An exponent that float holds exactly is
 * loaded as float.
 * Clauses: pow-float */
static void isc_pow_float(const isc_rows *rows, isocast_type x, isocast_type y, isc_kernel *kernel)
{
    const isc_pow_rows *pow = rows->pow;
    const int narrow = isc_in(ISC_FLOATS16, x);
    const int y_float = y == ISOCAST_FLOAT || (int)isc_type_bytes(y) <= 2;
    if (x == ISOCAST_DOUBLE) {
        *kernel = isc_plain(pow->f64_f64, 8, 8, 8);
        kernel->load_y = y == ISOCAST_DOUBLE ? NULL : rows->to_f64[y];
        return;
    }
    if (y_float)
        *kernel = isc_plain(narrow ? pow->f32_f32_wide : pow->f32_f32, 4, 4, narrow ? 8 : 4);
    else
        *kernel = isc_plain(narrow ? pow->f32_f64_wide : pow->f32_f64, 4, 8, narrow ? 8 : 4);
    kernel->load_x = narrow ? rows->to_f32[x] : NULL;
    if (y_float)
        kernel->load_y = y == ISOCAST_FLOAT ? NULL : rows->to_f32[y];
    else
        kernel->load_y = y == ISOCAST_DOUBLE ? NULL : rows->to_f64[y];
    if (narrow)
        kernel->store = x == ISOCAST_FLOAT16 ? rows->f64_to_f16 : rows->f64_to_bf16;
}

/* Pow with an integer base, by an integer modulo 2^w, by a float through double.
 * Clauses: pow-int */
static void isc_pow_int(const isc_rows *rows, isocast_type x, isocast_type y, isc_kernel *kernel)
{
    const isc_pow_rows *pow = rows->pow;
    const int small = x == ISOCAST_INT32;
    const int size = small ? 4 : 8;
    if (isc_in(ISC_FLOATS, y)) {
        *kernel = isc_plain(small ? pow->i32_f64 : pow->i64_f64, size, 8, size);
        kernel->check = small ? pow->check_i32_f64 : pow->check_i64_f64;
        kernel->load_y = y == ISOCAST_DOUBLE ? NULL : rows->to_f64[y];
        kernel->range = 1;
    } else if (y == ISOCAST_UINT64) {
        *kernel = isc_plain(small ? pow->i32_u64 : pow->i64_u64, size, 8, size);
    } else {
        *kernel = isc_plain(small ? pow->i32_i64 : pow->i64_i64, size, 8, size);
        kernel->check = small ? pow->check_i32_i64 : pow->check_i64_i64;
        kernel->load_y = y == ISOCAST_INT64 ? NULL : rows->to_i64[y];
    }
}

static int isc_pow_find(const isc_rows *rows, isocast_type x, isocast_type y, isc_kernel *kernel)
{
    if (!isc_in(ISC_NUMBERS, y))
        return 0;
    if (isc_in(ISC_FLOATS, x))
        isc_pow_float(rows, x, y, kernel);
    else
        isc_pow_int(rows, x, y, kernel);
    return kernel->row != NULL;
}

/* Clauses: schema-types */
int isc_kernel_find(isocast_op op, isocast_type x, isocast_type y, isc_kernel *kernel)
{
    const isc_rows *rows = isc_rows_for(op, x);
    const int size = isc_allows(op, (int)x) ? (int)isc_type_bytes(x) : 0;
    if (size == 0)
        return 0;
    if (op == ISOCAST_POW)
        return isc_pow_find(rows, x, y, kernel);
    if (x != y)
        return 0;
    if (rows->row[op][x] != NULL)
        *kernel = isc_plain(rows->row[op][x], size, size, isc_gives_bool(op) ? 1 : size);
    else if (isc_in(ISC_FLOATS16, x))
        isc_through_float(rows, op, x, kernel);
    else
        return 0;
    if ((op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD) && isc_in(ISC_INTS, x))
        kernel->check = rows->zero_divisor[isc_slot_of(size)];
    return kernel->row != NULL;
}

isc_row2 isc_eights_find(isocast_op op, isocast_type type)
{
    const int shorter = (op == ISOCAST_MAX || op == ISOCAST_MIN) && type == ISOCAST_FLOAT; /* as measured on Zen 5, by a quarter */
    return (shorter ? isc_rows_shorter() : isc_rows_for(op, type))->eights[op][type];
}

isc_row2 isc_others_find(isocast_op op, isocast_type type)
{
    return (isc_prefers_length(op, type) ? isc_rows_for(op, type) : isc_rows_shorter())->others[op][type];
}

/* Clauses: sum-mean */
isc_fold isc_fold_find(isocast_op op, isocast_type type, int far)
{
    const int shorter = far && op == ISOCAST_SUM && (type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE);
    const isc_rows *rows = shorter ? isc_rows_shorter() : isc_rows_for(op, type);
    return op == ISOCAST_SUM ? rows->sum[type] : op == ISOCAST_MEAN ? rows->mean[type] : NULL;
}

int isc_fold_takes_eighths(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE;
}

isc_row2 isc_shorter_find(isocast_op op, isocast_type type)
{
    const isc_idx size = isc_type_bytes(type);
    const int computes = op == ISOCAST_DIV || op == ISOCAST_POW || (size == 8 && isc_prefers_length(op, type));
    const int shorter = isc_isa_level() == ISC_AVX512 && (size == 4 || size == 8) && !computes;
    return shorter ? isc_rows_shorter()->row[op][type] : NULL;
}

isc_row2 isc_far_find(isocast_op op, isocast_type type)
{
    const int shorter = isc_isa_level() == ISC_AVX512 && isc_gives_bool(op) && !isc_in(ISC_FLOATS16, type);
    return shorter ? isc_rows_shorter()->row[op][type] : NULL;
}

isc_row2 isc_past_find(isocast_op op, isocast_type type)
{
    return isc_rows_in_force()->past[op][type];
}

isc_row2 isc_single_quotients_find(void)
{
#if ISC_HAS_X86_LEVELS
    if (isc_isa_level() == ISC_AVX512_256)
        return isc_rows_avx512.row[ISOCAST_DIV][ISOCAST_FLOAT];
#endif
    return NULL;
}

isc_row2 isc_divider_find(void)
{
    return isc_rows_in_force()->divider;
}

isc_row3 isc_where_find(isocast_type type, int far)
{
    const int slot = isc_slot_of((int)isc_type_bytes(type));
    const int shorter = far && isc_isa_level() == ISC_AVX512;
    return slot < 0 ? NULL : (shorter ? isc_rows_shorter() : isc_rows_for(ISOCAST_WHERE, type))->where[slot];
}

isc_convert isc_copy_find(void)
{
    return isc_rows_for(ISOCAST_COPY, ISOCAST_UINT8)->copy;
}

isc_convert isc_fill_find(int size)
{
    const int slot = isc_slot_of(size);
    return slot < 0 ? NULL : isc_rows_in_force()->fill[slot];
}

isc_convert isc_every_other_find(int size)
{
    const int slot = isc_slot_of(size);
    return slot < 0 ? NULL : isc_rows_shorter()->every_other[slot];
}

isc_convert isc_eight_times_find(int size)
{
    const int slot = isc_slot_of(size);
    return slot < 0 ? NULL : isc_rows_in_force()->eight_times[slot];
}

int isc_any_zero(isocast_type type, isc_idx n, const void *x)
{
    return isc_rows_in_force()->any_zero[isc_slot_of((int)isc_type_bytes(type))](n, x);
}
