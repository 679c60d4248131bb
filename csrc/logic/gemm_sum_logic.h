/* One element of a Gemm: the words that are multiplied and added, and in which order. Only annotations: nothing to
 * compile.
 *
 * A row of A' and a column of B' are vectors of words. What a vector is, is left open: whatever is proved holds of any,
 * and so of the one that has the words of the memory. A sum over a vector can then be spoken of when the memory that it
 * came from has changed. */
#ifndef ISC_GEMM_SUM_LOGIC_H
#define ISC_GEMM_SUM_LOGIC_H

/*@ axiomatic isc_Vectors {
      type isc_vector;
      logic integer isc_nth(isc_vector v, integer k);
    } */

/* A factor is a float: the bits of the double that it is, and, if it is integral, what it is modulo 2^64. */
/*@ axiomatic isc_Gemm_factors {
      logic integer isc_factor_bits(float x);
      logic integer isc_factor_modular(float x);
    } */

/*@ // The word of a factor.
    logic integer isc_factor_word(integer type, float x) = isc_is_real(type) == 1 ?
      isc_short_of(type, isc_factor_bits(x)) : isc_factor_modular(x) % isc_modulus(isc_word_bytes(type));
    // alpha * sum + beta * c in double; truncated; and whether that is in range.
    logic integer isc_fraction_of(integer type, float alpha, float beta, integer sum, integer read, integer c) =
      read == 0 ? isc_product_of(isc_factor_bits(alpha), isc_wide_of(type, sum)) :
        isc_sum_of(isc_product_of(isc_factor_bits(alpha), isc_wide_of(type, sum)),
                   isc_product_of(isc_factor_bits(beta), isc_wide_of(type, c)));
    logic integer isc_fraction_word(integer type, float alpha, float beta, integer sum, integer read, integer c) =
      isc_truncated_of(type, isc_fraction_of(type, alpha, beta, sum, read, c));
    predicate isc_fraction_fits(integer type, float alpha, float beta, integer sum, integer read, integer c) =
      isc_is_truncated(type, isc_fraction_of(type, alpha, beta, sum, read, c)) != 0;
*/

/*@ // Sums of the 16-bit float types are kept as float, and rounded once.
    logic integer isc_gemm_steps_of(integer type) =
      type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? ISOCAST_FLOAT : type;
    logic integer isc_gemm_widened(integer type, integer word) =
      type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? isc_conversion_elt(type, ISOCAST_FLOAT, word) : word;
    logic integer isc_gemm_rounded(integer type, integer word) =
      type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16 ? isc_conversion_elt(ISOCAST_FLOAT, type, word) : word;
    // An element as the steps take it.
    logic integer isc_gemm_word_at{L}(unsigned char *p, integer type, integer swapped) =
      isc_gemm_widened(type, isc_word(p, isc_bytes(type), isc_high_first(swapped)));

    // One step of the sum: + (alpha * a) * b.
    logic integer isc_gemm_step(integer steps, integer alpha, integer sum, integer a, integer b) =
      isc_elt(ISOCAST_ADD, steps, steps, sum,
              isc_elt(ISOCAST_MUL, steps, steps, isc_elt(ISOCAST_MUL, steps, steps, alpha, a), b));
*/

#ifndef ISC_REVEAL /* opaque where they are used, defined where isc_reveal_ functions are proved */
/*@ axiomatic isc_Dots {
      logic integer isc_gemm_dot(integer steps, integer alpha, isc_vector a, isc_vector b, integer k);
      logic unsigned char *isc_spot(unsigned char *data, integer row, integer column, integer i, integer j);
    } */
#else
/*@ // Clauses: gemm. From the first product to the last.
    logic integer isc_gemm_dot(integer steps, integer alpha, isc_vector a, isc_vector b, integer k) =
      k <= 0 ? 0 : isc_gemm_step(steps, alpha, isc_gemm_dot(steps, alpha, a, b, k - 1), isc_nth(a, k - 1),
                                 isc_nth(b, k - 1));
    // Where element (i, j) of a matrix is.
    logic unsigned char *isc_spot(unsigned char *data, integer row, integer column, integer i, integer j) =
      data + (isc_times(i, row) + isc_times(j, column));
*/
#endif

/*@ // A vector has the words that lie in memory, `step` bytes from one to the next.
    predicate isc_gemm_holds{L}(isc_vector v, unsigned char *p, integer step, integer count, integer type,
                                integer swapped) =
      \forall integer k; 0 <= k < count ==> isc_nth(v, k) == isc_gemm_word_at{L}(p + isc_times(k, step), type, swapped);

    // Elements `step` bytes from one to the next, that can be read.
    predicate isc_gemm_line{L}(unsigned char *p, integer step, integer count, integer width) =
      \forall integer k; 0 <= k < count ==> \valid_read((p + isc_times(k, step)) + (0 .. width - 1));

    // Clauses: gemm. + beta * c, which is all there is without products; then what the type keeps of it.
    logic integer isc_gemm_last(integer type, integer k, integer read, integer beta, integer sum, integer c) =
      isc_gemm_rounded(type, read == 0 ? sum : k == 0 ?
        isc_elt(ISOCAST_MUL, isc_gemm_steps_of(type), isc_gemm_steps_of(type), beta, c) :
        isc_elt(ISOCAST_ADD, isc_gemm_steps_of(type), isc_gemm_steps_of(type), sum,
                isc_elt(ISOCAST_MUL, isc_gemm_steps_of(type), isc_gemm_steps_of(type), beta, c)));

    // The word of C that is added; it does not matter if C is not read.
    logic integer isc_gemm_addend{L}(integer type, integer read, integer swapped, unsigned char *c) =
      read == 0 ? 0 : isc_gemm_word_at(c, type, swapped);

    // The element of a row, a column and a word of C.
    logic integer isc_gemm_value(integer type, integer fractional, float alpha, float beta, integer k, integer read,
                                 isc_vector a, isc_vector b, integer c) =
      fractional != 0 ? isc_fraction_word(type, alpha, beta, isc_gemm_dot(type, 1, a, b, k), read, c) :
        isc_gemm_last(type, k, read, isc_factor_word(isc_gemm_steps_of(type), beta),
          isc_gemm_dot(isc_gemm_steps_of(type), isc_factor_word(isc_gemm_steps_of(type), alpha), a, b, k), c);
*/

#endif
