/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"
#include "element.h"

#include "../logic/made_logic.h"
#include "../logic/run_logic.h"
#include "../logic/fold_logic.h"

/* form.c */
/*@ requires 0 < type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result.width == isc_bytes(type) && \result.high_first == isc_high_first(swapped);
*/
isc_form isc_form_of(isocast_type type, int swapped);

/* fold.c */
/* Clauses: sum-mean, max-min, access, f */
/*@ requires isc_made(plan) && isc_fold(plan->op) && plan->elements != 0 && isc_runnable(plan);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
    ensures sum_mean: max_min: access: f: isc_ran_fold{Pre, Post}(plan);
    ensures frame: isc_ran_within{Pre, Post}(plan);
*/
void isc_fold_run(const isocast_plan *plan);

#endif
