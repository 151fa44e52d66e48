/* deliver: from labels on the device to the answer of a query.
 *
 * Happy path: a kernel picks what the query asks for, copies it to pinned
 * memory, and the query or its sink gets it. Failure modes: a CUDA call fails;
 * the query passes its deadline or its sink stops: it ends as cancelled. */
#include "gpu/deliver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/answer.h"
#include "gpu/cuda_error.h"

/* ---- Costs and paths of targets ---- */

/* Costs and paths of targets, from labels on the device.
 *
 * Costs: the vertices of all targets are uploaded, their labels come back.
 * Paths: the device follows the links, a thread per path, first to count its
 * arcs, then to write them. So only a path's own arcs cross the bus, not the
 * whole map's links. */

enum {
    WALK_WORDS = sizeof(struct link_walk) / sizeof(uint32_t),
    GROUP_WALKS = 1 << 16, /* walks counted together */
    GROUP_WORDS = 1 << 20, /* arcs copied together, except for longer paths */
};

/* A requested path. */
struct path_request {
    uint32_t target; /* index in the query */
    uint32_t vertex; /* the last vertex */
};

struct targets {
    struct workspace *workspace;
    struct query *query;
    struct target_vertex *vertices; /* [vertex_count] the vertices of all
                                       targets, concatenated; vertex: their
                                       index here */
    uint32_t vertex_count;
    struct path_request *requests; /* [request_count], room for target_count */
    uint32_t request_count;
};

static void finish(struct targets *targets)
{
    free(targets->vertices);
    free(targets->requests);
}

static int init(struct targets *targets, struct workspace *workspace,
                struct query *query, struct error *error)
{
    *targets = (struct targets){.workspace = workspace, .query = query};
    for (uint32_t i = 0; i < query->target_count; i++)
        targets->vertex_count += query->targets[i].vertex_count;
    targets->vertices =
        array_alloc(targets->vertex_count, sizeof(*targets->vertices));
    targets->requests =
        array_alloc(query->target_count, sizeof(*targets->requests));
    if (!targets->vertices || !targets->requests)
        return error_no_memory(error);
    return workspace_reserve(workspace, 2 * (size_t)targets->vertex_count,
                             error);
}

/* Copies the vertices into the exchange, and notes where each went. */
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

/* Exchange: vertices, then their costs. */
static int gather(struct targets *targets, struct error *error)
{
    struct workspace *workspace = targets->workspace;
    uint32_t *device = workspace->exchange.device;
    uint32_t count = targets->vertex_count;
    int r = workspace_send(workspace, 0, count, "upload targets", error);

    if (!r)
        r = cuda_check(launch_gather(&workspace->arrays, device, count,
                                     device + count, workspace->stream),
                       "gather targets", error);
    return r ? r
             : workspace_fetch(workspace, count, count, "fetch costs", error);
}

static void request_path(struct targets *targets, uint32_t target,
                         uint32_t index)
{
    const uint32_t *host = targets->workspace->exchange.host;

    path_clear(&targets->query->path[target]);
    if (targets->query->cost[target] > COST_MAX)
        return;
    targets->requests[targets->request_count++] = (struct path_request){
        .target = target,
        .vertex = host[index],
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
            request_path(targets, i, index);
        at += target.vertex_count;
    }
}

/* Some targets in progress. */
struct group {
    struct targets *targets;
    const struct path_request *requests;
    uint32_t count;
    struct link_walk *walks; /* [count] */
};

/* Exchange: walks. */
static int count_arcs(const struct group *group, struct error *error)
{
    struct workspace *workspace = group->targets->workspace;
    size_t words = (size_t)group->count * WALK_WORDS;
    int r = workspace_send(workspace, 0, words, "upload paths", error);

    if (!r)
        r = cuda_check(
            launch_walk_lengths(&workspace->arrays, workspace->links,
                                (struct link_walk *)workspace->exchange.device,
                                group->count, workspace->stream),
            "measure paths", error);
    return r ? r : workspace_fetch(workspace, 0, words, "fetch lengths", error);
}

