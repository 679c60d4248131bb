/* Max, Min, Sum and Mean of two and more inputs: from the first to the last, one element of the result at a time.
 * Sums of the 16-bit float types are kept as float, and rounded once. */
#include "drivers.h"


#include "../logic/place_lemmas.h"
#include "../logic/fold_lemmas.h"
#include "../logic/type_lemmas.h"

/* The type in which an operator's steps are computed. Clauses: sum-mean */
/*@ terminates \true;
    assigns \nothing;
    ensures sum_mean: \result == isc_steps_of(op, type);
*/
static isocast_type isc_fold_type(isocast_op op, isocast_type type)
{
    const int sums = op == ISOCAST_SUM || op == ISOCAST_MEAN;
    return sums && (type == ISOCAST_FLOAT16 || type == ISOCAST_BFLOAT16) ? ISOCAST_FLOAT : type;
}

/* A word of one type as one of the other, both floating-point; nothing happens if they are the same. */
/*@ requires word < isc_modulus(isc_word_bytes(from)) && (from == to || isc_is_real(to) == 1);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_converted_word(from, to, word);
    ensures \result < isc_modulus(isc_word_bytes(to));
*/
static uint64_t isc_converted(isocast_type from, isocast_type to, uint64_t word)
{
    return from == to ? word : isc_real_converted(from, to, word);
}

/* The last step: Mean divides by the number of inputs, and what is longer than the result is rounded. */
/*@ requires sum < isc_modulus(isc_word_bytes(isc_steps_of(op, type)));
    requires op == ISOCAST_MEAN || isc_steps_of(op, type) != type ==> isc_is_real(type) == 1;
    terminates \true;
    assigns \nothing;
    ensures sum_mean: \result == isc_last_word(op, type, inputs, sum);
*/
static uint64_t isc_fold_last(isocast_op op, isocast_type type, isc_idx inputs, uint64_t sum)
{
    const isocast_type steps = isc_fold_type(op, type);
    if (op == ISOCAST_MEAN) sum = isc_real(ISOCAST_DIV, steps, sum, isc_real_count(steps, inputs));
    return isc_converted(steps, type, sum);
}

/* Where the element of position p of an operand is: its index along each axis, in turn, by the stride.
 * Clauses: access, f */
/*@ requires isc_made(plan) && 0 <= m <= plan->inputs && 0 <= p < plan->elements;
    terminates \true;
    assigns \result \from plan->operands[m].data, p;
    ensures access: f: \result == isc_spot(plan, m, p);
*/
static unsigned char *isc_place_of(const isocast_plan *plan, isc_idx m, isc_idx p)
{
    const isc_idx *dims = plan->dims, *strides = plan->operands[m].strides;
    const isc_idx rank = plan->rank;
    unsigned char *at = plan->operands[m].data;
    isc_idx below = plan->elements, rest = p;
    //@ ghost isc_reveal_no_axis(rank, dims);
    /*@ loop invariant 0 <= k <= rank;
        loop invariant below: below == isc_suffix(dims, k, rank) && 1 <= below <= plan->elements;
        loop invariant rest: 0 <= rest < below;
        loop invariant at: at + isc_place(dims, strides, k, rank, rest) ==
          plan->operands[m].data + isc_place(dims, strides, 0, rank, p);
        loop assigns k, below, rest, at;
        loop variant rank - k;
    */
    for (isc_idx k = 0; k < rank; k++) {
        //@ ghost isc_reveal_axis(k, rank, dims);
        below /= dims[k];
        const isc_idx index = rest / below;
        //@ ghost isc_reveal_index(dims[k], strides[k], index);
        at += index * strides[k];
        rest %= below;
    }
    return at;
}

/* The word of an input at position p, as the steps take it. */
/*@ requires isc_made(plan) && isc_fold(plan->op) && 0 <= m < plan->inputs && 0 <= p < plan->elements;
    requires isc_spots_read(plan, m);
    terminates \true;
    assigns \nothing;
    ensures \result == isc_step_word(plan, p, m);
    ensures \result < isc_modulus(isc_word_bytes(isc_steps_of(plan->op, plan->operands[0].type)));
*/
static uint64_t isc_fold_word(const isocast_plan *plan, isc_idx m, isc_idx p)
{
    const isocast_type type = plan->operands[0].type;
    //@ ghost isc_fold_types(plan->op, type);
    const isc_form form = isc_form_of(type, plan->operands[m].swapped);
    const uint64_t word = isc_load(isc_place_of(plan, m, p), form.width, form.high_first);
    return isc_converted(type, isc_fold_type(plan->op, type), word);
}

/* From the first input, left to right. Clauses: sum-mean, max-min */
/*@ requires isc_made(plan) && isc_fold(plan->op) && 0 <= p < plan->elements;
    requires \forall integer m; 0 <= m < plan->inputs ==> isc_spots_read(plan, m);
    terminates \true;
    assigns \nothing;
    ensures sum_mean: max_min: \result ==
      isc_last_word(plan->op, plan->operands[0].type, plan->inputs, isc_folded(plan, p, plan->inputs));
*/
static uint64_t isc_fold_at(const isocast_plan *plan, isc_idx p)
{
    const isocast_type type = plan->operands[0].type, steps = isc_fold_type(plan->op, type);
    uint64_t sum = isc_fold_word(plan, 0, p);
    //@ ghost isc_reveal_folds(plan);
    //@ ghost isc_fold_types(plan->op, type);
    /*@ loop invariant 1 <= m <= plan->inputs;
        loop invariant sum: sum == isc_folded(plan, p, m) && sum < isc_modulus(isc_word_bytes(steps));
        loop assigns m, sum;
        loop variant plan->inputs - m;
    */
    for (isc_idx m = 1; m < plan->inputs; m++)
        sum = isc_element(plan->op, steps, steps, sum, isc_fold_word(plan, m, p));
    return isc_fold_last(plan->op, type, plan->inputs, sum);
}

