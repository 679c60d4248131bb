/* A row added to every row of a matrix, without any framework: describe the tensors, plan, run.
 *
 *   cc -Icsrc/include csrc/examples/add.c -lisocast_core -lm && ./a.out */
#include "isocast/isocast.h"

#include <stdio.h>

#define ROWS 2
#define COLUMNS 3

/* Says what is wrong in the words of the status. Nothing has been written then. */
static int refuse(isocast_status status, const isocast_fault *fault)
{
    if (status == ISOCAST_E1) {
        printf("tensor %td does not broadcast on axis %td\n", fault->tensor, fault->axis);
    } else {
        printf("refused with status %d\n", (int)status);
    }
    return 1;
}

/* z = a + b, the sizes of b given by the caller. */
static int add(const float *a, const float *b, isocast_idx b_size, float *z)
{
    const isocast_idx matrix[] = {ROWS, COLUMNS}, matrix_strides[] = {COLUMNS * sizeof(float), sizeof(float)};
    const isocast_idx row[] = {b_size}, row_strides[] = {sizeof(float)};
    const isocast_tensor inputs[] = {
        {(void *)a, ISOCAST_FLOAT, 0, 2, matrix, matrix_strides},
        {(void *)b, ISOCAST_FLOAT, 0, 1, row, row_strides},
    };
    const isocast_tensor result = {(void *)z, ISOCAST_FLOAT, 0, 2, matrix, matrix_strides};
    isocast_plan plan;
    isocast_operand operands[3];
    isocast_fault fault;
    isocast_status status = isocast_plan_make(&plan, ISOCAST_ADD, 2, inputs, &result, operands, &fault);
    if (status == ISOCAST_OK) status = isocast_plan_check(&plan, &fault);
    if (status != ISOCAST_OK) return refuse(status, &fault);
    isocast_plan_run(&plan);
    return 0;
}

int main(void)
{
    const float a[ROWS * COLUMNS] = {0, 1, 2, 3, 4, 5};
    const float b[COLUMNS] = {10, 20, 30};
    const float expected[ROWS * COLUMNS] = {10, 21, 32, 13, 24, 35};
    float z[ROWS * COLUMNS];
    if (add(a, b, COLUMNS, z)) return 1;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        printf("%g%c", (double)z[i], i % COLUMNS == COLUMNS - 1 ? '\n' : ' ');
        if (z[i] != expected[i]) return 1;
    }
    return add(a, b, 2, z) == 1 ? 0 : 1; /* sizes 3 and 2 differ: refused, and z keeps its values */
}
