/* The plain elements against the fast kernels, one pair of words at a time: random bits, borders, special values.
 * NaN equals NaN whatever its payload; a power may differ by one unit in the last place. */
#include "drivers.h"
#include "harness.h"
#include "kernels.h"

#include <string.h>

static const isocast_type types[] = {
    ISOCAST_FLOAT,   ISOCAST_UINT8,  ISOCAST_INT8,   ISOCAST_UINT16,  ISOCAST_INT16,  ISOCAST_INT32,   ISOCAST_INT64,
    ISOCAST_BOOL,    ISOCAST_FLOAT16, ISOCAST_DOUBLE, ISOCAST_UINT32, ISOCAST_UINT64, ISOCAST_BFLOAT16};
enum { TYPES = sizeof types / sizeof types[0], TRIALS = 20000 };

static int is_real(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
}

static uint64_t infinity_of(isocast_type type)
{
    return type == ISOCAST_FLOAT16    ? 0x7c00u
           : type == ISOCAST_BFLOAT16 ? 0x7f80u
           : type == ISOCAST_FLOAT    ? 0x7f800000u
                                      : 0x7ff0000000000000u;
}

/* Random bits, small numbers, numbers of middling size, and the borders of the type. */
static uint64_t choose_word(isocast_type type)
{
    const int bits = 8 * (int)isc_type_bytes(type);
    const uint64_t mask = UINT64_MAX >> (64 - bits), sign = (uint64_t)1 << (bits - 1), random = harness_random();
    const double number = (double)harness_between(-300, 300) / (double)(1 << harness_between(0, 8));
    switch (harness_between(0, 5)) {
    case 0: return is_real(type) ? (infinity_of(type) + (uint64_t)harness_between(-1, 1)) | (random & sign) : sign - 1;
    case 1: return harness_chance(2) ? sign : mask;
    case 2: return (uint64_t)harness_between(-3, 3) & mask;
    case 3:
    case 4: return is_real(type) ? isc_rounded(type, number) : (uint64_t)harness_between(-70, 70) & mask;
    default: return random & mask;
    }
}

static int same(isocast_op op, isocast_type x, isocast_type y, isocast_type z, uint64_t a, uint64_t b)
{
    const uint64_t sign = (uint64_t)1 << (8 * isc_type_bytes(z) - 1);
    if (a == b) return 1;
    if (op == ISOCAST_POW && !is_real(x) && is_real(y)) { /* in double, then truncated */
        const double p = isc_number(x, a), q = isc_number(x, b);
        return (p > q ? p - q : q - p) <= 1 + 0x1p-51 * (p < 0 ? -p : p);
    }
    if (!is_real(z)) return 0;
    if ((a & ~sign) > infinity_of(z) || (b & ~sign) > infinity_of(z))
        return (a & ~sign) > infinity_of(z) && (b & ~sign) > infinity_of(z);
    return op == ISOCAST_POW && (a & sign) == (b & sign) && (a > b ? a - b : b - a) <= 1;
}

static void try_pair(isocast_op op, isocast_type x, isocast_type y, const isc_kernel *kernel, uint64_t a, uint64_t b)
{
    const isocast_type z = isc_gives_bool(op) ? ISOCAST_BOOL : x;
    const isc_form form = isc_form_of(z, 0), x_form = isc_form_of(x, 0), y_form = isc_form_of(y, 0);
    unsigned char stored_a[16] = {0}, stored_b[16] = {0}, loaded_a[16], loaded_b[16], computed[16] = {0}, result[16];
    isc_store(stored_a, x_form.width, x_form.high_first, a);
    isc_store(stored_b, y_form.width, y_form.high_first, b);
    memcpy(loaded_a, stored_a, 16);
    memcpy(loaded_b, stored_b, 16);
    if (kernel->load_x) kernel->load_x(1, stored_a, loaded_a);
    if (kernel->load_y) kernel->load_y(1, stored_b, loaded_b);
    const int refused = kernel->check && kernel->check(1, loaded_a, 1, loaded_b, 1) == 0;
    if (kernel->check)
        CHECK(isc_is_refused(op, x, y, a, b) == refused, "op %d types %d %d: %llx %llx", op, x, y,
              (unsigned long long)a, (unsigned long long)b);
    if (refused) return;
    kernel->row(1, loaded_a, 1, loaded_b, 1, computed);
    memcpy(result, computed, 16);
    if (kernel->store) kernel->store(1, computed, result);
    const uint64_t fast = isc_load(result, form.width, form.high_first), plain = isc_element(op, x, y, a, b);
    CHECK(same(op, x, y, z, plain, fast), "op %d types %d %d: %llx %llx gives %llx, not %llx", op, x, y,
          (unsigned long long)a, (unsigned long long)b, (unsigned long long)plain, (unsigned long long)fast);
}

static void try_types(isocast_op op, isocast_type x, isocast_type y, long trials)
{
    isc_kernel kernel;
    memset(&kernel, 0, sizeof kernel);
    if (!isc_kernel_find(op, x, y, &kernel)) return;
    for (long i = 0; i < trials; i++) try_pair(op, x, y, &kernel, choose_word(x), choose_word(y));
}

int main(int argc, char **argv)
{
    const long trials = argc > 2 ? atol(argv[2]) : TRIALS;
    for (int op = 0; op < ISOCAST_WHERE; op++)
        for (int x = 0; x < TYPES; x++) {
            if (op != ISOCAST_POW) try_types((isocast_op)op, types[x], types[x], trials);
            for (int y = 0; op == ISOCAST_POW && y < TYPES; y++) try_types(ISOCAST_POW, types[x], types[y], trials / 4);
        }
    return harness_report();
}
