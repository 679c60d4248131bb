/* The rows of Pow of one instruction set. Compiled once per instruction set beside rows.c, ISC_ISA naming the table. */
#include "rows.h"
#include "rows/bits.h"
#include "rows/language.h"

#include "rows/power.inc"
#include "rows/power_fours.h"

#define ISC_W 32
#define ISC_T uint32_t
#define ISC_S int32_t
#define ISC_NAME(op) isc_##op##_u32
#include "rows/power_int.inc"
#define ISC_W 64
#define ISC_T uint64_t
#define ISC_S int64_t
#define ISC_NAME(op) isc_##op##_u64
#include "rows/power_int.inc"

const isc_pow_rows ISC_PASTE(isc_pow_rows_, ISC_ISA) = {
    .f32_f32 = isc_pow_f32_f32, .f32_f32_wide = isc_pow_f32_f32_wide, .f32_f64 = isc_pow_f32_f64,
    .f32_f64_wide = isc_pow_f32_f64_wide, .f64_f64 = isc_pow_f64_f64, .i32_i64 = isc_pow_i64_u32,
    .i32_u64 = isc_pow_u64_u32, .i64_i64 = isc_pow_i64_u64, .i64_u64 = isc_pow_u64_u64, .i32_f64 = isc_pow_f64_u32,
    .i64_f64 = isc_pow_f64_u64, .check_i32_i64 = isc_check_pow_i64_u32, .check_i64_i64 = isc_check_pow_i64_u64,
    .check_i32_f64 = isc_check_pow_f64_u32, .check_i64_f64 = isc_check_pow_f64_u64,
};
