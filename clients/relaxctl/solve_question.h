/* solve_question: one path for 'relaxctl solve', between vertices or, on a map
 * with roads, between nodes. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SOLVE_QUESTION_H
#define RELAXD_CLIENTS_RELAXCTL_SOLVE_QUESTION_H

#include "core/base/error.h"
#include "core/service/place/place_search.h"

/* Must not move. */
struct solve_question {
    const struct map *map;
    const struct weighting *weighting;
    uint64_t from; /* ids */
    uint64_t to;
    struct query *query; /* to solve */

    /* The answer, after solve_question_take(). */
    uint32_t cost;
    size_t step_count; /* arcs, or edges */
    uint64_t *ids;     /* [id_count] owned, from end to end; none if the cost
                          does not fit */
    size_t id_count;

    /* The query points to these: on a bare graph ... */
    struct query plain;
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    uint32_t plain_cost;
    struct path path;
    struct place_search search; /* ... and on roads */
};

/* `map_path` is for messages. -ENOENT: the map lacks an id. finish() is fine
 * after either and on zero bytes. */
int solve_question_init(struct solve_question *question, const struct map *map,
                        const struct weighting *weighting, const char *map_path,
                        uint64_t from, uint64_t to, struct error *error);
void solve_question_finish(struct solve_question *question);

/* Fills in the answer. -EINVAL: the path's weights do not add up to the
 * cost. */
int solve_question_take(struct solve_question *question, struct error *error);

#endif
