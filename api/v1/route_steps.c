/* The legs of a route, with their steps and instructions. */
#include "api/v1/route.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/v1/v1.h"
#include "core/base/array.h"

/* ---- Steps --------------------------------------------------------------- */

/* The places of a leg's steps in the route's line, where consecutive positions
 * differ. Goes on from *point, where the leg begins, to where it ends. */
static void place_steps(struct leg_steps *steps, const struct leg_line *line,
                        const struct route_shape *shape, size_t *point)
{
    const struct guidance *guidance = &steps->guidance;
    size_t step = 0;

    for (size_t i = 0; i < line->position_count; i++) {
        if (!position_equals(line->position[i], shape->positions[*point]) &&
            *point + 1 < shape->position_count)
            ++*point;
        while (step < guidance->step_count &&
               guidance->step[step].first_position <= i)
            steps->point[step++] = *point;
    }
}

/* Where a client asked to begin or end; a node is there itself. */
static struct position asked_at(const struct route_question *question,
                                size_t stop)
{
    return question->stops[stop].has_node
               ? question->snaps[stop].position
               : question->stops[stop].options.position;
}

static int init_leg(struct answer_route *route, size_t index,
                    const struct route_question *question, size_t *point)
{
    const struct map *map = route_question_map(question);
    const struct route_leg *leg = &route->legs[index];
    struct leg_steps *steps = &route->steps[index];
    const struct guidance_asked asked = {
        .from_asked = asked_at(question, index),
        .to_asked = asked_at(question, index + 1),
        .snap = question->snaps[index],
        .closed = route_question_weighting(question)->closed,
    };
    struct leg_line line;
    int r = leg_line_init(&line, &map->roads,
                          route_question_weighting(question), leg);

    if (!r)
        r = guidance_init(&steps->guidance, map, leg, &asked);
    if (!r) {
        steps->point =
            array_alloc(steps->guidance.step_count, sizeof(*steps->point));
        r = steps->point ? 0 : -ENOMEM;
    }
    if (!r)
        place_steps(steps, &line, &route->shape, point);
    leg_line_finish(&line);
    return r;
}

/* Tells all steps of a leg. */
static int tell_leg(struct answer_route *route, size_t index,
                    const struct roads *roads, struct phrases *phrases)
{
    struct leg_steps *steps = &route->steps[index];
    size_t count = steps->guidance.step_count;
    char text[PHRASE_SIZE];
    int r = 0;

    steps->phrase = array_zero(count, sizeof(*steps->phrase));
    if (!steps->phrase)
        return -ENOMEM;
    for (size_t i = 0; i < count && !r; i++) {
        r = phrases_say(phrases, roads, &steps->guidance, i, index,
                        route->leg_count, text);
        steps->phrase[i] = r ? NULL : strdup(text);
        if (!steps->phrase[i])
            r = -ENOMEM;
    }
    return r;
}

int route_steps_init(struct answer_route *route,
                     const struct route_question *question,
                     const struct language *language)
{
    const struct roads *roads = &route_question_map(question)->roads;
    struct phrases phrases;
    size_t point = 0;
    int r = 0;

    route->steps = array_zero(route->leg_count, sizeof(*route->steps));
    if (!route->steps)
        return -ENOMEM;
    phrases_init(&phrases, language);
    for (size_t i = 0; i < route->leg_count && !r; i++) {
        r = init_leg(route, i, question, &point);
        if (!r && language)
            r = tell_leg(route, i, roads, &phrases);
    }
    phrases_finish(&phrases);
    return r;
}

static void finish_leg(struct leg_steps *steps)
{
    for (size_t i = 0; steps->phrase && i < steps->guidance.step_count; i++)
        free(steps->phrase[i]);
    free(steps->phrase);
    free(steps->point);
    guidance_finish(&steps->guidance);
}

void route_steps_finish(struct answer_route *route)
{
    for (size_t i = 0; i < route->leg_count && route->steps; i++)
        finish_leg(&route->steps[i]);
    free(route->steps);
    route->steps = NULL;
}

/* ---- JSON ---------------------------------------------------------------- */

