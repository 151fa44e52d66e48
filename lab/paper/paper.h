/* paper: reproduces a paper's tables and figures. Start reading lab/paper/
 * here.
 *
 * papers.c lists the papers; each paper has a file that lists its figures; each
 * figure has its own file. A figure's run() measures or computes and fills a
 * report (report.h): tables, charts, and the paper's claims beside this
 * machine's results. The command 'relaxlab paper' prints reports and writes
 * them to files.
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
    char name[64]; /* the file's name without folder and .rlx */
    struct map *map;
};

/* The inputs of a figure's measurements. The command owns it, figures only read
 * it; every solver gets those settings that it has. */
struct study {
    struct inventory inventory;
    const struct device *cuda; /* the device to measure; NULL: no CUDA device */
    const char *no_cuda;       /* the reason, else NULL */
    const char *machine;       /* one line: GPU if any, CPU, date */
    struct study_map *maps;    /* [map_count] in the order of the arguments */
    size_t map_count;
    uint32_t sources;  /* 0: as many as the paper took */
    uint64_t seed;     /* for drawing sources and all other random choices */
    uint32_t largest;  /* largest size that a figure generates itself; 0: the
                          figure's own */
    const char *boost; /* the program tests/bench/boost_dijkstra, or NULL */
    struct arguments_settings settings;
    struct progress *progress;
};

struct figure {
    const char *id;    /* "figure-4", "table-1" */
    const char *title; /* what it shows, one line */
    bool needs_maps;   /* it needs at least one map */
    bool needs_cuda;   /* the whole figure: without a CUDA device it is
                          reported as not measured */

    /* Fills the report. 0, or a negative code with words for an error that ends
     * the command: a failed solver, a wrong answer, no memory. What this
     * machine lacks is not an error: it goes to report_add_missing(), or for
     * the whole figure is SOLVER_REFUSES with words. */
    int (*run)(const struct study *study, struct report *report,
               struct error *error);
};

/* The command-line options that a paper accepts; it refuses the others. */
enum paper_use {
    PAPER_MAPS = 1 << 0,
    PAPER_SOURCES = 1 << 1,
    PAPER_LARGEST = 1 << 2,
    PAPER_BOOST = 1 << 3,
    PAPER_SETTINGS = 1 << 4,
};

struct paper {
    const char *name;                    /* the name that users type:
                                            "suzuki" */
    const char *title;                   /* authors and title, one line */
    const struct figure *const *figures; /* [figure_count] in the paper's
                                            order */
    size_t figure_count;
    unsigned uses; /* set of enum paper_use */
};

extern const struct paper *const papers[];
extern const size_t paper_count;

/* NULL if not found. */
const struct paper *paper_find(const char *name);
const struct figure *paper_find_figure(const struct paper *paper,
                                       const char *id);

/* The number of sources, if the paper took `papers_own`. */
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

/* Draws vertices of the map from the study's seed; NULL: out of memory. The
 * caller free()s them. */
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
