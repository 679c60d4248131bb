/* Pow: special values against C's pow, accuracy against long double, integers against repeated multiplication, the
 * same bits whatever stands beside an element and whether an operand is repeated or not; at each instruction set
 * this processor has. */
#include "levels.h"
#include "rows_reference.h"

enum { MOST = 2048 };

typedef union {
    float f[MOST];
    double d[MOST];
    uint64_t u[MOST];
    char bytes[MOST * 8];
} power_room;

static power_room x_room, y_room, z_room, cx_room, cy_room, cz_room, z_alone;

static const double special_values[] = {
    0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 1.5, -1.5, 4.0, -4.0, 5.0, -5.0, 10.0, 0.1, 1074.0, 65504.0,
    HUGE_VAL, -HUGE_VAL, (double)NAN, 1e-40, -1e-40, 1e300, -1e300, 1e-300, 0x1p-149, 0x1p-1074, -0x1p-1074, 0x1p-1022,
    FLT_MAX, DBL_MAX, -DBL_MAX, 0x1p24 + 1, 0x1p31, 0x1p52, 0x1p52 + 1, -0x1p52 - 1, 0x1p53, 0x1p53 + 2,
    0x1.fffffffffffffp-1, 0x1.0000000000001p0};
enum { SPECIALS = sizeof special_values / sizeof special_values[0] };

static const reference_type *type_of(isocast_type type)
{
    for (int t = 0; t < REFERENCE_TYPES; t++)
        if (reference_types[t].type == type)
            return &reference_types[t];
    return NULL;
}

static void run(const isc_kernel *kernel, isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy, void *z)
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

static int same_value(double a, double b)
{
    return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b));
}

/* The distance of a result from x^y, in units of its type's last place. */
static double units_away(const reference_type *type, double seen, double x, double y)
{
    const long double wanted = powl((long double)x, (long double)y);
    const double rounded = reference_decode(type, reference_encode(type, (double)wanted));
    int exponent;
    if (seen != seen || rounded != rounded)
        return seen != seen && rounded != rounded ? 0.0 : HUGE_VAL;
    if (isinf(seen) || isinf(rounded) || rounded == 0 || seen == 0)
        return same_value(seen, rounded) || fabs(seen - rounded) < ldexp(1.5, type->low - type->digits + 1) ? 0.0
                                                                                                            : HUGE_VAL;
    (void)frexpl(wanted, &exponent);
    exponent = exponent - 1 < type->low ? type->low : exponent - 1;
    return (double)(fabsl((long double)seen - wanted) / ldexpl(1.0L, exponent - type->digits + 1));
}

/* Every pair of special values of two types, also as one element for a row: zeros, infinities, NaN and signs as C99
 * has them. */
