/* Pow of an integer base: by integers against repeated multiplication modulo 2^w, by floats against the truncated
 * long double, and the checks that refuse 0 to a negative power and what leaves the type; at each instruction set
 * this processor has. */
#include "levels.h"
#include "rows_reference.h"

enum { MOST = 3000 };

static uint64_t x_room[MOST], y_room[MOST], z_room[MOST], load_room[MOST];

static void run(const isc_kernel *kernel, isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy)
{
    if (kernel->load_y)
        kernel->load_y(sy ? n : 1, y, load_room);
    kernel->row(n, x, sx, kernel->load_y ? load_room : y, sy, z_room);
}

static isc_idx check(const isc_kernel *kernel, isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy)
{
    if (kernel->load_y)
        kernel->load_y(sy ? n : 1, y, load_room);
    return kernel->check ? kernel->check(n, x, sx, kernel->load_y ? load_room : y, sy) : n;
}

static int is_negative(const reference_type *type, uint64_t bits)
{
    return type->kind == 'i' && bits >> (type->bytes * 8 - 1);
}

/* base^exponent modulo 2^64, the exponent's bits from the top. */
static uint64_t power_modulo(uint64_t base, uint64_t exponent)
{
    uint64_t power = 1;
    for (int bit = 63; bit >= 0; bit--) {
        power *= power;
        if (exponent >> bit & 1)
            power *= base;
    }
    return power;
}

static uint64_t wanted_power(const reference_type *bt, const reference_type *et, uint64_t base, uint64_t exponent)
{
    const uint64_t mask = ~0ull >> (64 - bt->bytes * 8);
    if (!is_negative(et, exponent))
        return power_modulo(base, exponent) & mask;
    if (base == 1 || (base == mask && !(exponent & 1)))
        return 1;
    return base == mask ? mask : 0;
}

static void fill(const reference_type *bt, const reference_type *et, int allow_zero)
{
    for (int i = 0; i < MOST; i++) {
        uint64_t base = harness_chance(3) ? harness_random() : (uint64_t)harness_between(-12, 12);
        if (!allow_zero && (base & (~0ull >> (64 - bt->bytes * 8))) == 0)
            base = 1;
        reference_put(bt, x_room, i, base);
        const uint64_t near_a_power_of_2 = (1ull << harness_between(0, 63)) + (uint64_t)harness_between(-1, 3);
        reference_put(et, y_room, i, harness_chance(3) ? near_a_power_of_2 : (uint64_t)harness_between(-9, 40));
    }
}

static void compare(const reference_type *bt, const reference_type *et, isc_idx n, isc_idx at, isc_idx sx, isc_idx sy)
{
    for (isc_idx i = 0; i < n; i++) {
        const uint64_t base = reference_bits(bt, x_room, at + (sx ? i : 0));
        const uint64_t exponent = reference_bits(et, y_room, at + (sy ? i : 0));
        const uint64_t seen = reference_bits(bt, z_room, i);
        if (base == 0 && is_negative(et, exponent))
            continue; /* refused by the check; here it only must not trap */
        CHECK(seen == wanted_power(bt, et, base, exponent), "%s %llx ^ %s %llx is %llx, steps %d %d", bt->name,
              (unsigned long long)base,
              et->name, (unsigned long long)exponent, (unsigned long long)seen, (int)sx, (int)sy);
    }
}

static void test_integer_exponents(const reference_type *bt, const reference_type *et)
{
    isc_kernel kernel;
    CHECK(isc_kernel_find(ISOCAST_POW, bt->type, et->type, &kernel) && !kernel.range, "Pow %s %s", bt->name, et->name);
    fill(bt, et, 1);
    run(&kernel, MOST, x_room, 1, y_room, 1);
    compare(bt, et, MOST, 0, 1, 1);
    for (isc_idx n = 1; n < 600; n += n < 40 ? 1 : 133)
        for (int steps = 0; steps < 4; steps++) {
            const isc_idx at = harness_between(0, MOST - 700), sx = steps & 1, sy = steps >> 1;
            run(&kernel, n, (char *)x_room + at * bt->bytes, sx, (char *)y_room + at * et->bytes, sy);
            compare(bt, et, n, at, sx, sy);
        }
    for (uint64_t exponent = 0; exponent < 5; exponent++) {
        reference_put(et, y_room, 0, exponent);
        run(&kernel, MOST, x_room, 1, y_room, 0);
        compare(bt, et, MOST, 0, 1, 0);
    }
}

/* Where the result lies in place of the bases, or of exponents of their size that are not converted. */
static void run_in_place(const isc_kernel *kernel, const reference_type *bt, isc_idx n, isc_idx sx, isc_idx sy)
{
    static uint64_t y_kept[MOST];
    memcpy(y_kept, y_room, sizeof y_kept);
    if (sx) {
        memcpy(z_room, x_room, sizeof z_room);
        kernel->row(n, z_room, sx, y_kept, sy, z_room);
    } else if (sy && bt->bytes == 8) {
        memcpy(z_room, y_room, sizeof z_room);
        kernel->row(n, x_room, sx, z_room, sy, z_room);
    } else {
        kernel->row(n, x_room, sx, y_kept, sy, z_room);
    }
}

/* Rows by one exponent of any kind, and rows whose exponents are all small, or all but one. */
static void test_kinds_of_exponents(const reference_type *bt, const reference_type *et)
{
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, bt->type, et->type, &kernel);
    for (int round = 0; round < 400; round++) {
        const isc_idx n = harness_between(1, 600), sx = !harness_chance(4), sy = round % 2;
        fill(bt, et, 1);
        for (isc_idx i = 0; i < n && sy; i++) reference_put(et, y_room, i, (uint64_t)harness_between(0, 7));
        if (sy && harness_chance(4)) reference_put(et, y_room, harness_between(0, n - 1), harness_random());
        run(&kernel, n, x_room, sx, y_room, sy);
        compare(bt, et, n, 0, sx, sy);
        if (!kernel.load_y) {
            run_in_place(&kernel, bt, n, sx, sy);
            compare(bt, et, n, 0, sx, sy);
        }
    }
}

