/* The plain drivers' own interfaces: elements as words, and walks over the axes of a plan. */
#ifndef ISC_DRIVERS_H
#define ISC_DRIVERS_H

#include "core.h"
#include "element.h"

#include "../logic/made_logic.h"
#include "../logic/run_logic.h"

/* form.c */
/*@ // On a machine that has the least significant byte first.
    logic integer isc_high_first(integer swapped) = swapped != 0 ? 1 : 0; */
/*@ requires 0 < type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result.width == isc_bytes(type) && \result.high_first == isc_high_first(swapped);
*/
isc_form isc_form_of(isocast_type type, int swapped);

/* fold.c */
/*@ requires \valid_read(plan) && 1 <= plan->inputs;
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
*/
void isc_fold_run(const isocast_plan *plan, const isc_idx *sizes);

#endif
