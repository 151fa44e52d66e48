/* deliver_targets: costs and paths of targets, from labels on the device.
 *
 * Costs: the vertices of all targets go down, their labels and stamps come
 * back. Paths: links.cu derives predecessors and walks them on the device, a
 * thread a path, so that a path costs its own arcs on the bus and not the whole
 * map's links; the stamps tell beforehand how much room each needs. */
#include "gpu/deliver.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/answer.h"
#include "gpu/cuda_error.h"

enum {
    WALK_WORDS = sizeof(struct walk) / sizeof(uint32_t),
    GROUP_WORDS = 1 << 20, /* walks and arcs that travel together */
};

/* A path that is wanted. */
struct wish {
    uint32_t target; /* index in the query */
    uint32_t vertex; /* where it ends */
    uint32_t arcs;   /* how many it has */
};

struct targets {
    struct workspace *workspace;
    struct query *query;
    struct target_vertex *vertices; /* [vertex_count] all targets' in a row,
                                       vertex: their index in this row */
    uint32_t vertex_count;
    struct wish *wishes; /* [wish_count], room for target_count */
    uint32_t wish_count;
};

static void finish(struct targets *targets)
{
    free(targets->vertices);
    free(targets->wishes);
}

static int init(struct targets *targets, struct workspace *workspace,
                struct query *query, struct error *error)
{
    *targets = (struct targets){.workspace = workspace, .query = query};
    for (uint32_t i = 0; i < query->target_count; i++)
        targets->vertex_count += query->targets[i].vertex_count;
    targets->vertices =
        array_alloc(targets->vertex_count, sizeof(*targets->vertices));
    targets->wishes =
        array_alloc(query->target_count, sizeof(*targets->wishes));
    if (!targets->vertices || !targets->wishes)
        return error_no_memory(error);
    return workspace_reserve(workspace, 3 * (size_t)targets->vertex_count,
                             error);
}

/* The vertices into the exchange; where each went into the row. */
static void lay_out(struct targets *targets)
{
    const struct query *query = targets->query;
    uint32_t *host = targets->workspace->exchange.host;
    uint32_t at = 0;

    for (uint32_t i = 0; i < query->target_count; i++) {
        const struct target *target = &query->targets[i];

        for (uint32_t j = 0; j < target->vertex_count; j++, at++) {
            host[at] = target->vertices[j].vertex;
            targets->vertices[at] =
                (struct target_vertex){at, target->vertices[j].adjustment};
        }
    }
}

/* Exchange: vertices, then their costs, then their stamps. */
static cudaError_t gather(struct targets *targets)
{
    struct workspace *workspace = targets->workspace;
    struct exchange *exchange = &workspace->exchange;
    size_t count = targets->vertex_count;
    size_t size = count * sizeof(uint32_t);
    cudaError_t status =
        cudaMemcpyAsync(exchange->device, exchange->host, size,
                        cudaMemcpyHostToDevice, workspace->stream);

    if (status == cudaSuccess)
        status = launch_gather(&workspace->arrays, exchange->device,
                               (uint32_t)count, exchange->device + count,
                               exchange->device + 2 * count, workspace->stream);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(exchange->host + count,
                                 exchange->device + count, 2 * size,
                                 cudaMemcpyDeviceToHost, workspace->stream);
    return status;
}

static void wish_for_path(struct targets *targets, uint32_t target,
                          uint32_t index)
{
    const uint32_t *host = targets->workspace->exchange.host;

    path_clear(&targets->query->path[target]);
    if (targets->query->cost[target] > COST_MAX)
        return;
    targets->wishes[targets->wish_count++] = (struct wish){
        .target = target,
        .vertex = host[index],
        .arcs = host[2 * (size_t)targets->vertex_count + index],
    };
}

static void choose(struct targets *targets)
{
    struct query *query = targets->query;
    const uint32_t *cost =
        targets->workspace->exchange.host + targets->vertex_count;
    const struct target_vertex *at = targets->vertices;

    for (uint32_t i = 0; i < query->target_count; i++) {
        struct target target = {at, query->targets[i].vertex_count};
        uint32_t index;

        query->cost[i] = answer_target(&target, cost, query->bound, &index);
        if (query->output == QUERY_PATHS)
            wish_for_path(targets, i, index);
        at += target.vertex_count;
    }
}

