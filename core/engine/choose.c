/* choose: which solver on which device answers a job.
 *
 * Who names a solver gets it, or is told why not. `auto` takes the bids of all
 * solvers that may be picked, on every device that has their form of the map
 * (bids.h); where a lower one came from a device that cannot, a note says why.
 *
 * Alternatives are what few solvers find. Where the one that is named does not,
 * one that does takes over, and a note says so; where none is ready, all is
 * chosen once more as if nobody had asked for them.
 *
 * GPUs that would do equally well take turns. */
#include "core/engine/choose.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "core/engine/bids.h"
#include "core/engine/map_entry.h"
#include "core/graph/hierarchy/hierarchy_size.h"

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
    if (job->observer && !(solver->capabilities & SOLVER_SHOWS))
        return false;
    for (size_t i = 0; i < job->query_count; i++) {
        if (!can_answer(solver, job->queries[i], job->plain))
            return false;
    }
    return true;
}

/* The least loaded crew that has the map in the solver's form. */
static struct crew *find_crew(const struct roster *roster,
                              const struct solver_ops *solver,
                              const struct job *job)
{
    size_t last = atomic_load(&roster->last);
    struct crew *best = NULL;
    size_t best_load = 0;

    for (size_t i = 0; i < roster->crew_count; i++) {
        struct crew *crew = roster_crew(roster, last, i);
        size_t load = crew_load(crew);

        if (!crew_in_use(crew) || !crew_has(crew, solver, job, true))
            continue;
        if (!best || load < best_load) {
            best = crew;
            best_load = load;
        }
    }
    return best;
}

static bool bid_on_cpu(const struct roster *roster, const struct job *job,
                       struct choice *ret_choice)
{
    struct bid able = {.us = HUGE_VAL};
    struct bid any = {.us = HUGE_VAL};

    bids_take(roster, job, &roster->crews[0], &able, &any);
    *ret_choice = able.choice;
    return able.choice.solver;
}

static bool wants_alternatives(const struct job *job)
{
    return job->queries[0]->alternatives && !job->plain;
}

bool choose_on_cpu(const struct roster *roster, struct job *job,
                   struct choice *ret_choice)
{
    if (bid_on_cpu(roster, job, ret_choice))
        return true;
    if (!wants_alternatives(job))
        return false;
    job->plain = true;
    return bid_on_cpu(roster, job, ret_choice);
}

void choose_note(struct job *job, const struct choice *choice,
                 const char *device, const char *reason)
{
    /* The reason may be long and goes last. */
    snprintf(job->note, sizeof(job->note), "answered by %s on %s; %s: %s",
             choice->solver->name, choice->crew->device->name, device, reason);
}

/* Why the solver cannot answer there. */
static const char *reason_against(const struct job *job,
                                  const struct choice *wanted)
{
    const struct crew *crew = wanted->crew;
    const char *reason = map_entry_refusal(
        job->map, wanted->solver->representation, crew->device);

    if (!crew_in_use(crew))
        return crew_failure(crew);
    if (!reason)
        reason = map_entry_missing(job->map, crew->device);
    return reason ? reason : "map was not prepared for this solver";
}

/* Notes why no device has what the solver reads: of the first one. */
static void explain(const struct roster *roster,
                    const struct solver_ops *solver, struct job *job,
                    const struct choice *choice)
{
    for (size_t i = 0; i < roster->crew_count; i++) {
        struct choice wanted = {solver, &roster->crews[i]};

        if (wanted.crew->device->kind != solver->representation->device_kind)
            continue;
        choose_note(job, choice, wanted.crew->device->name,
                    reason_against(job, &wanted));
        return;
    }
    choose_note(job, choice, solver->name, "no device of its kind here");
}

static int refuse_unprepared(const struct job *job, struct error *error)
{
    return error_set(error, -ENOENT,
                     "map '%s' is prepared for no solver that could answer",
                     map_entry_name(job->map));
}

/* The wanted solver, or the CPU in its stead. */
static int choose_solver(const struct roster *roster,
                         const struct solver_ops *solver, struct job *job,
                         struct choice *ret_choice, struct error *error)
{
    struct crew *crew = find_crew(roster, solver, job);

    if (crew) {
        *ret_choice = (struct choice){solver, crew};
        return 0;
    }
    if (!choose_on_cpu(roster, job, ret_choice))
        return refuse_unprepared(job, error);
    explain(roster, solver, job, ret_choice);
    return 0;
}

