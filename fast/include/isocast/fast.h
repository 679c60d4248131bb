/* The fast drivers: drop-ins for the plain ones of isocast.h, with vector kernels, tiles and parts for threads.
 *
 * Use: make a plan with isocast.h, then run its parts (on as many threads as you like), each with its own scratch of `bytes`
 * bytes, aligned to 64 and the same for all parts of a plan. The result does not depend on how many they are.
 * On any status but ISOCAST_OK nothing has been written to the result.
 */
#ifndef ISOCAST_FAST_H
#define ISOCAST_FAST_H

#include "isocast/isocast.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ISOCAST_SCRATCH_BYTES 524288     /* what a running part makes use of */
#define ISOCAST_SCRATCH_LEAST 12288      /* what it needs */
#define ISOCAST_GEMM_SCRATCH_LEAST 32768 /* what a part of Gemm needs */

/* Looks at the values where the operator can fail (integer Div, Mod, Pow); writes nothing. */
isocast_status isocast_fast_check(const isocast_plan *plan, void *scratch, isocast_idx bytes, isocast_fault *fault);

/* Part `part` of `parts` of the quick look that isocast_fast_check begins with: 0 if that share has nothing to refuse.
 * If every part answers 0, isocast_fast_check would return ISOCAST_OK. Writes nothing, names no index. */
int isocast_fast_suspect(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes);

/* How many parts are worth running at once: 1 for small work, never more than `threads`. */
isocast_idx isocast_fast_parts(const isocast_plan *plan, isocast_idx threads);

/* How many parts there should be for so many threads, each of which takes the next one until none is left: enough to share
 * evenly, and short enough to stop in between. */
isocast_idx isocast_fast_slices(const isocast_plan *plan, isocast_idx threads);

/* Whether every call is to take the parts from the first one on. Otherwise calls had better take turns: one that begins with what
 * the last one ended with finds some of it in the caches. */
int isocast_fast_forwards(const isocast_plan *plan);

/* Computes part `part` of `parts`. Parts write disjoint elements, in any order or at once; the result is the same
 * for any `parts`. The result may be exactly one of the inputs (same memory, same strides); any other overlap of the
 * result with an input must be removed by the caller (isocast_plan_overlaps). */
void isocast_fast_run(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes);

/* As isocast_fast_run, from the end of the part to its beginning where a thread has but one part: called in turn with
 * isocast_fast_run, each begins with what the other left in the caches. All parts of a call go the same way. */
void isocast_fast_run_back(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes);

/* As isocast_fast_run, but looks at the values on the way, which is quicker than looking first; the result must not be an
 * input. If every part answers 0, all elements have a result. 1 if it may be that some has none: isocast_fast_check tells;
 * what the parts wrote means nothing then. */
int isocast_fast_try(const isocast_plan *plan, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes);

/* Looks for results out of the type's range, where a factor is fractional; writes nothing. ISOCAST_OK or ISOCAST_RANGE. */
isocast_status isocast_fast_gemm_check(const isocast_gemm *gemm, void *scratch, isocast_idx bytes, isocast_fault *fault);

/* How many parts there should be for so many threads; each is one block of the result then. */
isocast_idx isocast_fast_gemm_blocks(const isocast_gemm *gemm, isocast_idx threads, isocast_idx bytes);

/* Computes part `part` of `parts`; the result is the same for any `parts`, in any order. */
void isocast_fast_gemm_run(const isocast_gemm *gemm, isocast_idx part, isocast_idx parts, void *scratch, isocast_idx bytes);

/* Which code runs: "baseline", "avx2", "avx512-256" and "avx512-some" (AVX-512, with vectors of 256 bits where
 * they are as quick on Zen 4, or on Skylake's servers) or "avx512":
 * what suits the processor, or what isocast_set_isa (0 to 4; -1: what suits) asks for, as far as the processor has it. */
const char *isocast_isa(void);
int isocast_set_isa(int level);

#ifdef __cplusplus
}
#endif
#endif
