/* The driver's own interfaces: how a plan is cut into tiles, an operand becomes a row, and a row becomes the result.
 *
 *   tiles.c  plan -> tiles             feed.c  operand -> row, tile by tile   job.c    what one part needs
 *   view.c   an operand inside a tile  sink.c  row -> result                  run.c, check.c  operators over the tiles, by pass.c
 *   copy.c   copies of elements        stream.c stores past the cache         small.c  the short way for small work
 *   memory.c how memory is best used   repeat.c rows that are repeated as a whole
 *
 * Only kernels.h knows how elements are computed; here they are only moved. */
#ifndef ISC_DRIVER_H
#define ISC_DRIVER_H

#include "core.h"
#include "kernels.h"

#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_MAY_ALIAS __attribute__((may_alias)) /* elements of any type are moved as words of their size */
#define ISC_PREFETCH(address) __builtin_prefetch(address)
#define ISC_PREFETCH_TO_WRITE(address) __builtin_prefetch(address, 1)
#else
#define ISC_MAY_ALIAS
#define ISC_PREFETCH(address) ((void)(address))
#define ISC_PREFETCH_TO_WRITE(address) ((void)(address))
#endif

typedef uint8_t isc_u8;
typedef uint16_t ISC_MAY_ALIAS isc_u16;
typedef uint32_t ISC_MAY_ALIAS isc_u32;
typedef uint64_t ISC_MAY_ALIAS isc_u64;
typedef struct ISC_MAY_ALIAS {
    uint64_t low, high;
} isc_u128;

#define ISC_TILE_BYTES 16384  /* of one operand in a tile: two and the result stay in a 48 KiB first-level cache */
#define ISC_BLOCK_BYTES 32768 /* and in a panel, which is not written where it is read: the most a block of scratch has */
#define ISC_FEEDS ISC_FOLD_INPUTS /* operands with a block of their own; further inputs of Max, Min, Sum, Mean share the last */
#define ISC_SOME_BYTES 1024  /* of a small operand that is some words apart: as much is laid out on the stack */
#define ISC_PIECE_BYTES 4096 /* of a larger one: as much of a tile is laid out in scratch, then computed with */
#define ISC_LONG_ROW 512     /* elements; rows this long are worth a kernel call each, */
#define ISC_PAIR_ROW 384     /* bytes of the result; these are, for a kernel of two operands, */
#define ISC_WORDS_ROW 128    /* and these, if its elements have four bytes or more; */
#define ISC_COMPARED_ROW 1024 /* bytes of an operand; and these are, for a kernel whose results are smaller; */
#define ISC_SINGLE_ROW 256   /* bytes of the result; and these are, if an operand has one element for a row; */
#define ISC_SINGLE_POW 1024  /* these for Pow, whose kernels take blocks */
#define ISC_REPEATED_ROW 1024 /* bytes of the result; rows up to here are laid out some times over, */
#define ISC_REPEATED_PAIR 512 /* up to here where vectors may begin anywhere, and two operands are quickly computed with */
#define ISC_SHORT_ROW 2048    /* bytes of an operand; rows up to here have shorter vectors, if they may begin anywhere */
#define ISC_STREAM_SPAN 512 /* bytes that are written past the caches at a time, so that reads and writes of memory overlap */
#define ISC_STREAM_PAGE 4096
#define ISC_STREAM_ROWS 4096 /* and of rows that are shorter than this and follow each other, about as many together, or half as many */
#define ISC_WHOLE_ROW 32000 /* bytes; rows up to here stay in the first cache while results go through it */
#define ISC_SLICE (512 * 1024) /* bytes of the result that one part of a long call computes */
#define ISC_FAR_OPERAND (6 * 1024 * 1024) /* bytes: the memory of smaller operands is not asked for before it is needed; */
#define ISC_FAR_SPAN 512                  /* of others, and of the result, this much is while as much is computed */
#define ISC_LINE 64 /* bytes of a line of the cache */
#define ISC_AXES (ISOCAST_MAX_RANK + 1)    /* an unaligned element adds an axis of bytes */

/* tiles.c: a tile is some rows of one axis, each with all that lies behind it, as one segment; or a panel: rows of one
 * axis by a stretch of the last, a segment each. */
typedef struct {
    isc_idx loops; /* axes that the tiles walk along, the fastest first */
    isc_idx axis[ISOCAST_MAX_RANK], size[ISOCAST_MAX_RANK], step[ISOCAST_MAX_RANK];
    isc_idx rows;  /* the axis whose rows a tile takes */
    isc_idx inner; /* elements behind one row, in a tile that is no panel */
    int panel;     /* then axis[0] is the last one, and axis[1] is `rows` */
    int crossing;  /* a panel because some operand runs across the result */
    isc_idx tiles;
} isc_tiling;

typedef struct {
    isc_idx at[ISOCAST_MAX_RANK]; /* index of the tile's first element on axis[i] */
    isc_idx rows, segments, length;
} isc_tile;

