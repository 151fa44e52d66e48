/* search: what every CUDA solver shares, so that a method is its phases alone.
 *
 * Failure modes: a launch or a kernel that fails ends the batch; a query that
 * is due ends between two phases. */
#include "gpu/search.h"

#include <stddef.h>
#include <stdlib.h>

#include "core/base/clock.h"
#include "core/solver/batch.h"
#include "core/solver/watch.h"
#include "gpu/cuda_error.h"
#include "gpu/deliver.h"
#include "gpu/find_links.h"
#include "gpu/search_method.h"
#include "gpu/show.h"

void search_destroy(struct solver *solver)
{
    struct search *search = (struct search *)solver;

    if (!search)
        return;
    if (search->method->finish)
        search->method->finish(search);
    workspace_finish(&search->workspace);
    free(search);
}

int search_create(const struct solver_ops *ops,
                  const struct search_method *method, struct prepared *prepared,
                  const struct solver_setting *settings, size_t setting_count,
                  struct solver **ret_solver, struct error *error)
{
    struct search *search = calloc(1, method->size);
    int r;

    if (!search)
        return error_no_memory(error);
    search->base = (struct solver){ops, prepared};
    search->method = method;
    r = workspace_init(&search->workspace, (const struct cuda_csr *)prepared,
                       error);
    if (!r && method->init)
        r = method->init(search, settings, setting_count, error);
    if (r) {
        search_destroy(&search->base);
        return r;
    }
    *ret_solver = &search->base;
    return 0;
}

unsigned search_block_option(const struct search *search,
                             const struct solver_setting *settings,
                             size_t setting_count, const char *name)
{
    double threads =
        solver_option_value(search->base.ops, settings, setting_count, name);

    return (unsigned)threads / 32 * 32;
}

int search_list_seeds(struct search *search, uint32_t *list,
                      struct error *error)
{
    struct workspace *workspace = &search->workspace;
    struct host_word word = workspace_word(workspace);
    int r = cuda_check(launch_list_labelled(&workspace->arrays, list, &word,
                                            workspace->stream),
                       "list seeds", error);

    return r ? r : workspace_wait_word(workspace, &search->active, error);
}

static uint32_t count_target_vertices(const struct query *query)
{
    uint32_t count = 0;

    if (query->output == QUERY_COSTS || query->output == QUERY_PATHS) {
        for (uint32_t i = 0; i < query->target_count; i++)
            count += query->targets[i].vertex_count;
    }
    return count;
}

int search_upload_targets(struct search *search, const uint32_t **ret_vertices,
                          uint32_t *ret_count, struct error *error)
{
    struct workspace *workspace = &search->workspace;
    const struct query *query = search->query;
    uint32_t count = count_target_vertices(query);
    int r = workspace_reserve(workspace, count, error);
    uint32_t *at = workspace->exchange.host;

    if (r)
        return r;
    for (uint32_t i = 0; i < query->target_count && count > 0; i++) {
        for (uint32_t j = 0; j < query->targets[i].vertex_count; j++)
            *at++ = query->targets[i].vertices[j].vertex;
    }
    *ret_vertices = workspace->exchange.device;
    *ret_count = count;
    return cuda_check(
        cudaMemcpyAsync(workspace->exchange.device, workspace->exchange.host,
                        count * sizeof(uint32_t), cudaMemcpyHostToDevice,
                        workspace->stream),
        "upload targets", error);
}

/* Labels of the seeds alone. */
static int plant(struct search *search, struct error *error)
{
    struct workspace *workspace = &search->workspace;
    struct search_arrays *arrays = &workspace->arrays;
    const struct query *query = search->query;
    uint32_t count;
    int r = cuda_check(
        cudaMemsetAsync(arrays->cost, 0xff,
                        (size_t)arrays->vertex_count * sizeof(*arrays->cost),
                        workspace->stream),
        "clear labels", error);

    for (uint32_t i = 0; i < query->seed_count && !r; i += count) {
        r = workspace_upload_seeds(workspace, query, i, &count, error);
        if (!r)
            r = cuda_check(launch_seeds(arrays, workspace->seeds, count,
                                        workspace->stream),
                           "plant seeds", error);
    }
    return r;
}

