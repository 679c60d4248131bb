/* Pairs that have no result, and their flat indices. Only annotations: nothing to compile. */
#ifndef ISC_CHECK_LOGIC_H
#define ISC_CHECK_LOGIC_H

/*@ predicate isc_pair_refused{L}(integer op, integer xt, integer yt, integer xw, integer xh, integer yw, integer yh,
                                 unsigned char *a, unsigned char *b) =
      isc_no_result(op, xt, yt, isc_word(a, xw, xh), isc_word(b, yw, yh));
*/

#ifndef ISC_PLACES /* opaque but where the lemmas about them are proved */
/*@ axiomatic isc_Indices {
      predicate isc_indexed{L}(integer flat, isocast_idx *strides, isocast_idx *sizes, integer k, integer n)
        reads sizes[0 .. n], strides[0 .. n - 1];
      predicate isc_candidate{L}(integer v, integer op, integer xt, integer yt, integer xw, integer xh, integer yw,
                                 integer yh, unsigned char *x, isocast_idx *x_strides, unsigned char *y,
                                 isocast_idx *y_strides, integer flat, isocast_idx *flat_strides, isocast_idx *sizes,
                                 integer k, integer n, integer count)
        reads sizes[0 .. n], x_strides[0 .. n - 1], y_strides[0 .. n - 1], flat_strides[0 .. n - 1], x[0 .. ], y[0 .. ];
    } */
#else
/*@ // Every flat index fits.
    predicate isc_indexed{L}(integer flat, isocast_idx *strides, isocast_idx *sizes, integer k, integer n) =
      \forall integer p; 0 <= p < sizes[k] ==> 0 <= flat + isc_off(sizes, strides, k, n, p) < 9223372036854775807;
    // v is the flat index of a refused pair among the first `count`.
    predicate isc_candidate{L}(integer v, integer op, integer xt, integer yt, integer xw, integer xh, integer yw,
                               integer yh, unsigned char *x, isocast_idx *x_strides, unsigned char *y,
                               isocast_idx *y_strides, integer flat, isocast_idx *flat_strides, isocast_idx *sizes,
                               integer k, integer n, integer count) =
      \exists integer p; 0 <= p < count && v == flat + isc_off(sizes, flat_strides, k, n, p) &&
        isc_pair_refused(op, xt, yt, xw, xh, yw, yh, x + isc_off(sizes, x_strides, k, n, p),
                         y + isc_off(sizes, y_strides, k, n, p));
*/
#endif

