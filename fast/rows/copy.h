/* A copy of bytes, by vectors that are stored aligned. The C library may take instructions for it that some processors are slow
 * at (Zen 3, where the two sides are not aligned alike: half as long again). */
#ifndef ISC_ROWS_COPY_H
#define ISC_ROWS_COPY_H

#include "language.h"

#ifdef ISC_HAS_VECTORS
enum { ISC_COPY_VECTORS = 4, ISC_COPY_BYTES = ISC_COPY_VECTORS * ISC_VECTOR };
enum { ISC_COPY_LEAST = 2048 }; /* bytes; shorter rows are not worth a beginning of their own */
ISC_VECTOR_OF(uint8_t, isc_copied);

ISC_INLINE void isc_copy_block(const uint8_t *x, uint8_t *z)
{
    isc_copied block[ISC_COPY_VECTORS];
    ISC_UNROLLED
    for (int v = 0; v < ISC_COPY_VECTORS; v++)
        memcpy(&block[v], x + v * ISC_VECTOR, sizeof block[v]);
    ISC_UNROLLED
    for (int v = 0; v < ISC_COPY_VECTORS; v++)
        memcpy(z + v * ISC_VECTOR, &block[v], sizeof block[v]);
}

/* Vectors from the beginning, and one up to the end; at least a vector. */
ISC_INLINE void isc_copy_short(isc_idx n, const uint8_t *x, uint8_t *z)
{
    isc_copied vector;
    for (isc_idx i = 0; i < n - ISC_VECTOR; i += ISC_VECTOR) {
        memcpy(&vector, x + i, sizeof vector);
        memcpy(z + i, &vector, sizeof vector);
    }
    memcpy(&vector, x + n - ISC_VECTOR, sizeof vector);
    memcpy(z + n - ISC_VECTOR, &vector, sizeof vector);
}

/* Whole blocks from the first that begins on a vector of z, before them a block from the beginning, behind them one up to the
 * end. Clauses: bit-copy */
static void isc_copy_row(isc_idx n, const void *vx, void *vz)
{
    const uint8_t *x = vx;
    uint8_t *z = vz;
    if (n < ISC_VECTOR) {
        memcpy(z, x, (size_t)n);
        return;
    }
    if (n < ISC_COPY_LEAST) {
        isc_copy_short(n, x, z);
        return;
    }
    isc_idx i = (isc_idx)(-(uintptr_t)z % ISC_VECTOR);
    if (i > 0)
        isc_copy_block(x, z);
    for (; i <= n - ISC_COPY_BYTES; i += ISC_COPY_BYTES)
        isc_copy_block(x + i, z + i);
    if (i < n)
        isc_copy_block(x + n - ISC_COPY_BYTES, z + n - ISC_COPY_BYTES);
}
#else
/* Clauses: bit-copy */
static void isc_copy_row(isc_idx n, const void *x, void *z)
{
    memcpy(z, x, (size_t)n);
}
#endif

#endif
