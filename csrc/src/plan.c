/* From tensors to a plan: what is checked before anything is computed. */
#include "agree.h"
#include "../logic/made_lemmas.h"
#include "../logic/plan_lemmas.h"
#include "../logic/still_lemmas.h"

/* Whether values can be refused: a caller then asks for the first flat index, and merging must keep it. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> isc_checked(op, type);
*/
static int isc_is_checked(isocast_op op, isocast_type type)
{
    const int real = type == ISOCAST_FLOAT || type == ISOCAST_DOUBLE || type == ISOCAST_FLOAT16 ||
                     type == ISOCAST_BFLOAT16;
    return !real && (op == ISOCAST_DIV || op == ISOCAST_MOD || op == ISOCAST_FMOD || op == ISOCAST_POW);
}

/* Clauses: rank, schema-types */
/*@ requires isc_strided(result) && \valid_read(inputs + (0 .. n - 1));
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].type <= 2147483647;
    terminates \true;
    assigns \nothing;
    ensures \result == ISOCAST_OK || \result == ISOCAST_INPUTS || \result == ISOCAST_RANK || \result == ISOCAST_TYPE;
    ensures \result == ISOCAST_INPUTS <==> !isc_inputs(op, n);
    ensures rank: \result == ISOCAST_RANK <==> isc_inputs(op, n) && !isc_ranked(n, inputs, result);
    ensures schema_types: \result == ISOCAST_OK <==> isc_admissible(op, n, inputs, result);
    ensures \result == ISOCAST_OK ==> isc_call(n, inputs, result);
*/
static isocast_status isc_check_tensors(isocast_op op, isc_idx n, const isocast_tensor *inputs,
                                        const isocast_tensor *result)
{
    if (!isc_takes(op, n)) return ISOCAST_INPUTS;
    if (isc_largest_rank(n, inputs) > ISOCAST_MAX_RANK || result->rank > ISOCAST_MAX_RANK) return ISOCAST_RANK;
    const int type = isocast_result_type(op, n, inputs);
    return type != 0 && (isocast_type)type == result->type ? ISOCAST_OK : ISOCAST_TYPE;
}

/* What is known of a call before its plan is made. */
typedef struct {
    isocast_status status;
    isc_idx elements;
    int packed;
} isc_verdict;

/* Clauses: E1, step2, uni-result, prelu, rank, schema-types */
/*@ requires isc_strided(result) && \valid_read(inputs + (0 .. n - 1));
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].type <= 2147483647;
    requires \valid(fault) && isc_faults_apart(fault, n, inputs, result);
    terminates \true;
    assigns *fault;
    ensures inputs: \result.status == ISOCAST_INPUTS <==> !isc_inputs(op, n);
    ensures rank: \result.status == ISOCAST_RANK <==> isc_inputs(op, n) && !isc_ranked{Pre}(n, inputs, result);
    ensures schema_types: \result.status == ISOCAST_TYPE <==>
      isc_inputs(op, n) && isc_ranked{Pre}(n, inputs, result) && !isc_types_agree{Pre}(op, n, inputs, result);
    ensures uni_1: uni_2: uni_3: prelu: \result.status == ISOCAST_NOT_UNIDIRECTIONAL <==>
      isc_admissible{Pre}(op, n, inputs, result) && !isc_one_way{Pre}(op, inputs, result);
    ensures E1: multi_3: \result.status == ISOCAST_E1 <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_one_way{Pre}(op, inputs, result) && op != ISOCAST_COPY && !isc_no_e1{Pre}(n, inputs);
    ensures step2: uni_result: \result.status == ISOCAST_RESULT_SHAPE <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_one_way{Pre}(op, inputs, result) && op != ISOCAST_COPY && isc_no_e1{Pre}(n, inputs) &&
      !isc_follows{Pre}(n, inputs, result);
    ensures large: \result.status == ISOCAST_TOO_LARGE <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_shapes_agree{Pre}(op, n, inputs, result) && !isc_countable{Pre}(result);
    ensures OK: \result.status == ISOCAST_OK <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_shapes_agree{Pre}(op, n, inputs, result) && isc_countable{Pre}(result);
    ensures \result.status == ISOCAST_OK ==>
      isc_call{Pre}(n, inputs, result) && isc_counted{Pre}(result, \result.elements);
    ensures packed: \result.status == ISOCAST_OK && \result.packed ==> \forall integer m; 0 <= m < n ==>
      isc_runs{Pre}(inputs + m, result, \result.elements);
    ensures f: access: \result.status == ISOCAST_OK && \result.packed && \result.elements != 0 ==>
      \forall integer m; 0 <= m < n ==> isc_one_run{Pre}(inputs + m, result, \result.elements);
*/
static isc_verdict isc_check_call(isocast_op op, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                                  isocast_fault *fault)
{
    isc_verdict verdict = {isc_check_tensors(op, n, inputs, result), 0, 0};
    if (verdict.status == ISOCAST_OK) {
        /* Bytes of any type fit, too. */
        verdict.elements = isc_count(result->rank, result->dims, PTRDIFF_MAX / 16);
        //@ ghost isc_reveal_ones(result->rank, result->dims);
        //@ ghost isc_reveal_single(result->rank, result->dims);
        //@ assert counted: verdict.elements >= 0 ==> isc_counted(result, verdict.elements);
        verdict.packed = verdict.elements >= 0 && isc_all_packed(op, n, inputs, result, verdict.elements);
        if (!verdict.packed) verdict.status = isc_check_shapes(op, n, inputs, result, fault);
        if (verdict.status == ISOCAST_OK && verdict.elements < 0) verdict.status = ISOCAST_TOO_LARGE;
    }
    if (verdict.status != ISOCAST_E1 && verdict.status != ISOCAST_NOT_UNIDIRECTIONAL) {
        fault->tensor = fault->axis = fault->index = -1;
    }
    return verdict;
}

