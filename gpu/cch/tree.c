/* tree: labels of all vertices, from one source or from many in parallel.
 *
 * A walk from each seed, then a sweep over the levels. One by one they are a
 * method of search.h: a phase is some levels of the sweep. Road maps have 20 or
 * so and take one phase; bad orders have thousands, and deadlines are checked
 * between phases.
 *
 * Up to 64 sources share a sweep. Each lane is then copied into the labels that
 * deliver.h reads and delivered from there, while the others wait. */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/cuda_error.h"
#include "gpu/deliver.h"
#include "gpu/forms/cuda_form.h"
#include "gpu/solvers/solvers.h"

/* ---- One by one ---- */

enum { KIB_WORDS = 1024 / sizeof(uint32_t) };

/* Lists the vertices by level, the highest first. */
static void list_rows(const struct hierarchy *hierarchy, uint32_t *vertex,
                      uint32_t *first_of_level)
{
    uint32_t count = 0;

    for (uint32_t l = 0; l < hierarchy->level_count; l++) {
        uint32_t level = hierarchy->level_count - 1 - l;
        uint32_t end = hierarchy->first_of_level[level + 1];

        first_of_level[l] = count;
        for (uint32_t i = hierarchy->first_of_level[level]; i < end; i++) {
            uint32_t s = hierarchy->by_level[i];

            for (uint32_t v = hierarchy->first_vertex[s];
                 v < hierarchy->first_vertex[s + 1]; v++)
                vertex[count++] = v;
        }
    }
    first_of_level[hierarchy->level_count] = count;
}

static int alloc_rows(struct cch_gpu *cch, const struct map *map,
                      uint32_t **ret_vertex, uint32_t **ret_first,
                      struct error *error)
{
    struct workspace *workspace = &cch->search.workspace;
    size_t levels = map->hierarchy.level_count + 1;
    int r = workspace_alloc(workspace, ret_vertex, map->topology.vertex_count,
                            sizeof(**ret_vertex), error);

    if (!r)
        r = workspace_alloc(workspace, ret_first, levels, sizeof(**ret_first),
                            error);
    if (!r)
        r = workspace_alloc(workspace, &cch->rows.arrived, 1,
                            sizeof(*cch->rows.arrived), error);
    return r;
}

static cudaError_t copy_rows(const struct map *map, const uint32_t *vertex,
                             const uint32_t *first, const struct cch_rows *rows,
                             uint32_t *to_vertex, uint32_t *to_first)
{
    size_t levels = map->hierarchy.level_count + 1;
    cudaError_t status = cudaMemcpy(
        to_vertex, vertex, map->topology.vertex_count * sizeof(*vertex),
        cudaMemcpyHostToDevice);

    if (status == cudaSuccess)
        status = cudaMemcpy(to_first, first, levels * sizeof(*first),
                            cudaMemcpyHostToDevice);
    if (status == cudaSuccess)
        status = cudaMemset(rows->arrived, 0, sizeof(*rows->arrived));
    /* Queries use another stream. */
    return status == cudaSuccess ? cudaStreamSynchronize(0) : status;
}

static int init_rows(struct cch_gpu *cch, struct error *error)
{
    const struct map *map = cch->search.base.prepared->map;
    uint32_t *vertex = array_alloc(map->topology.vertex_count, sizeof(*vertex));
    uint32_t *first =
        array_alloc(map->hierarchy.level_count + 1, sizeof(*first));
    uint32_t *to_vertex = NULL;
    uint32_t *to_first = NULL;
    int r = vertex && first ? 0 : error_no_memory(error);

    if (!r)
        r = alloc_rows(cch, map, &to_vertex, &to_first, error);
    if (!r) {
        list_rows(&map->hierarchy, vertex, first);
        r = cuda_check(
            copy_rows(map, vertex, first, &cch->rows, to_vertex, to_first),
            "upload rows", error);
    }
    free(vertex);
    cch->first_of_level = first;
    cch->rows.vertex = to_vertex;
    cch->rows.first_of_level = to_first;
    return r;
}

static int read_options(struct cch_gpu *cch, struct error *error)
{
    const struct search *search = &cch->search;
    unsigned block = search_block_option(search, "block-threads");
    unsigned blocks = search_option(search, "blocks");
    int r = cuda_check(cch_sweep_grid(block, blocks, &cch->sweep_grid),
                       "room for a grid", error);

    if (!r)
        r = cuda_check(cch_team_max(&cch->arrays, &cch->team_max),
                       "room for a cluster", error);
    cch->lanes = search_option(search, "lanes");
    cch->walks = search_option(search, "walks");
    cch->team = search_option(search, "walk-threads");
    if (cch->team && cch->team < 32)
        cch->team = 32;
    if (cch->team > cch->team_max)
        cch->team = cch->team_max;
    cch->paths_from = search_option(search, "paths-from");
    cch->paths_part = (uint64_t)KIB_WORDS * search_option(search, "paths-part");
    cch->tree_from = search_option(search, "tree-from");
    return r ? r
             : cuda_check(cch_lanes_grid(block, blocks, &cch->lanes_grid),
                          "room for a grid", error);
}

