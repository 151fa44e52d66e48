/* solvers: the CUDA solvers' tables, the same whether or not CUDA is built in.
 */
#include "gpu/cuda_csr.h"
#include "gpu/gpu.h"
#include "gpu/relaxation.h"

#define PAPER                                                                  \
    "Suzuki, Kan, Hayashi, Yoshikawa, \"Accelerating SSSP Algorithm on GPU "   \
    "with Adaptive Thread Creation\", "

enum {
    CAPABILITIES = SOLVER_PAIRS | SOLVER_TABLES | SOLVER_TREES |
                   SOLVER_BOUNDED | SOLVER_TRACES,
};

/* Best on an H200 for each way of creating threads (docs/experiments.md). */
enum { ALL_BLOCK = 512, SELECTED_BLOCK = 128 };

#define BLOCK_OPTION(NAME, WHERE, FALLBACK)                                    \
    {                                                                          \
        .name = NAME,                                                          \
        .help =                                                                \
            "threads in a block " WHERE ", rounded down to a multiple of 32",  \
        .fallback = FALLBACK, .minimum = 32, .maximum = 1024,                  \
    }
#define ALL_BLOCK_OPTION                                                       \
    BLOCK_OPTION("all-block-threads", "over all vertices", ALL_BLOCK)
#define SELECTED_BLOCK_OPTION                                                  \
    BLOCK_OPTION("selected-block-threads",                                     \
                 "over a short list, doubled for long ones", SELECTED_BLOCK)

static const struct solver_option harish_options[] = {ALL_BLOCK_OPTION};
static const struct solver_option selection_options[] = {SELECTED_BLOCK_OPTION};

static const struct solver_option adaptive_options[] = {
    ALL_BLOCK_OPTION,
    SELECTED_BLOCK_OPTION,
    {
        .name = "to-all-us",
        .help = "create threads for all vertices once selected phases take "
                "longer, in microseconds",
        .fallback = 350,
        .minimum = 0,
        .maximum = 1e9,
    },
    {
        .name = "to-selected-us",
        .help = "return to the selected vertices once phases take less, in "
                "microseconds",
        .fallback = 330,
        .minimum = 0,
        .maximum = 1e9,
    },
};

static const struct solver_ops harish_solver;
static const struct solver_ops selection_solver;
static const struct solver_ops adaptive_solver;

static unsigned block_threads(const struct solver_ops *ops,
                              const struct solver_setting *settings,
                              size_t setting_count, const char *name)
{
    double threads = solver_option_value(ops, settings, setting_count, name);

    return (unsigned)threads / 32 * 32;
}

static int harish_create(struct prepared *prepared,
                         const struct solver_setting *settings,
                         size_t setting_count, struct solver **ret_solver,
                         struct error *error)
{
    struct relaxation_settings relaxation = {
        .switching = switching_all(),
        .all_block = block_threads(&harish_solver, settings, setting_count,
                                   "all-block-threads"),
        .selected_block = SELECTED_BLOCK,
    };

    return relaxation_create(&harish_solver, prepared, &relaxation, ret_solver,
                             error);
}

static int selection_create(struct prepared *prepared,
                            const struct solver_setting *settings,
                            size_t setting_count, struct solver **ret_solver,
                            struct error *error)
{
    struct relaxation_settings relaxation = {
        .switching = switching_selected(),
        .all_block = ALL_BLOCK,
        .selected_block =
            block_threads(&selection_solver, settings, setting_count,
                          "selected-block-threads"),
    };

    return relaxation_create(&selection_solver, prepared, &relaxation,
                             ret_solver, error);
}

static int adaptive_create(struct prepared *prepared,
                           const struct solver_setting *settings,
                           size_t setting_count, struct solver **ret_solver,
                           struct error *error)
{
    struct adaptive_thresholds thresholds = {
        solver_option_value(&adaptive_solver, settings, setting_count,
                            "to-all-us"),
        solver_option_value(&adaptive_solver, settings, setting_count,
                            "to-selected-us"),
    };
    struct relaxation_settings relaxation = {
        .switching = switching_adaptive(thresholds),
        .all_block = block_threads(&adaptive_solver, settings, setting_count,
                                   "all-block-threads"),
        .selected_block =
            block_threads(&adaptive_solver, settings, setting_count,
                          "selected-block-threads"),
    };

    return relaxation_create(&adaptive_solver, prepared, &relaxation,
                             ret_solver, error);
}

static const struct solver_ops harish_solver = {
    .name = "harish",
    .summary = "CUDA: a thread for every vertex in every phase",
    .source = PAPER "Algorithms 1 to 3; Harish and Narayanan 2007",
    .representation = &cuda_csr_representation,
    .capabilities = CAPABILITIES,
    .options = harish_options,
    .option_count = sizeof(harish_options) / sizeof(harish_options[0]),
    .create = harish_create,
    .destroy = relaxation_destroy,
    .solve = relaxation_solve,
};

static const struct solver_ops selection_solver = {
    .name = "selection",
    .summary = "CUDA: threads only for the vertices whose label fell",
    .source = PAPER "Algorithms 5 and 6",
    .representation = &cuda_csr_representation,
    .capabilities = CAPABILITIES,
    .options = selection_options,
    .option_count = sizeof(selection_options) / sizeof(selection_options[0]),
    .create = selection_create,
    .destroy = relaxation_destroy,
    .solve = relaxation_solve,
};

static const struct solver_ops adaptive_solver = {
    .name = "adaptive",
    .summary = "CUDA: goes from selected to all vertices and back by the time "
               "that phases take",
    .source = PAPER "Algorithm 4",
    .representation = &cuda_csr_representation,
    .capabilities = CAPABILITIES,
    .options = adaptive_options,
    .option_count = sizeof(adaptive_options) / sizeof(adaptive_options[0]),
    .create = adaptive_create,
    .destroy = relaxation_destroy,
    .solve = relaxation_solve,
};

void gpu_add_solvers(struct catalog *catalog)
{
    catalog_add(catalog, &harish_solver);
    catalog_add(catalog, &selection_solver);
    catalog_add(catalog, &adaptive_solver);
}
