/* Operators by name, for Python's slower path: the result, or a word for what was refused and the facts about it. */
#include "native.h"

PyObject *isc_refused(const isc_refusal *refusal)
{
    static const char *const words[] = {
        [ISOCAST_OK] = "done",
        [ISOCAST_E1] = "E1",
        [ISOCAST_NOT_UNIDIRECTIONAL] = "unidirectional",
        [ISOCAST_RESULT_SHAPE] = "out",
        [ISOCAST_TYPE] = "type",
        [ISOCAST_TOO_LARGE] = "too large",
        [ISOCAST_RANK] = "rank",
        [ISOCAST_DIVISION] = "division",
        [ISOCAST_RANGE] = "range",
        [ISOCAST_INPUTS] = "inputs",
        [ISOCAST_MATRICES] = "matrices",
    };
    const char *word = refusal->status >= 0                  ? words[refusal->status]
                       : refusal->status == ISC_OUT_UNUSABLE ? "out"
                                                             : "unusual";
    return Py_BuildValue("snnn", word, refusal->fault.tensor, refusal->fault.axis, refusal->fault.index);
}

static int isc_operator_named(const char *name)
{
    static const char *const names[ISOCAST_OPS] = {
        [ISOCAST_ADD] = "Add",
        [ISOCAST_SUB] = "Sub",
        [ISOCAST_MUL] = "Mul",
        [ISOCAST_DIV] = "Div",
        [ISOCAST_MOD] = "Mod",
        [ISOCAST_FMOD] = "Mod fmod",
        [ISOCAST_POW] = "Pow",
        [ISOCAST_MAX] = "Max",
        [ISOCAST_MIN] = "Min",
        [ISOCAST_SUM] = "Sum",
        [ISOCAST_MEAN] = "Mean",
        [ISOCAST_EQUAL] = "Equal",
        [ISOCAST_GREATER] = "Greater",
        [ISOCAST_GREATER_OR_EQUAL] = "GreaterOrEqual",
        [ISOCAST_LESS] = "Less",
        [ISOCAST_LESS_OR_EQUAL] = "LessOrEqual",
        [ISOCAST_AND] = "And",
        [ISOCAST_OR] = "Or",
        [ISOCAST_XOR] = "Xor",
        [ISOCAST_BITWISE_AND] = "BitwiseAnd",
        [ISOCAST_BITWISE_OR] = "BitwiseOr",
        [ISOCAST_BITWISE_XOR] = "BitwiseXor",
        [ISOCAST_SHIFT_LEFT] = "BitShift LEFT",
        [ISOCAST_SHIFT_RIGHT] = "BitShift RIGHT",
        [ISOCAST_PRELU] = "PRelu",
        [ISOCAST_WHERE] = "Where",
        [ISOCAST_COPY] = "Expand",
    };
    for (int op = 0; op < ISOCAST_OPS; ++op)
        if (strcmp(name, names[op]) == 0)
            return op;
    return -1;
}

PyObject *isc_attempt(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *inputs, *out, *shape, *result;
    isc_refusal refusal = {ISC_UNUSUAL, {-1, -1, -1}};
    (void)module;
    if (!PyArg_ParseTuple(args, "sO!OO:attempt", &name, &PyTuple_Type, &inputs, &out, &shape))
        return NULL;
    int op = isc_operator_named(name);
    if (op < 0 || PyTuple_GET_SIZE(inputs) < 1) {
        PyErr_SetString(PyExc_ValueError, "attempt: no such operator, or no input");
        return NULL;
    }
    PyObject *const *items = PySequence_Fast_ITEMS(inputs);
    out = out == Py_None ? NULL : out;
    if (op != ISOCAST_COPY)
        result = isc_call_operator((isocast_op)op, items, PyTuple_GET_SIZE(inputs), out, &refusal);
    else
        result = PyArray_CheckExact(items[0]) ? isc_call_expand((PyArrayObject *)items[0], shape, out, &refusal) : NULL;
    return result || PyErr_Occurred() ? result : isc_refused(&refusal);
}
