/* deliver_labels: labels of many vertices, from the device to a sink.
 *
 * The map goes by ranges of vertices. REACHED is filtered on the device, a
 * count beforehand tells which ranges hold anything; TREE is copied as it lies.
 * Two pinned buffers: one is on the bus while the sink has the other. */
#include "gpu/deliver.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"

enum { BUFFERS = 2 };

/* The arrays of a buffer, each with room for a range. */
enum { COST, VERTEX, PREDECESSOR, BUFFER_ARRAYS };

struct delivery {
    struct workspace *workspace;
    struct query *query;
    uint32_t *count; /* [range_count] labels to deliver from each range */
    uint32_t range_count;
    uint32_t room;    /* labels in an array of a buffer */
    uint32_t written; /* entries handed over */
};

static struct vertex_range range_at(const struct delivery *delivery,
                                    uint32_t index)
{
    uint32_t first = index * RANGE_VERTICES;
    uint32_t left = delivery->workspace->arrays.vertex_count - first;

    return (struct vertex_range){first,
                                 left < RANGE_VERTICES ? left : RANGE_VERTICES};
}

/* Where an array of the range's buffer lies in exchange, in words. */
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

/* Queues what brings the range's labels into its buffer; nothing past the last.
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

/* Waits for the range's labels and gives them to the sink. */
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

static int init(struct delivery *delivery, struct error *error)
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
    int r = init(&delivery, error);

    if (!r)
        r = workspace_reserve(
            workspace, (size_t)BUFFERS * BUFFER_ARRAYS * delivery.room, error);
    if (!r)
        r = feed(&delivery, error);
    free(delivery.count);
    return r;
}
