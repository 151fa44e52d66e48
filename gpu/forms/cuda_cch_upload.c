/* cuda_cch_upload: a hierarchy's arrays on a device. */
#include "gpu/forms/cuda_cch_upload.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/arc_entries.h"
#include "gpu/cuda_error.h"
#include "gpu/forms/upload.h"

/* What remains to be uploaded after a failure is not, so that callers need not
 * look after each array. */
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
    to->first_upper = PUT(uploading, from->first_upper, count + 1);
    to->first_entry = PUT(uploading, from->first_entry, count + 1);
}

static void put_vertices(struct uploading *uploading,
                         const struct hierarchy *from, uint32_t vertex_count,
                         struct cch_arrays *to)
{
    to->supernode = PUT(uploading, from->supernode, vertex_count);
    to->depth = PUT(uploading, from->depth, vertex_count);
}

static void put_uppers(struct uploading *uploading,
                       const struct hierarchy *from, struct cch_arrays *to)
{
    size_t count = from->first_upper[from->supernode_count];
    uint32_t *upper_depth = array_alloc(count, sizeof(*upper_depth));

    to->upper = PUT(uploading, from->upper, count);
    to->place = PUT(uploading, from->place, count);
    if (!upper_depth) {
        uploading->r = error_no_memory(uploading->error);
        return;
    }
    for (size_t i = 0; i < count; i++)
        upper_depth[i] = from->depth[from->upper[i]];
    to->upper_depth = PUT(uploading, upper_depth, count);
    free(upper_depth);
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
        entry[i] = from->arc_entry[from->arc_by_entry[i]];
    to->placed_count = count;
    to->arc_by_entry = PUT(uploading, from->arc_by_entry, count);
    to->entry = PUT(uploading, entry, count);
    free(entry);
}

int cuda_cch_upload(struct cuda_cch *cch, const struct map *map,
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
        put_uppers(&uploading, from, to);
    if (!uploading.r)
        put_arcs(&uploading, from, arc_entries_count(from, &map->topology), to);
    cch->fronts = (struct cch_fronts){
        .fronts = PUT(&uploading, plan->fronts, plan->front_count),
        .children = PUT(&uploading, plan->children, plan->child_count),
        .place = to->place,
    };
    return uploading.r;
}

void cuda_cch_free(struct cuda_cch *cch)
{
    while (cch->owned_count)
        cuda_ended(cudaFree(cch->owned[--cch->owned_count]));
}
