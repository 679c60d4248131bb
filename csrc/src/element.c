/* One element of any operator of two operands, on words: which family computes it. */
#define ISC_ELEMENTS
#include "element.h"

isocast_idx isc_word_width(isocast_type type)
{
    switch (type) {
    case ISOCAST_UINT8:
    case ISOCAST_INT8:
    case ISOCAST_BOOL: return 1;
    case ISOCAST_UINT16:
    case ISOCAST_INT16:
    case ISOCAST_FLOAT16:
    case ISOCAST_BFLOAT16: return 2;
    case ISOCAST_FLOAT:
    case ISOCAST_INT32:
    case ISOCAST_UINT32: return 4;
    default: return 8;
    }
}

uint64_t isc_element(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    const int real = x == ISOCAST_FLOAT || x == ISOCAST_DOUBLE || x == ISOCAST_FLOAT16 || x == ISOCAST_BFLOAT16;
    const int is_signed = x == ISOCAST_INT8 || x == ISOCAST_INT16 || x == ISOCAST_INT32 || x == ISOCAST_INT64;
    if (op == ISOCAST_POW) return isc_power(x, y, a, b);
    if (x == ISOCAST_BOOL) return isc_truth(op, a, b);
    if (real) return isc_real(op, x, a, b);
    //@ assert b < isc_modulus(isc_word_bytes(x));
    return isc_integer(op, isc_word_width(x), is_signed, a, b);
}

/* Clauses: int-div, mod, pow-int */
int isc_is_refused(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b)
{
    if (op == ISOCAST_POW) return isc_power_refused(x, y, a, b);
    return b == 0;
}
