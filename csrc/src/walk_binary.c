/* Operators of two operands: every element of the result is the operator of the operands' at the same position. */
#include "walk.h"

/* One element. The result may be where an operand is. */
/*@ requires isc_can_compute(how);
    requires \valid_read(x + (0 .. how->x.width - 1)) && \valid_read(y + (0 .. how->y.width - 1));
    requires \valid(z + (0 .. how->z.width - 1));
    terminates \true;
    assigns z[0 .. how->z.width - 1];
    ensures isc_computed{Pre, Post}(ISC_COMPUTING(how), x, y, z);
*/
static void isc_binary_element(const isc_binary *how, const unsigned char *x, const unsigned char *y, unsigned char *z)
{
    const uint64_t a = isc_load(x, how->x.width, how->x.high_first);
    const uint64_t b = isc_load(y, how->y.width, how->y.high_first);
    isc_store(z, how->z.width, how->z.high_first, isc_element(how->op, how->x_type, how->y_type, a, b));
}

void isc_binary_walk(const isc_binary *how, isocast_idx k, isocast_idx n, const isocast_idx *dims,
                     const isocast_idx *sizes, const isocast_idx *x_strides, const isocast_idx *y_strides,
                     const isocast_idx *z_strides, const unsigned char *x, const unsigned char *y, unsigned char *z)
{
    const unsigned char *from_x = x, *from_y = y;
    unsigned char *to = z;
    //@ ghost isocast_idx t = 0;
    //@ ghost isc_offset_first(k, n, dims, sizes, x_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, y_strides);
    //@ ghost isc_offset_first(k, n, dims, sizes, z_strides);
    if (k == n) {
        //@ ghost isc_one(n, dims, sizes, x_strides, x, how->x.width);
        //@ ghost isc_one(n, dims, sizes, y_strides, y, how->y.width);
        //@ ghost isc_one(n, dims, sizes, z_strides, z, how->z.width);
        isc_binary_element(how, x, y, z);
        //@ assert one: sizes[k] == 1 && isc_computed{Pre, Here}(ISC_COMPUTING(how), x, y, z);
        /*@ assert only: \forall integer p, unsigned char *a, *b, *c; 0 <= p < sizes[k] ==>
              isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(b, y, sizes, y_strides, k, n, p) &&
              isc_at(c, z, sizes, z_strides, k, n, p) ==>
                a == x && b == y && c == z; */
        return;
    }
    //@ ghost isc_reveal_product_zero(sizes[k + 1]);
    /*@ loop invariant range: 0 <= i <= dims[k] && 0 <= t <= sizes[k];
        loop invariant at: isc_product_is(t, i, sizes[k + 1]);
        loop invariant from_x: from_x == x + isc_off(sizes, x_strides, k, n, t);
        loop invariant from_y: from_y == y + isc_off(sizes, y_strides, k, n, t);
        loop invariant to: to == z + isc_off(sizes, z_strides, k, n, t);
        loop invariant done: \forall integer p, unsigned char *a, *b, *c; 0 <= p < t ==>
          isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(b, y, sizes, y_strides, k, n, p) &&
          isc_at(c, z, sizes, z_strides, k, n, p) ==>
            isc_computed{Pre, Here}(ISC_COMPUTING(how), a, b, c);
        loop invariant frame: isc_only_written{Pre, Here}(z, how->z.width, sizes, z_strides, k, n, t);
        loop assigns i, t, from_x, from_y, to, { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(z) };
        loop variant dims[k] - i;
    */
    for (isocast_idx i = 0; i < dims[k]; i++) {
        //@ ghost isc_result_step(k, n, dims, sizes, z_strides, i, t, z, to, how->z.width);
        //@ ghost isc_input_step(k, n, dims, sizes, x_strides, z_strides, i, t, x, from_x, how->x.width, z, to, how->z.width);
        //@ ghost isc_input_step(k, n, dims, sizes, y_strides, z_strides, i, t, y, from_y, how->y.width, z, to, how->z.width);
        /*@ assert unread_x: \forall integer q, unsigned char *a; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_x, sizes, x_strides, k + 1, n, q) ==> isc_kept{Pre, Here}(a, how->x.width); */
        /*@ assert unread_y: \forall integer q, unsigned char *a; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_y, sizes, y_strides, k + 1, n, q) ==> isc_kept{Pre, Here}(a, how->y.width); */
        isc_binary_walk(how, k + 1, n, dims, sizes, x_strides, y_strides, z_strides, from_x, from_y, to);
        /*@ assert block: \forall integer q, unsigned char *a, *b, *c; 0 <= q < sizes[k + 1] ==>
              isc_at(a, from_x, sizes, x_strides, k + 1, n, q) &&
              isc_at(b, from_y, sizes, y_strides, k + 1, n, q) && isc_at(c, to, sizes, z_strides, k + 1, n, q) ==>
                isc_computed{Pre, Here}(ISC_COMPUTING(how), a, b, c); */
        /*@ assert before: \forall integer p, unsigned char *a, *b, *c; 0 <= p < t ==>
              isc_at(a, x, sizes, x_strides, k, n, p) && isc_at(b, y, sizes, y_strides, k, n, p) &&
              isc_at(c, z, sizes, z_strides, k, n, p) ==>
                isc_computed{Pre, Here}(ISC_COMPUTING(how), a, b, c); */
        from_x += x_strides[k];
        from_y += y_strides[k];
        to += z_strides[k];
        //@ ghost t += sizes[k + 1];
    }
    //@ ghost isc_reveal_product_end(dims[k], dims[k], sizes[k + 1], sizes[k], t);
}
