/* pass.c: one kernel over the segments of a tile. */
#ifndef ISC_PASS_H
#define ISC_PASS_H

#include "driver.h"

/* What is computed over the segments of a tile: the operands, and how `run` makes elements i .. i + n - 1 of them. */
typedef struct isc_pass isc_pass;
struct isc_pass {
    void (*run)(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
    isc_row2 row;
    isc_row2 others; /* NULL, or the same of operands that are every other word */
    isc_row3 where;
    isc_fold fold;
    isc_convert fill; /* or copy */
    isc_check2 check; /* NULL, or what pairs are looked at with before they are computed */
    int *refused;     /* set if one of them has no result */
    isc_idx inputs;
    isc_idx size; /* of an element as computed */
    isc_idx ahead; /* operands and result are asked for so many bytes before they are needed; or 0 */
    isc_idx soon; /* operands are, so many bytes ahead, while a span is written past the cache; or 0 */
    isc_strip x[ISC_FEEDS];
};

/* What `run` can be: a binary row, one by an element for eight (of multiples of eight), one whose pairs are looked at first, Where, a fold in one step, a copy, one
 * element repeated. */
void isc_pass_row(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_eights(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_checked(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_where(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_fold(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_copy(const isc_pass *pass, isc_idx i, isc_idx n, void *z);
void isc_pass_fill(const isc_pass *pass, isc_idx i, isc_idx n, void *z);

/* One pass over the segments of a tile, into the result. */
void isc_apply(isc_job *job, const isc_tile *tile, isc_pass *pass);

/* One kernel over the segments of a tile, whose results are `pitch` bytes apart. */
void isc_run_rows(isc_row2 row, const isc_tile *tile, isc_strip x, isc_strip y, char *z, isc_idx pitch);

#endif
