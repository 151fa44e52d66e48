/* scheduler: which solver on which device answers a job.
 *
 * A job that names a solver gets it, or an error that says why not. For `auto`
 * the scheduler estimates every eligible solver on every device that has the
 * solver's form of the map. If a device that cannot answer had a lower
 * estimate, a note says why it was not used.
 *
 * Few solvers find alternatives. If the named one does not, one that does takes
 * over, and a note says so; if none is ready, the scheduler chooses again as if
 * the job had not asked for them.
 *
 * GPUs with equal estimates take turns. */
#include "core/engine/scheduler.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/engine/map_entry.h"
#include "core/graph/hierarchy/hierarchy_size.h"

/* The i-th queue in this order: the CPU's, then the GPUs' from the one after
 * `last`. */
static struct device_queue *queue_in_turn(const struct scheduler *scheduler,
                                          size_t last, size_t i)
{
    if (i == 0)
        return &scheduler->queues[0];
    return &scheduler
                ->queues[1 + (last + i - 1) % (scheduler->queue_count - 1)];
}

/* Whether the solver can run there: now or, for a solver requested by name
 * (`named`), also after its form of the map has been prepared. */
static bool offers(const struct device_queue *queue,
                   const struct solver_ops *solver, const struct job *job,
                   bool named)
{
    const struct form_ops *form = solver->form;

    if (queue->device->kind != form->device_kind)
        return false;
    return named ? map_entry_offers(job->map, form, queue->device)
                 : map_entry_is_ready(job->map, form, queue->device);
}

/* ---- Cost estimates ------------------------------------------------------ */

/* The backlog of a device and the time that the job takes there. */
struct estimate {
    struct choice choice; /* no solver: none found */
    double us;            /* HUGE_VAL if there is none */
};

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

/* The capabilities that the whole job needs. */
static unsigned job_needs(const struct job *job)
{
    const struct query *query = job->queries[0];
    unsigned also =
        (query->sums ? SOLVER_SUMS : 0) |
        (query->alternatives && !job->plain ? SOLVER_ALTERNATIVES : 0) |
        (job->observer ? SOLVER_REPORTS : 0);

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
    const struct device *device = choice->queue->device;
    const struct solver_speed *speed =
        map_entry_speed(job->map, choice->solver, device);
    double us;

    if (!speed)
        return HUGE_VAL;
    us = workload_us(workload, speed);
    us += device_queue_backlog_us(choice->queue, us);
    return device->kind == DEVICE_CPU ? us : 2 * us;
}

static void consider(const struct choice *choice, double us,
                     struct estimate *best)
{
    if (us < best->us)
        *best = (struct estimate){*choice, us};
}

/* Whether its form of the map waits for a job that names the solver and none
 * has yet: then nothing is lost and no note is due. */
static bool is_left_aside(const struct device_queue *queue,
                          const struct solver_ops *solver,
                          const struct job *job)
{
    return device_queue_in_use(queue) && offers(queue, solver, job, true) &&
           !offers(queue, solver, job, false) &&
           !map_entry_refusal(job->map, solver->form, queue->device);
}

/* The best estimates: by solvers that can answer now; by these if all metrics
 * were there; and by all that are not left aside, even if their form of the map
 * is missing. */
struct estimates {
    struct estimate able;
    struct estimate patient;
    struct estimate any;
};

static struct estimates no_estimates(void)
{
    const struct estimate none = {.us = HUGE_VAL};

    return (struct estimates){none, none, none};
}

/* Lowers them by those on one device. */
static void estimate_queue(const struct scheduler *scheduler,
                           const struct job *job, struct device_queue *queue,
                           struct estimates *best)
{
    const struct map *map = map_entry_map(job->map);
    struct workload workload = describe(job);
    unsigned capabilities = job_needs(job);

    workload.shared = queue->worker_count;
    for (size_t i = 0; i < scheduler->catalog->count; i++) {
        struct choice choice = {scheduler->catalog->solver[i], queue};
        double us, wait_us;

        if (choice.solver->form->device_kind != queue->device->kind ||
            (choice.solver->capabilities & capabilities) != capabilities ||
            !catalog_may_pick(choice.solver, map) ||
            is_left_aside(queue, choice.solver, job))
            continue;
        us = expected_us(job, &choice, &workload);
        wait_us = (double)map_entry_wait_us(job->map, choice.solver->form,
                                            queue->device);
        consider(&choice, us + wait_us, &best->any);
        if (!device_queue_in_use(queue) ||
            !offers(queue, choice.solver, job, false))
            continue;
        consider(&choice, us + wait_us, &best->able);
        consider(&choice, us, &best->patient);
    }
}

/* ---- The choice ---------------------------------------------------------- */

