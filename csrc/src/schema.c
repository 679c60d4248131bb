/* The newest schemas: which types an operator takes, and which type it gives. Must not know about shapes. */
#include "core.h"

/* The newest schemas' types of the first data input. */
static const unsigned isc_schema_types[ISOCAST_OPS] = {
    [ISOCAST_ADD] = ISC_NUMBERS,         [ISOCAST_SUB] = ISC_NUMBERS,
    [ISOCAST_MUL] = ISC_NUMBERS,         [ISOCAST_DIV] = ISC_NUMBERS,
    [ISOCAST_MOD] = ISC_NUMBERS,         [ISOCAST_FMOD] = ISC_NUMBERS,
    [ISOCAST_POW] = ISC_POW_BASES,       [ISOCAST_MAX] = ISC_NUMBERS,
    [ISOCAST_MIN] = ISC_NUMBERS,         [ISOCAST_SUM] = ISC_FLOATS,
    [ISOCAST_MEAN] = ISC_FLOATS,         [ISOCAST_EQUAL] = ISC_NUMBERS | ISC_BOOLS,
    [ISOCAST_GREATER] = ISC_NUMBERS,     [ISOCAST_GREATER_OR_EQUAL] = ISC_NUMBERS,
    [ISOCAST_LESS] = ISC_NUMBERS,        [ISOCAST_LESS_OR_EQUAL] = ISC_NUMBERS,
    [ISOCAST_AND] = ISC_BOOLS,           [ISOCAST_OR] = ISC_BOOLS,
    [ISOCAST_XOR] = ISC_BOOLS,           [ISOCAST_BITWISE_AND] = ISC_INTS,
    [ISOCAST_BITWISE_OR] = ISC_INTS,     [ISOCAST_BITWISE_XOR] = ISC_INTS,
    [ISOCAST_SHIFT_LEFT] = ISC_INTS,     [ISOCAST_SHIFT_RIGHT] = ISC_INTS,
    [ISOCAST_PRELU] = ISC_FLOATS | ISC_INTS_LARGE,
    [ISOCAST_WHERE] = ISC_ALL,           [ISOCAST_COPY] = ISC_ALL,
};

int isc_in(unsigned types, int type)
{
    return type > 0 && type < ISC_TYPES && (types >> type & 1u);
}

int isc_allows(isocast_op op, int type)
{
    return op >= ISOCAST_ADD && op < ISOCAST_OPS && isc_in(isc_schema_types[op], type);
}

int isc_gives_bool(isocast_op op)
{
    return op >= ISOCAST_EQUAL && op <= ISOCAST_XOR;
}

/* The number of inputs the schema asks for, or -1 for one to many. */
static isocast_idx isc_arity(isocast_op op)
{
    switch (op) {
    case ISOCAST_MAX:
    case ISOCAST_MIN:
    case ISOCAST_SUM:
    case ISOCAST_MEAN:
        return -1;
    case ISOCAST_WHERE:
        return 3;
    case ISOCAST_COPY:
        return 1;
    default:
        return 2;
    }
}

/* Clauses: schema-types, Where-types, Where-condition */
int isocast_result_type(isocast_op op, isocast_idx n, const isocast_tensor *inputs)
{
    const isocast_idx first = op == ISOCAST_WHERE; /* Where's condition comes before its data */
    const isocast_idx arity = isc_arity(op);
    if (n < 1 || (arity >= 0 && n != arity) || !isc_allows(op, (int)inputs[first].type))
        return 0;
    if (op == ISOCAST_WHERE && inputs[0].type != ISOCAST_BOOL)
        return 0;
    if (op == ISOCAST_POW)
        return isc_in(ISC_NUMBERS, (int)inputs[1].type) ? (int)inputs[0].type : 0;
    for (isocast_idx i = first + 1; i < n; i++)
        if (inputs[i].type != inputs[first].type)
            return 0;
    return isc_gives_bool(op) ? ISOCAST_BOOL : (int)inputs[first].type;
}
