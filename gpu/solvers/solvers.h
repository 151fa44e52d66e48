/* solvers: the tables of the CUDA solvers, one or a few in a file.
 *
 * They need no CUDA and are the same whether or not it is built in. */
#ifndef RELAXD_GPU_SOLVERS_SOLVERS_H
#define RELAXD_GPU_SOLVERS_SOLVERS_H

#include "core/solver/solver.h"
#include "gpu/forms/forms.h"
#include "gpu/search.h"

/* The capabilities of every search, whatever its method. */
enum {
    SEARCH_CAPABILITIES = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES |
                          SOLVER_BOUNDED | SOLVER_TRACES | SOLVER_REPORTS,
};

#define COUNT_OF(ARRAY) (sizeof(ARRAY) / sizeof((ARRAY)[0]))

/* An option for threads in a block; read with search_block_option(). */
#define BLOCK_OPTION_UP_TO(NAME, WHERE, FALLBACK, MAXIMUM)                     \
    {                                                                          \
        .name = NAME,                                                          \
        .help =                                                                \
            "threads in a block " WHERE ", rounded down to a multiple of 32",  \
        .fallback = FALLBACK, .minimum = 32, .maximum = MAXIMUM,               \
    }
#define BLOCK_OPTION(NAME, WHERE, FALLBACK)                                    \
    BLOCK_OPTION_UP_TO(NAME, WHERE, FALLBACK, 1024)

/* Blocks of a cooperative grid. */
#define GRID_BLOCKS_OPTION                                                     \
    {                                                                          \
        .name = "blocks",                                                      \
        .help = "in the grid, at most what fits on the device at once; 0: "    \
                "one on each multiprocessor",                                  \
        .fallback = 0, .minimum = 0, .maximum = 4096,                          \
    }

/* Device memory of every search, in words: first_out, cost and a link of two
 * for each vertex; head and weight for each arc. */
#define SEARCH_WORDS_PER_VERTEX 4
#define SEARCH_WORDS_PER_ARC    2

/* A source that several solvers cite. */
#define CHINESE_PAPER                                                          \
    "the CUDA shortest-path paper in Chinese (Dijkstra, Bellman-Ford, "        \
    "Delta-Stepping, Sparse Matrix-Vector Bellman-Ford), "

/* Every CUDA solver, one a line, in listing order. NAME_solver is its table in
 * this folder. NAME_method, its algorithm, lies beside its phases and is empty
 * where CUDA is not built in. */
/* clang-format off */
#define CUDA_SOLVERS(DO)   \
    DO(harish)             \
    DO(selection)          \
    DO(adaptive)           \
    DO(bellman_ford)       \
    DO(bellman_ford_queue) \
    DO(dijkstra_gpu)       \
    DO(delta_stepping)     \
    DO(spmv_csr)           \
    DO(spmv_ell)           \
    DO(locality)           \
    DO(near_far)           \
    DO(cch_gpu)
/* clang-format on */

#define DECLARE_SOLVER(NAME)                                                   \
    extern const struct solver_ops NAME##_solver;                              \
    extern const struct search_method NAME##_method;                           \
    int NAME##_create(struct prepared *prepared,                               \
                      const struct solver_setting *settings,                   \
                      size_t setting_count, struct solver **ret_solver,        \
                      struct error *error);

CUDA_SOLVERS(DECLARE_SOLVER)

/* Entries of a table; solvers.c has the create functions. */
#define SEARCH_OPERATIONS(NAME, SOLVE)                                         \
    .create = NAME##_create, .destroy = search_destroy, .solve = SOLVE

/* cch-gpu's own; it chooses by kind of query. */
int cch_gpu_solve(struct solver *solver, const struct metric *metric,
                  struct batch *batch, struct error *error);

#endif
