/* cuda_cch: uploads, customizing and changes of form "cuda-cch". */
#include "gpu/forms/cuda_cch.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/hierarchy/hierarchy_size.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/cuda_form.h"

/* ---- Arrays of the hierarchy ---- */

/* After a failure the remaining uploads do nothing, so that callers need not
 * check each array. */
struct uploading {
    struct cuda_cch *cch;
    struct error *error;
    int r;
};

static const void *put(struct uploading *uploading, const void *words,
                       size_t count, size_t size, const char *what)
{
    struct cuda_cch *cch = uploading->cch;
    uint32_t *memory = NULL;

    if (uploading->r)
        return NULL;
    uploading->r = upload_words(&memory, words, count * (size / 4), what,
                                uploading->error);
    if (!uploading->r) {
        cch->owned[cch->owned_count++] = memory;
        cch->owned_bytes += (uint64_t)count * size;
    }
    return memory;
}

#define PUT(UPLOADING, ARRAY, COUNT)                                           \
    put(UPLOADING, ARRAY, COUNT, sizeof(*(ARRAY)), "upload " #ARRAY)

static void put_supernodes(struct uploading *uploading,
                           const struct hierarchy *from, struct cch_arrays *to)
{
    size_t count = from->supernode_count;

    to->first_vertex = PUT(uploading, from->first_vertex, count + 1);
    to->parent = PUT(uploading, from->parent, count);
    to->first_upward = PUT(uploading, from->first_upward, count + 1);
    to->first_panel = PUT(uploading, from->first_panel, count + 1);
}

static void put_vertices(struct uploading *uploading,
                         const struct hierarchy *from, uint32_t vertex_count,
                         struct cch_arrays *to)
{
    to->supernode = PUT(uploading, from->supernode, vertex_count);
    to->depth = PUT(uploading, from->depth, vertex_count);
}

static void put_upward(struct uploading *uploading,
                       const struct hierarchy *from, struct cch_arrays *to)
{
    size_t count = from->first_upward[from->supernode_count];
    uint32_t *upward_depth = array_alloc(count, sizeof(*upward_depth));

    to->upward = PUT(uploading, from->upward, count);
    to->place = PUT(uploading, from->parent_index, count);
    if (!upward_depth) {
        uploading->r = error_no_memory(uploading->error);
        return;
    }
    for (size_t i = 0; i < count; i++)
        upward_depth[i] = from->depth[from->upward[i]];
    to->upward_depth = PUT(uploading, upward_depth, count);
    free(upward_depth);
}

static void put_arcs(struct uploading *uploading, const struct hierarchy *from,
                     uint32_t count, struct cch_arrays *to)
{
    uint64_t *entry = array_alloc(count, sizeof(*entry));

    if (!entry) {
        uploading->r = error_no_memory(uploading->error);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        entry[i] = from->arc_slot[from->arc_by_slot[i]];
    to->placed_count = count;
    to->arc_by_slot = PUT(uploading, from->arc_by_slot, count);
    to->entry = PUT(uploading, entry, count);
    free(entry);
}

static int upload_hierarchy(struct cuda_cch *cch, const struct map *map,
                            struct error *error)
{
    const struct hierarchy *from = &map->hierarchy;
    const struct topology *topology = &map->topology;
    const struct cch_plan *plan = &cch->plan;
    struct uploading uploading = {cch, error, 0};
    struct cch_arrays *to = &cch->arrays;

    *to = (struct cch_arrays){
        .vertex_count = topology->vertex_count,
        .supernode_count = from->supernode_count,
        .level_count = from->level_count,
        .depth_count = from->depth_count,
        .front_max = from->front_max,
    };
    if (!from->supernode_count)
        return 0;
    put_supernodes(&uploading, from, to);
    put_vertices(&uploading, from, topology->vertex_count, to);
    if (!uploading.r)
        put_upward(&uploading, from, to);
    if (!uploading.r)
        put_arcs(&uploading, from, arc_slots_count(from, &map->topology), to);
    to->fronts = PUT(&uploading, plan->fronts, plan->front_count);
    to->children = PUT(&uploading, plan->children, plan->child_count);
    return uploading.r;
}

static void free_hierarchy(struct cuda_cch *cch)
{
    while (cch->owned_count)
        cuda_ended(cudaFree(cch->owned[--cch->owned_count]));
}

/* ---- The form ---- */

enum { WORD = sizeof(uint32_t) };

/* For fronts too large for shared memory; at least one front. */
enum { SCRATCH_BYTES = 128 << 20 };

/* Fronts up to these sizes take a warp, or a block of a few warps. */
enum { WARP_FRONT = 24, SMALL_FRONT = 70 };

/* All words of struct cuda_cch_metric that say what happens to fronts. */
static uint64_t marks_words(uint32_t supernode_count)
{
    return 2 * (uint64_t)supernode_count + CCH_TEAMS +
           cch_list_max(supernode_count);
}

void cuda_cch_bytes(const struct map *map, uint64_t *ret_prepared,
                    uint64_t *ret_metric)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint64_t nodes = hierarchy->supernode_count;
    uint64_t vertices = map->topology.vertex_count;
    uint64_t arcs = map->topology.arc_count;
    uint64_t upward = nodes ? hierarchy->first_upward[nodes] : 0;
    uint64_t panels = nodes ? hierarchy->first_panel[nodes] : 0;
    uint64_t schur = nodes ? hierarchy->first_schur[nodes] : 0;
    uint64_t width = cch_width(hierarchy->front_max);
    uint64_t largest = width * width;

    *ret_prepared =
        WORD * (3 * vertices + 4 * arcs + 3 * upward + 6 * nodes) +
        nodes * (sizeof(struct cch_front) + sizeof(struct cch_child));
    *ret_metric = WORD * (arcs + 2 * panels + schur +
                          marks_words((uint32_t)nodes) + largest);
}

static int check_order(const struct map *map, struct error *error)
{
    if (map->hierarchy.supernode_count || !map->topology.vertex_count)
        return 0;
    return error_set(error, SOLVER_REFUSES, "%s", hierarchy_lacking(map));
}

/* Kernels count a Schur complement's words, and lanes of leaves, in 32 bits. */
enum { FRONT_MAX = 65000, SUPERNODES_MAX = 1 << 29 };

static int check_counts(const struct hierarchy *hierarchy, struct error *error)
{
    if (hierarchy->front_max <= FRONT_MAX &&
        hierarchy->supernode_count < SUPERNODES_MAX)
        return 0;
    return error_set(error, SOLVER_REFUSES,
                     "a hierarchy of %u supernodes, the largest with %u "
                     "vertices in front, is too large for kernels: at most %d "
                     "and %d",
                     hierarchy->supernode_count, hierarchy->front_max,
                     SUPERNODES_MAX - 1, FRONT_MAX);
}

static int check_memory(const struct map *map, struct error *error)
{
    uint64_t prepared;
    uint64_t metric;
    size_t available = 0;
    size_t total = 0;
    int r =
        cuda_check(cudaMemGetInfo(&available, &total), "device memory", error);

    cuda_cch_bytes(map, &prepared, &metric);
    if (r || prepared + metric <= available)
        return r;
    return error_set(error, SOLVER_REFUSES,
                     "the hierarchy takes %.1f MB of device memory and %.1f MB "
                     "for each set of weights, %.1f MB are free",
                     (double)prepared / 1e6, (double)metric / 1e6,
                     (double)available / 1e6);
}

/* The largest front that fits into so much shared memory. */
static uint32_t front_of_bytes(uint32_t bytes)
{
    uint32_t f = 0;

    while ((uint64_t)cch_width(f + 1) * cch_width(f + 1) * WORD <= bytes)
        f++;
    return f;
}

static int choose_limits(const struct cch_limits *wanted,
                         struct cch_limits *ret_limits, struct error *error)
{
    uint32_t bytes = 0;
    int r = cuda_check(cch_shared_bytes(&bytes), "shared memory", error);
    uint32_t most = front_of_bytes(bytes);
    struct cch_limits largest = {
        {CCH_QUARTER_FRONT, CCH_QUARTER_FRONT, CCH_HALF_FRONT,
         front_of_bytes(bytes / CCH_WARPS), most, most}};

    if (r)
        return r;
    *ret_limits = wanted ? *wanted
                         : (struct cch_limits){
                               {CCH_QUARTER_FRONT, CCH_QUARTER_FRONT,
                                CCH_HALF_FRONT, WARP_FRONT, SMALL_FRONT, most}};
    for (int team = 0; team < CCH_GLOBAL; team++)
        if (ret_limits->front[team] > largest.front[team])
            ret_limits->front[team] = largest.front[team];
    return 0;
}

static int check(const struct map *map, struct error *error)
{
    int r = check_order(map, error);

    return r ? r : check_counts(&map->hierarchy, error);
}

static int upload(struct cuda_csr *csr, const void *wanted, struct error *error)
{
    struct cuda_cch *cch = (struct cuda_cch *)csr;
    const struct map *map = csr->base.map;
    struct cch_limits limits;
    int r = check_memory(map, error);

    pthread_mutex_init(&cch->changing, NULL);
    cch->uploaded = true;
    if (!r)
        r = choose_limits(wanted, &limits, error);
    if (!r && cch_plan_init(&cch->plan, &map->hierarchy,
                            arc_slots_count(&map->hierarchy, &map->topology),
                            &limits))
        r = error_no_memory(error);
    if (!r && cch_changes_init(&cch->changes, &cch->plan))
        r = error_no_memory(error);
    return r ? r : upload_hierarchy(cch, map, error);
}

static uint64_t bytes(const struct cuda_csr *csr)
{
    return ((const struct cuda_cch *)csr)->owned_bytes;
}

/* Without sums, which queries allocate. */
static uint64_t metric_bytes(const struct cuda_metric *base)
{
    const struct cuda_cch_metric *metric = (const struct cuda_cch_metric *)base;
    const struct cuda_cch *cch = (const struct cuda_cch *)base->base.prepared;
    const struct cch_scratch *scratch = &metric->scratch;

    return WORD * (2 * (uint64_t)metric->panels.panel_words +
                   metric->panels.schur_words +
                   marks_words(cch->arrays.supernode_count) +
                   scratch->count * (scratch->words_each + 2));
}

static void finish(struct cuda_csr *csr)
{
    struct cuda_cch *cch = (struct cuda_cch *)csr;

    if (!cch->uploaded)
        return;
    free_hierarchy(cch);
    cch_changes_finish(&cch->changes);
    cch_plan_finish(&cch->plan);
    pthread_mutex_destroy(&cch->changing);
}

static void metric_finish(struct cuda_metric *metric)
{
    struct cuda_cch_metric *cch = (struct cuda_cch_metric *)metric;

    cuda_ended(cudaFree(cch->panels.basic));
    cuda_ended(cudaFree(cch->panels.closed));
    cuda_ended(cudaFree(cch->panels.schur));
    cuda_ended(cudaFree(cch->scratch.word));
    cuda_ended(cudaFree(cch->scratch.arrived));
    cuda_ended(cudaFree(cch->done));
    cuda_ended(cudaFree(cch->expected));
    cuda_ended(cudaFree(cch->tickets));
    cch_metric_sums_destroy(cch->sums);
}

static int alloc_scratch(const struct cuda_cch *cch,
                         struct cch_scratch *scratch, struct error *error)
{
    const uint32_t *first = cch->plan.first_of_team;
    uint64_t width = cch_width(cch->arrays.front_max);
    uint64_t most = SCRATCH_BYTES / (WORD * width * width);
    int r;

    scratch->count = first[CCH_GLOBAL + 1] - first[CCH_GLOBAL];
    if (scratch->count > most)
        scratch->count = most ? (uint32_t)most : 1;
    scratch->words_each = width * width;
    r = cuda_alloc(&scratch->arrived, 2 * scratch->count, WORD, "large fronts",
                   error);
    if (r)
        return r;
    scratch->is_long = scratch->arrived + scratch->count;
    return cuda_alloc(&scratch->word, scratch->count * scratch->words_each,
                      WORD, "large fronts", error);
}

/* No front is done in epoch 0. Waits for the clearing: customizing uses another
 * stream, and would wait for ever on a mark that is cleared too late. */
static int alloc_marks(uint32_t **ret_marks, uint32_t count,
                       struct error *error)
{
    int r = cuda_alloc(ret_marks, count, WORD, "marks of fronts", error);
    cudaError_t status;

    if (r)
        return r;
    status = cudaMemset(*ret_marks, 0, (size_t)count * WORD);
    if (status == cudaSuccess)
        status = cudaStreamSynchronize(0);
    return cuda_check(status, "marks of fronts", error);
}

static int alloc_panels(struct cch_panels *panels,
                        const struct hierarchy *hierarchy, struct error *error)
{
    uint32_t nodes = hierarchy->supernode_count;
    int r;

    panels->panel_words = nodes ? hierarchy->first_panel[nodes] : 0;
    panels->schur_words = nodes ? hierarchy->first_schur[nodes] : 0;
    r = cuda_alloc(&panels->basic, panels->panel_words, WORD, "basic panels",
                   error);
    if (!r)
        r = cuda_alloc(&panels->closed, panels->panel_words, WORD,
                       "closed panels", error);
    return r ? r
             : cuda_alloc(&panels->schur, panels->schur_words, WORD,
                          "Schur complements", error);
}

static int alloc_metric(struct cuda_metric *base, struct error *error)
{
    const struct prepared *prepared = base->base.prepared;
    const struct cuda_cch *cch = (const struct cuda_cch *)prepared;
    struct cuda_cch_metric *metric = (struct cuda_cch_metric *)base;
    uint32_t nodes = cch->arrays.supernode_count;
    int r = alloc_panels(&metric->panels, &prepared->map->hierarchy, error);

    if (!r)
        r = cch_metric_sums_create(&metric->sums, error);
    if (!r)
        r = alloc_marks(&metric->done, nodes, error);
    if (!r)
        r = alloc_marks(&metric->expected, nodes, error);
    if (!r)
        r = alloc_marks(&metric->tickets, CCH_TEAMS + cch_list_max(nodes),
                        error);
    if (!r)
        metric->list = metric->tickets + CCH_TEAMS;
    return r ? r : alloc_scratch(cch, &metric->scratch, error);
}

static void set_state(struct cuda_cch_metric *metric)
{
    struct cuda_cch *cch = (struct cuda_cch *)metric->metric.base.prepared;

    metric->state = atomic_fetch_add(&cch->states, 1) + 1;
}

static int fill_panels(struct cuda_metric *base, struct error *error)
{
    struct cuda_cch_metric *metric = (struct cuda_cch_metric *)base;

    set_state(metric);
    return cuda_cch_customize(metric, error);
}

static int follow(struct cuda_metric *base,
                  const struct weight_changes *changes, struct error *error)
{
    struct prepared *prepared = base->base.prepared;
    struct cuda_cch *cch = (struct cuda_cch *)prepared;
    struct cuda_cch_metric *metric = (struct cuda_cch_metric *)base;
    bool listed;
    int r = 0;

    set_state(metric);
    pthread_mutex_lock(&cch->changing);
    listed = cch_changes_list(&cch->changes, &cch->plan,
                              &prepared->map->hierarchy, changes);
    if (listed)
        r = cuda_cch_follow(metric, error);
    pthread_mutex_unlock(&cch->changing);
    return listed ? r : cuda_cch_customize(metric, error);
}

/* Equal panels have the same state: copies of them on the host stay valid for
 * both. The clone has its own marks. */
static cudaError_t copy_panels(const struct cuda_metric *from,
                               struct cuda_metric *to)
{
    const struct cuda_cch_metric *old = (const struct cuda_cch_metric *)from;
    struct cuda_cch_metric *metric = (struct cuda_cch_metric *)to;
    size_t panels = old->panels.panel_words * WORD;
    cudaError_t status =
        cudaMemcpyAsync(metric->panels.basic, old->panels.basic, panels,
                        cudaMemcpyDeviceToDevice, to->stream);

    metric->state = old->state;
    if (status == cudaSuccess)
        status = cudaMemcpyAsync(metric->panels.closed, old->panels.closed,
                                 panels, cudaMemcpyDeviceToDevice, to->stream);
    return status == cudaSuccess
               ? cudaMemcpyAsync(metric->panels.schur, old->panels.schur,
                                 old->panels.schur_words * WORD,
                                 cudaMemcpyDeviceToDevice, to->stream)
               : status;
}

static const struct cuda_form form = {
    .ops = &cuda_cch_form,
    .prepared_size = sizeof(struct cuda_cch),
    .metric_size = sizeof(struct cuda_cch_metric),
    .check = check,
    .upload = upload,
    .bytes = bytes,
    .finish = finish,
    .alloc = alloc_metric,
    .fill = fill_panels,
    .metric_bytes = metric_bytes,
    .metric_finish = metric_finish,
    .follow = follow,
    .copy = copy_panels,
};

int cuda_cch_prepare(const struct device *device, const struct map *map,
                     const struct cch_limits *limits,
                     struct prepared **ret_prepared, struct error *error)
{
    return cuda_form_prepare(&form, device, map, limits, ret_prepared, error);
}

CUDA_FORM(cuda_cch, "cuda-cch", form)
