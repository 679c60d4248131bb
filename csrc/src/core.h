/* The core's own interfaces: types and schemas, shapes, and the making of plans. No element is touched here. */
#ifndef ISC_CORE_H
#define ISC_CORE_H

#include "isocast/isocast.h"

typedef isocast_idx isc_idx;
typedef signed char isc_mark; /* the number of an axis, or a flag: a type of its own, so that no stride aliases it */

#include "../logic/shape_logic.h"

/* schema.c: sets of types, one bit each */
#define ISC_TYPES 17 /* one more than the largest isocast_type */
#define ISC_STRING 8 /* a type of ONNX's that has no bytes here */
#define ISC_BIT(type) (1u << (type))

enum {
    ISC_FLOATS16 = ISC_BIT(ISOCAST_FLOAT16) | ISC_BIT(ISOCAST_BFLOAT16),
    ISC_FLOATS = ISC_FLOATS16 | ISC_BIT(ISOCAST_FLOAT) | ISC_BIT(ISOCAST_DOUBLE),
    ISC_INTS_LARGE = ISC_BIT(ISOCAST_INT32) | ISC_BIT(ISOCAST_INT64) | ISC_BIT(ISOCAST_UINT32) |
                     ISC_BIT(ISOCAST_UINT64),
    ISC_INTS = ISC_INTS_LARGE | ISC_BIT(ISOCAST_INT8) | ISC_BIT(ISOCAST_INT16) | ISC_BIT(ISOCAST_UINT8) |
               ISC_BIT(ISOCAST_UINT16),
    ISC_BOOLS = ISC_BIT(ISOCAST_BOOL),
    ISC_NUMBERS = ISC_FLOATS | ISC_INTS,
    ISC_POW_BASES = ISC_FLOATS | ISC_BIT(ISOCAST_INT32) | ISC_BIT(ISOCAST_INT64),
    ISC_ALL = ISC_NUMBERS | ISC_BOOLS | ISC_BIT(ISOCAST_COMPLEX64) | ISC_BIT(ISOCAST_COMPLEX128)
};

#include "../logic/schema_logic.h" /* speaks of these sets */
#include "../logic/plan_logic.h"
#include "../logic/gemm_logic.h"
#include "../logic/axes_logic.h"
#include "../logic/meets_logic.h"
#include "../logic/tensors_logic.h"
#include "../logic/overlap_logic.h"
#include "../logic/made_logic.h"

/* Whether a set of types has a type. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> isc_has(types, type);
*/
int isc_in(unsigned types, int type);

/* Whether the schema of an operator has a type for its first data input. Clauses: schema-types */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures schema_types: \result <==> isc_has(isc_schema(op), type);
    ensures \result ==> isc_type(type);
*/
int isc_allows(isocast_op op, int type);

/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> ISOCAST_EQUAL <= op <= ISOCAST_XOR;
*/
int isc_gives_bool(isocast_op op);

/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> isc_fold(op);
*/
int isc_is_fold(isocast_op op);

/* Whether the schema of an operator takes so many inputs. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> isc_inputs(op, n);
*/
int isc_takes(isocast_op op, isc_idx n);

/*@ requires \valid_read(inputs + (0 .. n - 1));
    requires \forall integer m; 0 <= m < n ==> inputs[m].type <= 2147483647;
    terminates \true;
    assigns \nothing;
    ensures schema_types: Where_types: Where_condition: isc_result_type(op, n, inputs, \result);
    ensures \result != 0 ==> isc_type(\result) && \forall integer m; 0 <= m < n ==> isc_type(inputs[m].type);
*/
int isocast_result_type(isocast_op op, isocast_idx n, const isocast_tensor *inputs);

/* Bytes of one stored element. */
/*@ requires type < ISC_TYPES;
    terminates \true;
    assigns \nothing;
    ensures \result == isc_bytes(type);
*/
static inline isc_idx isc_type_bytes(isocast_type type)
{
    static const signed char bytes[] = {0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2};
    return bytes[type];
}

/* shape.c */

/* The size of a tensor on an axis of the common rank: ones are prepended.
 * Clauses: step1, multi-3 */
/*@ requires isc_shape(tensor) && tensor->rank <= rank && 0 <= axis < rank;
    terminates \true;
    assigns \nothing;
    ensures step1: \result == isc_aligned(tensor, rank, axis);
    ensures 0 <= \result;
*/
isc_idx isc_aligned_size(const isocast_tensor *tensor, isc_idx rank, isc_idx axis);

