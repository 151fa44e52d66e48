/* relaxation: the loop over phases that the CUDA solvers share.
 *
 * Happy path: the seeds are labelled and listed; phase follows phase until none
 * lets a label fall; deliver.h hands out what was asked for. After every phase
 * the host learns from one word in its own memory how many vertices fell
 * (kernels.h) and decides on the next.
 *
 *     all:      relax, update, wait
 *     selected: update and relax, wait
 *
 * Failure modes: a launch or a kernel that fails ends the batch; a query that
 * is due ends between two phases. */
#include "gpu/relaxation.h"

#include <stddef.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/solver/batch.h"
#include "gpu/cuda_error.h"
#include "gpu/deliver.h"
#include "gpu/workspace.h"

enum {
    BLOCK_MAX = 1024,   /* CUDA's */
    LIST_BLOCKS = 1024, /* on a short list, at most */
};

struct relaxation {
    struct solver base;
    struct relaxation_settings settings;
    struct workspace workspace;
    struct phase_observer *observer; /* the batch's, or NULL */
};

/* A query on its way. */
struct run {
    struct relaxation *relaxation;
    struct workspace *workspace;
    struct query *query;
    struct switching switching;
    unsigned all_block;
    unsigned selected_block;
    uint32_t fell;          /* vertices in the last phase; 0: done */
    uint64_t threads;       /* created in this phase */
    enum threads_for state; /* where they are: ALL, in the flags, and both
                               arrays of labels are equal; SELECTED, listed, as
                               relax_selected.cu leaves them */
};

void relaxation_destroy(struct solver *solver)
{
    struct relaxation *relaxation = (struct relaxation *)solver;

    if (!relaxation)
        return;
    workspace_finish(&relaxation->workspace);
    free(relaxation);
}

int relaxation_create(const struct solver_ops *ops, struct prepared *prepared,
                      const struct relaxation_settings *settings,
                      struct solver **ret_solver, struct error *error)
{
    struct relaxation *relaxation = calloc(1, sizeof(*relaxation));
    int r;

    if (!relaxation)
        return error_no_memory(error);
    relaxation->base = (struct solver){ops, prepared};
    relaxation->settings = *settings;
    r = workspace_init(&relaxation->workspace,
                       (const struct cuda_csr *)prepared, error);
    if (r) {
        relaxation_destroy(&relaxation->base);
        return r;
    }
    *ret_solver = &relaxation->base;
    return 0;
}

static cudaError_t clear(struct workspace *workspace)
{
    struct relax_arrays *arrays = &workspace->arrays;
    size_t n = arrays->vertex_count;
    cudaError_t status = cudaMemsetAsync(
        arrays->cost, 0xff, n * sizeof(*arrays->cost), workspace->stream);

    if (status == cudaSuccess)
        status =
            cudaMemsetAsync(arrays->tentative, 0xff,
                            n * sizeof(*arrays->tentative), workspace->stream);
    if (status == cudaSuccess)
        status = cudaMemsetAsync(arrays->fell, 0, n * sizeof(*arrays->fell),
                                 workspace->stream);
    return status;
}

_Static_assert(sizeof(struct kernel_seed) == sizeof(struct seed) &&
                   offsetof(struct kernel_seed, vertex) ==
                       offsetof(struct seed, vertex) &&
                   offsetof(struct kernel_seed, cost) ==
                       offsetof(struct seed, cost),
               "seeds are uploaded as they lie");

/* Up to SEEDS_PER_LAUNCH seeds from the `first` on. */
static int plant_some(struct run *run, uint32_t first, struct error *error)
{
    struct workspace *workspace = run->workspace;
    uint32_t left = run->query->seed_count - first;
    uint32_t count = left < SEEDS_PER_LAUNCH ? left : SEEDS_PER_LAUNCH;
    struct relax_word word = workspace_word(workspace);
    int r =
        cuda_check(cudaMemcpyAsync(workspace->seeds, run->query->seeds + first,
                                   count * sizeof(*workspace->seeds),
                                   cudaMemcpyHostToDevice, workspace->stream),
                   "upload seeds", error);

    if (!r)
        r = cuda_check(launch_seeds(&workspace->arrays, workspace->seeds, count,
                                    workspace->list, run->fell, &word,
                                    workspace->stream),
                       "seeds", error);
    if (!r)
        r = workspace_wait_word(workspace, &run->fell, error);
    return r;
}

static int plant(struct run *run, struct error *error)
{
    int r = cuda_check(clear(run->workspace), "clear labels", error);

    for (uint32_t i = 0; i < run->query->seed_count && !r;
         i += SEEDS_PER_LAUNCH)
        r = plant_some(run, i, error);
    return r;
}

/* Every block adds to one tally, so a long list wants larger ones, up to those
 * of the kernels over all vertices. */
static unsigned block_for_list(const struct run *run)
{
    unsigned block = run->selected_block;

    while (block < run->all_block && run->fell / block >= LIST_BLOCKS)
        block *= 2;
    return block <= BLOCK_MAX ? block : BLOCK_MAX;
}

/* What fell in the last phase, where it is listed. */
static struct relax_list last_list(const struct run *run)
{
    return (struct relax_list){
        .vertex = run->workspace->list,
        .count = run->fell,
        .phase = run->query->figures.phases,
    };
}

/* From the list to the flags. */
static int flag_listed(struct run *run, struct error *error)
{
    struct workspace *workspace = run->workspace;
    struct relax_list list = last_list(run);

    run->threads += list.count;
    run->state = THREADS_ALL;
    return cuda_check(launch_update_selected(&workspace->arrays, &list,
                                             block_for_list(run),
                                             workspace->stream),
                      "update kernel", error);
}