/* Lemmas, as ghost functions: proved in walk_check_lemmas.c, used by calling them. */
/*@ ghost
/@ requires 0 <= n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1));
   requires isc_readable(x, width, sizes, strides, k, n) && 0 <= k <= n;
   terminates \true; assigns \nothing;
   ensures k == n ==> \valid_read(x + (0 .. width - 1)); @/
void isc_readable_one(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                      const isocast_idx *strides, const unsigned char *x, isocast_idx width);
/@ requires isc_block(k, n, dims, sizes, strides, i, t, x, from) && isc_readable(x, width, sizes, strides, k, n);
   terminates \true; assigns \nothing;
   ensures moved: from + strides[k] == x + isc_off(sizes, strides, k, n, t + sizes[k + 1]);
   ensures readable: isc_readable(from, width, sizes, strides, k + 1, n); @/
void isc_readable_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                       const isocast_idx *strides, isocast_idx i, isocast_idx t, const unsigned char *x,
                       const unsigned char *from, isocast_idx width);
/@ requires 0 <= k < n && isc_row_major(dims, sizes, n) && \valid_read(strides + (0 .. n - 1));
   requires 0 <= i < dims[k] && isc_product_is(t, i, sizes[k + 1]) && 0 <= t;
   requires isc_indexed(flat, strides, sizes, k, n) && index == flat + isc_off(sizes, strides, k, n, t);
   terminates \true; assigns \nothing;
   ensures fits: t + sizes[k + 1] <= sizes[k];
   ensures next: isc_product_is(t + sizes[k + 1], i + 1, sizes[k + 1]);
   ensures moved: index + strides[k] == flat + isc_off(sizes, strides, k, n, t + sizes[k + 1]);
   ensures more: i + 1 < dims[k] ==> 0 <= index + strides[k] < 9223372036854775807;
   ensures below: isc_indexed(index, strides, sizes, k + 1, n); @/
void isc_index_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                    const isocast_idx *strides, isocast_idx i, isocast_idx t, isocast_idx flat, isocast_idx index);
/@ terminates \true; assigns \nothing;
   ensures \forall isocast_idx *strides, integer flat; (\forall integer p; 0 <= p < sizes[0] ==>
     0 <= flat + isc_off(sizes, strides, 0, n, p) < 9223372036854775807) ==> isc_indexed(flat, strides, sizes, 0, n); @/
void isc_all_indices(isocast_idx n, const isocast_idx *sizes);
/@ terminates \true; assigns \nothing;
   ensures \forall integer v;
     isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat, flat_strides, sizes, 0, n,
                   sizes[0]) <==>
     \exists integer p; 0 <= p < sizes[0] && v == flat + isc_off(sizes, flat_strides, 0, n, p) &&
       isc_pair_refused(op, xt, yt, xw, xh, yw, yh, x + isc_off(sizes, x_strides, 0, n, p),
                        y + isc_off(sizes, y_strides, 0, n, p)); @/
void isc_all_candidates(isocast_idx n, const isocast_idx *sizes, const isocast_idx *x_strides,
                        const isocast_idx *y_strides, const isocast_idx *flat_strides, const unsigned char *x,
                        const unsigned char *y, isocast_idx flat, isocast_op op, isocast_type xt, isocast_type yt,
                        isocast_idx xw, int xh, isocast_idx yw, int yh);
/@ requires 0 <= k <= n && isc_row_major(dims, sizes, n) && \valid_read(x_strides + (0 .. n - 1));
   requires \valid_read(y_strides + (0 .. n - 1)) && \valid_read(flat_strides + (0 .. n - 1));
   terminates \true; assigns \nothing;
   ensures none: \forall integer v; !isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat,
                                                   flat_strides, sizes, k, n, 0);
   ensures one: k == n ==> \forall integer v;
     isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat, flat_strides, sizes, k, n, 1) <==>
       v == flat && isc_pair_refused(op, xt, yt, xw, xh, yw, yh, x, y); @/
void isc_candidate_first(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                         const isocast_idx *x_strides, const isocast_idx *y_strides, const isocast_idx *flat_strides,
                         const unsigned char *x, const unsigned char *y, isocast_idx flat, isocast_op op,
                         isocast_type xt, isocast_type yt, isocast_idx xw, int xh, isocast_idx yw, int yh);
/@ requires isc_block(k, n, dims, sizes, x_strides, i, t, x, from_x);
   requires isc_block(k, n, dims, sizes, y_strides, i, t, y, from_y);
   requires \valid_read(flat_strides + (0 .. n - 1)) && index == flat + isc_off(sizes, flat_strides, k, n, t);
   terminates \true; assigns \nothing;
   ensures \forall integer v;
     isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat, flat_strides, sizes, k, n,
                   t + sizes[k + 1]) <==>
       (isc_candidate(v, op, xt, yt, xw, xh, yw, yh, x, x_strides, y, y_strides, flat, flat_strides, sizes, k, n, t) ||
        isc_candidate(v, op, xt, yt, xw, xh, yw, yh, from_x, x_strides, from_y, y_strides, index, flat_strides, sizes,
                      k + 1, n, sizes[k + 1])); @/
void isc_candidate_step(isocast_idx k, isocast_idx n, const isocast_idx *dims, const isocast_idx *sizes,
                        const isocast_idx *x_strides, const isocast_idx *y_strides, const isocast_idx *flat_strides,
                        isocast_idx i, isocast_idx t, const unsigned char *x, const unsigned char *from_x,
                        const unsigned char *y, const unsigned char *from_y, isocast_idx flat, isocast_idx index,
                        isocast_op op, isocast_type xt, isocast_type yt, isocast_idx xw, int xh, isocast_idx yw, int yh);
*/

#endif
