/* Div, Mod and fmod of integers against a division of their sizes, at each instruction set this processor has: every
 * pair of 8 bits, every divisor of 16 bits, and divisors and dividends at the borders of what is computed in which way,
 * of multiples of the divisor and beside them, and at random. */
#include "levels.h"
#include "rows_reference.h"

enum { MOST = 256, ROUNDS = 6000 };

static const isocast_op ops[] = {ISOCAST_DIV, ISOCAST_MOD, ISOCAST_FMOD};
static uint64_t x_room[MOST], y_room[MOST], z_room[MOST];

static isc_row2 row_of(isocast_op op, const reference_type *type)
{
    isc_kernel kernel;
    return isc_kernel_find(op, type->type, type->type, &kernel) ? kernel.row : NULL;
}

static void compare(isocast_op op, const reference_type *type, isc_idx n, isc_idx sx, isc_idx sy, const void *z)
{
    for (isc_idx i = 0; i < n; i++) {
        const uint64_t a = reference_bits(type, x_room, sx ? i : 0), b = reference_bits(type, y_room, sy ? i : 0);
        const uint64_t seen = reference_bits(type, z, i);
        if (b != 0) /* refused by the check; here it only must not trap */
            CHECK(seen == reference_element(op, type, a, b), "op %d %s %s of %llx, %llx is %llx, %d of %d", op, type->name,
                  isocast_isa(), (unsigned long long)a, (unsigned long long)b, (unsigned long long)seen, (int)i, (int)n);
    }
}

/* Into a row of its own, or in place of an operand. */
static void try_row(isocast_op op, const reference_type *type, isc_idx n, isc_idx sx, isc_idx sy)
{
    static uint64_t own[MOST];
    const int place = (int)harness_between(0, 2);
    const int in_x = place == 1 && sx, in_y = place == 2 && sy;
    memcpy(own, in_x ? x_room : in_y ? y_room : z_room, sizeof own);
    row_of(op, type)(n, in_x ? own : x_room, sx, in_y ? own : y_room, sy, own);
    compare(op, type, n, sx, sy, own);
}

static void try_all(const reference_type *type, isc_idx n)
{
    for (int op = 0; op < 3; op++) {
        try_row(ops[op], type, n, 1, 0);
        try_row(ops[op], type, n, 1, 1);
        try_row(ops[op], type, n, 0, 1);
    }
}

static void try_every_byte(const reference_type *type)
{
    for (uint64_t b = 0; b < 256; b++) {
        for (isc_idx i = 0; i < 256; i++) {
            reference_put(type, x_room, i, (uint64_t)i);
            reference_put(type, y_room, i, (uint64_t)i + b);
        }
        reference_put(type, y_room, 0, b);
        for (int op = 0; op < 3; op++) try_row(ops[op], type, 256, 1, 0);
        reference_put(type, y_room, 0, b);
        for (int op = 0; op < 3; op++) try_row(ops[op], type, 256, 1, 1);
    }
}

/* A small number more or less than a power of two, or of its negative; or anything. */
static uint64_t border(int width)
{
    const uint64_t power = (uint64_t)1 << harness_between(0, width - 1), near = power + (uint64_t)harness_between(-2, 2);
    switch (harness_between(0, 4)) {
    case 0: return near;
    case 1: return 0 - near;
    case 2: return harness_random() >> harness_between(0, width - 1);
    case 3: return 0 - (harness_random() >> harness_between(0, width - 1));
    default: return (uint64_t)harness_between(-12, 12);
    }
}

/* A multiple of b whose size has at most `bits` bits, or a number beside it. */
static uint64_t beside_a_multiple(const reference_type *type, uint64_t b, int bits)
{
    const uint64_t mask = ~0ull >> (64 - type->bytes * 8);
    const int minus = type->kind == 'i' && (b & mask) >> (type->bytes * 8 - 1);
    const uint64_t size = (minus ? 0 - b : b) & mask, most = ~0ull >> (64 - bits);
    const uint64_t times = size == 0 || size > most ? 1 : most / size;
    const uint64_t few = (uint64_t)harness_between(0, 3), many = harness_random() % times + 1;
    const uint64_t multiple = size * (harness_chance(2) && few < times ? times - few : many);
    return (harness_chance(2) ? multiple : 0 - multiple) + (uint64_t)harness_between(-1, 1);
}

