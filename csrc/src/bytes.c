/* Elements between memory and words, byte by byte: no alignment, no type of C's, either order of bytes. */
#define ISC_WORDS
#include "walk.h"

/*@ terminates \true;
    assigns \nothing;
    ensures \result == high * 256 + low;
    ensures \result <= 65535;
*/
static uint64_t isc_two(unsigned char high, unsigned char low)
{
    return (uint64_t)high * 256u + low;
}

/*@ terminates \true;
    assigns \nothing;
    ensures \result == isc_digits(a, b, c, d);
    ensures \result <= 4294967295;
*/
static uint64_t isc_four(unsigned char a, unsigned char b, unsigned char c, unsigned char d)
{
    return isc_two(a, b) * 65536u + isc_two(c, d);
}

uint64_t isc_load(const unsigned char *p, isocast_idx width, int high_first)
{
    if (width == 1) return p[0];
    if (width == 2) return high_first ? isc_two(p[0], p[1]) : isc_two(p[1], p[0]);
    if (width == 4) return high_first ? isc_four(p[0], p[1], p[2], p[3]) : isc_four(p[3], p[2], p[1], p[0]);
    if (high_first) return isc_four(p[0], p[1], p[2], p[3]) * 4294967296u + isc_four(p[4], p[5], p[6], p[7]);
    return isc_four(p[7], p[6], p[5], p[4]) * 4294967296u + isc_four(p[3], p[2], p[1], p[0]);
}

/* Digit `place` of a word in base 256. */
/*@ requires 0 <= place < 8;
    terminates \true;
    assigns \nothing;
    ensures \result == word / isc_scale(place) % 256;
*/
static unsigned char isc_digit(uint64_t word, isocast_idx place)
{
    switch (place) {
    case 0: return (unsigned char)(word % 256u);
    case 1: return (unsigned char)(word / 256u % 256u);
    case 2: return (unsigned char)(word / 65536u % 256u);
    case 3: return (unsigned char)(word / 16777216u % 256u);
    case 4: return (unsigned char)(word / 4294967296u % 256u);
    case 5: return (unsigned char)(word / 1099511627776u % 256u);
    case 6: return (unsigned char)(word / 281474976710656u % 256u);
    default: return (unsigned char)(word / 72057594037927936u % 256u);
    }
}

void isc_store(unsigned char *p, isocast_idx width, int high_first, uint64_t word)
{
    /*@ loop invariant 0 <= j <= width;
        loop invariant \forall integer i; 0 <= i < j ==> p[i] == isc_byte_of(word, width, high_first, i);
        loop assigns j, p[0 .. width - 1];
        loop variant width - j;
    */
    for (isocast_idx j = 0; j < width; j++) p[j] = isc_digit(word, high_first ? width - 1 - j : j);
}

/* What is stored is loaded again: a word below the modulus is the word of its bytes. */
/*@ ghost
/@ requires isc_is_width(width) && word < isc_modulus(width) && \valid_read(p + (0 .. width - 1));
   requires \forall integer j; 0 <= j < width ==> p[j] == isc_byte_of(word, width, high_first, j);
   terminates \true; assigns \nothing;
   ensures isc_word(p, width, high_first) == word; @/
void isc_stored_again(const unsigned char *p, isocast_idx width, int high_first, uint64_t word)
{
    uint64_t q1 = word / 256u, q2 = q1 / 256u, q3 = q2 / 256u, q4 = q3 / 256u, q5 = q4 / 256u, q6 = q5 / 256u;
    uint64_t q7 = q6 / 256u;
    /@ assert q2 == word / 65536 && q3 == word / 16777216 && q4 == word / 4294967296; @/
    /@ assert q5 == word / 1099511627776 && q6 == word / 281474976710656 && q7 == word / 72057594037927936; @/
    /@ assert word == q1 * 256 + word % 256 && q1 == q2 * 256 + q1 % 256 && q2 == q3 * 256 + q2 % 256; @/
    /@ assert q3 == q4 * 256 + q3 % 256 && q4 == q5 * 256 + q4 % 256 && q5 == q6 * 256 + q5 % 256; @/
    /@ assert q6 == q7 * 256 + q6 % 256 && q7 < 256; @/
    if (width == 1) {
        /@ assert p[0] == word; @/
    } else if (width == 2) {
        /@ assert q1 < 256; @/
        /@ assert isc_word(p, width, high_first) == word; @/
    } else if (width == 4) {
        /@ assert q3 < 256; @/
        /@ assert high_first == 0 ==> p[0] == word % 256 && p[1] == q1 % 256 && p[2] == q2 % 256 && p[3] == q3; @/
        /@ assert high_first != 0 ==> p[3] == word % 256 && p[2] == q1 % 256 && p[1] == q2 % 256 && p[0] == q3; @/
        /@ assert isc_word(p, width, high_first) == word; @/
    } else {
        /@ assert high_first == 0 ==> p[0] == word % 256 && p[1] == q1 % 256 && p[2] == q2 % 256 && p[3] == q3 % 256; @/
        /@ assert high_first == 0 ==> p[4] == q4 % 256 && p[5] == q5 % 256 && p[6] == q6 % 256 && p[7] == q7; @/
        /@ assert high_first != 0 ==> p[7] == word % 256 && p[6] == q1 % 256 && p[5] == q2 % 256 && p[4] == q3 % 256; @/
        /@ assert high_first != 0 ==> p[3] == q4 % 256 && p[2] == q5 % 256 && p[1] == q6 % 256 && p[0] == q7; @/
        /@ assert isc_word(p, width, high_first) == word; @/
    }
}
*/
