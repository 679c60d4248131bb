/* Positions and offsets: what the contracts of the walks speak of. Only annotations: nothing to compile.
 *
 * A position is a flat, row-major number p of an element among the axes k .. n - 1; sizes[k] is how many there are, and
 * isc_off says how far its element is from the first one, by the strides. Sizes are at least 1: a plan without elements
 * is not walked. */
#ifndef ISC_WALK_LOGIC_H
#define ISC_WALK_LOGIC_H

#ifndef ISC_REVEAL /* opaque where they are used */
/*@ axiomatic isc_Products {
      predicate isc_product_is(integer product, integer a, integer b);
      logic integer isc_times(integer a, integer b);
    } */
/*@ axiomatic isc_Offsets {
      logic integer isc_off{L}(isocast_idx *sizes, isocast_idx *strides, integer k, integer n, integer p)
        reads sizes[0 .. n], strides[0 .. n - 1];
    } */
#else /* defined where isc_reveal_ functions are proved */
/*@ predicate isc_product_is(integer product, integer a, integer b) = product == a * b;
    logic integer isc_times(integer a, integer b) = a * b;
    // Clauses: access, f. The index along axis k by its stride, and so on below.
    logic integer isc_off{L}(isocast_idx *sizes, isocast_idx *strides, integer k, integer n, integer p) =
      k >= n ? 0 : isc_times(p / sizes[k + 1], strides[k]) + isc_off(sizes, strides, k + 1, n, p % sizes[k + 1]);
*/
#endif

/*@ predicate isc_row_major{L}(isocast_idx *dims, isocast_idx *sizes, integer n) =
      \valid_read(dims + (0 .. n - 1)) && \valid_read(sizes + (0 .. n)) && sizes[n] == 1 &&
      (\forall integer k; 0 <= k < n ==>
        1 <= dims[k] && 1 <= sizes[k] && 1 <= sizes[k + 1] && isc_product_is(sizes[k], dims[k], sizes[k + 1]));

    // Two elements that share no byte.
    predicate isc_disjoint(unsigned char *a, integer a_width, unsigned char *b, integer b_width) =
      \separated(a + (0 .. a_width - 1), b + (0 .. b_width - 1));

    // Every element can be read, or written.
    predicate isc_readable{L}(unsigned char *x, integer width, isocast_idx *sizes, isocast_idx *strides, integer k,
                              integer n) =
      \forall integer p; 0 <= p < sizes[k] ==>
        \valid_read((x + isc_off(sizes, strides, k, n, p)) + (0 .. width - 1));
    predicate isc_writable{L}(unsigned char *z, integer width, isocast_idx *sizes, isocast_idx *strides, integer k,
                              integer n) =
      \forall integer p; 0 <= p < sizes[k] ==> \valid((z + isc_off(sizes, strides, k, n, p)) + (0 .. width - 1));
*/

#ifndef ISC_PLACES /* opaque but where the lemmas about them are proved */
/*@ axiomatic isc_Places {
      predicate isc_at{L}(unsigned char *a, unsigned char *x, isocast_idx *sizes, isocast_idx *strides, integer k,
                          integer n, integer p)
        reads sizes[0 .. n], strides[0 .. n - 1];
      predicate isc_apart{L}(unsigned char *x, integer x_width, isocast_idx *x_strides, unsigned char *z,
                             integer z_width, isocast_idx *z_strides, isocast_idx *sizes, integer k, integer n)
        reads sizes[0 .. n], x_strides[0 .. n - 1], z_strides[0 .. n - 1];
      predicate isc_beside{L}(unsigned char *a, integer a_width, unsigned char *z, integer width, isocast_idx *sizes,
                              isocast_idx *strides, integer k, integer n, integer count)
        reads sizes[0 .. n], strides[0 .. n - 1];
    } */
#else
/*@ // Clauses: access, f. The element of position p is at a.
    predicate isc_at{L}(unsigned char *a, unsigned char *x, isocast_idx *sizes, isocast_idx *strides, integer k,
                        integer n, integer p) = a == x + isc_off(sizes, strides, k, n, p);

    // What is written at a position is not read at a later one. So x may be apart from z, or be z itself, whose own
    // elements do not overlap one another.
    predicate isc_apart{L}(unsigned char *x, integer x_width, isocast_idx *x_strides, unsigned char *z, integer z_width,
                           isocast_idx *z_strides, isocast_idx *sizes, integer k, integer n) =
      \forall integer p, q; 0 <= q < p < sizes[k] ==>
        isc_disjoint(x + isc_off(sizes, x_strides, k, n, p), x_width, z + isc_off(sizes, z_strides, k, n, q), z_width);

    // Bytes that belong to none of the first `count` elements.
    predicate isc_beside{L}(unsigned char *a, integer a_width, unsigned char *z, integer width, isocast_idx *sizes,
                            isocast_idx *strides, integer k, integer n, integer count) =
      \forall integer q; 0 <= q < count ==> isc_disjoint(a, a_width, z + isc_off(sizes, strides, k, n, q), width);
*/
#endif

