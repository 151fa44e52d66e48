/* The papers and their figures; a study's maps and devices; running figures. */
#include "lab/paper/paper.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "clients/relaxctl/program.h"
#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "lab/bench.h"
#include "lab/generate/generate.h"

const struct paper papers[] = {
    {
        .name = "suzuki",
        .title = "Suzuki, Kan, Hayashi, Yoshikawa, \"Accelerating SSSP "
                 "Algorithm on GPU with Adaptive Thread Creation\"",
        .uses_maps = true,
        .figures = {&suzuki_figure_3, &suzuki_figure_4, &suzuki_figure_5,
                    &suzuki_figure_6, &suzuki_figure_7, &suzuki_figure_8},
    },
    {
        .name = "safari",
        .title = "Safari, Ebneenasir, \"Locality-Based Relaxation: An "
                 "Efficient Method for GPU-Based Computation of Shortest "
                 "Paths\", 2017",
        .uses_maps = true,
        .figures = {&safari_iterations, &safari_table_1, &safari_table_2,
                    &safari_figure_3, &safari_figure_4},
    },
    {
        .name = "sudhanan",
        .title = "Sudhanan, \"CUDA Single Source Shortest Path\"",
        .figures = {&sudhanan_figure_6},
    },
    {
        .name = "cuda-parallel",
        .title = "parallel shortest paths on CUDA: Dijkstra, Bellman-Ford, "
                 "Delta-Stepping, Sparse Matrix-Vector Bellman-Ford (in "
                 "Chinese; title and authors are lost)",
        .uses_maps = true,
        .grows_maps = true,
        .figures = {&cuda_parallel_table_1, &cuda_parallel_solvers,
                    &cuda_parallel_labels, &cuda_parallel_delta,
                    &cuda_parallel_spmv},
    },
    {0},
};

/* ---- Progress ------------------------------------------------------------ */

/* Adds the figure's name to progress. */
struct named_progress {
    struct progress base;
    struct progress_printer printer;
    const char *figure;
    const char *step; /* the figure's text; NULL: none yet */
    uint64_t done;    /* of the step; a lower value means a new start */
    char what[64];
};

static void report_named(struct progress *base, const char *step, uint64_t done,
                         uint64_t total)
{
    struct named_progress *progress = (struct named_progress *)base;

    if (step != progress->step || done < progress->done) {
        progress_printer_finish(&progress->printer);
        progress->step = step;
        snprintf(progress->what, sizeof(progress->what), "%s: %s",
                 progress->figure, step);
    }
    progress->done = done;
    progress_report(&progress->printer.base, progress->what, done, total);
}

/* ---- Maps ---------------------------------------------------------------- */

static void name_map(struct study_map *map)
{
    const char *slash = strrchr(map->path, '/');
    const char *base = slash ? slash + 1 : map->path;
    size_t length = strlen(base);

    if (length > 4 && !strcmp(base + length - 4, ".rlx"))
        length -= 4;
    snprintf(map->name, sizeof(map->name), "%.*s", (int)length, base);
}

/* Files are named after maps. */
static int refuse_twins(const struct study *study, size_t index,
                        struct error *error)
{
    const struct study_map *map = &study->maps[index];

    for (size_t i = 0; i < index; i++) {
        if (!strcmp(study->maps[i].name, map->name))
            return error_set(error, -EINVAL,
                             "'%s' and '%s' would both be called %s; rename "
                             "one",
                             study->maps[i].path, map->path, map->name);
    }
    return 0;
}

static int open_maps(struct study *study, struct error *error)
{
    const struct study_options *options = &study->options;
    int r = 0;

    study->maps = array_zero(options->map_count, sizeof(*study->maps));
    if (!study->maps)
        return error_no_memory(error);
    for (size_t i = 0; !r && i < options->map_count; i++) {
        struct study_map *map = &study->maps[i];

        map->path = options->map_paths[i];
        name_map(map);
        r = refuse_twins(study, i, error);
        if (!r)
            r = map_open(map->path, &map->map, error);
        study->map_count += !r;
    }
    return r;
}

enum { GROWING_DRAWN_MAX = 16, GROWING_LARGEST = 1000000 };

