/* What is checked of one call: the fast drivers in any number of parts, with much scratch or little, and the plain ones, against
 * one element at a time. */
#ifndef ISC_TEST_TRIALS_H
#define ISC_TEST_TRIALS_H

#include "drivers.h"
#include "naive.h"

#define GUARD 64

static char scratch_memory[ISOCAST_SCRATCH_BYTES + GUARD + 64];
static isc_idx scratch_bytes = ISOCAST_SCRATCH_BYTES;

static inline void *scratch(void)
{
    return scratch_memory + (64 - (uintptr_t)scratch_memory % 64) % 64;
}

/* As much scratch as there can be, or little; filled, with a guard behind it. */
static inline void renew_scratch(void)
{
    const isc_idx little = harness_chance(2) ? ISOCAST_SCRATCH_LEAST : harness_between(192, 1024) * 64;
    scratch_bytes = harness_chance(2) ? ISOCAST_SCRATCH_BYTES : little;
    memset(scratch(), (int)harness_between(0, 255), (size_t)scratch_bytes);
    memset((char *)scratch() + scratch_bytes, 0x5a, GUARD);
}

static inline int guard_is_whole(void)
{
    int whole = 1;
    for (isc_idx i = 0; i < GUARD; i++) whole &= ((const char *)scratch())[scratch_bytes + i] == 0x5a;
    return whole;
}

/* One element in native order. Floats are numbers whose sums and products are exact, so that no order of operations can
 * show in a NaN's payload. About one in `zeros` elements is zero, none if `zeros` is 0. */
static inline void choose_value(isocast_type type, int zeros, char *native)
{
    const int number = (int)harness_between(1, 9) * (harness_chance(2) ? 1 : -1);
    const int value = zeros > 0 && harness_chance(zeros) ? 0 : number;
    const float single = (float)value;
    const double wide = value;
    const uint16_t half = value == 0 ? 0 : 0x3c00u;
    for (int i = 0; i < 16; i++) native[i] = (char)(value == 0 ? 0 : harness_random() | 1);
    if (type == ISOCAST_FLOAT) memcpy(native, &single, 4);
    if (type == ISOCAST_DOUBLE) memcpy(native, &wide, 8);
    if (type == ISOCAST_FLOAT16) memcpy(native, &half, 2);
    if (type == ISOCAST_BFLOAT16) memcpy(native, (const char *)&single + 2, 2);
    if (value > 3 && (type == ISOCAST_INT32 || type == ISOCAST_INT64)) { /* small enough for powers in range */
        memset(native, 0, 8);
        native[0] = (char)value;
    }
}

/* Contents: mostly without a zero, so that divisions run; some with few; a single element is often zero. */
static inline void fill(layout *made)
{
    isc_idx index[ISOCAST_MAX_RANK] = {0};
    const isc_idx count = isc_count(made->tensor.rank, made->dims, PTRDIFF_MAX);
    const int zeros = count == 1 ? 4 : harness_chance(3) ? (int)harness_between(2, 500) : 0;
    layout_fill(made);
    if (count == 0) return;
    do {
        char native[16];
        choose_value(made->tensor.type, made->tensor.type == ISOCAST_BOOL ? 2 : zeros, native);
        layout_move(&made->tensor, native, layout_at(&made->tensor, made->tensor.rank, index));
    } while (layout_next(made->tensor.rank, made->dims, index));
}

static inline void run_parts(const isocast_plan *plan, isc_idx parts)
{
    const isc_idx first = harness_between(0, parts - 1);
    void (*const run)(const isocast_plan *, isc_idx, isc_idx, void *, isc_idx) =
        harness_chance(2) ? isocast_fast_run_back : isocast_fast_run;
    for (isc_idx k = 0; k < parts; k++) run(plan, (k + first) % parts, parts, scratch(), scratch_bytes);
    CHECK(guard_is_whole(), "op %d elements %td writes past %td bytes of scratch", plan->op, plan->elements, scratch_bytes);
}

/* Two parts never write the same byte: each is run alone over the same contents. Not for a result that is an input. */
static inline void check_disjoint(const trial *t, const isocast_plan *plan, isc_idx parts, const char *before)
{
    const size_t bytes = t->result.bytes;
    const isc_idx one = harness_between(0, parts - 1);
    char *first = malloc(bytes);
    int apart = 1;
    memcpy(t->result.memory, before, bytes);
    isocast_fast_run(plan, one, parts, scratch(), scratch_bytes);
    memcpy(first, t->result.memory, bytes);
    memcpy(t->result.memory, before, bytes);
    isocast_fast_run(plan, (one + 1) % parts, parts, scratch(), scratch_bytes);
    for (size_t i = 0; i < bytes; i++) apart &= first[i] == before[i] || t->result.memory[i] == before[i];
    CHECK(apart, "op %d elements %td: parts %td of %td", t->op, plan->elements, one, parts);
    free(first);
}

