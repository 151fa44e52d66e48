/* trees: labels of many sources in parallel.
 *
 * Up to 64 sources share a sweep. Each lane is then copied into the labels that
 * deliver.h reads and delivered from there, while the others wait. */
#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cch/cch_gpu.h"
#include "gpu/cuda_error.h"
#include "gpu/deliver.h"

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
static int upload(struct group *group, struct error *error)
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

static int walk(struct group *group, struct error *error)
{
    struct cch_gpu *cch = group->cch;
    struct workspace *workspace = &cch->search.workspace;
    uint64_t start_ns = clock_now_ns();
    size_t size = (size_t)cch->arrays.vertex_count * group->lanes;
    int r = upload(group, error);

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

static int sweep(struct group *group, struct error *error)
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

static int deliver(struct group *group, uint32_t lane, struct error *error)
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
    r = walk(group, error);
    if (!r)
        r = sweep(group, error);
    for (uint32_t i = 0; i < group->count && !r; i++)
        r = deliver(group, i, error);
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
