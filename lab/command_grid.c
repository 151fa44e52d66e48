/* relaxlab grid: the least-cost path between the two least cells of a
 * product. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/output.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/graph/cost.h"
#include "lab/commands.h"
#include "lab/gnuplot.h"
#include "lab/grid.h"

/* ---- Text and JSON ------------------------------------------------------- */

/* Cells printed at either end of a shortened path. */
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

/* Prints on stdout. `picture`: the file drawn, or NULL. `all`: does not shorten
 * the path. */
static void grid_report_print(const struct grid_run *run, const char *picture,
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

/* 0, -ENOMEM. */
static int grid_report_print_json(const struct grid_run *run,
                                  const char *picture)
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

/* ---- The command --------------------------------------------------------- */

struct options {
    const char *a_path, *b_path; /* NULL: random */
    uint32_t size;               /* of random matrices; 0: read files */
    uint64_t seed;
    struct grid_settings settings;
    const char *picture; /* NULL: none */
    bool whole_path;
    bool json;
};

static int take_picture(void *context, const struct argument *row, char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');

    if (dot && strcasecmp(dot, ".png"))
        return command_usage("-o '%s': the picture is a PNG; name it .png",
                             path);
    return 0;
}

static int take(void *context, int argc, char **argv)
{
    struct options *options = context;

    if (options->size && argc)
        return command_usage("takes two matrices or --random, not both");
    if (!options->size && argc != 2)
        return command_usage("takes two matrices, not %d, or --random N", argc);
    if (argc) {
        options->a_path = arguments_input(argv[0]);
        options->b_path = arguments_input(argv[1]);
    }
    return 0;
}

static int report(const struct grid_run *run, const struct options *options,
                  struct error *error)
{
    int r = 0;

    if (options->picture)
        r = grid_picture_write(run, options->picture, error);
    if (r)
        return r;
    if (!options->json)
        grid_report_print(run, options->picture, options->whole_path);
    else if (grid_report_print_json(run, options->picture))
        r = error_no_memory(error);
    return r;
}

/* Before hours of work, not after. */
static int check_output(const struct options *options, struct error *error)
{
    int r = arguments_check_output(options->picture, options->a_path, error);

    if (!r)
        r = arguments_check_output(options->picture, options->b_path, error);
    if (!r && options->picture)
        r = atomic_file_check(options->picture, error);
    if (!r && options->picture)
        r = gnuplot_check(error);
    return r;
}

static int run(void *context, struct error *error)
{
    const struct options *options = context;
    struct grid_matrices matrices;
    struct grid_run run;
    int r = check_output(options, error);

    if (r)
        return r;
    r = options->size ? grid_matrices_random(options->size, options->seed,
                                             &matrices, error)
                      : grid_matrices_open(options->a_path, options->b_path,
                                           &matrices, error);
    if (r)
        return r;
    r = grid_run(&matrices, &options->settings, &run, error);
    if (!r) {
        r = report(&run, options, error);
        grid_run_finish(&run);
    }
    grid_matrices_finish(&matrices);
    return r;
}

static struct options options = {
    .seed = 1,
    .settings = {.device = "auto", .solver = "auto"},
};

#define FIELD(field) offsetof(struct options, field)

static const struct argument arguments[] = {
    {"random", "N", ARGUMENT_NUMBER, FIELD(size), .least = MATRIX_SIZE_MIN,
     .most = MATRIX_SIZE_MAX,
     .help = "two matrices of N rows from [0, 1); 2 to 32768"},
    {"seed", "S", ARGUMENT_NUMBER_64, FIELD(seed), .with = "random",
     .help = "0 to 2^64 - 1 (1)"},
    {"device", "DEVICE", ARGUMENT_TEXT, FIELD(settings.device),
     .help = "auto, cpu, cuda or cuda:N; default auto"},
    {"solver", "NAME", ARGUMENT_TEXT, FIELD(settings.solver),
     .help = "default auto; harish is the one of Sudhanan's report, whose two "
             "kernels keep cost and path under one compare-and-swap"},
    {"scale", "F", ARGUMENT_FACTOR, FIELD(settings.scale),
     .help = "what cells are multiplied by to be whole costs; by itself as "
             "'relaxctl import --grid' does"},
    {"output", "PICTURE.png", ARGUMENT_OUTPUT, FIELD(picture), .letter = 'o',
     .take = take_picture,
     .help = "draws cells, path, source (disc) and target (diamond)"},
    {"path", NULL, ARGUMENT_FLAG, FIELD(whole_path),
     .help = "print every cell of the path, however long"},
    {"json", NULL, ARGUMENT_FLAG, FIELD(json),
     .help = "print JSON, with the whole path; times in ms"},
    {0},
};

const struct command command_grid = {
    .name = "grid",
    .summary = "multiply two matrices, draw the path between the least cells",
    .usage = "A B [OPTIONS]\n"
             "--random N [OPTIONS]",
    .about =
        "Multiplies two square matrices, finds the least cell of the product "
        "and the second least, and the least-cost path from the one to the "
        "other over the 4 cells beside each; entering a cell costs its value. "
        "Without a GPU the CPU gives the same. A and B are .npy, lines of "
        "numbers, ESRI ASCII grids or PGM, told by their first bytes. Rows and "
        "columns are counted from 0.",
    .examples = "  relaxlab grid --random 200 --seed 7 -o path.png",
    .arguments = {arguments},
    .options = &options,
    .take = take,
    .run = run,
};
