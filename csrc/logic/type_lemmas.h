/* Lemmas about the types of a plan's operands, as ghost functions: proved once, and used by calling them. */
#ifndef ISC_TYPE_LEMMAS_H
#define ISC_TYPE_LEMMAS_H

/*@ ghost
// Only Where and Copy take complex numbers. The set is a parameter, so that its shifts are computed, not searched.
/@ terminates \true; assigns \nothing;
   ensures types == ISC_NUMBERS ==> !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == ISC_POW_BASES ==> !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == ISC_FLOATS ==> !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == (ISC_NUMBERS | ISC_BOOLS) ==>
     !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == ISC_BOOLS ==> !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == ISC_INTS ==> !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128);
   ensures types == (ISC_FLOATS | ISC_INTS_LARGE) ==>
     !isc_has(types, ISOCAST_COMPLEX64) && !isc_has(types, ISOCAST_COMPLEX128); @/
void isc_no_pairs(unsigned types)
{
    /@ assert isc_has(types, ISOCAST_COMPLEX64) <==> isc_type(14) && ((types >> 14) & 1) == 1; @/
    /@ assert isc_has(types, ISOCAST_COMPLEX128) <==> isc_type(15) && ((types >> 15) & 1) == 1; @/
}

/@ requires 0 <= op < ISOCAST_OPS;
   terminates \true; assigns \nothing;
   ensures number: isc_has(ISC_NUMBERS, type) ==> isc_is_word(type);
   ensures schema: op != ISOCAST_WHERE && op != ISOCAST_COPY && isc_has(isc_schema(op), type) ==> isc_is_word(type);
   ensures isc_type(type) ==> 0 < type < ISC_TYPES && isc_bytes(type) != 0; @/
void isc_words_of(isocast_op op, isocast_type type)
{
    /@ assert pairs: type != ISOCAST_COMPLEX64 && type != ISOCAST_COMPLEX128 && isc_type(type) ==> isc_is_word(type); @/
    isc_no_pairs(ISC_NUMBERS);
    isc_no_pairs(ISC_POW_BASES);
    isc_no_pairs(ISC_FLOATS);
    isc_no_pairs(ISC_NUMBERS | ISC_BOOLS);
    isc_no_pairs(ISC_BOOLS);
    isc_no_pairs(ISC_INTS);
    isc_no_pairs(ISC_FLOATS | ISC_INTS_LARGE);
}

/@ terminates \true; assigns \nothing;
   ensures bool: types == ISC_NUMBERS ==> !isc_has(types, ISOCAST_BOOL);
   ensures bytes: types == ISC_FLOATS ==> !isc_has(types, 2) && !isc_has(types, 3) && !isc_has(types, 4);
   ensures signed: types == ISC_FLOATS ==> !isc_has(types, 5) && !isc_has(types, 6) && !isc_has(types, 7);
   ensures others: types == ISC_FLOATS ==> !isc_has(types, 9) && !isc_has(types, 12) && !isc_has(types, 13); @/
void isc_no_integers(unsigned types)
{
    /@ assert isc_has(types, 2) <==> isc_type(2) && ((types >> 2) & 1) == 1; @/
    /@ assert isc_has(types, 3) <==> isc_type(3) && ((types >> 3) & 1) == 1; @/
    /@ assert isc_has(types, 4) <==> isc_type(4) && ((types >> 4) & 1) == 1; @/
    /@ assert isc_has(types, 5) <==> isc_type(5) && ((types >> 5) & 1) == 1; @/
    /@ assert isc_has(types, 6) <==> isc_type(6) && ((types >> 6) & 1) == 1; @/
    /@ assert isc_has(types, 7) <==> isc_type(7) && ((types >> 7) & 1) == 1; @/
    /@ assert isc_has(types, 9) <==> isc_type(9) && ((types >> 9) & 1) == 1; @/
    /@ assert isc_has(types, 12) <==> isc_type(12) && ((types >> 12) & 1) == 1; @/
    /@ assert isc_has(types, 13) <==> isc_type(13) && ((types >> 13) & 1) == 1; @/
}

/@ requires isc_fold(op) && isc_has(isc_schema(op), type);
   terminates \true; assigns \nothing;
   ensures op == ISOCAST_SUM || op == ISOCAST_MEAN ==> isc_is_real(type) == 1;
   ensures isc_stays_word(op, type) && isc_is_word(type) && type < ISC_TYPES; @/
void isc_fold_types(isocast_op op, isocast_type type)
{
    isc_words_of(op, type);
    isc_no_pairs(ISC_FLOATS);
    isc_no_integers(ISC_FLOATS);
    isc_no_integers(ISC_NUMBERS);
    /@ assert floats: isc_has(ISC_FLOATS, type) ==> isc_is_real(type) == 1; @/
    /@ assert isc_has(ISC_NUMBERS, type) ==> type != ISOCAST_BOOL; @/
}
*/

#endif
