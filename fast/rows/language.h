/* What the row templates ask of the compiler, in one place: forced inlining, independent iterations, pasted names. */
#ifndef ISC_ROWS_LANGUAGE_H
#define ISC_ROWS_LANGUAGE_H

#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_INLINE static inline __attribute__((always_inline))
#else
#define ISC_INLINE static inline
#endif

/* Says that no iteration of the next loop depends on another one's stores. Unlike restrict it leaves z == x defined. */
#if defined(__clang__)
#define ISC_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_INDEPENDENT _Pragma("GCC ivdep")
#else
#define ISC_INDEPENDENT
#endif

#define ISC_PASTE_(a, b) a##b
#define ISC_PASTE(a, b) ISC_PASTE_(a, b)

#ifndef ISC_ISA
#define ISC_ISA baseline
#endif

#endif
