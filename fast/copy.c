/* Copies: operands laid out in a row (expand), rows laid out again (scatter), bytes reversed (swap).
 *
 * Elements are moved as unsigned words of their size, so every bit survives. An element that is not aligned to its
 * size is moved as bytes, with one more axis. */
#include "driver.h"

#define ISC_WORD isc_u8
#define ISC_NAME(x) isc_##x##_u8
#include "copy_width.h"
#undef ISC_WORD
#undef ISC_NAME

#define ISC_WORD isc_u16
#define ISC_NAME(x) isc_##x##_u16
#include "copy_width.h"
#undef ISC_WORD
#undef ISC_NAME

#define ISC_WORD isc_u32
#define ISC_NAME(x) isc_##x##_u32
#include "copy_width.h"
#undef ISC_WORD
#undef ISC_NAME

#define ISC_WORD isc_u64
#define ISC_NAME(x) isc_##x##_u64
#include "copy_width.h"
#undef ISC_WORD
#undef ISC_NAME

#define ISC_WORD isc_u128
#define ISC_NAME(x) isc_##x##_u128
#include "copy_width.h"
#undef ISC_WORD
#undef ISC_NAME

/* Clauses: access, bit-copy */
void isc_expand(const isc_view *view, const char *x, char *z)
{
    const isc_idx rank = view->rank;
    switch (view->width) {
    case 1: isc_expand_u8(0, rank, view->dims, view->strides, (const isc_u8 *)x, (isc_u8 *)z); break;
    case 2: isc_expand_u16(0, rank, view->dims, view->strides, (const isc_u16 *)x, (isc_u16 *)z); break;
    case 4: isc_expand_u32(0, rank, view->dims, view->strides, (const isc_u32 *)x, (isc_u32 *)z); break;
    case 8: isc_expand_u64(0, rank, view->dims, view->strides, (const isc_u64 *)x, (isc_u64 *)z); break;
    default: isc_expand_u128(0, rank, view->dims, view->strides, (const isc_u128 *)x, (isc_u128 *)z);
    }
}

/* Clauses: access, bit-copy */
void isc_row_of(isc_idx width, isc_idx n, const char *x, isc_idx stride, char *z)
{
    switch (width) {
    case 1: isc_row_u8(n, (const isc_u8 *)x, stride, (isc_u8 *)z); break;
    case 2: isc_row_u16(n, (const isc_u16 *)x, stride, (isc_u16 *)z); break;
    case 4: isc_row_u32(n, (const isc_u32 *)x, stride, (isc_u32 *)z); break;
    case 8: isc_row_u64(n, (const isc_u64 *)x, stride, (isc_u64 *)z); break;
    default: isc_row_u128(n, (const isc_u128 *)x, stride, (isc_u128 *)z);
    }
}

/* Clauses: bit-copy */
void isc_scatter(const isc_view *view, const char *x, char *z)
{
    const isc_idx rank = view->rank;
    switch (view->width) {
    case 1: isc_scatter_u8(0, rank, view->dims, view->strides, (const isc_u8 *)x, (isc_u8 *)z); break;
    case 2: isc_scatter_u16(0, rank, view->dims, view->strides, (const isc_u16 *)x, (isc_u16 *)z); break;
    case 4: isc_scatter_u32(0, rank, view->dims, view->strides, (const isc_u32 *)x, (isc_u32 *)z); break;
    case 8: isc_scatter_u64(0, rank, view->dims, view->strides, (const isc_u64 *)x, (isc_u64 *)z); break;
    default: isc_scatter_u128(0, rank, view->dims, view->strides, (const isc_u128 *)x, (isc_u128 *)z);
    }
}

static void isc_swap_u16(isc_idx n, isc_u16 *z)
{
    for (isc_idx i = 0; i < n; i++) z[i] = (isc_u16)(z[i] << 8 | z[i] >> 8);
}

static void isc_swap_u32(isc_idx n, isc_u32 *z)
{
    for (isc_idx i = 0; i < n; i++) {
        const isc_u32 halves = (z[i] & 0x00ff00ffu) << 8 | (z[i] >> 8 & 0x00ff00ffu);
        z[i] = halves << 16 | halves >> 16;
    }
}

static void isc_swap_u64(isc_idx n, isc_u64 *z)
{
    for (isc_idx i = 0; i < n; i++) {
        const isc_u64 bytes = (z[i] & 0x00ff00ff00ff00ffu) << 8 | (z[i] >> 8 & 0x00ff00ff00ff00ffu);
        const isc_u64 pairs = (bytes & 0x0000ffff0000ffffu) << 16 | (bytes >> 16 & 0x0000ffff0000ffffu);
        z[i] = pairs << 32 | pairs >> 32;
    }
}

void isc_swap(isc_idx unit, isc_idx n, char *z)
{
    switch (unit) {
    case 2: isc_swap_u16(n, (isc_u16 *)z); break;
    case 4: isc_swap_u32(n, (isc_u32 *)z); break;
    case 8: isc_swap_u64(n, (isc_u64 *)z); break;
    default: break;
    }
}
