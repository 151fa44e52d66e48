#include "core/graph/hierarchy/hierarchy_build.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

/* ---- Supernodes ---------------------------------------------------------- */

/* Entries of a supernode that may stay without fill: so many, or this part of
 * all. Tried on New York and New England: 8 and a fifth save 3 levels of 20 and
 * cost a third more work in customizing. */
enum { SPARE_ENTRIES = 4, SPARE_PART = 10 };

/* A supernode under construction, in order of creation: parents first. */
struct group {
    uint32_t top;      /* rank */
    uint32_t size;     /* vertices */
    uint32_t parent;   /* group, RANK_NONE */
    uint32_t subtree;  /* vertices in it and below */
    uint32_t end;      /* number after its last vertex */
    uint32_t next_end; /* the same for the next child to place */
    uint64_t spare;    /* entries without fill */
};

struct groups {
    const struct elimination_tree *tree;
    struct group *item; /* [count] */
    uint32_t count;
    uint32_t *of;    /* [vertex_count] by rank */
    uint32_t *place; /* [vertex_count] by rank: index in its group, top is 0 */
};

static bool joins(const struct groups *groups, const struct group *group,
                  uint32_t rank, uint64_t *ret_spare)
{
    uint64_t row = group->size + groups->tree->above_count[group->top];
    uint64_t spare = group->spare + row - groups->tree->above_count[rank];

    *ret_spare = spare;
    return spare <= SPARE_ENTRIES ||
           spare * SPARE_PART <= (group->size + (uint64_t)1) * row;
}

static void add(struct groups *groups, uint32_t rank)
{
    uint32_t parent = groups->tree->parent[rank];
    uint32_t above = parent == RANK_NONE ? RANK_NONE : groups->of[parent];
    uint64_t spare;

    if (above != RANK_NONE &&
        joins(groups, &groups->item[above], rank, &spare)) {
        struct group *group = &groups->item[above];

        group->spare = spare;
        groups->of[rank] = above;
        groups->place[rank] = group->size++;
        return;
    }
    groups->of[rank] = groups->count;
    groups->place[rank] = 0;
    groups->item[groups->count++] =
        (struct group){.top = rank, .size = 1, .parent = above};
}

/* Assigns ranges of numbers: each subtree contiguous, children by rank. */
static void place_groups(struct groups *groups)
{
    uint32_t next_end = groups->tree->vertex_count;

    for (uint32_t g = groups->count; g-- > 0;) {
        struct group *group = &groups->item[g];

        group->subtree += group->size;
        if (group->parent != RANK_NONE)
            groups->item[group->parent].subtree += group->subtree;
    }
    for (uint32_t g = 0; g < groups->count; g++) {
        struct group *group = &groups->item[g];
        uint32_t *end = group->parent == RANK_NONE
                            ? &next_end
                            : &groups->item[group->parent].next_end;

        group->end = *end;
        group->next_end = group->end - group->size;
        *end -= group->subtree;
    }
}

/* Numbers vertices, and supernodes by their vertices. */
static int number(const struct groups *groups, struct supernodes *supernodes)
{
    uint32_t n = groups->tree->vertex_count;
    uint32_t *last_of = array_alloc(n, sizeof(*last_of)); /* group, by number */
    uint32_t s = 0;

    if (!last_of)
        return -ENOMEM;
    for (uint32_t rank = 0; rank < n; rank++) {
        const struct group *group = &groups->item[groups->of[rank]];

        supernodes->number[rank] = group->end - 1 - groups->place[rank];
        last_of[supernodes->number[rank]] = groups->of[rank];
    }
    for (uint32_t v = 0; v < n; v = groups->item[last_of[v]].end, s++) {
        supernodes->first_vertex[s] = v;
        supernodes->top[s] = groups->item[last_of[v]].top;
    }
    supernodes->first_vertex[s] = n;
    supernodes->count = s;
    free(last_of);
    return 0;
}

