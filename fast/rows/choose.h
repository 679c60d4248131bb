/* One of two words by a condition of 0 or 1, as a mask of bits: the compiler has no branch to make of it. */
#ifndef ISC_ROWS_CHOOSE_H
#define ISC_ROWS_CHOOSE_H

#include "language.h"

typedef struct {
    uint64_t low, high;
} isc_u128; /* complex128 and its like */

ISC_INLINE uint8_t isc_choose_u8(int first, uint8_t a, uint8_t b)
{
    const uint8_t mask = (uint8_t)(0 - first);
    return (uint8_t)((a & mask) | (b & ~mask));
}

ISC_INLINE uint16_t isc_choose_u16(int first, uint16_t a, uint16_t b)
{
    const uint16_t mask = (uint16_t)(0 - first);
    return (uint16_t)((a & mask) | (b & ~mask));
}

ISC_INLINE uint32_t isc_choose_u32(int first, uint32_t a, uint32_t b)
{
    const uint32_t mask = 0 - (uint32_t)first;
    return (a & mask) | (b & ~mask);
}

ISC_INLINE uint64_t isc_choose_u64(int first, uint64_t a, uint64_t b)
{
    const uint64_t mask = 0 - (uint64_t)first;
    return (a & mask) | (b & ~mask);
}

ISC_INLINE isc_u128 isc_choose_u128(int first, isc_u128 a, isc_u128 b)
{
    const isc_u128 chosen = {isc_choose_u64(first, a.low, b.low), isc_choose_u64(first, a.high, b.high)};
    return chosen;
}

#endif
