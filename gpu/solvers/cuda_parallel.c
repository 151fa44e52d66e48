/* cuda_parallel: the solvers of the CUDA shortest-path paper in Chinese:
 * dijkstra-gpu, bellman-ford and its queue, delta-stepping, spmv. */
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/forms/forms.h"
#include "gpu/solvers/solvers.h"

/* ---- Section 3 ---- */

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

const struct solver_ops dijkstra_gpu_solver = {
    .name = "dijkstra-gpu",
    .summary = "CUDA: settles one vertex after the other, all threads look for "
               "the next",
    .source = CHINESE_PAPER "section 3, Algorithm 1",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Open vertices use the memory of the links. */
    .memory = {SEARCH_WORDS_PER_VERTEX, SEARCH_WORDS_PER_ARC},
    .slow = "a dependent step for each vertex, each over all vertices",
    .options = dijkstra_gpu_options,
    .option_count = COUNT_OF(dijkstra_gpu_options),
    SEARCH_OPERATIONS(dijkstra_gpu, search_solve),
};

/* ---- Section 4 ---- */

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
    SEARCH_OPERATIONS(bellman_ford, search_solve),
};

const struct solver_ops bellman_ford_queue_solver = {
    .name = "bellman-ford-queue",
    .summary = "CUDA: relaxes the vertices whose label fell, from a queue",
    .source = CHINESE_PAPER "sections 4.2 and 4.3; Bertsekas 1993; Bertsekas, "
                            "Guerriero, Musmanno 1996",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* The vertices taken in a round and a bit for each queued one; the ring
     * uses the memory of the links. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1 + 1.0 / 32, SEARCH_WORDS_PER_ARC},
    .options = queue_options,
    .option_count = COUNT_OF(queue_options),
    SEARCH_OPERATIONS(bellman_ford_queue, search_solve),
};

/* ---- Bellman-Ford as sparse matrix times vector ---- */

#define SOURCE                                                                 \
    CHINESE_PAPER                                                              \
    "that section; Kepner, Gilbert, \"Graph Algorithms in the Language of "    \
    "Linear Algebra\", chapter 5; Bell, Garland, \"Implementing sparse "       \
    "matrix-vector multiplication on throughput-oriented processors\", "

#define SLOW "every round goes through the whole map"

static const char *const no_yes[] = {"no", "yes"};

static const struct solver_option spmv_options[] = {
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

const struct solver_ops spmv_csr_solver = {
    .name = "spmv-csr",
    .summary = "CUDA: Bellman-Ford as sparse matrix times vector over (min, "
               "+), rows as they are",
    .source = SOURCE "section 4.2",
    .form = &cuda_csr_in_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* The arcs by head; the second vector uses the memory of the links. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 1, SEARCH_WORDS_PER_ARC + 3},
    .slow = SLOW,
    .options = spmv_options,
    .option_count = COUNT_OF(spmv_options),
    SEARCH_OPERATIONS(spmv_csr, search_solve),
};

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
    .options = spmv_options,
    .option_count = COUNT_OF(spmv_options),
    SEARCH_OPERATIONS(spmv_ell, search_solve),
};

/* ---- Section 5 ---- */

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

const struct solver_ops delta_stepping_solver = {
    .name = "delta-stepping",
    .summary = "CUDA: vertices in the order of their labels, a bucket at a "
               "time",
    .source = CHINESE_PAPER "section 5, Algorithm 3; Meyer and Sanders 1998",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* Two lists, the settled, the pending twice; labels use the memory of the
     * links. */
    .memory = {SEARCH_WORDS_PER_VERTEX + 5, SEARCH_WORDS_PER_ARC},
    .options = delta_stepping_options,
    .option_count = COUNT_OF(delta_stepping_options),
    SEARCH_OPERATIONS(delta_stepping, search_solve),
};
