/* The BLAS that NumPy ships, found in the library NumPy has loaded; Gemm of float and double can go through it. */
#ifndef ISC_BLAS_H
#define ISC_BLAS_H

#include "isocast/isocast.h"

/* Looks for a BLAS behind NumPy's own extension module; 1 if there is one. */
int isc_blas_find(const char *numpy_module);

/* What was found, in its own words, or "". */
const char *isc_blas_name(void);

/* Whether it is used from now on, if there is one; whether it was before. */
int isc_blas_use(int use);

/* 1 if the BLAS takes this Gemm as it lies in memory; C apart. */
int isc_blas_takes(const isocast_gemm *gemm);

/* Between these two the BLAS stays on the thread that calls it. Any number of threads may be between them at once. */
void isc_blas_begin(void);
void isc_blas_end(void);

/* y = alpha * a * b, added to what y holds if `add`. */
void isc_blas_run(const isocast_gemm *gemm, int add);

/* gemm_blas.c: a Gemm that isc_blas_takes; 0, or -1 with an exception. */
int isc_gemm_by_blas(const isocast_gemm *gemm);

#endif
