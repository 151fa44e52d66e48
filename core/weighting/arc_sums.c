/* arc_sums: adds up edges first, then arcs. */
#include "core/weighting/arc_sums.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

struct edge_sums edge_sums_of(const struct weight_arrays *arrays,
                              const struct roads *roads, uint32_t edge)
{
    struct edge_sums sums = {0};
    uint32_t first, end;

    piece_segments(roads, edge_piece(edge), &first, &end);
    for (uint32_t s = first; s < end; s++) {
        size_t at = 2 * (size_t)s + edge % 2;

        sums.weight += arrays->segment[at];
        sums.duration_ms += arrays->segment_duration_ms[at];
        sums.length_mm += roads_segment_mm(roads, s);
    }
    return sums;
}

int arc_sums_make(const struct map *map, const struct weight_arrays *arrays,
                  struct arc_sums *ret_sums)
{
    const struct roads *roads = &map->roads;
    size_t edges = 2 * (size_t)roads->piece_count;
    size_t arcs = map->topology.arc_count;
    uint32_t *duration_ms = array_alloc(edges, sizeof(*duration_ms));
    uint32_t *length_mm = array_alloc(edges, sizeof(*length_mm));
    struct arc_sums sums = {
        array_alloc(arcs, sizeof(*sums.duration_ms)),
        array_alloc(arcs, sizeof(*sums.length_mm)),
    };
    bool made = duration_ms && length_mm && sums.duration_ms && sums.length_mm;

    /* Edges first: many arcs enter each. */
    for (uint32_t e = 0; made && e < edges; e++) {
        struct edge_sums edge = edge_sums_of(arrays, roads, e);

        duration_ms[e] = edge.duration_ms;
        length_mm[e] = sum_fit(edge.length_mm);
    }
    for (uint32_t a = 0; made && a < arcs; a++) {
        uint32_t edge = roads->arc_edge[a];

        sums.duration_ms[a] =
            sum_fit((uint64_t)arrays->turn_duration_ms[a] + duration_ms[edge]);
        sums.length_mm[a] = length_mm[edge];
    }
    free(duration_ms);
    free(length_mm);
    if (made)
        *ret_sums = sums;
    else
        arc_sums_finish(&sums);
    return made ? 0 : -ENOMEM;
}

void arc_sums_finish(struct arc_sums *sums)
{
    free(sums->duration_ms);
    free(sums->length_mm);
    *sums = (struct arc_sums){0};
}
