/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"

/* How an element lies in memory: 1, 2, 4 or 8 bytes, the most significant first or last. */
typedef struct {
    isc_idx width;
    int high_first;
} isc_form;

/* An operator of two words, and how operands and result lie in memory. */
typedef struct {
    isocast_op op;
    isocast_type x_type, y_type;
    isc_form x, y, z;
} isc_binary;

/* How elements of up to 16 bytes are copied: whether the bytes of each unit (an element, or half of a complex one) are
 * turned round on the way, for either source. */
typedef struct {
    isc_idx width, unit;
    int turn_x, turn_y;
} isc_moving;

/* bytes.c */
uint64_t isc_load(const unsigned char *p, isc_idx width, int high_first);
void isc_store(unsigned char *p, isc_idx width, int high_first, uint64_t word);
isc_form isc_form_of(isocast_type type, int swapped);

/* element.c: one element on words; 1 if a pair of words has no result, and is refused before anything is written */
uint64_t isc_element(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b);
int isc_is_refused(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/* element_integer.c, element_power.c */
uint64_t isc_wrap(uint64_t word, isc_idx width);
int64_t isc_signed_value(uint64_t word, isc_idx width);
uint64_t isc_signed_word(int64_t value, isc_idx width);
uint64_t isc_integer(isocast_op op, isc_idx width, int is_signed, uint64_t a, uint64_t b);
uint64_t isc_truth(isocast_op op, uint64_t a, uint64_t b);
uint64_t isc_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);
int isc_power_refused(isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/* element_real.c: floating point */
uint64_t isc_real(isocast_op op, isocast_type type, uint64_t a, uint64_t b);
uint64_t isc_real_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);
uint64_t isc_whole_power(isocast_type x, isocast_type y, uint64_t a, uint64_t b);
int isc_whole_power_fits(isocast_type x, isocast_type y, uint64_t a, uint64_t b);
double isc_number(isocast_type type, uint64_t word);
uint64_t isc_rounded(isocast_type type, double value);
int isc_truncated(isocast_type type, double value, uint64_t *word);

/* walk_copy.c, walk_binary.c, walk_where.c, walk_check.c: `sizes[k]` is how many elements lie below axis k */
isc_idx isc_turned(isc_idx unit, int turn, isc_idx j);
void isc_copy_walk(const isc_moving *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                   const isc_idx *x_strides, const isc_idx *z_strides, const unsigned char *x, unsigned char *z);
void isc_binary_walk(const isc_binary *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                     const isc_idx *x_strides, const isc_idx *y_strides, const isc_idx *z_strides,
                     const unsigned char *x, const unsigned char *y, unsigned char *z);
void isc_where_walk(const isc_moving *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                    const isc_idx *c_strides, const isc_idx *x_strides, const isc_idx *y_strides,
                    const isc_idx *z_strides, const unsigned char *c, const unsigned char *x, const unsigned char *y,
                    unsigned char *z);
isc_idx isc_check_walk(const isc_binary *how, isc_idx k, isc_idx n, const isc_idx *dims, const isc_idx *sizes,
                       const isc_idx *x_strides, const isc_idx *y_strides, const isc_idx *flat_strides,
                       const unsigned char *x, const unsigned char *y, isc_idx flat, isc_idx best);

/* fold.c */
void isc_fold_run(const isocast_plan *plan, const isc_idx *sizes);

#endif
