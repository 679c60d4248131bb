/* Row kernels: the only place where elements are computed. One row is a run of n elements; an operand's step is 1 (n
 * elements in a row) or 0 (one element for the whole row). Pointers are aligned to their element; z overlaps neither
 * x nor y, or is exactly one of them, where a result has its size. rows.c is compiled once per instruction set, from
 * the same text; the tables below are its exports. */
#ifndef ISC_KERNELS_H
#define ISC_KERNELS_H

#include "core.h"
#include "isocast/fast.h"

/* The instruction sets that rows are built for, and two that choose: AVX-512, with AVX2's rows where those are as quick on a
 * processor that computes 512 bits in halves, or on one that slows down for them. */
enum { ISC_BASELINE, ISC_AVX2, ISC_AVX512_256, ISC_AVX512_SOME, ISC_AVX512, ISC_LEVELS };

typedef void (*isc_row2)(isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy, void *z);
typedef void (*isc_row3)(isc_idx n, const uint8_t *c, isc_idx sc, const void *x, isc_idx sx, const void *y, isc_idx sy,
                         void *z);
typedef isc_idx (*isc_check2)(isc_idx n, const void *x, isc_idx sx, const void *y, isc_idx sy);
typedef void (*isc_convert)(isc_idx n, const void *x, void *z);
typedef void (*isc_fold)(isc_idx n, isc_idx inputs, const void *const *x, const isc_idx *steps, void *z);

#define ISC_FOLD_INPUTS 8 /* the most that an isc_fold takes */

/* How one (operator, types) pair is computed. Where a conversion is not NULL the driver runs it from the storage
 * type into scratch (load), or from scratch into the storage type (store); the row works on the compute types in
 * between. An operand with step 0 is converted as one element. */
typedef struct {
    isc_row2 row;
    isc_check2 check; /* first i without a result (its pair divides by zero, or leaves the range), or n; NULL: all have one */
    isc_convert load_x, load_y, store;
    int compute_x, compute_y, compute_z; /* sizes in bytes of the compute types */
    int range;                           /* what check finds is ISOCAST_RANGE rather than ISOCAST_DIVISION */
} isc_kernel;

/* The kernel of a binary operator, or of one step of Max, Min, Sum, Mean (where x is the accumulator, already in the
 * compute type, and load_y converts the next input; Mean's last step is the driver's: ISOCAST_DIV by the number of
 * inputs in the compute type). Returns 0 if the schema has no such pair. */
int isc_kernel_find(isocast_op op, isocast_type x, isocast_type y, isc_kernel *kernel);

/* The row of a binary operator on operands of one type, of which one has an element for eight, step 8, and the other and the
 * result, which is no operand, have all; NULL where such an operand has to be laid out. */
isc_row2 isc_eights_find(isocast_op op, isocast_type type);

/* The row of a binary operator on operands of one type, of which one or both are every other word, step 2, and the result is no
 * operand; NULL where they have to be laid out. */
isc_row2 isc_others_find(isocast_op op, isocast_type type);

/* The row of a binary operator on words of four or eight bytes, all of one type, in vectors of 32 bytes, where others are longer and
 * compute no more quickly; else NULL. */
isc_row2 isc_shorter_find(isocast_op op, isocast_type type);

/* The row of a binary operator on operands of one type that are in no cache, on a processor that is quicker with shorter vectors
 * then; NULL where the row is the same. */
isc_row2 isc_far_find(isocast_op op, isocast_type type);

/* The row of a comparison of operands of one type that are in no cache: it asks for them ahead, and writes past the caches, after which
 * isc_stream_end is due; NULL where there is none. */
isc_row2 isc_past_find(isocast_op op, isocast_type type);

/* All of Sum or Mean in one step over the stored elements, for up to ISC_FOLD_INPUTS inputs; NULL where the steps of
 * isc_kernel_find are the way. Results are the same. `far`: with shorter vectors, if inputs that no near cache holds are quicker so. */
isc_fold isc_fold_find(isocast_op op, isocast_type type, int far);

/* Whether isc_fold of a type takes inputs that have an element for eight, step 8, where n is a multiple of 8. */
int isc_fold_takes_eighths(isocast_type type);

/* The conversions of a 16-bit float type to float and back; NULL for any other type. */
void isc_conversions_find(isocast_type type, isc_convert *load, isc_convert *store);

/* The row of Div of floats by one, or of one, where its long vectors are quicker and others are not; else NULL. */
isc_row2 isc_single_quotients_find(void);

/* The row of Div of floats that leaves rows of divisors to the divider, where another does not; else NULL. */
isc_row2 isc_divider_find(void);

/* Where; NULL for strings. `far`: its row for operands as isc_far_find has them. No data-dependent branch (R4). */
isc_row3 isc_where_find(isocast_type type, int far);

/* n bytes; not where they lie. */
isc_convert isc_copy_find(void);

/* One element, of 1, 2, 4, 8 or 16 bytes, for a whole row. */
isc_convert isc_fill_find(int size);

/* Every other of 2 n - 1 elements, of 1, 2, 4, 8 or 16 bytes; not where they lie. */
isc_convert isc_every_other_find(int size);

/* n elements, of 1, 2, 4, 8 or 16 bytes, each eight times. */
isc_convert isc_eight_times_find(int size);

/* 1 if any of n elements of an integer type is zero; for the quick look at divisors before a full check. */
int isc_any_zero(isocast_type type, isc_idx n, const void *x);

#endif