int isc_is_crossed(const isocast_plan *plan); /* whether an operand runs across the result, as in a transposed matrix */
void isc_tiling_make(isc_tiling *tiling, const isocast_plan *plan, isc_idx capacity, isc_idx panel_capacity);
void isc_tiling_enlarge(isc_tiling *tiling, const isocast_plan *plan, isc_idx parts, isc_idx most);
void isc_tile_first(const isc_tiling *tiling, isc_idx number, isc_tile *tile);
void isc_tile_next(const isc_tiling *tiling, isc_tile *tile);
void isc_tile_previous(const isc_tiling *tiling, isc_tile *tile);
char *isc_tile_data(const isc_tiling *tiling, const isc_tile *tile, const isocast_operand *operand);

/* copy.c: an operand's axes inside a tile, neighbours merged; strides in words of `width` bytes */
typedef enum {
    ISC_WHOLE,   /* every element of the tile */
    ISC_SEGMENT, /* those of one segment */
    ISC_SINGLE   /* one for each segment */
} isc_extent;

typedef struct {
    isc_extent extent;
    isc_idx rank, width;
    isc_idx unit; /* dims[0] for each row of the tile */
    isc_idx dims[ISC_AXES], strides[ISC_AXES];
} isc_view;

void isc_expand(const isc_view *view, const char *x, char *z);  /* x by the view's strides, z in a row */
void isc_row_of(isc_idx width, isc_idx n, const char *x, isc_idx stride, char *z); /* n words, `stride` words apart */
void isc_scatter(const isc_view *view, const char *x, char *z); /* x in a row, z by the view's strides */
void isc_swap(isc_idx unit, isc_idx n, char *z);                /* reverses the bytes of n words of `unit` bytes */

/* memory.c: how memory is best used by the processor at hand. */
typedef struct {
    isc_idx stream; /* bytes touched from which on results go past the caches, */
    isc_idx apart;  /* how many bytes apart spans are that are written so one after the other, */
    isc_idx soon;   /* and how many bytes ahead operands are asked for meanwhile; or 0 */
    isc_idx far;    /* bytes touched from which on memory is asked for before it is needed, where nothing goes past the caches, */
    isc_idx ahead;  /* and how many bytes before */
    isc_idx apart_ahead; /* and how many bytes before where nothing else is, but operands too large for the caches are every other
                          * word; or 0 */
    isc_idx near;   /* bytes touched up to which one thread is as quick as two, if all lie in a row; or 0 */
    isc_idx whole;  /* bytes touched up to which a thread's share is one part, forwards in one call and backwards in the next, */
    isc_idx turn;   /* and bytes of the result that are computed forwards at a time even then */
    int some;       /* not all results of large work go past the caches */
    int lines;      /* lines that are written as a whole are not read before: then fewer still, and rows of work that large are of
                     * 256 bits */
} isc_memory;

isc_memory isc_memory_of_cpu(void);
void isc_memory_as_if(isc_memory memory); /* as if the processor at hand were such; for tests, on one thread */

/* stream.c: copies past the cache, for the processor at hand, and memory that is asked for */
typedef void (*isc_writer)(isc_idx bytes, const char *x, char *z);

isc_writer isc_stream_find(void);
isc_convert isc_string_fill_find(isc_idx size); /* of an aligned word; or NULL */
void isc_stream_end(void);
void isc_fetch(isc_idx bytes, const char *x);
void isc_fetch_to_write(isc_idx bytes, const char *z);

/* view.c */
isc_idx isc_swap_unit(const isocast_operand *operand);
int isc_is_aligned(const isocast_plan *plan, const isocast_operand *operand);
int isc_is_row(const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand, isc_idx stride);
void isc_view_make(isc_view *view, const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand,
                   isc_extent extent);
void isc_view_fit(isc_view *view, const isc_tiling *tiling, const isc_tile *tile);

/* feed.c: an operand, tile by tile, as the kernels want it */
typedef struct isc_feed isc_feed;

typedef struct {
    const char *data;
    isc_idx pitch; /* bytes from one segment to the next */
    isc_idx size;  /* bytes from one element to the next; 0 if a segment has one element */
    const isc_feed *apart; /* NULL, or: elements are some words apart, and laid out by isc_feed_some */
    isc_idx far;           /* bytes from one element to the next where it lies, if that is in no near cache; else 0 */
    int eighth;            /* an element stands for eight */
} isc_strip;

struct isc_feed {
    const isocast_operand *operand;
    isc_idx size, compute; /* bytes of an element as stored, and as computed */
    isc_convert load;
    isc_idx step, swap; /* swap: bytes of the words to reverse, or 0 */
    int direct, copy;   /* used where it lies; laid out before it is converted */
    int far;            /* larger than what a near cache holds, and read in its order */
    isc_view view;
    char *raw, *block;
    const char *held; /* the source of what the block holds, or NULL */
    isc_idx held_rows, held_length;
};

void isc_feed_make(isc_feed *feed, const isocast_plan *plan, const isc_tiling *tiling, const isocast_operand *operand,
                   isc_convert load, isc_idx compute, int spread);
