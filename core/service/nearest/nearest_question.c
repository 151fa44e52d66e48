/* nearest_question: one search of the segments' tree. */
#include "core/service/nearest/nearest_question.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/service/ask.h"

enum { ROADS_AT_ONCE = 16 }; /* that a loop thread may look for itself */

void nearest_question_finish(struct nearest_question *question)
{
    ask_finish(&question->base);
    map_entry_release(question->entry);
    free(question->snaps);
    question->entry = NULL;
    question->snaps = NULL;
}

static enum outcome search(struct question *base)
{
    struct nearest_question *question = (struct nearest_question *)base;
    const struct roads *roads = &map_entry_map(base->entry)->roads;
    uint64_t limit_m = limits_now(base->service->limits)->snap_radius_m;
    double most_m = limit_m ? (double)limit_m : INFINITY;
    enum outcome outcome = ask_radius(base, question->options.radius_m, most_m);

    if (outcome != OUTCOME_OK)
        return outcome;
    if (question->number > roads->segment_count)
        question->number = roads->segment_count;
    outcome = ask_memory(base, question->number * sizeof(*question->snaps));
    if (outcome != OUTCOME_OK)
        return outcome;
    question->snaps = array_alloc(question->number, sizeof(*question->snaps));
    if (!question->snaps)
        return ask_refuse_no_memory(base);
    question->options.closed = map_entry_weighting(base->entry)->closed;
    question->options.radius_m = fmin(question->options.radius_m, most_m);
    question->count = snap_nearest(roads, &question->options, question->number,
                                   question->snaps);
    if (!question->count)
        return ask_refuse_far(base, (struct ask_field){NULL, 0, "from"},
                              &question->options);
    question->entry = map_entry_acquire(base->entry);
    base->epoch = ask_epoch(base);
    ask_end(base);
    return OUTCOME_OK;
}

enum outcome service_ask_nearest(struct service *service,
                                 struct nearest_question *question)
{
    enum outcome outcome;

    question->entry = NULL;
    question->snaps = NULL;
    outcome = ask_begin(service, &question->base);
    if (outcome == OUTCOME_OK)
        outcome = ask_need_roads(&question->base);
    if (outcome != OUTCOME_OK)
        return outcome;
    return ask_work(&question->base, question->number > ROADS_AT_ONCE, search);
}