int supernodes_init(struct supernodes *supernodes,
                    const struct elimination_tree *tree, struct error *error)
{
    uint32_t n = tree->vertex_count;
    struct groups groups = {.tree = tree};
    int r = -ENOMEM;

    *supernodes = (struct supernodes){0};
    groups.item = array_alloc(n, sizeof(*groups.item));
    groups.of = array_alloc(n, sizeof(*groups.of));
    groups.place = array_alloc(n, sizeof(*groups.place));
    supernodes->number = array_alloc(n, sizeof(*supernodes->number));
    supernodes->first_vertex =
        array_alloc((size_t)n + 1, sizeof(*supernodes->first_vertex));
    supernodes->top = array_alloc(n, sizeof(*supernodes->top));
    if (groups.item && groups.of && groups.place && supernodes->number &&
        supernodes->first_vertex && supernodes->top) {
        for (uint32_t rank = n; rank-- > 0;)
            add(&groups, rank);
        place_groups(&groups);
        r = number(&groups, supernodes);
    }
    free(groups.item);
    free(groups.of);
    free(groups.place);
    return r ? error_no_memory(error) : 0;
}

void supernodes_finish(struct supernodes *supernodes)
{
    free(supernodes->number);
    free(supernodes->first_vertex);
    free(supernodes->top);
    *supernodes = (struct supernodes){0};
}

struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree)
{
    struct hierarchy_size sum = {0};

    for (uint32_t s = 0; s < supernodes->count; s++) {
        double size =
            supernodes->first_vertex[s + 1] - supernodes->first_vertex[s];
        double upward = tree->above_count[supernodes->top[s]];

        sum.panel_words += size * (size + 2 * upward);
        sum.schur_words += upward * upward;
    }
    return sum;
}

/* ---- Arrays -------------------------------------------------------------- */

/* Writable views of the arrays under construction. */
struct arrays {
    uint32_t n;     /* vertices */
    uint32_t count; /* supernodes */
    uint32_t *first_vertex;
    uint32_t *parent;
    uint32_t *first_child;
    uint32_t *child;
    uint32_t *level; /* [count], dropped afterwards */
    uint32_t *first_of_level;
    uint32_t *by_level;
    uint64_t *first_upward;
    uint32_t *upward;
    uint32_t *parent_index;
    uint64_t *first_panel;
    uint64_t *first_schur;
    uint32_t *supernode;
    uint32_t *depth;
};

/* NULL is fine. */
static void *keep(struct hierarchy_build *build, void *array)
{
    if (array)
        build->heap[build->heap_count++] = array;
    return array;
}

static void *take(struct hierarchy_build *build, size_t count, size_t size)
{
    return keep(build, array_zero(count, size));
}

static uint64_t upward_count(const struct elimination *elimination,
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
    uint64_t upward = 0;

    for (uint32_t s = 0; s < count; s++)
        upward += upward_count(elimination, supernodes->top[s]);
    arrays->n = (uint32_t)n;
    arrays->count = (uint32_t)count;
    arrays->first_vertex = take(build, count + 1, sizeof(uint32_t));
    arrays->parent = take(build, count, sizeof(uint32_t));
    arrays->first_child = take(build, count + 1, sizeof(uint32_t));
    arrays->child = take(build, count, sizeof(uint32_t));
    arrays->first_of_level = take(build, count + 1, sizeof(uint32_t));
    arrays->by_level = take(build, count, sizeof(uint32_t));
    arrays->first_upward = take(build, count + 1, sizeof(uint64_t));
    arrays->upward = take(build, upward, sizeof(uint32_t));
    arrays->parent_index = take(build, upward, sizeof(uint32_t));
    arrays->first_panel = take(build, count + 1, sizeof(uint64_t));
    arrays->first_schur = take(build, count + 1, sizeof(uint64_t));
    arrays->supernode = take(build, n, sizeof(uint32_t));
    arrays->depth = take(build, n, sizeof(uint32_t));
    arrays->level = array_zero(count, sizeof(uint32_t));
    return build->heap_count == 13 && arrays->level ? 0 : -ENOMEM;
}

