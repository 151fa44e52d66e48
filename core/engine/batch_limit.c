/* batch_limit: how many of a job's queries a worker may solve at once. */
#include "core/engine/batch_limit.h"

#include "core/engine/map_entry.h"

static const double batch_us = 20000;

static bool is_of_trees(const struct job *job)
{
    enum query_output output = job->queries[0]->output;

    return output == QUERY_TREE || output == QUERY_REACHED;
}

static bool is_of_pair_costs(const struct job *job)
{
    const struct query *query = job->queries[0];

    return query->output == QUERY_COSTS && query->target_count == 1;
}

static size_t min(size_t a, size_t b)
{
    return a < b ? a : b;
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

static size_t limit_on_cpu(const struct job *job, const struct part_pace *pace,
                           size_t most)
{
    double fitting;

    if (pace)
        return part_pace_limit(pace, batch_us, most);
    fitting = batch_us / expected_us(job);
    if (!(fitting < (double)most))
        return most;
    return fitting > 1 ? (size_t)fitting : 1;
}

static size_t limit_on_gpu(const struct job *job, size_t most)
{
    size_t common = min(most, BATCH_COMMON);
    double each_us = is_of_pair_costs(job) ? expected_us(job) : 0;
    double fitting = each_us > 0 ? batch_us / each_us : 0;

    if (fitting <= (double)common)
        return common;
    return fitting < (double)most ? (size_t)fitting : most;
}

size_t batch_limit(const struct job *job, const struct part_pace *pace,
                   size_t most)
{
    size_t common = min(most, BATCH_COMMON);

    if (is_of_trees(job))
        return common;
    if (job->device->kind == DEVICE_CPU)
        return limit_on_cpu(job, pace, common);
    return limit_on_gpu(job, most);
}
