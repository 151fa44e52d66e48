/* route_prepare: the stops of a route on the roads, and the searches between
 * them. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/route/route_stops.h"
#include "core/service/route/route_work.h"

/* What was made, all or not, goes with the question. */
static int make_work(struct route_question *question)
{
    size_t count = question->stop_count;
    struct route_work *work = calloc(1, sizeof(*work));

    question->work = work;
    if (!work)
        return -ENOMEM;
    work->entry = map_entry_acquire(question->base.entry);
    work->stop_count = count;
    work->places = array_alloc(count, sizeof(*work->places));
    work->snaps = array_alloc(count, sizeof(*work->snaps));
    work->transit_count = array_alloc(count, sizeof(*work->transit_count));
    work->legs = array_zero(count - 1, sizeof(*work->legs));
    work->leg_trip = array_alloc(count - 1, sizeof(*work->leg_trip));
    return work->places && work->snaps && work->transit_count && work->legs &&
                   work->leg_trip
               ? 0
               : -ENOMEM;
}

static bool goes_straight(const struct route_question *question,
                          const struct map *map)
{
    if (question->straight == STRAIGHT_BY_PROFILE)
        return map->roads.profile.continue_straight;
    return question->straight == STRAIGHT_YES;
}

static int add_transit_any(struct transits *transits)
{
    int r = array_reserve((void **)&transits->list, &transits->capacity,
                          transits->count + 1, sizeof(*transits->list));

    if (!r)
        transits->list[transits->count++] = transit_any();
    return r;
}

static int find_transits(struct route_work *work, const struct map *map,
                         bool straight)
{
    for (size_t i = 0; i < work->stop_count; i++) {
        bool passes = i > 0 && i + 1 < work->stop_count;
        size_t before = work->transits.count;
        int r = straight && passes
                    ? place_transits(map, &work->places[i],
                                     &work->places[i - 1], &work->transits)
                    : add_transit_any(&work->transits);

        if (r)
            return r;
        work->transit_count[i] = (uint32_t)(work->transits.count - before);
    }
    return 0;
}

/* Of all legs, each transit of one stop with each of the next. */
static size_t count_trips(const struct route_work *work)
{
    size_t count = 0;

    for (size_t i = 0; i + 1 < work->stop_count; i++)
        count += (size_t)work->transit_count[i] * work->transit_count[i + 1];
    return count;
}

static enum outcome check_size(struct service *service,
                               struct route_question *question)
{
    bool costs = question->costs_only;
    size_t most =
        costs ? service->settings.costs_max : service->settings.queries_max;
    size_t count = count_trips(question->work);

    if (count <= most)
        return OUTCOME_OK;
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "a route over %zu stops that takes %zu searches; "
                      "limits.%s is %zu",
                      question->stop_count, count,
                      costs ? "costs-max" : "queries-max", most);
}

static int add_trip(struct route_question *question, const struct map *map,
                    size_t leg, const struct transit *from,
                    const struct transit *to)
{
    struct route_work *work = question->work;
    struct trip *trip = &work->trips[work->trip_count];
    int r = trip_init(trip, map, (struct trip_end){&work->places[leg], *from},
                      (struct trip_end){&work->places[leg + 1], *to});

    if (r)
        return r;
    trip->query.cancel = &question->base.cancel;
    if (question->costs_only)
        trip->query.output = QUERY_COSTS;
    work->queries[work->trip_count++] = &trip->query;
    return route_wants_further(question)
               ? trip_want(trip, map, &work->places[leg],
                           &work->places[leg + 1], question->alternatives)
               : 0;
}

static int add_leg(struct route_question *question, const struct map *map,
                   size_t leg, const struct transit *from)
{
    const uint32_t *transit_count = question->work->transit_count;
    const struct transit *to = from + transit_count[leg];

    for (uint32_t i = 0; i < transit_count[leg]; i++) {
        for (uint32_t j = 0; j < transit_count[leg + 1]; j++) {
            int r = add_trip(question, map, leg, &from[i], &to[j]);

            if (r)
                return r;
        }
    }
    return 0;
}

static int make_trips(struct route_question *question, const struct map *map)
{
    struct route_work *work = question->work;
    const struct transit *transit = work->transits.list;
    size_t count = count_trips(work);

    work->trips = array_alloc(count, sizeof(*work->trips));
    work->queries = array_alloc(count, sizeof(*work->queries));
    if (!work->trips || !work->queries)
        return -1;
    for (size_t i = 0; i + 1 < work->stop_count; i++) {
        if (add_leg(question, map, i, transit))
            return -1;
        transit += work->transit_count[i];
    }
    return 0;
}

enum outcome route_prepare(struct service *service,
                           struct route_question *question)
{
    struct route_work *work;
    const struct map *map;
    enum outcome outcome;

    if (make_work(question))
        return ask_refuse_no_memory(&question->base);
    work = question->work;
    map = map_entry_map(work->entry);
    outcome = route_find_places(question, route_radius_max_m(service, question),
                                work->places, work->snaps);
    if (outcome != OUTCOME_OK)
        return outcome;
    if (find_transits(work, map, goes_straight(question, map)))
        return ask_refuse_no_memory(&question->base);
    outcome = check_size(service, question);
    if (outcome == OUTCOME_OK && make_trips(question, map))
        return ask_refuse_no_memory(&question->base);
    question->snaps = work->snaps;
    return outcome;
}