/*@ requires isc_shapes(n, inputs, rank) && \valid(fault);
    requires rank <= ISOCAST_MAX_RANK ==> \valid(dims + (0 .. rank - 1)) && \separated(dims + (0 .. rank - 1), fault);
    requires \forall integer m; 0 <= m < n ==> isc_shape_apart(inputs + m, dims, rank);
    requires \forall integer m; 0 <= m < n ==>
      \separated(fault, inputs + m) && \separated(fault, inputs[m].dims + (0 .. inputs[m].rank - 1));
    terminates \true;
    assigns *fault, dims[0 .. rank - 1];
    ensures \result == ISOCAST_OK || \result == ISOCAST_E1 || \result == ISOCAST_RANK;
    ensures rank: \result == ISOCAST_RANK <==> rank > ISOCAST_MAX_RANK;
    ensures step2: B5: rank <= ISOCAST_MAX_RANK ==>
      \forall integer k; 0 <= k < rank ==> isc_axis_size{Pre}(n, inputs, rank, k, dims[k]);
    ensures E1: rank <= ISOCAST_MAX_RANK ==>
      (\result == ISOCAST_OK <==>
        \forall integer m, k; 0 <= m < n && 0 <= k < rank ==> !isc_misfit{Pre}(inputs + m, rank, k, dims[k]));
    ensures multi_3: \result == ISOCAST_OK ==> \forall integer i, m, k; 0 <= i < n && 0 <= m < n && 0 <= k < rank ==>
      isc_aligned{Pre}(inputs + i, rank, k) == 1 || isc_aligned{Pre}(inputs + m, rank, k) == 1 ||
      isc_aligned{Pre}(inputs + i, rank, k) == isc_aligned{Pre}(inputs + m, rank, k);
    ensures multi_3: \result == ISOCAST_E1 ==> \exists integer m; 0 <= m < n &&
      isc_aligned{Pre}(inputs + m, rank, fault->axis) != 1 &&
      isc_aligned{Pre}(inputs + m, rank, fault->axis) != isc_aligned{Pre}(inputs + fault->tensor, rank, fault->axis);
    ensures B6: \result == ISOCAST_E1 ==> 0 <= fault->tensor < n && 0 <= fault->axis < rank && fault->index == -1 &&
      isc_misfit{Pre}(inputs + fault->tensor, rank, fault->axis, dims[fault->axis]) &&
      (\forall integer m, k; 0 <= m < fault->tensor && 0 <= k < rank ==>
        !isc_misfit{Pre}(inputs + m, rank, k, dims[k])) &&
      (\forall integer k; 0 <= k < fault->axis ==> !isc_misfit{Pre}(inputs + fault->tensor, rank, k, dims[k]));
*/
isocast_status isocast_result_shape(isocast_idx n, const isocast_tensor *inputs, isocast_idx rank, isocast_idx *dims,
                                    isocast_fault *fault);

/* a * b, or -1 if it exceeds the limit. */
/*@ requires 0 <= a && 0 <= b && 0 <= limit;
    terminates \true;
    assigns \nothing;
    ensures \result == (a * b <= limit ? a * b : -1);
*/
isc_idx isc_product(isc_idx a, isc_idx b, isc_idx limit);

/* The number of elements of a shape, or -1 beyond the limit. Any size 0 makes it 0, whatever the others are. */
/*@ requires 0 <= rank && 1 <= limit && \valid_read(dims + (0 .. rank - 1));
    requires \forall integer k; 0 <= k < rank ==> 0 <= dims[k];
    terminates \true;
    assigns \nothing;
    ensures \result == (isc_elements(rank, dims) <= limit ? isc_elements(rank, dims) : -1);
    ensures -1 <= \result && (\result < 0 <==> limit < isc_elements(rank, dims));
    ensures \result == 0 <==> \exists integer k; 0 <= k < rank && dims[k] == 0;
*/
isc_idx isc_count(isc_idx rank, const isc_idx *dims, isc_idx limit);

/*@ requires isc_shape(tensor) && 0 <= rank && \valid_read(dims + (0 .. rank - 1)) && \valid(fault);
    requires \separated(fault, tensor) && \separated(fault, tensor->dims + (0 .. tensor->rank - 1));
    requires \separated(fault, dims + (0 .. rank - 1));
    terminates \true;
    assigns *fault;
    ensures \result == ISOCAST_OK || \result == ISOCAST_NOT_UNIDIRECTIONAL;
    ensures uni_2: \result == ISOCAST_OK <==> tensor->rank <= rank && isc_fits(tensor, rank, dims);
    ensures B6: \result != ISOCAST_OK ==> fault->tensor == number && fault->index == -1 &&
      (tensor->rank > rank ? fault->axis == 0 : 0 <= fault->axis < rank &&
        isc_misfit(tensor, rank, fault->axis, dims[fault->axis]) &&
        \forall integer k; 0 <= k < fault->axis ==> !isc_misfit(tensor, rank, k, dims[k]));
*/
isocast_status isc_unidirectional(const isocast_tensor *tensor, isc_idx number, isc_idx rank, const isc_idx *dims,
                                  isocast_fault *fault);