/* Everything of a plan but its axes. */
/*@ requires \valid(plan);
    terminates \true;
    assigns plan->op, plan->inputs, plan->indexed, plan->flat_base, plan->elements, plan->operands \from operands;
    ensures (isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op) && plan->inputs == n;
    ensures plan->operands == operands && plan->flat_base == 0 && plan->elements == elements;
    ensures plan->indexed != 0 <==> isc_checked(plan->op, type);
*/
static void isc_plan_begin(isocast_plan *plan, isocast_op op, isc_idx n, isocast_type type, isocast_operand *operands,
                           isc_idx elements)
{
    plan->op = isc_is_fold(op) && n == 1 ? ISOCAST_COPY : op;
    plan->inputs = n;
    plan->operands = operands;
    plan->indexed = isc_is_checked(op, type);
    plan->flat_base = 0;
    plan->elements = elements;
}

/* The same; the tensors are not written to, and meet where they met. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, operands, n, inputs, result);
    terminates \true;
    assigns plan->op, plan->inputs, plan->indexed, plan->flat_base, plan->elements, plan->operands \from operands;
    ensures (isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op) && plan->inputs == n;
    ensures plan->operands == operands && plan->flat_base == 0 && plan->elements == elements;
    ensures plan->indexed != 0 <==> isc_checked(plan->op, \old(inputs[0].type));
    ensures same: isc_unchanged{Pre, Post}(result) && \forall integer m; 0 <= m < n ==> isc_unchanged{Pre, Post}(inputs + m);
    ensures still: \forall integer m; 0 <= m < n ==> isc_still{Pre, Post}(inputs + m, result);
*/
static void isc_plan_start(isocast_plan *plan, isocast_op op, isc_idx n, const isocast_tensor *inputs,
                           const isocast_tensor *result, isocast_operand *operands, isc_idx elements)
{
    //@ ghost isc_unfold_places();
    isc_plan_begin(plan, op, n, inputs[0].type, operands, elements);
    //@ ghost isc_unfold_places();
    //@ assert result: isc_unchanged{Pre, Here}(result);
    //@ assert inputs: \forall integer m; 0 <= m < n ==> isc_unchanged{Pre, Here}(inputs + m);
    //@ assert single: \forall integer m; 0 <= m < n ==> (isc_single(inputs + m) <==> isc_single{Pre}(inputs + m));
    /*@ assert strides: \forall integer m, k; 0 <= m < n && 0 <= k < result->rank ==>
          isc_stretched(inputs + m, result->rank, k) == isc_stretched{Pre}(inputs + m, \at(result->rank, Pre), k); */
    /*@ ghost
        isc_idx k = 0;
        /@ loop invariant 0 <= k <= result->rank;
           loop invariant still: \forall integer m; 0 <= m < n ==> isc_places_still{Pre, Here}(k, inputs + m, result);
           loop assigns k;
           loop variant result->rank - k; @/
        while (k < result->rank) {
            /@ assert axis: \forall integer m; 0 <= m < n ==> isc_axis_still{Pre, Here}(k, inputs + m, result); @/
            /@ assert next: \forall integer m, a, b; 0 <= m < n && isc_places_next{Pre}(k, inputs + m, result, a, b) &&
                 isc_places_next(k, inputs + m, result, a, b) ==> (isc_places(k + 1, inputs + m, result, a, b) <==>
                 isc_places{Pre}(k + 1, inputs + m, result, a, b)); @/
            k++;
        }
    */
    (void)result;
}

