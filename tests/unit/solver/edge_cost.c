#include "tests/unit/solver/edge_cost.h"

#include "core/graph/cost.h"

uint32_t edge_cost_draw(struct random *random)
{
    static const uint32_t edge[] = {0,
                                    1,
                                    COST_MAX / 2,
                                    COST_MAX / 2 + 1,
                                    COST_MAX,
                                    COST_OVERFLOW,
                                    COST_INFINITY,
                                    COST_INFINITY};

    if (random_below(random, 3))
        return random_below(random, 1000000);
    return edge[random_below(random, 8)];
}
