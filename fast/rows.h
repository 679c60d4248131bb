/* The tables of row kernels that rows.c and rows_power.c fill once per instruction set, and how kernels.c reaches the right one. */
#ifndef ISC_ROWS_H
#define ISC_ROWS_H

#include "kernels.h"

/* Pow's rows, named after the compute types of base and exponent. `wide` results are double, for a base whose 16-bit
 * type is rounded to once, by the store. */
typedef struct {
    isc_row2 f32_f32, f32_f32_wide, f32_f64, f32_f64_wide, f64_f64;
    isc_row2 i32_i64, i32_u64, i64_i64, i64_u64, i32_f64, i64_f64;
    isc_check2 check_i32_i64, check_i64_i64, check_i32_f64, check_i64_f64;
} isc_pow_rows;

typedef struct {
    isc_row2 row[ISOCAST_OPS][ISC_TYPES]; /* NULL where a 16-bit float uses the float row, or no schema has it */
    isc_row2 eights[ISOCAST_OPS][ISC_TYPES]; /* of an operand with one element for eight, step 8; NULL: it is laid out */
    isc_row2 others[ISOCAST_OPS][ISC_TYPES]; /* of an operand that is every other word, step 2; NULL: it is laid out */
    isc_row2 past[ISOCAST_OPS][ISC_TYPES]; /* of operands that are in no cache, to results that go past them; NULL: any other way */
    isc_row2 divider; /* Div of float, of rows of divisors by the processor's divider alone; NULL: as the row above */
    isc_fold sum[ISC_TYPES], mean[ISC_TYPES]; /* NULL where they go step by step */
    isc_check2 zero_divisor[4];           /* by element size: 1, 2, 4, 8 bytes */
    int (*any_zero[4])(isc_idx n, const void *x);
    isc_row3 where[5];                    /* 1, 2, 4, 8, 16 bytes */
    isc_convert copy;
    isc_convert fill[5], every_other[5], eight_times[5];
    isc_convert to_f32[ISC_TYPES], to_f64[ISC_TYPES], to_i64[ISC_TYPES];
    isc_convert f32_to_f16, f32_to_bf16, f64_to_f16, f64_to_bf16;
    const isc_pow_rows *pow;
} isc_rows;

/* Three builds of one text where the build makes them: on x86-64, where it defines ISC_X86_64. */
#if defined(ISC_X86_64) && defined(__GNUC__)
#define ISC_HAS_X86_LEVELS 1
extern const isc_rows isc_rows_avx2, isc_rows_avx512;
#else
#define ISC_HAS_X86_LEVELS 0
#endif
extern const isc_rows isc_rows_baseline;

/* The level in force. */
int isc_isa_level(void);

#if ISC_HAS_X86_LEVELS
int isc_is_skylake_server(void); /* or the next of kin: Cascade Lake, Cooper Lake */
#endif

#endif
