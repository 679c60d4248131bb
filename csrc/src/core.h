/* The core's own interfaces: types and schemas, shapes, and the making of plans. No element is touched here. */
#ifndef ISC_CORE_H
#define ISC_CORE_H

#include "isocast/isocast.h"

typedef isocast_idx isc_idx;

/* schema.c: sets of types, one bit each */
#define ISC_TYPES 17 /* one more than the largest isocast_type */
#define ISC_BIT(type) (1u << (type))

enum {
    ISC_FLOATS16 = ISC_BIT(ISOCAST_FLOAT16) | ISC_BIT(ISOCAST_BFLOAT16),
    ISC_FLOATS = ISC_FLOATS16 | ISC_BIT(ISOCAST_FLOAT) | ISC_BIT(ISOCAST_DOUBLE),
    ISC_INTS_LARGE = ISC_BIT(ISOCAST_INT32) | ISC_BIT(ISOCAST_INT64) | ISC_BIT(ISOCAST_UINT32) |
                     ISC_BIT(ISOCAST_UINT64),
    ISC_INTS = ISC_INTS_LARGE | ISC_BIT(ISOCAST_INT8) | ISC_BIT(ISOCAST_INT16) | ISC_BIT(ISOCAST_UINT8) |
               ISC_BIT(ISOCAST_UINT16),
    ISC_BOOLS = ISC_BIT(ISOCAST_BOOL),
    ISC_NUMBERS = ISC_FLOATS | ISC_INTS,
    ISC_POW_BASES = ISC_FLOATS | ISC_BIT(ISOCAST_INT32) | ISC_BIT(ISOCAST_INT64),
    ISC_ALL = ISC_NUMBERS | ISC_BOOLS | ISC_BIT(ISOCAST_COMPLEX64) | ISC_BIT(ISOCAST_COMPLEX128)
};

int isc_in(unsigned types, int type);
int isc_allows(isocast_op op, int type);
int isc_gives_bool(isocast_op op);

/* Bytes of one stored element. */
static inline isc_idx isc_type_bytes(isocast_type type)
{
    static const signed char bytes[] = {0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2};
    return bytes[type];
}

/* shape.c */
isc_idx isc_aligned_size(const isocast_tensor *tensor, isc_idx rank, isc_idx axis);
isc_idx isc_product(isc_idx a, isc_idx b, isc_idx limit);
isc_idx isc_count(isc_idx rank, const isc_idx *dims, isc_idx limit);
isocast_status isc_unidirectional(const isocast_tensor *tensor, isc_idx number, isc_idx rank, const isc_idx *dims,
                                  isocast_fault *fault);

/* axes.c: a plan's axes; `count` operands, the last of which leads */
void isc_axes_simplify(isocast_plan *plan, isc_idx count);

/* plan.c, overlap.c */
int isc_is_fold(isocast_op op);
int isc_in_place(const isocast_plan *plan);

/* gemm_make.c */
int isc_gemm_is_real(isocast_type type);

#endif
