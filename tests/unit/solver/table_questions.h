/* table_questions: a table of queries on a small ordered map, for solvers of
 * all kinds. */
#ifndef RELAXD_TESTS_UNIT_SOLVER_TABLE_QUESTIONS_H
#define RELAXD_TESTS_UNIT_SOLVER_TABLE_QUESTIONS_H

#include "core/base/random.h"
#include "core/solver/cch/table.h"
#include "core/weighting/arc_sums.h"

enum { WIDTH = 30, VERTICES = WIDTH * WIDTH, QUERIES = 90, TARGETS = 40 };

/* An ordered grid of streets. */
struct map *table_map(struct random *random);

/* The queries, with room for the costs of one solver. */
struct questions {
    struct seed seeds[QUERIES][2];
    struct target_vertex vertices[TARGETS][2];
    struct target targets[TARGETS];
    uint32_t cost[QUERIES][TARGETS];
    struct path_sums seed_sums[2];
    struct sums_adjustment adjustments[2];
    const struct sums_adjustment *adjustment[TARGETS];
    struct path_sums found[QUERIES][TARGETS];
    struct sums_query sums[QUERIES];
    struct query query[QUERIES];
    struct query *queries[QUERIES];
};

/* The same for the same number. */
void draw(struct questions *questions, uint64_t number);

/* As many columns, at other vertices. */
void shift_targets(struct questions *questions, uint32_t shift);

/* The queries ask for sums, too. */
void want_sums(struct questions *questions, const struct arc_sums *arcs);

/* Small ones; the caller finishes them. */
void draw_random_sums(const struct map *map, struct random *random,
                      struct arc_sums *sums);

/* A map in a form, with its weights. */
struct setup {
    struct map *map;
    struct prepared *prepared;
    struct metric *metric;
};

void setup_init(struct setup *setup, struct map *map,
                const struct form_ops *form);
void setup_finish(struct setup *setup);

/* Answers with dijkstra. */
void ask_oracle(struct map *map, struct questions *questions);

#endif
