/* The plain drivers: a plan's elements one after another, nothing else. */
#include "drivers.h"

#include "../logic/run_lemmas.h"
#include "../logic/type_lemmas.h"

void isc_block_sizes(isc_idx rank, const isc_idx *dims, isc_idx *sizes)
{
    //@ ghost isc_reveal_suffixes(rank, dims);
    //@ ghost isc_reveal_places(rank, dims);
    sizes[rank] = 1;
    /*@ loop invariant 0 <= k <= rank && sizes[rank] == 1;
        loop invariant kept: \forall integer j; 0 <= j < rank ==> dims[j] == \at(dims[j], Pre);
        loop invariant done: \forall integer j; k <= j <= rank ==> sizes[j] == isc_suffix{Pre}(dims, j, rank);
        loop assigns k, sizes[0 .. rank];
        loop variant k;
    */
    for (isc_idx k = rank; k > 0; k--) {
        const isc_idx size = dims[k - 1], below = sizes[k];
        //@ ghost isc_reveal_product(size, below);
        //@ assert below: below == isc_suffix{Pre}(dims, k, rank);
        //@ assert fits: 1 <= isc_suffix{Pre}(dims, k - 1, rank) <= isc_suffix{Pre}(dims, 0, rank);
        //@ assert next: \forall integer j; j == k - 1 ==> isc_product_is(isc_suffix{Pre}(dims, j, rank), size, below);
        sizes[k - 1] = size * below;
    }
    /*@ ghost
        isc_reveal_offsets(rank, sizes);
        isc_idx k = rank;
        /@ loop invariant 0 <= k <= rank;
           loop invariant same: \forall isocast_idx *strides, integer p; isc_same_numbers{Pre, Here}(strides, rank) ==>
             isc_off{Here}(sizes, strides, k, rank, p) == isc_place{Pre}(dims, strides, k, rank, p);
           loop assigns k;
           loop variant k; @/
        while (k > 0) k--;
    */
}

/*@ requires \valid_read(x) && \valid_read(y) && \valid_read(z) && 0 < z->type < ISC_TYPES && isc_bytes(z->type) != 0;
    terminates \true;
    assigns \nothing;
    ensures \result.width == isc_bytes(z->type);
    ensures \result.unit == isc_unit(z->type);
    ensures \result.turn_x == isc_turns(x, z) && \result.turn_y == isc_turns(y, z);
*/
static isc_moving isc_moving_of(const isocast_operand *x, const isocast_operand *y, const isocast_operand *z)
{
    isc_moving how;
    how.width = isc_type_bytes(z->type);
    how.unit = z->type == ISOCAST_COMPLEX64 || z->type == ISOCAST_COMPLEX128 ? how.width / 2 : how.width;
    how.turn_x = (x->swapped != 0) != (z->swapped != 0);
    how.turn_y = (y->swapped != 0) != (z->swapped != 0);
    return how;
}

isc_binary isc_binary_of(const isocast_plan *plan)
{
    const isocast_operand *x = plan->operands, *y = plan->operands + 1, *z = plan->operands + 2;
    isc_binary how;
    how.op = plan->op;
    how.x_type = x->type;
    how.y_type = y->type;
    how.x = isc_form_of(x->type, x->swapped);
    how.y = isc_form_of(y->type, y->swapped);
    how.z = isc_form_of(z->type, z->swapped);
    return how;
}

/* Clauses: access, bit-copy */
/*@ requires isc_walkable(plan, sizes, 2) && isc_bytes(plan->operands[1].type) != 0;
    requires plan->operands[0].type == plan->operands[1].type;
    requires isc_plan_reads(plan, sizes, 0) && isc_plan_writes(plan, sizes, 1);
    requires isc_plan_apart(plan, sizes, 0, 1) && isc_plan_apart(plan, sizes, 1, 1);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[1].data) };
    ensures access: bit_copy: \forall integer p, unsigned char *a, *c; 0 <= p < sizes[0] ==>
      isc_plan_at(a, plan, sizes, 0, p) && isc_plan_at(c, plan, sizes, 1, p) ==>
        isc_copied{Pre, Post}(isc_bytes(plan->operands[1].type), isc_unit(plan->operands[1].type),
                              isc_turns(plan->operands, plan->operands + 1), a, c);
    ensures frame: isc_only_written{Pre, Post}(plan->operands[1].data, isc_bytes(plan->operands[1].type), sizes,
                                               &plan->operands[1].strides[0], 0, plan->rank, sizes[0]);
*/
static void isc_run_copy(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *x = plan->operands, *z = plan->operands + 1;
    const isc_moving how = isc_moving_of(x, x, z);
    isc_copy_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, z->strides, x->data, z->data);
}

