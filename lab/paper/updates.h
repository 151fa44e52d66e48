/* updates: counts the vertices that each phase of a query updates.
 *
 * harish counts them if the study has a CUDA device. Otherwise synchronous
 * relaxation on the CPU does, in rounds: every vertex whose cost fell in the
 * previous round relaxes its arcs, using only costs from the end of that round.
 * That is Harish and Narayanan's method (Suzuki et al., Algorithms 1 to 3)
 * without its time. The number of costs that fall in each round depends only on
 * map and source, so the numbers are the same on any GPU. The number of rounds
 * in which some cost falls is the greatest hop distance of any vertex from the
 * source, along its shortest path with the fewest hops: no method that carries
 * a cost over one arc per round needs fewer.
 *
 * 20 bytes a vertex. One thread; the map is only read and must outlive it. */
#ifndef RELAXD_LAB_PAPER_UPDATES_H
#define RELAXD_LAB_PAPER_UPDATES_H

#include "lab/paper/contest.h"
#include "lab/trace.h"

struct updates {
    struct trace trace;     /* of the last query; only `updated` is set of its
                               phases, the last of which updates nothing */
    struct contest contest; /* on the GPU: harish; its sources are the
                               queries' */

    /* On the CPU. */
    const uint32_t *weight;
    uint32_t *cost;      /* [vertex_count] after the last round; of one
                            allocation with the others */
    uint32_t *tentative; /* [vertex_count] */
    uint32_t *stamp;     /* [vertex_count] the last round that listed it */
    uint32_t *list;      /* [vertex_count] vertices updated last round */
    uint32_t *next;      /* [vertex_count] vertices updated this round */
};

/* Draws that many sources. Call updates_finish() after any result. */
int updates_init(struct updates *updates, struct report *report,
                 const struct map *map, uint32_t source_count,
                 struct error *error);
void updates_finish(struct updates *updates);

/* Counts the phases from the source of that index. */
int updates_count(struct updates *updates, uint32_t index, struct error *error);

#endif
