/* Opens a study's maps and devices, then runs figures. */
#include "lab/paper/study.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "clients/relaxctl/program.h"
#include "core/base/array.h"
#include "core/base/atomic_file.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/graph/map_file/map_file.h"
#include "lab/machine.h"
#include "lab/paper/growth.h"
#include "lab/paper/report.h"

enum { MACHINE_SIZE = 512 };

/* Adds the figure's name to progress. */
struct named_progress {
    struct progress base;
    struct progress_printer printer;
    const char *figure;
    const char *step; /* the figure's text; NULL: none yet */
    uint64_t done;    /* of the step; a lower value means a new start */
    char what[64];
};

/* A study and the objects that its fields borrow. */
struct owned_study {
    struct study study;
    struct named_progress progress;
    char machine[MACHINE_SIZE];
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

static void begin_progress(const struct study *study,
                           const struct figure *figure)
{
    struct named_progress *progress = (struct named_progress *)study->progress;

    progress->figure = figure->id;
    progress->step = NULL;
}

static void end_progress(const struct study *study)
{
    struct named_progress *progress = (struct named_progress *)study->progress;

    progress_printer_finish(&progress->printer);
}

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

static int open_maps(struct study *study, const struct study_wish *wish,
                     struct error *error)
{
    int r = 0;

    study->maps = array_zero(wish->map_count, sizeof(*study->maps));
    if (!study->maps)
        return error_no_memory(error);
    for (size_t i = 0; !r && i < wish->map_count; i++) {
        struct study_map *map = &study->maps[i];

        map->path = wish->map_paths[i];
        name_map(map);
        r = refuse_twins(study, i, error);
        if (!r)
            r = map_open(map->path, &map->map, error);
        study->map_count += !r;
    }
    return r;
}

/* "auto" without a GPU and "cpu" leave the study without a CUDA device; a named
 * GPU must exist. */
static int find_cuda(struct study *study, const char *device,
                     struct error *error)
{
    const struct inventory *inventory = &study->inventory;
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

static void describe(struct study *study, char ret_text[MACHINE_SIZE])
{
    struct machine machine;

    machine_describe(&machine);
    snprintf(ret_text, MACHINE_SIZE, "%s; %s, %u %s; relaxd %s, %s",
             study->cuda ? study->cuda->description : "no GPU", machine.cpu,
             machine.cores, plural(machine.cores, "core", "cores"),
             program_commit(), machine.date);
}

/* Checks that files can be written there, before hours of measuring. */
static int try_folder(const char *folder, struct error *error)
{
    char *path;
    int r;

    if (asprintf(&path, "%s/figure", folder) < 0)
        return error_no_memory(error);
    r = atomic_file_check(path, error);
    free(path);
    return r;
}

static int make_folder(const char *folder, struct error *error)
{
    struct stat status;

    if (!folder || !mkdir(folder, 0777))
        return 0;
    if (errno == EEXIST && !stat(folder, &status)) {
        if (S_ISDIR(status.st_mode))
            return try_folder(folder, error);
        errno = ENOTDIR;
    }
    return error_errno(error, "make folder '%s'", folder);
}

static int fill(struct owned_study *owned, const struct study_wish *wish,
                struct error *error)
{
    struct solver_setting settings[ARGUMENTS_SETTINGS_MAX];
    struct study *study = &owned->study;
    int r = open_maps(study, wish, error);

    if (r)
        return r;
    inventory_init(&study->inventory);
    r = arguments_read_settings(&wish->settings, &study->inventory.catalog,
                                settings, error);
    if (!r)
        r = find_cuda(study, wish->device, error);
    if (!r && wish->boost)
        r = boost_check(wish->boost, error);
    if (r)
        return r;
    describe(study, owned->machine);
    study->machine = owned->machine;
    study->sources = wish->sources;
    study->seed = wish->seed;
    study->largest = wish->largest;
    study->boost = wish->boost;
    study->settings = wish->settings;
    study->progress = &owned->progress.base;
    return make_folder(wish->folder, error);
}

int study_create(const struct study_wish *wish, struct study **ret_study,
                 struct error *error)
{
    struct owned_study *owned = calloc(1, sizeof(*owned));
    int r;

