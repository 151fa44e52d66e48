/* near_far: near labels first, without the host. */
#include <math.h>

#include "gpu/solvers/solvers.h"

#include "gpu/forms/forms.h"

/* More threads would have too few registers each. */
#define BLOCK_MAX 512

static const struct solver_option near_far_options[] = {
    {
        .name = "delta",
        .help = "how far the split moves at first, in the map's unit; 0: "
                "delta-times the median weight",
        .fallback = 0,
        .minimum = 0,
        .maximum = WEIGHT_MAX,
    },
    {
        .name = "delta-times",
        .help = "how many times the median weight",
        .fallback = 64,
        .minimum = 1,
        .maximum = 1e6,
        .fractional = true,
    },
    {
        .name = "aim",
        .help = "vertices wanted in a step: delta is halved or doubled "
                "towards it; 0: stays as it is at first",
        .fallback = 4096,
        .minimum = 0,
        .maximum = 1 << 24,
    },
    {
        .name = "thin",
        .help = "vertices on the near list with which the split moves on; 0: "
                "not before it is empty",
        .fallback = 1024,
        .minimum = 0,
        .maximum = 1 << 24,
    },
    {
        .name = "hops",
        .help = "arcs that a block follows, one behind the other, before the "
                "grid meets; the first that has ends it for all",
        .fallback = 32,
        .minimum = 1,
        .maximum = 64,
    },
    {
        .name = "room",
        .help =
            "vertices in a block's queue, with more of which it leaves them "
            "to the grid; 512 and more: all there is room for",
        .fallback = 512,
        .minimum = 1,
        .maximum = 1 << 20,
    },
    {
        .name = "alone-below",
        .help = "vertices on a list that one block takes alone while the "
                "others wait",
        .fallback = 64,
        .minimum = 0,
        .maximum = 1 << 20,
    },
    BLOCK_OPTION_UP_TO("block-threads", "of the grid", 256, BLOCK_MAX),
    {
        .name = "blocks",
        .help = "in the grid, at most what fits on the device at once; 0: one "
                "on each multiprocessor, or several that are smaller",
        .fallback = 0,
        .minimum = 0,
        .maximum = 4096,
    },
    {
        .name = "rounds-at-once",
        .help = "rounds between two looks at deadlines, which come after some "
                "milliseconds at the latest",
        .fallback = 4096,
        .minimum = 1,
        .maximum = 1 << 20,
    },
    {
        .name = "together-from",
        .help = "queries of a batch that are taken side by side, a block each; "
                "fewer: one after the other; 0: always so",
        .fallback = 8,
        .minimum = 0,
        .maximum = 1 << 20,
    },
    {
        .name = "together-mib",
        .help = "memory of the device for that, in MiB, from the first such "
                "batch on; 6.03 words a vertex for each query under way",
        .fallback = 1024,
        .minimum = 0,
        .maximum = 1 << 20,
    },
    BLOCK_OPTION_UP_TO("together-block-threads", "that takes a query of many",
                       128, BLOCK_MAX),
};

/* One tree on an H200: New York 1.1 ms, New England 2.7, a generated map of 6
 * million vertices 9.9. */
static void near_far_speed(const struct map *map,
                           struct solver_speed *ret_speed)
{
    double vertices = map->topology.vertex_count;
    double labels_us = 2 * sqrt(vertices) * (1 + vertices / 8e6);

    *ret_speed = (struct solver_speed){
        .ready_us = 1000 + 0.01 * vertices,
        .start_us = 20,
        .pair_us = labels_us,
        .path_us = 100,
        .tree_us = labels_us + 0.0002 * vertices,
        .row_us = labels_us,
        .cell_us = 0.01,
    };
}

/* Cells. */
#define CELL_WORDS_PER_VERTEX 8

const struct solver_ops near_far_solver = {
    .name = "near-far",
    .summary = "CUDA: near labels first, thin frontiers in one block, no host "
               "in between",
    .source = "Davidson, Baxter, Garland, Owens, \"Work-Efficient Parallel GPU "
              "Methods for Single-Source Shortest Paths\", section 4.3",
    .form = &cuda_cells_form,
    .capabilities =
        SEARCH_CAPABILITIES | SOLVER_STOPS_EARLY | SOLVER_MANY_SOURCES,
    /* One far list and two near ones, and a bit; the other far list and the
     * stamps use the memory of the links. Parallel batches take at most
     * together-mib more. */
    .memory = {SEARCH_WORDS_PER_VERTEX + CELL_WORDS_PER_VERTEX + 3 + 1.0 / 32,
               SEARCH_WORDS_PER_ARC},
    .speed = near_far_speed,
    .options = near_far_options,
    .option_count = COUNT_OF(near_far_options),
    SEARCH_OPERATIONS(near_far, search_solve),
};