isc_strip isc_feed_strip(isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile);
isc_strip isc_feed_loose(isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile);
isc_strip isc_feed_eighth(const isc_feed *feed, const isc_tiling *tiling, const isc_tile *tile);
int isc_feed_is_eighth(const isc_feed *feed);
int isc_feed_is_loose(const isc_feed *feed);
const char *isc_feed_some(const isc_feed *feed, const char *data, isc_idx i, isc_idx n);

/* sink.c: where rows of results go */
typedef struct {
    isc_idx size, swap;
    isc_convert store, copy;
    int direct, contiguous; /* rows are written where they belong; by a copy */
    isc_writer stream;      /* by a copy past the cache, or NULL, */
    isc_idx span, together; /* and so many bytes of a row, or at least so many of short rows, at a time */
    isc_view view;
    char *block, *raw;
} isc_sink;

isc_idx isc_own_bytes(const isocast_plan *plan, const isocast_operand *operand);
int isc_is_within(const isocast_plan *plan, isc_idx bytes);
int isc_is_large(const isocast_plan *plan);
int isc_goes_past(const isocast_plan *plan);
isc_row2 isc_compared_past(const isocast_plan *plan);
int isc_is_far(const isocast_plan *plan);
int isc_is_turned(const isocast_plan *plan);
int isc_is_beyond_lines(const isocast_plan *plan);
int isc_is_beyond_some(const isocast_plan *plan);
int isc_is_slow(isocast_op op);
int isc_is_float_division(const isocast_plan *plan);
isc_convert isc_sink_fill(const isocast_plan *plan);
typedef struct { /* a segment: its first `head` elements, then `count` spans; every `apart`-th in turn */
    isc_idx head, span, count, apart;
} isc_spans;

void isc_sink_make(isc_sink *sink, const isocast_plan *plan, const isc_tiling *tiling, isc_convert store);
isc_spans isc_sink_spans(const isc_sink *sink, isc_idx length, const char *z);
void isc_sink_fit(isc_sink *sink, const isc_tiling *tiling, const isc_tile *tile);
char *isc_sink_open(const isc_sink *sink, char *z);
void isc_sink_close(const isc_sink *sink, isc_idx n, char *z);
void isc_sink_write(const isc_sink *sink, isc_idx n, const char *x, char *z);

/* small.c: the short way for small work */
/* Runs a small plan at once; returns 0 if it needs tiles. `refused` is NULL, or becomes 1 where a pair has no result. */
int isc_run_small(const isocast_plan *plan, int *refused);
/* Whether kernels can take all operands of a plan where they lie, in one row each. */
int isc_is_one_row(const isocast_plan *plan);
isc_row2 isc_quotients(const isocast_plan *plan);
/* The elements of an operand of one axis in a row; returns 0 if they are too many, or not some words apart. */
typedef struct {
    isc_u128 word[ISC_SOME_BYTES / sizeof(isc_u128)];
} isc_some;
int isc_lay_out(const isocast_plan *plan, const isocast_operand *operand, isc_some *row);
int isc_run_stretch(const isocast_plan *plan, isc_idx part, isc_idx parts, int back);

/* repeat.c: Runs one part of an Expand that repeats rows; returns 0 if the plan is another. */
int isc_run_repeated(const isocast_plan *plan, isc_idx part, isc_idx parts);

/* job.c: everything one part needs */
typedef struct {
    const isocast_plan *plan;
    isc_kernel kernel;
    isc_row3 where;
    isc_fold fold;   /* Sum or Mean in one step, or NULL */
    isc_row2 divide; /* Mean's last step */
    isc_idx repeated; /* bytes of the result: rows up to here are taken some at a time, where an operand is repeated */
    isc_idx vector;   /* bytes: and they should end on vectors of these */
    isc_row2 shorter; /* the kernel for rows that are taken some at a time, from whole vectors of 32 bytes on; or NULL: the same */
    isc_row2 others; /* the kernel for operands that are every other word; or NULL */
    int past;        /* the kernel writes past the caches by itself */
    int eighths;     /* inputs of a fold that have an element for eight are taken where they lie */
    isc_row2 eights; /* the kernel, if one operand has an element for eight and nothing else stands in the way; or NULL */
    isc_tiling tiling;
    isc_idx feeds;
    isc_feed feed[ISC_FEEDS];
    isc_sink sink;
    char *accumulator[2];
    isc_idx block; /* bytes of scratch for each purpose */
    isc_idx ahead, soon; /* how many bytes before they are needed operands and result are asked for; and operands, if results go
                          * past the cache; or 0 */
    isc_check2 check; /* NULL, or: pairs are looked at on the way, */
    int refused;      /* and one was found that has no result */
} isc_job;

void isc_job_make(isc_job *job, const isocast_plan *plan, isc_idx parts, int panels, char *scratch, isc_idx bytes);
void isc_share(isc_idx all, isc_idx part, isc_idx parts, isc_idx *first, isc_idx *end);
isc_feed *isc_job_feed(isc_job *job, isc_idx input);
int isc_job_steps(const isc_job *job); /* whether an accumulator goes from input to input */

/* check.c: the look at pairs that goes with computing them, if it is quicker than a look of its own; else NULL */
isc_check2 isc_check_on_the_way(const isocast_plan *plan, isc_idx parts);

#endif