    if (!owned)
        return error_no_memory(error);
    progress_printer_init(&owned->progress.printer);
    owned->progress.base.report = report_named;
    r = fill(owned, wish, error);
    if (r) {
        study_destroy(&owned->study);
        return r;
    }
    *ret_study = &owned->study;
    return 0;
}

void study_destroy(struct study *study)
{
    if (!study)
        return;
    for (size_t i = 0; i < study->map_count; i++)
        map_destroy(study->maps[i].map);
    free(study->maps);
    free(study);
}

uint32_t *study_draw_sources(const struct study *study, const struct map *map,
                             uint32_t count)
{
    uint32_t *sources = array_alloc(count, sizeof(*sources));
    struct random random;

    random_seed(&random, study->seed);
    for (uint32_t i = 0; sources && i < count; i++)
        sources[i] = random_below(&random, map->topology.vertex_count);
    return sources;
}

/* One run over several figures. */
struct session {
    const struct study *study;
    const struct paper *paper;
    const char *folder;        /* or NULL */
    struct output_file claims; /* of all figures, if there is a folder */
    size_t missing;
};

static int fill_report(const struct study *study, const struct figure *figure,
                       struct report *report, struct error *error)
{
    int r;

    if (figure->needs_cuda && !study->cuda) {
        report_add_missing(report, figure->title, study->no_cuda);
        return 0;
    }
    begin_progress(study, figure);
    r = figure->run(study, report, error);
    end_progress(study);
    if (r == SOLVER_REFUSES) {
        report_add_missing(report, figure->title,
                           report_words(report, "%s", error->text));
        r = 0;
    }
    if (!r && report_failed(report))
        r = error_no_memory(error);
    return r;
}

static int put_out(struct session *session, const struct figure *figure,
                   const struct report *report, struct error *error)
{
    char prefix[96];

    if (report_print(report, stdout))
        return error_no_memory(error);
    session->missing += report->missing_count;
    if (!session->folder)
        return 0;
    report_write_claims(report, figure->id, session->claims.text);
    snprintf(prefix, sizeof(prefix), "%s-%s", session->paper->name, figure->id);
    if (report->table_count || report->chart_count)
        putchar('\n');
    return report_write(report, session->folder, prefix, stdout, error);
}

static int run_figure(struct session *session, const struct figure *figure,
                      struct error *error)
{
    struct report report;
    int r;

    report_init(&report);
    printf("\n%s: %s\n", figure->id, figure->title);
    fflush(stdout);
    r = fill_report(session->study, figure, &report, error);
    if (!r)
        r = put_out(session, figure, &report, error);
    if (r)
        error_prefix(error, "%s", figure->id);
    report_finish(&report);
    return r;
}

static int run_figures(struct session *session,
                       const struct figure *const *figures, size_t count,
                       struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < count; i++)
        r = run_figure(session, figures[i], error);
    return r;
}

/* Runs the figures and writes the file of claims. */
static int run_and_claim(struct session *session,
                         const struct figure *const *figures, size_t count,
                         struct error *error)
{
    char name[64];
    int r = output_file_open(&session->claims, error);

    if (r)
        return r;
    report_write_claims_head(session->claims.text);
    r = run_figures(session, figures, count, error);
    snprintf(name, sizeof(name), "%s-claims.csv", session->paper->name);
    putchar('\n');
    if (r) {
        output_file_drop(&session->claims);
        return r;
    }
    return output_file_close(&session->claims, session->folder, name, stdout,
                             error);
}

int study_run(const struct study *study, const struct paper *paper,
              const struct figure *const *figures, size_t figure_count,
              const char *folder, size_t *ret_missing, struct error *error)
{
    struct session session = {
        .study = study,
        .paper = paper,
        .folder = folder,
    };
    int r = folder ? run_and_claim(&session, figures, figure_count, error)
                   : run_figures(&session, figures, figure_count, error);

    if (!r)
        *ret_missing = session.missing;
    return r;
}
