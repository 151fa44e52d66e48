/* Which rules of its model apply along a route, and what they change. */
#include <errno.h>
#include <stdlib.h>

#include "api/v1/route.h"

static int add_legs(struct answer_route *route,
                    const struct route_question *question,
                    struct model_explainer *explainer)
{
    const struct roads *roads = &route_question_map(question)->roads;
    int r = 0;

    for (size_t i = 0; !r && i < route->leg_count; i++) {
        struct leg_line line = {0};

        r = leg_line_init(&line, roads, route_question_weighting(question),
                          &route->legs[i]);
        if (!r)
            r = leg_reasons_add(&route->reasons, explainer, &line);
        leg_line_finish(&line);
    }
    return r;
}

int route_explain(struct answer_route *route,
                  const struct route_question *question)
{
    const struct weighting *below;
    const struct model *model = route_question_model(question, &below);
    struct model_explainer explainer;
    int r;

    if (!model)
        return 0;
    r = model_explainer_init(&explainer, route_question_map(question), below,
                             model);
    r = r ? r : add_legs(route, question, &explainer);
    model_explainer_finish(&explainer);
    return r;
}

static void put_sums(struct json_writer *writer, const struct cost_sums *sums)
{
    json_put_number(writer, "cost", sums->weight);
    json_put_thousandths(writer, "duration", sums->duration_ms);
}

static void write_reason(const struct leg_reasons *reasons, size_t i,
                         struct json_writer *writer)
{
    const struct leg_reason *reason = &reasons->reason[i];

    json_begin_object(writer);
    if (reason->way)
        json_put_number(writer, "way", (uint64_t)reason->way);
    json_put_thousandths(writer, "distance", reason->length_mm);
    put_sums(writer, &reason->now);
    json_key(writer, "without");
    if (reason->opened) {
        json_write_null(writer);
    } else {
        json_begin_object(writer);
        put_sums(writer, &reason->before);
        json_end_object(writer);
    }
    json_open_array(writer, "rules");
    for (size_t rule = 0; rule < reason->rule_count; rule++)
        json_write_string(writer, reasons->rule[reason->first_rule + rule]);
    json_end_array(writer);
    json_end_object(writer);
}

bool route_write_reasons(struct route_answer *answer,
                         struct json_writer *writer)
{
    const struct leg_reasons *reasons = &answer->routes[answer->route].reasons;

    if (!answer->next)
        json_open_array(writer, "explanation");
    while (answer->next < reasons->count && !json_writer_full(writer))
        write_reason(reasons, answer->next++, writer);
    if (answer->next < reasons->count)
        return false;
    json_end_array(writer);
    return true;
}
