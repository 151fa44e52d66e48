/* hierarchy_build: the arrays of a hierarchy, from supernodes and new numbers.
 */
#include "core/graph/hierarchy/hierarchy_build.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/arc_entries.h"

/* Writable views of what is being built. */
struct arrays {
    uint32_t n;     /* vertices */
    uint32_t count; /* supernodes */
    uint32_t *first_vertex;
    uint32_t *parent;
    uint32_t *first_child;
    uint32_t *child;
    uint32_t *level; /* [count], not kept */
    uint32_t *first_of_level;
    uint32_t *by_level;
    uint64_t *first_upper;
    uint32_t *upper;
    uint32_t *place;
    uint64_t *first_entry;
    uint64_t *first_schur;
    uint32_t *supernode;
    uint32_t *depth;
};

static void *take(struct hierarchy_build *build, size_t count, size_t size)
{
    void *array = array_zero(count, size);

    if (array)
        build->heap[build->heap_count++] = array;
    return array;
}

static uint64_t upper_count(const struct elimination *elimination,
                            uint32_t rank)
{
    return elimination->first_above[rank + 1] - elimination->first_above[rank];
}

static int allocate(struct hierarchy_build *build, struct arrays *arrays,
                    const struct elimination *elimination,
                    const struct supernodes *supernodes)
{
    size_t n = elimination->vertex_count;
    size_t count = supernodes->count;
    uint64_t uppers = 0;

    for (uint32_t s = 0; s < count; s++)
        uppers += upper_count(elimination, supernodes->top[s]);
    arrays->n = (uint32_t)n;
    arrays->count = (uint32_t)count;
    arrays->first_vertex = take(build, count + 1, sizeof(uint32_t));
    arrays->parent = take(build, count, sizeof(uint32_t));
    arrays->first_child = take(build, count + 1, sizeof(uint32_t));
    arrays->child = take(build, count, sizeof(uint32_t));
    arrays->first_of_level = take(build, count + 1, sizeof(uint32_t));
    arrays->by_level = take(build, count, sizeof(uint32_t));
    arrays->first_upper = take(build, count + 1, sizeof(uint64_t));
    arrays->upper = take(build, uppers, sizeof(uint32_t));
    arrays->place = take(build, uppers, sizeof(uint32_t));
    arrays->first_entry = take(build, count + 1, sizeof(uint64_t));
    arrays->first_schur = take(build, count + 1, sizeof(uint64_t));
    arrays->supernode = take(build, n, sizeof(uint32_t));
    arrays->depth = take(build, n, sizeof(uint32_t));
    arrays->level = array_zero(count, sizeof(uint32_t));
    return build->heap_count == 13 && arrays->level ? 0 : -ENOMEM;
}

/* Vertices, uppers and parents. */
static void fill_fronts(struct arrays *arrays,
                        const struct elimination *elimination,
                        const struct supernodes *supernodes)
{
    for (uint32_t s = 0; s < arrays->count; s++) {
        arrays->first_vertex[s + 1] = supernodes->first_vertex[s + 1];
        for (uint32_t v = arrays->first_vertex[s];
             v < arrays->first_vertex[s + 1]; v++)
            arrays->supernode[v] = s;
    }
    for (uint32_t s = 0; s < arrays->count; s++) {
        uint32_t top = supernodes->top[s];
        uint64_t at = arrays->first_upper[s];

        for (uint64_t i = elimination->first_above[top];
             i < elimination->first_above[top + 1]; i++)
            arrays->upper[at++] = supernodes->number[elimination->above[i]];
        arrays->first_upper[s + 1] = at;
        arrays->parent[s] =
            at > arrays->first_upper[s]
                ? arrays->supernode[arrays->upper[arrays->first_upper[s]]]
                : SUPERNODE_NONE;
    }
}

/* Where the uppers of a supernode are in its parent's front: both ascend. */
static void fill_places(struct arrays *arrays, uint32_t s)
{
    uint32_t parent = arrays->parent[s];
    uint32_t first = arrays->first_vertex[parent];
    uint32_t size = arrays->first_vertex[parent + 1] - first;
    uint64_t at = arrays->first_upper[parent];

    for (uint64_t i = arrays->first_upper[s]; i < arrays->first_upper[s + 1];
         i++) {
        uint32_t v = arrays->upper[i];

        if (v < first + size) {
            arrays->place[i] = v - first;
            continue;
        }
        while (arrays->upper[at] != v)
            at++;
        arrays->place[i] = size + (uint32_t)(at - arrays->first_upper[parent]);
    }
}

static void fill_children(struct arrays *arrays)
{
    for (uint32_t s = 0; s < arrays->count; s++) {
        if (arrays->parent[s] != SUPERNODE_NONE)
            arrays->first_child[arrays->parent[s] + 1]++;
    }
    for (uint32_t s = 0; s < arrays->count; s++)
        arrays->first_child[s + 1] += arrays->first_child[s];
    /* From the last on, each list is filled from its end, which makes
     * first_child[s + 1] what first_child[s] is to be. */
    for (uint32_t s = arrays->count; s-- > 0;) {
        if (arrays->parent[s] != SUPERNODE_NONE)
            arrays->child[--arrays->first_child[arrays->parent[s] + 1]] = s;
    }
    for (uint32_t s = 0, children = 0; s < arrays->count; s++) {
        children += arrays->parent[s] != SUPERNODE_NONE;
        arrays->first_child[s] = arrays->first_child[s + 1];
        if (s + 1 == arrays->count)
            arrays->first_child[s + 1] = children;
    }
}