/* Clauses: access, Where */
/*@ requires isc_walkable(plan, sizes, 4) && isc_bytes(plan->operands[3].type) != 0;
    requires isc_bytes(plan->operands[0].type) == 1 && plan->operands[1].type == plan->operands[3].type;
    requires plan->operands[2].type == plan->operands[3].type;
    requires isc_plan_reads(plan, sizes, 0) && isc_plan_reads(plan, sizes, 1) && isc_plan_reads(plan, sizes, 2);
    requires isc_plan_writes(plan, sizes, 3) && isc_plan_apart(plan, sizes, 0, 3) && isc_plan_apart(plan, sizes, 1, 3);
    requires isc_plan_apart(plan, sizes, 2, 3) && isc_plan_apart(plan, sizes, 3, 3);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[3].data) };
    ensures access: Where: \forall integer p, unsigned char *d, *a, *b, *e; 0 <= p < sizes[0] ==>
      isc_plan_at(d, plan, sizes, 0, p) && isc_plan_at(a, plan, sizes, 1, p) && isc_plan_at(b, plan, sizes, 2, p) &&
      isc_plan_at(e, plan, sizes, 3, p) ==>
        isc_chosen{Pre, Post}(isc_bytes(plan->operands[3].type), isc_unit(plan->operands[3].type),
                              isc_turns(plan->operands + 1, plan->operands + 3),
                              isc_turns(plan->operands + 2, plan->operands + 3), d, a, b, e);
    ensures frame: isc_only_written{Pre, Post}(plan->operands[3].data, isc_bytes(plan->operands[3].type), sizes,
                                               &plan->operands[3].strides[0], 0, plan->rank, sizes[0]);
*/
static void isc_run_where(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *c = plan->operands, *x = plan->operands + 1, *y = plan->operands + 2;
    const isocast_operand *z = plan->operands + 3;
    const isc_moving how = isc_moving_of(x, y, z);
    isc_where_walk(&how, 0, plan->rank, plan->dims, sizes, c->strides, x->strides, y->strides, z->strides,
                   c->data, x->data, y->data, z->data);
}

/* Clauses: access, f */
/*@ requires isc_walkable(plan, sizes, 3) && isc_computable(plan);
    requires isc_plan_reads(plan, sizes, 0) && isc_plan_reads(plan, sizes, 1) && isc_plan_writes(plan, sizes, 2);
    requires isc_plan_apart(plan, sizes, 0, 2) && isc_plan_apart(plan, sizes, 1, 2);
    requires isc_plan_apart(plan, sizes, 2, 2);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[2].data) };
    ensures access: f: \forall integer p, unsigned char *a, *b, *c; 0 <= p < sizes[0] ==>
      isc_plan_at(a, plan, sizes, 0, p) && isc_plan_at(b, plan, sizes, 1, p) && isc_plan_at(c, plan, sizes, 2, p) ==>
        isc_computed{Pre, Post}(plan->op, plan->operands[0].type, plan->operands[1].type,
                                isc_bytes(plan->operands[0].type), isc_high_first(plan->operands[0].swapped),
                                isc_bytes(plan->operands[1].type), isc_high_first(plan->operands[1].swapped),
                                isc_bytes(plan->operands[2].type), isc_high_first(plan->operands[2].swapped), a, b, c);
    ensures frame: isc_only_written{Pre, Post}(plan->operands[2].data, isc_bytes(plan->operands[2].type), sizes,
                                               &plan->operands[2].strides[0], 0, plan->rank, sizes[0]);
*/
static void isc_run_binary(const isocast_plan *plan, const isc_idx *sizes)
{
    const isocast_operand *x = plan->operands, *y = plan->operands + 1, *z = plan->operands + 2;
    const isc_binary how = isc_binary_of(plan);
    isc_binary_walk(&how, 0, plan->rank, plan->dims, sizes, x->strides, y->strides, z->strides, x->data,
                    y->data, z->data);
}

