/* Sudhanan, figure 6: the path between the two least cells of a product.
 *
 * The report shows one picture and gives neither sizes nor times. Here two
 * sizes run, on the CPU with dijkstra and, if there is a CUDA device, on it
 * with harish, which has the report's two kernels; the smaller is drawn. */
#include <string.h>

#include "core/graph/cost.h"
#include "lab/grid.h"
#include "lab/paper/paper.h"

static const uint32_t sizes[] = {200, 1000};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static const struct column columns[] = {
    {"size", "size", "rows", 0},   {"device", "device", "", 0},
    {"solver", "solver", "", 0},   {"product_ms", "product", "ms", 3},
    {"path_ms", "path", "ms", 3},  {"scale", "scale", "", 0},
    {"cost", "cost", "scaled", 0}, {"real_cost", "cost", "real", 3},
    {"steps", "steps", "", 0},     {0},
};

/* Over all sizes; true if nothing was compared. */
struct agreement {
    bool minima;
    bool costs;
};

static void show_run(struct report *report, const struct grid_run *run)
{
    bool fits = run->cost <= COST_MAX;

    sheet_add(&report->table[0], CELL(run->size),
              CELL(run->product_device.kind == DEVICE_CPU ? "CPU" : "CUDA"),
              CELL(run->solver), CELL((double)run->product_us / 1000),
              CELL((double)run->figures.solve_us / 1000),
              CELL(run->scaling.scale), fits ? CELL(run->cost) : cell_none,
              fits ? CELL(run->real_cost) : cell_none,
              fits ? CELL(run->cell_count - 1) : cell_none);
}

static int run_size(struct report *report, uint32_t size,
                    struct agreement *agreement, struct error *error)
{
    const struct study *study = report->study;
    const struct grid_settings on_cpu = {.device = "cpu", .solver = "dijkstra"};
    struct grid_settings on_cuda = {.solver = "harish"};
    struct grid_matrices matrices;
    struct grid_run cpu = {0};
    struct grid_run cuda = {0};
    int r = grid_matrices_random(size, study->options.seed, &matrices, error);

    if (r)
        return r;
    r = grid_run(&matrices, &on_cpu, &cpu, error);
    if (!r)
        show_run(report, &cpu);
    if (!r && study->cuda) {
        on_cuda.device = study->cuda->name;
        r = grid_run(&matrices, &on_cuda, &cuda, error);
        if (!r) {
            show_run(report, &cuda);
            agreement->minima &=
                !memcmp(cpu.minimum, cuda.minimum, sizeof(cpu.minimum)) &&
                !memcmp(cpu.product, cuda.product, sizeof(float) * size * size);
            agreement->costs &= cpu.cost == cuda.cost;
        }
    }
    if (!r && size == sizes[0] && study->options.folder)
        r = grid_picture_draw(study->cuda ? &cuda : &cpu, &report->picture,
                              &report->picture_size, error);
    grid_run_finish(&cpu);
    grid_run_finish(&cuda);
    grid_matrices_finish(&matrices);
    return r;
}

/* `here`: whether it holds, in words. */
static void claim(struct report *report, const char *place, const char *says,
                  bool holds, const char *here)
{
    const struct study *study = report->study;

    report_claim(
        report,
        (struct claim){
            .place = place,
            .says = says,
            .verdict = study->cuda ? verdict_of(holds) : VERDICT_NOT_MEASURED,
            .why = study->no_cuda,
        },
        "%s", study->cuda ? here : "");
}

static void add_claims(struct report *report, const struct agreement *agreement)
{
    report_claim(
        report,
        (struct claim){
            .place = "section II.A",
            .says = "tiles in shared memory greatly improve the product",
            .verdict = VERDICT_NOT_MEASURED,
            .why = "the report gives no times, and there is no product "
                   "without tiles here",
        },
        "%s", "");
    claim(report, "sections II.B and II.C",
          "block reduction, run again with the first minimum masked, finds "
          "the two least cells",
          agreement->minima,
          agreement->minima ? "product and minima are the CPU's to the bit"
                            : "product or minima are not the CPU's");
    claim(report, "section III.B",
          "two kernels in turn, until no cost falls, find the shortest path",
          agreement->costs,
          agreement->costs ? "harish's costs are those of dijkstra"
                           : "harish's costs are not those of dijkstra");
}

static int run(struct report *report, struct error *error)
{
    struct agreement agreement = {true, true};
    int r = 0;

    for (int i = 0; !r && i < SIZES; i++)
        r = run_size(report, sizes[i], &agreement, error);
    if (!r)
        add_claims(report, &agreement);
    return r;
}

const struct figure sudhanan_figure_6 = {
    .id = "figure-6",
    .title = "the least-cost path from a product's first minimum to its second",
    .cuda_part = "product and path on a GPU, and so two of the claims",
    .tables = {{NULL, "matrices drawn from [0, 1)", columns}},
    .run = run,
};
