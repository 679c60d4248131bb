/* The C core against the vectors made by the specification. Usage: test_vectors FOLDER [OPERATOR]
 *
 * Every case runs in several forms that must not change its answer: operands and result contiguous, spread out backwards,
 * with swapped bytes; by the plain drivers, and by the fast ones in one part and in three, with every instruction set this
 * machine has. */
#include "vector_layout.h"

typedef struct {
    const char *name;
    isocast_op op;
} named_op;

static const named_op ops[] = {
    {"Add", ISOCAST_ADD}, {"Sub", ISOCAST_SUB}, {"Mul", ISOCAST_MUL}, {"Div", ISOCAST_DIV}, {"Mod", ISOCAST_MOD},
    {"Pow", ISOCAST_POW}, {"Max", ISOCAST_MAX}, {"Min", ISOCAST_MIN}, {"Sum", ISOCAST_SUM}, {"Mean", ISOCAST_MEAN},
    {"Equal", ISOCAST_EQUAL}, {"Greater", ISOCAST_GREATER}, {"GreaterOrEqual", ISOCAST_GREATER_OR_EQUAL},
    {"Less", ISOCAST_LESS}, {"LessOrEqual", ISOCAST_LESS_OR_EQUAL}, {"And", ISOCAST_AND}, {"Or", ISOCAST_OR},
    {"Xor", ISOCAST_XOR}, {"BitwiseAnd", ISOCAST_BITWISE_AND}, {"BitwiseOr", ISOCAST_BITWISE_OR},
    {"BitwiseXor", ISOCAST_BITWISE_XOR}, {"BitShift", ISOCAST_SHIFT_LEFT}, {"PRelu", ISOCAST_PRELU},
    {"Where", ISOCAST_WHERE}, {"Expand", ISOCAST_COPY}, {"Broadcast", ISOCAST_COPY}, {"Gemm", ISOCAST_OPS},
};

enum { BY_PLAIN_DRIVERS = 0 }; /* in place of a number of parts */

static long passed, failed, foreign;
static isocast_plan plan;
static isocast_operand operands[VECTOR_TENSORS + 1];
static unsigned char room[ISOCAST_SCRATCH_BYTES + 64], *scratch;

static void report(const vector_case *one, const char *what, int form, int isa) {
    failed++;
    if (failed <= 20) fprintf(stderr, "%s %s: %s (form %d, isa %d)\n", one->op, one->attributes, what, form, isa);
}

static isocast_op find_op(const vector_case *one) {
    size_t i;
    for (i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].name, one->op) == 0) break;
    if (i == sizeof ops / sizeof *ops) return ISOCAST_OPS;
    if (strcmp(one->attributes, "fmod=1") == 0) return ISOCAST_FMOD;
    if (strcmp(one->attributes, "direction=RIGHT") == 0) return ISOCAST_SHIFT_RIGHT;
    return ops[i].op;
}

static isocast_status check_values(isocast_idx parts, isocast_fault *fault) {
    return parts == BY_PLAIN_DRIVERS ? isocast_plan_check(&plan, fault)
                                     : isocast_fast_check(&plan, scratch, ISOCAST_SCRATCH_BYTES, fault);
}

static void run_plan(isocast_idx parts) {
    isocast_idx part;
    if (parts == BY_PLAIN_DRIVERS) isocast_plan_run(&plan);
    for (part = parts - 1; part >= 0; part--) isocast_fast_run(&plan, part, parts, scratch, ISOCAST_SCRATCH_BYTES);
}

static const char *run(isocast_op op, isocast_idx n, const isocast_tensor *inputs, laid_out *result, isocast_idx parts) {
    isocast_fault fault;
    if (isocast_plan_make(&plan, op, n, inputs, &result->tensor, operands, &fault) != ISOCAST_OK) return "refused";
    if (check_values(parts, &fault) != ISOCAST_OK) return "refused for its values";
    run_plan(parts);
    if (!same_tensor(result, op)) return "wrong result";
    return untouched(result, 0) ? NULL : "wrote beside the result";
}