/* The axes of a plan, and its operands along them. Returns 0 if a stride is too large. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires plan->flat_base == 0 && isc_sized(result, plan->elements);
    requires packed && plan->elements != 0 ==> \forall integer m; 0 <= m < n ==>
      isc_one_run(inputs + m, result, plan->elements);
    terminates \true;
    assigns plan->rank, plan->flat_base, plan->dims[0 .. 63], plan->flat[0 .. 63];
    assigns plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures \result ==> 1 <= plan->rank <= ISOCAST_MAX_RANK;
    ensures walked: \result && plan->elements != 0 ==> isc_walked(plan, n + 1);
    ensures range: \result && plan->elements != 0 && plan->indexed ==> isc_flat_range(plan);
    ensures types: \result ==> isc_types_taken{Pre, Post}(plan->operands, n, inputs, result);
    ensures f: access: \result && plan->elements != 0 ==> isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
    ensures rest: plan->op == \old(plan->op) && plan->inputs == \old(plan->inputs) &&
      plan->indexed == \old(plan->indexed);
    ensures rest: plan->operands == \old(plan->operands) && plan->elements == \old(plan->elements);
    ensures kept: result->type == \old(result->type);
    ensures kept: \forall integer m; 0 <= m < n ==> inputs[m].type == \at(inputs[m].type, Pre);
*/
static int isc_plan_lay(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                        int packed)
{
    if (!packed) {
        const int made = isc_plan_strided(plan, n, inputs, result);
        //@ assert rest: plan->op == \at(plan->op, Pre) && plan->inputs == \at(plan->inputs, Pre);
        //@ assert rest: plan->indexed == \at(plan->indexed, Pre) && plan->elements == \at(plan->elements, Pre);
        //@ assert rest: plan->operands == \at(plan->operands, Pre);
        return made;
    }
    isc_plan_packed(plan, n, inputs, result);
    //@ assert rest: plan->op == \at(plan->op, Pre) && plan->inputs == \at(plan->inputs, Pre);
    //@ assert rest: plan->indexed == \at(plan->indexed, Pre) && plan->elements == \at(plan->elements, Pre);
    //@ assert rest: plan->operands == \at(plan->operands, Pre);
    //@ assert types: isc_types_taken{Pre, Here}(plan->operands, n, inputs, result);
    return 1;
}

