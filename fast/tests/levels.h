/* The instruction sets that have rows of their own; the other levels choose among these. */
#ifndef ISC_TEST_LEVELS_H
#define ISC_TEST_LEVELS_H

#include "kernels.h"

enum { OWN_LEVELS = 3 };
static const int own_levels[OWN_LEVELS] = {ISC_BASELINE, ISC_AVX2, ISC_AVX512};

#endif