static const char *expect_outputs(const vector_case *one, isocast_op op, laid_out *inputs, int form, isocast_idx parts) {
    isocast_tensor tensors[VECTOR_TENSORS];
    isocast_idx i, n = strcmp(one->op, "Expand") == 0 ? 1 : one->inputs;
    const char *wrong = NULL;
    for (i = 0; i < n; i++) tensors[i] = inputs[i].tensor;
    if (op != ISOCAST_COPY && isocast_result_type(op, n, tensors) != (int)one->output[0].type) return "wrong result type";
    for (i = 0; i < one->outputs && wrong == NULL; i++) {
        laid_out result;
        lay_out(&result, &one->output[i], form);
        wrong = run(op, op == ISOCAST_COPY ? 1 : n, tensors + (op == ISOCAST_COPY ? i : 0), &result, parts);
        free(result.memory);
    }
    return wrong;
}

/* The shape Expand asks for, as a tensor without data, so that it can be broadcast with the input. */
static void shape_operand(const vector_tensor *shape, vector_tensor *target) {
    isocast_idx i;
    *target = *shape;
    target->rank = shape->elements;
    for (i = 0; i < shape->elements; i++) target->dims[i] = (isocast_idx)pattern(shape, shape->bytes + 8 * i);
}

static const char *expect_shape(const vector_case *one, isocast_op op, const isocast_tensor *tensors) {
    isocast_idx dims[ISOCAST_MAX_RANK], rank = 0, i;
    isocast_fault fault;
    for (i = 0; i < one->inputs; i++) rank = tensors[i].rank > rank ? tensors[i].rank : rank;
    if (isocast_result_shape(one->inputs, tensors, rank, dims, &fault) != ISOCAST_OK) return "no result shape";
    if (op == ISOCAST_PRELU) return NULL;
    if (rank != one->output[0].rank || memcmp(dims, one->output[0].dims, (size_t)rank * sizeof *dims) != 0)
        return "wrong result shape";
    return NULL;
}

static int fault_is(const vector_case *one, isocast_fault fault) {
    return (one->fault.tensor < 0 || one->fault.tensor == fault.tensor) &&
           (one->fault.axis < 0 || one->fault.axis == fault.axis) &&
           (one->fault.index < 0 || one->fault.index == fault.index);
}

static isocast_status expected_status(const char *kind) {
    if (strcmp(kind, "E1") == 0) return ISOCAST_E1;
    if (strcmp(kind, "unidirectional") == 0) return ISOCAST_NOT_UNIDIRECTIONAL;
    if (strcmp(kind, "type") == 0) return ISOCAST_TYPE;
    if (strcmp(kind, "shape") == 0) return ISOCAST_MATRICES;
    return strcmp(kind, "division") == 0 ? ISOCAST_DIVISION : ISOCAST_RANGE;
}

/* A refusal by the shapes is asked for where the shapes are made, any other through a plan into the broadcast shape. */
static const char *expect_refusal(const vector_case *one, isocast_op op, const isocast_tensor *tensors, int form,
                                  isocast_idx parts) {
    isocast_status status, wanted = expected_status(one->kind);
    vector_tensor target = one->input[0];
    isocast_idx i, rank = 0;
    isocast_fault fault = {-1, -1, -1};
    laid_out result;
    const char *wrong = NULL;
    for (i = 0; i < one->inputs; i++) rank = tensors[i].rank > rank ? tensors[i].rank : rank;
    target.rank = rank;
    if (wanted == ISOCAST_NOT_UNIDIRECTIONAL) target = one->input[0];
    else {
        status = isocast_result_shape(one->inputs, tensors, rank, target.dims, &fault);
        if (wanted == ISOCAST_E1) return status == ISOCAST_E1 && fault_is(one, fault) ? NULL : "E1 is not reported so";
        if (status != ISOCAST_OK) return "no result shape";
    }
    for (i = 0, target.elements = 1; i < target.rank; i++) target.elements *= target.dims[i];
    lay_out(&result, &target, form);
    status = isocast_plan_make(&plan, op, one->inputs, tensors, &result.tensor, operands, &fault);
    if (status == ISOCAST_OK) status = check_values(parts, &fault);
    if (status != wanted) wrong = "another status";
    else if (!fault_is(one, fault)) wrong = "the refusal names another place";
    else if (!untouched(&result, 1)) wrong = "wrote something though it refused";
    if (wanted == ISOCAST_TYPE && isocast_result_type(op, one->inputs, tensors) != 0) wrong = "a type for the result";
    free(result.memory);
    return wrong;
}