/* Exchange: walks, then the offset of each walk's arcs, then arcs. */
static int walk(struct workspace *workspace, uint32_t count, size_t arcs,
                struct error *error)
{
    uint32_t *device = workspace->exchange.device;
    size_t offsets = (size_t)count * WALK_WORDS;
    size_t head = offsets + count;
    int r = workspace_send(workspace, 0, head, "upload lengths", error);

    if (!r)
        r = cuda_check(launch_walks(workspace->links,
                                    (const struct link_walk *)device,
                                    device + offsets, count, device + head,
                                    workspace->stream),
                       "walk paths", error);
    return r ? r : workspace_fetch(workspace, head, arcs, "fetch paths", error);
}

/* How many walks from index `first` on are copied together, and their arcs. */
static uint32_t bundle_size(const struct group *group, uint32_t first,
                            size_t *ret_arcs)
{
    uint32_t count = 0;
    size_t arcs = 0;

    while (first + count < group->count) {
        size_t more = group->walks[first + count].arc_count;

        if (count && arcs + more > GROUP_WORDS)
            break;
        arcs += more;
        count++;
    }
    *ret_arcs = arcs;
    return count;
}

static void write_walks(const struct group *group, uint32_t first,
                        uint32_t count)
{
    uint32_t *host = group->targets->workspace->exchange.host;
    uint32_t *offset = host + (size_t)count * WALK_WORDS;
    uint32_t arcs = 0;

    memcpy(host, group->walks + first, count * sizeof(*group->walks));
    for (uint32_t i = 0; i < count; i++) {
        offset[i] = arcs;
        arcs += group->walks[first + i].arc_count;
    }
}

static int read_walks(const struct group *group, uint32_t first, uint32_t count,
                      struct error *error)
{
    const uint32_t *arcs = group->targets->workspace->exchange.host +
                           (size_t)count * (WALK_WORDS + 1);

    for (uint32_t i = 0; i < count; i++) {
        const struct link_walk *walk = &group->walks[first + i];
        uint32_t target = group->requests[first + i].target;
        struct path *path = &group->targets->query->path[target];

        path->first_vertex = walk->first_vertex;
        path->seed_cost = walk->seed_cost;
        for (uint32_t j = 0; j < walk->arc_count; j++) {
            if (path_append(path, *arcs++))
                return error_no_memory(error);
        }
    }
    return 0;
}

static int walk_bundle(const struct group *group, uint32_t first,
                       uint32_t count, size_t arcs, struct error *error)
{
    struct workspace *workspace = group->targets->workspace;
    int r =
        workspace_reserve(workspace, count * (WALK_WORDS + 1ul) + arcs, error);

    if (r)
        return r;
    write_walks(group, first, count);
    r = walk(workspace, count, arcs, error);
    return r ? r : read_walks(group, first, count, error);
}

static int walk_measured(const struct group *group, struct error *error)
{
    const struct workspace *workspace = group->targets->workspace;
    uint32_t count;
    int r = 0;

    memcpy(group->walks, workspace->exchange.host,
           group->count * sizeof(*group->walks));
    for (uint32_t i = 0; i < group->count; i++) {
        if (group->walks[i].arc_count == workspace->arrays.vertex_count)
            return error_set(error, -EIO, "predecessors form a cycle");
    }
    for (uint32_t i = 0; i < group->count && !r; i += count) {
        size_t arcs;

        count = bundle_size(group, i, &arcs);
        r = walk_bundle(group, i, count, arcs, error);
    }
    return r;
}

static int walk_group(const struct group *group, struct error *error)
{
    struct workspace *workspace = group->targets->workspace;
    struct link_walk *walks;
    int r =
        workspace_reserve(workspace, (size_t)group->count * WALK_WORDS, error);

    if (r)
        return r;
    walks = (struct link_walk *)workspace->exchange.host;
    for (uint32_t i = 0; i < group->count; i++)
        walks[i] = (struct link_walk){.vertex = group->requests[i].vertex};
    r = count_arcs(group, error);
    return r ? r : walk_measured(group, error);
}

