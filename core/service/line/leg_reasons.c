#include "core/service/line/leg_reasons.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void leg_reasons_finish(struct leg_reasons *reasons)
{
    free(reasons->reason);
    free(reasons->rule);
    *reasons = (struct leg_reasons){0};
}

static int add_label(struct leg_reasons *reasons, const char *label)
{
    return array_append(&reasons->rule, &reasons->rule_count,
                        &reasons->rule_capacity, &label, sizeof(label));
}

/* Adds the rules of the last segment that was explained. */
static int add_rules(struct leg_reasons *reasons,
                     const struct model_explainer *explainer)
{
    static const char influence[] = "distance_influence";
    static const char vehicle[] = "vehicle";
    int r = explainer->opens ? add_label(reasons, vehicle) : 0;

    for (int list = 0; list < MODEL_LISTS; list++) {
        for (size_t i = 0; !r && i < explainer->count[list]; i++)
            r = add_label(reasons, model_explained_rule(
                                       explainer, (enum model_list)list, i));
    }
    if (!r && explainer->model->distance_influence > 0 &&
        !explainer->map->roads.profile.weighs_distance)
        r = add_label(reasons, influence);
    return r;
}

/* Whether it is the same, so that the last reason goes on. */
static bool goes_on(const struct leg_reasons *reasons,
                    const struct leg_reason *next)
{
    const struct leg_reason *last = &reasons->reason[reasons->count - 1];

    return last->way == next->way && last->opened == next->opened &&
           last->rule_count == next->rule_count &&
           (!next->rule_count ||
            !memcmp(&reasons->rule[last->first_rule],
                    &reasons->rule[next->first_rule],
                    next->rule_count * sizeof(*reasons->rule)));
}

static void add_sums(struct leg_reason *to, const struct leg_reason *more)
{
    to->length_mm += more->length_mm;
    to->now.weight += more->now.weight;
    to->now.duration_ms += more->now.duration_ms;
    to->before.weight += more->before.weight;
    to->before.duration_ms += more->before.duration_ms;
}

static uint64_t part_of(uint64_t whole, uint64_t part_mm, uint64_t whole_mm)
{
    return whole_mm
               ? (uint64_t)((double)whole * (double)part_mm / (double)whole_mm)
               : whole;
}

static struct leg_reason reason_of(const struct model_explainer *explainer,
                                   const struct leg_segment *segment,
                                   uint32_t item)
{
    const struct roads *roads = &explainer->map->roads;
    const struct weight_arrays *before = &explainer->over->arrays;
    uint64_t whole_mm = roads_segment_mm(roads, item / 2);
    uint32_t stretch = roads_segment_stretch(roads, item / 2);

    return (struct leg_reason){
        .way = roads->stretch_way[stretch] / 2,
        .length_mm = segment->length_mm,
        .now = {segment->weight, segment->duration_ms},
        .before = {part_of(before->segment[item], segment->length_mm, whole_mm),
                   part_of(before->segment_duration_ms[item],
                           segment->length_mm, whole_mm)},
    };
}

static uint32_t item_of(const struct roads *roads,
                        const struct leg_segment *segment)
{
    bool backward = segment->from_node > segment->to_node;
    uint32_t node = backward ? segment->to_node : segment->from_node;

    return 2 * (node - roads_node_piece(roads, node)) + backward;
}

static int add_segment(struct leg_reasons *reasons,
                       struct model_explainer *explainer,
                       const struct leg_segment *segment)
{
    uint32_t item = item_of(&explainer->map->roads, segment);
    struct leg_reason next = reason_of(explainer, segment, item);

    next.first_rule = reasons->rule_count;
    model_explain(explainer, item);
    next.opened = explainer->opens;
    if (add_rules(reasons, explainer))
        return -ENOMEM;
    next.rule_count = reasons->rule_count - next.first_rule;
    if (reasons->count && goes_on(reasons, &next)) {
        reasons->rule_count = next.first_rule;
        add_sums(&reasons->reason[reasons->count - 1], &next);
        return 0;
    }
    return array_append(&reasons->reason, &reasons->count, &reasons->capacity,
                        &next, sizeof(next));
}

int leg_reasons_add(struct leg_reasons *reasons,
                    struct model_explainer *explainer,
                    const struct leg_line *line)
{
    int r = 0;

    for (size_t i = 0; !r && i < line->segment_count; i++)
        r = add_segment(reasons, explainer, &line->segment[i]);
    return r;
}