/*@ // Bytes that are as they were.
    predicate isc_kept{L0, L1}(unsigned char *a, integer width) =
      \forall integer j; 0 <= j < width ==> \at(a[j], L1) == \at(a[j], L0);

    // Nothing but the first `count` elements has changed since L0.
    predicate isc_only_written{L0, L1}(unsigned char *z, integer width, isocast_idx *sizes, isocast_idx *strides,
                                       integer k, integer n, integer count) =
      \forall unsigned char *a, integer a_width;
        isc_beside{L0}(a, a_width, z, width, sizes, strides, k, n, count) ==> isc_kept{L0, L1}(a, a_width);
*/

/*@ // Index i along axis k: its first position is t, its first element is `from`.
    predicate isc_block{L}(integer k, integer n, isocast_idx *dims, isocast_idx *sizes, isocast_idx *strides, integer i,
                           integer t, unsigned char *x, unsigned char *from) =
      0 <= k < n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1)) && 0 <= i < dims[k] &&
      0 <= t && isc_product_is(t, i, sizes[k + 1]) && from == x + isc_off(sizes, strides, k, n, t);
*/

/* Lemmas, as ghost functions: proved in walk_lemmas.c, used by calling them. */
/*@ ghost
/@ requires 0 <= k <= n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1));
   terminates \true; assigns \nothing;
   ensures isc_off(sizes, strides, k, n, 0) == 0; @/
void isc_offset_first(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides);
/@ requires 0 <= k < n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1));
   requires 0 <= i < dims[k] && isc_product_is(t, i, sizes[k + 1]);
   terminates \true; assigns \nothing;
   ensures block: t + sizes[k + 1] <= sizes[k];
   ensures next: isc_product_is(t + sizes[k + 1], i + 1, sizes[k + 1]);
   ensures moved: isc_off(sizes, strides, k, n, t + sizes[k + 1]) == isc_off(sizes, strides, k, n, t) + strides[k];
   ensures below: \forall integer q; 0 <= q < sizes[k + 1] ==>
     isc_off(sizes, strides, k, n, t + q) == isc_off(sizes, strides, k, n, t) + isc_off(sizes, strides, k + 1, n, q);
   ensures within: \forall integer p; t <= p < t + sizes[k + 1] ==>
     isc_off(sizes, strides, k, n, p) == isc_off(sizes, strides, k, n, t) + isc_off(sizes, strides, k + 1, n, p - t); @/
void isc_offset_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *strides, isocast_idx i, isocast_idx t);
/@ terminates \true; assigns \nothing; ensures isc_product_is(0, 0, b); @/
void isc_reveal_product_zero(isocast_idx b);
/@ requires 1 <= b && 0 <= i <= a && isc_product_is(all, a, b) && isc_product_is(t, i, b);
   terminates \true; assigns \nothing;
   ensures i == a ==> t == all;
   ensures t <= all; @/
void isc_reveal_product_end(isocast_idx i, isocast_idx a, isocast_idx b, isocast_idx all, isocast_idx t);
/@ requires 0 <= n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1));
   terminates \true; assigns \nothing;
   ensures \forall unsigned char *a; isc_at(a, x, sizes, strides, n, n, 0) ==> a == x;
   ensures isc_readable(x, width, sizes, strides, n, n) ==> \valid_read(x + (0 .. width - 1));
   ensures isc_writable((unsigned char *)x, width, sizes, strides, n, n) ==>
     \valid((unsigned char *)x + (0 .. width - 1));
   ensures \forall unsigned char *a, integer a_width; isc_beside(a, a_width, x, width, sizes, strides, n, n, 1) ==>
     isc_disjoint(a, a_width, x, width); @/
void isc_one(isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes, const isocast_idx *strides,
             const unsigned char *x, isocast_idx width);
/@ terminates \true; assigns \nothing;
   ensures at: \forall unsigned char *a, *x, isocast_idx *strides, integer p;
     isc_at(a, x, sizes, strides, 0, n, p) <==> a == x + isc_off(sizes, strides, 0, n, p);
   ensures apart: \forall unsigned char *x, *z, integer x_width, z_width, isocast_idx *x_strides, *z_strides;
     (\forall integer p, q; 0 <= q < p < sizes[0] ==> isc_disjoint(x + isc_off(sizes, x_strides, 0, n, p), x_width,
       z + isc_off(sizes, z_strides, 0, n, q), z_width)) ==>
     isc_apart(x, x_width, x_strides, z, z_width, z_strides, sizes, 0, n);
   ensures beside: \forall unsigned char *a, *z, integer a_width, width, isocast_idx *strides;
     (\forall integer q; 0 <= q < sizes[0] ==>
       isc_disjoint(a, a_width, z + isc_off(sizes, strides, 0, n, q), width)) ==>
     isc_beside(a, a_width, z, width, sizes, strides, 0, n, sizes[0]); @/
void isc_all_places(isocast_idx n, const isocast_idx *sizes);
/@ requires isc_block(k, n, dims, sizes, x_strides, i, t, x, from) && isc_block(k, n, dims, sizes, z_strides, i, t, z, to);
   requires isc_readable(x, x_width, sizes, x_strides, k, n);
   requires isc_apart(x, x_width, x_strides, z, z_width, z_strides, sizes, k, n);
   terminates \true; assigns \nothing;
   ensures moved: from + x_strides[k] == x + isc_off(sizes, x_strides, k, n, t + sizes[k + 1]);
   ensures within: \forall unsigned char *a, integer p; t <= p < t + sizes[k + 1] ==>
     isc_at(a, x, sizes, x_strides, k, n, p) ==> isc_at(a, from, sizes, x_strides, k + 1, n, p - t);
   ensures readable: isc_readable(from, x_width, sizes, x_strides, k + 1, n);
   ensures apart: isc_apart(from, x_width, x_strides, to, z_width, z_strides, sizes, k + 1, n);
   ensures unwritten: \forall unsigned char *a, integer p; 0 <= p < sizes[k + 1] &&
     isc_at(a, from, sizes, x_strides, k + 1, n, p) ==> isc_beside(a, x_width, z, z_width, sizes, z_strides, k, n, t); @/
void isc_input_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                    const isocast_idx *x_strides, const isocast_idx *z_strides, isocast_idx i, isocast_idx t,
                    const unsigned char *x, const unsigned char *from, isocast_idx x_width, unsigned char *z,
                    unsigned char *to, isocast_idx z_width);
/@ requires isc_block(k, n, dims, sizes, strides, i, t, z, to) && isc_writable(z, width, sizes, strides, k, n);
   requires isc_apart(z, width, strides, z, width, strides, sizes, k, n);
   terminates \true; assigns \nothing;
   ensures fits: t + sizes[k + 1] <= sizes[k];
   ensures next: isc_product_is(t + sizes[k + 1], i + 1, sizes[k + 1]);
   ensures moved: to + strides[k] == z + isc_off(sizes, strides, k, n, t + sizes[k + 1]);
   ensures within: \forall unsigned char *a, integer p; t <= p < t + sizes[k + 1] ==>
     isc_at(a, z, sizes, strides, k, n, p) ==> isc_at(a, to, sizes, strides, k + 1, n, p - t);
   ensures writable: isc_writable(to, width, sizes, strides, k + 1, n);
   ensures apart: isc_apart(to, width, strides, to, width, strides, sizes, k + 1, n);
   ensures before: \forall unsigned char *a, integer p; 0 <= p < t && isc_at(a, z, sizes, strides, k, n, p) ==>
     isc_beside(a, width, to, width, sizes, strides, k + 1, n, sizes[k + 1]);
   ensures parts: \forall unsigned char *a, integer a_width;
     isc_beside(a, a_width, z, width, sizes, strides, k, n, t + sizes[k + 1]) ==>
       isc_beside(a, a_width, z, width, sizes, strides, k, n, t) &&
       isc_beside(a, a_width, to, width, sizes, strides, k + 1, n, sizes[k + 1]); @/
void isc_result_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                     const isocast_idx *strides, isocast_idx i, isocast_idx t, unsigned char *z, unsigned char *to,
                     isocast_idx width);
*/

#endif