static int walk_all(struct targets *targets, struct error *error)
{
    struct group group = {.targets = targets};
    uint32_t most = targets->request_count < GROUP_WALKS
                        ? targets->request_count
                        : GROUP_WALKS;
    int r = 0;

    group.walks = array_alloc(most, sizeof(*group.walks));
    if (!group.walks)
        return error_no_memory(error);
    for (uint32_t i = 0; i < targets->request_count && !r; i += group.count) {
        uint32_t left = targets->request_count - i;

        group.requests = targets->requests + i;
        group.count = left < most ? left : most;
        r = walk_group(&group, error);
    }
    free(group.walks);
    return r;
}

int deliver_targets(struct workspace *workspace, struct query *query,
                    struct error *error)
{
    struct targets targets;
    int r = init(&targets, workspace, query, error);

    if (!r) {
        lay_out(&targets);
        r = gather(&targets, error);
    }
    if (!r) {
        choose(&targets);
        r = walk_all(&targets, error);
    }
    finish(&targets);
    return r;
}

/* ---- Labels of many vertices, to a sink ---- */

/* Labels of many vertices, from the device to a sink.
 *
 * Goes through the map by ranges of vertices. For REACHED the device counts
 * first, which finds empty ranges, and filters; for TREE it copies everything.
 * Of two pinned buffers one is on the bus while the sink reads the other. */

enum { BUFFERS = 2 };

/* The arrays of a buffer, each with room for a range. */
enum { COST, VERTEX, PREDECESSOR, BUFFER_ARRAYS };

struct delivery {
    struct workspace *workspace;
    struct query *query;
    uint32_t *count; /* [range_count] labels to deliver of each range */
    uint32_t range_count;
    uint32_t room;    /* labels in one array of a buffer */
    uint32_t written; /* entries delivered */
};

static struct vertex_range range_at(const struct delivery *delivery,
                                    uint32_t index)
{
    uint32_t first = index * RANGE_VERTICES;
    uint32_t left = delivery->workspace->arrays.vertex_count - first;

    return (struct vertex_range){first,
                                 left < RANGE_VERTICES ? left : RANGE_VERTICES};
}

/* The offset of an array of the range's buffer in exchange, in words. */
static size_t place(const struct delivery *delivery, uint32_t index,
                    unsigned array)
{
    return (size_t)(index % BUFFERS * BUFFER_ARRAYS + array) * delivery->room;
}

static uint32_t *on_host(const struct delivery *delivery, uint32_t index,
                         unsigned array)
{
    return delivery->workspace->exchange.host + place(delivery, index, array);
}

static uint32_t *on_device(const struct delivery *delivery, uint32_t index,
                           unsigned array)
{
    return delivery->workspace->exchange.device + place(delivery, index, array);
}

static bool reached_only(const struct delivery *delivery)
{
    return delivery->query->output == QUERY_REACHED;
}

/* Filters the range into its buffer on the device. */
static cudaError_t pick(const struct delivery *delivery, uint32_t index)
{
    struct workspace *workspace = delivery->workspace;
    struct vertex_range range = range_at(delivery, index);
    uint32_t *arc = on_device(delivery, index, PREDECESSOR);
    struct host_word word = workspace_silent_word(workspace);

    if (reached_only(delivery))
        return launch_reached(
            &workspace->arrays,
            delivery->query->predecessors ? workspace->links : NULL, range,
            on_device(delivery, index, VERTEX),
            on_device(delivery, index, COST), arc, &word, workspace->stream);
    if (delivery->query->predecessors)
        return launch_link_arcs(workspace->links, range, arc,
                                workspace->stream);
    return cudaSuccess;
}

/* Queues the copy of one array of the range. */
static cudaError_t fetch_array(const struct delivery *delivery, uint32_t index,
                               unsigned array, const uint32_t *from)
{
    return cudaMemcpyAsync(on_host(delivery, index, array), from,
                           delivery->count[index] * sizeof(uint32_t),
                           cudaMemcpyDeviceToHost, delivery->workspace->stream);
}

static cudaError_t fetch_arrays(const struct delivery *delivery, uint32_t index)
{
    const uint32_t *labels = delivery->workspace->arrays.cost;
    cudaError_t status;

    if (reached_only(delivery)) {
        status = fetch_array(delivery, index, COST,
                             on_device(delivery, index, COST));
        if (status == cudaSuccess)
            status = fetch_array(delivery, index, VERTEX,
                                 on_device(delivery, index, VERTEX));
    } else {
        status = fetch_array(delivery, index, COST,
                             labels + range_at(delivery, index).first);
    }
    if (status == cudaSuccess && delivery->query->predecessors)
        status = fetch_array(delivery, index, PREDECESSOR,
                             on_device(delivery, index, PREDECESSOR));
    return status;
}