static void test_zero_to_a_negative_power(const reference_type *bt, const reference_type *et)
{
    isc_kernel kernel;
    isc_kernel_find(ISOCAST_POW, bt->type, et->type, &kernel);
    fill(bt, et, 0);
    CHECK(check(&kernel, MOST, x_room, 1, y_room, 1) == MOST, "%s ^ %s: refused without a reason", bt->name, et->name);
    for (int round = 0; round < 20; round++) {
        const isc_idx at = harness_between(0, MOST - 1);
        const uint64_t base = reference_bits(bt, x_room, at), exponent = reference_bits(et, y_room, at);
        reference_put(bt, x_room, at, 0);
        reference_put(et, y_room, at, ~0ull);
        CHECK(check(&kernel, MOST, x_room, 1, y_room, 1) == (et->kind == 'i' ? at : MOST), "%s 0 ^ %s at %d",
              bt->name, et->name, (int)at);
        reference_put(et, y_room, at, 0);
        CHECK(check(&kernel, MOST, x_room, 1, y_room, 1) == MOST, "%s 0 ^ %s 0 is 1", bt->name, et->name);
        reference_put(bt, x_room, at, base);
        reference_put(et, y_room, at, exponent);
    }
}

static double decode_int(const reference_type *bt, uint64_t bits)
{
    return bt->bytes == 4 ? (double)(int32_t)(uint32_t)bits : (double)(int64_t)bits;
}

/* The result or the refusal, by the long double; a power so close to an integer that its rounding decides is left
 * out. */
static void compare_real(const reference_type *bt, const isc_kernel *kernel, const reference_type *et, isc_idx i)
{
    const double x = decode_int(bt, reference_bits(bt, x_room, i));
    const double y = reference_decode(et, reference_bits(et, y_room, i));
    const long double exact = powl((long double)x, (long double)y), whole = truncl((long double)(double)exact);
    const long double limit = bt->bytes == 4 ? 0x1p31L : 0x1p63L;
    const int fits = whole == whole && whole >= -limit && whole < limit;
    const uint64_t seen = reference_bits(bt, z_room, i);
    const long double away = fabsl((long double)decode_int(bt, seen) - whole);
    if (fabsl(exact - roundl(exact)) < 1e-15L * fabsl(exact) && exact != roundl(exact) && fabsl(exact) < 0x1p53L)
        return;
    CHECK(check(kernel, 1, (char *)x_room + i * bt->bytes, 1, (char *)y_room + i * et->bytes, 1) == fits,
          "%s %a ^ %s %a: %s", bt->name, x,
          et->name, y, fits ? "refused" : "not refused");
    CHECK(!fits || away <= (fabsl(exact) < 0x1p53L ? 0 : fabsl(exact) * 0x1p-52L), "%s %a ^ %s %a is %llx", bt->name,
          x, et->name, y,
          (unsigned long long)seen);
}

static void test_real_exponents(const reference_type *bt, const reference_type *et)
{
    static const double exponents[] = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, -1.0, -0.5, -2.0, 0.25, 7.5, (double)NAN,
                                       HUGE_VAL, -HUGE_VAL, 31.0, 63.0};
    isc_kernel kernel;
    CHECK(isc_kernel_find(ISOCAST_POW, bt->type, et->type, &kernel) && kernel.range, "Pow %s %s", bt->name, et->name);
    for (int i = 0; i < MOST; i++) {
        const double exponent = harness_chance(2) ? exponents[i % 16] : (double)harness_between(-4000, 4000) / 512;
        reference_put(bt, x_room, i, harness_chance(5) ? harness_random() : (uint64_t)harness_between(-12, 12));
        reference_put(et, y_room, i, reference_encode(et, exponent));
    }
    run(&kernel, MOST, x_room, 1, y_room, 1);
    for (isc_idx i = 0; i < MOST; i++)
        compare_real(bt, &kernel, et, i);
}

/* The first refusal of a long row. */
static void test_first_refusal(const reference_type *bt)
{
    isc_kernel kernel;
    const double half = 0.5;
    isc_kernel_find(ISOCAST_POW, bt->type, ISOCAST_DOUBLE, &kernel);
    for (int i = 0; i < MOST; i++)
        reference_put(bt, x_room, i, (uint64_t)harness_between(0, 1000));
    CHECK(kernel.check(MOST, x_room, 1, &half, 0) == MOST, "%s: refused without a reason", bt->name);
    for (int round = 0; round < 20; round++) {
        const isc_idx at = harness_between(0, MOST - 1);
        reference_put(bt, x_room, at, ~0ull);
        CHECK(kernel.check(MOST, x_room, 1, &half, 0) == at, "%s: the root of -1 at %d", bt->name, (int)at);
        reference_put(bt, x_room, at, 1);
    }
}

int main(void)
{
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        printf("%s\n", isocast_isa());
        for (int b = 6; b <= 7; b++) { /* int32, int64 */
            for (int e = 0; e < 8; e++) {
                test_integer_exponents(&reference_types[b], &reference_types[e]);
                test_kinds_of_exponents(&reference_types[b], &reference_types[e]);
                test_zero_to_a_negative_power(&reference_types[b], &reference_types[e]);
            }
            for (int e = 8; e < 12; e++)
                test_real_exponents(&reference_types[b], &reference_types[e]);
            test_first_refusal(&reference_types[b]);
        }
    }
    return harness_report();
}
