/* Copies: every element of the result is that of the input at the same position, bit for bit. */
#include "walk.h"

isocast_idx isc_turned(isocast_idx unit, int turn, isocast_idx j)
{
    if (!turn) return j;
    return j < unit ? unit - 1 - j : 3 * unit - 1 - j;
}

/* One element. Source and destination may be the same place. Clauses: bit-copy */
/*@ requires isc_can_move(how);
    requires \valid_read(x + (0 .. how->width - 1)) && \valid(z + (0 .. how->width - 1));
    terminates \true;
    assigns z[0 .. how->width - 1];
    ensures bit_copy: isc_copied{Pre, Post}(ISC_COPYING(how), x, z);
*/
static void isc_copy_element(const isc_moving *how, const unsigned char *x, unsigned char *z)
{
    unsigned char kept[16];
    /*@ loop invariant 0 <= j <= how->width;
        loop invariant \forall integer i; 0 <= i < j ==> kept[i] == x[i];
        loop assigns j, kept[0 .. 15];
        loop variant how->width - j;
    */
    for (isocast_idx j = 0; j < how->width; j++) kept[j] = x[j];
    //@ assert kept: \forall integer i; 0 <= i < how->width ==> kept[i] == \at(x[i], Pre);
    /*@ loop invariant 0 <= j <= how->width;
        loop invariant \forall integer i; 0 <= i < j ==> z[i] == kept[isc_turn(how->unit, how->turn_x, i)];
        loop assigns j, z[0 .. how->width - 1];
        loop variant how->width - j;
    */
    for (isocast_idx j = 0; j < how->width; j++) z[j] = kept[isc_turned(how->unit, how->turn_x, j)];
}

void isc_copy_walk(const isc_moving *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                   const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *z_strides,
                   const unsigned char *x, unsigned char *z)
{
    const unsigned char *from = x;
    unsigned char *to = z;
    //@ ghost isocast_idx t = 0;
    //@ ghost isc_offset_first(k, n, dims, sizes, x_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, z_strides);
    if (k == n) {
        //@ ghost isc_one(n, dims, sizes, x_strides, x, how->width);
        //@ ghost isc_one(n, dims, sizes, z_strides, z, how->width);
        isc_copy_element(how, x, z);
        //@ assert one: sizes[k] == 1 && isc_copied{Pre, Here}(ISC_COPYING(how), x, z);
        /*@ assert only: \forall integer p, unsigned char *a, *c; 0 <= p < sizes[k] ==>
              isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(c, z, sizes, z_strides, k, n, p) ==> a == x && c == z; */
        return;
    }
    //@ ghost isc_reveal_product_zero(sizes[k + 1]);
    /*@ loop invariant range: 0 <= i <= dims[k] && 0 <= t <= sizes[k];
        loop invariant at: isc_product_is(t, i, sizes[k + 1]);
        loop invariant from: from == x + isc_off(sizes, x_strides, k, n, t);
        loop invariant to: to == z + isc_off(sizes, z_strides, k, n, t);
        loop invariant done: \forall integer p, unsigned char *a, *c; 0 <= p < t ==>
          isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(c, z, sizes, z_strides, k, n, p) ==>
            isc_copied{Pre, Here}(ISC_COPYING(how), a, c);
        loop invariant frame: isc_only_written{Pre, Here}(z, how->width, sizes, z_strides, k, n, t);
        loop assigns i, t, from, to, { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
        loop variant dims[k] - i;
    */
    for (isocast_idx i = 0; i < dims[k]; i++) {
        //@ ghost isc_result_step(k, n, dims, sizes, z_strides, i, t, z, to, how->width);
        //@ ghost isc_input_step(k, n, dims, sizes, x_strides, z_strides, i, t, x, from, how->width, z, to, how->width);
        isc_copy_walk(how, k + 1, n, dims, sizes, x_strides, z_strides, from, to);
        /*@ assert block: \forall integer q, unsigned char *a, *c; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from, sizes, x_strides, k + 1, n, q) && isc_at(c, to, sizes, z_strides, k + 1, n, q) ==>
                isc_copied{Pre, Here}(ISC_COPYING(how), a, c); */
        /*@ assert before: \forall integer p, unsigned char *a, *c; 0 <= p < t ==>
              isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(c, z, sizes, z_strides, k, n, p) ==>
                isc_copied{Pre, Here}(ISC_COPYING(how), a, c); */
        from += x_strides[k];
        to += z_strides[k];
        //@ ghost t += sizes[k + 1];
    }
    //@ ghost isc_reveal_product_end(dims[k], dims[k], sizes[k + 1], sizes[k], t);
}
