/* Reads the test vectors of vectors/: the format is described in vectors/README.md. For tests only: it allocates. */
#ifndef ISOCAST_VECTOR_READER_H
#define ISOCAST_VECTOR_READER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isocast/fast.h"

#define VECTOR_TENSORS 8

typedef struct { /* one tensor of a vector: contiguous, in the machine's own byte order */
    isocast_type type;
    int width, part; /* bytes of an element, and of what is swapped as a whole: half of a complex number */
    isocast_idx rank, elements;
    isocast_idx dims[ISOCAST_MAX_RANK];
    unsigned char *bytes;
} vector_tensor;

typedef struct { /* one case: its words are views into the line, which must outlive it */
    const char *op, *attributes, *kind; /* kind is NULL where outputs are expected */
    isocast_idx inputs, outputs;
    vector_tensor input[VECTOR_TENSORS], output[VECTOR_TENSORS];
    isocast_fault fault; /* what a refusal must say; -1 where the vector does not say */
} vector_case;

typedef struct {
    const char *name;
    isocast_type type;
    int width, part;
} vector_type;

static const vector_type vector_types[] = {
    {"bool", ISOCAST_BOOL, 1, 1},           {"int8", ISOCAST_INT8, 1, 1},
    {"uint8", ISOCAST_UINT8, 1, 1},         {"int16", ISOCAST_INT16, 2, 2},
    {"uint16", ISOCAST_UINT16, 2, 2},       {"float16", ISOCAST_FLOAT16, 2, 2},
    {"bfloat16", ISOCAST_BFLOAT16, 2, 2},   {"int32", ISOCAST_INT32, 4, 4},
    {"uint32", ISOCAST_UINT32, 4, 4},       {"float", ISOCAST_FLOAT, 4, 4},
    {"int64", ISOCAST_INT64, 8, 8},         {"uint64", ISOCAST_UINT64, 8, 8},
    {"double", ISOCAST_DOUBLE, 8, 8},       {"complex64", ISOCAST_COMPLEX64, 8, 4},
    {"complex128", ISOCAST_COMPLEX128, 16, 8},
};

static int vector_big_endian(void) {
    const unsigned one = 1;
    return *(const unsigned char *)&one == 0;
}

static int vector_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* The tensor of a word; 0 if its type has no C representation (string) or the word is malformed. */
static int vector_read_tensor(const char *word, vector_tensor *tensor) {
    const char *open = strchr(word, '[');
    size_t kind, place;
    tensor->bytes = NULL;
    if (open == NULL) return 0;
    for (kind = 0; kind < sizeof vector_types / sizeof *vector_types; kind++) {
        const char *name = vector_types[kind].name;
        if (strlen(name) == (size_t)(open - word) && strncmp(name, word, strlen(name)) == 0) break;
    }
    if (kind == sizeof vector_types / sizeof *vector_types) return 0;
    tensor->type = vector_types[kind].type;
    tensor->width = vector_types[kind].width;
    tensor->part = vector_types[kind].part;
    tensor->rank = 0;
    tensor->elements = 1;
    for (word = open + 1; *word != ']'; word += *word == ',') {
        char *end;
        if (tensor->rank == ISOCAST_MAX_RANK) return 0;
        tensor->dims[tensor->rank] = (isocast_idx)strtol(word, &end, 10);
        tensor->elements *= tensor->dims[tensor->rank++];
        if (end == word) return 0;
        word = end;
    }
    word += 2;
    if (strlen(word) != 2 * (size_t)(tensor->elements * tensor->width)) return 0;
    tensor->bytes = malloc(strlen(word) / 2 + 1);
    for (place = 0; 2 * place < strlen(word); place++) {
        size_t within = place % (size_t)tensor->part, start = place - within;
        size_t target = vector_big_endian() ? place : start + (size_t)tensor->part - 1 - within;
        tensor->bytes[target] = (unsigned char)(vector_digit(word[2 * place]) * 16 + vector_digit(word[2 * place + 1]));
    }
    return 1;
}

static void vector_free(vector_case *one) {
    isocast_idx i;
    for (i = 0; i < one->inputs; i++) free(one->input[i].bytes);
    for (i = 0; i < one->outputs; i++) free(one->output[i].bytes);
}

static void vector_read_fact(vector_case *one, const char *word) {
    long value = strtol(strchr(word, '=') + 1, NULL, 10);
    if (strncmp(word, "tensor=", 7) == 0) one->fault.tensor = value;
    if (strncmp(word, "axis=", 5) == 0) one->fault.axis = value;
    if (strncmp(word, "index=", 6) == 0) one->fault.index = value;
}

/* The case of a line, which is cut into words; 1 if read, 0 if a tensor of it has no C form, -1 if malformed. */
static int vector_read_case(char *line, vector_case *one) {
    char *word = strtok(line, " ");
    int refused = 0, expected = 0, readable = 1;
    memset(one, 0, sizeof *one);
    one->fault.tensor = one->fault.axis = one->fault.index = -1;
    one->op = word;
    one->attributes = strtok(NULL, " ");
    while ((word = strtok(NULL, " ")) != NULL) {
        if (strcmp(word, "->") == 0) expected = 1;
        else if (strcmp(word, "!") == 0) refused = 1;
        else if (refused && one->kind == NULL) one->kind = word;
        else if (refused) vector_read_fact(one, word);
        else {
            isocast_idx *count = expected ? &one->outputs : &one->inputs;
            if (*count == VECTOR_TENSORS) return -1;
            readable &= vector_read_tensor(word, (expected ? one->output : one->input) + *count);
            ++*count;
        }
    }
    if (one->attributes == NULL || (one->kind == NULL) == (one->outputs == 0)) return -1;
    return readable;
}

/* The whole of a file as text, or NULL. */
static char *vector_read_file(const char *folder, const char *name) {
    char path[4096];
    FILE *file;
    long size;
    char *text = NULL;
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    file = fopen(path, "rb");
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)size + 1);
        if (fread(text, 1, (size_t)size, file) != (size_t)size) size = 0;
        text[size] = '\0';
    }
    fclose(file);
    return text;
}

#endif
