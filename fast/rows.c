/* Every row kernel of one instruction set but Pow, expanded from the templates in rows/ and gathered in one table.
 * Compiled once per instruction set, ISC_ISA naming the table; nothing here looks at the processor or at shapes. */
#include "rows.h"
#include "rows/bits.h"
#include "rows/by_one.h"
#include "rows/bytes.h"
#include "rows/choose.h"
#include "rows/copy.h"
#include "rows/lanes.h"
#include "rows/language.h"
#include "rows/masks.h"
#include "rows/quotient.h"
#include "rows/wide.h"

#include <math.h>

#define ISC_W 8
#define ISC_T uint8_t
#define ISC_NAME(op) isc_##op##_u8
#include "rows/unsigned.inc"
#define ISC_W 16
#define ISC_T uint16_t
#define ISC_NAME(op) isc_##op##_u16
#include "rows/unsigned.inc"
#define ISC_W 32
#define ISC_T uint32_t
#define ISC_NAME(op) isc_##op##_u32
#ifdef ISC_HAS_MASKS
#define ISC_E uint32_t
#define ISC_V isc_masked_u32
#define ISC_PUT isc_masks_put_4
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_u32
#endif
#include "rows/unsigned.inc"
#define ISC_W 64
#define ISC_T uint64_t
#define ISC_NAME(op) isc_##op##_u64
#ifdef ISC_HAS_MASKS
#define ISC_E uint64_t
#define ISC_V isc_masked_u64
#define ISC_PUT isc_masks_put_8
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_u64
#endif
#include "rows/unsigned.inc"

#define ISC_W 8
#define ISC_T uint8_t
#define ISC_S int8_t
#define ISC_NAME(op) isc_##op##_i8
#include "rows/signed.inc"
#define ISC_W 16
#define ISC_T uint16_t
#define ISC_S int16_t
#define ISC_NAME(op) isc_##op##_i16
#include "rows/signed.inc"
#define ISC_W 32
#define ISC_T uint32_t
#define ISC_S int32_t
#define ISC_NAME(op) isc_##op##_i32
#ifdef ISC_HAS_MASKS
#define ISC_E int32_t
#define ISC_V isc_masked_i32
#define ISC_PUT isc_masks_put_4
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_i32
#endif
#include "rows/signed.inc"
#define ISC_W 64
#define ISC_T uint64_t
#define ISC_S int64_t
#define ISC_NAME(op) isc_##op##_i64
#ifdef ISC_HAS_MASKS
#define ISC_E int64_t
#define ISC_V isc_masked_i64
#define ISC_PUT isc_masks_put_8
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_i64
#endif
#include "rows/signed.inc"

#define ISC_T float
#define ISC_NAME(op) isc_##op##_f32
#ifdef ISC_HAS_MASKS
#define ISC_E float
#define ISC_V isc_masked_f32
#define ISC_PUT isc_masks_put_4
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_f32
#endif
#include "rows/real.inc"
#define ISC_T double
#define ISC_NAME(op) isc_##op##_f64
#ifdef ISC_HAS_MASKS
#define ISC_E double
#define ISC_V isc_masked_f64
#define ISC_PUT isc_masks_put_8
#elif defined(ISC_HAS_MASK_BITS)
#define ISC_BITS isc_bits_f64
#endif
#include "rows/real.inc"
#include "rows/division.h"

enum { ISC_FOLD_VECTORS = 4 };
#define ISC_T float
#define ISC_BYTES 4
#define ISC_NAME(op) isc_##op##_f32
#include "rows/fold_real.inc"
#define ISC_T double
#define ISC_BYTES 8
#define ISC_NAME(op) isc_##op##_f64
#include "rows/fold_real.inc"

