#include <stdbool.h>

/* Tensor type definition */
typedef struct {
  double* data;
  int* dims;
  int num_elements;  // Total Number of element in data
  int num_dims;      // Number of dimensions
} tensor;

/* Function in order to compute the size total Number of element in a tensor */
int size(const tensor* t) {
  int product = 1;
  for (int i = 0; i < t->num_dims; i++) {
    product *= t->dims[i];
  }
  return product;
}

/* Function to check if two sets of dimensions are the sames */
bool same_dimensions(const int* dims1, int len1, const int* dims2, int len2) {
  if (len1 != len2) return false;
  for (int i = 0; i < len1; ++i) {
    if (dims1[i] != dims2[i]) {
      return false;
    }
  }
  return true;
}

/*@ predicate where_result {
    ensures (cond->data[i] != 0 ==> Z->data[i] == X->data[i]) &&
            (cond->data[i] == 0 ==> Z->data[i] == Y->data[i]);
  }
*/

/*@ requires same_dimensions(cond->dims, cond->num_dims, X->dims, X->num_dims);
    requires same_dimensions(cond->dims, cond->num_dims, Y->dims, Y->num_dims);
    requires same_dimensions(X->dims, X->num_dims, Y->dims, Y->num_dims);

    ensures Z->num_dims == cond->num_dims;
    ensures Z->num_elements == size(Z);
    ensures \forall int i; 0 <= i < Z->num_elements ==> where_result(cond, X, Y, Z, i);

  @*/
tensor where(const tensor* cond, const tensor* X, const tensor* Y) {
  tensor Z;

  for (int i = 0; i < Z.num_elements; ++i) {
    if (cond->data[i] != 0) {
      Z.data[i] = X->data[i];
    } else {
      Z.data[i] = Y->data[i];
    }
  }

  return Z;
}
