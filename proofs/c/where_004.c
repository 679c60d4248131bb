/* The C of the Where document (004), corrected and proved. `printed/where_004.c` is the text as it was printed;
 * docs/proofs.md lists what was wrong with it. Nothing of the package uses this file. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* Elements as their bits: Where copies, and what ACSL calls equal doubles need not have equal bits. */
typedef struct {
    uint64_t *data;
    int *dims;
    int num_elements; /* in data */
    int num_dims;
} tensor;

typedef struct {
    unsigned char *data; /* booleans */
    int *dims;
    int num_elements;
    int num_dims;
} mask;

/*@ // The number of elements, opaque but where isc_reveal_product is proved.
    predicate shape(int *dims, integer n) =
      0 <= n <= INT_MAX && \valid_read(dims + (0 .. n - 1)) && (\forall integer k; 0 <= k < n ==> 0 <= dims[k]); */

#ifndef ISC_REVEAL
/*@ axiomatic Product { logic integer product{L}(int *dims, integer n) reads dims[0 .. n - 1]; } */
#else
/*@ logic integer product{L}(int *dims, integer n) = n <= 0 ? 1 : product(dims, n - 1) * dims[n - 1]; */
#endif

/*@ predicate countable(int *dims, integer n) = \forall integer k; 0 <= k <= n ==> 0 <= product(dims, k) <= INT_MAX;

    // Clauses: R2
    predicate same(int *a, integer n, int *b, integer m) = n == m && \forall integer k; 0 <= k < n ==> a[k] == b[k];

    // Clauses: Where, 004.C1
    predicate where_result{L0, L1}(unsigned char *condition, uint64_t *x, uint64_t *y, uint64_t *z, integer i) =
      \at(z[i], L1) == (\at(condition[i], L0) != 0 ? \at(x[i], L0) : \at(y[i], L0)); */

/*@ ghost
/@ requires shape(dims, n);
   terminates \true; assigns \nothing;
   ensures product(dims, 0) == 1;
   ensures \forall integer k; 0 <= k < n ==> product(dims, k + 1) == product(dims, k) * dims[k]; @/
void isc_reveal_product(const int *dims, int n) {}
*/

/* The number of elements of a shape that has been found to have no more than an int can count. */
/*@ requires \valid_read(t) && shape(t->dims, t->num_dims) && countable(t->dims, t->num_dims);
    terminates \true;
    assigns \nothing;
    ensures \result == product(t->dims, t->num_dims);
*/
int size(const tensor *t)
{
    int product = 1;
    //@ ghost isc_reveal_product(t->dims, t->num_dims);
    /*@ loop invariant 0 <= i <= t->num_dims && product == product(t->dims, i);
        loop assigns i, product;
        loop variant t->num_dims - i;
    */
    for (int i = 0; i < t->num_dims; i++) {
        //@ assert product * t->dims[i] == product(t->dims, i + 1);
        product *= t->dims[i];
    }
    return product;
}

/* Clauses: R2 */
/*@ requires shape(dims1, len1) && shape(dims2, len2);
    terminates \true;
    assigns \nothing;
    ensures \result <==> same(dims1, len1, dims2, len2);
*/
bool same_dimensions(const int *dims1, int len1, const int *dims2, int len2)
{
    if (len1 != len2) return false;
    /*@ loop invariant 0 <= i <= len1 && \forall integer k; 0 <= k < i ==> dims1[k] == dims2[k];
        loop assigns i;
        loop variant len1 - i;
    */
    for (int i = 0; i < len1; ++i) {
        if (dims1[i] != dims2[i]) return false;
    }
    return true;
}

/* Z is the caller's: it has the shape of the others, and memory of its own. */
/* Clauses: Where, R2, R3, R4, 004.C1 */
/*@ requires \valid_read(cond) && \valid_read(X) && \valid_read(Y) && \valid_read(Z);
    requires shape(Z->dims, Z->num_dims) && countable(Z->dims, Z->num_dims);
    requires R2: same(cond->dims, cond->num_dims, Z->dims, Z->num_dims);
    requires R2: same(X->dims, X->num_dims, Z->dims, Z->num_dims) && same(Y->dims, Y->num_dims, Z->dims, Z->num_dims);
    requires Z->num_elements == product(Z->dims, Z->num_dims);
    requires cond->num_elements == Z->num_elements;
    requires X->num_elements == Z->num_elements && Y->num_elements == Z->num_elements;
    requires \valid_read(cond->data + (0 .. cond->num_elements - 1));
    requires \valid_read(X->data + (0 .. X->num_elements - 1)) && \valid_read(Y->data + (0 .. Y->num_elements - 1));
    requires \valid(Z->data + (0 .. Z->num_elements - 1));
    requires \base_addr(Z->data) != \base_addr(X->data) && \base_addr(Z->data) != \base_addr(Y->data);
    terminates \true;
    assigns Z->data[0 .. Z->num_elements - 1];
    ensures Where: C1_004: \forall integer i; 0 <= i < Z->num_elements ==>
      where_result{Pre, Post}(cond->data, X->data, Y->data, Z->data, i);
*/
void where(const mask *cond, const tensor *X, const tensor *Y, const tensor *Z)
{
    const int count = Z->num_elements;
    const unsigned char *condition = cond->data;
    const uint64_t *x = X->data, *y = Y->data;
    uint64_t *z = Z->data;
    /*@ loop invariant 0 <= i <= count;
        loop invariant \forall integer k; 0 <= k < i ==> where_result{Pre, Here}(condition, x, y, z, k);
        loop assigns i, z[0 .. count - 1];
        loop variant count - i;
    */
    for (int i = 0; i < count; ++i) z[i] = condition[i] != 0 ? x[i] : y[i];
}
