/* told_steps: what is told who travels a route, in the words of a picture. */
#include "tests/pictures/told_steps.h"

#include <stdlib.h>
#include <string.h>

#include "core/service/guidance/guidance.h"
#include "core/service/guidance/lanes.h"

/* A text that grows. */
struct told_text {
    char *text;
    size_t size;
};

#define TOLD(member)                                                           \
    (struct told_text)                                                         \
    {                                                                          \
        member, sizeof(member)                                                 \
    }

static void add(struct told_text to, const char *words)
{
    size_t length = strlen(to.text);

    snprintf(to.text + length, to.size - length, "%s", words);
}

static void comma(struct told_text to, const struct told_steps *told)
{
    if (*told->steps)
        add(to, ",");
}

static void tell_maneuver(const struct guide_step *step,
                          struct told_steps *told)
{
    const char *modifier = maneuver_modifier_name(step->modifier);
    char words[100];

    snprintf(words, sizeof(words), "%s%s%s%s", *told->steps ? "," : "",
             maneuver_type_name(step->type), modifier ? " " : "",
             modifier ? modifier : "");
    add(TOLD(told->steps), words);
}

/* Returns the number of lanes. */
static unsigned tell_markings(const char *rest, uint16_t valid,
                              struct told_steps *told)
{
    struct lane_arrow arrow;
    unsigned lane = 0;
    char words[100];

    do {
        rest = lane_arrow_read(rest, &arrow);
        snprintf(words, sizeof(words), "%.*s%s", (int)arrow.length, arrow.text,
                 !arrow.ends_lane    ? ";"
                 : valid >> lane & 1 ? ":yes"
                                     : ":no");
        add(TOLD(told->lanes), words);
        if (arrow.ends_lane && !arrow.ends)
            add(TOLD(told->lanes), "|");
        lane += arrow.ends_lane;
    } while (!arrow.ends);
    return lane;
}

static void tell_lanes(const struct roads *roads,
                       const struct guide_intersection *at,
                       struct told_steps *told)
{
    unsigned lanes;

    if (!at->lanes)
        return;
    lanes = tell_markings(roads->text + at->lanes, at->lanes_valid, told);
    if (!at->lanes_right)
        return;
    add(TOLD(told->lanes), "|");
    tell_markings(roads->text + at->lanes_right,
                  (uint16_t)(at->lanes_valid >> lanes), told);
}

static void tell_crossing(const struct guidance *guidance,
                          const struct guide_intersection *at,
                          struct told_steps *told)
{
    char words[20];

    for (uint32_t i = 0; i < at->road_count; i++) {
        const struct guide_road *road = &guidance->road[at->first_road + i];

        snprintf(words, sizeof(words), "%s%c%u", i ? " " : "",
                 road->enterable ? '+' : '-', road->bearing_deg);
        add(TOLD(told->crossings), words);
    }
}

static void tell_sign(const struct roads *roads, const struct guide_step *step,
                      struct told_steps *told)
{
    char words[500];

    snprintf(words, sizeof(words), "%s|%s|%s|%s",
             roads->text + step->destinations, roads->text + step->exits,
             roads->text + step->rotary_name, roads->text + step->ref);
    if (strcmp(words, "|||"))
        add(TOLD(told->signs), words);
}

static void tell_numbers(const struct guide_step *step, struct told_steps *told)
{
    char words[40];

    snprintf(words, sizeof(words), "%u->%u", step->bearing_before_deg,
             step->bearing_after_deg);
    add(TOLD(told->bearings), words);
    if (!step->exit)
        return;
    snprintf(words, sizeof(words), "%s%u", *told->exits ? "," : "", step->exit);
    add(TOLD(told->exits), words);
}

static void tell_step(const struct roads *roads,
                      const struct guidance *guidance,
                      const struct guide_step *step, struct told_steps *told)
{
    const struct guide_intersection *first =
        &guidance->intersection[step->first_intersection];

    comma(TOLD(told->names), told);
    comma(TOLD(told->bearings), told);
    comma(TOLD(told->lanes), told);
    comma(TOLD(told->crossings), told);
    comma(TOLD(told->signs), told);
    tell_maneuver(step, told);
    add(TOLD(told->names), roads->text + step->name);
    tell_numbers(step, told);
    tell_lanes(roads, first, told);
    tell_sign(roads, step, told);
    for (uint32_t i = 0; i < step->intersection_count; i++) {
        if (i)
            add(TOLD(told->crossings), ";");
        tell_crossing(guidance, first + i, told);
    }
}

static void tell_summary(const struct roads *roads,
                         const struct guidance *guidance,
                         struct told_steps *told)
{
    struct told_text to = TOLD(told->summary);

    if (*told->steps)
        add(to, "/");
    for (size_t i = 0; i < SUMMARY_NAMES && guidance->summary[i]; i++) {
        if (i)
            add(to, ",");
        add(to, roads->text + guidance->summary[i]);
    }
}

static void tell_leg(const struct asking *asking,
                     const struct route_question *question, size_t leg,
                     struct told_steps *told)
{
    const struct map *map = asking->world->map;
    struct guidance_asked asked = {
        .from_asked = question->stops[leg].options.position,
        .to_asked = question->stops[leg + 1].options.position,
        .snap = question->snaps[leg],
    };
    struct guidance guidance;

    if (guidance_init(&guidance, map, &question->legs[leg], &asked))
        abort();
    tell_summary(&map->roads, &guidance, told);
    for (size_t i = 0; i < guidance.step_count; i++)
        tell_step(&map->roads, &guidance, &guidance.step[i], told);
    guidance_finish(&guidance);
}

void told_steps(const struct asking *asking,
                const struct route_question *question, struct told_steps *told)
{
    memset(told, 0, sizeof(*told));
    for (size_t i = 0; i + 1 < question->stop_count; i++)
        tell_leg(asking, question, i, told);
    fprintf(asking->got, ",\n        names \"%s\", steps \"%s\"", told->names,
            told->steps);
}
