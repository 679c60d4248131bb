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
    return type > 0 && type < ISC_TYPES && type != ISC_STRING && (types >> type & 1u);
}

int isc_allows(isocast_op op, int type)
{
    return op >= ISOCAST_ADD && op < ISOCAST_OPS && isc_in(isc_schema_types[op], type);
}

int isc_gives_bool(isocast_op op)
{
    return op >= ISOCAST_EQUAL && op <= ISOCAST_XOR;
}

int isc_is_fold(isocast_op op)
{
    return op == ISOCAST_MAX || op == ISOCAST_MIN || op == ISOCAST_SUM || op == ISOCAST_MEAN;
}

int isc_takes(isocast_op op, isc_idx n)
{
    if (isc_is_fold(op)) return n >= 1;
    if (op == ISOCAST_COPY) return n == 1;
    return n == (op == ISOCAST_WHERE ? 3 : 2);
}

/* Whether the inputs from `first` on have one type. */
/*@ requires 0 <= first < n && \valid_read(inputs + (0 .. n - 1));
    terminates \true;
    assigns \nothing;
    ensures \result <==> \forall integer m; first < m < n ==> inputs[m].type == inputs[first].type;
*/
static int isc_same_types(isc_idx first, isc_idx n, const isocast_tensor *inputs)
{
    /*@ loop invariant first < m <= n;
        loop invariant \forall integer i; first < i < m ==> inputs[i].type == inputs[first].type;
        loop assigns m;
        loop variant n - m;
    */
    for (isc_idx m = first + 1; m < n; m++) {
        if (inputs[m].type != inputs[first].type) return 0;
    }
    return 1;
}

/* Clauses: schema-types, Where-types, Where-condition */
int isocast_result_type(isocast_op op, isocast_idx n, const isocast_tensor *inputs)
{
    const isc_idx first = op == ISOCAST_WHERE; /* Where's condition comes before its data */
    if (!isc_takes(op, n) || !isc_allows(op, (int)inputs[first].type)) return 0;
    if (op == ISOCAST_WHERE && inputs[0].type != ISOCAST_BOOL) return 0;
    if (op == ISOCAST_POW) return isc_in(ISC_NUMBERS, (int)inputs[1].type) ? (int)inputs[0].type : 0;
    if (!isc_same_types(first, n, inputs)) return 0;
    return isc_gives_bool(op) ? ISOCAST_BOOL : (int)inputs[first].type;
}
