/* Bytes by way of longer words: their product two at a time, because processors have no vector of byte products, and each of
 * them eight times. */
#ifndef ISC_ROWS_BYTES_H
#define ISC_ROWS_BYTES_H

#include "language.h"

/* The low byte of the product is that of the low bytes; the high ones, apart from them, give the high one.
 * Clauses: int-wrap */
ISC_INLINE uint16_t isc_op_mul_bytes(uint16_t a, uint16_t b)
{
    const uint32_t low = (uint32_t)a * b & 0xff, high = (uint32_t)(a >> 8) * (b & 0xff00);
    return (uint16_t)(low | high);
}

#if defined(__GNUC__)
typedef uint16_t __attribute__((may_alias, aligned(1))) isc_bytes; /* two of them, wherever they are */

ISC_INLINE void isc_mul_u8_loop(isc_idx n, const uint8_t *x, isc_idx sx, const uint8_t *y, isc_idx sy, uint8_t *z)
{
    const isc_bytes *xs = (const void *)x, *ys = (const void *)y;
    isc_bytes *zs = (void *)z;
    const uint16_t x0 = (uint16_t)(x[0] * 0x101), y0 = (uint16_t)(y[0] * 0x101);
    ISC_INDEPENDENT
    for (isc_idx i = 0; i < n / 2; i++)
        zs[i] = isc_op_mul_bytes(sx ? xs[i] : x0, sy ? ys[i] : y0);
}
#else
ISC_INLINE void isc_mul_u8_loop(isc_idx n, const uint8_t *x, isc_idx sx, const uint8_t *y, isc_idx sy, uint8_t *z)
{
    for (isc_idx i = 0; i < n - 1; i++)
        z[i] = (uint8_t)(x[sx * i] * y[sy * i]);
}
#endif

static void isc_mul_u8(isc_idx n, const void *vx, isc_idx sx, const void *vy, isc_idx sy, void *vz)
{
    if (n <= 0)
        return;
    const uint8_t first_x = *(const uint8_t *)vx, first_y = *(const uint8_t *)vy; /* z may be where they are */
    const uint8_t *x = sx ? vx : &first_x, *y = sy ? vy : &first_y;
    const uint8_t last = (uint8_t)(x[sx * (n - 1)] * y[sy * (n - 1)]);
    uint8_t *z = vz;
    if (sx && sy)
        isc_mul_u8_loop(n, x, 1, y, 1, z);
    else if (sx)
        isc_mul_u8_loop(n, x, 1, y, 0, z);
    else
        isc_mul_u8_loop(n, x, 0, y, sy, z);
    z[n - 1] = last;
}

/* Clauses: access, bit-copy */
static void isc_eight_1(isc_idx n, const void *vx, void *vz)
{
    const uint8_t *restrict x = vx;
    uint8_t *restrict z = vz;
    for (isc_idx i = 0; i < n; i++) {
        const uint64_t word = x[i] * 0x0101010101010101u;
        memcpy(z + 8 * i, &word, sizeof word);
    }
}

#endif
