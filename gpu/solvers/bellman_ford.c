/* bellman_ford: bellman-ford and bellman-ford-queue, of the CUDA shortest-path
 * paper in Chinese. */
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

static const char *const off_on[] = {"off", "on"};

static const struct solver_option queue_options[] = {
    BLOCK_OPTION("block-threads", "of rounds of many blocks", 128),
    {
        .name = "window",
        .help = "vertices that a round takes from the head of the queue at "
                "most",
        .fallback = 65536,
        .minimum = 1,
        .maximum = UINT32_MAX,
    },
    {
        .name = "slf",
        .help = "small label first: what is below the head goes to the head",
        .fallback = 0,
        .minimum = 0,
        .maximum = 1,
        .choices = off_on,
    },
    {
        .name = "lll",
        .help = "large label last: what is above the mean goes to the end",
        .fallback = 0,
        .minimum = 0,
        .maximum = 1,
        .choices = off_on,
    },
    {
        .name = "alone-below",
        .help = "one block alone does many rounds in one launch while a round "
                "looks at no more vertices",
        .fallback = 1024,
        .minimum = 0,
        .maximum = 16384,
    },
    {
        .name = "rounds-at-once",
        .help = "rounds of many blocks between two looks at the queue's "
                "length; eight times as many of one alone",
        .fallback = 8,
        .minimum = 1,
        .maximum = 32,
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

static int bellman_ford_queue_create(struct prepared *prepared,
                                     const struct solver_setting *settings,
                                     size_t setting_count,
                                     struct solver **ret_solver,
                                     struct error *error)
{
    return search_create(&bellman_ford_queue_solver, &bellman_ford_queue_method,
                         prepared, settings, setting_count, ret_solver, error);
}

const struct solver_ops bellman_ford_solver = {
    .name = "bellman-ford",
    .summary = "CUDA: relaxes all arcs in every round",
    .source = CHINESE_PAPER "section 4.1, Algorithm 2",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Tails. */
    .memory = {SEARCH_WORDS_PER_VERTEX, SEARCH_WORDS_PER_ARC + 1},
    .options = bellman_ford_options,
    .option_count = COUNT_OF(bellman_ford_options),
    .create = bellman_ford_create,
    .destroy = search_destroy,
    .solve = search_solve,
};

const struct solver_ops bellman_ford_queue_solver = {
    .name = "bellman-ford-queue",
    .summary = "CUDA: relaxes the vertices whose label fell, from a queue",
    .source = CHINESE_PAPER "sections 4.2 and 4.3; Bertsekas 1993; Bertsekas, "
                            "Guerriero, Musmanno 1996",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* What a round took, a bit for waiting; the ring lies where the links will.
     */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1 + 1.0 / 32, SEARCH_WORDS_PER_ARC},
    .options = queue_options,
    .option_count = COUNT_OF(queue_options),
    .create = bellman_ford_queue_create,
    .destroy = search_destroy,
    .solve = search_solve,
};
