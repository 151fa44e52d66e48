/* batch_limit: how many of a job's queries a worker may solve at once. */
#include "core/engine/batch_limit.h"

#include "core/engine/map_entry.h"

static const double batch_us = 20000;

static bool is_of_trees(const struct job *job)
{
    enum query_output output = job->queries[0]->output;

    return output == QUERY_TREE || output == QUERY_REACHED;
}

/* One more query of the job; 0: not known. */
static double expected_us(const struct job *job)
{
    const struct query *query = job->queries[0];
    const struct solver_speed *speed =
        map_entry_speed(job->map, job->solved_by, job->device);
    struct workload workload = {
        .paths = query->output == QUERY_PATHS,
        .queries = 1,
        .targets = query->target_count,
        .shared = 1,
    };
    double one_us;

    if (!speed)
        return 0;
    one_us = workload_us(&workload, speed);
    workload.queries = 2;
    return workload_us(&workload, speed) - one_us;
}

size_t batch_limit(const struct job *job, const struct part_pace *pace,
                   size_t most)
{
    double fitting;

    if (job->device->kind != DEVICE_CPU || is_of_trees(job))
        return most;
    if (pace)
        return part_pace_limit(pace, batch_us, most);
    fitting = batch_us / expected_us(job);
    if (!(fitting < (double)most))
        return most;
    return fitting > 1 ? (size_t)fitting : 1;
}
