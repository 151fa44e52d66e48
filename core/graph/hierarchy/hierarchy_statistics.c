/* hierarchy_statistics: how large a hierarchy is, in a few numbers. */
#include "core/graph/hierarchy/hierarchy_statistics.h"

#include "core/graph/hierarchy/hierarchy_size.h"

static uint64_t count_entries(const struct map *map)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint64_t last = ENTRY_NONE;
    uint64_t count = 0;

    for (uint32_t i = 0; i < map->topology.arc_count; i++) {
        uint64_t entry = hierarchy->arc_entry[hierarchy->arc_by_entry[i]];

        count += entry != ENTRY_NONE && entry != last;
        last = entry;
    }
    return count;
}

/* Vertex i of a supernode has the rest of it, and its uppers, above. */
static uint64_t count_triangles(const struct hierarchy *hierarchy)
{
    uint64_t count = 0;

    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint64_t above = (uint64_t)supernode_size(hierarchy, s) +
                         supernode_uppers(hierarchy, s);

        for (uint32_t i = 0; i < supernode_size(hierarchy, s); i++) {
            above--;
            count += above ? above * (above - 1) / 2 : 0;
        }
    }
    return count;
}

/* Panels have a word for each arc, and one from each vertex to itself. */
void hierarchy_statistics_take(const struct map *map,
                               struct hierarchy_statistics *ret_statistics)
{
    const struct hierarchy *hierarchy = &map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    uint32_t n = map->topology.vertex_count;
    uint64_t panels = hierarchy->first_entry[count];
    uint64_t schur = hierarchy->first_schur[count];
    uint64_t arcs = count_entries(map);
    const struct hierarchy_size size = hierarchy_size_held(hierarchy);
    double bytes = hierarchy_size_bytes(&size);

    *ret_statistics = (struct hierarchy_statistics){
        .arcs = arcs,
        .joined = panels - n,
        .fill = arcs ? (double)(panels - n) / (double)arcs : 0,
        .shortcuts = panels - n - arcs,
        .triangles = count_triangles(hierarchy),
        .panel_words = panels,
        .schur_words = schur,
        .bytes = bytes,
        .bytes_per_vertex = bytes / n,
    };
}
