/* paper: a paper's tables and figures, made anew here. Start reading
 * lab/paper/ here.
 *
 * papers.c lists the papers; each paper has a file that lists its figures; each
 * figure has a file of its own. A figure's run() measures or computes and fills
 * a report (report.h): tables, charts, and beside them what the paper claims
 * and what this machine says of it. The command 'relaxlab paper' prints reports
 * and writes them to files.
 *
 * To add a figure: a file with a struct figure, a line in the paper's list, the
 * file in meson.build. */
#ifndef RELAXD_LAB_PAPER_PAPER_H
#define RELAXD_LAB_PAPER_PAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/inventory.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "lab/paper/report.h"

struct study_map {
    const char *path;
    char name[64]; /* the file's, without folder and .rlx */
    struct map *map;
};

/* What a figure is measured with and on. Owned by the command, only read by
 * figures; settings are handed to all solvers that have them. */
struct study {
    struct inventory inventory;
    const struct device *cuda; /* what to measure on; NULL: no CUDA device */
    const char *no_cuda;       /* why there is none, else NULL */
    const char *machine;       /* one line: GPU if any, CPU, date */
    struct study_map *maps;    /* [map_count] as named */
    size_t map_count;
    uint32_t sources;  /* as asked for; 0: as many as the paper took */
    uint64_t seed;     /* draws sources and whatever else is random */
    uint32_t largest;  /* of what a figure makes in growing sizes itself; 0: as
                          large as the figure has it */
    const char *boost; /* the program tests/bench/boost_dijkstra, or NULL */
    struct arguments_settings settings;
    struct progress *progress;
};

struct figure {
    const char *id;    /* "figure-4", "table-1" */
    const char *title; /* what is shown, one line */
    bool needs_maps;   /* it is not run without one */
    bool needs_cuda;   /* all of it: without a CUDA device it is not run and
                          reported as not measured */

    /* Fills the report. 0, or a negative code with words for what ends the
     * command: a solver that fails, a wrong answer, no memory. What cannot be
     * had on this machine is no error but report_add_missing(); SOLVER_REFUSES
     * with words stands for that of the whole figure. */
    int (*run)(const struct study *study, struct report *report,
               struct error *error);
};

/* What of the command line a paper has a use for; it refuses the rest. */
enum paper_use {
    PAPER_MAPS = 1 << 0,
    PAPER_SOURCES = 1 << 1,
    PAPER_LARGEST = 1 << 2,
    PAPER_BOOST = 1 << 3,
    PAPER_SETTINGS = 1 << 4,
};

struct paper {
    const char *name;                    /* what a person types: "suzuki" */
    const char *title;                   /* authors and title, one line */
    const struct figure *const *figures; /* [figure_count] in the paper's
                                            order */
    size_t figure_count;
    unsigned uses; /* of enum paper_use */
};

extern const struct paper *const papers[];
extern const size_t paper_count;

/* NULL where there is none of that name. */
const struct paper *paper_find(const char *name);
const struct figure *paper_find_figure(const struct paper *paper,
                                       const char *id);

/* How many sources to take where the paper took `papers_own`. */
static inline uint32_t study_sources(const struct study *study,
                                     uint32_t papers_own)
{
    return study->sources ? study->sources : papers_own;
}

/* Whether 'relaxlab generate' made it: never a paper's own map, whatever its
 * counts. */
static inline bool study_is_generated(const struct map *map)
{
    return !strncmp(map->info.source, "generated:", 10);
}

/* So many vertices of the map, drawn from the study's seed; NULL when memory is
 * short. free()d by the caller. */
uint32_t *study_draw_sources(const struct study *study, const struct map *map,
                             uint32_t count);

extern const struct figure cuda_parallel_table_1;
extern const struct figure cuda_parallel_solvers;
extern const struct figure cuda_parallel_labels;
extern const struct figure cuda_parallel_delta;
extern const struct figure cuda_parallel_spmv;

extern const struct figure safari_figure_3;
extern const struct figure safari_figure_4;
extern const struct figure safari_iterations;
extern const struct figure safari_table_1;
extern const struct figure safari_table_2;

extern const struct figure sudhanan_figure_6;

extern const struct figure suzuki_figure_3;
extern const struct figure suzuki_figure_4;
extern const struct figure suzuki_figure_5;
extern const struct figure suzuki_figure_6;
extern const struct figure suzuki_figure_7;
extern const struct figure suzuki_figure_8;

#endif