/* Queues the copy of the range's labels into its buffer; nothing past the last.
 */
static int fetch(const struct delivery *delivery, uint32_t index,
                 struct error *error)
{
    cudaError_t status;

    if (index >= delivery->range_count || delivery->count[index] == 0)
        return 0;
    status = pick(delivery, index);
    if (status == cudaSuccess)
        status = fetch_arrays(delivery, index);
    if (status == cudaSuccess)
        status = cudaEventRecord(delivery->workspace->fetched[index % BUFFERS],
                                 delivery->workspace->stream);
    return cuda_check(status, "fetch labels", error);
}

/* Waits for the range's labels and passes them to the sink. */
static int hand_over(struct delivery *delivery, uint32_t index,
                     struct error *error)
{
    struct query *query = delivery->query;
    struct label_block out = {
        .first = delivery->written,
        .count = delivery->count[index],
        .cost = on_host(delivery, index, COST),
        .vertex =
            reached_only(delivery) ? on_host(delivery, index, VERTEX) : NULL,
        .predecessor =
            query->predecessors ? on_host(delivery, index, PREDECESSOR) : NULL,
    };
    int r;

    if (out.count == 0)
        return 0;
    r = cuda_check(
        cudaEventSynchronize(delivery->workspace->fetched[index % BUFFERS]),
        "fetch labels", error);
    if (r)
        return r;
    if (cancel_due(query->cancel) || query->sink->write(query->sink, &out))
        query->status = QUERY_CANCELLED;
    delivery->written += out.count;
    return 0;
}

static int feed(struct delivery *delivery, struct error *error)
{
    int r = fetch(delivery, 0, error);

    for (uint32_t i = 0; i < delivery->range_count && !r; i++) {
        r = fetch(delivery, i + 1, error);
        if (!r)
            r = hand_over(delivery, i, error);
        if (delivery->query->status != QUERY_DONE)
            break;
    }
    return r;
}

/* Exchange: the counts. */
static int count_reached(struct delivery *delivery, struct error *error)
{
    struct workspace *workspace = delivery->workspace;
    size_t size = delivery->range_count * sizeof(*delivery->count);
    int r = workspace_reserve(workspace, delivery->range_count, error);
    uint32_t *counts = workspace->exchange.device;
    cudaError_t status;

    if (r)
        return r;
    status = cudaMemsetAsync(counts, 0, size, workspace->stream);
    if (status == cudaSuccess)
        status =
            launch_count_reached(&workspace->arrays, counts, workspace->stream);
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(delivery->count, counts, size,
                                 cudaMemcpyDeviceToHost, workspace->stream);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(workspace->stream);
    return cuda_check(status, "count labels", error);
}

static int delivery_init(struct delivery *delivery, struct error *error)
{
    uint32_t n = delivery->workspace->arrays.vertex_count;

    delivery->range_count = n ? (n - 1) / RANGE_VERTICES + 1 : 0;
    delivery->room = n < RANGE_VERTICES ? n : RANGE_VERTICES;
    delivery->count =
        array_alloc(delivery->range_count, sizeof(*delivery->count));
    if (!delivery->count)
        return error_no_memory(error);
    for (uint32_t i = 0; i < delivery->range_count; i++)
        delivery->count[i] = range_at(delivery, i).count;
    return reached_only(delivery) ? count_reached(delivery, error) : 0;
}

int deliver_labels(struct workspace *workspace, struct query *query,
                   struct error *error)
{
    struct delivery delivery = {.workspace = workspace, .query = query};
    int r = delivery_init(&delivery, error);

    if (!r)
        r = workspace_reserve(
            workspace, (size_t)BUFFERS * BUFFER_ARRAYS * delivery.room, error);
    if (!r)
        r = feed(&delivery, error);
    free(delivery.count);
    return r;
}
