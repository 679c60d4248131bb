/* isocast: ONNX broadcasting operators in C99. No allocation, no I/O, no global state that changes after start-up.
 *
 * Use: describe the tensors, make a plan, look at the values, run it. These drivers are plain: one element after another.
 * Every function returns a status; on any status but ISOCAST_OK nothing has been written to the result.
 */
#ifndef ISOCAST_H
#define ISOCAST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ISOCAST_MAX_RANK 64

typedef ptrdiff_t isocast_idx; /* sizes, strides, indices: signed, so that provers and compilers both follow */

typedef enum { /* numbers of onnx.TensorProto.DataType */
    ISOCAST_FLOAT = 1,
    ISOCAST_UINT8 = 2,
    ISOCAST_INT8 = 3,
    ISOCAST_UINT16 = 4,
    ISOCAST_INT16 = 5,
    ISOCAST_INT32 = 6,
    ISOCAST_INT64 = 7,
    ISOCAST_BOOL = 9,
    ISOCAST_FLOAT16 = 10,
    ISOCAST_DOUBLE = 11,
    ISOCAST_UINT32 = 12,
    ISOCAST_UINT64 = 13,
    ISOCAST_COMPLEX64 = 14,
    ISOCAST_COMPLEX128 = 15,
    ISOCAST_BFLOAT16 = 16
} isocast_type;

typedef enum {
    ISOCAST_ADD,
    ISOCAST_SUB,
    ISOCAST_MUL,
    ISOCAST_DIV,
    ISOCAST_MOD,      /* fmod = 0: the sign of the divisor */
    ISOCAST_FMOD,     /* fmod = 1: the sign of the dividend */
    ISOCAST_POW,
    ISOCAST_MAX,      /* 1 to many inputs, as are Min, Sum, Mean */
    ISOCAST_MIN,
    ISOCAST_SUM,
    ISOCAST_MEAN,
    ISOCAST_EQUAL,
    ISOCAST_GREATER,
    ISOCAST_GREATER_OR_EQUAL,
    ISOCAST_LESS,
    ISOCAST_LESS_OR_EQUAL,
    ISOCAST_AND,
    ISOCAST_OR,
    ISOCAST_XOR,
    ISOCAST_BITWISE_AND,
    ISOCAST_BITWISE_OR,
    ISOCAST_BITWISE_XOR,
    ISOCAST_SHIFT_LEFT,
    ISOCAST_SHIFT_RIGHT,
    ISOCAST_PRELU,    /* inputs X, slope; slope unidirectional to X */
    ISOCAST_WHERE,    /* inputs condition, X, Y */
    ISOCAST_COPY,     /* one input; the result's shape is the caller's: Broadcast and Expand */
    ISOCAST_OPS       /* how many there are */
} isocast_op;

typedef enum {
    ISOCAST_OK = 0,
    ISOCAST_E1,             /* clause E1: `tensor`, `axis` name the first offender in the order of clause B6 */
    ISOCAST_NOT_UNIDIRECTIONAL, /* PRelu's slope or Copy's input does not broadcast to the target: tensor, axis */
    ISOCAST_RESULT_SHAPE,   /* the result given does not have the broadcast shape */
    ISOCAST_TYPE,           /* no such (operator, types) pair in the schema */
    ISOCAST_TOO_LARGE,      /* the number of elements or bytes does not fit isocast_idx */
    ISOCAST_RANK,           /* more than ISOCAST_MAX_RANK axes */
    ISOCAST_DIVISION,       /* an integer division by zero, or 0 to a negative power: `index` */
    ISOCAST_RANGE,          /* Pow of an integer base by a float exponent out of the base's range: `index` */
    ISOCAST_INPUTS,         /* wrong number of inputs */
    ISOCAST_MATRICES        /* Gemm: `tensor` is not a matrix, or is B and has not as many rows as A' has columns */
} isocast_status;