static float float_attribute(const vector_case *one, const char *name) {
    const char *found = strstr(one->attributes, name);
    uint32_t bits = found == NULL ? 0x3f800000u : (uint32_t)strtoul(found + strlen(name) + 1, NULL, 16);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static isocast_status check_gemm(const isocast_gemm *gemm, isocast_idx parts, isocast_fault *fault) {
    return parts == BY_PLAIN_DRIVERS ? isocast_gemm_check(gemm, fault)
                                     : isocast_fast_gemm_check(gemm, scratch, ISOCAST_SCRATCH_BYTES, fault);
}

static void run_gemm(const isocast_gemm *gemm, isocast_idx parts) {
    isocast_idx part;
    if (parts == BY_PLAIN_DRIVERS) isocast_gemm_run(gemm);
    for (part = parts - 1; part >= 0; part--) isocast_fast_gemm_run(gemm, part, parts, scratch, ISOCAST_SCRATCH_BYTES);
}

/* Gemm has a plan of its own. A refusal is tried with a result of the right size for the matrices, if they fit. */
static const char *try_gemm(const vector_case *one, const isocast_tensor *tensors, int form, isocast_idx parts) {
    int trans_a = strstr(one->attributes, "transA=1") != NULL, trans_b = strstr(one->attributes, "transB=1") != NULL;
    float alpha = float_attribute(one, "alpha"), beta = float_attribute(one, "beta");
    const isocast_tensor *c = one->inputs == 3 ? &tensors[2] : NULL;
    vector_tensor target = one->outputs ? one->output[0] : one->input[0];
    isocast_fault fault = {-1, -1, -1};
    const char *wrong = NULL;
    isocast_status status;
    isocast_gemm gemm;
    laid_out result;
    if (one->outputs == 0) {
        target.dims[0] = one->input[0].dims[trans_a];
        target.dims[1] = one->input[1].dims[!trans_b];
        target.elements = target.dims[0] * target.dims[1];
    }
    lay_out(&result, &target, form);
    status = isocast_gemm_make(&gemm, &tensors[0], &tensors[1], c, &result.tensor, trans_a, trans_b, alpha, beta, &fault);
    if (status == ISOCAST_OK) status = check_gemm(&gemm, parts, &fault);
    if (one->kind != NULL) {
        if (status != expected_status(one->kind) || !fault_is(one, fault)) wrong = "not refused so";
        else if (!untouched(&result, 1)) wrong = "wrote something though it refused";
    } else if (status != ISOCAST_OK) {
        wrong = "refused";
    } else {
        run_gemm(&gemm, parts);
        if (!same_tensor(&result, ISOCAST_OPS)) wrong = "wrong result";
        else if (!untouched(&result, 0)) wrong = "wrote beside the result";
    }
    free(result.memory);
    return wrong;
}

/* Any non-zero byte is true: as a condition and in And, Or, Xor another byte than 1 must do as well. */
static void make_bools_odd(laid_out *placed) {
    isocast_idx i;
    unsigned char *bytes = placed->tensor.data;
    for (i = 0; i < placed->source->elements; i++) bytes[i] = (unsigned char)(bytes[i] ? 0x80 | i % 7 : 0);
}

static void try_case(const vector_case *one, int form, int isa, isocast_idx parts) {
    isocast_op op = find_op(one);
    laid_out inputs[VECTOR_TENSORS];
    isocast_tensor tensors[VECTOR_TENSORS];
    vector_tensor target;
    const char *wrong = NULL;
    isocast_idx i;
    for (i = 0; i < one->inputs; i++) {
        lay_out(&inputs[i], &one->input[i], form);
        transfer(&inputs[i], one->input[i].bytes, 0);
        if (form == ODD_BOOL && one->input[i].type == ISOCAST_BOOL && !(op == ISOCAST_WHERE && i > 0))
            make_bools_odd(&inputs[i]);
        tensors[i] = inputs[i].tensor;
    }
    if (strcmp(one->op, "Expand") == 0) {
        shape_operand(&one->input[1], &target);
        tensors[1].rank = target.rank;
        tensors[1].dims = target.dims;
    }
    if (strcmp(one->op, "Gemm") == 0) wrong = try_gemm(one, tensors, form, parts);
    else if (one->kind != NULL) wrong = expect_refusal(one, op, tensors, form, parts);
    else if ((wrong = expect_shape(one, op, tensors)) == NULL) wrong = expect_outputs(one, op, inputs, form, parts);
    if (wrong == NULL) passed++;
    else report(one, wrong, form, isa);
    for (i = 0; i < one->inputs; i++) free(inputs[i].memory);
}

static int belongs_to_c(const vector_case *one) { /* what Expand's shape may be is a question for its caller */
    return !(strcmp(one->op, "Expand") == 0 && one->kind != NULL && strcmp(one->kind, "type") == 0);
}

static int is_logic(const vector_case *one) {
    isocast_op op = find_op(one);
    return one->kind == NULL && (op == ISOCAST_AND || op == ISOCAST_OR || op == ISOCAST_XOR || op == ISOCAST_WHERE);
}

static void run_line(char *line) {
    vector_case one;
    int read = vector_read_case(line, &one), form, forms, isa;
    if (read < 0) {
        failed++;
        fprintf(stderr, "a line of %s cannot be read\n", one.op);
    } else if (read == 0 || !belongs_to_c(&one)) {
        foreign++;
    } else {
        forms = is_logic(&one) ? FORMS : ODD_BOOL;
        for (form = PLAIN; form < forms; form++) try_case(&one, form, -1, BY_PLAIN_DRIVERS);
        for (isa = 3; isa >= 0; isa--) {
            isocast_set_isa(isa);
            for (form = PLAIN; form < forms; form++)
                try_case(&one, form, isa, form == PLAIN ? 1 : 3);
        }
    }
    vector_free(&one);
}

int main(int argc, char **argv) {
    size_t i;
    scratch = room + (64 - (uintptr_t)room % 64);
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: %s FOLDER [OPERATOR]\n", argv[0]);
        return 2;
    }
    for (i = 0; i < sizeof ops / sizeof *ops; i++) {
        char *text, *line, *next;
        if (argc == 3 && strcmp(argv[2], ops[i].name) != 0) continue;
        text = vector_read_file(argv[1], ops[i].name);
        if (text == NULL) {
            fprintf(stderr, "%s/%s.txt cannot be read\n", argv[1], ops[i].name);
            return 2;
        }
        for (line = text; line != NULL && *line != '\0'; line = next) {
            next = strchr(line, '\n');
            if (next != NULL) *next++ = '\0';
            if (*line != '#') run_line(line);
        }
        free(text);
    }
    printf("%ld passed, %ld failed (%ld cases are not for C: strings)\n", passed, failed, foreign);
    return failed == 0 && passed > 0 ? 0 : 1;
}
