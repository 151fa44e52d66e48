/* delta_stepping: delta-stepping, of the CUDA shortest-path paper in Chinese.
 */
#include "gpu/solvers/solvers.h"

#include "gpu/delta_stepping/delta_rule.h"

static const struct solver_option delta_stepping_options[] = {
    {
        .name = "delta",
        .help = "width of a bucket, in the map's unit; 0: by delta-rule",
        .fallback = 0,
        .minimum = 0,
        .maximum = WEIGHT_MAX,
    },
    {
        .name = "delta-rule",
        .help = "what of a map's weights the width is",
        .fallback = DELTA_MEDIAN,
        .minimum = 0,
        .maximum = DELTA_RULES - 1,
        .choices = delta_rule_names,
    },
    {
        .name = "delta-times",
        .help = "how many times what delta-rule says; 1 as in the paper",
        .fallback = 64,
        .minimum = 1,
        .maximum = 1e6,
        .fractional = true,
    },
    BLOCK_OPTION("block-threads", "of the grid", 256),
    GRID_BLOCKS_OPTION,
    {
        .name = "hops",
        .help = "light arcs that a block follows within a round, one behind "
                "the other; 1 as in the paper",
        .fallback = 4,
        .minimum = 1,
        .maximum = 64,
    },
    {
        .name = "rounds-at-once",
        .help = "rounds between two looks at deadlines",
        .fallback = 512,
        .minimum = 1,
        .maximum = 4096,
    },
};

static int delta_stepping_create(struct prepared *prepared,
                                 const struct solver_setting *settings,
                                 size_t setting_count,
                                 struct solver **ret_solver,
                                 struct error *error)
{
    return search_create(&delta_stepping_solver, &delta_stepping_method,
                         prepared, settings, setting_count, ret_solver, error);
}

const struct solver_ops delta_stepping_solver = {
    .name = "delta-stepping",
    .summary = "CUDA: vertices in the order of their labels, a bucket at a "
               "time",
    .source = CHINESE_PAPER "section 5, Algorithm 3; Meyer and Sanders 1998",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Two lists, the settled, the pending twice; labels lie where the links
     * will. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 5, SEARCH_WORDS_PER_ARC},
    .options = delta_stepping_options,
    .option_count = COUNT_OF(delta_stepping_options),
    .create = delta_stepping_create,
    .destroy = search_destroy,
    .solve = search_solve,
};
