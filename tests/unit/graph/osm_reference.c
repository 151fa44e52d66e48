/* osm_reference: builds the segments and walks over them. */
#include "tests/unit/graph/osm_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/roads/ground.h"

static void add_way(struct osm_reference *reference, uint32_t way)
{
    const struct osm_data *data = reference->data;
    struct tags tags = osm_way_tags(data, way);
    struct way_rules rules;
    uint32_t run = 0;

    if (profile_way(reference->profile, &tags, &rules) != WAY_USED)
        return;
    for (uint64_t i = data->first_ref[way]; i + 1 < data->first_ref[way + 1];
         i++) {
        uint32_t a = data->way_ref[i];
        uint32_t b = data->way_ref[i + 1];

        if (a == OSM_NODE_MISSING)
            run++;
        if (a == OSM_NODE_MISSING || b == OSM_NODE_MISSING)
            continue;
        if (reference->segment_count == REFERENCE_SEGMENTS_MAX)
            abort();
        reference->segment[reference->segment_count++] =
            (struct reference_segment){way, run, {a, b}, rules};
    }
}

void osm_reference_make(struct osm_reference *reference,
                        const struct osm_data *data,
                        const struct profile *profile)
{
    *reference = (struct osm_reference){.data = data, .profile = profile};
    for (uint32_t way = 0; way < data->way_count; way++)
        add_way(reference, way);
    osm_reference_restrict(reference);
}

uint32_t osm_reference_degree(const struct osm_reference *reference,
                              uint32_t node, enum road_layer layer)
{
    uint32_t degree = 0;

    for (uint32_t i = 0; i < reference->segment_count; i++) {
        const struct reference_segment *segment = &reference->segment[i];

        if (segment->rules.layer == layer)
            degree += (segment->node[0] == node) + (segment->node[1] == node);
    }
    return degree;
}

/* Whether open segments of a layer lead from one node to the other. */
static bool reaches(const struct osm_reference *reference, uint32_t from,
                    uint32_t to, enum road_layer layer)
{
    uint32_t reached[2 * REFERENCE_SEGMENTS_MAX + 1] = {from};
    uint32_t count = 1;

    for (uint32_t next = 0; next < count; next++) {
        if (reached[next] == to)
            return true;
        for (uint32_t i = 0; i < 2 * reference->segment_count; i++) {
            struct reference_step step = {i / 2, i % 2};
            uint32_t head = reference_head(reference, step);
            bool known = false;

            for (uint32_t k = 0; k < count; k++)
                known |= reached[k] == head;
            if (!known && reference_open(reference, step) &&
                reference->segment[i / 2].rules.layer == layer &&
                reference_tail(reference, step) == reached[next])
                reached[count++] = head;
        }
    }
    return false;
}

static bool find_node_rules(const struct osm_reference *reference,
                            uint32_t node, struct node_rules *ret_rules)
{
    const struct osm_data *data = reference->data;

    for (uint32_t i = 0; i < data->tagged_count; i++) {
        struct tags tags = osm_node_tags(data, i);

        if (data->tagged_node[i] == node)
            return profile_node(reference->profile, &tags, ret_rules);
    }
    return false;
}

static struct road_attributes seen(const struct osm_reference *reference,
                                   struct reference_step step)
{
    const struct way_rules *rules = &reference->segment[step.segment].rules;

    return (struct road_attributes){
        .class_bits = rules->class_bits,
        .mode = {rules->mode[step.side], rules->mode[!step.side]},
        .road_class = rules->road_class,
        .priority = rules->priority,
        .flags = rules->flags,
    };
}

/* Whether a rule, or another only_ rule with the same past, leads there. */
static bool rule_leads_to(const struct osm_reference *reference,
                          const struct reference_rule *rule,
                          struct reference_step to)
{
    for (uint32_t r = 0; r < reference->rule_count; r++) {
        const struct reference_rule *other = &reference->rule[r];

        if (other != rule && !(rule->only && other->only &&
                               other->come_count == rule->come_count &&
                               !memcmp(other->come, rule->come,
                                       rule->come_count * sizeof(*rule->come))))
            continue;
        for (uint32_t i = 0; i < other->go_count; i++) {
            if (reference_same(other->go[i], to))
                return true;
        }
    }
    return false;
}

static bool is_restricted(const struct osm_reference *reference,
                          const struct reference_step *past, uint32_t count,
                          struct reference_step to)
{
    for (uint32_t r = 0; r < reference->rule_count; r++) {
        const struct reference_rule *rule = &reference->rule[r];
        bool applies = rule->come_count <= count;

        for (uint32_t i = 0; i < rule->come_count && applies; i++)
            applies = reference_same(rule->come[i],
                                     past[count - rule->come_count + i]);
        if (applies && rule_leads_to(reference, rule, to) != rule->only)
            return true;
    }
    return false;
}

static bool may_turn(const struct osm_reference *reference,
                     struct reference_step from, struct reference_step to,
                     struct turn_rules *ret_rules);

