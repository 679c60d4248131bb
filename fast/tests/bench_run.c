/* Times of plans beside a plain copy in the same run: best of many rounds, one and two threads. Not a test.
 * Build: cc -std=gnu99 -O2 bench_run.c -I../include -I../src -L<build> -lisocast -lm -lpthread */
#include "driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_AXES 6

typedef struct {
    const char *name;
    isocast_op op;
    isocast_type type;
    isc_idx n, rank;
    isc_idx dims[4][MOST_AXES]; /* inputs, 1 where stretched; the last row is the result's */
    int transposed;             /* 1 + the input whose last two axes are exchanged in memory, or 0 */
} bench_case;

static const bench_case cases[] = {
    {"add f32 3", ISOCAST_ADD, ISOCAST_FLOAT, 2, 1, {{3}, {3}, {3}}, 0},
    {"add f32 1000", ISOCAST_ADD, ISOCAST_FLOAT, 2, 1, {{1000}, {1000}, {1000}}, 0},
    {"add f32 64K", ISOCAST_ADD, ISOCAST_FLOAT, 2, 1, {{65536}, {65536}, {65536}}, 0},
    {"add f32 1M", ISOCAST_ADD, ISOCAST_FLOAT, 2, 1, {{1048576}, {1048576}, {1048576}}, 0},
    {"add f32 16M same", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}}, 0},
    {"add f32 16M row", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 4096}, {1, 4096}, {4096, 4096}}, 0},
    {"add f32 16M column", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 4096}, {4096, 1}, {4096, 4096}}, 0},
    {"add f32 16M scalar", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 4096}, {1, 1}, {4096, 4096}}, 0},
    {"add f32 16M outer", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 1}, {1, 4096}, {4096, 4096}}, 0},
    {"add f32 16M x.T", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}}, 1},
    {"add f32 1000x1000 x.T", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{1000, 1000}, {1000, 1000}, {1000, 1000}}, 1},
    {"add f32 (100000,3)+(3,)", ISOCAST_ADD, ISOCAST_FLOAT, 2, 2, {{100000, 3}, {1, 3}, {100000, 3}}, 0},
    {"mul f32 (512,512,8)*(..,1)", ISOCAST_MUL, ISOCAST_FLOAT, 2, 3, {{512, 512, 8}, {512, 512, 1}, {512, 512, 8}}, 0},
    {"mul f32 (2^18,49)*(..,1)", ISOCAST_MUL, ISOCAST_FLOAT, 2, 2, {{262144, 49}, {262144, 1}, {262144, 49}}, 0},
    {"add f32 NCHW bias 8x64x56x56", ISOCAST_ADD, ISOCAST_FLOAT, 2, 3, {{8, 64, 3136}, {1, 64, 1}, {8, 64, 3136}}, 0},
    {"add f32 NCHW bias 64x256x49", ISOCAST_ADD, ISOCAST_FLOAT, 2, 3, {{64, 256, 49}, {1, 256, 1}, {64, 256, 49}}, 0},
    {"add f32 middle", ISOCAST_ADD, ISOCAST_FLOAT, 2, 3, {{256, 64, 256}, {256, 1, 256}, {256, 64, 256}}, 0},
    {"add f32 rank 6 alternating", ISOCAST_ADD, ISOCAST_FLOAT, 2, 6,
     {{8, 1, 8, 1, 8, 1}, {1, 8, 1, 8, 1, 8}, {8, 8, 8, 8, 8, 8}}, 0},
    {"add f16 16M same", ISOCAST_ADD, ISOCAST_FLOAT16, 2, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}}, 0},
    {"add f16 (100000,3)+(3,)", ISOCAST_ADD, ISOCAST_FLOAT16, 2, 2, {{100000, 3}, {1, 3}, {100000, 3}}, 0},
    {"add i8 16M same", ISOCAST_ADD, ISOCAST_INT8, 2, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}}, 0},
    {"div i32 16M same", ISOCAST_DIV, ISOCAST_INT32, 2, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}}, 0},
    {"sum f32 4M of 3", ISOCAST_SUM, ISOCAST_FLOAT, 3, 2, {{2048, 2048}, {1, 2048}, {2048, 1}, {2048, 2048}}, 0},
    {"where f32 16M", ISOCAST_WHERE, ISOCAST_FLOAT, 3, 2, {{4096, 4096}, {4096, 4096}, {4096, 4096}, {4096, 4096}}, 0},
    {"where f32 16M column", ISOCAST_WHERE, ISOCAST_FLOAT, 3, 2, {{4096, 1}, {4096, 4096}, {1, 4096}, {4096, 4096}}, 0},
    {"expand f32 16M scalar", ISOCAST_COPY, ISOCAST_FLOAT, 1, 2, {{1, 1}, {4096, 4096}}, 0},
    {"expand f32 (n,1)->(n,8)", ISOCAST_COPY, ISOCAST_FLOAT, 1, 2, {{2097152, 1}, {2097152, 8}}, 0},
    {"expand f32 (3,)->(n,3)", ISOCAST_COPY, ISOCAST_FLOAT, 1, 2, {{1, 3}, {5592405, 3}}, 0},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

