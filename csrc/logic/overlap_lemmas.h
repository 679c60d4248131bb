/* Lemmas about divisors and extreme offsets, as ghost functions: proved once, and used by calling them. */
#ifndef ISC_OVERLAP_LEMMAS_H
#define ISC_OVERLAP_LEMMAS_H

#include "axes_lemmas.h"

/*@ ghost
/@ requires 1 <= d;
   terminates \true;
   assigns \nothing;
   ensures isc_divides(d, 0) && isc_divides(d, d); @/
void isc_reveal_divides_itself(isocast_idx d) {}

/@ requires isc_divides(d, n);
   terminates \true;
   assigns \nothing;
   ensures isc_divides(d, -n); @/
void isc_reveal_divides_opposite(isocast_idx d, isocast_idx n) {}

/@ requires 0 <= a && 1 <= b && isc_divides(d, b) && (a % b == 0 || isc_divides(d, a % b));
   terminates \true;
   assigns \nothing;
   ensures isc_divides(d, a); @/
void isc_reveal_divides_rest(isocast_idx d, isocast_idx a, isocast_idx b)
{
    /@ assert a == b * (a / b) + a % b; @/
    /@ assert a % b == d * ((a % b) / d); @/
    /@ assert a == d * ((b / d) * (a / b) + (a % b) / d); @/
    /@ assert (d * ((b / d) * (a / b) + (a % b) / d)) / d == (b / d) * (a / b) + (a % b) / d; @/
}

/@ requires 1 <= d && 0 <= times;
   terminates \true;
   assigns \nothing;
   ensures (d * times) / d == times; @/
void isc_reveal_exact(isocast_idx d, isocast_idx times) {}

/@ requires isc_divides(d, e) && isc_divides(e, n) && 0 <= e && 0 <= n;
   terminates \true;
   assigns \nothing;
   ensures isc_divides(d, n); @/
void isc_reveal_divides_through(isocast_idx d, isocast_idx e, isocast_idx n)
{
    /@ assert n == (d * (e / d)) * (n / e); @/
    /@ assert n == d * ((e / d) * (n / e)); @/
    /@ assert 0 <= (e / d) * (n / e) <= n; @/
    isc_reveal_exact(d, (e / d) * (n / e));
}

/@ requires 1 <= step;
   terminates \true;
   assigns \nothing;
   ensures a >= b ==> isc_divides(step, a - b - (a - b) % step);
   ensures a < b ==> isc_divides(step, a - b - (step - (b - a) % step) % step); @/
void isc_reveal_remainder(uintptr_t a, uintptr_t b, uintptr_t step)
{
    /@ assert a >= b ==> a - b - (a - b) % step == step * ((a - b) / step); @/
    /@ assert a >= b ==> (step * ((a - b) / step)) / step == (a - b) / step; @/
    /@ assert a < b ==> b - a == step * ((b - a) / step) + (b - a) % step && 0 <= (b - a) % step < step; @/
    /@ assert a < b && (b - a) % step == 0 ==> (step - (b - a) % step) % step == 0; @/
    /@ assert a < b && (b - a) % step != 0 ==> (step - (b - a) % step) % step == step - (b - a) % step; @/
    /@ assert a < b && (b - a) % step == 0 ==> b - a == step * ((b - a) / step); @/
    /@ assert a < b && (b - a) % step != 0 ==> b - a + (step - (b - a) % step) == step * ((b - a) / step + 1); @/
    /@ assert a < b ==> 0 <= (b - a) / step; @/
    /@ assert a < b ==> (step * ((b - a) / step)) / step == (b - a) / step; @/
    /@ assert a < b ==> (step * ((b - a) / step + 1)) / step == (b - a) / step + 1; @/
}

/@ requires 0 <= rank && \valid_read(strides + (0 .. rank - 1)) && isc_divides_all(e, rank, strides);
   requires \forall integer k; 0 <= k < rank ==> -PTRDIFF_MAX <= strides[k];
   requires 0 <= e && 0 <= d && (d == 0 ==> e == 0) && (e != 0 ==> isc_divides(d, e));
   terminates \true;
   assigns \nothing;
   ensures isc_divides_all(d, rank, strides); @/
void isc_step_refined(isocast_idx rank, const isocast_idx *strides, isocast_idx d, isocast_idx e)
{
    isocast_idx k = 0;
    /@ loop invariant 0 <= k <= rank && isc_divides_all(d, k, strides);
       loop assigns k;
       loop variant rank - k; @/
    while (k < rank) {
        if (e != 0 && strides[k] < 0) {
            isc_reveal_divides_opposite(e, strides[k]);
            isc_reveal_divides_through(d, e, -strides[k]);
            isc_reveal_divides_opposite(d, -strides[k]);
        } else if (e != 0) {
            isc_reveal_divides_through(d, e, strides[k]);
        } else if (d != 0) {
            isc_reveal_divides_itself(d);
        }
        k++;
    }
}

/@ terminates \true;
   assigns \nothing;
   ensures \forall integer total, size, stride; isc_with(ISC_LOWEST, total, size, stride) ==
     (stride < 0 ? total + isc_way(size, stride) : total);
   ensures \forall integer total, size, stride; isc_with(ISC_HIGHEST, total, size, stride) ==
     (stride < 0 ? total : total + isc_way(size, stride));
   ensures \forall integer size, stride; 1 <= size && 0 <= stride ==> 0 <= isc_way(size, stride);
   ensures \forall integer size, stride; 1 <= size && stride < 0 ==> isc_way(size, stride) <= 0; @/
void isc_reveal_extremes(void) {}

/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(strides + (0 .. rank - 1));
   requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
   terminates \true;
   assigns \nothing;
   ensures \forall integer k; 0 <= k <= rank ==>
     isc_total(ISC_LOWEST, rank, dims, strides) <= isc_total(ISC_LOWEST, k, dims, strides); @/
void isc_falling(isocast_idx rank, const isocast_idx *dims, const isocast_idx *strides)
{
    isocast_idx n = 0;
    isc_reveal_extremes();
    /@ loop invariant 0 <= n <= rank;
       loop invariant \forall integer k; 0 <= k <= n ==>
         isc_total(ISC_LOWEST, n, dims, strides) <= isc_total(ISC_LOWEST, k, dims, strides);
       loop assigns n;
       loop variant rank - n; @/
    while (n < rank) {
        isc_reveal_total_next(ISC_LOWEST, n, dims, strides);
        n++;
    }
}

/@ requires 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid_read(strides + (0 .. rank - 1));
   requires \forall integer k; 0 <= k < rank ==> 1 <= dims[k];
   terminates \true;
   assigns \nothing;
   ensures \forall integer k; 0 <= k <= rank ==>
     isc_total(ISC_HIGHEST, k, dims, strides) <= isc_total(ISC_HIGHEST, rank, dims, strides); @/
void isc_rising(isocast_idx rank, const isocast_idx *dims, const isocast_idx *strides)
{
    isocast_idx n = 0;
    isc_reveal_extremes();
    /@ loop invariant 0 <= n <= rank;
       loop invariant \forall integer k; 0 <= k <= n ==>
         isc_total(ISC_HIGHEST, k, dims, strides) <= isc_total(ISC_HIGHEST, n, dims, strides);
       loop assigns n;
       loop variant rank - n; @/
    while (n < rank) {
        isc_reveal_total_next(ISC_HIGHEST, n, dims, strides);
        n++;
    }
}
*/

#endif
