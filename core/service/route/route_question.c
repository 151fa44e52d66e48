/* route_question: the way from place to place over a map's roads: who asks. */
#include "core/service/route/route_question.h"

#include <math.h>
#include <stdlib.h>

#include "core/service/route/route_work.h"

/* Of these a loop thread looks for the places itself. */
enum { STOPS_AT_ONCE = 4 };

void route_free_trips(struct route_work *work)
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
    route_free_trips(work);
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

void route_question_finish(struct route_question *question)
{
    work_destroy(question->work);
    map_entry_release(question->base.entry);
    question->base.entry = NULL;
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

double route_radius_max_m(const struct service *service,
                          const struct route_question *question)
{
    double radius_m = service->settings.snap_radius_m;

    return radius_m > 0 && !question->any_radius ? radius_m : INFINITY;
}

static enum outcome check_radii(const struct service *service,
                                struct route_question *question)
{
    double most_m = route_radius_max_m(service, question);

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

enum outcome service_begin_route(struct service *service,
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
    if (!ask_has_roads(&question->base))
        return ask_refuse(&question->base, OUTCOME_NO_ROADS,
                          "map '%s' is a bare graph, without roads",
                          map_entry_name(question->base.entry));
    return check_stops(service, question);
}

/* Such wishes pass over roads that are nearer, maybe all of them. */
static bool is_picky(const struct snap_wish *wish)
{
    return wish->has_bearing || wish->approach != APPROACH_UNRESTRICTED ||
           wish->exclude;
}

bool route_question_is_long(const struct route_question *question)
{
    if (question->stop_count > STOPS_AT_ONCE)
        return true;
    for (size_t i = 0; i < question->stop_count; i++) {
        if (is_picky(&question->stops[i].wish))
            return true;
    }
    return false;
}

enum outcome service_prepare_route(struct service *service,
                                   struct route_question *question)
{
    enum outcome outcome = route_prepare(service, question);

    if (outcome != OUTCOME_OK)
        route_question_finish(question);
    return outcome;
}

static void done(struct job *job)
{
    struct route_question *question = job->context;

    ask_note_answer(&question->base);
    if (job->status == JOB_DONE && route_answer(question))
        ask_note_no_memory(&question->base);
    route_free_trips(question->work);
    ask_end(&question->base);
}

enum outcome service_submit_route(struct service *service,
                                  struct route_question *question)
{
    enum outcome outcome =
        ask_submit(service, &question->base, question->work->queries,
                   question->work->trip_count, done);

    if (outcome != OUTCOME_OK)
        route_question_finish(question);
    return outcome;
}

enum outcome service_ask_route(struct service *service,
                               struct route_question *question)
{
    enum outcome outcome = service_begin_route(service, question);

    if (outcome == OUTCOME_OK)
        outcome = service_prepare_route(service, question);
    return outcome == OUTCOME_OK ? service_submit_route(service, question)
                                 : outcome;
}