static int choose_auto(const struct roster *roster, struct job *job,
                       struct choice *ret_choice, struct error *error)
{
    size_t last = atomic_load(&roster->last);
    struct bid able = {.us = HUGE_VAL};
    struct bid any = {.us = HUGE_VAL};

    for (size_t i = 0; i < roster->crew_count; i++)
        bids_take(roster, job, roster_crew(roster, last, i), &able, &any);
    if (!able.choice.solver)
        return refuse_unprepared(job, error);
    *ret_choice = able.choice;
    if (any.us < able.us)
        choose_note(job, ret_choice, any.choice.crew->device->name,
                    reason_against(job, &any.choice));
    return 0;
}

/* Why the configured solver is not asked; NULL: it is. */
static const char *reason_against_preferred(const struct solver_ops *preferred,
                                            const struct job *job)
{
    if (!can_answer_all(preferred, job))
        return "it cannot answer such questions";
    if (!solver_can_use(preferred, map_entry_map(job->map)))
        return hierarchy_lacking(map_entry_map(job->map));
    return NULL;
}

/* Nobody named a solver, but one is configured. */
static int choose_preferred(const struct roster *roster,
                            const struct solver_ops *preferred, struct job *job,
                            struct choice *ret_choice, struct error *error)
{
    const char *reason = reason_against_preferred(preferred, job);
    int r;

    if (!reason)
        return choose_solver(roster, preferred, job, ret_choice, error);
    r = choose_auto(roster, job, ret_choice, error);
    if (!r)
        choose_note(job, ret_choice, preferred->name, reason);
    return r;
}

/* Says which solvers can. */
static int refuse_unseen(const struct roster *roster, const struct job *job,
                         struct error *error)
{
    char names[ERROR_TEXT_SIZE / 2] = "auto";

    for (size_t i = 0; i < roster->catalog->count; i++) {
        const struct solver_ops *ops = roster->catalog->solver[i];

        if (ops->capabilities & SOLVER_SHOWS)
            text_list_add(names, sizeof(names), ops->name);
    }
    return error_set(error, ENGINE_CANNOT,
                     "solver '%s' does not show which vertices it comes to; "
                     "these do: %s",
                     job->solver->name, names);
}

/* Whether a job is a pair with alternatives, which its solver could answer
 * without. */
static bool lacks_alternatives(const struct solver_ops *solver,
                               const struct job *job)
{
    return wants_alternatives(job) && job->query_count == 1 &&
           can_answer(solver, job->queries[0], true);
}

static int choose_for_alternatives(const struct roster *roster, struct job *job,
                                   struct choice *ret_choice,
                                   struct error *error)
{
    int r = choose_auto(roster, job, ret_choice, error);

    if (!r)
        choose_note(job, ret_choice, job->solver->name,
                    "it finds no alternatives");
    return r;
}

static int choose_any(const struct roster *roster, struct job *job,
                      struct choice *ret_choice, struct error *error)
{
    bool able = !job->solver || can_answer_all(job->solver, job);
    const struct solver_ops *preferred = roster->preferred; /* may change */

    job->note[0] = '\0';
    if (job->solver && job->observer &&
        !(job->solver->capabilities & SOLVER_SHOWS))
        return refuse_unseen(roster, job, error);
    if (!able && lacks_alternatives(job->solver, job))
        return choose_for_alternatives(roster, job, ret_choice, error);
    if (!able)
        return error_set(error, ENGINE_CANNOT,
                         "solver '%s' cannot answer such queries; 'auto' picks "
                         "one that can",
                         job->solver->name);
    if (job->solver)
        return choose_solver(roster, job->solver, job, ret_choice, error);
    if (preferred && !job->automatic)
        return choose_preferred(roster, preferred, job, ret_choice, error);
    return choose_auto(roster, job, ret_choice, error);
}

static int choose_plain(const struct roster *roster, struct job *job,
                        struct choice *ret_choice, struct error *error)
{
    int r;

    job->plain = true;
    r = choose_any(roster, job, ret_choice, error);
    if (!r && !job->note[0])
        choose_note(job, ret_choice, "alternatives",
                    "nothing that is ready for the map finds any");
    return r;
}

int choose(struct roster *roster, struct job *job, struct choice *ret_choice,
           struct error *error)
{
    int r;

    job->plain = false;
    r = choose_any(roster, job, ret_choice, error);
    if (r == -ENOENT && wants_alternatives(job))
        r = choose_plain(roster, job, ret_choice, error);
    if (!r && ret_choice->crew != roster->crews)
        atomic_store(&roster->last, (size_t)(ret_choice->crew - roster->crews));
    return r;
}
