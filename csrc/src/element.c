/* One element of any operator of two operands, on words: which family computes it. */
#include "drivers.h"

static int isc_is_real(isocast_type type)
{
    return type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16;
}

static int isc_is_signed(isocast_type type)
{
    return type == ISOCAST_INT8 || type == ISOCAST_INT16 || type == ISOCAST_INT32 || type == ISOCAST_INT64;
}

uint64_t isc_element(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    if (op == ISOCAST_POW) return isc_power(x, y, a, b);
    if (x == ISOCAST_BOOL) return isc_truth(op, a, b);
    if (isc_is_real(x)) return isc_real(op, x, a, b);
    return isc_integer(op, isc_type_bytes(x), isc_is_signed(x), a, b);
}

/* Clauses: int-div, mod, pow-int */
int isc_is_refused(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    if (op == ISOCAST_POW) return isc_power_refused(x, y, a, b);
    return b == 0;
}
