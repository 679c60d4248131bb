/* Lemmas about an index of two axes in one, and what it is made of. */
#ifndef ISC_SPLITS_LEMMAS_H
#define ISC_SPLITS_LEMMAS_H

/* Opaque where they are used, defined where isc_reveal_ functions are proved. */
#ifndef ISC_REVEAL
/*@ axiomatic isc_Joints {
      logic integer isc_joint(integer outer, integer size, integer inner);
      logic integer isc_outer(integer d, integer size);
      logic integer isc_inner(integer d, integer size);
    } */
#else
/*@ logic integer isc_joint(integer outer, integer size, integer inner) = outer * size + inner;
    logic integer isc_outer(integer d, integer size) = d / size;
    logic integer isc_inner(integer d, integer size) = d % size;
*/
#endif

/*@ predicate isc_adds(integer d, integer outer, integer inner, integer size, integer stride) =
      isc_scaled(d, stride) == isc_scaled(inner, stride) + isc_scaled(outer, isc_scaled(size, stride));
    predicate isc_parts(integer d, integer size, integer outer, integer x, integer y) =
      0 <= isc_outer(d, size) < outer && 0 <= isc_inner(d, size) < size &&
      isc_adds(d, isc_outer(d, size), isc_inner(d, size), size, x) &&
      isc_adds(d, isc_outer(d, size), isc_inner(d, size), size, y);
    predicate isc_made_one(integer c, integer e, integer size, integer outer, integer x, integer y) =
      0 <= isc_joint(c, size, e) < isc_scaled(size, outer) && isc_adds(isc_joint(c, size, e), c, e, size, x) &&
      isc_adds(isc_joint(c, size, e), c, e, size, y);
    predicate isc_splits(integer size, integer outer, integer x, integer y) =
      (\forall integer d; 0 <= d < isc_scaled(size, outer) ==> isc_parts(d, size, outer, x, y)) &&
      (\forall integer c, e; 0 <= c < outer && 0 <= e < size ==> isc_made_one(c, e, size, outer, x, y));
*/

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall integer size, outer, x, y; 1 <= size ==> isc_splits(size, outer, x, y); @/
void isc_reveal_splits(void)
{
    /@ assert range: \forall integer size, outer, c, e; 0 <= c < outer && 0 <= e < size ==>
         0 <= c * size + e < size * outer; @/
    /@ assert steps: \forall integer size, c, e, x; isc_adds(c * size + e, c, e, size, x); @/
    /@ assert joined: \forall integer size, outer, c, e, x, y; 0 <= c < outer && 0 <= e < size ==>
         isc_made_one(c, e, size, outer, x, y); @/
    /@ assert whole: \forall integer size, d; 1 <= size && 0 <= d ==>
         d == (d / size) * size + d % size && 0 <= d % size < size; @/
    /@ assert outer: \forall integer size, outer, d; 1 <= size && 0 <= d < size * outer ==> 0 <= d / size < outer; @/
    /@ assert parts: \forall integer size, d, x; 1 <= size && 0 <= d ==> isc_adds(d, d / size, d % size, size, x); @/
    /@ assert parted: \forall integer size, outer, d, x, y; 1 <= size && 0 <= d < isc_scaled(size, outer) ==>
         isc_parts(d, size, outer, x, y); @/
}
*/

#endif
