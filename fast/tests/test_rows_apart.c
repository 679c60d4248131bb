/* Rows whose operands are not in a row, against the row of laid-out ones: one element for eight, every other word, one for all;
 * copies; and those whose results go past the caches. Nothing is read or written beside them. At each instruction set this processor has. */
#include "driver.h"
#include "rows_values.h"

static row_room x_room, y_room, z_room, cy_room, cz_room;

/* One element for eight: what the row itself gives where each of them is laid out eight times. */
static void test_eights(isocast_op op, const reference_type *type)
{
    const isc_row2 eights = isc_eights_find(op, type->type);
    const size_t size = (size_t)type->bytes;
    isc_kernel kernel;
    if (!eights)
        return;
    CHECK(isc_kernel_find(op, type->type, type->type, &kernel), "%s of %s", op_names[op], type->name);
    uint64_t borders[128];
    const isc_idx count = border_values(type, borders);
    for (isc_idx i = 0; i < MOST; i++) {
        const uint64_t a = harness_chance(2) ? borders[harness_between(0, count - 1)] : random_bits(type);
        const uint64_t b = harness_chance(2) ? borders[harness_between(0, count - 1)] : random_bits(type);
        memcpy(x_room.bytes + (size_t)i * size, &a, size); /* this machine's low bytes come first */
        memcpy(y_room.bytes + (size_t)i * size, i % 8 == 0 ? (const char *)&b : y_room.bytes + (size_t)(i - 1) * size, size);
        memcpy(cy_room.bytes + (size_t)(i / 8) * size, y_room.bytes + (size_t)i * size, size);
    }
    for (int turned = 0; turned < 2; turned++) {
        const char *whole = x_room.bytes, *eighth = cy_room.bytes, *spread = y_room.bytes;
        memset(z_room.bytes, 0x5a, sizeof z_room.bytes);
        kernel.row(MOST, turned ? spread : whole, 1, turned ? whole : spread, 1, cz_room.bytes);
        eights(MOST, turned ? eighth : whole, turned ? 8 : 1, turned ? whole : eighth, turned ? 1 : 8, z_room.bytes);
        for (isc_idx i = 0; i < MOST; i++) {
            uint64_t got = 0, wanted = 0;
            memcpy(&got, z_room.bytes + (size_t)i * size, size);
            memcpy(&wanted, cz_room.bytes + (size_t)i * size, size);
            CHECK(got == wanted || (type->kind == 'f' && reference_is_nan(type, got) && reference_is_nan(type, wanted)),
                  "%s of %s %s, one for eight: %d is %llx, not %llx", op_names[op], type->name, isocast_isa(), (int)i,
                  (unsigned long long)got, (unsigned long long)wanted);
        }
        CHECK(z_room.bytes[MOST * size] == 0x5a, "%s of %s, one for eight, writes past its end", op_names[op], type->name);
    }
}

/* n values, every `step`-th word of as many as that takes: what is read behind the last is not ours. */
static char *every(isc_idx step, isc_idx n, const char *values, size_t size)
{
    char *words = malloc((size_t)(step * (n - 1) + 1) * size);
    if (!words)
        abort();
    memset(words, 0x5a, (size_t)(step * (n - 1) + 1) * size);
    for (isc_idx i = 0; i < (step ? n : 1); i++)
        memcpy(words + (size_t)(step * i) * size, values + (size_t)i * size, size);
    return words;
}

/* Every other word: what the row itself gives where they are in a row. */
static void try_others(isc_row2 others, isc_row2 row, isc_idx n, isc_idx sx, isc_idx sy, isocast_op op, const reference_type *type)
{
    const size_t size = (size_t)type->bytes, made = isc_gives_bool(op) ? 1 : size;
    char *x = every(sx, n, x_room.bytes, size), *y = every(sy, n, y_room.bytes, size);
    memset(z_room.bytes, 0x5a, sizeof z_room.bytes);
    row(n, x_room.bytes, 1, y_room.bytes, 1, cz_room.bytes);
    others(n, x, sx, y, sy, z_room.bytes);
    for (isc_idx i = 0; i < n; i++) {
        uint64_t got = 0, wanted = 0;
        memcpy(&got, z_room.bytes + (size_t)i * made, made);
        memcpy(&wanted, cz_room.bytes + (size_t)i * made, made);
        CHECK(got == wanted || (type->kind == 'f' && reference_is_nan(type, got) && reference_is_nan(type, wanted)),
              "%s of %s %s, steps %d and %d: %d of %d is %llx, not %llx", op_names[op], type->name, isocast_isa(), (int)sx, (int)sy,
              (int)i, (int)n, (unsigned long long)got, (unsigned long long)wanted);
    }
    CHECK(z_room.bytes[(size_t)n * made] == 0x5a, "%s of %s, every other word, writes past its end", op_names[op], type->name);
    free(x);
    free(y);
}

