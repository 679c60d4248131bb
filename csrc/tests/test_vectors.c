/* The C core against the vectors made by the specification. Usage: test_vectors FOLDER [OPERATOR]
 *
 * Every case runs in several forms that must not change its answer: operands and result contiguous, spread out backwards,
 * with swapped bytes; in one part and in three; with every instruction set this machine has. */
#include "vector_reader.h"

enum { PLAIN, SPREAD, SWAPPED, ODD_BOOL, FORMS };
enum { GUARD = 64, FILL = 0xA5 };

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
    {"Where", ISOCAST_WHERE}, {"Expand", ISOCAST_COPY}, {"Broadcast", ISOCAST_COPY},
};

static long passed, failed, foreign;
static isocast_plan plan;
static isocast_operand operands[VECTOR_TENSORS + 1];
static unsigned char room[ISOCAST_SCRATCH_BYTES + 64], *scratch;

typedef struct { /* a tensor laid out in memory as a form says, with guards around it */
    isocast_tensor tensor;
    isocast_idx strides[ISOCAST_MAX_RANK];
    unsigned char *memory;
    size_t size;
    const vector_tensor *source;
} laid_out;

static void report(const vector_case *one, const char *what, int form, int isa) {
    failed++;
    if (failed <= 20) fprintf(stderr, "%s %s: %s (form %d, isa %d)\n", one->op, one->attributes, what, form, isa);
}

/* Moves the elements of `source` to (or back from) the places of a laid-out tensor. */
static void transfer(const laid_out *placed, unsigned char *bytes, int back) {
    const vector_tensor *source = placed->source;
    isocast_idx index[ISOCAST_MAX_RANK] = {0}, element, axis;
    for (element = 0; element < source->elements; element++) {
        unsigned char *place = placed->tensor.data, *flat = bytes + element * source->width;
        int b;
        for (axis = 0; axis < source->rank; axis++) place += index[axis] * placed->strides[axis];
        for (b = 0; b < source->width; b++) {
            int other = placed->tensor.swapped ? b - b % source->part + source->part - 1 - b % source->part : b;
            if (back) flat[b] = place[other];
            else place[other] = flat[b];
        }
        for (axis = source->rank - 1; axis >= 0 && ++index[axis] == source->dims[axis]; axis--) index[axis] = 0;
    }
}