typedef struct { /* a tensor where the caller has it: any strides, any alignment */
    unsigned char *data; /* the bytes of its first element, whatever the type: give it a void pointer */
    isocast_type type;
    int swapped; /* 1 if the bytes of each element (of each half, if complex) are in the other order */
    isocast_idx rank;
    const isocast_idx *dims;
    const isocast_idx *strides; /* in bytes; may be negative or zero */
} isocast_tensor;

typedef struct { /* what a refusal is about; fields that do not apply are -1 */
    isocast_idx tensor;
    isocast_idx axis;  /* from 0, after alignment */
    isocast_idx index; /* flat, row-major index into the result: the first such */
} isocast_fault;

typedef struct { /* one operand as the plan sees it, axes merged; strides in bytes, 0 on stretched axes */
    unsigned char *data;
    isocast_idx strides[ISOCAST_MAX_RANK];
    isocast_type type;
    int swapped;
} isocast_operand;

typedef struct isocast_plan isocast_plan;

/* The result shape of `n` tensors under multidirectional broadcasting (onnx reading of size 0).
 * `rank` must be the largest rank; dims has room for it. ISOCAST_OK, ISOCAST_E1 or ISOCAST_RANK. Clauses: step1, step2, E1, B5, B6. */
isocast_status isocast_result_shape(isocast_idx n, const isocast_tensor *inputs, isocast_idx rank, isocast_idx *dims,
                                    isocast_fault *fault);

/* The element type of the result, or 0 if no schema allows these input types. */
int isocast_result_type(isocast_op op, isocast_idx n, const isocast_tensor *inputs);

/* Makes the plan of one call. `operands` has room for n + 1 (the result is the last). Checks everything but the values.
 * The tensors' data pointers are taken over into the plan; their dims and strides are not kept.
 *
 * The caller sees to it that n tensors and the result can be read, with as many dims and strides as their rank says, no
 * rank or size negative; that the plan, n + 1 operands and the fault can be written; and that these three are objects of
 * their own, so that no tensor's description, dims or strides lie in them, nor one of them in another. Elements are not
 * touched: whether their memory is there matters only to what runs the plan.
 *
 * At ISOCAST_OK, operand m and the result (operand n) have elements at the same index of the plan's axes exactly where
 * the m-th tensor and the result have them at the same index of the result's shape, by clause f.
 *
 * The first of these that holds is returned: ISOCAST_INPUTS, ISOCAST_RANK, ISOCAST_TYPE, ISOCAST_NOT_UNIDIRECTIONAL,
 * ISOCAST_E1, ISOCAST_RESULT_SHAPE, ISOCAST_TOO_LARGE (more than PTRDIFF_MAX / 16 elements, or a stride that cannot be
 * multiplied by the size of its axis). */
isocast_status isocast_plan_make(isocast_plan *plan, isocast_op op, isocast_idx n, const isocast_tensor *inputs,
                                 const isocast_tensor *result, isocast_operand *operands, isocast_fault *fault);

/* The number of the first input that overlaps the result otherwise than exactly, or -1. At -1 each input is the result
 * itself (same memory, same strides, same size of element), or lies wholly before or after it, or beside it: all strides
 * of both are multiples of one step, and within each step the elements of the two have bytes of their own (two columns
 * of a matrix, even and odd elements). Each operand must lie in memory, from its first byte to its last. */
isocast_idx isocast_plan_overlaps(const isocast_plan *plan);

/* Looks at the values where the operator can fail (integer Div, Mod, Pow); writes no element. `fault` names the first
 * flat index. ISOCAST_OK, ISOCAST_DIVISION or ISOCAST_RANGE. Clauses: int-div, mod, pow-int
 *
 * Asked of the caller: the plan and its operands are as isocast_plan_make left them, where it said ISOCAST_OK; every
 * element of both inputs can be read; `fault` can be written and lies neither in the plan nor in its operands. */
isocast_status isocast_plan_check(const isocast_plan *plan, isocast_fault *fault);

