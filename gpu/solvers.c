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

#define BLOCK_OPTION                                                           \
    {                                                                          \
        .name = "block-threads",                                               \
        .help = "threads in a block, rounded down to a multiple of 32",        \
        .fallback = 512, .minimum = 32, .maximum = 1024,                       \
    }

static const struct solver_option plain_options[] = {BLOCK_OPTION};

static const struct solver_option adaptive_options[] = {
    BLOCK_OPTION,
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

static int create(const struct solver_ops *ops, struct switching switching,
                  struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    unsigned threads = (unsigned)solver_option_value(
        ops, settings, setting_count, "block-threads");
    struct relaxation_settings relaxation = {switching, threads / 32 * 32};

    return relaxation_create(ops, prepared, &relaxation, ret_solver, error);
}

static int harish_create(struct prepared *prepared,
                         const struct solver_setting *settings,
                         size_t setting_count, struct solver **ret_solver,
                         struct error *error)
{
    return create(&harish_solver, switching_all(), prepared, settings,
                  setting_count, ret_solver, error);
}

static int selection_create(struct prepared *prepared,
                            const struct solver_setting *settings,
                            size_t setting_count, struct solver **ret_solver,
                            struct error *error)
{
    return create(&selection_solver, switching_selected(), prepared, settings,
                  setting_count, ret_solver, error);
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

    return create(&adaptive_solver, switching_adaptive(thresholds), prepared,
                  settings, setting_count, ret_solver, error);
}

static const struct solver_ops harish_solver = {
    .name = "harish",
    .summary = "CUDA: a thread for every vertex in every phase",
    .source = PAPER "Algorithms 1 to 3; Harish and Narayanan 2007",
    .representation = &cuda_csr_representation,
    .capabilities = CAPABILITIES,
    .options = plain_options,
    .option_count = sizeof(plain_options) / sizeof(plain_options[0]),
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
    .options = plain_options,
    .option_count = sizeof(plain_options) / sizeof(plain_options[0]),
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
