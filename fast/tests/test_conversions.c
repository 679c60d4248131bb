/* The conversions between storage and compute types: all 2^16 patterns of the 16-bit floats, a dense sample of the
 * floats and doubles that are rounded to them, and the borders of the integers; at each instruction set this
 * processor has. */
#include "levels.h"
#include "rows_reference.h"

enum { BLOCK = 4096 };

static uint16_t halves[BLOCK];
static float floats[BLOCK];
static double doubles[BLOCK];

static const reference_type *type_of(isocast_type type)
{
    for (int t = 0; t < REFERENCE_TYPES; t++)
        if (reference_types[t].type == type)
            return &reference_types[t];
    return NULL;
}

/* Each conversion, as the kernel that uses it has it. */
static isc_kernel kernel_of(isocast_op op, isocast_type x, isocast_type y)
{
    isc_kernel kernel;
    CHECK(isc_kernel_find(op, x, y, &kernel), "kernel %d of %d, %d", op, x, y);
    return kernel;
}

static isc_convert to_float(isocast_type type)
{
    return kernel_of(ISOCAST_POW, ISOCAST_FLOAT, type).load_y;
}

static isc_convert to_double(isocast_type type)
{
    return kernel_of(ISOCAST_POW, ISOCAST_DOUBLE, type).load_y;
}

static int same_number(const reference_type *type, uint64_t seen, uint64_t wanted)
{
    return seen == wanted || (reference_is_nan(type, seen) && reference_is_nan(type, wanted));
}

/* Every pattern up to float and double, and back. NaNs keep the leading bits of their payload and come out quiet. */
static void test_every_half(isocast_type type)
{
    const reference_type *half = type_of(type);
    const isc_kernel pow = kernel_of(ISOCAST_POW, type, ISOCAST_FLOAT);
    isc_convert load, store;
    isc_conversions_find(type, &load, &store);
    for (uint32_t start = 0; start < 65536; start += BLOCK) {
        for (uint32_t i = 0; i < BLOCK; i++)
            halves[i] = (uint16_t)(start + i);
        load(BLOCK, halves, floats);
        to_double(type)(BLOCK, halves, doubles);
        for (uint32_t i = 0; i < BLOCK; i++) {
            const double wanted = reference_decode(half, start + i);
            const int is_nan = wanted != wanted;
            CHECK(is_nan ? floats[i] != floats[i] : (double)floats[i] == wanted, "%s %x to float", half->name,
                  start + i);
            CHECK(is_nan ? doubles[i] != doubles[i] : doubles[i] == wanted, "%s %x to double", half->name, start + i);
            CHECK(!signbit(wanted) == !signbit(floats[i]) || is_nan, "%s %x: the sign", half->name, start + i);
        }
        store(BLOCK, floats, halves);
        for (uint32_t i = 0; i < BLOCK; i++) {
            const uint32_t quiet = reference_is_nan(half, start + i) ? 1u << (half->digits - 2) : 0;
            CHECK(halves[i] == ((start + i) | quiet), "%s %x through float is %x", half->name, start + i, halves[i]);
        }
        pow.store(BLOCK, doubles, halves);
        for (uint32_t i = 0; i < BLOCK; i++)
            CHECK(same_number(half, halves[i], start + i), "%s %x through double is %x", half->name, start + i,
                  halves[i]);
    }
}

/* Floats over all of their range, and those around the midpoints of two halves. */
static void test_rounding_f32(isocast_type type)
{
    const reference_type *half = type_of(type), *single = type_of(ISOCAST_FLOAT);
    isc_convert load, from_f32;
    const uint32_t dropped = type == ISOCAST_FLOAT16 ? 13 : 16;
    isc_conversions_find(type, &load, &from_f32);
    for (int round = 0; round < 1500; round++) {
        for (int i = 0; i < BLOCK; i++) {
            uint32_t word = (uint32_t)harness_random();
            if (i % 4 == 0)
                word = (word >> dropped << dropped) + (1u << (dropped - 1)) + (uint32_t)harness_between(-1, 1);
            if (i % 4 == 1 && type == ISOCAST_FLOAT16) /* among the subnormal ones and around the smallest normal one */
                word = 0x32000000u + word % 0x08000000u;
            memcpy(&floats[i], &word, sizeof word);
        }
        from_f32(BLOCK, floats, halves);
        for (int i = 0; i < BLOCK; i++)
            CHECK(same_number(half, halves[i], reference_encode(half, (double)floats[i])), "float %llx to %s is %x",
                  (unsigned long long)reference_bits(single, floats, i), half->name, halves[i]);
    }
}

