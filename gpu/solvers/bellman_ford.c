/* bellman_ford: bellman-ford, of the CUDA shortest-path paper in Chinese. */
#include "gpu/solvers/solvers.h"

static const char *const threads_for[] = {"arcs", "vertices"};

static const struct solver_option bellman_ford_options[] = {
    BLOCK_OPTION("block-threads", "of a round", 256),
    {
        .name = "threads-for",
        .help = "create a thread for each four arcs or for each vertex",
        .fallback = 0,
        .minimum = 0,
        .maximum = 1,
        .choices = threads_for,
    },
    {
        .name = "rounds-at-once",
        .help = "rounds between two looks at whether labels still fall; less "
                "on maps of very many arcs",
        .fallback = 4,
        .minimum = 1,
        .maximum = 256,
    },
};

static int bellman_ford_create(struct prepared *prepared,
                               const struct solver_setting *settings,
                               size_t setting_count, struct solver **ret_solver,
                               struct error *error)
{
    return search_create(&bellman_ford_solver, &bellman_ford_method, prepared,
                         settings, setting_count, ret_solver, error);
}

const struct solver_ops bellman_ford_solver = {
    .name = "bellman-ford",
    .summary = "CUDA: relaxes all arcs in every round",
    .source = CHINESE_PAPER "section 4.1, Algorithm 2",
    .representation = &cuda_csr_representation,
    .capabilities = SEARCH_CAPABILITIES,
    /* Tails. */
    .memory = {SEARCH_WORDS_PER_VERTEX, SEARCH_WORDS_PER_ARC + 1},
    .options = bellman_ford_options,
    .option_count = COUNT_OF(bellman_ford_options),
    .create = bellman_ford_create,
    .destroy = search_destroy,
    .solve = search_solve,
};