/* Levels from below, depths from above. */
static uint32_t fill_levels(struct arrays *arrays)
{
    uint32_t level_count = 0;

    for (uint32_t s = 0; s < arrays->count; s++) {
        uint32_t parent = arrays->parent[s];
        uint32_t next = arrays->level[s] + 1;

        if (parent != SUPERNODE_NONE && arrays->level[parent] < next)
            arrays->level[parent] = next;
        if (next > level_count)
            level_count = next;
        arrays->first_of_level[next]++;
    }
    for (uint32_t l = 0; l < level_count; l++)
        arrays->first_of_level[l + 1] += arrays->first_of_level[l];
    for (uint32_t s = arrays->count; s-- > 0;)
        arrays->by_level[--arrays->first_of_level[arrays->level[s] + 1]] = s;
    for (uint32_t l = 0; l < level_count; l++)
        arrays->first_of_level[l] = arrays->first_of_level[l + 1];
    arrays->first_of_level[level_count] = arrays->count;
    return level_count;
}

static uint32_t fill_depths(struct arrays *arrays)
{
    uint32_t depth_count = 0;

    for (uint32_t s = arrays->count; s-- > 0;) {
        uint32_t parent = arrays->parent[s];
        uint32_t depth = 0;

        if (parent != SUPERNODE_NONE)
            depth = arrays->depth[arrays->first_vertex[parent + 1] - 1] + 1;
        for (uint32_t v = arrays->first_vertex[s];
             v < arrays->first_vertex[s + 1]; v++)
            arrays->depth[v] = depth++;
        if (depth > depth_count)
            depth_count = depth;
    }
    return depth_count;
}

/* Gives the largest front. */
static uint32_t fill_sizes(struct arrays *arrays)
{
    uint64_t front_max = 0;

    for (uint32_t s = 0; s < arrays->count; s++) {
        uint64_t size = arrays->first_vertex[s + 1] - arrays->first_vertex[s];
        uint64_t uppers = arrays->first_upper[s + 1] - arrays->first_upper[s];

        arrays->first_entry[s + 1] =
            arrays->first_entry[s] + size * (size + 2 * uppers);
        arrays->first_schur[s + 1] = arrays->first_schur[s] + uppers * uppers;
        if (size + uppers > front_max)
            front_max = size + uppers;
    }
    return (uint32_t)front_max;
}

static struct hierarchy view(const struct arrays *arrays)
{
    return (struct hierarchy){
        .supernode_count = arrays->count,
        .first_vertex = arrays->first_vertex,
        .parent = arrays->parent,
        .first_child = arrays->first_child,
        .child = arrays->child,
        .first_of_level = arrays->first_of_level,
        .by_level = arrays->by_level,
        .first_upper = arrays->first_upper,
        .upper = arrays->upper,
        .place = arrays->place,
        .first_entry = arrays->first_entry,
        .first_schur = arrays->first_schur,
        .supernode = arrays->supernode,
        .depth = arrays->depth,
    };
}

static int fill(struct hierarchy_build *build, struct arrays *arrays,
                const struct topology *topology, struct error *error)
{
    struct hierarchy *hierarchy = &build->hierarchy;
    uint64_t *arc_entry = take(build, topology->arc_count, sizeof(uint64_t));
    uint32_t *arc_by_entry = take(build, topology->arc_count, sizeof(uint32_t));

    if (!arc_entry || !arc_by_entry)
        return error_no_memory(error);
    *hierarchy = view(arrays);
    hierarchy->level_count = fill_levels(arrays);
    hierarchy->depth_count = fill_depths(arrays);
    hierarchy->front_max = fill_sizes(arrays);
    fill_children(arrays);
    for (uint32_t s = 0; s < arrays->count; s++) {
        if (arrays->parent[s] != SUPERNODE_NONE)
            fill_places(arrays, s);
    }
    hierarchy->arc_entry = arc_entry;
    hierarchy->arc_by_entry = arc_by_entry;
    arc_entries_find(hierarchy, topology, arc_entry);
    if (arc_entries_sort(hierarchy, topology, arc_by_entry))
        return error_no_memory(error);
    return 0;
}

int hierarchy_build_init(struct hierarchy_build *build,
                         const struct topology *topology,
                         const struct elimination *elimination,
                         const struct supernodes *supernodes,
                         struct error *error)
{
    struct arrays arrays = {0};
    int r = 0;

    *build = (struct hierarchy_build){.heap_count = 0};
    if (allocate(build, &arrays, elimination, supernodes))
        r = error_no_memory(error);
    if (!r) {
        fill_fronts(&arrays, elimination, supernodes);
        r = fill(build, &arrays, topology, error);
    }
    free(arrays.level);
    return r;
}

void hierarchy_build_finish(struct hierarchy_build *build)
{
    for (size_t i = 0; i < build->heap_count; i++)
        free(build->heap[i]);
    build->heap_count = 0;
}
