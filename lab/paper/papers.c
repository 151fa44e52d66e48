/* The papers, with the figures reproduced from each. */
#include <string.h>

#include "lab/paper/paper.h"

/* ---- Suzuki et al. ------------------------------------------------------- */

static const struct figure *const suzuki_figures[] = {
    &suzuki_figure_3, &suzuki_figure_4, &suzuki_figure_5,
    &suzuki_figure_6, &suzuki_figure_7, &suzuki_figure_8,
};

static const struct paper paper_suzuki = {
    .name = "suzuki",
    .title = "Suzuki, Kan, Hayashi, Yoshikawa, \"Accelerating SSSP Algorithm "
             "on GPU with Adaptive Thread Creation\"",
    .figures = suzuki_figures,
    .figure_count = sizeof(suzuki_figures) / sizeof(suzuki_figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_SETTINGS,
};

/* ---- Safari and Ebneenasir ----------------------------------------------- */

/* Figures of M. Safari, A. Ebneenasir, "Locality-Based Relaxation: An Efficient
 * Method for GPU-Based Computation of Shortest Paths", TTCS 2017. */

static const struct figure *const safari_figures[] = {
    &safari_iterations, &safari_table_1,  &safari_table_2,
    &safari_figure_3,   &safari_figure_4,
};

static const struct paper paper_safari = {
    .name = "safari",
    .title = "Safari, Ebneenasir, \"Locality-Based Relaxation: An Efficient "
             "Method for GPU-Based Computation of Shortest Paths\", 2017",
    .figures = safari_figures,
    .figure_count = sizeof(safari_figures) / sizeof(safari_figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_SETTINGS,
};

/* ---- Sudhanan ------------------------------------------------------------ */

static const struct figure *const sudhanan_figures[] = {
    &sudhanan_figure_6,
};

static const struct paper paper_sudhanan = {
    .name = "sudhanan",
    .title = "Sudhanan, \"CUDA Single Source Shortest Path\"",
    .figures = sudhanan_figures,
    .figure_count = sizeof(sudhanan_figures) / sizeof(sudhanan_figures[0]),
    .uses = 0,
};

/* ---- The paper in Chinese ------------------------------------------------ */

static const struct figure *const cuda_parallel_figures[] = {
    &cuda_parallel_table_1, &cuda_parallel_solvers, &cuda_parallel_labels,
    &cuda_parallel_delta,   &cuda_parallel_spmv,
};

static const struct paper paper_cuda_parallel = {
    .name = "cuda-parallel",
    .title = "parallel shortest paths on CUDA: Dijkstra, Bellman-Ford, "
             "Delta-Stepping, Sparse Matrix-Vector Bellman-Ford (in Chinese; "
             "title and authors are lost)",
    .figures = cuda_parallel_figures,
    .figure_count =
        sizeof(cuda_parallel_figures) / sizeof(cuda_parallel_figures[0]),
    .uses = PAPER_MAPS | PAPER_SOURCES | PAPER_LARGEST | PAPER_BOOST |
            PAPER_SETTINGS,
};

/* ---- All papers ---------------------------------------------------------- */

const struct paper *const papers[] = {
    &paper_suzuki,
    &paper_safari,
    &paper_sudhanan,
    &paper_cuda_parallel,
};
const size_t paper_count = sizeof(papers) / sizeof(papers[0]);

const struct paper *paper_find(const char *name)
{
    for (size_t i = 0; i < paper_count; i++) {
        if (!strcmp(papers[i]->name, name))
            return papers[i];
    }
    return NULL;
}

const struct figure *paper_find_figure(const struct paper *paper,
                                       const char *id)
{
    for (size_t i = 0; i < paper->figure_count; i++) {
        if (!strcmp(paper->figures[i]->id, id))
            return paper->figures[i];
    }
    return NULL;
}
