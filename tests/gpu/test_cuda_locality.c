/* test_cuda_locality: the common table over locality in random launch shapes,
 * while its threads wait random times between reading a label and lowering it,
 * and between lowering it and setting a flag or continuing from there.
 *
 * No tool detects races on flags in global memory, so this looks for their
 * effect: a lost flag leaves labels too high.
 *
 * usage: test_cuda_locality [SHAPES [FIRST]]: fewer shapes, or from another
 * number on, to repeat one. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/random.h"
#include "gpu/locality/locality.h"
#include "gpu/solvers/solvers.h"
#include "tests/gpu/devices_or_skip.h"
#include "tests/solver/table.h"

enum { SHAPES = 60, SETTINGS_MAX = 6, GRAPHS = 35 };

struct shape {
    struct solver_setting settings[SETTINGS_MAX];
    size_t setting_count;
};

static uint32_t delay_seed;

static int create_delayed(struct prepared *prepared,
                          const struct solver_setting *settings,
                          size_t setting_count, struct solver **ret_solver,
                          struct error *error)
{
    int r = locality_solver.create(prepared, settings, setting_count,
                                   ret_solver, error);

    if (!r)
        locality_delay(*ret_solver, delay_seed);
    return r;
}

/* One of them. */
static double draw(struct random *random, const double *values, uint32_t count)
{
    return values[random_below(random, count)];
}

#define DRAW(RANDOM, ...)                                                      \
    draw(RANDOM, (const double[]){__VA_ARGS__},                                \
         sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static struct shape draw_shape(struct random *random)
{
    return (struct shape){
        .settings =
            {
                {"k", DRAW(random, 1, 2, 3, 4, 5, 16)},
                {"affinity", DRAW(random, 0, 1, 2, 4, 16)},
                {"walk", DRAW(random, 0, 1)},
                {"launches", DRAW(random, 0, 1, 2, 7, 40)},
                {"ahead", DRAW(random, 0, 1, 2, 16)},
                {"block-threads", DRAW(random, 32, 64, 96, 256, 512, 1024)},
            },
        .setting_count = SETTINGS_MAX,
    };
}

static void report(unsigned number, const struct shape *shape)
{
    fprintf(stderr, "shape %u:", number);
    for (size_t i = 0; i < shape->setting_count; i++)
        fprintf(stderr, " %s=%g", shape->settings[i].name,
                shape->settings[i].value);
    fprintf(stderr, ", delays %u\n", delay_seed);
}

/* Returns how many graphs failed. Every fourth shape runs without delays, large
 * graphs included. */
static int run_shape(const struct solver_ops *ops, const struct device *device,
                     unsigned number)
{
    struct random random;
    struct shape shape;
    struct table_scope scope = {
        .first_graph = 300000 + (uint64_t)number * GRAPHS,
        .graph_count = GRAPHS,
        .batch_count = 2,
        .batch_max = 2,
    };
    int failed;

    random_seed(&random, number);
    shape = draw_shape(&random);
    delay_seed = number % 4 ? 1 + number : 0;
    scope.vertices_max = (uint32_t)DRAW(&random, 40, 300, 2000);
    scope.settings = shape.settings;
    scope.setting_count = shape.setting_count;
    failed = solver_table_run(ops, device, &scope);
    if (failed)
        report(number, &shape);
    return failed;
}

int main(int argc, char **argv)
{
    const struct device *device = device_or_skip();
    struct solver_ops delayed = locality_solver;
    unsigned shapes = argc > 1 ? (unsigned)atoi(argv[1]) : SHAPES;
    unsigned first = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    int failures = 0;

    delayed.create = create_delayed;
    for (unsigned i = 0; i < shapes; i++)
        failures += run_shape(&delayed, device, first + i);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
