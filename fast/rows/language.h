/* What the row templates ask of the compiler, in one place: inlining, independent iterations, pasted names. */
#ifndef ISC_ROWS_LANGUAGE_H
#define ISC_ROWS_LANGUAGE_H

#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_INLINE static inline __attribute__((always_inline))
#define ISC_SHARED static __attribute__((noinline)) /* a row that others call: one copy of its loops is enough */
#else
#define ISC_INLINE static inline
#define ISC_SHARED static
#endif

/* Says that no iteration of the next loop depends on another one's stores. Unlike restrict it leaves z == x defined. */
#if defined(__clang__)
#define ISC_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_INDEPENDENT _Pragma("GCC ivdep")
#else
#define ISC_INDEPENDENT
#endif

#if defined(__AVX512F__) && defined(__GNUC__)
#define ISC_HAS_DIVISION 1 /* division.inc */
#endif

/* A vector as long as registers are; where the compiler has no vectors, one element. */
#if defined(__AVX512F__)
#define ISC_VECTOR 64
#elif defined(__AVX2__)
#define ISC_VECTOR 32
#else
#define ISC_VECTOR 16
#endif
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define ISC_HAS_VECTORS 1
#define ISC_VECTOR_OF(type, name) typedef type name __attribute__((vector_size(ISC_VECTOR)))
#define ISC_VECTOR_UP_TO(bytes, type, name) \
    typedef type name __attribute__((vector_size((bytes) < ISC_VECTOR ? (bytes) : ISC_VECTOR)))
#define ISC_UNROLLED _Pragma("GCC unroll 8")
#if __GNUC__ >= 12 || defined(__clang__)
#define ISC_HAS_SHUFFLES 1
#endif
#else
#define ISC_UNROLLED
#define ISC_VECTOR_OF(type, name) typedef type name
#endif

/* Integers of up to so many bits have rows of div, mod and fmod by one divisor (by_one.inc; wide.inc, of 64 bits), made of the plain
 * rows and their own. */
#if defined(__AVX2__) && !defined(__AVX512F__) && defined(__GNUC__)
#define ISC_HAS_BY_ONE 1
#define ISC_BY_ONE_BITS 64
#elif defined(__AVX512BW__) && defined(__GNUC__)
#define ISC_BY_ONE_BITS 32
#else
#define ISC_BY_ONE_BITS 0
#endif

/* Integers of up to so many bits have rows of shifts of their own (shift.inc). */
#if defined(__AVX512BW__) && defined(__GNUC__)
#define ISC_SHIFTED_BITS 16
#else
#define ISC_SHIFTED_BITS 0
#endif

#define ISC_PASTE_(a, b) a##b
#define ISC_PASTE(a, b) ISC_PASTE_(a, b)

#ifndef ISC_ISA
#define ISC_ISA baseline
#endif

#endif
