/* paths: the copy of the panels on the host, and the CPU's queries on it. */
#include "gpu/cch/cch_gpu.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/solver/cch/pair.h"
#include "gpu/cuda_error.h"

struct cch_paths {
    struct device device; /* this process's cores */
    struct cch cch;       /* what unpacking reads: map and hints */
    struct cch_metric metric;
    struct walk forward;
    struct pair pair;
    uint64_t copied; /* words of panels, copied from */
    uint64_t state;  /* a metric in this state; 0: none */
};

void cch_paths_destroy(struct cch_paths *paths)
{
    if (!paths)
        return;
    pair_finish(&paths->pair);
    walk_finish(&paths->forward);
    free(paths->metric.basic);
    free(paths->metric.closed);
    hints_finish(&paths->cch.hints);
    free(paths);
}

/* Leaves the memory untouched: clearing it would take long. */
static int alloc_panels(struct cch_paths *paths, const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panel = count ? hierarchy->first_panel[count] : 0;
    struct cch_metric *metric = &paths->metric;

    metric->base.prepared = &paths->cch.base;
    metric->basic = array_zero(panel + ROWS_SLACK, sizeof(uint32_t));
    metric->closed = array_zero(panel + ROWS_SLACK, sizeof(uint32_t));
    if (!metric->basic || !metric->closed)
        return -ENOMEM;
    return hints_init(&paths->cch.hints, panel, map->topology.arc_count);
}

int cch_paths_create(const struct map *map, struct cch_paths **ret_paths,
                     struct error *error)
{
    struct cch_paths *paths = calloc(1, sizeof(*paths));

    if (!paths)
        return error_no_memory(error);
    paths->device = (struct device){.kind = DEVICE_CPU, .name = "cpu"};
    paths->cch.base = (struct prepared){&cch_form, &paths->device, map};
    if (alloc_panels(paths, map) || walk_init(&paths->forward, map, true) ||
        pair_init(&paths->pair, map, &paths->forward)) {
        cch_paths_destroy(paths);
        return error_no_memory(error);
    }
    *ret_paths = paths;
    return 0;
}

static void begin(struct cch_paths *paths, const struct cuda_cch_metric *metric)
{
    paths->copied = 0;
    paths->state = metric->state;
    paths->metric.base.epoch = metric->metric.base.epoch;
    paths->metric.weights = metric->metric.weights;
}

int cch_paths_load(struct cch_paths *paths,
                   const struct cuda_cch_metric *metric, uint64_t words,
                   bool *ret_whole, struct error *error)
{
    const struct cch_panels *from = &metric->panels;
    const struct {
        uint32_t *to;
        const uint32_t *from;
        uint64_t words;
    } arrays[] = {
        {paths->metric.basic, from->basic, from->panel_words},
        {paths->metric.closed, from->closed, from->panel_words},
    };
    uint64_t first = 0; /* in the words of all arrays */
    int r = 0;

    if (paths->state != metric->state)
        begin(paths, metric);
    for (int i = 0; i < 2 && !r; first += arrays[i++].words) {
        uint64_t at = paths->copied - first;
        uint64_t left = at < arrays[i].words ? arrays[i].words - at : 0;
        uint64_t count = left < words ? left : words;

        if (count)
            r = cuda_check(cudaMemcpy(arrays[i].to + at, arrays[i].from + at,
                                      count * sizeof(uint32_t),
                                      cudaMemcpyDeviceToHost),
                           "copy panels to the host", error);
        if (!r)
            paths->copied += count;
        words -= count;
    }
    *ret_whole = !r && paths->copied == first;
    return r;
}

int cch_paths_solve(struct cch_paths *paths, struct query *query,
                    struct error *error)
{
    return pair_solve(&paths->pair, &paths->metric, query, error);
}
