/* show: tells an observer whose label fell in each phase of a search. */
#include "gpu/show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "gpu/cuda_error.h"

int show_init(struct show *show, const struct search *search)
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

void show_finish(struct show *show)
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

int show_phase(struct show *show, struct search *search, uint32_t phase,
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