static void test_special_values(isocast_type base, isocast_type exponent)
{
    const reference_type *bt = type_of(base), *et = type_of(exponent);
    isc_kernel kernel;
    CHECK(isc_kernel_find(ISOCAST_POW, base, exponent, &kernel), "Pow %s %s", bt->name, et->name);
    for (int i = 0; i < SPECIALS * SPECIALS; i++) {
        reference_put(bt, x_room.bytes, i, reference_encode(bt, special_values[i / SPECIALS]));
        reference_put(et, y_room.bytes, i, reference_encode(et, special_values[i % SPECIALS]));
    }
    run(&kernel, SPECIALS * SPECIALS, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
    for (int i = 0; i < SPECIALS * SPECIALS; i++) {
        const double x = reference_decode(bt, reference_bits(bt, x_room.bytes, i));
        const double y = reference_decode(et, reference_bits(et, y_room.bytes, i));
        const double seen = reference_decode(bt, reference_bits(bt, z_room.bytes, i)), wanted = pow(x, y);
        const int is_limit = wanted != wanted || isinf(wanted) || wanted == 0 || y == 0 || fabs(x) == 1;
        CHECK(!is_limit || same_value(seen, reference_decode(bt, reference_encode(bt, wanted))),
              "%s %a ^ %s %a is %a, not %a", bt->name, x,
              et->name, y, seen, wanted);
        CHECK(units_away(bt, seen, x, y) < 1, "%s %a ^ %s %a is %a, not %a", bt->name, x, et->name, y, seen, wanted);
    }
}

/* The same element alone, repeated as base, as exponent, and in place: the same bits. */
static void test_same_bits(isocast_type base, isocast_type exponent)
{
    const reference_type *bt = type_of(base), *et = type_of(exponent);
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, base, exponent, &kernel);
    run(&kernel, SPECIALS * SPECIALS, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
    for (int i = 0; i < SPECIALS * SPECIALS; i += 7) {
        const char *x = x_room.bytes + i * bt->bytes, *y = y_room.bytes + i * et->bytes;
        const uint64_t wanted = reference_bits(bt, z_room.bytes, i);
        for (int steps = 0; steps < 4; steps++) {
            const isc_idx n = steps == 3 ? 1 : 5;
            memset(z_alone.bytes, 0, 64);
            run(&kernel, n, x, steps & 1, y, steps >> 1, z_alone.bytes);
            const uint64_t seen = reference_bits(bt, z_alone.bytes, 0);
            CHECK(seen == wanted || (reference_is_nan(bt, seen) && reference_is_nan(bt, wanted)),
                  "%s ^ %s, steps %d, %llx not %llx", bt->name,
                  et->name, steps, (unsigned long long)seen, (unsigned long long)wanted);
        }
    }
}

/* An exponent with a shorter way, for the whole row, and in a row of exponents: the same bits of every base. */
static void test_shorter_ways(isocast_type base, isocast_type exponent)
{
    static const double exponents[] = {2.0, 3.0, 0.5, -1.0, 1.0, 0.0};
    const reference_type *bt = type_of(base), *et = type_of(exponent);
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, base, exponent, &kernel);
    for (int round = 0; round < 600; round++) {
        for (int i = 0; i < MOST; i++) {
            const double close_to_1 = 1 + (double)(harness_random() >> 11) * 0x1p-53;
            reference_put(bt, x_room.bytes, i, round % 2 ? harness_random() : reference_encode(bt, close_to_1));
            reference_put(et, y_room.bytes, i, reference_encode(et, exponents[round % 6]));
        }
        run(&kernel, MOST, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
        run(&kernel, MOST, x_room.bytes, 1, y_room.bytes, 0, z_alone.bytes);
        for (int i = 0; i < MOST; i++) {
            const uint64_t one = reference_bits(bt, z_alone.bytes, i), many = reference_bits(bt, z_room.bytes, i);
            CHECK(one == many || (reference_is_nan(bt, one) && reference_is_nan(bt, many)),
                  "%s %llx ^ %g: %llx not %llx", bt->name,
                  (unsigned long long)reference_bits(bt, x_room.bytes, i), exponents[round % 6],
                  (unsigned long long)one, (unsigned long long)many);
        }
    }
}

/* A base and an exponent whose power is in range more often than not. */
static void random_pair(const reference_type *bt, double *x, double *y, int kind)
{
    const double unit = (double)(harness_random() >> 11) * 0x1p-53, other = (double)(harness_random() >> 11) * 0x1p-53;
    const double largest = bt->type == ISOCAST_DOUBLE ? 1022.0 : bt->type == ISOCAST_FLOAT16 ? 16.0 : 127.0;
    if (kind == 0) /* anywhere */
        *x = exp2((2 * unit - 1) * largest), *y = (2 * other - 1) * largest / fabs(log2(*x));
    else if (kind == 1) /* close to 1, large exponents */
        *x = 1 + (unit - 0.5) * exp2(-other * 40), *y = (2 * unit - 1) * largest / fabs(log2(*x) + 1e-30);
    else if (kind == 2) /* close to where the significand is split, close to overflow */
        *x = (0.70 + 0.03 * unit) * (harness_chance(2) ? 2 : 1),
        *y = largest * (1 - 1e-3 * other) / log2(*x) * (harness_chance(2) ? 1 : -1);
    else if (kind == 3) /* what people compute */
        *x = unit * 10 - (harness_chance(4) ? 5 : 0),
        *y = harness_chance(2) ? (double)harness_between(-6, 6) * 0.5 : other * 8 - 4;
    else if (kind == 4) /* as far from an entry of a table as can be, close to overflow and underflow */
        *x = 1 + (3 * unit - 1) / 32, *y = largest * (1 - 1e-2 * other) / log2(*x) * (harness_chance(2) ? 1 : -1);
    else /* results around the smallest numbers */
        *x = exp2(-unit * largest), *y = (largest + other * bt->digits) / -log2(*x);
}

static void test_accuracy(isocast_type base, isocast_type exponent, double bound, int rounds)
{
    const reference_type *bt = type_of(base), *et = type_of(exponent);
    double worst = 0, x_worst = 0, y_worst = 0;
    long misrounded = 0, count = 0;
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, base, exponent, &kernel);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < MOST; i++) {
            double x, y;
            random_pair(bt, &x, &y, round % 6);
            reference_put(bt, x_room.bytes, i, reference_encode(bt, x));
            reference_put(et, y_room.bytes, i, reference_encode(et, y));
        }
        run(&kernel, MOST, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
        for (int i = 0; i < MOST; i++, count++) {
            const double x = reference_decode(bt, reference_bits(bt, x_room.bytes, i));
            const double y = reference_decode(et, reference_bits(et, y_room.bytes, i));
            const double away = units_away(bt, reference_decode(bt, reference_bits(bt, z_room.bytes, i)), x, y);
            misrounded += away > 0.5001;
            if (away > worst)
                worst = away, x_worst = x, y_worst = y;
        }
    }
    printf("  %s ^ %s: at most %.4f units away, %ld of %ld misrounded\n", bt->name, et->name, worst, misrounded, count);
    CHECK(worst <= bound, "%s %a ^ %s %a: %.4f units away", bt->name, x_worst, et->name, y_worst, worst);
}

