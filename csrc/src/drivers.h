/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"
#include "element.h"

/* form.c */
isc_form isc_form_of(isocast_type type, int swapped);

/* fold.c */
void isc_fold_run(const isocast_plan *plan, const isc_idx *sizes);

#endif
