/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"
#include "walk.h"

/* form.c */
isc_form isc_form_of(isocast_type type, int swapped);

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

/* fold.c */
void isc_fold_run(const isocast_plan *plan, const isc_idx *sizes);

#endif