/* Dividends that make a row, all near the same number of bits, or of any. */
static void fill_dividends(const reference_type *type, int one_divisor)
{
    const int width = type->bytes * 8, bits = (int)harness_between(1, width), uniform = harness_chance(2);
    for (isc_idx i = 0; i < MOST; i++) {
        const uint64_t b = reference_bits(type, y_room, one_divisor ? 0 : i);
        const int length = uniform ? bits : (int)harness_between(1, width);
        const uint64_t any = uniform ? harness_random() >> (64 - bits) : border(width);
        reference_put(type, x_room, i, harness_chance(3) ? any : beside_a_multiple(type, b, length));
    }
}

static void try_every_short_divisor(const reference_type *type)
{
    for (uint64_t b = 0; b < 1 << 16; b++) {
        reference_put(type, y_room, 0, b);
        fill_dividends(type, 1);
        try_row(ops[b % 3], type, 48, 1, 0);
    }
}

static void try_borders(const reference_type *type)
{
    const int width = type->bytes * 8;
    for (int round = 0; round < ROUNDS; round++) {
        const int bits = (int)harness_between(1, width), uniform = harness_chance(2);
        for (isc_idx i = 0; i < MOST; i++)
            reference_put(type, y_room, i, uniform ? harness_random() >> (64 - bits) : border(width));
        fill_dividends(type, round % 2);
        if (round % 2)
            try_row(ops[harness_between(0, 2)], type, harness_between(1, 80), 1, 0);
        else
            try_all(type, harness_between(1, 80));
    }
}

/* The largest dividends and divisors that go through double, and the first that do not, of either sign. */
static void try_reach(const reference_type *type)
{
    static const int powers[] = {31, 32, 50, 51, 52, 53, 54, 62, 63};
    isc_idx pairs = 0;
    for (int p = 0; p < 9 * 9; p++)
        for (int by = 0; by < 5 * 5 * 4; by++) {
            const uint64_t a = ((uint64_t)1 << powers[p / 9]) + (uint64_t)(by % 5) - 2;
            const uint64_t b = ((uint64_t)1 << powers[p % 9]) + (uint64_t)(by / 5 % 5) - 2;
            const int small = harness_chance(3); /* quotients as large as the dividend */
            reference_put(type, x_room, pairs, by / 25 % 2 ? 0 - a : a);
            reference_put(type, y_room, pairs, small ? (uint64_t)harness_between(-3, 3) : by / 50 ? 0 - b : b);
            if (++pairs == 4) {
                try_all(type, 4);
                pairs = 0;
            }
        }
}

/* The hardest dividends for a reciprocal in double, the largest that are one less than a multiple, by any divisor. */
static void try_below_multiples(const reference_type *type)
{
    for (int round = 0; round < ROUNDS; round++) {
        const int bits = (int)harness_between(50, 53);
        const uint64_t b = (harness_random() >> harness_between(14, 62)) + 1, most = ((uint64_t)1 << bits) / b;
        reference_put(type, y_room, 0, harness_chance(2) ? b : 0 - b);
        for (isc_idx i = 0; i < MOST; i++)
            reference_put(type, x_room, i, b * (most - (uint64_t)i % (most ? most : 1)) - 1);
        try_row(ops[round % 3], type, MOST, 1, 0);
    }
}

int main(void)
{
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        printf("%s\n", isocast_isa());
        for (int t = 0; t < 8; t++) {
            const reference_type *type = &reference_types[t];
            if (type->bytes == 1)
                try_every_byte(type);
            if (type->bytes == 2)
                try_every_short_divisor(type);
            if (type->bytes == 8) {
                try_reach(type);
                try_below_multiples(type);
            }
            try_borders(type);
        }
    }
    return harness_report();
}