/* Lists 1,000, 3,000, 10,000 ... below `largest`, then `largest`. */
static size_t list_sizes(uint32_t largest, uint32_t sizes[GROWING_DRAWN_MAX])
{
    uint64_t decade = 1000;
    size_t count = 0;

    for (; decade < largest; decade *= 10) {
        sizes[count++] = (uint32_t)decade;
        if (3 * decade < largest)
            sizes[count++] = (uint32_t)(3 * decade);
    }
    sizes[count++] = largest;
    return count;
}

static int compare_maps(const void *one, const void *other)
{
    uint32_t a = ((const struct study_map *)one)->map->topology.vertex_count;
    uint32_t b = ((const struct study_map *)other)->map->topology.vertex_count;

    return compare_numbers(a, b);
}

/* Generates maps by the model of New York. */
static int grow_maps(struct study *study, struct error *error)
{
    uint32_t largest = study->options.largest;
    uint32_t sizes[GROWING_DRAWN_MAX];
    size_t drawn = list_sizes(largest ? largest : GROWING_LARGEST, sizes);
    int r = 0;

    study->growing =
        array_zero(study->map_count + drawn, sizeof(*study->growing));
    if (!study->growing)
        return error_no_memory(error);
    for (size_t i = 0; i < drawn && !r; i++) {
        struct study_map *map = &study->growing[study->growing_count];
        const struct generate_request request = {
            .model = models[0],
            .vertex_count = sizes[i],
            .seed = study->options.seed,
        };

        snprintf(map->name, sizeof(map->name), "generated-%u", sizes[i]);
        r = generate_map(&request, study->progress, &map->map, error);
        study->growing_count += !r;
    }
    for (size_t i = 0; i < study->map_count && !r; i++)
        study->growing[study->growing_count++] = study->maps[i];
    qsort(study->growing, study->growing_count, sizeof(*study->growing),
          compare_maps);
    return r;
}

/* ---- The study ----------------------------------------------------------- */

/* "auto" without a GPU and "cpu" leave the study without a CUDA device; a named
 * GPU must exist. */
static int find_cuda(struct study *study, struct error *error)
{
    const struct inventory *inventory = &study->inventory;
    const char *device = study->options.device;
    struct solver_choice choice;
    int r;

    if (!strcmp(device, "cpu")) {
        study->no_cuda = "--device cpu was asked for";
        return 0;
    }
    if (!strcmp(device, "auto") && inventory->device_count == 1) {
        study->no_cuda = inventory->no_gpu.text;
        return 0;
    }
    r = inventory_choose(inventory, "harish", device, 0, &choice, error);
    if (!r)
        study->cuda = choice.device;
    return r;
}

static void describe_machine(struct study *study)
{
    struct machine machine;

    machine_describe(&machine);
    snprintf(study->machine, sizeof(study->machine),
             "%s; %s, %u %s; relaxd %s, %s",
             study->cuda ? study->cuda->description : "no GPU", machine.cpu,
             machine.cores, plural(machine.cores, "core", "cores"),
             program_commit(), machine.date);
}

/* Checks that files can be written there, too, before hours of measuring. */
static int make_folder(const char *folder, struct error *error)
{
    struct stat status;
    char *path;
    int r;

    if (!folder)
        return 0;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return error_errno(error, "make folder '%s'", folder);
    if (!stat(folder, &status) && !S_ISDIR(status.st_mode))
        return error_set(error, -ENOTDIR, "--out '%s' is not a folder", folder);
    if (asprintf(&path, "%s/figure", folder) < 0)
        return error_no_memory(error);
    r = atomic_file_check(path, error);
    free(path);
    return r;
}

/* Opens the maps, finds devices, makes the folder. */
static int study_init(struct study *study, struct error *error)
{
    const struct study_options *options = &study->options;
    int r = open_maps(study, error);

    if (r)
        return r;
    inventory_init(&study->inventory);
    r = arguments_check_settings(&options->settings, &study->inventory.catalog,
                                 &study->inventory.catalog, error);
    if (!r)
        r = find_cuda(study, error);
    if (!r && options->boost)
        r = boost_check(options->boost, error);
    if (r)
        return r;
    describe_machine(study);
    return make_folder(options->folder, error);
}

static void study_finish(struct study *study)
{
    for (size_t i = 0; i < study->growing_count; i++) {
        if (!study->growing[i].path)
            map_destroy(study->growing[i].map);
    }
    for (size_t i = 0; i < study->map_count; i++)
        map_destroy(study->maps[i].map);
    free(study->growing);
    free(study->maps);
}

