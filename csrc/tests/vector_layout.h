/* Tensors of the vectors laid out in memory in forms that must not change an answer, with guards around them;
 * and when a result counts as equal. For tests only. */
#ifndef ISOCAST_VECTOR_LAYOUT_H
#define ISOCAST_VECTOR_LAYOUT_H

#include "vector_reader.h"

enum { PLAIN, SPREAD, SWAPPED, ODD_BOOL, FORMS };
enum { GUARD = 64, FILL = 0xA5 };

typedef struct { /* a tensor laid out in memory as a form says, with guards around it */
    isocast_tensor tensor;
    isocast_idx strides[ISOCAST_MAX_RANK];
    unsigned char *memory;
    size_t size;
    const vector_tensor *source;
} laid_out;

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

#endif
