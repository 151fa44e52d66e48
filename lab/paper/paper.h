/* paper: reproduces a paper's tables and figures. Start reading lab/paper/
 * here.
 *
 * paper.c lists the papers and their figures, makes the tables that a figure
 * declares, calls it, and prints and writes its report (report.h). A figure
 * measures or computes rows of tables, points of charts, and the paper's claims
 * beside this machine's results; contest.h times solvers for it and counts
 * phases.
 *
 * To add a figure: a struct figure in a file of its paper, declared below, and
 * a line in paper.c. */
#ifndef RELAXD_LAB_PAPER_PAPER_H
#define RELAXD_LAB_PAPER_PAPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clients/relaxctl/arguments.h"
#include "clients/relaxctl/runner.h"
#include "core/base/progress.h"
#include "core/graph/map.h"
#include "lab/paper/report.h"

struct study_map {
    const char *path; /* its file; NULL: generated */
    char name[64];    /* the file's name without folder and .rlx */
    struct map *map;
};

/* The command line of 'relaxlab paper'. */
struct study_options {
    char **map_paths; /* [map_count] */
    size_t map_count;
    const char *device; /* as for inventory_choose() */
    const char *folder; /* for files; NULL: write none */
    uint32_t sources;   /* 0: as many as the paper took */
    uint64_t seed;      /* for drawing sources and all other random choices */
    uint32_t largest;   /* largest size that a figure generates itself; 0: the
                           figure's own */
    const char *boost;  /* the program tests/bench/boost_dijkstra, or NULL */
    struct arguments_settings settings;
};

/* The inputs of a figure's measurements. Figures only read it; every solver
 * gets those settings that it has. */
struct study {
    struct study_options options;
    struct inventory inventory;
    const struct device *cuda; /* the device to measure; NULL: no CUDA device */
    const char *no_cuda;       /* the reason, else NULL */
    char machine[512];         /* one line: GPU if any, CPU, date */
    struct study_map *maps;    /* [map_count] in the order of the arguments */
    size_t map_count;
    struct study_map *growing; /* [growing_count] the same and generated ones,
                                  by ascending number of vertices; made for the
                                  first figure that needs them */
    size_t growing_count;
    struct progress *progress;
};

/* A figure, its tables, and its one chart, unless it has one for each map. The
 * functions return 0, or a negative code with words for an error that ends the
 * command: a failed solver, a wrong answer, no memory. What this machine lacks
 * is not an error: it goes to report_missing(), or for the whole figure is
 * SOLVER_REFUSES with words. */
struct figure {
    const char *id;        /* "figure-4", "table-1" */
    const char *title;     /* what it shows, one line */
    bool needs_maps;       /* it needs at least one map */
    bool needs_cuda;       /* the whole figure: without a CUDA device it is
                              reported as not measured */
    const char *cuda_part; /* what of it is missing without a CUDA device, or
                              NULL */
    bool needs_growth;     /* run_map() gets study->growing */

    struct figure_table {
        const char *id;
        const char *title;
        const struct column *columns;
    } tables[FIGURE_TABLES_MAX];

    struct figure_chart {
        const char *title; /* NULL: no chart */
        bool timed;        /* the subtitle names the machine */
        const char *x_label;
        enum chart_scale x_scale;
        struct {
            const char *label;
            enum chart_scale scale;
        } y[CHART_PANELS_MAX];
    } chart;

    /* Each may be NULL: first, for each map, report->map, in the end. */
    int (*run)(struct report *report, struct error *error);
    int (*run_map)(struct report *report, struct error *error);
    void (*conclude)(struct report *report);
    const char *note; /* below all others, or NULL */
};

enum { PAPER_FIGURES_MAX = 8 };

struct paper {
    const char *name;  /* the name that users type: "suzuki" */
    const char *title; /* authors and title, one line */
    bool uses_maps;    /* it takes maps, --sources and --set */
    bool grows_maps;   /* it takes --largest and --boost */
    const struct figure *figures[PAPER_FIGURES_MAX + 1]; /* in the paper's
                                                            order, then NULL */
};

extern const struct paper papers[]; /* the last has no name */

/* Makes the figures, a list as in struct paper: prints each one's heading and
 * report; with a folder writes its files, and all claims to NAME-claims.csv.
 * Counts missing measurements. */
int paper_run(const struct paper *paper, const struct figure *const *figures,
              const struct study_options *options, size_t *ret_missing,
              struct error *error);

/* The number of sources, if the paper took `papers_own`. */
static inline uint32_t study_sources(const struct study *study,
                                     uint32_t papers_own)
{
    return study->options.sources ? study->options.sources : papers_own;
}

/* Boost's Dijkstra, timed by the program tests/bench/boost_dijkstra.
 *
 * The program reads the map's file, which is written for it if there is none,
 * solves the same vertices, and fails if its answers differ from relaxd's
 * dijkstra. */

/* Whether the program exists and can run. */
int boost_check(const char *program, struct error *error);

/* Means over the sources of one vertex to all, in ms, costs and predecessors in
 * memory: on boost::compressed_sparse_row_graph, on boost::adjacency_list. */
int boost_run(const char *program, const struct study_map *map,
              const uint32_t *sources, uint32_t source_count, double ret_ms[2],
              struct error *error);

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
