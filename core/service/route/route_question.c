/* route_question: the way from place to place over a map's roads. */
#include "core/service/route/route_question.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"
#include "core/service/route/route_choice.h"
#include "core/service/route/route_stops.h"

struct route_work {
    struct map_entry *entry; /* pinned beyond the question's own pin */
    size_t stop_count;
    struct place *places; /* [stop_count] */
    struct snap *snaps;   /* [stop_count] */

    /* Transits of each stop, one stop after the other. */
    struct transits transits;
    uint32_t *transit_count; /* [stop_count] */

    struct trip *trips; /* [trip_count] as route_choose() takes them */
    struct query **queries;
    size_t trip_count;

    struct route_leg *legs;    /* [stop_count - 1] */
    size_t *leg_trip;          /* [stop_count - 1] */
    struct route_leg *further; /* [further_count] */
    size_t further_count;
};

static void free_trips(struct route_work *work)
{
    for (size_t i = 0; i < work->trip_count; i++)
        trip_finish(&work->trips[i]);
    free(work->trips);
    free(work->queries);
    work->trips = NULL;
    work->queries = NULL;
    work->trip_count = 0;
}

static void work_destroy(struct route_work *work)
{
    if (!work)
        return;
    free_trips(work);
    for (size_t i = 0; work->legs && i + 1 < work->stop_count; i++)
        free(work->legs[i].steps.list);
    for (size_t i = 0; i < work->further_count; i++)
        free(work->further[i].steps.list);
    free(work->further);
    free(work->legs);
    free(work->leg_trip);
    free(work->transit_count);
    free(work->transits.list);
    free(work->snaps);
    free(work->places);
    map_entry_release(work->entry);
    free(work);
}

static struct route_work *work_create(size_t stop_count)
{
    struct route_work *work = calloc(1, sizeof(*work));

    if (!work)
        return NULL;
    work->stop_count = stop_count;
    work->places = array_alloc(stop_count, sizeof(*work->places));
    work->snaps = array_alloc(stop_count, sizeof(*work->snaps));
    work->transit_count = array_alloc(stop_count, sizeof(*work->transit_count));
    work->legs = array_zero(stop_count - 1, sizeof(*work->legs));
    work->leg_trip = array_alloc(stop_count - 1, sizeof(*work->leg_trip));
    if (work->places && work->snaps && work->transit_count && work->legs &&
        work->leg_trip)
        return work;
    work_destroy(work);
    return NULL;
}

void route_question_finish(struct route_question *question)
{
    work_destroy(question->work);
    question->work = NULL;
    question->snaps = NULL;
    question->legs = NULL;
    question->further = NULL;
    question->further_count = 0;
}

const struct map *route_question_map(const struct route_question *question)
{
    return map_entry_map(question->work->entry);
}

const struct place *route_question_place(const struct route_question *question,
                                         size_t stop)
{
    return &question->work->places[stop];
}

/* ---- Asking ------------------------------------------------------------- */

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

static bool wants_further(const struct route_question *question)
{
    return question->alternatives && question->stop_count == 2 &&
           !question->costs_only;
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
    return wants_further(question)
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

static double radius_max_m(const struct service *service,
                           const struct route_question *question)
{
    double radius_m = service->settings.snap_radius_m;

    return radius_m > 0 && !question->any_radius ? radius_m : INFINITY;
}

static enum outcome check_radii(const struct service *service,
                                struct route_question *question)
{
    double most_m = radius_max_m(service, question);

    for (size_t i = 0; i < question->stop_count; i++) {
        double radius_m = question->stops[i].wish.radius_m;

        if (!question->stops[i].has_node && isfinite(radius_m) &&
            radius_m > most_m)
            return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                              "a radius of %.10g m; limits.snap-radius-m is "
                              "%.10g",
                              radius_m, most_m);
    }
    return OUTCOME_OK;
}

/* Before any of them is looked for, which is what takes the asker's time. */
static enum outcome check_stops(const struct service *service,
                                struct route_question *question)
{
    size_t most =
        question->stops_max ? question->stops_max : service->settings.stops_max;

    if (question->stop_count < 2)
        return ask_refuse(&question->base, OUTCOME_FAILED,
                          "a route needs at least two stops");
    if (question->stop_count <= most)
        return check_radii(service, question);
    return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                      "a route over %zu stops; limits.stops-max is %zu",
                      question->stop_count, most);
}

static enum outcome create(const struct service *service,
                           struct route_question *question)
{
    enum outcome outcome;

