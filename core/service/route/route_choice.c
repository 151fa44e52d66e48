/* route_choice: of the trips that a route may be made of, those that cost least
 * together. */
#include "core/service/route/route_choice.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* How well one may be at a stop, about to pass it by a transit. */
struct state {
    uint64_t weight; /* of all legs up to it; UINT64_MAX: not at all */
    size_t trip;     /* that led there */
};

static struct state *alloc_states(const uint32_t *transit_count,
                                  size_t stop_count)
{
    size_t total = 0;

    for (size_t i = 0; i < stop_count; i++)
        total += transit_count[i];
    return array_alloc(total, sizeof(struct state));
}

/* Of ways that take the same in all, one that comes to the stop before sooner.
 */
static bool is_better(const struct trip *trips, const struct state *state,
                      uint64_t weight, uint32_t cost)
{
    return weight < state->weight ||
           (weight == state->weight && cost > trip_cost(&trips[state->trip]));
}

/* From the states of one stop to those of the next; whether there is any. */
static bool add_leg(const struct trip *trips, size_t first_trip,
                    const struct state *from, uint32_t from_count,
                    struct state *to, uint32_t to_count)
{
    bool any = false;

    for (uint32_t j = 0; j < to_count; j++)
        to[j].weight = UINT64_MAX;
    for (uint32_t i = 0; i < from_count; i++) {
        for (uint32_t j = 0; j < to_count; j++) {
            size_t trip = first_trip + (size_t)i * to_count + j;
            uint32_t cost = trip_cost(&trips[trip]);

            if (cost == COST_INFINITY || from[i].weight == UINT64_MAX ||
                !is_better(trips, &to[j], from[i].weight + cost, cost))
                continue;
            to[j] = (struct state){from[i].weight + cost, trip};
            any = true;
        }
    }
    return any;
}

/* Back from the last stop, which has one transit. */
static void follow(const struct trip *trips, const uint32_t *transit_count,
                   size_t stop_count, const struct state *state,
                   size_t first_trip, size_t *ret_trip,
                   struct route_choice *choice)
{
    for (size_t leg = stop_count - 1; leg-- > 0;) {
        uint32_t to_count = transit_count[leg + 1];
        size_t trip = state->trip;
        uint32_t from;

        first_trip -= (size_t)transit_count[leg] * to_count;
        from = (uint32_t)((trip - first_trip) / to_count);
        state -= (trip - first_trip) % to_count; /* the stop's first */
        state -= transit_count[leg];
        state += from;
        ret_trip[leg] = trip;
        if (trip_cost(&trips[trip]) == COST_OVERFLOW)
            choice->finding = ROUTE_OVERFLOW;
    }
}

int route_choose(const struct trip *trips, const uint32_t *transit_count,
                 size_t stop_count, size_t *ret_trip,
                 struct route_choice *ret_choice)
{
    struct state *states = alloc_states(transit_count, stop_count);
    struct state *from = states;
    size_t first_trip = 0;

    if (!states)
        return -ENOMEM;
    *ret_choice = (struct route_choice){.finding = ROUTE_FOUND};
    *from = (struct state){0, 0};
    for (size_t leg = 0; leg + 1 < stop_count; leg++) {
        struct state *to = from + transit_count[leg];

        if (!add_leg(trips, first_trip, from, transit_count[leg], to,
                     transit_count[leg + 1])) {
            ret_choice->finding = ROUTE_NONE;
            ret_choice->missing_leg = leg;
            break;
        }
        first_trip += (size_t)transit_count[leg] * transit_count[leg + 1];
        from = to;
    }
    if (ret_choice->finding == ROUTE_FOUND) {
        ret_choice->weight = from->weight;
        follow(trips, transit_count, stop_count, from, first_trip, ret_trip,
               ret_choice);
    }
    free(states);
    return 0;
}