/* packed.c */

/* Whether two shapes of one rank are the same. */
/*@ requires 0 <= rank && \valid_read(a + (0 .. rank - 1)) && \valid_read(b + (0 .. rank - 1));
    terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> \forall integer k; 0 <= k < rank ==> a[k] == b[k];
*/
int isc_same_dims(isc_idx rank, const isc_idx *a, const isc_idx *b);

/* The bytes of so many blocks, or -1 if there are too many. */
/*@ requires 0 <= block && 0 <= size;
    terminates \true;
    assigns \nothing;
    ensures \result == -1 || (0 <= \result && \result == isc_scaled(size, block));
*/
isc_idx isc_block_bytes(isc_idx block, isc_idx size);

/* Whether every input is packed in the result's shape or a single element, and the result is packed and needed. */
/*@ requires isc_call(n, inputs, result) && isc_counted(result, elements) && (op == ISOCAST_PRELU ==> n == 2);
    terminates \true;
    assigns \nothing;
    ensures E1: uni_2: step2: \result ==> isc_shapes_agree(op, n, inputs, result);
    ensures f: \result ==> \forall integer m; 0 <= m < n ==> isc_runs(inputs + m, result, elements);
    ensures f: access: \result && elements != 0 ==> \forall integer m; 0 <= m < n ==>
      isc_one_run(inputs + m, result, elements);
    ensures \result && elements != 0 ==> isc_packed(result, isc_bytes(result->type));
*/
int isc_all_packed(isocast_op op, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result,
                   isc_idx elements);

/*@ requires \valid(operand) && \valid_read(tensor) && \separated(operand, tensor);
    terminates \true;
    assigns operand->data \from tensor->data;
    assigns operand->type, operand->swapped;
    ensures isc_taken{Pre, Post}(operand, tensor);
*/
static inline void isc_operand_set(isocast_operand *operand, const isocast_tensor *tensor)
{
    operand->data = tensor->data;
    operand->type = tensor->type;
    operand->swapped = tensor->swapped;
}

/* One axis for all elements: each operand is one run, or one element. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires 0 <= plan->elements <= PTRDIFF_MAX / 16 && plan->flat_base == 0;
    requires plan->elements != 0 ==> \forall integer m; 0 <= m < n ==> isc_one_run(inputs + m, result, plan->elements);
    terminates \true;
    assigns plan->rank, plan->dims[0], plan->flat[0], plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures plan->rank == 1 && plan->dims[0] == plan->elements && plan->flat[0] == 1;
    ensures f: access: \forall integer m; 0 <= m < n ==>
      isc_run_stride{Pre}(inputs + m, plan->elements, plan->operands[m].strides[0]);
    ensures access: plan->operands[n].strides[0] == isc_bytes(\old(result->type));
    ensures walked: plan->elements != 0 ==> isc_walked(plan, n + 1);
    ensures range: plan->elements != 0 ==> isc_flat_range(plan);
    ensures f: access: plan->elements != 0 ==> isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
    ensures taken: isc_taken{Pre, Post}(plan->operands + n, result);
    ensures taken: \forall integer m; 0 <= m < n ==> isc_taken{Pre, Post}(plan->operands + m, inputs + m);
*/
void isc_plan_packed(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result);

/* operands.c */

/* Any strides, axes flipped, ordered and merged. Returns 0 if a stride is too large. */
/*@ requires isc_call(n, inputs, result) && isc_own(plan, plan->operands, n, inputs, result);
    requires \forall integer m; 0 <= m < n ==> inputs[m].rank <= result->rank;
    requires plan->flat_base == 0 && isc_sized(result, plan->elements);
    terminates \true;
    assigns plan->rank, plan->flat_base, plan->dims[0 .. 63], plan->flat[0 .. 63];
    assigns plan->operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures \result ==> 1 <= plan->rank <= ISOCAST_MAX_RANK;
    ensures walked: \result && plan->elements != 0 ==> isc_walked(plan, n + 1);
    ensures range: \result && plan->elements != 0 && plan->indexed ==> isc_flat_range(plan);
    ensures types: \result ==> isc_types_taken{Pre, Post}(plan->operands, n, inputs, result);
    ensures f: access: \result && plan->elements != 0 ==> isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
*/
int isc_plan_strided(isocast_plan *plan, isc_idx n, const isocast_tensor *inputs, const isocast_tensor *result);

