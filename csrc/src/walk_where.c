/* Where: every element of the result is X's or Y's, as the condition at the same position says, bit for bit. */
#include "walk.h"

/* One element. Both sources are read whatever the condition is, so that the time taken does not depend on it.
 * Clauses: Where, R4 */
/*@ requires isc_can_move(how) && \valid_read(c);
    requires \valid_read(x + (0 .. how->width - 1)) && \valid_read(y + (0 .. how->width - 1));
    requires \valid(z + (0 .. how->width - 1));
    terminates \true;
    assigns z[0 .. how->width - 1];
    ensures Where: isc_chosen{Pre, Post}(ISC_CHOOSING(how), c, x, y, z);
*/
static void isc_where_element(const isc_moving *how, const unsigned char *c, const unsigned char *x,
                              const unsigned char *y, unsigned char *z)
{
    const int condition = c[0] != 0;
    unsigned char kept_x[16], kept_y[16];
    /*@ loop invariant 0 <= j <= how->width;
        loop invariant \forall integer i; 0 <= i < j ==> kept_x[i] == x[i] && kept_y[i] == y[i];
        loop assigns j, kept_x[0 .. 15], kept_y[0 .. 15];
        loop variant how->width - j;
    */
    for (isocast_idx j = 0; j < how->width; j++) {
        kept_x[j] = x[j];
        kept_y[j] = y[j];
    }
    /*@ assert kept: \forall integer i; 0 <= i < how->width ==>
          kept_x[i] == \at(x[i], Pre) && kept_y[i] == \at(y[i], Pre); */
    /*@ loop invariant 0 <= j <= how->width;
        loop invariant \forall integer i; 0 <= i < j ==> z[i] ==
          (condition != 0 ? kept_x[isc_turn(how->unit, how->turn_x, i)] : kept_y[isc_turn(how->unit, how->turn_y, i)]);
        loop assigns j, z[0 .. how->width - 1];
        loop variant how->width - j;
    */
    for (isocast_idx j = 0; j < how->width; j++) {
        const unsigned char from_x = kept_x[isc_turned(how->unit, how->turn_x, j)];
        const unsigned char from_y = kept_y[isc_turned(how->unit, how->turn_y, j)];
        z[j] = condition ? from_x : from_y;
    }
}

