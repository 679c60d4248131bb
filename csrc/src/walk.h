/* Walks over the axes of a plan, on bytes: what they share, and their contracts. Must not know about plans.
 *
 * Each computes the elements from axis k on; `sizes[k]` is how many there are. What is written at a position is not read
 * at a later one (isc_apart), so the result may be exactly an input, or apart from it. */
#ifndef ISC_WALK_H
#define ISC_WALK_H

#include "isocast/isocast.h"

#include "../logic/walk_logic.h"
#include "../logic/word_logic.h"

/* How elements of up to 16 bytes are copied: whether the bytes of each unit (an element, or half of a complex one) are
 * turned round on the way, for either source. */
typedef struct {
    isocast_idx width, unit;
    int turn_x, turn_y;
} isc_moving;

/* How an element lies in memory: 1, 2, 4 or 8 bytes, the most significant first or last. */
typedef struct {
    isocast_idx width;
    int high_first;
} isc_form;

/* Whether this machine has the most significant byte first; what depends on it is proved of either answer (form.c). */
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ISC_BIG_ENDIAN 1
#else
#define ISC_BIG_ENDIAN 0
#endif

/* An operator of two words, and how operands and result lie in memory. */
typedef struct {
    isocast_op op;
    isocast_type x_type, y_type;
    isc_form x, y, z;
} isc_binary;

#define ISC_COPYING(how) (how)->width, (how)->unit, (how)->turn_x
#define ISC_CHOOSING(how) (how)->width, (how)->unit, (how)->turn_x, (how)->turn_y
#define ISC_COMPUTING(how) \
    (how)->op, (how)->x_type, (how)->y_type, (how)->x.width, (how)->x.high_first, (how)->y.width, (how)->y.high_first, \
        (how)->z.width, (how)->z.high_first

#define ISC_PAIR(how) \
    (how)->op, (how)->x_type, (how)->y_type, (how)->x.width, (how)->x.high_first, (how)->y.width, (how)->y.high_first
#define ISC_PAIRS(how, x, y, flat) ISC_PAIR(how), x, x_strides, y, y_strides, flat, flat_strides, sizes

#include "../logic/copy_logic.h" /* speak of these */
#include "../logic/check_logic.h"

/* bytes.c: the word that `width` bytes make; a word's last bytes into memory. */
/*@ requires isc_is_width(width) && \valid_read(p + (0 .. width - 1));
    terminates \true;
    assigns \nothing;
    ensures \result == isc_word(p, width, high_first);
    ensures \result < isc_modulus(width);
*/
uint64_t isc_load(const unsigned char *p, isocast_idx width, int high_first);

/*@ requires isc_is_width(width) && \valid(p + (0 .. width - 1));
    terminates \true;
    assigns p[0 .. width - 1];
    ensures \forall integer j; 0 <= j < width ==> p[j] == isc_byte_of(word, width, high_first, j);
*/
void isc_store(unsigned char *p, isocast_idx width, int high_first, uint64_t word);

