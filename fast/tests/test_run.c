/* Runs plans over generated operators, types, shapes and layouts, by the fast drivers and by the plain ones, and compares
 * with one element at a time. */
#include "trials.h"

static const isocast_type all_types[] = {
    ISOCAST_FLOAT,   ISOCAST_UINT8,  ISOCAST_INT8,   ISOCAST_UINT16, ISOCAST_INT16,
    ISOCAST_INT32,   ISOCAST_INT64,  ISOCAST_BOOL,   ISOCAST_FLOAT16, ISOCAST_DOUBLE,
    ISOCAST_UINT32,  ISOCAST_UINT64, ISOCAST_COMPLEX64, ISOCAST_COMPLEX128, ISOCAST_BFLOAT16};

static void choose_shape(trial *t, isc_idx limit)
{
    isc_idx count = 1;
    t->rank = harness_chance(40) ? ISOCAST_MAX_RANK : harness_between(0, 6);
    for (isc_idx axis = 0; axis < t->rank; axis++) {
        const isc_idx most = limit / count < 1 ? 1 : limit / count;
        isc_idx size = harness_chance(3) ? harness_between(1, 40) : harness_between(1, 5);
        if (harness_chance(8)) size = harness_between(1, 3000);
        if (harness_chance(60)) size = 0;
        if (t->rank == ISOCAST_MAX_RANK) size = harness_chance(6) ? 2 : 1;
        t->dims[axis] = size < most ? size : most;
        if (t->dims[axis] > 0) count *= t->dims[axis];
    }
}

/* Input m: the result's shape, or that with axes stretched and leading ones left out. */
static void choose_input(trial *t, isc_idx m, isocast_type type, int full, layout_kind kind)
{
    layout *made = &t->input[m];
    isc_idx skip = full ? 0 : harness_between(0, 2);
    while (skip > 0 && (skip > t->rank || t->dims[skip - 1] == 0)) skip--;
    for (isc_idx axis = skip; axis < t->rank; axis++) {
        const int stretched = !full && harness_chance(3);
        made->dims[axis - skip] = stretched ? 1 : t->dims[axis];
    }
    layout_make(made, type, t->rank - skip, kind, 1);
    t->tensors[m] = made->tensor;
    fill(made);
}

static int choose_types(trial *t, isocast_type *types)
{
    isocast_tensor probe[MOST_INPUTS];
    const isc_idx count = (isc_idx)(sizeof all_types / sizeof all_types[0]);
    for (int attempt = 0; attempt < 200; attempt++) {
        const isocast_type type = all_types[harness_between(0, count - 1)];
        for (isc_idx m = 0; m < t->n; m++) types[m] = type;
        if (t->op == ISOCAST_WHERE) types[0] = ISOCAST_BOOL;
        if (t->op == ISOCAST_POW) types[1] = all_types[harness_between(0, count - 1)];
        for (isc_idx m = 0; m < t->n; m++) probe[m].type = types[m];
        const int result = isocast_result_type(t->op, t->n, probe);
        const int computed = t->op == ISOCAST_COPY || t->op == ISOCAST_WHERE ||
                             isc_kernel_find(t->op, types[0], types[t->n - 1], &t->kernel);
        if (result && computed) return result;
    }
    return 0;
}

/* The result lies in the memory of an input of its shape and size of element, if that input has no stretched axis. */
static int place_result(trial *t, isocast_type type, isc_idx full)
{
    const layout *input = &t->input[full];
    if (isc_type_bytes(type) != isc_type_bytes(input->tensor.type)) return 0;
    for (isc_idx axis = 0; axis < t->rank; axis++) {
        if (input->strides[axis] == 0 && t->dims[axis] > 1) return 0;
    }
    const int swapped = t->result.tensor.swapped;
    free(t->result.memory);
    t->result = *input;
    t->result.tensor.type = type;
    t->result.tensor.swapped = swapped;
    t->result.tensor.dims = t->result.dims;
    t->result.tensor.strides = t->result.strides;
    for (isc_idx m = 0; m < t->n; m++) { /* and sometimes it is every input at once */
        if (harness_chance(3) && t->tensors[m].type == input->tensor.type) t->tensors[m] = input->tensor;
    }
    return 1;
}