/* Whether a vehicle can go on by another road and come back. */
static bool leads_on(const struct osm_reference *reference,
                     struct reference_step from, struct reference_step to)
{
    struct turn_rules rules;

    return reference_open(reference, to) &&
           reaches(reference, reference_head(reference, to),
                   reference_tail(reference, to),
                   reference->segment[to.segment].rules.layer) &&
           !is_restricted(reference, &from, 1, to) &&
           may_turn(reference, from, to, &rules);
}

/* None of the profiles here has restricted roads. */
static bool is_dead_end(const struct osm_reference *reference,
                        struct reference_step from)
{
    bool on = false;
    bool in = false;

    for (uint32_t i = 0; i < 2 * reference->segment_count; i++) {
        struct reference_step to = {i / 2, i % 2};
        struct reference_step back = {to.segment, !to.side};

        if (reference_tail(reference, to) != reference_head(reference, from) ||
            reference->segment[to.segment].rules.layer !=
                reference->segment[from.segment].rules.layer ||
            reference_same(back, from))
            continue;
        on |= leads_on(reference, from, to);
        in |= reference_open(reference, back);
    }
    return !on || !in;
}

static bool may_turn(const struct osm_reference *reference,
                     struct reference_step from, struct reference_step to,
                     struct turn_rules *ret_rules)
{
    enum road_layer layer = reference->segment[from.segment].rules.layer;
    uint32_t node = reference_head(reference, from);
    struct road_attributes from_seen = seen(reference, from);
    struct road_attributes to_seen = seen(reference, to);
    struct turn turn = {
        .layer = layer,
        .turns_back = from.segment == to.segment && from.side != to.side,
        .roads = osm_reference_degree(reference, node, layer),
        .from = &from_seen,
        .to = &to_seen,
    };

    turn.dead_end = turn.turns_back && is_dead_end(reference, from);
    turn.angle_deg = turn.turns_back ? 180 : 0;
    turn.has_node =
        layer == LAYER_ROAD && find_node_rules(reference, node, &turn.node);
    if (turn.has_node) {
        turn.node.duration_s[0] = turn.node.duration_s[from.side];
        turn.node.weight_s[0] = turn.node.weight_s[from.side];
    }
    if (turn.has_node && turn.node.blocked) {
        turn.roads = 1;
        if (!turn.turns_back)
            return false;
    }
    return profile_turn(reference->profile, &turn, ret_rules);
}

static void add_segment(const struct osm_reference *reference,
                        struct reference_step step, uint32_t done,
                        struct walk *walk)
{
    const struct reference_segment *segment = &reference->segment[step.segment];
    const struct position *position = reference->data->node_position;
    double length_mm = round(
        ground_apart_m(position[segment->node[0]], position[segment->node[1]]) *
        1000);
    double ms =
        fmax(round(length_mm * 3.6 / segment->rules.speed_kmh[step.side]),
             length_mm > 0);

    walk->node[done] =
        reference->data->node_id[reference_tail(reference, step)];
    walk->node[done + 1] =
        reference->data->node_id[reference_head(reference, step)];
    walk->duration_ms += (uint64_t)ms;
    walk->weight += (uint64_t)round(ms * segment->rules.factor[step.side]);
}

static void walk_on(const struct osm_reference *reference,
                    struct reference_step *past, uint32_t done,
                    uint32_t segments, const struct walk *walk,
                    struct walk_list *list)
{
    if (done == segments) {
        walk_list_add(list, walk);
        return;
    }
    for (uint32_t i = 0; i < 2 * reference->segment_count; i++) {
        struct reference_step last = past[done - 1];
        struct reference_step to = {i / 2, i % 2};
        struct walk longer = *walk;
        struct turn_rules rules;

        if (reference_tail(reference, to) != reference_head(reference, last) ||
            reference->segment[to.segment].rules.layer !=
                reference->segment[last.segment].rules.layer ||
            !reference_open(reference, to) ||
            is_restricted(reference, past, done, to) ||
            !may_turn(reference, last, to, &rules))
            continue;
        longer.weight += (uint64_t)round(rules.weight_s * 1000);
        longer.turn_weight += (uint64_t)round(rules.weight_s * 1000);
        longer.duration_ms += (uint64_t)round(rules.duration_s * 1000);
        longer.turn_duration_ms += (uint64_t)round(rules.duration_s * 1000);
        past[done] = to;
        add_segment(reference, to, done, &longer);
        walk_on(reference, past, done + 1, segments, &longer, list);
    }
}

void osm_reference_walks(const struct osm_reference *reference,
                         uint32_t segments, struct walk_list *list)
{
    for (uint32_t i = 0; i < 2 * reference->segment_count; i++) {
        struct reference_step past[WALK_SEGMENTS_MAX] = {{i / 2, i % 2}};
        struct walk walk = {0};

        if (!reference_open(reference, past[0]))
            continue;
        add_segment(reference, past[0], 0, &walk);
        walk_on(reference, past, 1, segments, &walk, list);
    }
}