/* `plain`: without alternatives. */
static bool can_answer(const struct solver_ops *solver,
                       const struct query *query, bool plain)
{
    struct query without;

    if (!plain || !query->alternatives)
        return solver_can_answer(solver, query);
    without = *query;
    without.alternatives = NULL;
    return solver_can_answer(solver, &without);
}

static bool can_answer_all(const struct solver_ops *solver,
                           const struct job *job)
{
    if (job->observer && !(solver->capabilities & SOLVER_REPORTS))
        return false;
    for (size_t i = 0; i < job->query_count; i++) {
        if (!can_answer(solver, job->queries[i], job->plain))
            return false;
    }
    return true;
}

/* The least loaded queue that has the map in the solver's form. */
static struct device_queue *find_queue(const struct scheduler *scheduler,
                                       const struct solver_ops *solver,
                                       const struct job *job)
{
    size_t last = atomic_load(&scheduler->last);
    struct device_queue *best = NULL;
    size_t best_load = 0;

    for (size_t i = 0; i < scheduler->queue_count; i++) {
        struct device_queue *queue = queue_in_turn(scheduler, last, i);
        size_t load = device_queue_load(queue);

        if (!device_queue_in_use(queue) || !offers(queue, solver, job, true))
            continue;
        if (!best || load < best_load) {
            best = queue;
            best_load = load;
        }
    }
    return best;
}

static bool estimate_cpu(const struct scheduler *scheduler,
                         const struct job *job, struct choice *ret_choice)
{
    struct estimates best = no_estimates();

    estimate_queue(scheduler, job, &scheduler->queues[0], &best);
    *ret_choice = best.able.choice;
    return best.able.choice.solver;
}

static bool wants_alternatives(const struct job *job)
{
    return job->queries[0]->alternatives && !job->plain;
}

bool scheduler_choose_cpu(const struct scheduler *scheduler, struct job *job,
                          struct choice *ret_choice)
{
    if (estimate_cpu(scheduler, job, ret_choice))
        return true;
    if (!wants_alternatives(job))
        return false;
    job->plain = true;
    return estimate_cpu(scheduler, job, ret_choice);
}

void scheduler_note(struct job *job, const struct choice *choice,
                    const char *device, const char *reason)
{
    /* The reason may be long, so it goes last. */
    snprintf(job->note, sizeof(job->note), "answered by %s on %s; %s: %s",
             choice->solver->name, choice->queue->device->name, device, reason);
}

/* Why the solver cannot answer there. */
static const char *reason_against(const struct job *job,
                                  const struct choice *wanted)
{
    const struct device_queue *queue = wanted->queue;
    const char *reason =
        map_entry_refusal(job->map, wanted->solver->form, queue->device);

    if (!device_queue_in_use(queue))
        return device_queue_failure(queue);
    if (!reason)
        reason = map_entry_missing(job->map, queue->device);
    return reason ? reason : "map was not prepared for this solver";
}

/* Notes why no device has the form that the solver reads: the first one's
 * reason. */
static void explain(const struct scheduler *scheduler,
                    const struct solver_ops *solver, struct job *job,
                    const struct choice *choice)
{
    for (size_t i = 0; i < scheduler->queue_count; i++) {
        struct choice wanted = {solver, &scheduler->queues[i]};

        if (wanted.queue->device->kind != solver->form->device_kind)
            continue;
        scheduler_note(job, choice, wanted.queue->device->name,
                       reason_against(job, &wanted));
        return;
    }
    scheduler_note(job, choice, solver->name, "no device of its kind here");
}

static int refuse_unprepared(const struct job *job, struct error *error)
{
    return error_set(error, -ENOENT,
                     "no solver is ready for map '%s'; see the log and "
                     "/v1/status",
                     map_entry_name(job->map));
}

/* The requested solver, or the CPU instead. */
static int choose_solver(const struct scheduler *scheduler,
                         const struct solver_ops *solver, struct job *job,
                         struct choice *ret_choice, struct error *error)
{
    struct device_queue *queue = find_queue(scheduler, solver, job);

    if (queue) {
        *ret_choice = (struct choice){solver, queue};
        return 0;
    }
    if (!scheduler_choose_cpu(scheduler, job, ret_choice))
        return refuse_unprepared(job, error);
    explain(scheduler, solver, job, ret_choice);
    return 0;
}

static int choose_auto(const struct scheduler *scheduler, struct job *job,
                       struct choice *ret_choice, struct error *error)
{
    size_t last = atomic_load(&scheduler->last);
    struct estimates best = no_estimates();