/* The input that has the result's shape, or -1 where none needs to. */
static isc_idx choose_full(const trial *t)
{
    if (t->op == ISOCAST_PRELU) return 0;
    if (t->op == ISOCAST_COPY) return harness_chance(3) ? 0 : -1;
    return harness_between(0, t->n - 1);
}

static void begin(trial *t, isocast_op op, isc_idx n, isc_idx rank)
{
    memset(&t->kernel, 0, sizeof t->kernel);
    t->op = op;
    t->n = n;
    t->rank = rank;
}

static isc_idx choose_count(isocast_op op)
{
    if (isc_is_fold(op)) return harness_between(1, MOST_INPUTS);
    return op == ISOCAST_COPY ? 1 : op == ISOCAST_WHERE ? 3 : 2;
}

/* Stores past the cache, in whatever order, are for large results, and right for any; so is asking for memory early. */
static void choose_memory(int some)
{
    isc_memory memory = {.stream = 1 << 24, .far = 1 << 22, .ahead = 1024};
    if (harness_chance(some)) memory.stream = 1;
    if (harness_chance(some)) memory.far = 1;
    memory.apart = harness_chance(2) ? 1 : ISC_STREAM_PAGE;
    memory.soon = harness_chance(2) ? 4096 : 0;
    memory.apart_ahead = harness_chance(2) ? 8192 : 0;
    memory.some = harness_chance(2);
    memory.lines = memory.some && harness_chance(2);
    memory.whole = harness_chance(2) ? 1 << 24 : 0;
    memory.turn = harness_between(16, 5000);
    isc_memory_as_if(memory);
}

/* One case of an operator over a shape already chosen; `types` with their result. */
static void try_shape(trial *t, const isocast_type *types, isocast_type result, layout_kind kind)
{
    const isc_idx full = choose_full(t);
    for (isc_idx m = 0; m < t->n; m++) choose_input(t, m, types[m], m == full, kind);
    memcpy(t->result.dims, t->dims, sizeof t->dims);
    layout_make(&t->result, result, t->rank, kind, 0);
    layout_fill(&t->result);
    const int placed = full >= 0 && harness_chance(4) && place_result(t, result, full);
    choose_memory(3);
    check_trial(t);
    if (!placed) free(t->result.memory);
    for (isc_idx m = 0; m < t->n; m++) free(t->input[m].memory);
}

/* A shape that makes panels, if an input is transposed: the last axis is long. */
static void choose_matrix(trial *t)
{
    t->rank = harness_between(2, 3);
    for (isc_idx axis = 0; axis < t->rank; axis++) t->dims[axis] = harness_between(1, t->rank == 2 ? 80 : 9);
    t->dims[t->rank - 1] = harness_between(60, 300);
}

/* A few rows that are worth a kernel call each, and too short to go past the cache alone; or more that are shorter; or fewer that are
 * longer than a block of scratch. */
static void choose_rows(trial *t)
{
    const int more = harness_chance(2);
    t->rank = more ? 3 : 2;
    if (!more && harness_chance(4)) {
        t->dims[0] = harness_between(2, 8);
        t->dims[1] = harness_between(2000, 5000);
        return;
    }
    t->dims[0] = harness_between(1, 3);
    t->dims[t->rank - 2] = harness_between(2, more ? 150 : 40);
    t->dims[t->rank - 1] = more ? harness_between(30, 260) : harness_between(100, 1500);
}

/* One case of any operator; limit 0 asks for matrices, -1 for rows. */
static void try_any(isc_idx limit)
{
    static const isocast_op often[] = {ISOCAST_WHERE, ISOCAST_COPY, ISOCAST_POW};
    trial t;
    isocast_type types[MOST_INPUTS];
    const isocast_op op = harness_chance(4) ? often[harness_between(0, 2)] : (isocast_op)harness_between(0, ISOCAST_OPS - 1);
    begin(&t, op, choose_count(op), 0);
    const int result = choose_types(&t, types);
    CHECK(result != 0, "op %d has no types", t.op);
    if (result == 0) return;
    if (limit > 0) {
        choose_shape(&t, limit);
    } else if (limit == 0) {
        choose_matrix(&t);
    } else {
        choose_rows(&t);
    }
    const layout_kind kinds[] = {LAYOUT_PACKED, LAYOUT_WILD, (layout_kind)harness_between(0, 2)};
    try_shape(&t, types, (isocast_type)result, kinds[limit < 0 ? 0 : limit == 0 ? 1 : 2]);
}