/* What the walks ask for: the sizes of blocks, and the caller's memory in their terms. */
/*@ requires isc_made(plan) && plan->elements != 0 && isc_runnable(plan) && \valid(sizes + (0 .. ISOCAST_MAX_RANK));
    requires \base_addr(sizes) != \base_addr(plan) && \base_addr(sizes) != \base_addr(plan->operands);
    terminates \true;
    assigns sizes[0 .. ISOCAST_MAX_RANK];
    ensures isc_row_major(&plan->dims[0], sizes, plan->rank) && sizes[0] == plan->elements;
    ensures reads: \forall integer m; 0 <= m < plan->inputs ==> isc_plan_reads(plan, sizes, m);
    ensures writes: isc_plan_writes(plan, sizes, plan->inputs);
    ensures apart: \forall integer m; 0 <= m <= plan->inputs ==> isc_plan_apart(plan, sizes, m, plan->inputs);
    ensures at: \forall integer m, p; 0 <= m <= plan->inputs ==>
      isc_plan_at{Post}(isc_spot{Pre}(plan, m, p), plan, sizes, m, p);
    ensures beside: \forall unsigned char *a, integer width, z_width;
      isc_beside_spots{Pre}(a, width, plan, plan->inputs, z_width, plan->elements) ==>
      isc_beside{Post}(a, width, plan->operands[plan->inputs].data, z_width, sizes,
                       &plan->operands[plan->inputs].strides[0], 0, plan->rank, sizes[0]);
*/
static void isc_walk_sizes(const isocast_plan *plan, isc_idx *sizes)
{
    isc_block_sizes(plan->rank, plan->dims, sizes);
    //@ ghost isc_all_places(plan->rank, sizes);
    /*@ assert kept: \forall integer m; 0 <= m <= plan->inputs ==>
          isc_same_numbers{Pre, Here}(&plan->operands[m].strides[0], plan->rank); */
    //@ assert number: plan->inputs == \at(plan->inputs, Pre) && plan->rank == \at(plan->rank, Pre);
    //@ assert elements: sizes[0] == plan->elements && plan->elements == \at(plan->elements, Pre);
    /*@ assert seats: \forall integer m, p; 0 <= m <= plan->inputs ==>
          isc_seat{Here}(plan, sizes, m, p) == isc_spot{Pre}(plan, m, p); */
    //@ assert each: \forall integer m; 0 <= m < plan->inputs ==> isc_spots_read{Pre}(plan, m);
    /*@ assert read: \forall integer m; 0 <= m < plan->inputs && isc_spots_read{Pre}(plan, m) ==>
          isc_plan_reads(plan, sizes, m); */
}

/* All but the folds, by the walks. Clauses: access, f, Where, bit-copy */
/*@ requires isc_made(plan) && plan->elements != 0 && isc_runnable(plan) && !isc_fold(plan->op);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
    ensures access: bit_copy: plan->op == ISOCAST_COPY ==> isc_ran_copy{Pre, Post}(plan);
    ensures access: Where: plan->op == ISOCAST_WHERE ==> isc_ran_where{Pre, Post}(plan);
    ensures access: f: plan->op != ISOCAST_COPY && plan->op != ISOCAST_WHERE ==> isc_ran_binary{Pre, Post}(plan);
    ensures frame: isc_ran_within{Pre, Post}(plan);
*/
static void isc_run_walk(const isocast_plan *plan)
{
    isc_idx sizes[ISOCAST_MAX_RANK + 1];
    //@ assert made: isc_made(plan);
    //@ assert typed: isc_operands_typed(plan) && \valid_read(plan->operands + (0 .. plan->inputs));
    //@ assert each: \forall integer m; 0 <= m < plan->inputs ==> isc_spots_read{Pre}(plan, m);
    /*@ assert read: \forall integer m; 0 <= m < plan->inputs && isc_spots_read{Pre}(plan, m) ==>
          isc_spots_read{Here}(plan, m); */
    //@ assert written: isc_spots_written(plan, plan->inputs);
    //@ assert runs: isc_runnable(plan);
    isc_walk_sizes(plan, sizes);
    if (plan->op == ISOCAST_COPY) {
        isc_run_copy(plan, sizes);
    } else if (plan->op == ISOCAST_WHERE) {
        //@ assert condition: plan->inputs == 3 && plan->operands[0].type == ISOCAST_BOOL;
        //@ assert alike: plan->operands[1].type == plan->operands[2].type;
        //@ assert result: plan->operands[1].type == plan->operands[3].type;
        isc_run_where(plan, sizes);
    } else {
        //@ assert two: plan->inputs == 2;
        //@ ghost isc_words_of(plan->op, plan->operands[0].type);
        //@ ghost isc_words_of(plan->op, plan->operands[1].type);
        //@ assert first: isc_is_word(plan->operands[0].type);
        //@ assert second: isc_is_word(plan->operands[1].type);
        //@ assert result: isc_is_word(plan->operands[2].type);
        isc_run_binary(plan, sizes);
    }
}

/* Clauses: access, f, Where, bit-copy, sum-mean, max-min */
/*@ requires isc_made(plan) && isc_runnable(plan);
    terminates \true;
    assigns { *byte | unsigned char *byte; \base_addr(byte) == \base_addr(plan->operands[plan->inputs].data) };
    ensures access: bit_copy: plan->op == ISOCAST_COPY ==> isc_ran_copy{Pre, Post}(plan);
    ensures access: Where: plan->op == ISOCAST_WHERE ==> isc_ran_where{Pre, Post}(plan);
    ensures access: sum_mean: max_min: isc_fold(plan->op) ==> isc_ran_fold{Pre, Post}(plan);
    ensures access: f: plan->op != ISOCAST_COPY && plan->op != ISOCAST_WHERE && !isc_fold(plan->op) ==>
      isc_ran_binary{Pre, Post}(plan);
    ensures frame: isc_ran_within{Pre, Post}(plan);
*/
void isocast_plan_run(const isocast_plan *plan)
{
    if (plan->elements == 0) return;
    if (isc_is_fold(plan->op)) {
        isc_fold_run(plan);
    } else {
        isc_run_walk(plan);
    }
}
