/* dijkstra_gpu: dijkstra-gpu, of the CUDA shortest-path paper in Chinese. */
#include "gpu/solvers/solvers.h"

static const struct solver_option dijkstra_gpu_options[] = {
    BLOCK_OPTION("block-threads", "that look for the least label", 512),
    {
        .name = "max-vertices",
        .help = "refuse maps of more vertices, each of which takes a step",
        .fallback = 300000,
        .minimum = 1,
        .maximum = UINT32_MAX,
    },
    {
        .name = "steps-at-once",
        .help = "steps between two looks at whether any vertex is left",
        .fallback = 256,
        .minimum = 1,
        .maximum = 1024,
    },
};

static int dijkstra_gpu_create(struct prepared *prepared,
                               const struct solver_setting *settings,
                               size_t setting_count, struct solver **ret_solver,
                               struct error *error)
{
    return search_create(&dijkstra_gpu_solver, &dijkstra_gpu_method, prepared,
                         settings, setting_count, ret_solver, error);
}

const struct solver_ops dijkstra_gpu_solver = {
    .name = "dijkstra-gpu",
    .summary = "CUDA: settles one vertex after the other, all threads look for "
               "the next",
    .source = CHINESE_PAPER "section 3, Algorithm 1",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Open vertices lie where the links will. */
    .memory = {SEARCH_WORDS_PER_VERTEX, SEARCH_WORDS_PER_ARC},
    .slow = "a dependent step for each vertex, each over all vertices",
    .options = dijkstra_gpu_options,
    .option_count = COUNT_OF(dijkstra_gpu_options),
    .create = dijkstra_gpu_create,
    .destroy = search_destroy,
    .solve = search_solve,
};