/* ---- Figures ------------------------------------------------------------- */

static void add_chart(const struct figure *figure, struct report *report)
{
    const struct figure_chart *chart = &figure->chart;
    struct chart *drawn;

    if (!chart->title)
        return;
    drawn = report_add_chart(report, chart->timed, chart->title, chart->x_label,
                             chart->x_scale);
    for (int i = 0; i < CHART_PANELS_MAX && chart->y[i].label; i++)
        chart_add_panel(drawn, chart->y[i].label, chart->y[i].scale);
}

static int fill_report(struct study *study, const struct figure *figure,
                       struct report *report, struct error *error)
{
    bool grows = figure->needs_growth;
    int r;

    if (figure->cuda_part && !study->cuda)
        report_missing(report, "%s: %s", figure->cuda_part, study->no_cuda);
    r = figure->run ? figure->run(report, error) : 0;
    if (!r && grows && !study->growing)
        r = grow_maps(study, error);
    for (size_t i = 0; !r && figure->run_map &&
                       i < (grows ? study->growing_count : study->map_count);
         i++) {
        report->map = grows ? &study->growing[i] : &study->maps[i];
        r = figure->run_map(report, error);
    }
    if (r)
        return r;
    report->map = NULL;
    if (figure->conclude)
        figure->conclude(report);
    if (figure->note)
        report_note(report, "%s", figure->note);
    return 0;
}

static int run_figure(struct study *study, const struct figure *figure,
                      struct report *report, struct error *error)
{
    struct named_progress *progress = (struct named_progress *)study->progress;
    int r;

    if (figure->needs_cuda && !study->cuda) {
        report_missing(report, "%s: %s", figure->title, study->no_cuda);
        return 0;
    }
    progress->figure = figure->id;
    progress->step = NULL;
    add_chart(figure, report);
    r = fill_report(study, figure, report, error);
    progress_printer_finish(&progress->printer);
    if (r == SOLVER_REFUSES) {
        report_missing(report, "%s: %s", figure->title, error->text);
        r = 0;
    }
    return !r && report_failed(report) ? error_no_memory(error) : r;
}

static int put_out(const char *paper, const char *folder,
                   const struct report *report, struct error *error)
{
    char prefix[96];

    if (report_print(report, stdout))
        return error_no_memory(error);
    if (!folder)
        return 0;
    snprintf(prefix, sizeof(prefix), "%s-%s", paper, report->figure->id);
    if (report->study->cuda || !report->figure->needs_cuda)
        putchar('\n');
    return report_write(report, folder, prefix, error);
}

static int run_figures(struct study *study, const struct paper *paper,
                       const struct figure *const *figures, size_t *ret_missing,
                       struct error *error)
{
    struct report reports[PAPER_FIGURES_MAX];
    const char *folder = study->options.folder;
    size_t missing = 0;
    size_t count = 0;
    int r = 0;

    for (; !r && figures[count]; count++) {
        const struct figure *figure = figures[count];
        struct report *report = &reports[count];

        report_init(report, study, figure);
        printf("\n%s: %s\n", figure->id, figure->title);
        fflush(stdout);
        r = run_figure(study, figure, report, error);
        if (!r)
            r = put_out(paper->name, folder, report, error);
        if (r)
            error_prefix(error, "%s", figure->id);
        missing += report->missing.count;
    }
    if (folder)
        putchar('\n');
    if (!r && folder)
        r = report_write_claims(reports, count, folder, paper->name, error);
    while (count)
        report_finish(&reports[--count]);
    if (!r)
        *ret_missing = missing;
    return r;
}

int paper_run(const struct paper *paper, const struct figure *const *figures,
              const struct study_options *options, size_t *ret_missing,
              struct error *error)
{
    struct named_progress progress = {.base.report = report_named};
    struct study study = {.options = *options, .progress = &progress.base};
    int r;

    progress_printer_init(&progress.printer);
    r = study_init(&study, error);
    if (!r) {
        printf("%s: %s\n%s\n", paper->name, paper->title, study.machine);
        r = run_figures(&study, paper, figures, ret_missing, error);
    }
    study_finish(&study);
    return r;
}