/* Results beyond the size from which stores go past the cache, at any alignment. */
static void try_large(isocast_op op, isc_idx n, isocast_type type, isc_idx rows, isc_idx columns, layout_kind kind)
{
    trial t;
    isocast_type types[MOST_INPUTS];
    isocast_tensor probe[MOST_INPUTS];
    begin(&t, op, n, 2);
    t.dims[0] = rows;
    t.dims[1] = columns;
    for (isc_idx m = 0; m < n; m++) probe[m].type = types[m] = op == ISOCAST_WHERE && m == 0 ? ISOCAST_BOOL : type;
    if (op != ISOCAST_COPY && op != ISOCAST_WHERE) isc_kernel_find(op, type, type, &t.kernel);
    try_shape(&t, types, (isocast_type)isocast_result_type(op, n, probe), kind);
}

/* An input of one axis whose elements are every other word, with nothing behind the last. */
static void make_others(layout *made, isocast_type type)
{
    const isc_idx n = made->dims[0];
    made->dims[0] = 2 * n - 1;
    layout_make(made, type, 1, LAYOUT_PACKED, 0);
    made->dims[0] = n;
    made->strides[0] *= 2;
}

/* One case whose inputs' dims are already chosen, mostly in a row, or else every other word. */
static void try_dims(trial *t, const isocast_type *types, isocast_type result)
{
    for (isc_idx m = 0; m < t->n; m++) {
        if (t->rank == 1 && harness_chance(2)) {
            make_others(&t->input[m], types[m]);
        } else {
            layout_make(&t->input[m], types[m], t->rank, harness_chance(4) ? LAYOUT_WILD : LAYOUT_PACKED, 1);
        }
        t->tensors[m] = t->input[m].tensor;
        fill(&t->input[m]);
    }
    memcpy(t->result.dims, t->dims, sizeof t->dims);
    layout_make(&t->result, result, t->rank, harness_chance(4) ? LAYOUT_WILD : LAYOUT_PACKED, 0);
    layout_fill(&t->result);
    choose_memory(4);
    check_trial(t);
    free(t->result.memory);
    for (isc_idx m = 0; m < t->n; m++) free(t->input[m].memory);
}

/* Those that kernels take an element for eight of, and then those that they only take every other word of. */
static const isocast_op apart_ops[] = {ISOCAST_ADD, ISOCAST_SUB, ISOCAST_MUL, ISOCAST_DIV, ISOCAST_MAX, ISOCAST_MIN, ISOCAST_PRELU,
                                       ISOCAST_EQUAL, ISOCAST_GREATER, ISOCAST_LESS_OR_EQUAL};
enum { EIGHTH_OPS = 7, APART_OPS = 10 };

/* Every other word of some inputs: those that kernels take where they lie, and all that may prevent it. */
static void try_others(void)
{
    trial t;
    isocast_type types[MOST_INPUTS];
    begin(&t, apart_ops[harness_between(0, APART_OPS - 1)], 2, 1);
    t.dims[0] = harness_between(1, harness_chance(2) ? 300 : 6000);
    const isocast_type result = (isocast_type)choose_types(&t, types);
    for (isc_idx m = 0; m < 2; m++) t.input[m].dims[0] = t.dims[0];
    try_dims(&t, types, result);
}

/* Many of them, mostly divided, so that values are looked at first: what is laid out of a tile fits into the scratch there is. */
static void try_many_others(void)
{
    trial t;
    isocast_type types[MOST_INPUTS];
    begin(&t, harness_chance(3) ? apart_ops[harness_between(0, APART_OPS - 1)] : ISOCAST_DIV, 2, 1);
    t.dims[0] = harness_between(20000, 60000);
    const isocast_type result = (isocast_type)choose_types(&t, types);
    for (isc_idx m = 0; m < 2; m++) t.input[m].dims[0] = t.dims[0];
    try_dims(&t, types, result);
}