#ifdef ISC_HAS_VECTORS
#define ISC_T float
#define ISC_BYTES 4
#define ISC_S int32_t
#define ISC_NAME(op) isc_##op##_f32
#define ISC_IS_REAL 1
#include "rows/eights.inc"
#define ISC_T double
#define ISC_BYTES 8
#define ISC_S int64_t
#define ISC_NAME(op) isc_##op##_f64
#define ISC_IS_REAL 1
#include "rows/eights.inc"
#define ISC_T uint64_t
#define ISC_BYTES 8
#define ISC_S int64_t
#define ISC_NAME(op) isc_##op##_i64
#define ISC_IS_REAL 0
#include "rows/eights.inc"
#endif

#define ISC_INFINITY 0x7c00
#define ISC_NAME(op) isc_##op##_f16
#include "rows/half.inc"
#define ISC_INFINITY 0x7f80
#define ISC_NAME(op) isc_##op##_bf16
#include "rows/half.inc"
#include "rows/logic.inc"

#ifdef ISC_HAS_LANES
#define ISC_NAME(op) isc_##op##_f16
#define ISC_WIDEN isc_lanes_of_f16
#define ISC_NARROW isc_f16_of_lanes
#define ISC_QUOTIENT isc_lanes_quotient_f16
#include "rows/lanes.inc"
#define ISC_NAME(op) isc_##op##_bf16
#define ISC_WIDEN isc_lanes_of_bf16
#define ISC_NARROW isc_bf16_of_lanes
#define ISC_QUOTIENT isc_lanes_div
#include "rows/lanes.inc"
#endif

#define ISC_T uint8_t
#define ISC_ROW isc_where_1
#define ISC_CHOOSE isc_choose_u8
#include "rows/where.inc"
#define ISC_T uint16_t
#define ISC_ROW isc_where_2
#define ISC_CHOOSE isc_choose_u16
#include "rows/where.inc"
#define ISC_T uint32_t
#define ISC_ROW isc_where_4
#define ISC_CHOOSE isc_choose_u32
#include "rows/where.inc"
#define ISC_T uint64_t
#define ISC_ROW isc_where_8
#define ISC_CHOOSE isc_choose_u64
#include "rows/where.inc"
#define ISC_T isc_u128
#define ISC_ROW isc_where_16
#define ISC_CHOOSE isc_choose_u128
#include "rows/where.inc"

#define ISC_T uint8_t
#define ISC_ROW isc_fill_1
#define ISC_V isc_filled_1
#include "rows/fill.inc"
#define ISC_T uint16_t
#define ISC_ROW isc_fill_2
#define ISC_V isc_filled_2
#include "rows/fill.inc"
#define ISC_T uint32_t
#define ISC_ROW isc_fill_4
#define ISC_V isc_filled_4
#include "rows/fill.inc"
#define ISC_T uint64_t
#define ISC_ROW isc_fill_8
#define ISC_V isc_filled_8
#include "rows/fill.inc"
#define ISC_T isc_u128
#define ISC_ROW isc_fill_16
#include "rows/fill.inc"

#define ISC_T uint8_t
#define ISC_ROW isc_other_1
#include "rows/other.inc"
#define ISC_T uint16_t
#define ISC_ROW isc_other_2
#include "rows/other.inc"
#define ISC_T uint32_t
#define ISC_ROW isc_other_4
#include "rows/other.inc"
#define ISC_T uint64_t
#define ISC_ROW isc_other_8
#include "rows/other.inc"
#define ISC_T isc_u128
#define ISC_ROW isc_other_16
#include "rows/other.inc"

#define ISC_T uint16_t
#define ISC_ROW isc_eight_2
#include "rows/eight.inc"
#define ISC_T uint32_t
#define ISC_ROW isc_eight_4
#include "rows/eight.inc"
#define ISC_T uint64_t
#define ISC_ROW isc_eight_8
#include "rows/eight.inc"
#define ISC_T isc_u128
#define ISC_ROW isc_eight_16
#include "rows/eight.inc"

#include "rows/convert.inc"
#include "rows/remainder.h"

