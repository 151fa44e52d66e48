/* cch: a customizable contraction hierarchy of supernodes. */
#include "gpu/solvers/solvers.h"

static const struct solver_option cch_gpu_options[] = {
    BLOCK_OPTION("block-threads", "of a sweep's grid", 512),
    {
        .name = "blocks",
        .help = "in a sweep's grid, at most what fits on the device at once; "
                "0: that many",
        .fallback = 0,
        .minimum = 0,
        .maximum = 4096,
    },
    {
        .name = "level-launches",
        .help = "1: a tree's sweep is a launch a level, each begun while the "
                "one before runs, where the device can; 0: one launch",
        .fallback = 1,
        .minimum = 0,
        .maximum = 1,
    },
    {
        .name = "lanes",
        .help = "trees of a batch that share a sweep; fewer where half of the "
                "free memory holds fewer; 1: none do",
        .fallback = 64,
        .minimum = 1,
        .maximum = 64,
        .power_of_two = true,
    },
    {
        .name = "walks",
        .help = "ancestor chains whose labels are kept at once, at most, "
                "and no more than a GiB of them",
        .fallback = 65536,
        .minimum = 2,
        .maximum = 1 << 22,
    },
    {
        .name = "walk-threads",
        .help = "threads that share a chain, fewer than 32 count as 32, more "
                "than 1024 where the device has clusters; 0: by the number of "
                "chains",
        .fallback = 0,
        .minimum = 0,
        .maximum = 16384,
        .power_of_two = true,
    },
    {
        .name = "paths-from",
        .help = "paths asked of one set of weights from which on the host has "
                "a copy of its panels and unpacks them",
        .fallback = 64,
        .minimum = 1,
        .maximum = 1e9,
    },
    {
        .name = "paths-part",
        .help =
            "of that copy, in KiB, that is taken with each path until it is "
            "whole",
        .fallback = 16384,
        .minimum = 1,
        .maximum = 1 << 30,
    },
    {
        .name = "tree-from",
        .help = "targets for each source above which costs come from a tree",
        .fallback = 4096,
        .minimum = 1,
        .maximum = 1e9,
    },
};

/* On an H200, New York, New England and a generated map of 6 million vertices,
 * whose longest ancestor chains have 478, 779 and 1903 vertices: a single pair
 * 55, 62 and 78 us, one of many 0.06, 0.13 and 0.70; a tree 113, 330 and 1124.
 * A path takes as long as with the CPU's cch. */
static void speed(const struct map *map, struct solver_speed *ret_speed)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    double depth = hierarchy->depth_count;
    double entries = (double)hierarchy->first_panel[hierarchy->supernode_count];
    double vertices = map->topology.vertex_count;

    *ret_speed = (struct solver_speed){
        .ready_us = 1000 + 0.002 * entries,
        .start_us = 50 + 0.015 * depth,
        .pair_us = 0.02 + 1.8e-7 * depth * depth,
        .path_us = 0.15 * depth,
        .tree_us = 20 + 1e-4 * vertices + 5e-6 * entries,
        .row_us = 0.05 + 1.8e-7 * depth * depth,
        .cell_us = 5e-4,
    };
}

const struct solver_ops cch_gpu_solver = {
    .name = "cch-gpu",
    .summary = "CUDA: a customizable contraction hierarchy of an ordered map: "
               "walks up from both ends, sweeps down",
    .source = "Dibbelt, Strasser and Wagner 2016, section 7; Delling et al., "
              "PHAST, 2011",
    .form = &cuda_cch_form,
    .capabilities = (SEARCH_CAPABILITIES & ~(unsigned)SOLVER_REPORTS) |
                    SOLVER_MANY_SOURCES | SOLVER_NEEDS_ORDER | SOLVER_SUMS,
    /* A label and a link; the rows of the sweep; 64 lanes once trees come in
     * batches. The map, hierarchy and panels are counted separately
     * (cuda_cch_bytes). */
    .memory = {3 + 1 + 64, 0},
    .memory_note =
        "beside map and hierarchy, and 2 GiB at most for ancestor "
        "chains in large batches; 'relaxctl info MAP' tells what "
        "a map's own weights take, of which the host has a copy, "
        "and hints as large, once paths are asked; as much again "
        "on the device, and 2 GiB at most for chains, once tables of "
        "sums are",
    .options = cch_gpu_options,
    .option_count = COUNT_OF(cch_gpu_options),
    .speed = speed,
    SEARCH_OPERATIONS(cch_gpu, cch_gpu_solve),
};
