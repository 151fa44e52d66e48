#include "core/graph/hierarchy/hierarchy_size.h"

#include <stdio.h>

static const double mib = 1 << 20;
static const double bytes_max = 512 << 20;
static const double bytes_per_vertex_max = 1536;

struct hierarchy_size hierarchy_size_held(const struct hierarchy *hierarchy)
{
    uint32_t count = hierarchy->supernode_count;

    if (!count)
        return (struct hierarchy_size){0};
    return (struct hierarchy_size){
        .panel_words = (double)hierarchy->first_panel[count],
        .schur_words = (double)hierarchy->first_schur[count],
    };
}

double hierarchy_bytes_max(uint32_t vertex_count)
{
    double bytes = bytes_per_vertex_max * vertex_count;

    return bytes > bytes_max ? bytes : bytes_max;
}

void hierarchy_size_words(double bytes, uint32_t vertex_count,
                          char words[static HIERARCHY_SIZE_WORDS])
{
    snprintf(words, HIERARCHY_SIZE_WORDS,
             "%.1f MiB in memory, %.1f bytes a vertex", bytes / mib,
             vertex_count ? bytes / vertex_count : 0);
}

/* ---- Statistics ---------------------------------------------------------- */

static uint64_t count_slots(const struct hierarchy *hierarchy,
                            uint32_t arc_count)
{
    uint64_t last = SLOT_NONE;
    uint64_t count = 0;

    for (uint32_t i = 0; i < arc_count; i++) {
        uint64_t slot = hierarchy->arc_slot[hierarchy->arc_by_slot[i]];

        count += slot != SLOT_NONE && slot != last;
        last = slot;
    }
    return count;
}

/* Vertex i of a supernode has the rest of it, and its upward neighbours,
 * above. */
static uint64_t count_triangles(const struct hierarchy *hierarchy)
{
    uint64_t count = 0;

    for (uint32_t s = 0; s < hierarchy->supernode_count; s++) {
        uint64_t above = (uint64_t)supernode_size(hierarchy, s) +
                         supernode_upward(hierarchy, s);

        for (uint32_t i = 0; i < supernode_size(hierarchy, s); i++) {
            above--;
            count += above ? above * (above - 1) / 2 : 0;
        }
    }
    return count;
}

/* Panels have a word for each arc, and one from each vertex to itself. */
void hierarchy_statistics_take(const struct hierarchy *hierarchy,
                               const struct topology *topology,
                               struct hierarchy_statistics *ret_statistics)
{
    uint32_t count = hierarchy->supernode_count;
    uint32_t n = topology->vertex_count;
    uint64_t panels = hierarchy->first_panel[count];
    uint64_t schur = hierarchy->first_schur[count];
    uint64_t arcs = count_slots(hierarchy, topology->arc_count);
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
