/* cuda_parallel: what is made anew of the CUDA shortest-path paper in Chinese
 * (cuda_parallel.h). */
#include "lab/paper/list.h"

static const struct figure *const figures[] = {
    &cuda_parallel_table_1, &cuda_parallel_solvers, &cuda_parallel_labels,
    &cuda_parallel_delta,   &cuda_parallel_spmv,
};

const struct paper paper_cuda_parallel = {
    .name = "cuda-parallel",
    .title = "parallel shortest paths on CUDA: Dijkstra, Bellman-Ford, "
             "Delta-Stepping, Sparse Matrix-Vector Bellman-Ford (in Chinese; "
             "title and authors are lost)",
    .figures = figures,
    .figure_count = sizeof(figures) / sizeof(figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_LARGEST | PAPER_BOOST |
            PAPER_SETTINGS,
};
