/* route_answer: legs of a route, from the searches that go well together. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/route/route_choice.h"
#include "core/service/route/route_work.h"

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

int route_answer(struct route_question *question)
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
    return route_wants_further(question) ? fill_further(question) : 0;
}
