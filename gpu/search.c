/* search: runs queries through seeds, phases, links and delivery.
 *
 * Failure modes: a failed launch or kernel ends the batch; a query past its
 * deadline ends between two phases. */
#include "gpu/search.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cuda_error.h"
#include "gpu/deliver.h"
#include "gpu/search_method.h"

/* ---- Predecessors, from final labels (links.cu) ---- */

static int mark_roots(struct workspace *workspace, const struct query *query,
                      struct error *error)
{
    uint32_t count;
    int r = 0;

    for (uint32_t i = 0; i < query->seed_count && !r; i += count) {
        r = workspace_upload_seeds(workspace, query, i, &count, error);
        if (!r)
            r = cuda_check(
                launch_links_roots(&workspace->arrays, workspace->seeds, count,
                                   workspace->links, workspace->stream),
                "mark roots", error);
    }
    return r;
}

static int count_missing(struct workspace *workspace, uint32_t *ret_missing,
                         struct error *error)
{
    struct host_word word = workspace_word(workspace);
    int r =
        cuda_check(launch_links_missing(&workspace->arrays, workspace->links,
                                        &word, workspace->stream),
                   "count links", error);

    return r ? r : workspace_wait_word(workspace, ret_missing, error);
}

static int link_level(struct workspace *workspace, uint32_t *ret_linked,
                      struct error *error)
{
    struct host_word word = workspace_word(workspace);
    int r = cuda_check(launch_links_level(&workspace->arrays, workspace->links,
                                          &word, workspace->stream),
                       "level links", error);

    return r ? r : workspace_wait_word(workspace, ret_linked, error);
}

/* Rounds until every labelled vertex has its link. */
static int link_plateaus(struct workspace *workspace, struct query *query,
                         struct error *error)
{
    uint32_t missing = 0;
    uint32_t linked;
    int r = count_missing(workspace, &missing, error);

    while (missing && !r) {
        if (cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 0;
        }
        r = link_level(workspace, &linked, error);
        if (r)
            return r;
        if (linked == 0)
            return error_set(error, -EIO,
                             "predecessors: %u labels lead to no seed",
                             missing);
        missing -= linked;
    }
    return r;
}

static int find_links(struct workspace *workspace, struct query *query,
                      struct error *error)
{
    int r = cuda_check(launch_links_clear(&workspace->arrays, workspace->links,
                                          workspace->stream),
                       "clear links", error);

    if (!r)
        r = mark_roots(workspace, query, error);
    if (!r)
        r = cuda_check(launch_links_rising(&workspace->arrays, workspace->links,
                                           workspace->stream),
                       "rising links", error);
    return r ? r : link_plateaus(workspace, query, error);
}

/* ---- Reporting vertices whose label fell ---- */

/* Zeroed at first. */
struct show {
    uint32_t *before; /* [vertex_count] labels that the observer has seen */
    uint32_t *now;    /* [vertex_count] */
    uint32_t *vertex; /* [vertex_count] */
    uint32_t *cost;   /* [vertex_count] */
};

/* 0 or -ENOMEM; call finish() after either. */
static int show_init(struct show *show, const struct search *search)
{
    size_t n = search->base.prepared->map->topology.vertex_count;

    show->before = array_alloc(n, sizeof(uint32_t));
    show->now = array_alloc(n, sizeof(uint32_t));
    show->vertex = array_alloc(n, sizeof(uint32_t));
    show->cost = array_alloc(n, sizeof(uint32_t));
    if (!show->before || !show->now || !show->vertex || !show->cost)
        return -ENOMEM;
    memset(show->before, 0xff, n * sizeof(uint32_t));
    return 0;
}

static void show_finish(struct show *show)
{
    free(show->before);
    free(show->now);
    free(show->vertex);
    free(show->cost);
    *show = (struct show){NULL};
}

static size_t find_fallen(struct show *show, size_t n)
{
    size_t count = 0;

    for (size_t v = 0; v < n; v++) {
        if (show->now[v] >= show->before[v])
            continue;
        show->vertex[count] = (uint32_t)v;
        show->cost[count++] = show->now[v];
        show->before[v] = show->now[v];
    }
    return count;
}

static int show_phase(struct show *show, struct search *search, uint32_t phase,
                      struct error *error)
{
    struct workspace *workspace = &search->workspace;
    size_t n = search->base.prepared->map->topology.vertex_count;
    struct reached reached = {
        .map = search->base.prepared->map,
        .phase = phase,
        .side = SEARCH_FORWARD,
        .vertex = show->vertex,
        .cost = show->cost,
    };
    int r = cuda_check(
        cudaMemcpyAsync(show->now, workspace->arrays.cost, n * sizeof(uint32_t),
                        cudaMemcpyDeviceToHost, workspace->stream),
        "show labels", error);

    if (!r)
        r = workspace_sync(workspace, error);
    if (r)
        return r;
    reached.count = find_fallen(show, n);
    if (reached.count)
        search->observer->reached(search->observer, &reached);
    return 0;
}

/* ---- A query ---- */

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
    search->settings = settings;
    search->setting_count = setting_count;
    r = workspace_init(&search->workspace, (const struct cuda_csr *)prepared,
                       error);
    if (!r && method->init)
        r = method->init(search, error);
    if (r) {
        search_destroy(&search->base);
        return r;
    }
    *ret_solver = &search->base;
    return 0;
}

double search_fraction_option(const struct search *search, const char *name)
{
    return solver_option_value(search->base.ops, search->settings,
                               search->setting_count, name);
}

uint32_t search_option(const struct search *search, const char *name)
{
    return (uint32_t)search_fraction_option(search, name);
}

unsigned search_block_option(const struct search *search, const char *name)
{
    return search_option(search, name) / 32 * 32;
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

int search_wait_rounds(struct search *search, struct phase *phase,
                       struct error *error)
{
    uint32_t updated = 0;
    uint32_t rounds = 0;
    int r = workspace_wait_words(&search->workspace, &updated, &rounds, error);

    phase->updated = updated;
    phase->rounds = rounds / 2;
    search->active = rounds % 2;
    return r;
}

int search_upload_targets(struct search *search, const uint32_t **ret_vertices,
                          uint32_t *ret_count, struct error *error)
{
    struct workspace *workspace = &search->workspace;
    const struct query *query = search->query;
    uint32_t count = search_target_vertices(query);
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
    return workspace_send(workspace, 0, count, "upload targets", error);
}

/* Sets the labels of the seeds and clears all others. */
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

/* The same where an observer sees reached vertices. Labels that a method writes
 * only at its end are shown after its last phase. */
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

/* Queries in parallel, as long as the method accepts some. */
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
