/* spmv: spmv-csr and spmv-ell. */
#include "gpu/solvers/solvers.h"

#include "gpu/forms/forms.h"

#define SOURCE                                                                 \
    CHINESE_PAPER                                                              \
    "that section; Kepner, Gilbert, \"Graph Algorithms in the Language of "    \
    "Linear Algebra\", chapter 5; Bell, Garland, \"Implementing sparse "       \
    "matrix-vector multiplication on throughput-oriented processors\", "

#define SLOW "every round goes through the whole map"

static const char *const no_yes[] = {"no", "yes"};

static const struct solver_option options[] = {
    {
        .name = "tiles-per-warp",
        .help = "times that a warp takes rows; 0: by the size of the map",
        .fallback = 0,
        .minimum = 0,
        .maximum = 64,
    },
    {
        .name = "ahead",
        .help = "rounds queued before word of the first; large maps take fewer",
        .fallback = 8,
        .minimum = 0,
        .maximum = 32,
    },
    {
        .name = "in-place",
        .help = "one vector instead of two: rows may read what others wrote in "
                "the same round",
        .fallback = 0,
        .minimum = 0,
        .maximum = 1,
        .choices = no_yes,
    },
};

static int csr_create(struct prepared *prepared,
                      const struct solver_setting *settings,
                      size_t setting_count, struct solver **ret_solver,
                      struct error *error)
{
    return search_create(&spmv_csr_solver, &spmv_csr_method, prepared, settings,
                         setting_count, ret_solver, error);
}

const struct solver_ops spmv_csr_solver = {
    .name = "spmv-csr",
    .summary = "CUDA: Bellman-Ford as sparse matrix times vector over (min, "
               "+), rows as they are",
    .source = SOURCE "section 4.2",
    .form = &cuda_csr_in_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* The arcs by head; the second vector lies where the links will. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1, SEARCH_WORDS_PER_ARC + 3},
    .slow = SLOW,
    .options = options,
    .option_count = COUNT_OF(options),
    .create = csr_create,
    .destroy = search_destroy,
    .solve = search_solve,
};

static int ell_create(struct prepared *prepared,
                      const struct solver_setting *settings,
                      size_t setting_count, struct solver **ret_solver,
                      struct error *error)
{
    return search_create(&spmv_ell_solver, &spmv_ell_method, prepared, settings,
                         setting_count, ret_solver, error);
}

const struct solver_ops spmv_ell_solver = {
    .name = "spmv-ell",
    .summary = "CUDA: Bellman-Ford as sparse matrix times vector over (min, "
               "+), rows padded to the longest",
    .source = SOURCE "section 4.1",
    .form = &cuda_ell_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* first_in; arc, and two words for each slot. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1,
               SEARCH_WORDS_PER_ARC + 1 + 2 * ELL_SLOTS_PER_ARC_MAX},
    .slow = SLOW,
    .options = options,
    .option_count = COUNT_OF(options),
    .create = ell_create,
    .destroy = search_destroy,
    .solve = search_solve,
};
