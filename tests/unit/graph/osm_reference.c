/* osm_reference: what one may drive on OpenStreetMap data, straight from it. */
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

static uint32_t ways_out(const struct osm_reference *reference, uint32_t node,
                         enum road_layer layer)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < reference->segment_count; i++) {
        for (uint32_t side = 0; side < 2; side++) {
            struct reference_step step = {i, side};

            count += reference->segment[i].rules.layer == layer &&
                     reference_tail(reference, step) == node &&
                     reference_open(reference, step);
        }
    }
    return count;
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

/* Whether a rule, or another only_ of the same past, leads there. */
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
                     struct turn_rules *ret_rules)
{
    enum road_layer layer = reference->segment[from.segment].rules.layer;
    uint32_t node = reference_head(reference, from);
    struct road_attributes from_seen = seen(reference, from);
    struct road_attributes to_seen = seen(reference, to);
    struct turn turn = {
        .layer = layer,
        .turns_back = from.segment == to.segment && from.side != to.side,
        .ways_out = ways_out(reference, node, layer),
        .roads = osm_reference_degree(reference, node, layer),
        .from = &from_seen,
        .to = &to_seen,
    };

    turn.angle_deg = turn.turns_back ? 180 : 0;
    turn.has_node =
        layer == LAYER_ROAD && find_node_rules(reference, node, &turn.node);
    if (turn.has_node) {
        turn.node.duration_s[0] = turn.node.duration_s[from.side];
        turn.node.weight_s[0] = turn.node.weight_s[from.side];
    }
    if (turn.has_node && turn.node.blocked) {
        turn.ways_out = reference_open(reference, to);
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
