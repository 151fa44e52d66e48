/* suzuki_kanto: the map of Suzuki et al., identified by its size. */
#ifndef RELAXD_LAB_PAPER_SUZUKI_KANTO_H
#define RELAXD_LAB_PAPER_SUZUKI_KANTO_H

#include "lab/paper/paper.h"

/* Table 1. */
static const struct {
    uint32_t vertices;
    uint32_t arcs;
    double weight_mean;
    double weight_deviation;
} suzuki_kanto = {1427876, 4584822, 83666, 184384};

/* The same number of vertices and arcs: the paper's map, or one generated to
 * resemble it. */
static inline bool suzuki_is_kanto(const struct map *map)
{
    return map->topology.vertex_count == suzuki_kanto.vertices &&
           map->topology.arc_count == suzuki_kanto.arcs;
}

/* Claims about the paper's map cannot be checked on another. */
static inline enum verdict suzuki_verdict(const struct map *map, bool holds)
{
    return suzuki_is_kanto(map) ? verdict_of(holds) : VERDICT_NOT_COMPARABLE;
}

static inline const char *suzuki_why(const struct map *map)
{
    return suzuki_is_kanto(map)
               ? "on a map of that many vertices and arcs, not on the paper's "
                 "own"
               : "another map than the paper's";
}

#endif