/* axes.c: a plan's axes; `count` operands, the last of which leads */

/* Flips, orders and merges: the order in which elements are visited and the number of axes change, nothing else. */
/*@ requires isc_planned(plan, count) && isc_steps_fit(plan, count) && isc_rows(plan->rank, &plan->dims[0], &plan->flat[0]);
    requires 1 <= plan->rank && plan->flat_base == 0;
    terminates \true;
    assigns plan->rank, plan->flat_base, plan->dims[0 .. plan->rank - 1], plan->flat[0 .. plan->rank - 1];
    assigns plan->operands[0 .. count - 1] \from plan->operands[0 .. count - 1];
    ensures kept: isc_operands_kept{Pre, Post}(plan, count);
    ensures 1 <= plan->rank <= \old(plan->rank);
    ensures fit: isc_steps_fit(plan, count);
    ensures elements: isc_elements(plan->rank, &plan->dims[0]) == \old(isc_elements(plan->rank, &plan->dims[0]));
    ensures indexed: plan->indexed ==> isc_flat_range(plan);
    ensures access: isc_pairs_kept{Pre, Post}(plan, count);
    ensures access: plan->indexed ==> isc_indices_kept{Pre, Post}(plan, count);
*/
void isc_axes_simplify(isocast_plan *plan, isc_idx count);

/* plan.c */

/*@ requires isc_own(plan, operands, n, inputs, result) && \valid(fault) && isc_faults_apart(fault, n, inputs, result);
    requires \separated(fault, plan) && \separated(fault, operands + (0 .. n));
    requires isc_strided(result) && \valid_read(inputs + (0 .. n - 1));
    requires \forall integer m; 0 <= m < n ==> isc_strided(inputs + m) && inputs[m].type <= 2147483647;
    terminates \true;
    assigns *plan, *fault, operands[0 .. n] \from inputs[0 .. n - 1], *result;
    ensures inputs: \result == ISOCAST_INPUTS <==> !isc_inputs(op, n);
    ensures rank: \result == ISOCAST_RANK <==> isc_inputs(op, n) && !isc_ranked{Pre}(n, inputs, result);
    ensures schema_types: \result == ISOCAST_TYPE <==>
      isc_inputs(op, n) && isc_ranked{Pre}(n, inputs, result) && !isc_types_agree{Pre}(op, n, inputs, result);
    ensures uni_1: uni_2: uni_3: prelu: \result == ISOCAST_NOT_UNIDIRECTIONAL <==>
      isc_admissible{Pre}(op, n, inputs, result) && !isc_one_way{Pre}(op, inputs, result);
    ensures E1: multi_3: \result == ISOCAST_E1 <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_one_way{Pre}(op, inputs, result) && op != ISOCAST_COPY && !isc_no_e1{Pre}(n, inputs);
    ensures step2: uni_result: \result == ISOCAST_RESULT_SHAPE <==> isc_admissible{Pre}(op, n, inputs, result) &&
      isc_one_way{Pre}(op, inputs, result) && op != ISOCAST_COPY && isc_no_e1{Pre}(n, inputs) &&
      !isc_follows{Pre}(n, inputs, result);
    ensures \result == ISOCAST_OK || \result == ISOCAST_TOO_LARGE ==>
      isc_admissible{Pre}(op, n, inputs, result) && isc_shapes_agree{Pre}(op, n, inputs, result);
    ensures \result == ISOCAST_OK ==> plan->inputs == n && plan->operands == operands &&
      plan->elements == \old(isc_elements(result->rank, result->dims)) &&
      (isc_fold(op) && n == 1 ? plan->op == ISOCAST_COPY : plan->op == op);
    ensures types: \result == ISOCAST_OK ==> isc_types_taken{Pre, Post}(operands, n, inputs, result);
    ensures walked: \result == ISOCAST_OK && plan->elements != 0 ==> isc_walked(plan, n + 1);
    ensures made: \result == ISOCAST_OK ==> isc_made(plan);
    ensures f: access: step1_access: \result == ISOCAST_OK && plan->elements != 0 ==>
      isc_pairs_taken{Pre, Post}(plan, n, inputs, result);
*/
isocast_status isocast_plan_make(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                 const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault);

