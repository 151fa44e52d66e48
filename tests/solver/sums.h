/* sums: checks the sums of a table's cells in the simplest way: Bellman and
 * Ford's algorithm with a queue, over exact labels in 64 bits. */
#ifndef RELAXD_TESTS_SOLVER_SUMS_H
#define RELAXD_TESTS_SOLVER_SUMS_H

#include "core/base/error.h"
#include "core/graph/topology.h"
#include "core/graph/weights.h"
#include "tests/solver/sample.h"

/* The sums of a map of roads, or small numbers, so that some paths are equal
 * and others not, with a few that overflow. Aborts when memory is short. */
void draw_arc_sums(const struct map *map, uint64_t number,
                   struct arc_sums *ret_sums);

/* For a solved sample with sums whose costs are right. 0, or -EINVAL and what
 * is wrong. */
int check_sums(const struct sample *sample, const struct topology *topology,
               const struct weights *weights, struct error *error);

#endif