/* From the flags to the list; Algorithm 4, line 29. */
static int list_flagged(struct run *run, struct error *error)
{
    struct workspace *workspace = run->workspace;
    struct relax_word word = {.tally = workspace->tally};

    run->threads += workspace->arrays.vertex_count;
    run->state = THREADS_SELECTED;
    return cuda_check(launch_switch(&workspace->arrays, workspace->list, &word,
                                    run->all_block, workspace->stream),
                      "switch kernel", error);
}

/* Algorithm 4, lines 22 to 26. */
static int phase_all(struct run *run, struct error *error)
{
    struct workspace *workspace = run->workspace;
    struct relax_word word = workspace_word(workspace);
    uint32_t phase = run->query->figures.phases + 1;
    int r = cuda_check(
        launch_relax_all(&workspace->arrays, run->all_block, workspace->stream),
        "relax kernel", error);

    run->threads += 2 * (uint64_t)workspace->arrays.vertex_count;
    if (!r)
        r = cuda_check(launch_update_all(&workspace->arrays, phase, &word,
                                         run->all_block, workspace->stream),
                       "update kernel", error);
    return r ? r : workspace_wait_word(workspace, &run->fell, error);
}

static void swap(uint32_t **one, uint32_t **other)
{
    uint32_t *kept = *one;

    *one = *other;
    *other = kept;
}

/* Algorithm 4, lines 8 to 16. */
static int phase_selected(struct run *run, struct error *error)
{
    struct workspace *workspace = run->workspace;
    struct relax_word word = workspace_word(workspace);
    struct relax_list list = last_list(run);
    int r = cuda_check(
        launch_relax_selected(&workspace->arrays, &list, workspace->next, &word,
                              block_for_list(run), workspace->stream),
        "relax kernel", error);

    run->threads += list.count;
    if (!r)
        r = workspace_wait_word(workspace, &run->fell, error);
    swap(&workspace->list, &workspace->next);
    swap(&workspace->arrays.cost, &workspace->arrays.tentative);
    return r;
}

static int run_phase(struct run *run, struct error *error)
{
    bool all = run->switching.threads == THREADS_ALL;
    int r = 0;

    run->threads = 0;
    if (run->state != run->switching.threads)
        r = all ? flag_listed(run, error) : list_flagged(run, error);
    if (r)
        return r;
    return all ? phase_all(run, error) : phase_selected(run, error);
}

static void report(const struct run *run, uint32_t index, double time_us)
{
    struct phase_observer *observer = run->relaxation->observer;
    struct phase phase = {
        .index = index,
        .updated = run->fell,
        .threads = run->threads,
        .time_us = time_us,
        .method = threads_for_name(run->state),
    };

    if (observer)
        observer->phase(observer, &phase);
}

/* One phase and what follows from it. */
static int take_phase(struct run *run, struct error *error)
{
    struct query_figures *figures = &run->query->figures;
    uint64_t start_ns = clock_now_ns();
    int r = run_phase(run, error);
    double time_us = (double)(clock_now_ns() - start_ns) / 1e3;

    if (r)
        return r;
    report(run, figures->phases, time_us);
    switching_phase_ended(&run->switching, time_us);
    figures->phases++;
    figures->settled += run->fell;
    return 0;
}

static int run_phases(struct run *run, struct error *error)
{
    int r = 0;

    while (run->fell && !r) {
        if (cancel_due(run->query->cancel)) {
            run->query->status = QUERY_CANCELLED;
            return 0;
        }
        r = take_phase(run, error);
    }
    return r;
}

static bool wants_links(const struct query *query)
{
    return query->output == QUERY_PATHS ||
           (query->output != QUERY_COSTS && query->predecessors);
}

static int deliver(struct run *run, struct error *error)
{
    struct query *query = run->query;

    if (query->output == QUERY_COSTS || query->output == QUERY_PATHS)
        return deliver_targets(run->workspace, query, run->all_block, error);
    return deliver_labels(run->workspace, query, run->all_block, error);
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)solver;
    struct workspace *workspace = &relaxation->workspace;
    struct run run = {
        .relaxation = relaxation,
        .workspace = workspace,
        .query = query,
        .switching = relaxation->settings.switching,
        .all_block = relaxation->settings.all_block,
        .selected_block = relaxation->settings.selected_block,
        .state = THREADS_SELECTED,
    };
    int r;

    workspace->arrays.weight = ((const struct cuda_metric *)metric)->weight;
    workspace->arrays.bound = query->bound;
    workspace->arrays.stamp = wants_links(query) ? workspace->stamp : NULL;
    query->status = QUERY_DONE;
    r = plant(&run, error);
    if (!r)
        r = run_phases(&run, error);
    if (!r && query->status == QUERY_DONE)
        r = deliver(&run, error);
    if (!r)
        r = workspace_sync(workspace, error);
    if (r)
        error_prefix(error, "solver %s on %s", solver->ops->name,
                     workspace->device->name);
    return r;
}

int relaxation_solve(struct solver *solver, const struct metric *metric,
                     struct batch *batch, struct error *error)
{
    struct relaxation *relaxation = (struct relaxation *)solver;
    int r = workspace_enter(&relaxation->workspace, error);

    relaxation->observer = batch->observer;
    return r ? r : batch_solve_each(solver, metric, batch, solve_one, error);
}
