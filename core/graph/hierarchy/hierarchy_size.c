/* hierarchy_size: how large a hierarchy is in memory. */
#include "core/graph/hierarchy/hierarchy_size.h"

#include <stdio.h>

static const double mib = 1 << 20;
static const double bytes_max = 512 << 20;
static const double bytes_per_vertex_max = 1536;

struct hierarchy_size hierarchy_size_of(const struct supernodes *supernodes,
                                        const struct elimination_tree *tree)
{
    struct hierarchy_size sum = {0};

    for (uint32_t s = 0; s < supernodes->count; s++) {
        double size =
            supernodes->first_vertex[s + 1] - supernodes->first_vertex[s];
        double uppers = tree->above_count[supernodes->top[s]];

        sum.panel_words += size * (size + 2 * uppers);
        sum.schur_words += uppers * uppers;
    }
    return sum;
}

struct hierarchy_size hierarchy_size_held(const struct hierarchy *hierarchy)
{
    uint32_t count = hierarchy->supernode_count;

    if (!count)
        return (struct hierarchy_size){0};
    return (struct hierarchy_size){
        .panel_words = (double)hierarchy->first_entry[count],
        .schur_words = (double)hierarchy->first_schur[count],
    };
}

double hierarchy_bytes_max(uint32_t vertex_count)
{
    double bytes = bytes_per_vertex_max * vertex_count;

    return bytes > bytes_max ? bytes : bytes_max;
}

const char *hierarchy_lacking(const struct map *map)
{
    return map->info.too_large_bytes
               ? "the map is left without a hierarchy, which would take too "
                 "much memory; 'relaxctl check' says how much"
               : "the map is not ordered; 'relaxctl order' does that";
}

void hierarchy_size_words(double bytes, uint32_t vertex_count,
                          char words[static HIERARCHY_SIZE_WORDS])
{
    snprintf(words, HIERARCHY_SIZE_WORDS,
             "%.1f MiB in memory, %.1f bytes a vertex", bytes / mib,
             vertex_count ? bytes / vertex_count : 0);
}
