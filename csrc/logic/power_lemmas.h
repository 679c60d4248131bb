/* Why square and multiply gives powers modulo 2^64. Only annotations: nothing to compile. */
#ifndef ISC_POWER_LEMMAS_H
#define ISC_POWER_LEMMAS_H

/*@ // A product that the provers do not flatten.
    logic integer isc_mul(integer x, integer y) = x * y;
    lemma isc_half_product: \forall integer x, y;
      0 <= x <= 4294967295 && 0 <= y <= 4294967295 ==> 0 <= x * y <= 18446744065119617025;
    lemma isc_whole_turns: \forall integer q, r; 0 <= q && 0 <= r ==> (q * ISC_TURN + r) % ISC_TURN == r % ISC_TURN;
    lemma isc_turns: \forall integer x; 0 <= x ==>
      x == (x / ISC_TURN) * ISC_TURN + x % ISC_TURN && 0 <= x / ISC_TURN && 0 <= x % ISC_TURN < ISC_TURN;
    lemma isc_turns_times: \forall integer x, y; 0 <= x && 0 <= y ==>
      x * y == ((x / ISC_TURN) * y) * ISC_TURN + (x % ISC_TURN) * y;
    lemma isc_turns_not_negative: \forall integer x, y; 0 <= x && 0 <= y ==>
      0 <= (x / ISC_TURN) * y && 0 <= (x % ISC_TURN) * y;
    lemma isc_rest_times: \forall integer x, y; 0 <= x && 0 <= y ==>
      (x * y) % ISC_TURN == ((x % ISC_TURN) * y) % ISC_TURN;
    lemma isc_rest_mul: \forall integer x, y; 0 <= x && 0 <= y ==>
      isc_mul(x, y) % ISC_TURN == isc_mul(x % ISC_TURN, y) % ISC_TURN;
*/

/*@ ghost
/@ terminates \true;
   assigns \nothing;
   ensures (turns * ISC_TURN + word) % ISC_TURN == word; @/
void isc_rest_of_turns(uint64_t turns, uint64_t word) {}

/@ terminates \true;
   assigns \nothing;
   ensures 0 <= isc_modular_power_of(b, e) < ISC_TURN;
   ensures isc_modular_power_of(b, 0) == 1;
   ensures e > 0 ==> isc_modular_power_of(b, e) == (isc_modular_power_of(b, e - 1) * b) % ISC_TURN; @/
void isc_reveal_power(uint64_t b, uint64_t e)
{
    uint64_t k = 0;
    /@ loop invariant 0 <= k <= e && 0 <= isc_modular_power_of(b, k) < ISC_TURN;
       loop assigns k;
       loop variant e - k; @/
    while (k < e) {
        /@ assert 0 <= isc_modular_power_of(b, k) * b; @/
        k++;
    }
}

/@ requires s == (b * b) % ISC_TURN && 2 * e < ISC_TURN;
   terminates \true;
   assigns \nothing;
   ensures isc_modular_power_of(b, 2 * e) == isc_modular_power_of(s, e); @/
void isc_power_of_square(uint64_t b, uint64_t s, uint64_t e)
{
    uint64_t k = 0;
    isc_reveal_power(b, 0);
    isc_reveal_power(s, 0);
    /@ loop invariant 0 <= k <= e;
       loop invariant isc_modular_power_of(b, 2 * k) == isc_modular_power_of(s, k);
       loop invariant 0 <= isc_modular_power_of(s, k) < ISC_TURN;
       loop assigns k;
       loop variant e - k; @/
    while (k < e) {
        isc_reveal_power(b, 2 * k + 1);
        isc_reveal_power(b, 2 * k + 2);
        isc_reveal_power(s, k + 1);
        /@ assert isc_modular_power_of(b, 2 * k + 1) == (isc_modular_power_of(s, k) * b) % ISC_TURN; @/
        /@ assert isc_modular_power_of(b, 2 * k + 2) ==
             (((isc_modular_power_of(s, k) * b) % ISC_TURN) * b) % ISC_TURN; @/
        /@ assert 0 <= isc_modular_power_of(s, k) * b; @/
        /@ assert isc_modular_power_of(b, 2 * k + 2) == ((isc_modular_power_of(s, k) * b) * b) % ISC_TURN; @/
        /@ assert isc_modular_power_of(b, 2 * k + 2) ==
             isc_mul(isc_mul(b, b), isc_modular_power_of(s, k)) % ISC_TURN; @/
        /@ assert 0 <= b * b && isc_mul(b, b) % ISC_TURN == s; @/
        /@ assert isc_modular_power_of(b, 2 * k + 2) == isc_mul(s, isc_modular_power_of(s, k)) % ISC_TURN; @/
        k++;
    }
}

/@ requires s == (b * b) % ISC_TURN && next == (power * b) % ISC_TURN && e % 2 == 1;
   terminates \true;
   assigns \nothing;
   ensures isc_mul(power, isc_modular_power_of(b, e)) % ISC_TURN ==
             isc_mul(next, isc_modular_power_of(s, e / 2)) % ISC_TURN; @/
void isc_power_of_odd(uint64_t power, uint64_t next, uint64_t b, uint64_t s, uint64_t e)
{
    uint64_t half = e / 2u;
    isc_power_of_square(b, s, half);
    isc_reveal_power(b, e);
    isc_reveal_power(s, half);
    /@ assert isc_modular_power_of(b, e) == isc_mul(b, isc_modular_power_of(s, half)) % ISC_TURN; @/
    /@ assert 0 <= isc_mul(b, isc_modular_power_of(s, half)) && 0 <= isc_mul(power, b); @/
    /@ assert isc_mul(isc_modular_power_of(b, e), power) % ISC_TURN ==
         isc_mul(isc_mul(b, isc_modular_power_of(s, half)), power) % ISC_TURN; @/
    /@ assert isc_mul(isc_mul(power, b), isc_modular_power_of(s, half)) % ISC_TURN ==
         isc_mul(next, isc_modular_power_of(s, half)) % ISC_TURN; @/
    /@ assert isc_mul(isc_mul(b, isc_modular_power_of(s, half)), power) ==
         isc_mul(isc_mul(power, b), isc_modular_power_of(s, half)); @/
    /@ assert isc_mul(isc_modular_power_of(b, e), power) == isc_mul(power, isc_modular_power_of(b, e)); @/
}
*/

#endif
