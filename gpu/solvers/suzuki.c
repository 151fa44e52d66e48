/* suzuki: harish, selection and adaptive. */
#include "gpu/solvers/solvers.h"

#define PAPER                                                                  \
    "Suzuki, Kan, Hayashi, Yoshikawa, \"Accelerating SSSP Algorithm on GPU "   \
    "with Adaptive Thread Creation\", "

#define ALL_BLOCK_OPTION                                                       \
    BLOCK_OPTION("all-block-threads", "over all vertices", 512)
#define SELECTED_BLOCK_OPTION                                                  \
    BLOCK_OPTION("selected-block-threads",                                     \
                 "over a short list, doubled for long ones", 128)

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
        .fractional = true,
    },
    {
        .name = "to-selected-us",
        .help = "return to the selected vertices once phases take less, in "
                "microseconds",
        .fallback = 330,
        .minimum = 0,
        .maximum = 1e9,
        .fractional = true,
    },
};

const struct solver_ops harish_solver = {
    .name = "harish",
    .summary = "CUDA: a thread for every vertex in every phase",
    .source = PAPER "Algorithms 1 to 3; Harish and Narayanan 2007",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Tentative labels, a byte of flags. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1.25, SEARCH_WORDS_PER_ARC},
    .options = harish_options,
    .option_count = COUNT_OF(harish_options),
    SEARCH_OPERATIONS(harish, search_solve),
};

const struct solver_ops selection_solver = {
    .name = "selection",
    .summary = "CUDA: threads only for the vertices whose label fell",
    .source = PAPER "Algorithms 5 and 6",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Tentative labels; the lists use the memory of the links. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1, SEARCH_WORDS_PER_ARC},
    .options = selection_options,
    .option_count = COUNT_OF(selection_options),
    SEARCH_OPERATIONS(selection, search_solve),
};

const struct solver_ops adaptive_solver = {
    .name = "adaptive",
    .summary = "CUDA: goes from selected to all vertices and back by the time "
               "that phases take",
    .source = PAPER "Algorithm 4",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    .memory = {SEARCH_WORDS_PER_VERTEX + 1.25, SEARCH_WORDS_PER_ARC},
    .options = adaptive_options,
    .option_count = COUNT_OF(adaptive_options),
    SEARCH_OPERATIONS(adaptive, search_solve),
};