/* Whether two results agree bit for bit, or element by element within a unit in the last place. */
static inline int agree(const trial *t, const char *expected, int within_a_unit)
{
    const isc_form form = isc_form_of(t->result.tensor.type, t->result.tensor.swapped);
    isc_idx index[ISOCAST_MAX_RANK] = {0};
    if (!within_a_unit || memcmp(expected, t->result.memory, t->result.bytes) == 0)
        return memcmp(expected, t->result.memory, t->result.bytes) == 0;
    do {
        const char *at = layout_at(&t->result.tensor, t->rank, index);
        const unsigned char *other = (const unsigned char *)expected + (at - t->result.memory);
        const uint64_t a = isc_load((const unsigned char *)at, form.width, form.high_first);
        const uint64_t b = isc_load(other, form.width, form.high_first);
        if ((a > b ? a - b : b - a) > 1) return 0;
    } while (layout_next(t->rank, t->dims, index));
    return 1;
}

/* The plain drivers on the same contents: the same refusal, the same bits (of a power of floats, within a unit). */
static inline void check_plain(const trial *t, const isocast_plan *plan, isc_idx refusal, const char *before,
                        const char *expected)
{
    isocast_fault fault = {-1, -1, -1};
    memcpy(t->result.memory, before, t->result.bytes);
    const isocast_status status = isocast_plan_check(plan, &fault);
    CHECK((status != ISOCAST_OK) == (refusal >= 0), "plain: op %d refusal %td status %d", t->op, refusal, status);
    CHECK(fault.index == refusal, "plain: op %d: %td, not %td", t->op, fault.index, refusal);
    CHECK(memcmp(before, t->result.memory, t->result.bytes) == 0, "plain: op %d: a look at the values wrote", t->op);
    if (status != ISOCAST_OK) return;
    isocast_plan_run(plan);
    CHECK(agree(t, expected, t->op == ISOCAST_POW && !plan->indexed), "plain: op %d types %d %d elements %td", t->op,
          t->tensors[0].type, t->tensors[t->n - 1].type, plan->elements);
}

/* Looking at the values on the way: what has no result is noticed, and where nothing is, the result is complete. Nothing is
 * noticed that a quick look at all values would not be suspicious of. */
static inline void check_try(const trial *t, const isocast_plan *plan, isc_idx parts, isc_idx refusal, int suspect, const char *before,
                      const char *expected)
{
    int refused = 0;
    for (isc_idx k = 0; k < parts; k++) refused |= isocast_fast_try(plan, k, parts, scratch(), scratch_bytes);
    CHECK(!refused || suspect, "op %d elements %td parts %td: nothing is suspect", t->op, plan->elements, parts);
    CHECK(refused || refusal < 0, "op %d elements %td parts %td: refusal %td unnoticed", t->op, plan->elements, parts, refusal);
    CHECK(refused || memcmp(expected, t->result.memory, t->result.bytes) == 0, "try: op %d types %d %d elements %td parts %td",
          t->op, t->tensors[0].type, t->tensors[t->n - 1].type, plan->elements, parts);
    CHECK(guard_is_whole(), "try: op %d writes past %td bytes of scratch", plan->op, scratch_bytes);
    memcpy(t->result.memory, before, t->result.bytes);
}

static inline void check_trial(const trial *t)
{
    isocast_operand operands[MOST_INPUTS + 1];
    isocast_plan plan;
    isocast_fault fault;
    char *expected = malloc(t->result.bytes);
    char *before = malloc(t->result.bytes);
    memcpy(expected, t->result.memory, t->result.bytes);
    memcpy(before, t->result.memory, t->result.bytes);
    const isc_idx refusal = expect(t, expected);
    isocast_status status = isocast_plan_make(&plan, t->op, t->n, t->tensors, &t->result.tensor, operands, &fault);
    CHECK(status == ISOCAST_OK, "op %d type %d status %d", t->op, t->tensors[0].type, status);
    const isc_idx parts = harness_between(1, 7);
    int suspect = 0;
    if (status == ISOCAST_OK) {
        renew_scratch();
        for (isc_idx k = 0; k < parts; k++) suspect |= isocast_fast_suspect(&plan, k, parts, scratch(), scratch_bytes);
        status = isocast_fast_check(&plan, scratch(), scratch_bytes, &fault);
        CHECK((status != ISOCAST_OK) == (refusal >= 0), "op %d refusal %td status %d", t->op, refusal, status);
        CHECK(status == ISOCAST_OK || suspect, "op %d", t->op);
        CHECK(status == ISOCAST_OK || fault.index == refusal, "op %d: %td, not %td", t->op, fault.index, refusal);
        CHECK(memcmp(before, t->result.memory, t->result.bytes) == 0, "op %d: a look at the values wrote", t->op);
    }
    if (!isc_in_place(&plan)) check_try(t, &plan, parts, refusal, suspect, before, expected);
    if (status == ISOCAST_OK) {
        run_parts(&plan, parts);
        CHECK(memcmp(expected, t->result.memory, t->result.bytes) == 0, "op %d types %d %d elements %td parts %td",
              t->op, t->tensors[0].type, t->tensors[t->n - 1].type, plan.elements, parts);
        if (parts > 1 && !isc_in_place(&plan)) check_disjoint(t, &plan, parts, before);
    }
    check_plain(t, &plan, refusal, before, expected);
    free(expected);
    free(before);
}

#endif