/* Everything of a plan. Returns 0 if a stride is too large. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, operands, n, inputs, result) && isc_sized(result, elements);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires packed && elements != 0 ==> \forall integer m; 0 <= m < n ==> isc_one_run(inputs + m, result, elements);
    terminates \true;
    assigns *plan, operands[0 .. n] \from inputs[0 .. n - 1], *result, operands;
    ensures plan->inputs == n && plan->operands == operands && plan->elements == elements;
    ensures isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op;
    ensures indexed: plan->indexed != 0 <==> isc_checked(plan->op, \old(inputs[0].type));
    ensures \result ==> 1 <= plan->rank <= ISOCAST_MAX_RANK;
    ensures walked: \result && elements != 0 ==> isc_walked(plan, n + 1);
    ensures range: \result && elements != 0 && plan->indexed ==> isc_flat_range(plan);
    ensures types: \result ==> isc_types_taken{Pre, Post}(operands, n, inputs, result);
    ensures f: access: \result && elements != 0 ==> isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
    ensures kept: result->type == \old(result->type);
    ensures kept: \forall integer m; 0 <= m < n ==> inputs[m].type == \at(inputs[m].type, Pre);
*/
static int isc_plan_set(isocast_plan *plan, isocast_op op, isc_idx n, const isocast_tensor *inputs,
                        const isocast_tensor *result, isocast_operand *operands, isc_idx elements, int packed)
{
    isc_plan_start(plan, op, n, inputs, result, operands, elements);
    //@ assert sizes: \forall integer k; 0 <= k < result->rank ==> result->dims[k] == \at(result->dims[k], Pre);
    /*@ assert dims: \forall integer m, k; 0 <= m < n && 0 <= k < inputs[m].rank ==>
          inputs[m].dims[k] == \at(inputs[m].dims[k], Pre); */
    /*@ assert runs: packed && elements != 0 ==> \forall integer m; 0 <= m < n ==>
          isc_one_run(inputs + m, result, elements); */
    /*@ assert meet: \forall integer m, unsigned char *x, *y; 0 <= m < n ==>
          (isc_tensors_meet(inputs + m, result, x, y) <==> isc_tensors_meet{Pre}(inputs + m, result, x, y)); */
    return isc_plan_lay(plan, n, inputs, result, packed);
}

/* The plan of a call that was checked. Returns 0 if a stride is too large. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, operands, n, inputs, result) && isc_sized(result, elements);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires isc_types_agree(op, n, inputs, result);
    requires packed && elements != 0 ==> \forall integer m; 0 <= m < n ==> isc_one_run(inputs + m, result, elements);
    terminates \true;
    assigns *plan, operands[0 .. n] \from inputs[0 .. n - 1], *result, operands;
    ensures \result ==> plan->inputs == n && plan->operands == operands && plan->elements == elements;
    ensures \result ==> (isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op);
    ensures types: \result ==> isc_types_taken{Pre, Post}(operands, n, inputs, result);
    ensures walked: \result && elements != 0 ==> isc_walked(plan, n + 1);
    ensures made: \result ==> isc_made(plan);
    ensures f: access: \result && elements != 0 ==> isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
*/
static int isc_plan_fill(isocast_plan *plan, isocast_op op, isc_idx n, const isocast_tensor *inputs,
                         const isocast_tensor *result, isocast_operand *operands, isc_idx elements, int packed)
{
    /*@ assert alike: op != ISOCAST_POW ==> \forall integer m; 0 <= m < n && isc_first(op) < m ==>
          inputs[m].type == inputs[isc_first(op)].type; */
    if (!isc_plan_set(plan, op, n, inputs, result, operands, elements, packed)) return 0;
    //@ assert rest: plan->inputs == n && plan->operands == operands && plan->elements == elements;
    //@ assert op: isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op;
    //@ assert indexed: plan->indexed != 0 <==> isc_checked(plan->op, \at(inputs[0].type, Pre));
    //@ assert result: result->type == \at(result->type, Pre);
    //@ assert inputs: \forall integer m; 0 <= m < n ==> inputs[m].type == \at(inputs[m].type, Pre);
    //@ assert types: isc_types_taken{Pre, Here}(operands, n, inputs, result);
    //@ assert first: 0 <= isc_first(op) < n && inputs[isc_first(op)].type == \at(inputs[isc_first(op)].type, Pre);
    //@ assert count: isc_inputs(op, n);
    //@ assert schema: isc_has(isc_schema(op), inputs[isc_first(op)].type);
    //@ assert Where: op == ISOCAST_WHERE ==> inputs[0].type == ISOCAST_BOOL;
    //@ assert Pow: op == ISOCAST_POW ==> isc_has(ISC_NUMBERS, inputs[1].type);
    /*@ assert alike: op != ISOCAST_POW ==> \forall integer m; 0 <= m < n && isc_first(op) < m ==>
          inputs[m].type == \at(inputs[isc_first(op)].type, Pre); */
    /*@ assert same: op != ISOCAST_POW ==> \forall integer m; isc_first(op) < m < n ==>
          inputs[m].type == inputs[isc_first(op)].type; */
    //@ assert typed: isc_typed(op, n, inputs);
    //@ assert agree: isc_types_agree(op, n, inputs, result);
    //@ ghost isc_types_are_made(plan, op, n, inputs, result);
    //@ ghost isc_plan_is_made(plan);
    return 1;
}

