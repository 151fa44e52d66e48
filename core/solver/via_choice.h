/* via_choice: alternatives through vertices with exact costs from a search.
 *
 * A candidate is a vertex with the least cost to it and from it on. Candidates
 * with the same sum are most likely on one path: their distance along it shows
 * the length of a plateau, a part that is itself a shortest path. Promising
 * ones come first, those of low cost with a long plateau (Abraham, Delling,
 * Goldberg and Werneck 2013, section 4, weigh cost, sharing and plateau;
 * Cambridge Vehicle Information Technology's choice routing, 2005, uses
 * plateaus alone). Candidates on a path already examined are skipped.
 *
 * One thread. */
#ifndef RELAXD_SOLVER_VIA_CHOICE_H
#define RELAXD_SOLVER_VIA_CHOICE_H

#include "core/graph/map.h"
#include "core/solver/query.h"

struct via_candidate;

/* Embedded first in the struct of a solver, which sets the functions. */
struct via_choice {
    /* The path from source to target through a vertex, both halves shortest;
     * ret_at: number of arcs before the vertex. 0 or a negative code. "No path"
     * if there is none. */
    int (*path)(struct via_choice *choice, uint32_t vertex,
                struct path *ret_path, size_t *ret_at);

    /* The least cost from a vertex to another; VERTEX_NONE stands for the
     * source with all seeds, or the target with its adjustments. `enough`:
     * larger costs need not be exact. 0 or a negative code. */
    int (*cost)(struct via_choice *choice, uint32_t from, uint32_t to,
                uint32_t enough, uint32_t *ret_cost);

    const struct map *map;

    /* The query of via_choice_start(). */
    const struct weights *weights;
    struct query *query; /* with a single target */
    int64_t shift;       /* the least adjustment of the target */
    uint32_t most;       /* larger costs, with adjustments reduced by `shift`,
                            are ignored */
    struct via_candidate *candidates; /* [candidate_count] */
    size_t candidate_count;
    size_t candidate_capacity;

    /* Paths that were examined. Each has a number of its own. */
    uint32_t number;   /* the last path's */
    uint32_t first;    /* the query's first path's */
    uint32_t *visited; /* [vertex_count] number of the last path through it */
    uint32_t *passed;  /* [junction_count] the same */
    uint8_t *on_route; /* [numbers of alternatives.arc_road] enum route_mark,
                          all 0 between queries */
    uint64_t *cost_of; /* of each path of the query, from `first` on */
    size_t cost_of_capacity;
    uint64_t *before; /* [arc_count + 1] of the last path: costs from the
                         source */
    size_t before_capacity;
};

/* With the functions set and all else zero. 0 or -ENOMEM; finish() is fine
 * after either and on zero bytes. */
int via_choice_init(struct via_choice *choice, const struct map *map);
void via_choice_finish(struct via_choice *choice);

/* Starts a query whose path and cost are shortest, without candidates. */
void via_choice_start(struct via_choice *choice, const struct weights *weights,
                      struct query *query);

/* An adjustment of the target as a cost that is not negative. */
static inline uint64_t via_shifted(const struct via_choice *choice,
                                   int64_t adjustment)
{
    return (uint64_t)adjustment - (uint64_t)choice->shift;
}

/* Adds a vertex as a candidate, unless it costs too much: the costs from the
 * source to it and from it to the target, with shifted adjustments. 0 or
 * -ENOMEM. */
int via_choice_add(struct via_choice *choice, uint32_t vertex,
                   uint32_t from_source, uint32_t to_target);

/* Fills the alternatives of the query. Cancels the query if it is due. 0 or a
 * negative code. */
int via_choice_run(struct via_choice *choice);

#endif
