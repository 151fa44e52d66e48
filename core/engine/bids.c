/* bids: what solvers offer for a job that names none. */
#include "core/engine/bids.h"

#include <math.h>

#include "core/engine/map_entry.h"

static bool is_pairs(const struct job *job)
{
    enum query_output output = job->queries[0]->output;

    if (output != QUERY_COSTS && output != QUERY_PATHS)
        return false;
    for (size_t i = 0; i < job->query_count; i++) {
        if (job->queries[i]->target_count != 1)
            return false;
    }
    return true;
}

/* The capabilities that answer all of a job. */
static unsigned job_needs(const struct job *job)
{
    const struct query *query = job->queries[0];
    unsigned also =
        (query->sums ? SOLVER_SUMS : 0) |
        (query->alternatives && !job->plain ? SOLVER_ALTERNATIVES : 0) |
        (job->observer ? SOLVER_SHOWS : 0);

    if (query->output == QUERY_REACHED || query->output == QUERY_TREE)
        return SOLVER_TREES;
    return also | (is_pairs(job) ? SOLVER_PAIRS : SOLVER_TABLES);
}

static struct workload describe(const struct job *job)
{
    const struct query *query = job->queries[0];

    return (struct workload){
        .trees = query->output == QUERY_REACHED || query->output == QUERY_TREE,
        .paths = query->output == QUERY_PATHS,
        .queries = job->query_count,
        .targets = query->target_count,
        .shared = 1,
    };
}

static double expected_us(const struct job *job, const struct choice *choice,
                          const struct workload *workload)
{
    const struct device *device = choice->crew->device;
    const struct solver_speed *speed =
        map_entry_speed(job->map, choice->solver, device);
    double us;

    if (!speed)
        return HUGE_VAL;
    us = workload_us(workload, speed);
    us += crew_backlog_us(choice->crew, us);
    return device->kind == DEVICE_CPU ? us : 2 * us;
}

static void consider(const struct choice *choice, double us, struct bid *best)
{
    if (us < best->us)
        *best = (struct bid){*choice, us};
}

/* Whether its form of the map is for who names it, and nobody has: no loss that
 * anybody should be told of. */
static bool is_left_aside(const struct crew *crew,
                          const struct solver_ops *solver,
                          const struct job *job)
{
    return crew_in_use(crew) && crew_has(crew, solver, job, true) &&
           !crew_has(crew, solver, job, false) &&
           !map_entry_refusal(job->map, solver->representation, crew->device);
}

void bids_take(const struct roster *roster, const struct job *job,
               struct crew *crew, struct bid *able, struct bid *any)
{
    const struct map *map = map_entry_map(job->map);
    struct workload workload = describe(job);
    unsigned capabilities = job_needs(job);

    workload.shared = crew->queue.workers;
    for (size_t i = 0; i < roster->catalog->count; i++) {
        struct choice choice = {roster->catalog->solver[i], crew};
        double us;

        if (choice.solver->representation->device_kind != crew->device->kind ||
            (choice.solver->capabilities & capabilities) != capabilities ||
            !catalog_may_pick(choice.solver, map) ||
            is_left_aside(crew, choice.solver, job))
            continue;
        us = expected_us(job, &choice, &workload);
        consider(&choice, us, any);
        if (crew_in_use(crew) && crew_has(crew, choice.solver, job, false))
            consider(&choice, us, able);
    }
}