static int choose_launches(struct cch_gpu *cch, struct error *error)
{
    bool able = false;
    int r = cuda_check(cch_sweep_probe(&able), "dependent launches", error);

    if (able && search_option(&cch->search, "level-launches"))
        cch->rows.launches = cch->first_of_level;
    return r;
}

static int init(struct search *search, struct error *error)
{
    struct cch_gpu *cch = (struct cch_gpu *)search;
    int r;

    cch->arrays = ((const struct cuda_cch *)search->base.prepared)->arrays;
    r = read_options(cch, error);
    if (!r)
        r = init_rows(cch, error);
    return r ? r : choose_launches(cch, error);
}

static void finish(struct search *search)
{
    struct cch_gpu *cch = (struct cch_gpu *)search;

    cch_paths_destroy(cch->paths);
    free(cch->first_of_level);
    if (!search->workspace.device)
        return;
    workspace_enter(&search->workspace, NULL);
    cuda_ended(cudaFree(cch->labels.memory));
    cuda_ended(cudaFree(cch->vectors.memory));
    cuda_ended(cudaFree(cch->cells.memory));
    cuda_ended(cudaFree(cch->vector_sums.memory));
    cuda_ended(cudaFree(cch->cell_sums.memory));
}

static int begin(struct search *search, struct error *error)
{
    struct cch_gpu *cch = (struct cch_gpu *)search;

    (void)error;
    cch->level = 0;
    search->active = cch->arrays.level_count;
    return 0;
}

/* Walks from all seeds, which are set. Seeds of a small query are still where
 * setting them left them. */
static int walk(struct cch_gpu *cch, struct error *error)
{
    struct workspace *workspace = &cch->search.workspace;
    const struct query *query = cch->search.query;
    uint32_t count = query->seed_count;
    int r = 0;

    for (uint32_t i = 0; i < query->seed_count && !r; i += count) {
        if (query->seed_count > SEEDS_PER_LAUNCH)
            r = workspace_upload_seeds(workspace, query, i, &count, error);
        if (!r) {
            const struct cch_label_walks walks = {
                .starts = workspace->seeds,
                .count = count,
                .team = cch_team(cch, count),
                .label = workspace->arrays.cost,
                .stride = 1,
                .bound = workspace->arrays.bound,
            };

            r = cuda_check(
                launch_cch_label_walks(&cch->arrays, &walks, workspace->stream),
                "walks", error);
        }
    }
    return r;
}

static int phase(struct search *search, struct phase *phase,
                 struct error *error)
{
    struct cch_gpu *cch = (struct cch_gpu *)search;
    struct workspace *workspace = &search->workspace;
    uint32_t left = cch->arrays.level_count - cch->level;
    uint32_t count = left < CCH_LEVELS_A_LAUNCH ? left : CCH_LEVELS_A_LAUNCH;
    uint32_t first = cch->level;
    /* Wait for the previous launch: otherwise all would be queued at once. */
    int r = first == 0 ? walk(cch, error) : workspace_sync(workspace, error);

    if (!r)
        r = cuda_check(launch_cch_sweep(&cch->arrays, &cch->rows, first,
                                        first + count, workspace->arrays.cost,
                                        workspace->arrays.bound,
                                        &cch->sweep_grid, workspace->stream),
                       "sweep", error);
    if (!r && search->observer)
        r = workspace_sync(workspace, error);
    cch->level = first + count;
    search->active = left - count;
    phase->method = "sweep";
    phase->launches = (first == 0) + (cch->rows.launches ? count : 1);
    phase->rounds = count;
    phase->threads = (uint64_t)cch->sweep_grid.blocks * cch->sweep_grid.block;
    return r;
}

const struct search_method cch_gpu_method = {
    .size = sizeof(struct cch_gpu),
    .init = init,
    .finish = finish,
    .begin = begin,
    .phase = phase,
};

/* ---- Many in parallel ---- */

enum { START_WORDS = sizeof(struct kernel_seed) / sizeof(uint32_t) };

/* Queries that share a sweep. */
struct group {
    struct cch_gpu *cch;
    struct query **queries;
    uint32_t count;
    uint32_t lanes; /* a power of 2, at least count */
    uint32_t start_count;
};

int cch_lanes_reserve(struct cch_gpu *cch, uint32_t *ret_lanes,
                      struct error *error)
{
    size_t n = cch->arrays.vertex_count;
    size_t available = 0;
    size_t total = 0;
    uint32_t lanes = cch->lanes;
    int r;

    if (cch->labels.words < n * lanes) {
        r = cuda_check(cudaMemGetInfo(&available, &total), "free memory",
                       error);
        if (r)
            return r;
        available += cch->labels.words * sizeof(uint32_t);
        while (lanes > 1 && n * lanes * sizeof(uint32_t) > available / 2)
            lanes /= 2;
        r = lanes > 1 ? cch_room_reserve(&cch->labels, n * lanes,
                                         "labels of trees", error)
                      : 0;
        if (r)
            return r;
    }
    *ret_lanes = lanes;
    return 0;
}

static uint32_t count_starts(const struct group *group)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < group->count; i++)
        count += group->queries[i]->seed_count;
    return (uint32_t)count;
}

