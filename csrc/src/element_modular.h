/* Powers of integers, on words. */
#ifndef ISC_ELEMENT_MODULAR_H
#define ISC_ELEMENT_MODULAR_H

#include <stdint.h>

#include "../logic/power_logic.h"

/* base^exponent modulo 2^64, by square and multiply. Clauses: pow-int */
/*@ terminates \true;
    assigns \nothing;
    ensures pow_int: \result == isc_modular_power_of(base, exponent);
*/
uint64_t isc_modular_power(uint64_t base, uint64_t exponent);

#endif
