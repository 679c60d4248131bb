/* Arithmetic of doubles, each given by its 64 bits: what a processor and the mathematical library do. */
#ifndef ISC_ELEMENT_IEEE_H
#define ISC_ELEMENT_IEEE_H

#include <stdint.h>

/* Admitted: floating point, IEEE addition. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_sum_of(x, y); */
uint64_t isc_ieee_sum(uint64_t x, uint64_t y);

/* Admitted: floating point, IEEE subtraction. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_difference_of(x, y); */
uint64_t isc_ieee_difference(uint64_t x, uint64_t y);

/* Admitted: floating point, IEEE multiplication. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_product_of(x, y); */
uint64_t isc_ieee_product(uint64_t x, uint64_t y);

/* Admitted: floating point, IEEE division. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_ratio_of(x, y); */
uint64_t isc_ieee_ratio(uint64_t x, uint64_t y);

/* Admitted: floating point, fmod. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_fmod_of(x, y); */
uint64_t isc_ieee_fmod(uint64_t x, uint64_t y);

/* Admitted: floating point, pow. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_pow_of(x, y); */
uint64_t isc_ieee_pow(uint64_t x, uint64_t y);

/* Admitted: floating point, an integer's nearest double. */
/*@ terminates \true; assigns \nothing; ensures \result == isc_nearest_double(number); */
uint64_t isc_ieee_nearest(uint64_t number);

/* Admitted: floating point, the bits of a double. */
/*@ terminates \true; assigns \nothing; */
double isc_double_of(uint64_t bits);

/* Admitted: floating point, the bits of a double. */
/*@ terminates \true; assigns \nothing; */
uint64_t isc_bits_of(double value);

#endif
