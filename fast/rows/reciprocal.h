/* Quotients of many dividends n by one divisor b, by a multiplication and an addition in words twice as wide: the
 * floor of (n multiplier + addend) / 2^shift (A. D. Robison, N-Bit Unsigned Division Via N-Bit Multiply-Add, 2005).
 *
 * Exactness, for 0 <= n < 2^w and 0 < b < 2^w. Let 2^s be the largest power of two that is at most b, and p =
 * 2^(w + s). Let d be the largest integer whose product with b is below p, and e = p - d b, so that 0 < e <= b.
 * If e <= 2^s, multiplier and addend are d: (n + 1) d / p = (n + 1)/b (1 - e/p). It is less than (n + 1)/b, so that
 * its floor is at most that of n/b; and as (n + 1) e <= 2^w 2^s = p, it is at least (n + 1)/b - 1/b = n/b.
 * If not, b - e < 2^(s + 1) - 2^s = 2^s; the multiplier is d + 1 and the addend 0: n (d + 1) / p = n/b (1 + (b - e)/p)
 * is at least n/b, and as n (b - e) < 2^w 2^s = p, it is less than n/b + 1/b, and so below the next integer.
 * Words: d b < p <= 2^w b, so that d < 2^w, and (n + 1) d < 2^2w. In the other case b is no power of two, as those
 * have e = b = 2^s; so b >= 2^s + 1, and (2^w - 1) b >= p + 2^w - 1 - 2^s >= p, hence d < 2^w - 1 and d + 1 < 2^w. */
#ifndef ISC_ROWS_RECIPROCAL_H
#define ISC_ROWS_RECIPROCAL_H

#include "language.h"

#if ISC_BY_ONE_BITS > 0

typedef struct {
    uint64_t multiplier, addend;
    int shift; /* w + s; of 64 bits s, as the words of a product are apart there */
} isc_reciprocal;

/* The greatest s with 2^s <= b. */
ISC_INLINE int isc_log2(uint64_t b)
{
    return 63 - __builtin_clzll(b);
}

/* Of 32 bits; not 0. */
ISC_INLINE isc_reciprocal isc_reciprocal_of_u32(uint32_t b)
{
    const int s = isc_log2(b);
    const uint64_t p = (uint64_t)1 << (32 + s), d = (p - 1) / b;
    const int down = p - d * b <= (uint64_t)1 << s;
    const isc_reciprocal reciprocal = {down ? d : d + 1, down ? d : 0, 32 + s};
    return reciprocal;
}

__extension__ typedef unsigned __int128 isc_double_word;

/* Of 64 bits; not 0. Modulo 2^64, p is 0. */
ISC_INLINE isc_reciprocal isc_reciprocal_of_u64(uint64_t b)
{
    const int s = isc_log2(b);
    const isc_double_word below = ((isc_double_word)1 << s << 64) - 1;
    const uint64_t d = (uint64_t)(below / b);
    const int down = 0 - d * b <= (uint64_t)1 << s;
    const isc_reciprocal reciprocal = {down ? d : d + 1, down ? d : 0, s};
    return reciprocal;
}

/* Clauses: int-div */
ISC_INLINE uint64_t isc_quotient_by(uint64_t n, const isc_reciprocal *reciprocal)
{
    const isc_double_word product = (isc_double_word)n * reciprocal->multiplier + reciprocal->addend;
    return (uint64_t)(product >> 64) >> reciprocal->shift;
}

#endif
#endif
