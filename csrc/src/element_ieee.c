/* The operations on doubles that are admitted: one line each, between the bits of the operands and of the result. */
#define ISC_REALS
#include "element.h"
#include "element_ieee.h"

#include <math.h>
#include <string.h>

/* Admitted: floating point, the bits of a double. */
double isc_double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Admitted: floating point, the bits of a double. */
uint64_t isc_bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t isc_ieee_sum(uint64_t x, uint64_t y)
{
    return isc_bits_of(isc_double_of(x) + isc_double_of(y));
}

uint64_t isc_ieee_difference(uint64_t x, uint64_t y)
{
    return isc_bits_of(isc_double_of(x) - isc_double_of(y));
}

uint64_t isc_ieee_product(uint64_t x, uint64_t y)
{
    return isc_bits_of(isc_double_of(x) * isc_double_of(y));
}

uint64_t isc_ieee_ratio(uint64_t x, uint64_t y)
{
    return isc_bits_of(isc_double_of(x) / isc_double_of(y));
}

uint64_t isc_ieee_fmod(uint64_t x, uint64_t y)
{
    return isc_bits_of(fmod(isc_double_of(x), isc_double_of(y)));
}

uint64_t isc_ieee_pow(uint64_t x, uint64_t y)
{
    return isc_bits_of(pow(isc_double_of(x), isc_double_of(y)));
}

uint64_t isc_ieee_nearest(uint64_t number)
{
    return isc_bits_of((double)number);
}
