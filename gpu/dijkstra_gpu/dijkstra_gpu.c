/* dijkstra_gpu: one vertex at a time, each found by all threads.
 *
 * A phase is many queued steps. Its word counts the vertices that they settled;
 * fewer than steps means that none is left. */
#include "gpu/dijkstra_gpu/dijkstra_gpu.h"

#include "gpu/cuda_error.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

/* The least time between launches, whatever they do (H200). */
enum { STEP_US_LEAST = 4 };

struct dijkstra_gpu {
    struct search search;
    struct settle_arrays arrays; /* search is set in each phase */
    unsigned block;
    uint32_t steps; /* per phase */
};

static int refuse(uint32_t vertices, uint32_t most, struct error *error)
{
    return error_set(
        error, SOLVER_REFUSES,
        "dijkstra-gpu: the map has %u vertices, more than max-vertices, %u: "
        "each takes a step of at least %d us, so a tree would take %.0f s or "
        "more; set dijkstra-gpu.max-vertices to allow it",
        vertices, most, STEP_US_LEAST, (double)vertices * STEP_US_LEAST / 1e6);
}

static int alloc_extraction(struct dijkstra_gpu *dijkstra, struct error *error)
{
    struct workspace *workspace = &dijkstra->search.workspace;
    size_t size = sizeof(*dijkstra->arrays.extraction);
    int r = workspace_alloc(workspace, &dijkstra->arrays.extraction, 1, size,
                            error);

    return r ? r
             : cuda_check(cudaMemsetAsync(dijkstra->arrays.extraction, 0, size,
                                          workspace->stream),
                          "extraction", error);
}

static int init(struct search *search, struct error *error)
{
    struct dijkstra_gpu *dijkstra = (struct dijkstra_gpu *)search;
    uint32_t vertices = search->workspace.arrays.vertex_count;
    uint32_t most = search_option(search, "max-vertices");

    if (vertices > most)
        return refuse(vertices, most, error);
    dijkstra->block = search_block_option(search, "block-threads");
    dijkstra->steps = search_option(search, "steps-at-once");
    if (dijkstra->steps > vertices)
        dijkstra->steps = vertices;
    dijkstra->arrays.open = (uint32_t *)search->workspace.links;
    return alloc_extraction(dijkstra, error);
}

/* Vertices without a label are not open. */
static int begin(struct search *search, struct error *error)
{
    struct dijkstra_gpu *dijkstra = (struct dijkstra_gpu *)search;
    struct workspace *workspace = &search->workspace;
    size_t size =
        workspace->arrays.vertex_count * sizeof(*dijkstra->arrays.open);

    search->active = 1;
    return cuda_check(
        cudaMemcpyAsync(dijkstra->arrays.open, workspace->arrays.cost, size,
                        cudaMemcpyDeviceToDevice, workspace->stream),
        "open vertices", error);
}

static void report(const struct dijkstra_gpu *dijkstra, uint32_t settled,
                   struct phase *phase)
{
    const struct search_arrays *arrays = &dijkstra->arrays.search;
    uint64_t threads =
        (uint64_t)extract_min_blocks(arrays->vertex_count, dijkstra->block) *
        dijkstra->block;

    phase->method = "settle";
    phase->launches = dijkstra->steps;
    phase->threads = threads * dijkstra->steps;
    phase->updated = settled;
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct dijkstra_gpu *dijkstra = (struct dijkstra_gpu *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word word = workspace_word(workspace);
    uint32_t settled = 0;
    int r = 0;

    dijkstra->arrays.search = workspace->arrays;
    for (uint32_t i = 1; i <= dijkstra->steps && !r; i++)
        r = cuda_check(launch_settle(&dijkstra->arrays, &word,
                                     i == dijkstra->steps, dijkstra->block,
                                     workspace->stream),
                       "step", error);
    if (!r)
        r = workspace_wait_word(workspace, &settled, error);
    report(dijkstra, settled, phase);
    search->active = settled == dijkstra->steps;
    return r;
}

const struct search_method dijkstra_gpu_method = {
    .size = sizeof(struct dijkstra_gpu),
    .init = init,
    .begin = begin,
    .phase = take_phase,
};