static void lay_out(laid_out *placed, const vector_tensor *source, int form) {
    isocast_idx step = source->width * (form == SPREAD ? 2 : 1), axis, start = 0;
    placed->source = source;
    placed->size = 2 * GUARD + 2 * (size_t)((source->elements + 1) * source->width);
    placed->memory = malloc(placed->size);
    memset(placed->memory, FILL, placed->size);
    for (axis = source->rank - 1; axis >= 0; axis--) {
        placed->strides[axis] = form == SPREAD ? -step : step;
        if (form == SPREAD && source->elements > 0) start += step * (source->dims[axis] - 1);
        step *= source->dims[axis];
    }
    placed->tensor.data = placed->memory + GUARD + start + (form == SPREAD ? 1 : 0); /* spread out is unaligned too */
    placed->tensor.type = source->type;
    placed->tensor.swapped = form == SWAPPED && source->part > 1;
    placed->tensor.rank = source->rank;
    placed->tensor.dims = source->dims;
    placed->tensor.strides = placed->strides;
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

static uint64_t pattern(const vector_tensor *tensor, const unsigned char *bytes) {
    uint64_t value = 0;
    int b;
    for (b = 0; b < tensor->width; b++) {
        int place = vector_big_endian() ? b : tensor->width - 1 - b;
        value = value << 8 | bytes[place];
    }
    return value;
}

/* Whether two elements are equal as the vectors understand it: bits, any NaN for a NaN, Pow within one unit. */
static int same_element(const vector_tensor *tensor, isocast_op op, const unsigned char *x, const unsigned char *y) {
    uint64_t sign, infinity, a, b;
    if (memcmp(x, y, (size_t)tensor->width) == 0) return 1;
    if (op == ISOCAST_WHERE || op == ISOCAST_COPY) return 0;
    switch (tensor->type) {
    case ISOCAST_FLOAT16: infinity = 0x7c00u; break;
    case ISOCAST_BFLOAT16: infinity = 0x7f80u; break;
    case ISOCAST_FLOAT: infinity = 0x7f800000u; break;
    case ISOCAST_DOUBLE: infinity = (uint64_t)0x7ff00000u << 32; break;
    default: return 0;
    }
    sign = (uint64_t)1 << (8 * tensor->width - 1);
    a = pattern(tensor, x);
    b = pattern(tensor, y);
    if ((a & ~sign) > infinity || (b & ~sign) > infinity) return (a & ~sign) > infinity && (b & ~sign) > infinity;
    return op == ISOCAST_POW && (a & sign) == (b & sign) && (a > b ? a - b : b - a) <= 1;
}

static int same_tensor(const laid_out *result, isocast_op op) {
    const vector_tensor *expected = result->source;
    unsigned char *got = malloc((size_t)(expected->elements * expected->width) + 1);
    isocast_idx i;
    int same = 1;
    transfer(result, got, 1);
    for (i = 0; i < expected->elements && same; i++)
        same = same_element(expected, op, expected->bytes + i * expected->width, got + i * expected->width);
    free(got);
    return same;
}

/* Whether nothing outside the places of the result was written; with `whole`, nothing at all. */
static int untouched(laid_out *result, int whole) {
    size_t i, elements = (size_t)(result->source->elements * result->source->width);
    unsigned char *marks;
    int same = 1;
    if (!whole) { /* fill the places again: what is left over must still be the filling */
        marks = malloc(elements + 1);
        memset(marks, FILL, elements + 1);
        transfer(result, marks, 0);
        free(marks);
    }
    for (i = 0; i < result->size; i++) same &= result->memory[i] == FILL;
    return same;
}

static const char *run(isocast_op op, isocast_idx n, const isocast_tensor *inputs, laid_out *result, isocast_idx parts) {
    isocast_fault fault;
    isocast_idx part;
    if (isocast_plan_make(&plan, op, n, inputs, &result->tensor, operands, &fault) != ISOCAST_OK) return "refused";
    if (isocast_plan_check(&plan, scratch, &fault) != ISOCAST_OK) return "refused for its values";
    for (part = parts - 1; part >= 0; part--) isocast_plan_run(&plan, part, parts, scratch);
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
    return strcmp(kind, "division") == 0 ? ISOCAST_DIVISION : ISOCAST_RANGE;
}

/* A refusal by the shapes is asked for where the shapes are made, any other through a plan into the broadcast shape. */
static const char *expect_refusal(const vector_case *one, isocast_op op, const isocast_tensor *tensors, int form) {
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
    if (status == ISOCAST_OK) status = isocast_plan_check(&plan, scratch, &fault);
    if (status != wanted) wrong = "another status";
    else if (!fault_is(one, fault)) wrong = "the refusal names another place";
    else if (!untouched(&result, 1)) wrong = "wrote something though it refused";
    if (wanted == ISOCAST_TYPE && isocast_result_type(op, one->inputs, tensors) != 0) wrong = "a type for the result";
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
    if (one->kind != NULL) wrong = expect_refusal(one, op, tensors, form);
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
    int read = vector_read_case(line, &one), form, isa;
    if (read < 0) {
        failed++;
        fprintf(stderr, "a line of %s cannot be read\n", one.op);
    } else if (read == 0 || !belongs_to_c(&one)) {
        foreign++;
    } else {
        for (isa = 2; isa >= 0; isa--) {
            isocast_set_isa(isa);
            for (form = PLAIN; form < (is_logic(&one) ? FORMS : ODD_BOOL); form++)
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
