/* The sizes of Gemm's blocks. An element of A' is used as often as a block has columns, one of B' as often as it has rows, so
 * both are as large as the scratch allows, at the cost of the depth. No sum depends on them: each is over K in its order. */
#include "driver.h"
#include "gemm.h"

/* The largest first, for compute types of 4 and of 8 bytes; the last fits the least scratch. */
static const isc_gemm_sizes isc_gemm_sizes_4[] = {{180, 192, 64}, {120, 128, 64}, {84, 96, 64}, {48, 64, 64},
                                                  {24, 64, 32},   {12, 32, 32},   {12, 32, 8}};
static const isc_gemm_sizes isc_gemm_sizes_8[] = {{96, 160, 64}, {72, 96, 64}, {48, 64, 64},
                                                  {24, 64, 32},  {12, 32, 32}, {12, 32, 8}};

/* What a block needs: its sums, the packed pieces of A' and B', two rows, and room for elements of 16 bits. */
static isc_idx isc_gemm_bytes(isc_gemm_sizes block, isc_idx size)
{
    const isc_idx compute = size == 2 ? 4 : size, longest = block.rows > block.columns ? block.rows : block.columns;
    const isc_idx sums = block.rows * block.columns, packed = block.rows * ISC_GEMM_ALONG + block.columns * block.depth;
    return (sums + packed + 2 * block.columns) * compute + (size == 2 ? longest * ISC_GEMM_ALONG * size : 0);
}

/* The length of the pieces in which a length is cut, none longer than `most`: even ones, of whole units. */
static isc_idx isc_gemm_even(isc_idx length, isc_idx most, isc_idx unit)
{
    const isc_idx count = length > most ? (length + most - 1) / most : 1, piece = (length + count - 1) / count;
    return piece > unit ? (piece + unit - 1) / unit * unit : unit;
}

isc_gemm_sizes isc_gemm_sizes_find(const isocast_gemm *gemm, isc_idx bytes)
{
    const isc_idx size = isc_type_bytes(gemm->type);
    const isc_gemm_sizes *block = size == 8 ? isc_gemm_sizes_8 : isc_gemm_sizes_4;
    while (isc_gemm_bytes(*block, size) > bytes && block->depth > 8) block++;
    const isc_gemm_sizes even = {isc_gemm_even(gemm->m, block->rows, ISC_GEMM_ROWS_UNIT),
                                 isc_gemm_even(gemm->n, block->columns, ISC_GEMM_COLUMNS_UNIT), block->depth};
    return even;
}