/* Rows of eight, for each of which one input has an element: the kernels that need no layout, and all that may prevent them. */
static void try_eights(void)
{
    trial t;
    isocast_type types[MOST_INPUTS];
    const isocast_op op = harness_chance(4) ? ISOCAST_SUM : harness_chance(4) ? ISOCAST_MEAN : apart_ops[harness_between(0, EIGHTH_OPS - 1)];
    begin(&t, op, isc_is_fold(op) && harness_chance(2) ? 3 : 2, 2);
    t.dims[0] = harness_between(2, 1500);
    t.dims[1] = harness_chance(4) ? harness_between(7, 9) : 8;
    const isocast_type result = (isocast_type)choose_types(&t, types);
    const isc_idx whole = t.op == ISOCAST_PRELU ? 0 : harness_between(0, t.n - 1);
    for (isc_idx m = 0; m < t.n; m++) {
        t.input[m].dims[0] = t.dims[0];
        t.input[m].dims[1] = m == whole || (t.n == 3 && harness_chance(3)) ? t.dims[1] : 1;
    }
    try_dims(&t, types, result);
}

/* Many short rows, all alike in one input: those that a kernel takes some at a time, or that are copied as they are. */
static void try_repeated(void)
{
    static const isocast_op ops[] = {ISOCAST_ADD, ISOCAST_SUB, ISOCAST_DIV, ISOCAST_MAX, ISOCAST_LESS, ISOCAST_SUM, ISOCAST_WHERE,
                                     ISOCAST_COPY};
    trial t;
    isocast_type types[MOST_INPUTS];
    const isocast_op op = ops[harness_between(0, 7)];
    begin(&t, op, op == ISOCAST_COPY ? 1 : op == ISOCAST_WHERE || isc_is_fold(op) ? 3 : 2, 3);
    t.dims[0] = harness_between(1, 2);
    t.dims[1] = harness_between(10, 800);
    const isocast_type result = (isocast_type)choose_types(&t, types);
    const isc_idx most = 1024 / isc_type_bytes(result);
    t.dims[2] = harness_between(harness_chance(2) ? most / 2 : 16, most < 600 ? most : 600);
    const isc_idx whole = harness_between(0, t.n - 1), repeated = (whole + 1) % t.n;
    for (isc_idx m = 0; m < t.n; m++) {
        memcpy(t.input[m].dims, t.dims, sizeof t.dims);
        if (m == repeated || (m != whole && harness_chance(2))) t.input[m].dims[1] = 1;
        if (m != whole && m != repeated && harness_chance(2)) t.input[m].dims[2] = 1;
    }
    try_dims(&t, types, result);
}

/* One element for rows of some kilobytes, in a result of some megabytes: how the last cache is filled, where lines are written whole. */
static void try_fill(isocast_type type)
{
    trial t;
    begin(&t, ISOCAST_COPY, 1, 2);
    t.dims[0] = harness_between(700, 900);
    t.dims[1] = harness_between(5000, 5200) / isc_type_bytes(type);
    t.input[0].dims[0] = harness_chance(2) ? 1 : t.dims[0];
    t.input[0].dims[1] = 1;
    try_dims(&t, &type, type);
}

/* Some copies of one row of up to 40 kilobytes: how a result beyond the caches is copied from itself. */
static void try_copies(isocast_type type)
{
    trial t;
    begin(&t, ISOCAST_COPY, 1, 2);
    t.dims[0] = harness_between(2, 12);
    t.dims[1] = (harness_chance(2) ? harness_between(200, 33000) : harness_between(33000, 40000)) / isc_type_bytes(type);
    t.input[0].dims[0] = 1;
    t.input[0].dims[1] = t.dims[1];
    try_dims(&t, &type, type);
}

