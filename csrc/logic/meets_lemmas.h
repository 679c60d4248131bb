/* Lemmas about pairs of elements: what they say is proved once, and used where they are included or called. */
#ifndef ISC_MEETS_LEMMAS_H
#define ISC_MEETS_LEMMAS_H

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *dims, *s, *t, integer a, b; isc_meets(0, dims, s, t, a, b) <==> a == 0 && b == 0;
   ensures \forall isocast_idx *dims, *s, *t, integer k, a, b; 0 <= k ==> isc_meets_next(k, dims, s, t, a, b); @/
void isc_reveal_meets(void) {}

/@ terminates \true;
   assigns \nothing;
   ensures \forall isocast_idx *dims, *s, *t, integer a, b;
     isc_picked_meets(0, from, dims, s, t, a, b) <==> a == 0 && b == 0;
   ensures \forall isocast_idx *dims, *s, *t, integer k, a, b; 0 <= k ==> isc_picked_next(k, from, dims, s, t, a, b); @/
void isc_reveal_picked_meets(const isc_mark *from) {}
*/

#endif