/* Fills vertices, upward neighbours and parents. */
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
        uint64_t at = arrays->first_upward[s];

        for (uint64_t i = elimination->first_above[top];
             i < elimination->first_above[top + 1]; i++)
            arrays->upward[at++] = supernodes->number[elimination->above[i]];
        arrays->first_upward[s + 1] = at;
        arrays->parent[s] =
            at > arrays->first_upward[s]
                ? arrays->supernode[arrays->upward[arrays->first_upward[s]]]
                : SUPERNODE_NONE;
    }
}

/* Finds a supernode's upward neighbours in its parent's front: both ascend. */
static void fill_places(struct arrays *arrays, uint32_t s)
{
    uint32_t parent = arrays->parent[s];
    uint32_t first = arrays->first_vertex[parent];
    uint32_t size = arrays->first_vertex[parent + 1] - first;
    uint64_t at = arrays->first_upward[parent];

    for (uint64_t i = arrays->first_upward[s]; i < arrays->first_upward[s + 1];
         i++) {
        uint32_t v = arrays->upward[i];

        if (v < first + size) {
            arrays->parent_index[i] = v - first;
            continue;
        }
        while (arrays->upward[at] != v)
            at++;
        arrays->parent_index[i] =
            size + (uint32_t)(at - arrays->first_upward[parent]);
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
    }
    array_group(arrays->level, arrays->count, level_count,
                arrays->first_of_level, arrays->by_level);
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

/* Returns the largest front. */
static uint32_t fill_sizes(struct arrays *arrays)
{
    uint64_t front_max = 0;

    for (uint32_t s = 0; s < arrays->count; s++) {
        uint64_t size = arrays->first_vertex[s + 1] - arrays->first_vertex[s];
        uint64_t upward = arrays->first_upward[s + 1] - arrays->first_upward[s];

        arrays->first_panel[s + 1] =
            arrays->first_panel[s] + size * (size + 2 * upward);
        arrays->first_schur[s + 1] = arrays->first_schur[s] + upward * upward;
        if (size + upward > front_max)
            front_max = size + upward;
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
        .first_upward = arrays->first_upward,
        .upward = arrays->upward,
        .parent_index = arrays->parent_index,
        .first_panel = arrays->first_panel,
        .first_schur = arrays->first_schur,
        .supernode = arrays->supernode,
        .depth = arrays->depth,
    };
}

static int fill(struct hierarchy_build *build, struct arrays *arrays,
                const struct topology *topology, struct error *error)
{
    struct hierarchy *hierarchy = &build->hierarchy;
    uint64_t *arc_slot = take(build, topology->arc_count, sizeof(uint64_t));
    uint32_t *arc_by_slot;

    if (!arc_slot)
        return error_no_memory(error);
    *hierarchy = view(arrays);
    hierarchy->level_count = fill_levels(arrays);
    hierarchy->depth_count = fill_depths(arrays);
    hierarchy->front_max = fill_sizes(arrays);
    array_group(arrays->parent, arrays->count, arrays->count,
                arrays->first_child, arrays->child);
    hierarchy->child_count = arrays->first_child[arrays->count];
    hierarchy->upward_count = arrays->first_upward[arrays->count];
    for (uint32_t s = 0; s < arrays->count; s++) {
        if (arrays->parent[s] != SUPERNODE_NONE)
            fill_places(arrays, s);
    }
    hierarchy->arc_slot = arc_slot;
    arc_slots_find(hierarchy, topology, arc_slot);
    if (key_order(arc_slot, topology->arc_count, 0, &arc_by_slot))
        return error_no_memory(error);
    hierarchy->arc_by_slot = keep(build, arc_by_slot);
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
