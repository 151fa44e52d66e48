/* grid_report: what 'relaxlab grid' found, as words or as JSON. */
#include "lab/grid_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "clients/relaxctl/print_json.h"
#include "core/base/text.h"
#include "core/graph/cost.h"

/* Cells that are printed at either end of a path that is shortened. */
enum { PATH_ENDS = 4 };

static double ms(uint64_t us)
{
    return (double)us / 1000;
}

static void print_minimum(const char *name, const char *role,
                          const struct matrix_minimum *minimum)
{
    printf("%s  %.9g at row %" PRIu32 ", column %" PRIu32 ": the %s\n", name,
           minimum->value, minimum->row, minimum->column, role);
}

static void print_cost(const struct grid_run *run)
{
    if (run->cost == COST_OVERFLOW)
        printf("cost        does not fit in 32 bits; a smaller --scale than "
               "%.9g makes it fit\n",
               run->scaling.scale);
    else
        printf("cost        %" PRIu32 " at a scale of %.9g; the cells entered "
               "add up to %.9g\n",
               run->cost, run->scaling.scale, run->real_cost);
}

static void print_cells(const struct grid_run *run, bool all)
{
    for (size_t i = 0; i < run->cell_count; i++) {
        if (!all && run->cell_count > 2 * PATH_ENDS + 1 && i == PATH_ENDS) {
            i = run->cell_count - PATH_ENDS;
            printf(" ...");
        }
        printf(" (%" PRIu32 ",%" PRIu32 ")", run->cell[i] / run->size,
               run->cell[i] % run->size);
    }
    putchar('\n');
}

void grid_report_print(const struct grid_run *run, const char *picture,
                       bool all)
{
    size_t steps = run->cell_count ? run->cell_count - 1 : 0;

    printf("product     %" PRIu32 " x %" PRIu32
           ", with its minima on %s in %.3f ms\n",
           run->size, run->size, run->product_device.name, ms(run->product_us));
    print_minimum("1st minimum", "source", &run->minimum[0]);
    print_minimum("2nd minimum", "target", &run->minimum[1]);
    print_cost(run);
    if (run->cell_count) {
        printf("path        %zu %s:", steps, plural(steps, "step", "steps"));
        print_cells(run, all);
    }
    printf("solved by   %s on %s in %.3f ms\n", run->solver,
           run->solver_device.name, ms(run->figures.solve_us));
    if (picture)
        printf("picture     %s\n", picture);
}

static json_t *cell_json(uint32_t row, uint32_t column)
{
    return json_pack("[I, I]", (json_int_t)row, (json_int_t)column);
}

static json_t *minimum_json(const struct matrix_minimum *minimum)
{
    return json_pack("{s:f, s:o}", "value", (double)minimum->value, "cell",
                     cell_json(minimum->row, minimum->column));
}

static json_t *path_json(const struct grid_run *run)
{
    json_t *path = json_array();

    for (size_t i = 0; i < run->cell_count; i++)
        json_array_append_new(path, cell_json(run->cell[i] / run->size,
                                              run->cell[i] % run->size));
    return path;
}

static json_t *cost_json(const struct grid_run *run)
{
    if (run->cost == COST_OVERFLOW)
        return json_pack("{s:n, s:b, s:n}", "cost", "overflow", 1, "real_cost");
    return json_pack("{s:I, s:b, s:f}", "cost", (json_int_t)run->cost,
                     "overflow", 0, "real_cost", run->real_cost);
}

int grid_report_print_json(const struct grid_run *run, const char *picture)
{
    json_t *json = json_pack(
        "{s:I, s:o, s:o, s:f, s:s, s:f, s:o, s:s, s:s, s:f, s:I, s:s?}", "size",
        (json_int_t)run->size, "source", minimum_json(&run->minimum[0]),
        "target", minimum_json(&run->minimum[1]), "scale", run->scaling.scale,
        "product_device", run->product_device.name, "product_ms",
        ms(run->product_us), "path", path_json(run), "solver", run->solver,
        "device", run->solver_device.name, "solve_ms",
        ms(run->figures.solve_us), "phases", (json_int_t)run->figures.phases,
        "picture", picture);
    json_t *cost = cost_json(run);

    if (json && cost)
        json_object_update(json, cost);
    json_decref(cost);
    return print_json(json, JSON_REAL_PRECISION(9));
}
