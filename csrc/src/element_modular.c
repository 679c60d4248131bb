/* Powers of integers modulo 2^64. Apart from the other elements, because proofs about products want few facts in sight. */
/* WP: Typed -wp-timeout 2 */ /* what the first prover does not find at once, the second does */
#include "element_modular.h"

#include "../logic/power_lemmas.h"

/*@ ghost
// A product of halves is a word.
/@ requires a < 4294967296 && b < 4294967296;
   terminates \true; assigns \nothing;
   ensures 0 <= a * b <= 18446744065119617025; @/
void isc_product_of_halves(uint64_t a, uint64_t b)
{
    /@ assert a * b <= a * 4294967295; @/
}
*/

/* The product modulo 2^64, from halves and without a product that wraps around: what that gives, WP does not know. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == (a * b) % ISC_TURN;
*/
static uint64_t isc_times(uint64_t a, uint64_t b)
{
    const uint64_t a1 = a / 4294967296u, a0 = a % 4294967296u, b1 = b / 4294967296u, b0 = b % 4294967296u;
    //@ assert a == a1 * 4294967296 + a0 && a0 < 4294967296 && a1 < 4294967296;
    //@ assert b == b1 * 4294967296 + b0 && b0 < 4294967296 && b1 < 4294967296;
    //@ ghost isc_product_of_halves(a0, b0);
    //@ ghost isc_product_of_halves(a0, b1);
    //@ ghost isc_product_of_halves(a1, b0);
    const uint64_t low = a0 * b0, one = a0 * b1, two = a1 * b0;
    //@ assert low == a0 * b0 && one == a0 * b1 && two == a1 * b0;
    const uint64_t middle = low / 4294967296u + one % 4294967296u + two % 4294967296u;
    const uint64_t word = middle % 4294967296u * 4294967296u + low % 4294967296u;
    //@ assert a * b == (a1 * b1) * ISC_TURN + (one + two) * 4294967296 + low;
    //@ assert 0 <= a1 * b1;
    //@ assert (a * b) % ISC_TURN == ((one + two) * 4294967296 + low) % ISC_TURN;
    //@ ghost const uint64_t turns = one / 4294967296u + two / 4294967296u + middle / 4294967296u;
    //@ assert (one + two) * 4294967296 + low == turns * ISC_TURN + word;
    //@ ghost isc_rest_of_turns(turns, word);
    return word;
}

/* Clauses: pow-int */
uint64_t isc_modular_power(uint64_t base, uint64_t exponent)
{
    uint64_t power = 1, square = base, rest = exponent;
    //@ ghost isc_reveal_power(base, exponent);
    /*@ loop invariant isc_mul(power, isc_modular_power_of(square, rest)) % ISC_TURN ==
          isc_modular_power_of(base, exponent);
        loop assigns power, square, rest;
        loop variant rest;
    */
    while (rest > 0) {
        const uint64_t next = isc_times(square, square);
        //@ ghost isc_power_of_square(square, next, rest / 2u);
        if (rest % 2u == 1) {
            const uint64_t product = isc_times(power, square);
            //@ ghost isc_power_of_odd(power, product, square, next, rest);
            power = product;
        }
        //@ assert isc_mul(power, isc_modular_power_of(next, rest / 2)) % ISC_TURN == isc_modular_power_of(base, exponent);
        square = next;
        rest /= 2u;
    }
    //@ ghost isc_reveal_power(square, 0);
    return power;
}
