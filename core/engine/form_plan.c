/* form_plan: which forms of a map are made when it is loaded. */
#include "core/engine/form_plan.h"

/* Whether there is a solver of ordered maps for it. */
static bool has_ordered(const struct map *map,
                        const struct solver_ops *const *solvers,
                        size_t solver_count)
{
    for (size_t i = 0; i < solver_count; i++) {
        if (solvers[i]->capabilities & SOLVER_NEEDS_ORDER &&
            solver_can_use(solvers[i], map))
            return true;
    }
    return false;
}

/* Whether others leave nothing to it but who names it: pairs alone, hundreds of
 * times quicker by a hierarchy. */
static bool is_outdone(const struct solver_ops *solver, bool ordered)
{
    return ordered && !(solver->capabilities &
                        (SOLVER_NEEDS_ORDER | SOLVER_TABLES | SOLVER_TREES));
}

bool form_is_for_all(const struct form_ops *form, const struct map *map,
                     const struct solver_ops *const *solvers,
                     size_t solver_count)
{
    bool ordered = has_ordered(map, solvers, solver_count);

    for (size_t i = 0; i < solver_count; i++) {
        if (solvers[i]->form == form && !solvers[i]->slow &&
            !is_outdone(solvers[i], ordered) && solver_can_use(solvers[i], map))
            return true;
    }
    return false;
}
