/* form_plan: which forms of a map are made when it is loaded.
 *
 * Others wait for the first query that names a solver which reads them. */
#ifndef RELAXD_ENGINE_FORM_PLAN_H
#define RELAXD_ENGINE_FORM_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/solver/solver.h"

/* Whether a solver reads it that queries get which name none: one that is not
 * slow by nature and not, for pairs alone, outdone by a hierarchy of the map.
 */
bool form_is_for_all(const struct form_ops *form, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count);

#endif
