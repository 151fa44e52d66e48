/* choose: which solver on which device answers a job. */
#include "core/engine/choose.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "core/solver/dijkstra.h"

static bool can_answer_all(const struct solver_ops *solver,
                           const struct job *job)
{
    for (size_t i = 0; i < job->query_count; i++) {
        if (!solver_can_answer(solver, job->queries[i]))
            return false;
    }
    return true;
}

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

/* The capability that answers all of a job. */
static unsigned needed(const struct job *job)
{
    enum query_output output = job->queries[0]->output;

    if (output == QUERY_REACHED || output == QUERY_TREE)
        return SOLVER_TREES;
    return is_pairs(job) ? SOLVER_PAIRS : SOLVER_TABLES;
}

/* Whether the solver can run there: now, and for one that was asked for by name
 * (`named`) also once a form of the map has been prepared for it. */
static bool crew_has(const struct crew *crew, const struct solver_ops *solver,
                     const struct job *job, bool named)
{
    const struct representation_ops *form = solver->representation;

    if (crew->device->kind != form->device_kind)
        return false;
    return named ? map_entry_offers(job->map, form, crew->device)
                 : map_entry_metric(job->map, form, crew->device) != NULL;
}

/* The least loaded crew that has the map in the solver's form; the loads cost
 * locks, so they are looked at only where there are several GPUs. */
static struct crew *find_crew(const struct roster *roster,
                              const struct solver_ops *solver,
                              const struct job *job, bool named)
{
    struct crew *best = NULL;
    size_t best_load = 0;

    for (size_t i = 0; i < roster->crew_count; i++) {
        struct crew *crew = &roster->crews[i];
        size_t load;

        if (!crew_in_use(crew) || !crew_has(crew, solver, job, named))
            continue;
        load = roster->crew_count > 2 ? crew_load(crew) : 0;
        if (!best || load < best_load) {
            best = crew;
            best_load = load;
        }
    }
    return best;
}

/* Whether a GPU answers clearly sooner than the CPU, by two estimates.
 *
 * CPU: Dijkstra's algorithm labels a whole map in 0.11 to 0.17 us a vertex (New
 * York, 264,346 vertices: 30 ms on a Xeon of 2023, 42 to 50 on older ones; New
 * England, 1,524,453: 225 ms). A random pair searched from both sides takes a
 * third of that (9 and 89 ms). The workers share a job's queries.
 *
 * GPU: frontiers of a road network grow with the square root of its size, and
 * so does the number of dependent phases, which is what the time goes into:
 * locality on an H200 labels New York in 3.4 ms, generated maps of 1.4 and 6
 * million vertices in 13.8 and 62, that is 7, 12 and 25 us per root of a
 * vertex. A pair takes as long as a tree, and queries come one after another.
 *
 * Clearly means half the time: a GPU is one for all clients, workers are many,
 * and both estimates are rough. So one tree goes to the GPU from about 28,000
 * vertices on, one pair from about 250,000. */
static bool gpu_is_sooner(const struct job *job, unsigned cpu_workers)
{
    double vertices = map_entry_map(job->map)->topology.vertex_count;
    double queries = (double)job->query_count;
    double rounds = ceil(queries / cpu_workers);
    double cpu_us = 0.15 * vertices * rounds / (is_pairs(job) ? 3 : 1);
    double gpu_us = 12.5 * sqrt(vertices) * queries;

    return 2 * gpu_us < cpu_us;
}

bool choose_on_cpu(const struct roster *roster, const struct job *job,
                   struct choice *ret_choice)
{
    const struct solver_ops *candidates[] = {
        catalog_favourite(roster->catalog, DEVICE_CPU, needed(job)),
        &dijkstra_solver,
    };
    struct crew *cpu = &roster->crews[0];

    for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++) {
        const struct solver_ops *solver = candidates[i];

        if (solver && crew_has(cpu, solver, job, false)) {
            *ret_choice = (struct choice){solver, cpu};
            return true;
        }
    }
    return false;
}

void choose_note(struct job *job, const struct choice *choice,
                 const char *device, const char *reason)
{
    /* The reason may be long and goes last. */
    snprintf(job->note, sizeof(job->note), "answered by %s on %s; %s: %s",
             choice->solver->name, choice->crew->device->name, device, reason);
}

/* Why no device has what the solver reads: the first reason found. */
static void explain(const struct roster *roster,
                    const struct solver_ops *solver, struct job *job,
                    const struct choice *choice)
{
    for (size_t i = 0; i < roster->crew_count; i++) {
        const struct crew *crew = &roster->crews[i];
        const char *missing = map_entry_missing(job->map, crew->device);

        if (crew->device->kind != solver->representation->device_kind)
            continue;
        if (!crew_in_use(crew))
            missing = crew_failure(crew);
        choose_note(job, choice, crew->device->name,
                    missing ? missing : "map was not prepared for this solver");
        return;
    }
    choose_note(job, choice, solver->name, "no device of its kind here");
}

/* The wanted solver, or the CPU in its stead. */
static int choose_solver(const struct roster *roster,
                         const struct solver_ops *solver, bool named,
                         struct job *job, struct choice *ret_choice,
                         struct error *error)
{
    struct crew *crew = find_crew(roster, solver, job, named);

    if (crew) {
        *ret_choice = (struct choice){solver, crew};
        return 0;
    }
    if (!choose_on_cpu(roster, job, ret_choice))
        return error_set(error, -ENOENT,
                         "map '%s' is prepared for no solver that could answer",
                         map_entry_name(job->map));
    explain(roster, solver, job, ret_choice);
    return 0;
}

static bool has_gpu(const struct roster *roster)
{
    return roster->crew_count > 1;
}

static int choose_auto(const struct roster *roster, struct job *job,
                       struct choice *ret_choice, struct error *error)
{
    const struct solver_ops *gpu =
        catalog_favourite(roster->catalog, DEVICE_CUDA, needed(job));

    if (gpu && has_gpu(roster) &&
        gpu_is_sooner(job, roster->crews[0].queue.workers))
        return choose_solver(roster, gpu, false, job, ret_choice, error);
    if (choose_on_cpu(roster, job, ret_choice))
        return 0;
    return error_set(error, -ENOENT,
                     "map '%s' is prepared for no solver that could answer",
                     map_entry_name(job->map));
}

int choose(const struct roster *roster, struct job *job,
           struct choice *ret_choice, struct error *error)
{
    const struct solver_ops *preferred = roster->preferred;

    job->note[0] = '\0';
    if (job->solver && !can_answer_all(job->solver, job))
        return error_set(error, ENGINE_CANNOT,
                         "solver '%s' cannot answer such queries; 'auto' picks "
                         "one that can",
                         job->solver->name);
    if (job->solver)
        return choose_solver(roster, job->solver, true, job, ret_choice, error);
    if (preferred && !job->automatic && can_answer_all(preferred, job))
        return choose_solver(roster, preferred, true, job, ret_choice, error);
    return choose_auto(roster, job, ret_choice, error);
}