/* Each operand and both written over: the same bits. */
static void test_in_place(isocast_type base, isocast_type exponent)
{
    const reference_type *bt = type_of(base), *et = type_of(exponent);
    const size_t bytes = (size_t)MOST * (size_t)bt->bytes;
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, base, exponent, &kernel);
    for (int i = 0; i < MOST; i++) {
        reference_put(bt, x_room.bytes, i, reference_encode(bt, special_values[harness_random() % SPECIALS]));
        reference_put(et, y_room.bytes, i, reference_encode(et, special_values[harness_random() % SPECIALS]));
    }
    for (int steps = 0; steps < 4; steps++)
        for (int where = 0; where < (base == exponent ? 3 : 1); where++) {
            const void *y = where == 2 ? x_room.bytes : y_room.bytes;
            run(&kernel, MOST, x_room.bytes, steps & 1, y, steps >> 1, z_room.bytes);
            memcpy(z_alone.bytes, where == 1 ? y_room.bytes : x_room.bytes, bytes);
            run(&kernel, MOST, where == 1 ? x_room.bytes : z_alone.bytes, steps & 1,
                where == 0 ? y_room.bytes : z_alone.bytes, steps >> 1, z_alone.bytes);
            CHECK(memcmp(z_alone.bytes, z_room.bytes, bytes) == 0, "%s ^ %s over operand %d, steps %d", bt->name,
                  et->name, where, steps);
        }
}

/* Results of a float base are those of the long doubles, but for what lies within 2^-36 of a midpoint; with AVX-512
 * logarithms of floats are shorter. */
static void test_float_bases(int level)
{
    static const isocast_type bases[] = {ISOCAST_FLOAT16, ISOCAST_BFLOAT16, ISOCAST_FLOAT, ISOCAST_DOUBLE};
    const double bounds[] = {0.501, 0.501, level < ISC_AVX512_256 ? 0.501 : 0.58, 0.85};
    for (int b = 0; b < 4; b++)
        for (int e = 0; e < 4; e++) {
            test_special_values(bases[b], bases[e]);
            test_same_bits(bases[b], bases[e]);
            test_in_place(bases[b], bases[e]);
            if (b >= 2)
                test_shorter_ways(bases[b], bases[e]);
            test_accuracy(bases[b], bases[e], bounds[b], b == e ? 600 : 12);
        }
}

/* Integer exponents of a float base are exponents of type double, or of float where that is exact. */
static void test_integer_exponents(const reference_type *et)
{
    static const isocast_type bases[] = {ISOCAST_FLOAT16, ISOCAST_BFLOAT16, ISOCAST_FLOAT, ISOCAST_DOUBLE};
    for (int b = 0; b < 4; b++) {
        const reference_type *bt = type_of(bases[b]);
        const int shift = et->bytes * 8 - 1;
        isc_kernel kernel;
        CHECK(isc_kernel_find(ISOCAST_POW, bt->type, et->type, &kernel), "Pow %s %s", bt->name, et->name);
        for (int i = 0; i < MOST; i++) {
            reference_put(bt, x_room.bytes, i, reference_encode(bt, special_values[i % SPECIALS]));
            const uint64_t small = (uint64_t)harness_between(-20, 20);
            reference_put(et, y_room.bytes, i, harness_chance(8) ? harness_random() : small);
        }
        run(&kernel, MOST, x_room.bytes, 1, y_room.bytes, 1, z_room.bytes);
        for (int i = 0; i < MOST; i++) {
            const uint64_t bits = reference_bits(et, y_room.bytes, i), mask = ~0ull >> (63 - shift);
            const double y = et->kind == 'i' && bits >> shift ? -(double)((0 - bits) & mask) : (double)bits;
            const double x = reference_decode(bt, reference_bits(bt, x_room.bytes, i));
            const double seen = reference_decode(bt, reference_bits(bt, z_room.bytes, i));
            CHECK(units_away(bt, seen, x, y) < 0.85, "%s %a ^ %s %a is %a", bt->name, x, et->name, y, seen);
        }
    }
}

int main(void)
{
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        printf("%s\n", isocast_isa());
        test_float_bases(own_levels[level]);
        for (int t = 0; t < 8; t++)
            test_integer_exponents(&reference_types[t]);
    }
    return harness_report();
}
