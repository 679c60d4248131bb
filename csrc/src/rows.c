/* Every row kernel of one instruction set, expanded from the templates in rows/ and gathered in one table.
 * Compiled once per instruction set, ISC_ISA naming the table; nothing here looks at the processor or at shapes. */
#include "rows.h"
#include "rows/language.h"

#define ISC_T uint8_t
#define ISC_NAME(op) isc_##op##_u8
#include "rows/unsigned.inc"
#undef ISC_T
#undef ISC_NAME
#define ISC_T uint16_t
#define ISC_NAME(op) isc_##op##_u16
#include "rows/unsigned.inc"
#undef ISC_T
#undef ISC_NAME
#define ISC_T uint32_t
#define ISC_NAME(op) isc_##op##_u32
#include "rows/unsigned.inc"
#undef ISC_T
#undef ISC_NAME
#define ISC_T uint64_t
#define ISC_NAME(op) isc_##op##_u64
#include "rows/unsigned.inc"
#undef ISC_T
#undef ISC_NAME
#define ISC_T float
#define ISC_NAME(op) isc_##op##_f32
#include "rows/real.inc"
#undef ISC_T
#undef ISC_NAME
#define ISC_T double
#define ISC_NAME(op) isc_##op##_f64
#include "rows/real.inc"
#undef ISC_T
#undef ISC_NAME

#define ISC_INT_ROWS(op) \
    [ISOCAST_UINT8] = isc_##op##_u8, [ISOCAST_INT8] = isc_##op##_u8, \
    [ISOCAST_UINT16] = isc_##op##_u16, [ISOCAST_INT16] = isc_##op##_u16, \
    [ISOCAST_UINT32] = isc_##op##_u32, [ISOCAST_INT32] = isc_##op##_u32, \
    [ISOCAST_UINT64] = isc_##op##_u64, [ISOCAST_INT64] = isc_##op##_u64
#define ISC_REAL_ROWS(op) [ISOCAST_FLOAT] = isc_##op##_f32, [ISOCAST_DOUBLE] = isc_##op##_f64

const isc_rows ISC_PASTE(isc_rows_, ISC_ISA) = {
    .row = {
        [ISOCAST_ADD] = {ISC_INT_ROWS(add), ISC_REAL_ROWS(add)},
        [ISOCAST_SUB] = {ISC_INT_ROWS(sub), ISC_REAL_ROWS(sub)},
        [ISOCAST_MUL] = {ISC_INT_ROWS(mul), ISC_REAL_ROWS(mul)},
        [ISOCAST_DIV] = {ISC_REAL_ROWS(div)},
        [ISOCAST_SUM] = {ISC_REAL_ROWS(add)},
        [ISOCAST_MEAN] = {ISC_REAL_ROWS(add)},
    },
};