    for (size_t i = 0; i < scheduler->queue_count; i++)
        estimate_queue(scheduler, job, queue_in_turn(scheduler, last, i),
                       &best);
    if (!best.able.choice.solver)
        return refuse_unprepared(job, error);
    *ret_choice = best.able.choice;
    if (best.patient.choice.queue == ret_choice->queue &&
        best.patient.choice.solver->form != ret_choice->solver->form)
        job->later = best.patient.choice.solver->form;
    if (best.any.us < best.able.us)
        scheduler_note(job, ret_choice, best.any.choice.queue->device->name,
                       reason_against(job, &best.any.choice));
    return 0;
}

/* Another solver than this one, and notes the reason. */
static int choose_instead(const struct scheduler *scheduler,
                          const struct solver_ops *solver, const char *reason,
                          struct job *job, struct choice *ret_choice,
                          struct error *error)
{
    int r = choose_auto(scheduler, job, ret_choice, error);

    if (!r)
        scheduler_note(job, ret_choice, solver->name, reason);
    return r;
}

/* Why the configured solver is not used; NULL: it is. */
static const char *reason_against_preferred(const struct solver_ops *preferred,
                                            const struct job *job)
{
    if (!can_answer_all(preferred, job))
        return "it cannot answer such questions";
    if (!solver_can_use(preferred, map_entry_map(job->map)))
        return hierarchy_lacking(map_entry_map(job->map));
    return NULL;
}

/* For a job that names no solver while one is configured. */
static int choose_preferred(const struct scheduler *scheduler,
                            const struct solver_ops *preferred, struct job *job,
                            struct choice *ret_choice, struct error *error)
{
    const char *reason = reason_against_preferred(preferred, job);

    return reason ? choose_instead(scheduler, preferred, reason, job,
                                   ret_choice, error)
                  : choose_solver(scheduler, preferred, job, ret_choice, error);
}

/* The error lists the solvers that can. */
static int refuse_unobserved(const struct scheduler *scheduler,
                             const struct job *job, struct error *error)
{
    char names[ERROR_TEXT_SIZE / 2] = "auto";

    for (size_t i = 0; i < scheduler->catalog->count; i++) {
        const struct solver_ops *ops = scheduler->catalog->solver[i];

        if (ops->capabilities & SOLVER_REPORTS)
            text_list_add(names, sizeof(names), ops->name);
    }
    return error_set(error, ENGINE_CANNOT,
                     "solver '%s' does not report which vertices it reaches; "
                     "these do: %s",
                     job->solver->name, names);
}

/* Whether the job is a pair with alternatives that the solver could answer
 * without them. */
static bool lacks_alternatives(const struct solver_ops *solver,
                               const struct job *job)
{
    return wants_alternatives(job) && job->query_count == 1 &&
           can_answer(solver, job->queries[0], true);
}

static int choose_any(const struct scheduler *scheduler, struct job *job,
                      struct choice *ret_choice, struct error *error)
{
    bool able = !job->solver || can_answer_all(job->solver, job);
    const struct solver_ops *preferred = scheduler->preferred; /* may change */

    job->note[0] = '\0';
    if (job->solver && job->observer &&
        !(job->solver->capabilities & SOLVER_REPORTS))
        return refuse_unobserved(scheduler, job, error);
    if (!able && lacks_alternatives(job->solver, job))
        return choose_instead(scheduler, job->solver,
                              "it finds no alternatives", job, ret_choice,
                              error);
    if (!able)
        return error_set(error, ENGINE_CANNOT,
                         "solver '%s' cannot answer such queries; 'auto' picks "
                         "one that can",
                         job->solver->name);
    if (job->solver)
        return choose_solver(scheduler, job->solver, job, ret_choice, error);
    if (preferred && !job->automatic)
        return choose_preferred(scheduler, preferred, job, ret_choice, error);
    return choose_auto(scheduler, job, ret_choice, error);
}

static int choose_plain(const struct scheduler *scheduler, struct job *job,
                        struct choice *ret_choice, struct error *error)
{
    int r;

    job->plain = true;
    r = choose_any(scheduler, job, ret_choice, error);
    if (!r && !job->note[0])
        scheduler_note(job, ret_choice, "alternatives",
                       "no solver that is ready for the map finds any");
    return r;
}

int scheduler_choose(struct scheduler *scheduler, struct job *job,
                     struct choice *ret_choice, struct error *error)
{
    int r;

    job->plain = false;
    job->later = NULL;
    r = choose_any(scheduler, job, ret_choice, error);
    if (r == -ENOENT && wants_alternatives(job))
        r = choose_plain(scheduler, job, ret_choice, error);
    if (!r && ret_choice->queue != scheduler->queues)
        atomic_store(&scheduler->last,
                     (size_t)(ret_choice->queue - scheduler->queues));
    return r;
}