/* One phase, timed and reported. */
static int take_phase(struct search *search, struct error *error)
{
    struct query_figures *figures = &search->query->figures;
    struct phase phase = {.index = figures->phases};
    uint32_t words = search->workspace.word_count;
    uint64_t start_ns = clock_now_ns();
    int r = search->method->phase(search, &phase, error);

    phase.time_us = (double)(clock_now_ns() - start_ns) / 1e3;
    phase.host_words = search->workspace.word_count - words;
    if (r)
        return r;
    if (search->observer)
        search->observer->phase(search->observer, &phase);
    figures->phases += phase.rounds ? phase.rounds : 1;
    figures->settled += phase.updated;
    return search->show ? show_phase(search->show, search, phase.index, error)
                        : 0;
}

static int run_phases(struct search *search, struct error *error)
{
    int r = search->method->begin(search, error);

    while (search->active && !r) {
        if (cancel_due(search->query->cancel)) {
            search->query->status = QUERY_CANCELLED;
            return 0;
        }
        r = take_phase(search, error);
    }
    return r;
}

/* The same where somebody sees what is reached: labels that a method only
 * writes down at its end show after its last phase. */
static int run_shown(struct search *search, struct error *error)
{
    struct show show = {NULL};
    int r = 0;

    if (show_init(&show, search)) {
        show_finish(&show);
        return error_no_memory(error);
    }
    search->show = &show;
    r = run_phases(search, error);
    if (!r && search->query->status == QUERY_DONE)
        r = show_phase(&show, search, search->query->figures.phases, error);
    search->show = NULL;
    show_finish(&show);
    return r;
}

static bool wants_links(const struct query *query)
{
    return query->output == QUERY_PATHS ||
           (query->output != QUERY_COSTS && query->predecessors);
}

int search_deliver(struct search *search, struct error *error)
{
    struct query *query = search->query;
    struct workspace *workspace = &search->workspace;
    int r = 0;

    if (wants_links(query))
        r = find_links(workspace, query, error);
    if (r || query->status != QUERY_DONE)
        return r;
    if (query->output == QUERY_COSTS || query->output == QUERY_PATHS)
        return deliver_targets(workspace, query, error);
    return deliver_labels(workspace, query, error);
}

static int solve_one(struct solver *solver, const struct metric *metric,
                     struct query *query, struct error *error)
{
    struct search *search = (struct search *)solver;
    struct workspace *workspace = &search->workspace;
    int r;

    workspace->arrays.weight = ((const struct cuda_metric *)metric)->weight;
    workspace->arrays.bound = query->bound;
    search->query = query;
    search->active = 0;
    query->status = QUERY_DONE;
    r = plant(search, error);
    if (!r)
        r = observer_sees(search->observer) ? run_shown(search, error)
                                            : run_phases(search, error);
    if (!r && query->status == QUERY_DONE)
        r = search_deliver(search, error);
    if (!r)
        r = workspace_sync(workspace, error);
    if (r)
        error_prefix(error, "solver %s on %s", solver->ops->name,
                     workspace->device->name);
    return r;
}

/* Queries side by side, as long as the method takes some so. */
static int solve_some(struct search *search, struct batch *rest,
                      struct error *error)
{
    size_t taken = 1;
    int r = 0;

    while (rest->query_count > 0 && taken > 0 && !r) {
        taken = 0;
        r = search->method->solve_some(search, rest->queries, rest->query_count,
                                       &taken, error);
        rest->queries += taken;
        rest->query_count -= taken;
    }
    if (r)
        error_prefix(error, "solver %s on %s", search->base.ops->name,
                     search->workspace.device->name);
    return r;
}

int search_solve(struct solver *solver, const struct metric *metric,
                 struct batch *batch, struct error *error)
{
    struct search *search = (struct search *)solver;
    struct batch rest = *batch;
    int r = workspace_enter(&search->workspace, error);

    search->observer = batch->observer;
    search->metric = metric;
    if (!r && search->method->solve_some && !batch->observer)
        r = solve_some(search, &rest, error);
    return r ? r : batch_solve_each(solver, metric, &rest, solve_one, error);
}
