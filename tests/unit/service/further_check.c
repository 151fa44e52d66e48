/* further_check: compares alternatives with the shortest path and each other.
 */
#include "tests/unit/service/further_check.h"

#include <stdlib.h>

#include "core/weighting/weighting.h"
#include "tests/unit/cmocka_all.h"

static uint64_t cost_of(const struct route_steps *steps)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < steps->count; i++)
        sum += (uint64_t)steps->list[i].weight + steps->list[i].turn_weight;
    return sum;
}

static bool is_same(const struct route_steps *a, const struct route_steps *b)
{
    bool same = a->count == b->count;

    for (uint32_t i = 0; i < a->count && same; i++)
        same = a->list[i].edge == b->list[i].edge;
    return same;
}

static bool has_edge(const struct route_steps *steps, uint32_t edge)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        if (steps->list[i].edge == edge)
            return true;
    }
    return false;
}

/* Of `steps`, without turns. */
static uint64_t shared_cost(const struct route_steps *steps,
                            const struct route_steps *other)
{
    uint64_t shared = 0;

    for (uint32_t i = 0; i < steps->count; i++) {
        if (has_edge(other, steps->list[i].edge))
            shared += steps->list[i].weight;
    }
    return shared;
}

static uint32_t times_passed(const struct roads *roads,
                             const struct route_steps *steps, uint32_t junction)
{
    uint32_t times = 0;

    for (uint32_t i = 1; i < steps->count; i++)
        times += edge_tail(roads, steps->list[i].edge) == junction;
    return times;
}

static void check_no_loop(const struct roads *roads,
                          const struct route_steps *steps,
                          const struct route_steps *least)
{
    for (uint32_t i = 1; i < steps->count; i++) {
        uint32_t junction = edge_tail(roads, steps->list[i].edge);

        if (times_passed(roads, steps, junction) > 1)
            assert_true(times_passed(roads, least, junction) > 1);
    }
}

/* Whether the route passes the same stretch before and after. */
static bool turns_back(const struct route_step *step)
{
    return step->edge == edge_reverse(step[-1].edge) && step->segment_count &&
           step[-1].segment_count;
}

static uint32_t count_back_turns(const struct route_steps *steps)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i < steps->count; i++)
        count += turns_back(&steps->list[i]);
    return count;
}

/* `before`: the shortest path and the earlier alternatives. */
static void check_way(const struct map *map, const struct place_way *way,
                      const struct route_steps *steps,
                      const struct route_steps *before, uint32_t count,
                      uint32_t least)
{
    assert_int_equal(cost_of(steps), way->cost);
    assert_true(way->cost >= cost_of(&before[count - 1]));
    assert_true(way->cost <= alternatives_cost_max(least));
    check_no_loop(&map->roads, steps, &before[0]);
    assert_true(count_back_turns(steps) <= count_back_turns(&before[0]));
    for (uint32_t k = 0; k < count; k++) {
        assert_false(is_same(&before[k], steps));
        if (way->path)
            assert_true(shared_cost(steps, &before[k]) <=
                        alternatives_shared_max(least));
    }
}

void further_check(const struct place_search *search, const struct map *map,
                   const struct place *from, const struct place *to,
                   const struct place_way *ways, uint32_t count)
{
    struct route_steps steps[FURTHER_MAX + 1];
    uint32_t least = place_search_cost(search);

    assert_in_range(count, 0, FURTHER_MAX);
    assert_int_equal(place_search_steps(search, map, WEIGHTING_OF_MAP(map),
                                        from, to, &steps[0]),
                     0);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(place_search_way_steps(search, &ways[i], map,
                                                WEIGHTING_OF_MAP(map), from, to,
                                                &steps[i + 1]),
                         0);
        check_way(map, &ways[i], &steps[i + 1], steps, i + 1, least);
    }
    for (uint32_t i = 0; i <= count; i++)
        free(steps[i].list);
}
