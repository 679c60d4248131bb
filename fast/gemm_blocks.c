/* The sizes of Gemm's blocks. An element of A' is used as often as a block has columns, one of B' as often as it has rows, so
 * both are as large as the scratch allows. No sum depends on them: each is over K in its order. */
#include "driver.h"
#include "gemm.h"

enum { ISC_GEMM_MOST_ROWS = 1024, ISC_GEMM_LEAST_ROWS = 32, ISC_GEMM_DEPTH_UNIT = 8 };
enum { ISC_GEMM_WIDEST = ISC_GEMM_VECTORS * ISC_GEMM_VECTOR }; /* bytes of the columns that a kernel computes at once */

/* Rows of A' packed at a time, columns, and how much of K, for compute types of 4 and of 8 bytes, with sums aside and in the
 * result. The largest first; the last fits the least scratch. All are whole units, which pieces are rounded up to. */
static const isc_gemm_sizes isc_gemm_table[2][2][6] = {
    {{{0, 144, 240, 128}, {0, 80, 144, 128}, {0, 64, 96, 128}, {0, 24, 48, 64}, {0, 8, 48, 32}, {0, 8, 48, 8}},
     {{0, 24, 528, 224}, {0, 48, 384, 128}, {0, 48, 96, 96}, {0, 24, 48, 64}, {0, 8, 48, 32}, {0, 8, 48, 8}}},
    {{{0, 96, 144, 128}, {0, 48, 96, 96}, {0, 24, 48, 64}, {0, 8, 48, 32}, {0, 8, 48, 16}, {0, 8, 48, 8}},
     {{0, 24, 256, 208}, {0, 24, 192, 120}, {0, 24, 48, 64}, {0, 8, 48, 32}, {0, 8, 48, 16}, {0, 8, 48, 8}}}};

/* What takes the place of the largest with sums in the result where caches are small: a piece of B' fills the second one, and
 * 256 elements of K need no second visit to the sums. */
static const isc_gemm_sizes isc_gemm_largest[2] = {{0, 24, 432, 256}, {0, 24, 208, 256}};

isc_gemm_room isc_gemm_room_of(isc_gemm_sizes block, isc_idx size, int in_place)
{
    const isc_idx compute = size == 2 ? 4 : size, row = block.columns * compute;
    const isc_idx whole = (row + ISC_GEMM_WIDEST - 1) / ISC_GEMM_WIDEST * ISC_GEMM_WIDEST; /* as any kernel takes them */
    isc_gemm_room room;
    room.sums = in_place ? 0 : block.strip * row;
    room.a = block.strip * ISC_GEMM_ALONG * compute;
    room.b = whole * block.depth;
    room.c = block.columns > block.strip ? row : block.strip * compute;
    room.z = row;
    room.raw = size != 2 ? 0 : (room.a > room.b ? room.a : room.b) / 2;
    return room;
}

static isc_idx isc_gemm_bytes(isc_gemm_sizes block, isc_idx size, int in_place)
{
    const isc_gemm_room room = isc_gemm_room_of(block, size, in_place);
    return room.sums + room.a + room.b + room.c + room.z + room.raw;
}

/* The length of the pieces in which a length is cut, none longer than `most`: even ones, of whole units. */
static isc_idx isc_gemm_even(isc_idx length, isc_idx most, isc_idx unit)
{
    isc_idx piece = length;
    if (length > most) { /* small products have no time for a division */
        const isc_idx count = (length + most - 1) / most;
        piece = (length + count - 1) / count;
    }
    return piece > unit ? (piece + unit - 1) / unit * unit : unit;
}

static isc_idx isc_gemm_pieces(isc_idx length, isc_idx piece)
{
    return (length + piece - 1) / piece;
}

/* Sums in the result can have any number of rows: as many as leave a block for each thread and, while blocks are few, the
 * same number for each. They are halved while they are whole units. */
static isc_idx isc_gemm_rows(const isocast_gemm *gemm, isc_idx wide, isc_idx threads)
{
    isc_idx most = ISC_GEMM_MOST_ROWS, blocks = wide * isc_gemm_pieces(gemm->m, most);
    while (most > ISC_GEMM_LEAST_ROWS && (blocks < threads || (blocks < 4 * threads && blocks % threads != 0))) {
        most /= 2;
        blocks = wide * isc_gemm_pieces(gemm->m, most);
    }
    return isc_gemm_even(gemm->m, most, ISC_GEMM_ROWS_UNIT);
}

/* The largest sizes that the scratch allows. */
static isc_gemm_sizes isc_gemm_fitting(const isc_gemm_kernel *kernel, isc_idx size, isc_idx bytes, int in_place)
{
    const isc_gemm_sizes *fitting = isc_gemm_table[size == 8][in_place];
    if (in_place && kernel->is_for_small_caches && isc_gemm_bytes(isc_gemm_largest[size == 8], size, 1) <= bytes)
        return isc_gemm_largest[size == 8];
    while (isc_gemm_bytes(*fitting, size, in_place) > bytes && fitting->depth > 8) fitting++;
    return *fitting;
}

isc_gemm_sizes isc_gemm_sizes_find(const isocast_gemm *gemm, const isc_gemm_kernel *kernel, isc_idx bytes, int in_place,
                                   isc_idx threads)
{
    isc_gemm_sizes block = isc_gemm_fitting(kernel, isc_type_bytes(gemm->type), bytes, in_place);
    block.depth = isc_gemm_even(gemm->k, block.depth, ISC_GEMM_DEPTH_UNIT);
    block.columns = isc_gemm_even(gemm->n, block.columns, ISC_GEMM_COLUMNS_UNIT);
    block.strip = isc_gemm_even(gemm->m, block.strip, ISC_GEMM_ROWS_UNIT);
    block.rows = in_place ? isc_gemm_rows(gemm, isc_gemm_pieces(gemm->n, block.columns), threads) : block.strip;
    return block;
}