/* Computes a plan that has been checked: every element of the result from the inputs' elements at its position. Writes
 * nothing else.
 *
 * Asked of the caller: the plan and its operands are as isocast_plan_make left them, where it said ISOCAST_OK; every
 * element of the inputs can be read and of the result be written, and no write reaches the plan or its operands; no two
 * elements of the result share a byte; no input's element shares one with an element of the result that is computed
 * before it. The last holds if an input is exactly the result (same memory, same strides) or apart from it; any other
 * overlap (isocast_plan_overlaps) must be removed by the caller. */
void isocast_plan_run(const isocast_plan *plan);

struct isocast_plan { /* filled by isocast_plan_make; read-only to callers */
    isocast_op op;
    isocast_idx inputs;
    isocast_idx rank; /* after merging; at least 1 */
    isocast_idx dims[ISOCAST_MAX_RANK];
    isocast_idx elements; /* of the result; 0 is legal, and nothing runs */
    isocast_operand *operands;
    int indexed;                        /* 1 if the values are checked, and a refusal names a flat index */
    isocast_idx flat_base;              /* flat index of the first element in plan order, and what one step along */
    isocast_idx flat[ISOCAST_MAX_RANK]; /* each axis adds to it; set only where `indexed` */
};

typedef struct { /* a matrix where the caller has it; strides in bytes, of any sign, 0 where C is stretched */
    unsigned char *data;
    isocast_idx row, column;
    int swapped;
} isocast_matrix;

typedef struct { /* y = alpha * a * b + beta * c; filled by isocast_gemm_make; read-only to callers */
    isocast_type type;
    isocast_idx m, n, k;
    isocast_matrix a, b, c, y; /* a and b already transposed where that was asked; c.data is NULL if c is not read */
    float alpha, beta;
    int fractional; /* integers, and a factor that is not one: computed in double and truncated */
} isocast_gemm;

/* Makes a Gemm of tensors: A and B matrices, C unidirectional to (M, N) or NULL, Y of shape (M, N), all of one type.
 * Checks everything but the values; a refusal leaves `gemm` as it was. The tensors' data pointers are taken over; their
 * dims and strides are not kept. ISOCAST_OK, ISOCAST_TYPE, ISOCAST_MATRICES, ISOCAST_NOT_UNIDIRECTIONAL,
 * ISOCAST_RESULT_SHAPE, or ISOCAST_TOO_LARGE; `fault` numbers A, B, C, Y from 0.
 * The caller's part: sizes are not negative, every dims and strides has as many entries as the rank says, and `gemm` and
 * `fault` are memory of their own. Data is not looked at here. */
isocast_status isocast_gemm_make(isocast_gemm *gemm, const isocast_tensor *a, const isocast_tensor *b,
                                 const isocast_tensor *c, const isocast_tensor *y, int trans_a, int trans_b, float alpha,
                                 float beta, isocast_fault *fault);

/* Looks for results out of the type's range, where a factor is fractional; writes nothing but `fault`, which names the
 * first flat index. ISOCAST_OK or ISOCAST_RANGE.
 * The caller's part: a Gemm that isocast_gemm_make has made, and every element of A, B and C can still be read. */
isocast_status isocast_gemm_check(const isocast_gemm *gemm, isocast_fault *fault);

/* Computes a Gemm: each element is ((0 + (alpha * a) * b) + ...) + beta * c, from the first of K to the last, rounded to
 * the type at every step (16-bit floats to float, and once to the type at the end). A result out of range that was not
 * checked for is 0.
 * The caller's part: a Gemm that isocast_gemm_make has made; every element of A, B and C can be read and every one of Y
 * written; no two elements of Y share a byte; Y shares none with A or B, nor with C unless C is exactly Y, the same
 * elements at the same places. */
void isocast_gemm_run(const isocast_gemm *gemm);

#ifdef __cplusplus
}
#endif
#endif
