/* sudhanan_figure_6: the path between the two least cells of a product.
 *
 * The report shows one picture and gives neither sizes nor times. Here two
 * sizes run, on the CPU with dijkstra and, if there is a CUDA device, on it
 * with harish, which has the report's two kernels; the smaller is drawn. */
#include <inttypes.h>
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
    {"steps", "steps", "", 0},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

/* One pair of matrices on both devices. */
struct comparison {
    struct grid_run cpu;
    struct grid_run cuda;
    bool has_cuda;
};

/* Over all sizes; true if nothing was compared. */
struct agreement {
    bool minima;
    bool costs;
};

static void add_row(struct sheet *table, const struct grid_run *run)
{
    sheet_count(table, run->size);
    sheet_text(table, run->product_device.kind == DEVICE_CPU ? "CPU" : "CUDA");
    sheet_text(table, run->solver);
    sheet_number(table, (double)run->product_us / 1000);
    sheet_number(table, (double)run->figures.solve_us / 1000);
    sheet_number(table, run->scaling.scale);
    if (run->cost > COST_MAX) {
        sheet_none(table);
        sheet_none(table);
        sheet_none(table);
        return;
    }
    sheet_count(table, run->cost);
    sheet_number(table, run->real_cost);
    sheet_count(table, run->cell_count - 1);
}

static int compare(const struct study *study,
                   const struct grid_matrices *matrices,
                   struct comparison *comparison, struct error *error)
{
    const struct grid_settings on_cpu = {.device = "cpu", .solver = "dijkstra"};
    int r = grid_run(matrices, &on_cpu, &comparison->cpu, error);

    if (!r && study->cuda) {
        const struct grid_settings on_cuda = {
            .device = study->cuda->name,
            .solver = "harish",
        };

        r = grid_run(matrices, &on_cuda, &comparison->cuda, error);
        comparison->has_cuda = !r;
    }
    return r;
}

static int draw(const struct grid_run *run, struct report *report,
                struct error *error)
{
    struct picture picture;
    int r = grid_picture_draw(run, &picture, error);

    if (!r)
        report_take_picture(report, NULL, &picture);
    return r;
}

static void judge(const struct comparison *comparison,
                  struct agreement *agreement)
{
    const struct grid_run *cpu = &comparison->cpu;
    const struct grid_run *cuda = &comparison->cuda;

    if (!comparison->has_cuda)
        return;
    agreement->minima &=
        !memcmp(cpu->minimum, cuda->minimum, sizeof(cpu->minimum)) &&
        !memcmp(cpu->product, cuda->product,
                sizeof(float) * cpu->size * cpu->size);
    agreement->costs &= cpu->cost == cuda->cost;
}

static int run_size(const struct study *study, uint32_t size,
                    struct report *report, struct sheet *table,
                    struct agreement *agreement, struct error *error)
{
    struct comparison comparison = {0};
    struct grid_matrices matrices;
    int r = grid_matrices_random(size, study->seed, &matrices, error);

    if (r)
        return r;
    r = compare(study, &matrices, &comparison, error);
    if (!r) {
        add_row(table, &comparison.cpu);
        if (comparison.has_cuda)
            add_row(table, &comparison.cuda);
        judge(&comparison, agreement);
    }
    if (!r && size == sizes[0])
        r = draw(comparison.has_cuda ? &comparison.cuda : &comparison.cpu,
                 report, error);
    grid_run_finish(&comparison.cpu);
    grid_run_finish(&comparison.cuda);
    grid_matrices_finish(&matrices);
    return r;
}

static void claim(const struct study *study, struct report *report,
                  const char *place, const char *says, bool holds,
                  const char *same, const char *different)
{
    report_add_claim(report, (struct claim){
                                 .place = place,
                                 .says = says,
                                 .paper = "",
                                 .here = !study->cuda ? ""
                                         : holds      ? same
                                                      : different,
                                 .verdict = study->cuda ? verdict_of(holds)
                                                        : VERDICT_NOT_MEASURED,
                                 .why = study->cuda ? NULL : study->no_cuda,
                             });
}

static void add_claims(const struct study *study, struct report *report,
                       const struct agreement *agreement)
{
    report_add_claim(
        report,
        (struct claim){
            .place = "section II.A",
            .says = "tiles in shared memory greatly improve the product",
            .paper = "",
            .here = "",
            .verdict = VERDICT_NOT_MEASURED,
            .why = "the report gives no times, and there is no product "
                   "without tiles here",
        });
    claim(study, report, "sections II.B and II.C",
          "block reduction, run again with the first minimum masked, finds "
          "the two least cells",
          agreement->minima, "product and minima are the CPU's to the bit",
          "product or minima are not the CPU's");
    claim(study, report, "section III.B",
          "two kernels in turn, until no cost falls, find the shortest path",
          agreement->costs, "harish's costs are those of dijkstra",
          "harish's costs are not those of dijkstra");
}

static int run(const struct study *study, struct report *report,
               struct error *error)
{
    struct agreement agreement = {true, true};
    struct sheet *table = report_add_table(
        report, NULL, "matrices drawn from [0, 1)", columns, COLUMNS);
    int r = 0;

    for (int i = 0; !r && i < SIZES; i++)
        r = run_size(study, sizes[i], report, table, &agreement, error);
    if (!study->cuda)
        report_add_missing(report,
                           "product and path on a GPU, and so two of "
                           "the claims",
                           study->no_cuda);
    if (!r)
        add_claims(study, report, &agreement);
    return r;
}

const struct figure sudhanan_figure_6 = {
    .id = "figure-6",
    .title = "the least-cost path from a product's first minimum to its second",
    .run = run,
};
