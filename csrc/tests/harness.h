/* What the C tests share: counting, a message for each failure, a generator with a printed seed. */
#ifndef ISC_TEST_HARNESS_H
#define ISC_TEST_HARNESS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static long harness_passed, harness_failed;

#define CHECK(condition, ...)                                   \
    do {                                                        \
        if (condition) {                                        \
            harness_passed++;                                   \
        } else if (harness_failed++ < 20) {                     \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                \
            printf("\n");                                       \
        }                                                       \
    } while (0)

/* Prints the count; the exit status of main. */
static inline int harness_report(void)
{
    printf("%ld passed, %ld failed\n", harness_passed, harness_failed);
    return harness_failed != 0;
}

static uint64_t harness_state = 0x9e3779b97f4a7c15u;

static inline uint64_t harness_random(void)
{
    harness_state ^= harness_state << 13;
    harness_state ^= harness_state >> 7;
    harness_state ^= harness_state << 17;
    return harness_state * 0x2545f4914f6cdd1du;
}

/* A number from low to high, both included. */
static inline long harness_between(long low, long high)
{
    return low + (long)(harness_random() >> 11) % (high - low + 1);
}

static inline int harness_chance(int in)
{
    return harness_between(1, in) == 1;
}

#endif