/* Doubles at, and one place to each side of, the midpoints of two halves: rounding them by way of float goes wrong. */
static void test_rounding_f64(isocast_type type)
{
    const isc_convert from_f64 = kernel_of(ISOCAST_POW, type, type).store;
    const reference_type *half = type_of(type), *wide = type_of(ISOCAST_DOUBLE);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < BLOCK; i++) {
            const uint64_t low = harness_random() & 0xffff & ~(1ull << 15), sign = harness_random() << 63;
            const double middle = 0.5 * reference_decode(half, low) + 0.5 * reference_decode(half, low + 1);
            uint64_t word;
            memcpy(&word, &middle, sizeof word);
            word = i % 5 == 0 ? harness_random() : (word + (uint64_t)harness_between(-1, 1)) | sign;
            memcpy(&doubles[i], &word, sizeof word);
        }
        from_f64(BLOCK, doubles, halves);
        for (int i = 0; i < BLOCK; i++)
            CHECK(same_number(half, halves[i], reference_encode(half, doubles[i])), "double %llx to %s is %x, not %llx",
                  (unsigned long long)reference_bits(wide, doubles, i), half->name, halves[i],
                  (unsigned long long)reference_encode(half, doubles[i]));
    }
}

static void test_integers(const reference_type *type)
{
    static uint64_t words[BLOCK];
    static int64_t wholes[BLOCK];
    const int width = type->bytes * 8;
    for (int i = 0; i < BLOCK; i++)
        reference_put(type, words, i, i < 256 ? (uint64_t)(i - 128) : harness_random() >> harness_between(0, 63));
    to_double(type->type)(BLOCK, words, doubles);
    if (width <= 16)
        to_float(type->type)(BLOCK, words, floats);
    if (width <= 32)
        kernel_of(ISOCAST_POW, ISOCAST_INT32, type->type).load_y(BLOCK, words, wholes);
    for (int i = 0; i < BLOCK; i++) {
        const uint64_t bits = reference_bits(type, words, i), sign = type->kind == 'i' ? 1ull << (width - 1) : 0;
        const uint64_t size = bits & sign ? (0 - bits) & (~0ull >> (64 - width)) : bits;
        const double wanted = (double)size * (bits & sign ? -1.0 : 1.0);
        CHECK(doubles[i] == wanted, "%s %llx to double", type->name, (unsigned long long)bits);
        CHECK(width > 16 || (double)floats[i] == wanted, "%s %llx to float", type->name, (unsigned long long)bits);
        CHECK(width > 32 || (double)wholes[i] == wanted, "%s %llx to int64", type->name, (unsigned long long)bits);
    }
}

int main(void)
{
    for (int level = 0; level < OWN_LEVELS; level++) {
        if (isocast_set_isa(own_levels[level]) != own_levels[level])
            continue; /* this processor does not have it */
        printf("%s\n", isocast_isa());
        test_every_half(ISOCAST_FLOAT16);
        test_every_half(ISOCAST_BFLOAT16);
        test_rounding_f32(ISOCAST_FLOAT16);
        test_rounding_f32(ISOCAST_BFLOAT16);
        test_rounding_f64(ISOCAST_FLOAT16);
        test_rounding_f64(ISOCAST_BFLOAT16);
        for (int t = 0; t < 8; t++)
            test_integers(&reference_types[t]);
    }
    return harness_report();
}
