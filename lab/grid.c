/* The matrices, their product, and the path between its least cells. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clients/relaxctl/runner.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/import/raster/raster.h"
#include "core/weighting/weighting.h"
#include "lab/grid.h"

/* ---- Matrices ------------------------------------------------------------ */

/* The cells as floats; -EINVAL for one without a value or beyond their
 * range. */
static int to_floats(const struct raster *raster, float **ret_cells,
                     struct error *error)
{
    size_t count = raster_cell_count(raster);
    float *cells = array_alloc(count, sizeof(*cells));
    size_t i = 0;

    if (!cells)
        return error_no_memory(error);
    for (; i < count; i++) {
        cells[i] = (float)raster->value[i];
        if (!isfinite(cells[i]))
            break;
    }
    if (i == count) {
        *ret_cells = cells;
        return 0;
    }
    free(cells);
    error_set(error, 0,
              raster_is_nodata(raster->value[i])
                  ? "the cell has no value (NODATA)"
                  : "%.9g is beyond 32-bit floats",
              raster->value[i]);
    raster_blame_cell(i, raster->columns, error);
    return -EINVAL;
}

static int open_one(const char *path, uint32_t *ret_size, float **ret_cells,
                    struct error *error)
{
    struct raster raster;
    int r = raster_open(path, NULL, &raster, error);

    if (r)
        return r;
    if (raster.rows != raster.columns)
        r = error_set(error, -EINVAL,
                      "%" PRIu32 " %s of %" PRIu32 " %s: no square matrix",
                      raster.rows, plural(raster.rows, "row", "rows"),
                      raster.columns,
                      plural(raster.columns, "column", "columns"));
    else
        r = to_floats(&raster, ret_cells, error);
    if (r)
        error_prefix(error, "'%s'", path);
    else
        *ret_size = raster.rows;
    raster_finish(&raster);
    return r;
}

int grid_matrices_open(const char *a_path, const char *b_path,
                       struct grid_matrices *ret_matrices, struct error *error)
{
    struct grid_matrices matrices = {0};
    uint32_t size = 0;
    int r = open_one(a_path, &matrices.size, &matrices.a, error);

    if (!r)
        r = open_one(b_path, &size, &matrices.b, error);
    if (!r && size != matrices.size)
        r = error_set(error, -EINVAL,
                      "'%s' has %" PRIu32 " rows and '%s' %" PRIu32
                      "; both must have the same",
                      a_path, matrices.size, b_path, size);
    if (r)
        grid_matrices_finish(&matrices);
    else
        *ret_matrices = matrices;
    return r;
}

/* 24 bits, the precision of a float. */
static float draw(struct random *random)
{
    return (float)(random_u64(random) >> 40) * 0x1p-24F;
}

int grid_matrices_random(uint32_t size, uint64_t seed,
                         struct grid_matrices *ret_matrices,
                         struct error *error)
{
    size_t count = (size_t)size * size;
    struct grid_matrices matrices = {
        .size = size,
        .a = array_alloc(count, sizeof(*matrices.a)),
        .b = array_alloc(count, sizeof(*matrices.b)),
    };
    struct random random;

    if (!matrices.a || !matrices.b) {
        grid_matrices_finish(&matrices);
        return error_no_memory(error);
    }
    random_seed(&random, seed);
    for (size_t i = 0; i < count; i++)
        matrices.a[i] = draw(&random);
    for (size_t i = 0; i < count; i++)
        matrices.b[i] = draw(&random);
    *ret_matrices = matrices;
    return 0;
}

void grid_matrices_finish(struct grid_matrices *matrices)
{
    free(matrices->a);
    free(matrices->b);
    *matrices = (struct grid_matrices){0};
}

/* ---- The path ------------------------------------------------------------ */

/* State of one run. */
struct job {
    const struct grid_settings *settings;
    struct inventory inventory;
    struct solver_choice choice;
    struct grid_run run;
    struct map *map; /* made from the product */
};

static const struct device *product_device(const struct job *job)
{
    const struct device *gpu = inventory_device(&job->inventory, DEVICE_CUDA);

    return !strcmp(job->settings->device, "auto") && gpu ? gpu
                                                         : job->choice.device;
}

static int multiply(struct job *job, const struct grid_matrices *matrices,
                    struct error *error)
{
    const struct device *device = product_device(job);
    struct grid_run *run = &job->run;
    uint64_t start_us = clock_now_us();
    int r;

