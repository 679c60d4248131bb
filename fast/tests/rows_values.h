/* Values for rows of any type: at the borders and at random; and room for them. */
#ifndef ISC_TEST_ROWS_VALUES_H
#define ISC_TEST_ROWS_VALUES_H

#include "rows_reference.h"

enum { MOST = 9000, GUARD = 64 }; /* more than rows take in one way only */

static const char *const op_names[] = {
    "Add", "Sub", "Mul", "Div", "Mod", "FMod", "Pow", "Max", "Min", "Sum", "Mean", "Equal", "Greater", "GreaterOrEqual",
    "Less", "LessOrEqual", "And", "Or", "Xor", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "ShiftLeft", "ShiftRight",
    "PRelu"};

typedef union { /* room for a row of any type, aligned for it */
    uint64_t words[MOST + GUARD];
    double reals[MOST + GUARD];
    char bytes[(MOST + GUARD) * 8];
} row_room;

static inline uint64_t random_bits(const reference_type *type)
{
    const uint64_t bits = harness_random() >> (64 - type->bytes * 8);
    const int width = type->bytes * 8;
    if (type->kind == 'f' && harness_chance(2)) /* within a few powers of two of 1, where operations meet */
        return (bits & ~(0x7full << (type->digits + 2))) % (1ull << (width - 1)) % (0x20ull << (type->digits - 1)) +
               (((1ull << (width - type->digits - 1)) - 16) << (type->digits - 1));
    return harness_chance(3) ? bits >> harness_between(0, width - 1) : bits;
}

/* Borders of an integer type, then of a float type; the rest at random. */
static inline isc_idx border_values(const reference_type *type, uint64_t *values)
{
    const int width = type->bytes * 8;
    const uint64_t mask = ~0ull >> (64 - width), sign = 1ull << (width - 1);
    isc_idx n = 0;
    if (type->kind == 'f') {
        const uint64_t infinity = reference_encode(type, HUGE_VAL);
        const uint64_t one = reference_encode(type, 1.0), normal = 1ull << (type->digits - 1);
        const uint64_t sizes[] = {0, 1, 2, normal, normal - 1, infinity - 1, infinity, infinity + 1,
                                  infinity | normal >> 1,
                                  one, one - 1, one + 1, reference_encode(type, 2.0), reference_encode(type, 3.0),
                                  reference_encode(type, 0.5), reference_encode(type, 0.1)};
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            values[n++] = sizes[i];
            values[n++] = sizes[i] | sign;
        }
        return n;
    }
    for (uint64_t small = 0; small < 6; small++) {
        values[n++] = small;
        values[n++] = (0 - small) & mask;
        values[n++] = (sign + small) & mask;
        values[n++] = (sign - 1 - small) & mask;
    }
    for (int shift = 2; shift < width; shift += width / 8)
        values[n++] = (1ull << shift) + 1;
    values[n++] = (uint64_t)width & mask;
    return n;
}

#endif