/* Nothing for a sign that is not there. */
static void put_sign(const struct roads *roads, const char *key, uint32_t text,
                     struct json_writer *writer)
{
    if (text)
        json_put_string(writer, key, roads->text + text);
}

static void put_maneuver(const struct guide_step *step,
                         struct json_writer *writer)
{
    const char *modifier = maneuver_modifier_name(step->modifier);

    json_put_string(writer, "type", maneuver_type_name(step->type));
    if (modifier)
        json_put_string(writer, "modifier", modifier);
    if (step->exit)
        json_put_number(writer, "exit", step->exit);
    json_key(writer, "location");
    v1_write_position(writer, step->position);
    json_put_number(writer, "bearing_before", step->bearing_before_deg);
    json_put_number(writer, "bearing_after", step->bearing_after_deg);
}

static void put_road(const struct roads *roads, const struct guide_step *step,
                     struct json_writer *writer)
{
    json_put_string(writer, "name", roads->text + step->name);
    put_sign(roads, "ref", step->ref, writer);
    put_sign(roads, "destinations", step->destinations, writer);
    put_sign(roads, "exits", step->exits, writer);
    put_sign(roads, "rotary_name", step->rotary_name, writer);
    json_put_string(writer, "mode", travel_mode_name(step->mode));
    json_put_string(writer, "driving_side",
                    step->drives_left ? "left" : "right");
}

/* Where it begins and ends in the route's line. */
static void put_points(const struct leg_steps *steps, size_t step,
                       struct json_writer *writer)
{
    size_t last = steps->guidance.step_count - 1;

    json_open_array(writer, "points");
    json_write_number(writer, steps->point[step]);
    json_write_number(writer, steps->point[step < last ? step + 1 : last]);
    json_end_array(writer);
}

static void write_step(struct route_answer *answer, const struct roads *roads,
                       struct json_writer *writer)
{
    const struct answer_route *route = &answer->routes[answer->route];
    const struct leg_steps *steps = &route->steps[answer->leg];
    const struct guide_step *step = &steps->guidance.step[answer->step];

    json_begin_object(writer);
    if (steps->phrase)
        json_put_string(writer, "instruction", steps->phrase[answer->step]);
    put_maneuver(step, writer);
    put_road(roads, step, writer);
    route_write_sums(writer, step->weight, step->duration_ms, step->length_mm);
    if (answer->geometry != GEOMETRY_NONE)
        put_points(steps, answer->step, writer);
    json_end_object(writer);
}

static void put_summary(const struct roads *roads,
                        const struct guidance *guidance,
                        struct json_writer *writer)
{
    json_key(writer, "summary");
    json_begin_string(writer);
    for (size_t i = 0; i < SUMMARY_NAMES && guidance->summary[i]; i++) {
        if (i > 0)
            json_write_string_part(writer, ", ");
        json_write_string_part(writer, roads->text + guidance->summary[i]);
    }
    json_end_string(writer);
}

/* Continues a leg; true at its end. */
static bool write_leg(struct route_answer *answer, const struct roads *roads,
                      struct json_writer *writer)
{
    const struct answer_route *route = &answer->routes[answer->route];
    const struct route_leg *leg = &route->legs[answer->leg];
    const struct guidance *guidance =
        route->steps ? &route->steps[answer->leg].guidance : NULL;

    if (!answer->step) {
        json_begin_object(writer);
        route_write_sums(writer, leg->weight, leg->duration_ms, leg->length_mm);
    }
    if (guidance && !answer->step) {
        put_summary(roads, guidance, writer);
        json_open_array(writer, "steps");
    }
    while (guidance && answer->step < guidance->step_count) {
        write_step(answer, roads, writer);
        if (++answer->step < guidance->step_count && json_writer_full(writer))
            return false;
    }
    if (guidance)
        json_end_array(writer);
    json_end_object(writer);
    return true;
}

bool route_write_legs(struct route_answer *answer, struct json_writer *writer)
{
    const struct roads *roads = &route_question_map(answer->question)->roads;

    while (answer->leg < answer->routes[answer->route].leg_count) {
        if (!write_leg(answer, roads, writer))
            return false;
        answer->step = 0;
        answer->leg++;
    }
    json_end_array(writer);
    return true;
}