#define ISC_T float
#define ISC_NAME(op) isc_##op##_f32
#include "rows/mod.inc"
#define ISC_T double
#define ISC_NAME(op) isc_##op##_f64
#include "rows/mod.inc"

/* Rows by type: of words, whatever their sign; of unsigned and of signed integers; of floats. */
#define ISC_UNSIGNED(op) \
    [ISOCAST_UINT8] = isc_##op##_u8, [ISOCAST_UINT16] = isc_##op##_u16, [ISOCAST_UINT32] = isc_##op##_u32, \
    [ISOCAST_UINT64] = isc_##op##_u64
#define ISC_SIGNED(op) \
    [ISOCAST_INT8] = isc_##op##_i8, [ISOCAST_INT16] = isc_##op##_i16, [ISOCAST_INT32] = isc_##op##_i32, \
    [ISOCAST_INT64] = isc_##op##_i64
#define ISC_WORDS(op) \
    ISC_UNSIGNED(op), [ISOCAST_INT8] = isc_##op##_u8, [ISOCAST_INT16] = isc_##op##_u16, \
                      [ISOCAST_INT32] = isc_##op##_u32, [ISOCAST_INT64] = isc_##op##_u64
#define ISC_LONG(op) [ISOCAST_UINT64] = isc_##op##_i64, [ISOCAST_INT64] = isc_##op##_i64
#define ISC_REALS(op) [ISOCAST_FLOAT] = isc_##op##_f32, [ISOCAST_DOUBLE] = isc_##op##_f64
#define ISC_MASKED(op) \
    [ISOCAST_UINT32] = isc_##op##_u32, [ISOCAST_INT32] = isc_##op##_i32, [ISOCAST_UINT64] = isc_##op##_u64, \
    [ISOCAST_INT64] = isc_##op##_i64, ISC_REALS(op)
#define ISC_HALVES(op) [ISOCAST_FLOAT16] = isc_##op##_f16, [ISOCAST_BFLOAT16] = isc_##op##_bf16
#define ISC_ORDERED(op) ISC_UNSIGNED(op), ISC_SIGNED(op), ISC_REALS(op), ISC_HALVES(op)
#define ISC_BOOL(op) [ISOCAST_BOOL] = isc_##op##_bool
#ifdef ISC_HAS_LANES
#define ISC_FLOATED(op) ISC_REALS(op), ISC_HALVES(op)
#else
#define ISC_FLOATED(op) ISC_REALS(op) /* 16-bit floats go through float, row by row */
#endif

extern const isc_pow_rows ISC_PASTE(isc_pow_rows_, ISC_ISA); /* rows_power.c */

