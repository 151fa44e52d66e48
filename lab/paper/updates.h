/* updates: counts the vertices that each phase of a query updates.
 *
 * harish counts them if the study has a CUDA device, else rounds on the CPU;
 * the numbers are the same. One thread. */
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
 * In a round every vertex whose cost fell in the previous round relaxes its
 * arcs, using only costs from the end of that round: Harish and Narayanan's
 * method (Suzuki et al., Algorithms 1 to 3) without its time. The number of
 * costs that fall in each round depends only on map and source, so harish and
 * selection count the same on any GPU. The number of rounds in which some cost
 * falls is the greatest hop distance of any vertex from the source, along its
 * shortest path with the fewest hops: no method that carries a cost over one
 * arc per round needs fewer.
 *
 * 20 bytes a vertex. One thread; the map is only read and must outlive it. */

struct rounds {
    const struct map *map;
    uint32_t *cost;      /* [vertex_count] after the last run: the answer */
    uint32_t *tentative; /* [vertex_count] */
    uint32_t *stamp;     /* [vertex_count] the last round that listed it */
    uint32_t *list;      /* [vertex_count] vertices updated last round */
    uint32_t *next;      /* [vertex_count] vertices updated this round */
    uint32_t *updated;   /* [count] costs that fell in each round of the last
                            run, including the final round with 0 */
    size_t count;
    size_t capacity;
};

int rounds_init(struct rounds *rounds, const struct map *map,
                struct error *error);
void rounds_finish(struct rounds *rounds); /* half-made or zeroed is fine */

/* Runs all rounds from one vertex. */
int rounds_run(struct rounds *rounds, uint32_t source, struct error *error);

struct updates {
    uint32_t *updated; /* [count] of the last query, by phase; the last phase
                          updates nothing */
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