/* overlap.c */

/*@ requires \valid_read(plan) && 0 <= plan->rank <= ISOCAST_MAX_RANK && 0 <= plan->inputs;
    requires \valid_read(plan->operands + (0 .. plan->inputs));
    requires plan->elements != 0 ==> \forall integer m; 0 <= m <= plan->inputs ==> isc_placed(plan, plan->operands + m);
    terminates \true;
    assigns \nothing;
    ensures -1 <= \result < plan->inputs;
    ensures none: plan->elements != 0 && \result == -1 ==> \forall integer m; 0 <= m < plan->inputs ==> isc_harmless(plan, m);
    ensures first: \result >= 0 ==> (\forall integer m; 0 <= m < \result ==> isc_harmless(plan, m)) &&
      !isc_same_place(plan, plan->operands + \result, plan->operands + plan->inputs) &&
      !isc_ranges_apart(plan, plan->operands + \result, plan->operands + plan->inputs);
*/
isocast_idx isocast_plan_overlaps(const isocast_plan *plan);

/* Whether some input is the result itself; only meaningful where isocast_plan_overlaps says -1. */
/*@ requires \valid_read(plan) && 0 <= plan->inputs && \valid_read(plan->operands + (0 .. plan->inputs));
    terminates \true;
    assigns \nothing;
    ensures \result <==> \exists integer m; 0 <= m < plan->inputs &&
      plan->operands[m].data == plan->operands[plan->inputs].data;
*/
int isc_in_place(const isocast_plan *plan);

/* gemm_make.c */
#define ISC_FIELDS(matrix) (matrix).data, (matrix).row, (matrix).column, (matrix).swapped

/*@ terminates \true;
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result <==> isc_gemm_real(type);
*/
int isc_gemm_is_real(isocast_type type);

/*@ requires \valid(gemm) && \valid(fault) && \base_addr(gemm) != \base_addr(fault);
    requires isc_strided(a) && isc_strided(b) && isc_strided(y) && (c != \null ==> isc_strided(c));
    requires isc_gemm_apart(gemm, fault, a) && isc_gemm_apart(gemm, fault, b) && isc_gemm_apart(gemm, fault, y);
    requires c != \null ==> isc_gemm_apart(gemm, fault, c);
    terminates \true;
    assigns *gemm, *fault;
    ensures schema_types: uni_2: uni_result: isc_gemm_status{Pre}(a, b, c, y, trans_a, trans_b, \result);
    ensures isc_gemm_fault{Pre, Post}(fault, a, b, c, y, trans_a, trans_b, \result);
    ensures made: \result == ISOCAST_OK ==> isc_gemm_made(gemm) && gemm->type == \old(a->type);
    ensures sizes: \result == ISOCAST_OK ==> gemm->m == isc_gemm_rows{Pre}(a, trans_a) &&
      gemm->k == isc_gemm_columns{Pre}(a, trans_a) && gemm->n == isc_gemm_columns{Pre}(b, trans_b);
    ensures a: \result == ISOCAST_OK ==> isc_gemm_taken{Pre}(ISC_FIELDS(gemm->a), a, trans_a);
    ensures b: \result == ISOCAST_OK ==> isc_gemm_taken{Pre}(ISC_FIELDS(gemm->b), b, trans_b);
    ensures y: \result == ISOCAST_OK ==> isc_gemm_taken{Pre}(ISC_FIELDS(gemm->y), y, 0);
    ensures uni_3: \result == ISOCAST_OK && isc_gemm_reads{Pre}(c, beta) ==> isc_gemm_stretched{Pre}(ISC_FIELDS(gemm->c), c);
    ensures unread: \result == ISOCAST_OK && !isc_gemm_reads{Pre}(c, beta) ==> isc_gemm_unread(ISC_FIELDS(gemm->c));
    ensures factors: \result == ISOCAST_OK ==> \eq_float(gemm->alpha, alpha) && \eq_float(gemm->beta, beta);
    ensures gemm: \result == ISOCAST_OK ==> (gemm->fractional != 0 <==>
      isc_gemm_fractional{Pre}(\old(a->type), c, alpha, beta));
    ensures \result != ISOCAST_OK ==> *gemm == \old(*gemm);
*/
isocast_status isocast_gemm_make(isocast_gemm *gemm, const isocast_tensor *a, const isocast_tensor *b,
                                 const isocast_tensor *c, const isocast_tensor *y, int trans_a, int trans_b, float alpha,
                                 float beta, isocast_fault *fault);

#endif