    if (!ask_has_roads(&question->base))
        return ask_refuse(&question->base, OUTCOME_NO_ROADS,
                          "map '%s' is a bare graph, without roads",
                          map_entry_name(question->base.entry));
    outcome = check_stops(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->work = work_create(question->stop_count);
    if (!question->work)
        return ask_refuse_no_memory(&question->base);
    question->work->entry = map_entry_acquire(question->base.entry);
    return route_find_places(question, radius_max_m(service, question),
                             question->work->places, question->work->snaps);
}

static enum outcome fill(struct service *service,
                         struct route_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    enum outcome outcome;

    if (find_transits(question->work, map, goes_straight(question, map)))
        return ask_refuse_no_memory(&question->base);
    outcome = check_size(service, question);
    if (outcome == OUTCOME_OK && make_trips(question, map))
        return ask_refuse_no_memory(&question->base);
    question->snaps = question->work->snaps;
    return outcome;
}

/* ---- Answering ---------------------------------------------------------- */

static void sum_steps(struct route_leg *leg)
{
    for (uint32_t i = 0; i < leg->steps.count; i++) {
        const struct route_step *step = &leg->steps.list[i];

        leg->duration_ms +=
            (uint64_t)step->duration_ms + step->turn_duration_ms;
        leg->length_mm += step->length_mm;
    }
}

static int fill_leg(const struct route_question *question, size_t index)
{
    struct route_work *work = question->work;
    const struct place *from = &work->places[index];
    const struct place *to = &work->places[index + 1];
    const struct trip *trip = &work->trips[work->leg_trip[index]];
    struct route_leg *leg = &work->legs[index];
    int r;

    leg->from = from->position;
    leg->to = to->position;
    leg->weight = trip_cost(trip);
    if (question->costs_only)
        return 0;
    r = trip_steps(trip, map_entry_map(work->entry), from, to, &leg->steps);
    if (!r)
        sum_steps(leg);
    return r;
}

static int fill_way(struct route_work *work, const struct trip_way *way)
{
    const struct place *from = &work->places[0];
    const struct place *to = &work->places[1];
    struct route_leg leg = {from->position, to->position, .weight = way->cost};
    int r = trip_way_steps(&work->trips[0], way, map_entry_map(work->entry),
                           from, to, &leg.steps);

    if (r)
        return r;
    sum_steps(&leg);
    work->further[work->further_count++] = leg;
    return 0;
}

static int fill_further(struct route_question *question)
{
    struct route_work *work = question->work;
    struct trip_way *ways = array_alloc(question->alternatives, sizeof(*ways));
    uint32_t count;
    int r = 0;

    work->further = array_alloc(question->alternatives, sizeof(*work->further));
    if (!ways || !work->further) {
        free(ways);
        return -ENOMEM;
    }
    count = trip_further(&work->trips[0], map_entry_map(work->entry),
                         &work->places[0], &work->places[1], ways);
    for (uint32_t i = 0; i < count && !r; i++)
        r = fill_way(work, &ways[i]);
    free(ways);
    question->further = work->further;
    question->further_count = work->further_count;
    return r;
}

static int answer(struct route_question *question)
{
    struct route_work *work = question->work;
    struct route_choice choice;
    int r = route_choose(work->trips, work->transit_count, work->stop_count,
                         work->leg_trip, &choice);

    if (r)
        return r;
    question->finding = choice.finding;
    question->missing_leg = choice.missing_leg;
    if (choice.finding != ROUTE_FOUND)
        return 0;
    for (size_t i = 0; i + 1 < work->stop_count; i++) {
        r = fill_leg(question, i);
        if (r)
            return r;
    }
    question->weight = choice.weight;
    question->legs = work->legs;
    return wants_further(question) ? fill_further(question) : 0;
}

static void done(struct job *job)
{
    struct route_question *question = job->context;

    ask_note_answer(&question->base);
    if (job->status == JOB_DONE && answer(question))
        ask_note_no_memory(&question->base);
    free_trips(question->work);
    ask_end(&question->base);
}

enum outcome service_ask_route(struct service *service,
                               struct route_question *question)
{
    enum outcome outcome;

    question->work = NULL;
    question->snaps = NULL;
    question->legs = NULL;
    question->further = NULL;
    question->further_count = 0;
    outcome = ask_begin(service, &question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    outcome = create(service, question);
    if (outcome == OUTCOME_OK)
        outcome = fill(service, question);
    if (outcome == OUTCOME_OK)
        outcome = ask_submit(service, &question->base, question->work->queries,
                             question->work->trip_count, done);
    if (outcome != OUTCOME_OK)
        route_question_finish(question);
    return outcome;
}
