/* isochrone_question: checks, snaps the sources, and makes the areas. */
#include "core/service/isochrone/isochrone_question.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

void isochrone_question_finish(struct isochrone_question *question)
{
    map_entry_release(question->base.entry);
    question->base.entry = NULL;
    isochrone_finish(&question->isochrone);
    free(question->found);
    free(question->places);
    question->found = NULL;
    question->places = NULL;
}

static enum outcome check(const struct service *service,
                          struct isochrone_question *question)
{
    size_t most = limits_now(service->limits)->stops_max;

    if (!ask_has_roads(&question->base))
        return ask_refuse(&question->base, OUTCOME_NO_ROADS,
                          "map '%s' is a bare graph, without roads",
                          map_entry_name(question->base.entry));
    if (question->source_count > most)
        return ask_refuse(&question->base, OUTCOME_TOO_LARGE,
                          "an isochrone around %zu places; limits.stops-max is "
                          "%zu",
                          question->source_count, most);
    return OUTCOME_OK;
}

enum outcome service_ask_isochrone(struct service *service,
                                   struct isochrone_question *question)
{
    double radius_m = (double)limits_now(service->limits)->snap_radius_m;
    enum outcome outcome;

    question->found = NULL;
    question->places = NULL;
    question->isochrone = (struct isochrone){.point = NULL};
    outcome = ask_begin(service, &question->base);
    if (outcome == OUTCOME_OK)
        outcome = check(service, question);
    if (outcome != OUTCOME_OK)
        return outcome;
    question->radius_max_m = radius_m > 0 ? radius_m : INFINITY;
    question->options.cancel = &question->base.cancel;
    question->base.epoch = map_entry_epoch(question->base.entry);
    return OUTCOME_OK;
}

/* ---- Places ------------------------------------------------------------- */

static struct ask_field name_of(const struct isochrone_question *question,
                                size_t index)
{
    if (question->source_count == 1)
        return (struct ask_field){NULL, 0, "from"};
    return (struct ask_field){"sources", index, NULL};
}

static enum outcome find_snap(struct isochrone_question *question, size_t index)
{
    const struct roads *roads = &map_entry_map(question->base.entry)->roads;
    const struct weighting *weighting =
        map_entry_weighting(question->base.entry);
    struct snap_options options = question->sources[index].options;
    struct place *place = &question->places[index];
    struct snap snaps[PLACE_SNAPS_MAX];
    uint32_t count;

    options.closed = weighting->closed;
    options.radius_m = question->radius_max_m;
    options.large_only = true;
    count = snap_place(roads, &options, PLACE_SNAPS_MAX, snaps);
    options.large_only = false;
    if (!count)
        count = snap_place(roads, &options, PLACE_SNAPS_MAX, snaps);
    place_of_snaps(roads, weighting, snaps, count, place);
    if (!place->point_count)
        return ask_refuse_far(&question->base, name_of(question, index),
                              &options);
    question->found[index] =
        (struct isochrone_source){place->position, snaps[0].distance_m};
    return OUTCOME_OK;
}

static enum outcome find_place(struct isochrone_question *question,
                               size_t index)
{
    const struct route_stop *source = &question->sources[index];
    struct place *place = &question->places[index];
    enum outcome outcome;

    if (!source->has_node)
        return find_snap(question, index);
    outcome = ask_node(&question->base, name_of(question, index),
                       (uint64_t)source->node, place);
    if (outcome == OUTCOME_OK)
        question->found[index] = (struct isochrone_source){place->position, 0};
    return outcome;
}

static enum outcome find_places(struct isochrone_question *question)
{
    enum outcome outcome = OUTCOME_OK;

    question->places =
        array_alloc(question->source_count, sizeof(*question->places));
    question->found =
        array_alloc(question->source_count, sizeof(*question->found));
    if (!question->places || !question->found)
        return ask_refuse_no_memory(&question->base);
    for (size_t i = 0; i < question->source_count && outcome == OUTCOME_OK; i++)
        outcome = find_place(question, i);
    return outcome;
}

/* ---- All of it ---------------------------------------------------------- */

void isochrone_question_run(struct isochrone_question *question)
{
    const struct map *map = map_entry_map(question->base.entry);
    struct error error = {""};
    int r;

    if (find_places(question) != OUTCOME_OK)
        return;
    r = isochrone_make(map, map_entry_weighting(question->base.entry),
                       question->places, question->source_count,
                       &question->options, &question->isochrone, &error);
    if (r == -ECANCELED)
        ask_note_ended(&question->base);
    else if (r)
        ask_refuse(&question->base, OUTCOME_FAILED, "%s", error.text);
}
