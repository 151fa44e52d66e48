/* solvers: the tables of the CUDA solvers, one or a few in a file.
 *
 * They know no CUDA and are the same whether or not it is built in. */
#ifndef RELAXD_GPU_SOLVERS_SOLVERS_H
#define RELAXD_GPU_SOLVERS_SOLVERS_H

#include "core/solver/solver.h"
#include "gpu/forms/forms.h"
#include "gpu/methods.h"

/* What every search can do, whatever its method. */
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

/* For the sources of its solvers. */
#define CHINESE_PAPER                                                          \
    "the CUDA shortest-path paper in Chinese (Dijkstra, Bellman-Ford, "        \
    "Delta-Stepping, Sparse Matrix-Vector Bellman-Ford), "

extern const struct solver_ops cch_gpu_solver;            /* cch.c */
extern const struct solver_ops bellman_ford_solver;       /* bellman_ford.c */
extern const struct solver_ops bellman_ford_queue_solver; /* bellman_ford.c */
extern const struct solver_ops dijkstra_gpu_solver;       /* dijkstra_gpu.c */
extern const struct solver_ops delta_stepping_solver;     /* delta_stepping.c */

extern const struct solver_ops harish_solver;    /* suzuki.c */
extern const struct solver_ops selection_solver; /* suzuki.c */
extern const struct solver_ops adaptive_solver;  /* suzuki.c */
extern const struct solver_ops spmv_csr_solver;  /* spmv.c */
extern const struct solver_ops spmv_ell_solver;  /* spmv.c */
extern const struct solver_ops locality_solver;  /* safari.c */
extern const struct solver_ops near_far_solver;  /* near_far.c */

#endif
