/* deliver_labels: labels of many vertices, from the device to a sink.
 *
 * REACHED is filtered on the device, TREE is copied as it lies. Blocks go
 * through two pinned buffers: one is on the bus while the sink has the other.
 */
#include "gpu/deliver.h"

#include "gpu/cuda_error.h"

/* 768 KiB with predecessors: the bus at its full rate, little to wait for. */
enum { BLOCK_LABELS = 65536, BUFFERS = 2, BUFFER_ARRAYS = 3 };

/* What is to be delivered; device memory. */
struct labels_on_device {
    const uint32_t *vertex; /* [count], or NULL: all of them in order */
    const uint32_t *cost;
    const uint32_t *predecessor; /* [count], or NULL: not asked for */
    uint32_t count;
};

struct delivery {
    struct workspace *workspace;
    struct query *query;
    struct labels_on_device labels;
    uint32_t block_labels; /* in every block but the last */
};

/* A block's place in pinned memory. */
static uint32_t *host_array(const struct delivery *delivery, uint32_t block,
                            unsigned array)
{
    size_t place = block % BUFFERS * BUFFER_ARRAYS + array;

    return delivery->workspace->exchange.host + place * delivery->block_labels;
}

static uint32_t block_count(const struct delivery *delivery, uint32_t block)
{
    uint64_t first = (uint64_t)block * delivery->block_labels;
    uint64_t left =
        first < delivery->labels.count ? delivery->labels.count - first : 0;

    return left < delivery->block_labels ? (uint32_t)left
                                         : delivery->block_labels;
}

/* Queues the copy of one array's part; nothing for NULL. */
static cudaError_t fetch_array(const struct delivery *delivery, uint32_t block,
                               unsigned array, const uint32_t *from)
{
    size_t first = (size_t)block * delivery->block_labels;

    if (!from)
        return cudaSuccess;
    return cudaMemcpyAsync(host_array(delivery, block, array), from + first,
                           block_count(delivery, block) * sizeof(uint32_t),
                           cudaMemcpyDeviceToHost, delivery->workspace->stream);
}

static int fetch(const struct delivery *delivery, uint32_t block,
                 struct error *error)
{
    const struct labels_on_device *labels = &delivery->labels;
    cudaError_t status;

    if (block_count(delivery, block) == 0)
        return 0;
    status = fetch_array(delivery, block, 0, labels->cost);
    if (status == cudaSuccess)
        status = fetch_array(delivery, block, 1, labels->vertex);
    if (status == cudaSuccess)
        status = fetch_array(delivery, block, 2, labels->predecessor);
    if (status == cudaSuccess)
        status = cudaEventRecord(delivery->workspace->fetched[block % BUFFERS],
                                 delivery->workspace->stream);
    return cuda_check(status, "fetch labels", error);
}

/* Nonzero once the query is cancelled. */
static int hand_over(const struct delivery *delivery, uint32_t block)
{
    struct query *query = delivery->query;
    const struct labels_on_device *labels = &delivery->labels;
    struct label_block out = {
        .first = block * delivery->block_labels,
        .count = block_count(delivery, block),
        .cost = host_array(delivery, block, 0),
        .vertex = labels->vertex ? host_array(delivery, block, 1) : NULL,
        .predecessor =
            labels->predecessor ? host_array(delivery, block, 2) : NULL,
    };

    if (!cancel_due(query->cancel) && !query->sink->write(query->sink, &out))
        return 0;
    query->status = QUERY_CANCELLED;
    return 1;
}

static int feed(const struct delivery *delivery, struct error *error)
{
    int r = fetch(delivery, 0, error);

    for (uint32_t block = 0; !r && block_count(delivery, block); block++) {
        r = fetch(delivery, block + 1, error);
        if (!r)
            r = cuda_check(cudaEventSynchronize(
                               delivery->workspace->fetched[block % BUFFERS]),
                           "fetch labels", error);
        if (!r && hand_over(delivery, block))
            return 0;
    }
    return r;
}

static int find_reached(struct workspace *workspace, bool predecessors,
                        unsigned block, struct labels_on_device *ret_labels,
                        struct error *error)
{
    struct relax_word word = workspace_word(workspace);
    /* The tentative labels have done their work: room for the costs. */
    uint32_t *cost = workspace->arrays.tentative;
    int r = cuda_check(launch_reached(&workspace->arrays,
                                      predecessors ? workspace->links : NULL,
                                      workspace->list, cost, workspace->next,
                                      &word, block, workspace->stream),
                       "filter labels", error);

    *ret_labels = (struct labels_on_device){
        .vertex = workspace->list,
        .cost = cost,
        .predecessor = predecessors ? workspace->next : NULL,
    };
    return r ? r : workspace_wait_word(workspace, &ret_labels->count, error);
}

static int find_all(struct workspace *workspace, bool predecessors,
                    unsigned block, struct labels_on_device *ret_labels,
                    struct error *error)
{
    uint32_t n = workspace->arrays.vertex_count;

    *ret_labels = (struct labels_on_device){
        .cost = workspace->arrays.cost,
        .predecessor = predecessors ? workspace->next : NULL,
        .count = n,
    };
    if (!predecessors)
        return 0;
    return cuda_check(launch_link_arcs(workspace->links, n, workspace->next,
                                       block, workspace->stream),
                      "predecessors", error);
}

int deliver_labels(struct workspace *workspace, struct query *query,
                   unsigned block, struct error *error)
{
    struct delivery delivery = {.workspace = workspace, .query = query};
    uint32_t count;
    int r = 0;

    if (query->predecessors)
        r = cuda_check(launch_links(&workspace->arrays, workspace->links, block,
                                    workspace->stream),
                       "derive links", error);
    if (!r && query->output == QUERY_REACHED)
        r = find_reached(workspace, query->predecessors, block,
                         &delivery.labels, error);
    else if (!r)
        r = find_all(workspace, query->predecessors, block, &delivery.labels,
                     error);
    if (r)
        return r;
    count = delivery.labels.count;
    delivery.block_labels = count < BLOCK_LABELS ? count : BLOCK_LABELS;
    r = workspace_reserve(
        workspace, (size_t)BUFFERS * BUFFER_ARRAYS * delivery.block_labels,
        error);
    return r ? r : feed(&delivery, error);
}
