/* The BLAS that NumPy ships, found in the library NumPy has loaded; Gemm of float and double goes through it. */
#ifndef ISC_BLAS_H
#define ISC_BLAS_H

#include "isocast/isocast.h"

/* Looks for a BLAS behind NumPy's own extension module; 1 if there is one. */
int isc_blas_find(const char *numpy_module);

/* What was found, in its own words, or "". */
const char *isc_blas_name(void);

/* Whether it is used; it is, once found. */
void isc_blas_use(int use);

/* 1 if the BLAS takes this Gemm as it lies in memory; C apart. */
int isc_blas_takes(const isocast_gemm *gemm);

/* Rows [first, first + rows) of y = alpha * a * b, added to what y holds if `add`; on at most `threads` threads. */
void isc_blas_run(const isocast_gemm *gemm, isocast_idx first, isocast_idx rows, int add, int threads);

#endif