/* How many wishes from the `first` on travel together, and their arcs. */
static uint32_t group_size(const struct targets *targets, uint32_t first,
                           size_t *ret_arcs)
{
    uint32_t count = 0;
    size_t arcs = 0;

    while (first + count < targets->wish_count) {
        size_t more = targets->wishes[first + count].arcs;

        if (count && arcs + more + WALK_WORDS * (count + 1) > GROUP_WORDS)
            break;
        arcs += more;
        count++;
    }
    *ret_arcs = arcs;
    return count;
}

/* Exchange: walks, then arcs. */
static cudaError_t walk(struct workspace *workspace, uint32_t count,
                        size_t arcs)
{
    struct exchange *exchange = &workspace->exchange;
    size_t walk_words = (size_t)count * WALK_WORDS;
    cudaError_t status = cudaMemcpyAsync(
        exchange->device, exchange->host, walk_words * sizeof(uint32_t),
        cudaMemcpyHostToDevice, workspace->stream);

    if (status == cudaSuccess)
        status = launch_walks(&workspace->arrays, workspace->links,
                              (struct walk *)exchange->device, count,
                              exchange->device + walk_words, workspace->stream);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(exchange->host, exchange->device,
                                 (walk_words + arcs) * sizeof(uint32_t),
                                 cudaMemcpyDeviceToHost, workspace->stream);
    return status;
}

static void write_walks(const struct targets *targets, uint32_t first,
                        uint32_t count)
{
    struct walk *walks = (struct walk *)targets->workspace->exchange.host;
    uint32_t offset = 0;

    for (uint32_t i = 0; i < count; i++) {
        const struct wish *wish = &targets->wishes[first + i];

        walks[i] = (struct walk){.vertex = wish->vertex, .offset = offset};
        offset += wish->arcs;
    }
}

static int read_walks(const struct targets *targets, uint32_t first,
                      uint32_t count, struct error *error)
{
    const uint32_t *host = targets->workspace->exchange.host;
    const struct walk *walks = (const struct walk *)host;
    const uint32_t *arcs = host + (size_t)count * WALK_WORDS;

    for (uint32_t i = 0; i < count; i++) {
        const struct wish *wish = &targets->wishes[first + i];
        struct path *path = &targets->query->path[wish->target];

        path->first_vertex = walks[i].first_vertex;
        path->seed_cost = walks[i].seed_cost;
        for (uint32_t j = 0; j < wish->arcs; j++) {
            if (path_append(path, arcs[walks[i].offset + j]))
                return error_no_memory(error);
        }
    }
    return 0;
}

static int walk_group(struct targets *targets, uint32_t first, uint32_t count,
                      size_t arcs, struct error *error)
{
    struct workspace *workspace = targets->workspace;
    int r =
        workspace_reserve(workspace, count * (size_t)WALK_WORDS + arcs, error);

    if (r)
        return r;
    write_walks(targets, first, count);
    r = cuda_check(walk(workspace, count, arcs), "walk paths", error);
    if (!r)
        r = workspace_sync(workspace, error);
    return r ? r : read_walks(targets, first, count, error);
}

static int walk_all(struct targets *targets, unsigned block,
                    struct error *error)
{
    struct workspace *workspace = targets->workspace;
    uint32_t count;
    int r;

    if (targets->wish_count == 0)
        return 0;
    r = cuda_check(launch_links(&workspace->arrays, workspace->links, block,
                                workspace->stream),
                   "derive links", error);
    for (uint32_t i = 0; i < targets->wish_count && !r; i += count) {
        size_t arcs;

        count = group_size(targets, i, &arcs);
        r = walk_group(targets, i, count, arcs, error);
    }
    return r;
}

int deliver_targets(struct workspace *workspace, struct query *query,
                    unsigned block, struct error *error)
{
    struct targets targets;
    int r = init(&targets, workspace, query, error);

    if (!r) {
        lay_out(&targets);
        r = cuda_check(gather(&targets), "gather targets", error);
    }
    if (!r)
        r = workspace_sync(workspace, error);
    if (!r) {
        choose(&targets);
        r = walk_all(&targets, block, error);
    }
    finish(&targets);
    return r;
}