/*@ requires isc_made(plan) && isc_fold(plan->op) && isc_runnable(plan) && 0 <= p < plan->elements;
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
    ensures sum_mean: max_min: isc_fold_stored{Pre, Post}(plan, p);
    ensures frame: \forall unsigned char *a, integer width;
      isc_disjoint(a, width, isc_spot(plan, plan->inputs, p), isc_bytes(plan->operands[0].type)) ==>
      isc_kept{Pre, Post}(a, width);
*/
static void isc_fold_one(const isocast_plan *plan, isc_idx p)
{
    const isc_idx last = plan->inputs;
    //@ ghost isc_fold_types(plan->op, plan->operands[0].type);
    const isc_form form = isc_form_of(plan->operands[0].type, plan->operands[last].swapped);
    const uint64_t word = isc_fold_at(plan, p);
    isc_store(isc_place_of(plan, last, p), form.width, form.high_first, word);
}

void isc_fold_run(const isocast_plan *plan)
{
    const isc_idx elements = plan->elements;
    //@ ghost const isc_idx last = plan->inputs;
    //@ ghost const isocast_type type = plan->operands[0].type;
    //@ ghost isc_reveal_folds(plan);
    //@ assert types: \forall integer m; 0 <= m <= last ==> plan->operands[m].type == type;
    /*@ assert spots: \forall integer m; 0 <= m <= last ==>
          isc_spots_apart(plan, m, isc_bytes(plan->operands[m].type), last, isc_bytes(plan->operands[last].type)); */
    /*@ assert alike: \forall integer m; 0 <= m <= last && plan->operands[m].type == type ==>
          isc_spots_apart(plan, m, isc_bytes(type), last, isc_bytes(type)); */
    /*@ assert each: \forall integer m; 0 <= m <= last ==>
          isc_spots_apart(plan, m, isc_bytes(type), last, isc_bytes(type)); */
    /*@ assert apart: \forall integer m, p, q; 0 <= m <= last && 0 <= q < p < elements ==>
          isc_disjoint(isc_spot(plan, m, p), isc_bytes(type), isc_spot(plan, last, q), isc_bytes(type)); */
    /*@ loop invariant range: 0 <= p <= elements;
        loop invariant done: \forall integer q; 0 <= q < p ==> isc_fold_stored{Pre, Here}(plan, q);
        loop invariant frame: \forall unsigned char *a, integer width;
          isc_beside_spots(a, width, plan, last, isc_bytes(type), p) ==> isc_kept{Pre, Here}(a, width);
        loop assigns p;
        loop assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
        loop variant elements - p;
    */
    for (isc_idx p = 0; p < elements; p++) {
        /*@ assert unread: \forall integer m; 0 <= m < last ==>
              isc_kept{Pre, Here}(isc_spot(plan, m, p), isc_bytes(type)); */
        /*@ assert words: \forall integer m; 0 <= m < last ==>
              isc_step_word{Pre}(plan, p, m) == isc_step_word{Here}(plan, p, m); */
        /*@ ghost
            isc_reveal_folds(plan);
            isc_idx m = 1;
            /@ loop invariant 1 <= m <= last;
               loop invariant same: isc_folded{Pre}(plan, p, m) == isc_folded{Here}(plan, p, m);
               loop assigns m;
               loop variant last - m; @/
            while (m < last) m++;
        */
        /*@ assert others: \forall integer q; 0 <= q < p ==>
              isc_disjoint(isc_spot(plan, last, q), isc_bytes(type), isc_spot(plan, last, p), isc_bytes(type)); */
        isc_fold_one(plan, p);
        //@ assert stored: isc_fold_stored{Pre, Here}(plan, p);
        /*@ assert kept: \forall integer q; 0 <= q < p ==>
              isc_kept{LoopCurrent, Here}(isc_spot(plan, last, q), isc_bytes(type)); */
        /*@ assert stays: \forall integer q; isc_fold_stored{Pre, LoopCurrent}(plan, q) &&
              isc_kept{LoopCurrent, Here}(isc_spot(plan, last, q), isc_bytes(type)) ==>
              isc_fold_stored{Pre, Here}(plan, q); */
        //@ assert before: \forall integer q; 0 <= q < p ==> isc_fold_stored{Pre, Here}(plan, q);
        /*@ assert parts: \forall unsigned char *a, integer width;
              isc_beside_spots(a, width, plan, last, isc_bytes(type), p + 1) ==>
              isc_beside_spots(a, width, plan, last, isc_bytes(type), p) &&
              isc_disjoint(a, width, isc_spot(plan, last, p), isc_bytes(type)); */
    }
}