typedef struct {
    const isocast_plan *plan; /* NULL: a plain copy of `bytes` */
    const char *from;
    char *to;
    size_t bytes;
    isc_idx parts;
} bench_work;

static bench_work work;
static pthread_barrier_t begin, end;
static char *scratches[2];

static void do_part(isc_idx part)
{
    if (work.plan) {
        isocast_fast_run(work.plan, part, work.parts, scratches[part], ISOCAST_SCRATCH_BYTES);
    } else {
        const size_t share = work.bytes / (size_t)work.parts;
        memcpy(work.to + share * (size_t)part, work.from + share * (size_t)part, share);
    }
}

static void *second_thread(void *unused)
{
    for (;;) {
        pthread_barrier_wait(&begin);
        do_part(1);
        pthread_barrier_wait(&end);
    }
    return unused;
}

static double once(void)
{
    const double start = now();
    if (work.parts == 1) {
        do_part(0);
    } else {
        pthread_barrier_wait(&begin);
        do_part(0);
        pthread_barrier_wait(&end);
    }
    return now() - start;
}

static isc_idx make_tensor(const bench_case *c, isc_idx m, isocast_type type, char *data, isocast_tensor *tensor,
                           isc_idx *strides)
{
    const isc_idx *dims = c->dims[m];
    isc_idx extent = isc_type_bytes(type);
    for (isc_idx k = c->rank; k > 0; k--) {
        isc_idx axis = k - 1;
        if (c->transposed == m + 1 && k > c->rank - 2) axis = 2 * c->rank - 3 - axis;
        strides[axis] = extent;
        extent *= dims[axis];
    }
    tensor->data = data;
    tensor->type = type;
    tensor->swapped = 0;
    tensor->rank = c->rank;
    tensor->dims = dims;
    tensor->strides = strides;
    return extent;
}

static void bench(const bench_case *c, char **buffers)
{
    isc_idx strides[4][MOST_AXES];
    isocast_tensor tensors[4];
    isocast_operand operands[4];
    isocast_plan plan;
    isocast_fault fault;
    isc_idx bytes = 0, result = 0;
    for (isc_idx m = 0; m <= c->n; m++) {
        const isocast_type type = c->op == ISOCAST_WHERE && m == 0 ? ISOCAST_BOOL : c->type;
        result = make_tensor(c, m, type, buffers[m], &tensors[m], strides[m]);
        bytes += result;
    }
    double plan_time = 1e30;
    for (int round = 0; round < 50; round++) {
        const double start = now();
        for (int i = 0; i < 100; i++) {
            if (isocast_plan_make(&plan, c->op, c->n, tensors, &tensors[c->n], operands, &fault)) exit(1);
        }
        const double time = (now() - start) / 100;
        plan_time = time < plan_time ? time : plan_time;
    }
    double best[2] = {1e30, 1e30}, copy[2] = {1e30, 1e30};
    const int repeat = plan.elements < 100000 ? 200 : 1;
    for (int round = 0; round < 25; round++) {
        for (int threads = 1; threads <= 2; threads++) {
            work.parts = threads;
            work.plan = NULL;
            work.from = buffers[0];
            work.to = buffers[c->n];
            work.bytes = (size_t)bytes / 2;
            double time = once();
            copy[threads - 1] = time < copy[threads - 1] ? time : copy[threads - 1];
            work.plan = &plan;
            const double start = now();
            for (int i = 0; i < repeat; i++) once();
            time = (now() - start) / repeat;
            best[threads - 1] = time < best[threads - 1] ? time : best[threads - 1];
        }
    }
    printf("%-30s plan %5.0f ns   us 1: %10.2f 2: %10.2f   as much copied 1: %10.2f 2: %10.2f   GB/s %5.1f\n",
           c->name, plan_time * 1e3, best[0], best[1], copy[0], copy[1], (double)bytes / 1e3 / best[1]);
}

int main(int argc, char **argv)
{
    char *buffers[4];
    pthread_t thread;
    for (int i = 0; i < 4; i++) {
        if (posix_memalign((void **)&buffers[i], 64, 160u << 20)) return 1;
        for (size_t k = 0; k < (160u << 20) / 4; k++) ((isc_u32 *)buffers[i])[k] = (uint32_t)(0x3f800000u + k % 1000);
    }
    for (int i = 0; i < 2; i++) {
        if (posix_memalign((void **)&scratches[i], 64, ISOCAST_SCRATCH_BYTES)) return 1;
    }
    pthread_barrier_init(&begin, NULL, 2);
    pthread_barrier_init(&end, NULL, 2);
    pthread_create(&thread, NULL, second_thread, NULL);
    printf("%s\n", isocast_isa());
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc < 2 || strstr(cases[i].name, argv[1])) bench(&cases[i], buffers);
    }
    return 0;
}