void isc_where_walk(const isc_moving *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                    const isocast_idx *sizes, const isocast_idx *c_strides, const isocast_idx *x_strides,
                    const isocast_idx *y_strides, const isocast_idx *z_strides, const unsigned char *c,
                    const unsigned char *x, const unsigned char *y, unsigned char *z)
{
    const unsigned char *from_c = c, *from_x = x, *from_y = y;
    unsigned char *to = z;
    //@ ghost isocast_idx t = 0;
    //@ ghost isc_offset_first(k, n, dims, sizes, c_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, x_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, y_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, z_strides);
    if (k == n) {
        //@ ghost isc_one(n, dims, sizes, c_strides, c, 1);
        //@ ghost isc_one(n, dims, sizes, x_strides, x, how->width);
        //@ ghost isc_one(n, dims, sizes, y_strides, y, how->width);
        //@ ghost isc_one(n, dims, sizes, z_strides, z, how->width);
        isc_where_element(how, c, x, y, z);
        //@ assert one: sizes[k] == 1 && isc_chosen{Pre, Here}(ISC_CHOOSING(how), c, x, y, z);
        /*@ assert only: \forall integer p, unsigned char *d, *a, *b, *e; 0 <= p < sizes[k] ==>
              isc_at(d, c, sizes, c_strides, k, n, p) && isc_at(a, x, sizes, x_strides, k, n, p) &&
              isc_at(b, y, sizes, y_strides, k, n, p) && isc_at(e, z, sizes, z_strides, k, n, p) ==>
                d == c && a == x && b == y && e == z; */
        return;
    }
    //@ ghost isc_reveal_product_zero(sizes[k + 1]);
    /*@ loop invariant range: 0 <= i <= dims[k] && 0 <= t <= sizes[k];
        loop invariant at: isc_product_is(t, i, sizes[k + 1]);
        loop invariant from_c: from_c == c + isc_off(sizes, c_strides, k, n, t);
        loop invariant from_x: from_x == x + isc_off(sizes, x_strides, k, n, t);
        loop invariant from_y: from_y == y + isc_off(sizes, y_strides, k, n, t);
        loop invariant to: to == z + isc_off(sizes, z_strides, k, n, t);
        loop invariant done: \forall integer p, unsigned char *d, *a, *b, *e; 0 <= p < t ==>
          isc_at(d, c, sizes, c_strides, k, n, p) && isc_at(a, x, sizes, x_strides, k, n, p) &&
          isc_at(b, y, sizes, y_strides, k, n, p) && isc_at(e, z, sizes, z_strides, k, n, p) ==>
            isc_chosen{Pre, Here}(ISC_CHOOSING(how), d, a, b, e);
        loop invariant frame: isc_only_written{Pre, Here}(z, how->width, sizes, z_strides, k, n, t);
        loop assigns i, t, from_c, from_x, from_y, to, { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
        loop variant dims[k] - i;
    */
    for (isocast_idx i = 0; i < dims[k]; i++) {
        //@ ghost isc_result_step(k, n, dims, sizes, z_strides, i, t, z, to, how->width);
        //@ ghost isc_input_step(k, n, dims, sizes, c_strides, z_strides, i, t, c, from_c, 1, z, to, how->width);
        //@ ghost isc_input_step(k, n, dims, sizes, x_strides, z_strides, i, t, x, from_x, how->width, z, to, how->width);
        //@ ghost isc_input_step(k, n, dims, sizes, y_strides, z_strides, i, t, y, from_y, how->width, z, to, how->width);
        /*@ assert unread_c: \forall integer q, unsigned char *a; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_c, sizes, c_strides, k + 1, n, q) ==> isc_kept{Pre, Here}(a, 1); */
        /*@ assert unread_x: \forall integer q, unsigned char *a; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_x, sizes, x_strides, k + 1, n, q) ==> isc_kept{Pre, Here}(a, how->width); */
        /*@ assert unread_y: \forall integer q, unsigned char *a; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_y, sizes, y_strides, k + 1, n, q) ==> isc_kept{Pre, Here}(a, how->width); */
        isc_where_walk(how, k + 1, n, dims, sizes, c_strides, x_strides, y_strides, z_strides, from_c, from_x,
                       from_y, to);
        /*@ assert block: \forall integer q, unsigned char *d, *a, *b, *e; 0 <= q < sizes[k + 1] ==>
              isc_at(d, from_c, sizes, c_strides, k + 1, n, q) &&
              isc_at(a, from_x, sizes, x_strides, k + 1, n, q) &&
              isc_at(b, from_y, sizes, y_strides, k + 1, n, q) && isc_at(e, to, sizes, z_strides, k + 1, n, q) ==>
                isc_chosen{Pre, Here}(ISC_CHOOSING(how), d, a, b, e); */
        /*@ assert before: \forall integer p, unsigned char *d, *a, *b, *e; 0 <= p < t ==>
              isc_at(d, c, sizes, c_strides, k, n, p) && isc_at(a, x, sizes, x_strides, k, n, p) &&
              isc_at(b, y, sizes, y_strides, k, n, p) && isc_at(e, z, sizes, z_strides, k, n, p) ==>
                isc_chosen{Pre, Here}(ISC_CHOOSING(how), d, a, b, e); */
        from_c += c_strides[k];
        from_x += x_strides[k];
        from_y += y_strides[k];
        to += z_strides[k];
        //@ ghost t += sizes[k + 1];
    }
    //@ ghost isc_reveal_product_end(dims[k], dims[k], sizes[k + 1], sizes[k], t);
}
