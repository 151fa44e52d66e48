/* speed: how long a solver's answers take on a map, in a few numbers. */
#include "core/solver/speed.h"

#include <math.h>

const char *const solver_speed_names[SOLVER_SPEED_NUMBERS] = {
    "ready-us", "start-us", "pair-us", "path-us",
    "tree-us",  "row-us",   "cell-us", "column-us",
};

double *solver_speed_number(struct solver_speed *speed, size_t index)
{
    double *const numbers[SOLVER_SPEED_NUMBERS] = {
        &speed->ready_us, &speed->start_us, &speed->pair_us, &speed->path_us,
        &speed->tree_us,  &speed->row_us,   &speed->cell_us, &speed->column_us,
    };

    return numbers[index];
}

static double query_us(const struct workload *workload,
                       const struct solver_speed *speed)
{
    double targets = (double)workload->targets;
    double paths_us = workload->paths ? targets * speed->path_us : 0;

    if (workload->trees)
        return speed->tree_us;
    if (workload->targets == 1)
        return speed->pair_us + paths_us;
    return speed->row_us + targets * speed->cell_us + paths_us;
}

/* What a batch of whatever size begins with. */
static double begin_us(const struct workload *workload,
                       const struct solver_speed *speed)
{
    bool table = !workload->trees && workload->targets > 1;

    return speed->start_us +
           (table ? (double)workload->targets * speed->column_us : 0);
}

double workload_us(const struct workload *workload,
                   const struct solver_speed *speed)
{
    double each = ceil((double)workload->queries / workload->shared);

    return begin_us(workload, speed) + each * query_us(workload, speed);
}