/* element.c: one element on words; whether a pair of words has no result, and is refused before anything is written. */
/*@ requires isc_is_width(isc_word_bytes(x)) && isc_is_width(isc_word_bytes(y));
    requires a < isc_modulus(isc_word_bytes(x)) && b < isc_modulus(isc_word_bytes(y));
    requires op == ISOCAST_POW || x == y;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_elt(op, x, y, a, b);
    ensures fold: isc_stays_word(op, x) ==> \result < isc_modulus(isc_word_bytes(x));
    ensures gemm: (op == ISOCAST_ADD || op == ISOCAST_MUL) && x != ISOCAST_BOOL ==>
      \result < isc_modulus(isc_word_bytes(x));
*/
uint64_t isc_element(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/*@ requires isc_is_width(isc_word_bytes(x)) && isc_is_width(isc_word_bytes(y));
    requires a < isc_modulus(isc_word_bytes(x)) && b < isc_modulus(isc_word_bytes(y));
    terminates \true;
    assigns \nothing;
    ensures \result <==> isc_no_result(op, x, y, a, b);
*/
int isc_is_refused(isocast_op op, isocast_type x, isocast_type y, uint64_t a, uint64_t b);

/* Which byte of the source becomes byte j of an element. */
/*@ requires 0 <= j < 2 * unit && 1 <= unit <= 16;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_turn(unit, turn, j);
*/
isocast_idx isc_turned(isocast_idx unit, int turn, isocast_idx j);

/* Clauses: access, bit-copy */
/*@ requires isc_can_move(how) && 0 <= k <= n && isc_row_major(dims, sizes, n);
    requires \valid_read(x_strides + (0 .. n - 1)) && \valid_read(z_strides + (0 .. n - 1));
    requires isc_readable(x, how->width, sizes, x_strides, k, n) && isc_writable(z, how->width, sizes, z_strides, k, n);
    requires isc_apart(x, how->width, x_strides, z, how->width, z_strides, sizes, k, n);
    requires isc_apart(z, how->width, z_strides, z, how->width, z_strides, sizes, k, n);
    terminates \true;
    decreases n - k;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
    ensures access: bit_copy: \forall integer p, unsigned char *a, *c; 0 <= p < sizes[k] ==>
      isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(c, z, sizes, z_strides, k, n, p) ==>
        isc_copied{Pre, Post}(ISC_COPYING(how), a, c);
    ensures frame: isc_only_written{Pre, Post}(z, how->width, sizes, z_strides, k, n, sizes[k]);
*/
void isc_copy_walk(const isc_moving *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                   const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *z_strides,
                   const unsigned char *x, unsigned char *z);

/* Clauses: access, f */
/*@ requires isc_can_compute(how) && 0 <= k <= n && isc_row_major(dims, sizes, n);
    requires \valid_read(x_strides + (0 .. n - 1)) && \valid_read(y_strides + (0 .. n - 1));
    requires \valid_read(z_strides + (0 .. n - 1));
    requires isc_readable(x, how->x.width, sizes, x_strides, k, n) && isc_readable(y, how->y.width, sizes, y_strides, k, n);
    requires isc_writable(z, how->z.width, sizes, z_strides, k, n);
    requires isc_apart(x, how->x.width, x_strides, z, how->z.width, z_strides, sizes, k, n);
    requires isc_apart(y, how->y.width, y_strides, z, how->z.width, z_strides, sizes, k, n);
    requires isc_apart(z, how->z.width, z_strides, z, how->z.width, z_strides, sizes, k, n);
    terminates \true;
    decreases n - k;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
    ensures access: f: \forall integer p, unsigned char *a, *b, *c; 0 <= p < sizes[k] ==>
      isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(b, y, sizes, y_strides, k, n, p) &&
      isc_at(c, z, sizes, z_strides, k, n, p) ==> isc_computed{Pre, Post}(ISC_COMPUTING(how), a, b, c);
    ensures frame: isc_only_written{Pre, Post}(z, how->z.width, sizes, z_strides, k, n, sizes[k]);
*/
void isc_binary_walk(const isc_binary *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                     const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *y_strides,
                     const isocast_idx *z_strides, const unsigned char *x, const unsigned char *y, unsigned char *z);

/* Clauses: access, Where */
/*@ requires isc_can_move(how) && 0 <= k <= n && isc_row_major(dims, sizes, n);
    requires \valid_read(c_strides + (0 .. n - 1)) && \valid_read(x_strides + (0 .. n - 1));
    requires \valid_read(y_strides + (0 .. n - 1)) && \valid_read(z_strides + (0 .. n - 1));
    requires isc_readable(c, 1, sizes, c_strides, k, n) && isc_writable(z, how->width, sizes, z_strides, k, n);
    requires isc_readable(x, how->width, sizes, x_strides, k, n) && isc_readable(y, how->width, sizes, y_strides, k, n);
    requires isc_apart(c, 1, c_strides, z, how->width, z_strides, sizes, k, n);
    requires isc_apart(x, how->width, x_strides, z, how->width, z_strides, sizes, k, n);
    requires isc_apart(y, how->width, y_strides, z, how->width, z_strides, sizes, k, n);
    requires isc_apart(z, how->width, z_strides, z, how->width, z_strides, sizes, k, n);
    terminates \true;
    decreases n - k;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
    ensures access: Where: \forall integer p, unsigned char *d, *a, *b, *e; 0 <= p < sizes[k] ==>
      isc_at(d, c, sizes, c_strides, k, n, p) && isc_at(a, x, sizes, x_strides, k, n, p) &&
      isc_at(b, y, sizes, y_strides, k, n, p) && isc_at(e, z, sizes, z_strides, k, n, p) ==>
        isc_chosen{Pre, Post}(ISC_CHOOSING(how), d, a, b, e);
    ensures frame: isc_only_written{Pre, Post}(z, how->width, sizes, z_strides, k, n, sizes[k]);
*/
void isc_where_walk(const isc_moving *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                    const isocast_idx *sizes, const isocast_idx *c_strides, const isocast_idx *x_strides,
                    const isocast_idx *y_strides, const isocast_idx *z_strides, const unsigned char *c,
                    const unsigned char *x, const unsigned char *y, unsigned char *z);

/* The smallest flat index of a pair that is refused, if below `best`; else `best`. `flat` is the index of the first pair,
 * and flat_strides say what one step along each axis adds. Clauses: int-div, mod, pow-int */
/*@ requires isc_can_compute(how) && 0 <= k <= n && isc_row_major(dims, sizes, n);
    requires \valid_read(x_strides + (0 .. n - 1)) && \valid_read(y_strides + (0 .. n - 1));
    requires \valid_read(flat_strides + (0 .. n - 1)) && isc_indexed(flat, flat_strides, sizes, k, n);
    requires isc_readable(x, how->x.width, sizes, x_strides, k, n) && isc_readable(y, how->y.width, sizes, y_strides, k, n);
    terminates \true;
    decreases n - k;
    assigns \nothing;
    ensures \result <= best;
    ensures int_div: mod: pow_int: \forall integer v;
      isc_candidate(v, ISC_PAIRS(how, x, y, flat), k, n, sizes[k]) ==> \result <= v;
    ensures int_div: mod: pow_int:
      \result == best || isc_candidate(\result, ISC_PAIRS(how, x, y, flat), k, n, sizes[k]);
*/
isocast_idx isc_check_walk(const isc_binary *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                           const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *y_strides,
                           const isocast_idx *flat_strides, const unsigned char *x, const unsigned char *y,
                           isocast_idx flat, isocast_idx best);

#endif
