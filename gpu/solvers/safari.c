/* safari: locality. */
#include <math.h>

#include "gpu/solvers/solvers.h"

static const char *const walks[] = {"thread", "block"};

static const struct solver_option options[] = {
    {
        .name = "k",
        .help =
            "how many arcs deep to relax in a launch from a vertex whose label "
            "fell",
        .fallback = 12,
        .minimum = 1,
        .maximum = 16,
    },
    {
        .name = "affinity",
        .help = "vertices of a thread, 8 count as 4; 0: by the map's size",
        .fallback = 0,
        .minimum = 0,
        .maximum = 16,
        .power_of_two = true,
    },
    {
        .name = "walk",
        .help = "whether each thread walks alone, depth-first, as in the "
                "paper, or the threads of a block together, step by step",
        .fallback = 1,
        .minimum = 0,
        .maximum = 1,
        .choices = walks,
    },
    {
        .name = "launches",
        .help = "launches without a word to the host, where the query has no "
                "bound; 'relaxctl tune' finds how many",
        .fallback = 0,
        .minimum = 0,
        .maximum = 1e6,
    },
    {
        .name = "ahead",
        .help = "launches queued beyond the one whose word the host waits for",
        .fallback = 1,
        .minimum = 0,
        .maximum = 32,
    },
    BLOCK_OPTION("block-threads", "over all vertices", 256),
};

/* Frontiers of a road network grow with the square root of its size, and so
 * does the number of dependent phases, which dominate the time until frontiers
 * are wide: on an H200 New York takes 2.7 ms, New England 6.1, a generated map
 * of 6 million vertices 46. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    double vertices = map->topology.vertex_count;
    double labels_us = 5 * sqrt(vertices) * (1 + vertices / 2.5e6);

    *ret_speed = (struct solver_speed){
        .ready_us = 500 + 0.002 * vertices,
        .start_us = 20,
        .pair_us = labels_us,
        .path_us = 100,
        .tree_us = labels_us + 0.0002 * vertices,
        .row_us = labels_us,
        .cell_us = 0.01,
    };
}

const struct solver_ops locality_solver = {
    .name = "locality",
    .summary = "CUDA: relaxes a few arcs deep from every vertex whose label "
               "fell, mostly without a word to the host",
    .source = "Safari, Ebneenasir, \"Locality-Based Relaxation: An Efficient "
              "Method for GPU-Based Computation of Shortest Paths\", "
              "Algorithms 6 to 9",
    .form = &cuda_csr_form,
    .capabilities = SEARCH_CAPABILITIES,
    /* The flags use the memory of the links. */
    .memory = {SEARCH_WORDS_PER_VERTEX, SEARCH_WORDS_PER_ARC},
    .speed = speed,
    .options = options,
    .option_count = COUNT_OF(options),
    SEARCH_OPERATIONS(locality, search_solve),
};
