/* Types and operators as the schemas' tables say it. Only annotations: nothing to compile. */
#ifndef ISC_SCHEMA_LOGIC_H
#define ISC_SCHEMA_LOGIC_H

/*@ // Bytes of one stored element; 0 for numbers that are no type.
    logic integer isc_bytes(integer type) =
      type == ISOCAST_UINT8 || type == ISOCAST_INT8 || type == ISOCAST_BOOL ? 1 :
      type == ISOCAST_UINT16 || type == ISOCAST_INT16 || type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? 2 :
      type == ISOCAST_FLOAT || type == ISOCAST_INT32 || type == ISOCAST_UINT32 ? 4 :
      type == ISOCAST_INT64 || type == ISOCAST_DOUBLE || type == ISOCAST_UINT64 || type == ISOCAST_COMPLEX64 ? 8 :
      type == ISOCAST_COMPLEX128 ? 16 : 0;

    predicate isc_type(integer type) = ISOCAST_FLOAT <= type <= ISOCAST_BFLOAT16 && type != ISC_STRING;

    // A set of types has one bit for each.
    predicate isc_has(integer types, integer type) = isc_type(type) && ((types >> type) & 1) == 1;

    logic integer isc_schema(integer op) =
      op == ISOCAST_POW ? ISC_POW_BASES :
      op == ISOCAST_SUM || op == ISOCAST_MEAN ? ISC_FLOATS :
      op == ISOCAST_EQUAL ? (ISC_NUMBERS | ISC_BOOLS) :
      op == ISOCAST_AND || op == ISOCAST_OR || op == ISOCAST_XOR ? ISC_BOOLS :
      ISOCAST_BITWISE_AND <= op <= ISOCAST_SHIFT_RIGHT ? ISC_INTS :
      op == ISOCAST_PRELU ? (ISC_FLOATS | ISC_INTS_LARGE) :
      op == ISOCAST_WHERE || op == ISOCAST_COPY ? ISC_ALL :
      0 <= op < ISOCAST_OPS ? ISC_NUMBERS : 0;

    predicate isc_fold(integer op) =
      op == ISOCAST_MAX || op == ISOCAST_MIN || op == ISOCAST_SUM || op == ISOCAST_MEAN;

    // The number of inputs the schema asks for.
    predicate isc_inputs(integer op, integer n) = isc_fold(op) ? 1 <= n :
      n == (op == ISOCAST_WHERE ? 3 : op == ISOCAST_COPY ? 1 : 2);

    // Where's condition comes before its data.
    logic integer isc_first(integer op) = op == ISOCAST_WHERE ? 1 : 0;

    // Clauses: schema-types, Where-types, Where-condition
    predicate isc_typed{L}(integer op, integer n, isocast_tensor *inputs) =
      isc_inputs(op, n) && isc_has(isc_schema(op), inputs[isc_first(op)].type) &&
      (op == ISOCAST_WHERE ==> inputs[0].type == ISOCAST_BOOL) &&
      (op == ISOCAST_POW ==> isc_has(ISC_NUMBERS, inputs[1].type)) &&
      (op != ISOCAST_POW ==> \forall integer m; isc_first(op) < m < n ==> inputs[m].type == inputs[isc_first(op)].type);

    // Clauses: schema-types. 0 if no schema allows these input types.
    predicate isc_result_type{L}(integer op, integer n, isocast_tensor *inputs, integer type) =
      (isc_typed(op, n, inputs) ==>
        type == (ISOCAST_EQUAL <= op <= ISOCAST_XOR ? ISOCAST_BOOL : (integer)inputs[isc_first(op)].type)) &&
      (!isc_typed(op, n, inputs) ==> type == 0);
*/

#endif