    run->size = matrices->size;
    run->product =
        array_alloc((size_t)run->size * run->size, sizeof(*run->product));
    if (!run->product)
        return error_no_memory(error);
    run->product_device = *device;
    r = matrix_product(device, matrices->a, matrices->b, run->size,
                       run->product, run->minimum, error);
    run->product_us = clock_now_us() - start_us;
    if (r)
        return r;
    run->least = run->most = run->minimum[0].value;
    for (size_t i = 0; i < (size_t)run->size * run->size; i++)
        run->most = run->product[i] > run->most ? run->product[i] : run->most;
    return 0;
}

static int make_map(struct job *job, struct error *error)
{
    const struct raster_map_settings settings = {
        .scale = job->settings->scale,
        .source = "product",
    };
    size_t count = (size_t)job->run.size * job->run.size;
    struct raster raster = {
        .rows = job->run.size,
        .columns = job->run.size,
        .value = array_alloc(count, sizeof(*raster.value)),
        .precision = RASTER_PRECISION_F4,
    };
    int r;

    if (!raster.value)
        return error_no_memory(error);
    for (size_t i = 0; i < count; i++)
        raster.value[i] = job->run.product[i];
    r = raster_map_make(&raster, &settings, &job->run.scaling, &job->map,
                        error);
    if (r)
        error_prefix(error, "the product");
    raster_finish(&raster);
    return r;
}

static int take_path(struct grid_run *run, const struct map *map,
                     const struct path *path, struct error *error)
{
    if (run->cost > COST_MAX)
        return 0;
    if (path_cost(path, imported_weights(map)) != run->cost)
        return error_set(error, -EINVAL,
                         "the solver is wrong: its path adds up to %" PRIu32
                         ", its cost is %" PRIu32,
                         path_cost(path, imported_weights(map)), run->cost);
    run->cell = array_alloc(path->arc_count + 1, sizeof(*run->cell));
    if (!run->cell)
        return error_no_memory(error);
    run->cell_count = path->arc_count + 1;
    for (size_t i = 0; i < run->cell_count; i++) {
        run->cell[i] = path_vertex(path, &map->topology, i);
        run->real_cost += i ? run->product[run->cell[i]] : 0;
    }
    return 0;
}

static uint32_t cell_of(const struct grid_run *run, int minimum)
{
    return run->minimum[minimum].row * run->size + run->minimum[minimum].column;
}

static int solve(struct job *job, struct error *error)
{
    struct grid_run *run = &job->run;
    const struct seed seed = {cell_of(run, 0), 0};
    const struct target_vertex vertex = {cell_of(run, 1), 0};
    const struct target target = {&vertex, 1};
    struct path path;
    struct query query = {
        .seeds = &seed,
        .seed_count = 1,
        .targets = &target,
        .target_count = 1,
        .output = QUERY_PATHS,
        .bound = COST_OVERFLOW,
        .cost = &run->cost,
        .path = &path,
    };
    struct query *queries[] = {&query};
    struct runner runner;
    struct forms forms;
    int r;

    run->solver = job->choice.ops->name;
    run->solver_device = *job->choice.device;
    path_init(&path);
    forms_init(&forms, job->map);
    r = runner_init(&runner, &job->inventory, job->choice, &forms, NULL, error);
    if (!r)
        r = runner_solve(&runner, queries, 1, NULL, error);
    if (!r)
        r = take_path(run, job->map, &path, error);
    run->figures = query.figures;
    runner_finish(&runner);
    forms_finish(&forms);
    path_finish(&path);
    return r;
}

int grid_run(const struct grid_matrices *matrices,
             const struct grid_settings *settings, struct grid_run *ret_run,
             struct error *error)
{
    struct job job = {.settings = settings};
    int r;

    inventory_init(&job.inventory);
    r = inventory_choose(&job.inventory, settings->solver, settings->device,
                         SOLVER_PAIRS, &job.choice, error);
    if (!r)
        r = multiply(&job, matrices, error);
    if (!r)
        r = make_map(&job, error);
    if (!r)
        r = solve(&job, error);
    map_destroy(job.map);
    if (r)
        grid_run_finish(&job.run);
    else
        *ret_run = job.run;
    return r;
}

void grid_run_finish(struct grid_run *run)
{
    free(run->product);
    free(run->cell);
    *run = (struct grid_run){0};
}