/* Comparisons of long rows, of which some go past the caches by themselves. */
static void try_compared(void)
{
    static const isocast_op ops[] = {ISOCAST_EQUAL, ISOCAST_GREATER, ISOCAST_GREATER_OR_EQUAL, ISOCAST_LESS, ISOCAST_LESS_OR_EQUAL};
    trial t;
    isocast_type types[MOST_INPUTS];
    begin(&t, ops[harness_between(0, 4)], 2, 2);
    t.dims[0] = harness_between(1, 3);
    t.dims[1] = harness_between(900, 5000);
    const isocast_type result = (isocast_type)choose_types(&t, types);
    for (isc_idx m = 0; m < 2; m++) {
        memcpy(t.input[m].dims, t.dims, sizeof t.dims);
        if (harness_chance(3)) t.input[m].dims[harness_between(0, 1)] = 1;
    }
    for (isc_idx axis = 0; axis < 2; axis++) {
        if (t.input[0].dims[axis] == 1 && t.input[1].dims[axis] == 1) t.dims[axis] = 1;
    }
    try_dims(&t, types, result);
}

/* Which calls go through their parts forwards: those that read much, in order, where lines are written as a whole. */
static void check_forwards(void)
{
    const isc_idx dims[] = {300, 300}, lying[] = {1200, 4}, across[] = {4, 1200};
    static unsigned char memory[3][300 * 300 * 4];
    for (int i = 0; i < 16; i++) {
        const isc_memory cpu = {.stream = i & 1 ? 1000000 : 700000, .lines = i >> 1 & 1};
        const int transposed = i >> 2 & 1, row = i >> 3 & 1;
        const isocast_tensor result = {.data = memory[2], .type = ISOCAST_FLOAT, .rank = 2, .dims = dims, .strides = lying};
        const isocast_tensor inputs[] = {
            {.data = memory[0], .type = ISOCAST_FLOAT, .rank = 2, .dims = dims, .strides = transposed ? across : lying},
            {.data = memory[1], .type = ISOCAST_FLOAT, .rank = row ? 1 : 2, .dims = dims, .strides = row ? lying + 1 : lying}};
        isocast_operand operands[3];
        isocast_plan plan;
        isocast_fault fault;
        isc_memory_as_if(cpu);
        CHECK(isocast_plan_make(&plan, ISOCAST_ADD, 2, inputs, &result, operands, &fault) == ISOCAST_OK, "plan %d", i);
        CHECK(isocast_fast_forwards(&plan) == (!(i & 1) && cpu.lines && !transposed && !row), "forwards %d", i);
    }
}

int main(int argc, char **argv)
{
    static const isocast_type sizes[] = {ISOCAST_BOOL, ISOCAST_FLOAT16, ISOCAST_FLOAT, ISOCAST_INT64};
    const long trials = argc > 2 ? atol(argv[2]) : 8000;
    if (argc > 3) harness_state = strtoull(argv[3], NULL, 0);
    for (long i = 0; i < trials; i++) {
        isocast_set_isa((int)harness_between(-1, ISC_LEVELS - 1));
        try_any(i % 10 == 0 ? 30000 : i % 10 == 1 ? 0 : i % 10 == 2 ? -1 : i % 2 ? 1500 : 60);
    }
    for (long i = 0; i < trials / 10; i++) {
        isocast_set_isa((int)harness_between(-1, ISC_LEVELS - 1));
        try_eights();
        try_others();
        if (i % 3 == 0) try_repeated();
        if (i % 3 == 1) try_compared();
    }
    isocast_set_isa(-1);
    check_forwards();
    try_large(ISOCAST_ADD, 2, ISOCAST_UINT8, 2053, 2049, LAYOUT_ORDERED);
    try_large(ISOCAST_ADD, 2, ISOCAST_FLOAT16, 1501, 1500, LAYOUT_WILD);
    try_large(ISOCAST_SUM, 3, ISOCAST_DOUBLE, 701, 799, LAYOUT_ORDERED);
    try_large(ISOCAST_WHERE, 3, ISOCAST_COMPLEX128, 300000, 1, LAYOUT_ORDERED);
    try_large(ISOCAST_COPY, 1, ISOCAST_INT32, 350001, 3, LAYOUT_ORDERED);
    try_large(ISOCAST_COPY, 1, ISOCAST_INT64, 600, 1000, LAYOUT_WILD);
    for (int i = 0; i < 400; i++) try_many_others();
    for (int i = 0; i < 40; i++) try_fill(sizes[i % 4]);
    for (int i = 0; i < 200; i++) try_copies(sizes[i % 4]);
    return harness_report();
}