const isc_rows ISC_PASTE(isc_rows_, ISC_ISA) = {
    .row = {
        [ISOCAST_ADD] = {ISC_WORDS(add), ISC_FLOATED(add)},
        [ISOCAST_SUB] = {ISC_WORDS(sub), ISC_FLOATED(sub)},
        [ISOCAST_MUL] = {ISC_WORDS(mul), ISC_FLOATED(mul)},
        [ISOCAST_DIV] = {ISC_UNSIGNED(div), ISC_SIGNED(div), ISC_FLOATED(div)},
        [ISOCAST_MOD] = {ISC_UNSIGNED(mod), ISC_SIGNED(mod), ISC_REALS(mod)},
        [ISOCAST_FMOD] = {ISC_UNSIGNED(mod), ISC_SIGNED(fmod), ISC_REALS(fmod)},
        [ISOCAST_MAX] = {ISC_ORDERED(max)},
        [ISOCAST_MIN] = {ISC_ORDERED(min)},
        [ISOCAST_SUM] = {ISC_REALS(add)},
        [ISOCAST_MEAN] = {ISC_REALS(add)},
        [ISOCAST_EQUAL] = {ISC_WORDS(eq), ISC_REALS(eq), ISC_HALVES(eq), ISC_BOOL(eq)},
        [ISOCAST_GREATER] = {ISC_ORDERED(gt)},
        [ISOCAST_GREATER_OR_EQUAL] = {ISC_ORDERED(ge)},
        [ISOCAST_LESS] = {ISC_ORDERED(lt)},
        [ISOCAST_LESS_OR_EQUAL] = {ISC_ORDERED(le)},
        [ISOCAST_AND] = {ISC_BOOL(and)},
        [ISOCAST_OR] = {ISC_BOOL(or)},
        [ISOCAST_XOR] = {ISC_BOOL(xor)},
        [ISOCAST_BITWISE_AND] = {ISC_WORDS(and)},
        [ISOCAST_BITWISE_OR] = {ISC_WORDS(or)},
        [ISOCAST_BITWISE_XOR] = {ISC_WORDS(xor)},
        [ISOCAST_SHIFT_LEFT] = {ISC_WORDS(shl)},
        [ISOCAST_SHIFT_RIGHT] = {ISC_UNSIGNED(shr), ISC_SIGNED(shr)},
        [ISOCAST_PRELU] = {[ISOCAST_UINT32] = isc_prelu_u32, [ISOCAST_UINT64] = isc_prelu_u64,
                           [ISOCAST_INT32] = isc_prelu_i32, [ISOCAST_INT64] = isc_prelu_i64, ISC_FLOATED(prelu)},
    },
#ifdef ISC_HAS_VECTORS
    .eights = {
        [ISOCAST_ADD] = {ISC_LONG(eights_add), ISC_REALS(eights_add)},
        [ISOCAST_SUB] = {ISC_LONG(eights_sub), ISC_REALS(eights_sub)},
        [ISOCAST_MUL] = {ISC_LONG(eights_mul), ISC_REALS(eights_mul)},
        [ISOCAST_DIV] = {ISC_REALS(eights_div)},
        [ISOCAST_MAX] = {[ISOCAST_INT64] = isc_eights_max_i64, ISC_REALS(eights_max)},
        [ISOCAST_MIN] = {[ISOCAST_INT64] = isc_eights_min_i64, ISC_REALS(eights_min)},
        [ISOCAST_PRELU] = {[ISOCAST_INT64] = isc_eights_prelu_i64, ISC_REALS(eights_prelu)},
    },
#endif
#ifdef ISC_HAS_SHUFFLES
    .others = {
        [ISOCAST_ADD] = {ISC_LONG(others_add), ISC_REALS(others_add)},
        [ISOCAST_SUB] = {ISC_LONG(others_sub), ISC_REALS(others_sub)},
        [ISOCAST_MUL] = {ISC_LONG(others_mul), ISC_REALS(others_mul)},
        [ISOCAST_DIV] = {ISC_REALS(others_div)},
        [ISOCAST_MAX] = {[ISOCAST_INT64] = isc_others_max_i64, ISC_REALS(others_max)},
        [ISOCAST_MIN] = {[ISOCAST_INT64] = isc_others_min_i64, ISC_REALS(others_min)},
        [ISOCAST_PRELU] = {[ISOCAST_INT64] = isc_others_prelu_i64, ISC_REALS(others_prelu)},
#ifdef ISC_HAS_MASKS
        [ISOCAST_EQUAL] = {[ISOCAST_UINT32] = isc_eq_others_u32, [ISOCAST_INT32] = isc_eq_others_u32,
                           [ISOCAST_UINT64] = isc_eq_others_u64, [ISOCAST_INT64] = isc_eq_others_u64, ISC_REALS(eq_others)},
        [ISOCAST_GREATER] = {ISC_MASKED(gt_others)},
        [ISOCAST_GREATER_OR_EQUAL] = {ISC_MASKED(ge_others)},
        [ISOCAST_LESS] = {ISC_MASKED(lt_others)},
        [ISOCAST_LESS_OR_EQUAL] = {ISC_MASKED(le_others)},
#endif
    },
#endif
#ifdef ISC_HAS_MASK_BITS
    .past = {
        [ISOCAST_EQUAL] = {[ISOCAST_UINT32] = isc_eq_past_u32, [ISOCAST_INT32] = isc_eq_past_u32,
                           [ISOCAST_UINT64] = isc_eq_past_u64, [ISOCAST_INT64] = isc_eq_past_u64, ISC_REALS(eq_past)},
        [ISOCAST_GREATER] = {ISC_MASKED(gt_past)},
        [ISOCAST_GREATER_OR_EQUAL] = {ISC_MASKED(ge_past)},
        [ISOCAST_LESS] = {ISC_MASKED(lt_past)},
        [ISOCAST_LESS_OR_EQUAL] = {ISC_MASKED(le_past)},
    },
#endif
#ifdef ISC_HAS_DIVISION
    .divider = isc_divider_f32,
#endif
    .sum = {ISC_FLOATED(fold_sum)},
    .mean = {ISC_FLOATED(fold_mean)},
    .zero_divisor = {isc_zero_divisor_u8, isc_zero_divisor_u16, isc_zero_divisor_u32, isc_zero_divisor_u64},
    .any_zero = {isc_any_zero_u8, isc_any_zero_u16, isc_any_zero_u32, isc_any_zero_u64},
    .where = {isc_where_1, isc_where_2, isc_where_4, isc_where_8, isc_where_16},
    .copy = isc_copy_row,
    .fill = {isc_fill_1, isc_fill_2, isc_fill_4, isc_fill_8, isc_fill_16},
    .every_other = {isc_other_1, isc_other_2, isc_other_4, isc_other_8, isc_other_16},
    .eight_times = {isc_eight_1, isc_eight_2, isc_eight_4, isc_eight_8, isc_eight_16},
    .to_f32 = {[ISOCAST_FLOAT16] = isc_row_f16_to_f32, [ISOCAST_BFLOAT16] = isc_row_bf16_to_f32,
               [ISOCAST_UINT8] = isc_row_u8_to_f32, [ISOCAST_INT8] = isc_row_i8_to_f32,
               [ISOCAST_UINT16] = isc_row_u16_to_f32, [ISOCAST_INT16] = isc_row_i16_to_f32},
    .to_f64 = {[ISOCAST_FLOAT16] = isc_row_f16_to_f64, [ISOCAST_BFLOAT16] = isc_row_bf16_to_f64,
               [ISOCAST_FLOAT] = isc_row_f32_to_f64, [ISOCAST_UINT8] = isc_row_u8_to_f64,
               [ISOCAST_INT8] = isc_row_i8_to_f64, [ISOCAST_UINT16] = isc_row_u16_to_f64,
               [ISOCAST_INT16] = isc_row_i16_to_f64, [ISOCAST_UINT32] = isc_row_u32_to_f64,
               [ISOCAST_INT32] = isc_row_i32_to_f64, [ISOCAST_UINT64] = isc_row_u64_to_f64,
               [ISOCAST_INT64] = isc_row_i64_to_f64},
    .to_i64 = {[ISOCAST_UINT8] = isc_row_u8_to_i64, [ISOCAST_INT8] = isc_row_i8_to_i64,
               [ISOCAST_UINT16] = isc_row_u16_to_i64, [ISOCAST_INT16] = isc_row_i16_to_i64,
               [ISOCAST_UINT32] = isc_row_u32_to_i64, [ISOCAST_INT32] = isc_row_i32_to_i64},
    .f32_to_f16 = isc_row_f32_to_f16,
    .f32_to_bf16 = isc_row_f32_to_bf16,
    .f64_to_f16 = isc_row_f64_to_f16,
    .f64_to_bf16 = isc_row_f64_to_bf16,
    .pow = &ISC_PASTE(isc_pow_rows_, ISC_ISA),
};