isocast_status isocast_plan_make(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                 const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault)
{
    //@ ghost isc_unfold_places();
    const isc_verdict verdict = isc_check_call(op, n, inputs, result, fault);
    if (verdict.status != ISOCAST_OK) return verdict.status;
    //@ ghost isc_unfold_places();
    //@ assert count: verdict.elements == isc_elements{Pre}(\at(result->rank, Pre), \at(result->dims, Pre));
    /*@ assert numbers: isc_same_numbers{Pre, Here}(result) &&
          \forall integer m; 0 <= m < n ==> isc_same_numbers{Pre, Here}(inputs + m); */
    /*@ assert places: isc_same_places{Pre, Here}(result) &&
          \forall integer m; 0 <= m < n ==> isc_same_places{Pre, Here}(inputs + m); */
    //@ assert sizes: \forall integer k; 0 <= k < result->rank ==> result->dims[k] == \at(result->dims[k], Pre);
    /*@ assert dims: \forall integer m, k; 0 <= m < n && 0 <= k < inputs[m].rank ==>
          inputs[m].dims[k] == \at(inputs[m].dims[k], Pre); */
    //@ assert sized: isc_sized(result, verdict.elements);
    //@ assert types: isc_types_agree(op, n, inputs, result);
    //@ assert result: isc_unchanged{Pre, Here}(result);
    //@ assert inputs: \forall integer m; 0 <= m < n ==> isc_unchanged{Pre, Here}(inputs + m);
    //@ assert single: \forall integer m; 0 <= m < n ==> (isc_single(inputs + m) <==> isc_single{Pre}(inputs + m));
    /*@ assert strides: \forall integer m, k; 0 <= m < n && 0 <= k < result->rank ==>
          isc_stretched(inputs + m, result->rank, k) == isc_stretched{Pre}(inputs + m, \at(result->rank, Pre), k); */
    /*@ ghost
        isc_idx k = 0;
        /@ loop invariant 0 <= k <= result->rank;
           loop invariant still: \forall integer m; 0 <= m < n ==> isc_places_still{Pre, Here}(k, inputs + m, result);
           loop assigns k;
           loop variant result->rank - k; @/
        while (k < result->rank) {
            /@ assert axis: \forall integer m; 0 <= m < n ==> isc_axis_still{Pre, Here}(k, inputs + m, result); @/
            /@ assert next: \forall integer m, a, b; 0 <= m < n && isc_places_next{Pre}(k, inputs + m, result, a, b) &&
                 isc_places_next(k, inputs + m, result, a, b) ==> (isc_places(k + 1, inputs + m, result, a, b) <==>
                 isc_places{Pre}(k + 1, inputs + m, result, a, b)); @/
            k++;
        }
    */
    //@ assert still: \forall integer m; 0 <= m < n ==> isc_still{Pre, Here}(inputs + m, result);
    /*@ assert runs: verdict.packed && verdict.elements != 0 ==> \forall integer m; 0 <= m < n ==>
          isc_one_run(inputs + m, result, verdict.elements); */
    /*@ assert meet: \forall integer m, unsigned char *x, *y; 0 <= m < n ==>
          (isc_tensors_meet(inputs + m, result, x, y) <==> isc_tensors_meet{Pre}(inputs + m, result, x, y)); */
    return isc_plan_fill(plan, op, n, inputs, result, operands, verdict.elements, verdict.packed) ? ISOCAST_OK
                                                                                                  : ISOCAST_TOO_LARGE;
}
