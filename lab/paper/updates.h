/* updates: how many vertices each phase of a query updates.
 *
 * Counted by harish where the study has a CUDA device, else by rounds on the
 * CPU; the numbers are the same. One thread. */
#ifndef RELAXD_LAB_PAPER_UPDATES_H
#define RELAXD_LAB_PAPER_UPDATES_H

#include <stddef.h>
#include <stdint.h>

#include "clients/relaxctl/forms.h"
#include "clients/relaxctl/runner.h"
#include "core/base/error.h"
#include "core/graph/map.h"
#include "lab/paper/paper.h"
#include "lab/trace.h"

/* Synchronous relaxation on the CPU, counted round by round.
 *
 * In a round every vertex whose cost fell in the round before relaxes its arcs,
 * all from the costs that round left: Harish and Narayanan's method (Suzuki et
 * al., Algorithms 1 to 3) without its time. How many costs fall in which round
 * follows from map and source alone, so it is what harish and selection count
 * on any GPU. The rounds in which some cost falls are the hops of the vertex
 * that is farthest from the source in hops, each counted along its shortest
 * path of fewest: no method that carries a cost over one arc a round needs
 * fewer.
 *
 * 20 bytes a vertex. One thread; the map is only read and outlives it. */

struct rounds {
    const struct map *map;
    uint32_t *cost;      /* [vertex_count] after the last run: the answer */
    uint32_t *tentative; /* [vertex_count] */
    uint32_t *stamp;     /* [vertex_count] the round that listed a vertex */
    uint32_t *list;      /* [vertex_count] what fell in the last round */
    uint32_t *next;      /* [vertex_count] what falls in this one */
    uint32_t *updated;   /* [count] costs that fell in each round of the last
                            run, the closing round with 0 among them */
    size_t count;
    size_t capacity;
};

int rounds_init(struct rounds *rounds, const struct map *map,
                struct error *error);
void rounds_finish(struct rounds *rounds); /* half-made and zeroed are fine */

/* All rounds from one vertex. */
int rounds_run(struct rounds *rounds, uint32_t source, struct error *error);

struct updates {
    uint32_t *updated; /* [count] of the last query, by phase; the last phase
                          finds nothing to update */
    size_t count;
    size_t capacity;
    bool on_gpu;
    struct rounds rounds; /* on the CPU */
    struct forms forms;   /* on the GPU */
    struct runner runner;
    struct trace trace;
};

int updates_init(struct updates *updates, const struct study *study,
                 const struct map *map, struct error *error);
void updates_finish(struct updates *updates); /* zeroed is fine */

int updates_count(struct updates *updates, uint32_t source,
                  struct error *error);

#endif
