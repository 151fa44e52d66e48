/* paths: paths of a few targets, unpacked on the host. */
#include "gpu/cch/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/solver/cch/pair.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_cch.h"

struct cch_paths {
    struct device device;      /* this process's cores */
    struct prepared *prepared; /* cch_representation's */
    struct cch_metric metric;
    struct walk forward;
    struct pair pair;
};

void cch_paths_destroy(struct cch_paths *paths)
{
    if (!paths)
        return;
    pair_finish(&paths->pair);
    walk_finish(&paths->forward);
    free(paths->metric.basic);
    free(paths->metric.closed);
    free(paths->metric.schur);
    cch_representation.prepared_destroy(paths->prepared);
    free(paths);
}

static int alloc_panels(struct cch_paths *paths, const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    size_t panel = count ? hierarchy->first_entry[count] : 0;
    size_t schur = count ? hierarchy->first_schur[count] : 0;
    struct cch_metric *metric = &paths->metric;

    metric->base.prepared = paths->prepared;
    metric->basic = array_zero(panel + ROWS_SLACK, sizeof(uint32_t));
    metric->closed = array_zero(panel + ROWS_SLACK, sizeof(uint32_t));
    metric->schur = array_alloc(schur, sizeof(uint32_t));
    return metric->basic && metric->closed && metric->schur ? 0 : -ENOMEM;
}

int cch_paths_create(const struct map *map, struct cch_paths **ret_paths,
                     struct error *error)
{
    struct cch_paths *paths = calloc(1, sizeof(*paths));
    int r;

    if (!paths)
        return error_no_memory(error);
    paths->device = (struct device){.kind = DEVICE_CPU, .name = "cpu"};
    r = cch_representation.prepare(&paths->device, map, &paths->prepared,
                                   error);
    if (!r &&
        (alloc_panels(paths, map) || walk_init(&paths->forward, map, true) ||
         pair_init(&paths->pair, map, &paths->forward)))
        r = error_no_memory(error);
    if (r) {
        cch_paths_destroy(paths);
        return r;
    }
    *ret_paths = paths;
    return 0;
}

static cudaError_t download(uint32_t *to, const uint32_t *from, uint64_t words)
{
    return cudaMemcpy(to, from, words * sizeof(*to), cudaMemcpyDeviceToHost);
}

int cch_paths_load(struct cch_paths *paths, const struct metric *metric,
                   struct error *error)
{
    const struct cuda_cch_metric *cuda = (const struct cuda_cch_metric *)metric;
    const struct cch_panels *panels = &cuda->panels;
    struct cch_metric *to = &paths->metric;
    cudaError_t status;

    to->base.epoch = metric->epoch;
    to->weights = cuda->metric.weights;
    status = download(to->basic, panels->basic, panels->panel_words);
    if (status == cudaSuccess)
        status = download(to->closed, panels->closed, panels->panel_words);
    if (status == cudaSuccess)
        status = download(to->schur, panels->schur, panels->schur_words);
    return cuda_check(status, "copy panels to the host", error);
}

int cch_paths_solve(struct cch_paths *paths, struct query *query,
                    struct error *error)
{
    return pair_solve(&paths->pair, &paths->metric, query, error);
}
