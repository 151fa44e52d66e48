/* solve_question: one path that 'relaxctl solve' is asked for, between vertices
 * or, on a map with roads, between nodes. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SOLVE_QUESTION_H
#define RELAXD_CLIENTS_RELAXCTL_SOLVE_QUESTION_H

#include "core/base/error.h"
#include "core/service/place/place_search.h"

/* Stays where it is. */
struct solve_question {
    const struct map *map;
    uint64_t from; /* ids */
    uint64_t to;
    struct query *query; /* to be solved */

    /* Once it is solved and taken. */
    uint32_t cost;
    size_t step_count; /* arcs, or edges */
    uint64_t *ids;     /* [id_count] owned, from end to end; none where the cost
                          is not a number */
    size_t id_count;

    /* What the query points to: on a bare graph ... */
    struct query plain;
    struct seed seed;
    struct target_vertex vertex;
    struct target target;
    uint32_t plain_cost;
    struct path path;
    struct place_search search; /* ... and on roads */
};

/* `map_path` is for words. -ENOENT: an id that the map does not know. finish()
 * is fine after either and on zero bytes. */
int solve_question_init(struct solve_question *question, const struct map *map,
                        const char *map_path, uint64_t from, uint64_t to,
                        struct error *error);
void solve_question_finish(struct solve_question *question);

/* Fills the answer. -EINVAL: it does not add up, by the weights that it was
 * solved with. */
int solve_question_take(struct solve_question *question,
                        const struct weights *weights, struct error *error);

#endif