/* Uploads the starts, then their lanes, by way of exchange. */
static int upload_starts(struct group *group, struct error *error)
{
    struct workspace *workspace = &group->cch->search.workspace;
    uint32_t room = count_starts(group);
    int r = workspace_reserve(workspace, (START_WORDS + 1ull) * room, error);
    struct kernel_seed *starts = (struct kernel_seed *)workspace->exchange.host;
    uint32_t *lanes = workspace->exchange.host + START_WORDS * (size_t)room;
    uint32_t at = 0;

    if (r)
        return r;
    for (uint32_t i = 0; i < group->count; i++) {
        const struct query *query = group->queries[i];

        for (uint32_t j = 0; j < query->seed_count; j++, at++) {
            starts[at] = (struct kernel_seed){query->seeds[j].vertex,
                                              query->seeds[j].cost};
            lanes[at] = i;
        }
    }
    group->start_count = at;
    return workspace_send(workspace, 0, (START_WORDS + 1ull) * room,
                          "upload sources", error);
}

static int walk_group(struct group *group, struct error *error)
{
    struct cch_gpu *cch = group->cch;
    struct workspace *workspace = &cch->search.workspace;
    uint64_t start_ns = clock_now_ns();
    size_t size = (size_t)cch->arrays.vertex_count * group->lanes;
    int r = upload_starts(group, error);

    if (!r)
        r = cuda_check(cudaMemsetAsync(cch->labels.memory, 0xff,
                                       size * sizeof(uint32_t),
                                       workspace->stream),
                       "clear labels", error);
    if (!r) {
        const struct cch_label_walks walks = {
            .starts = (const struct kernel_seed *)workspace->exchange.device,
            .columns = workspace->exchange.device +
                       START_WORDS * (size_t)group->start_count,
            .count = group->start_count,
            .team = cch_team(cch, group->start_count),
            .label = cch->labels.memory,
            .stride = group->lanes,
            .bound = COST_OVERFLOW,
        };

        r = cuda_check(
            launch_cch_label_walks(&cch->arrays, &walks, workspace->stream),
            "walks", error);
    }
    return r ? r : cch_report(cch, "walks", start_ns, error);
}

static int sweep_group(struct group *group, struct error *error)
{
    struct cch_gpu *cch = group->cch;
    uint32_t count = cch->arrays.level_count;
    uint64_t start_ns = clock_now_ns();
    int r = 0;

    for (uint32_t i = 0;
         i < count && !r && queries_are_open(group->queries, group->count);
         i += CCH_LEVELS_A_LAUNCH) {
        uint32_t end = i + CCH_LEVELS_A_LAUNCH;

        if (i > 0)
            r = workspace_sync(&cch->search.workspace, error);
        if (!r)
            r = cuda_check(launch_cch_sweep_lanes(
                               &cch->arrays, &cch->rows, i,
                               end < count ? end : count, cch->labels.memory,
                               group->lanes, &cch->lanes_grid, cch_stream(cch)),
                           "sweep", error);
    }
    return r ? r : cch_report(cch, "lanes", start_ns, error);
}

static int deliver_lane(struct group *group, uint32_t lane, struct error *error)
{
    struct cch_gpu *cch = group->cch;
    struct workspace *workspace = &cch->search.workspace;
    struct query *query = group->queries[lane];
    uint64_t start_ns = clock_now_ns();
    int r;

    if (!query_is_open(query))
        return 0;
    query->figures.phases = cch->arrays.level_count + 1;
    r = cuda_check(launch_cch_take_lane(cch->labels.memory, group->lanes, lane,
                                        cch->arrays.vertex_count, query->bound,
                                        workspace->arrays.cost,
                                        workspace->stream),
                   "take lane", error);
    if (!r)
        r = deliver_labels(workspace, query, error);
    if (!r)
        r = workspace_sync(workspace, error);
    return r ? r : cch_report(cch, "deliver", start_ns, error);
}

static int solve_group(struct group *group, struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r;

    for (uint32_t i = 0; i < group->count; i++) {
        group->queries[i]->figures = (struct query_figures){0};
        group->queries[i]->status = QUERY_DONE;
    }
    if (!queries_are_open(group->queries, group->count))
        return 0;
    r = walk_group(group, error);
    if (!r)
        r = sweep_group(group, error);
    for (uint32_t i = 0; i < group->count && !r; i++)
        r = deliver_lane(group, i, error);
    for (uint32_t i = 0; i < group->count; i++)
        group->queries[i]->figures.solve_us =
            (clock_now_us() - start_us) / group->count;
    return r;
}

int cch_solve_trees(struct cch_gpu *cch, uint32_t lanes, struct query **queries,
                    size_t count, struct error *error)
{
    struct group group = {.cch = cch};
    int r = 0;

    for (size_t i = 0; i < count && !r; i += group.count) {
        size_t left = count - i;

        group.queries = queries + i;
        group.count = left < lanes ? (uint32_t)left : lanes;
        group.lanes = 2;
        while (group.lanes < group.count)
            group.lanes *= 2;
        r = solve_group(&group, error);
    }
    return r;
}
