/* Powers modulo 2^64. Only annotations: nothing to compile. */
#ifndef ISC_POWER_LOGIC_H
#define ISC_POWER_LOGIC_H

#define ISC_TURN 18446744073709551616 /* 2^64, at which a word starts again */

#ifndef ISC_REVEAL /* b^e modulo 2^64, opaque but where it is proved that a loop gives it */
/*@ axiomatic isc_Powers { logic integer isc_modular_power_of(integer b, integer e); } */
#else
/*@ logic integer isc_modular_power_of(integer b, integer e) =
      e <= 0 ? 1 : (isc_modular_power_of(b, e - 1) * b) % ISC_TURN;
*/
#endif

#endif