static void test_others(isocast_op op, const reference_type *type)
{
    const isc_row2 others = isc_others_find(op, type->type);
    const size_t size = (size_t)type->bytes;
    isc_kernel kernel;
    if (!others)
        return;
    CHECK(isc_kernel_find(op, type->type, type->type, &kernel), "%s of %s", op_names[op], type->name);
    uint64_t borders[128];
    const isc_idx count = border_values(type, borders);
    for (isc_idx n = 1; n <= 100; n++) {
        for (isc_idx i = 0; i < n; i++) {
            const uint64_t a = harness_chance(3) ? borders[harness_between(0, count - 1)] : random_bits(type);
            const uint64_t b = harness_chance(3) ? borders[harness_between(0, count - 1)] : random_bits(type);
            memcpy(x_room.bytes + (size_t)i * size, &a, size);
            memcpy(y_room.bytes + (size_t)i * size, &b, size);
        }
        try_others(others, kernel.row, n, 2, 1, op, type);
        try_others(others, kernel.row, n, 1, 2, op, type);
        try_others(others, kernel.row, n, 2, 2, op, type);
    }
}

/* Comparisons past the caches: what the row itself gives, wherever the result begins, and nothing beside it. */
static void try_past(isc_row2 past, isc_row2 row, isc_idx n, isc_idx sx, isc_idx sy, isocast_op op, const reference_type *type)
{
    const size_t size = (size_t)type->bytes;
    char *z = z_room.bytes + harness_between(1, 64);
    char *x = every(sx, n, x_room.bytes, size), *y = every(sy, n, y_room.bytes, size);
    memset(z_room.bytes, 0x5a, (size_t)n + 130);
    row(n, x_room.bytes, sx != 0, y_room.bytes, sy != 0, cz_room.bytes);
    past(n, x, sx, y, sy, z);
    isc_stream_end();
    free(x);
    free(y);
    CHECK(memcmp(z, cz_room.bytes, (size_t)n) == 0, "%s of %d %s, steps %d and %d, past the caches", op_names[op], (int)n, type->name,
          (int)sx, (int)sy);
    CHECK(z[-1] == 0x5a && z[n] == 0x5a, "%s of %d %s, past the caches, writes beside them", op_names[op], (int)n, type->name);
}

static void test_past(isocast_op op, const reference_type *type)
{
    const isc_row2 past = isc_past_find(op, type->type);
    const size_t size = (size_t)type->bytes;
    isc_kernel kernel;
    if (!past)
        return;
    CHECK(isc_kernel_find(op, type->type, type->type, &kernel), "%s of %s", op_names[op], type->name);
    uint64_t borders[128];
    const isc_idx count = border_values(type, borders);
    for (isc_idx n = 1; n <= 300; n++) {
        for (isc_idx i = 0; i < n; i++) {
            const uint64_t a = borders[harness_between(0, count - 1)], b = harness_chance(3) ? a : random_bits(type);
            memcpy(x_room.bytes + (size_t)i * size, &a, size);
            memcpy(y_room.bytes + (size_t)i * size, &b, size);
        }
        try_past(past, kernel.row, n, 1, 1, op, type);
        try_past(past, kernel.row, n, 1, 0, op, type);
        try_past(past, kernel.row, n, 0, 1, op, type);
        try_past(past, kernel.row, n, 2, 1, op, type);
        try_past(past, kernel.row, n, 1, 2, op, type);
    }
}

/* Rows of one element, of every length and alignment, and nothing beside them. */
static void test_fill(int size)
{
    const isc_convert fill = isc_fill_find(size);
    for (isc_idx n = 0; n <= 1200 / size; n++) {
        const isc_idx first = harness_between(1, 64) * size;
        char word[16];
        for (int k = 0; k < size; k++) word[k] = (char)harness_random();
        memset(z_room.bytes, 0x5a, (size_t)(first + (n + 64) * size));
        fill(n, word, z_room.bytes + first);
        int same = 1;
        for (isc_idx i = 0; i < n; i++) same &= memcmp(z_room.bytes + first + i * size, word, (size_t)size) == 0;
        CHECK(same, "%s: %d elements of %d bytes", isocast_isa(), (int)n, size);
        CHECK(z_room.bytes[first - 1] == 0x5a && z_room.bytes[first + n * size] == 0x5a,
              "%s: %d elements of %d bytes, and something beside them", isocast_isa(), (int)n, size);
    }
}

/* Copies of every length and alignment, and nothing beside them. */
static void test_copy(void)
{
    const isc_convert copy = isc_copy_find();
    for (isc_idx i = 0; i < MOST; i++)
        x_room.bytes[i] = (char)harness_random();
    for (isc_idx n = 0; n <= 2900; n += 1 + n / 1200) {
        const isc_idx from = harness_between(0, 63), to = harness_between(1, 64);
        memset(z_room.bytes, 0x5a, (size_t)(n + 130));
        copy(n, x_room.bytes + from, z_room.bytes + to);
        CHECK(memcmp(z_room.bytes + to, x_room.bytes + from, (size_t)n) == 0, "%s: a copy of %d bytes", isocast_isa(), (int)n);
        CHECK(z_room.bytes[to - 1] == 0x5a && z_room.bytes[to + n] == 0x5a, "%s: a copy of %d bytes writes beside them",
              isocast_isa(), (int)n);
    }
}

int main(void)
{
    for (int level = 0; level < ISC_LEVELS; level++) {
        if (isocast_set_isa(level) != level)
            continue; /* this processor does not have it */
        for (int t = 0; t < REFERENCE_TYPES; t++)
            for (int op = 0; op <= ISOCAST_PRELU; op++) {
                test_eights((isocast_op)op, &reference_types[t]);
                test_others((isocast_op)op, &reference_types[t]);
                test_past((isocast_op)op, &reference_types[t]);
            }
        for (int size = 1; size <= 16; size *= 2)
            test_fill(size);
        test_copy();
    }
    return harness_report();
}
