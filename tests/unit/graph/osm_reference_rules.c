/* osm_reference_rules: restrictions, read in the simplest way. */
#include <stdlib.h>

#include "tests/unit/graph/osm_reference.h"

enum { MEMBERS_MAX = 8, STEPS_MAX = 16 };

struct steps {
    struct reference_step step[STEPS_MAX];
    uint32_t count;
};

struct relation {
    uint32_t from[MEMBERS_MAX];
    uint32_t from_count;
    uint32_t to[MEMBERS_MAX];
    uint32_t to_count;
    uint32_t via[MEMBERS_MAX];
    uint32_t via_count;
    uint32_t node;
    uint32_t node_count;
    bool broken;
    bool only;
};

static void add_step(struct steps *steps, struct reference_step step)
{
    if (steps->count == STEPS_MAX)
        abort();
    steps->step[steps->count++] = step;
}

static bool is_used(const struct osm_reference *reference, uint32_t way)
{
    struct tags tags = osm_way_tags(reference->data, way);
    struct way_rules rules;

    return profile_way(reference->profile, &tags, &rules) == WAY_USED;
}

/* Steps of a way that end at a node, or begin there. */
static struct steps steps_at(const struct osm_reference *reference,
                             uint32_t way, uint32_t node, bool ending)
{
    struct steps steps = {0};

    for (uint32_t i = 0; i < 2 * reference->segment_count; i++) {
        struct reference_step step = {i / 2, i % 2};

        if (reference->segment[step.segment].way == way &&
            reference_open(reference, step) &&
            (ending ? reference_head(reference, step)
                    : reference_tail(reference, step)) == node)
            add_step(&steps, step);
    }
    return steps;
}

static bool touches(const struct osm_reference *reference, uint32_t way,
                    uint32_t node, enum road_layer layer)
{
    for (uint32_t i = 0; i < reference->segment_count; i++) {
        const struct reference_segment *segment = &reference->segment[i];

        if (segment->way == way && segment->rules.layer == layer &&
            (segment->node[0] == node || segment->node[1] == node))
            return true;
    }
    return false;
}

static enum road_layer layer_of(const struct osm_reference *reference,
                                uint32_t way)
{
    for (uint32_t i = 0; i < reference->segment_count; i++) {
        if (reference->segment[i].way == way)
            return reference->segment[i].rules.layer;
    }
    return LAYER_COUNT;
}

static void add_rule(struct osm_reference *reference, bool only,
                     const struct steps *come, const struct steps *go)
{
    struct reference_rule *rule = &reference->rule[reference->rule_count];

    if (reference->rule_count++ == REFERENCE_RULES_MAX)
        abort();
    *rule = (struct reference_rule){.only = only};
    for (uint32_t i = 0; i < come->count; i++)
        rule->come[rule->come_count++] = come->step[i];
    for (uint32_t i = 0; i < go->count; i++)
        rule->go[rule->go_count++] = go->step[i];
}

static void add_turning_back(struct osm_reference *reference,
                             const struct steps *come)
{
    for (uint32_t i = 0; i < come->count; i++) {
        struct steps one = {{come->step[i]}, 1};
        struct steps back = one;

        back.step[0].side ^= 1;
        add_rule(reference, false, &one, &back);
    }
}

/* A vehicle that has come by `come` is at the node, the end of its last step.
 */
static void conclude(struct osm_reference *reference,
                     const struct relation *relation, uint32_t from,
                     uint32_t node, bool clear, const struct steps *come,
                     const struct steps *arriving)
{
    enum road_layer layer = layer_of(reference, from);
    struct steps all = {0};

    for (uint32_t i = 0; i < relation->to_count; i++) {
        uint32_t to = relation->to[i];
        struct steps go = steps_at(reference, to, node, false);

        if (!touches(reference, to, node, layer))
            continue;
        if (to == from && relation->via_count == 0 && !relation->only) {
            add_turning_back(reference, arriving);
            continue;
        }
        if (!clear || go.count > 1) {
            if (relation->only)
                return;
            continue;
        }
        if (go.count == 0 || come->count == 0)
            continue;
        add_step(&all, go.step[0]);
        if (!relation->only)
            add_rule(reference, false, come, &go);
    }
    if (relation->only && all.count > 0)
        add_rule(reference, true, come, &all);
}

static void restrict_by_node(struct osm_reference *reference,
                             const struct relation *relation, uint32_t from)
{
    struct steps come = steps_at(reference, from, relation->node, true);

    if (touches(reference, from, relation->node, layer_of(reference, from)))
        conclude(reference, relation, from, relation->node, come.count <= 1,
                 &come, &come);
}

/* The consecutive segments of a way, on that side; false where it has gaps. */
static bool way_steps(const struct osm_reference *reference, uint32_t way,
                      uint32_t side, struct steps *ret_steps)
{
    uint32_t run = UINT32_MAX;

    ret_steps->count = 0;
    for (uint32_t k = 0; k < reference->segment_count; k++) {
        uint32_t i = side ? reference->segment_count - 1 - k : k;

        if (reference->segment[i].way != way)
            continue;
        if (run != UINT32_MAX && run != reference->segment[i].run)
            return false;
        run = reference->segment[i].run;
        add_step(ret_steps, (struct reference_step){i, side});
    }
    return ret_steps->count > 0;
}

/* One way to join the via ways: by bits of `variant`, from the last, and each
 * reversed or not. */
static bool string(const struct osm_reference *reference,
                   const struct relation *relation, uint32_t variant,
                   struct steps *ret_path)
{
    struct steps one;

    ret_path->count = 0;
    for (uint32_t i = 0; i < relation->via_count; i++) {
        uint32_t k = variant & 1 ? relation->via_count - 1 - i : i;

        if (!way_steps(reference, relation->via[k], variant >> (i + 1) & 1,
                       &one))
            return false;
        if (ret_path->count > 0 &&
            (reference_tail(reference, one.step[0]) !=
                 reference_head(reference,
                                ret_path->step[ret_path->count - 1]) ||
             reference->segment[one.step[0].segment].rules.layer !=
                 reference->segment[ret_path->step[0].segment].rules.layer))
            return false;
        for (uint32_t s = 0; s < one.count; s++)
            add_step(ret_path, one.step[s]);
    }
    return true;
}

static bool is_closed(const struct osm_reference *reference, uint32_t way)
{
    struct steps steps;

    return way_steps(reference, way, 0, &steps) &&
           reference_tail(reference, steps.step[0]) ==
               reference_head(reference, steps.step[steps.count - 1]);
}

/* Whether a vehicle could come by `from`, follow that path, and continue by
 * some `to`. */
static bool is_possible(const struct osm_reference *reference,
                        const struct relation *relation, uint32_t from,
                        const struct steps *path)
{
    enum road_layer layer = layer_of(reference, from);
    uint32_t begin = reference_tail(reference, path->step[0]);
    uint32_t end = reference_head(reference, path->step[path->count - 1]);

    for (uint32_t i = 0; i < path->count; i++) {
        if (!reference_open(reference, path->step[i]) ||
            reference->segment[path->step[i].segment].rules.layer != layer)
            return false;
    }
    for (uint32_t i = 0; i < relation->to_count; i++) {
        if (layer_of(reference, relation->to[i]) == layer &&
            steps_at(reference, relation->to[i], end, false).count > 0 &&
            steps_at(reference, from, begin, true).count > 0)
            return true;
    }
    return false;
}

static void restrict_by_ways(struct osm_reference *reference,
                             const struct relation *relation, uint32_t from)
{
    uint32_t variants = 2u << relation->via_count;
    uint32_t possible = 0;
    struct steps path, found = {0};
    struct steps come;

    for (uint32_t i = 0; i < relation->via_count; i++) {
        if (relation->via_count > 1 && is_closed(reference, relation->via[i]))
            return;
    }
    for (uint32_t v = 0; v<variants; v += relation->via_count> 1 ? 1 : 2) {
        if (string(reference, relation, v, &path) &&
            is_possible(reference, relation, from, &path)) {
            found = path;
            possible++;
        }
    }
    if (possible != 1)
        return;
    path = steps_at(reference, from, reference_tail(reference, found.step[0]),
                    true);
    come = (struct steps){{path.step[0]}, 1};
    for (uint32_t i = 0; i < found.count; i++)
        add_step(&come, found.step[i]);
    conclude(reference, relation, from,
             reference_head(reference, found.step[found.count - 1]),
             path.count == 1, &come, &path);
}

static void read_member(const struct osm_reference *reference,
                        const struct osm_member *member,
                        struct relation *relation)
{
    uint32_t way = 0;
    bool there = member->kind == OSM_WAY &&
                 osm_find_way(reference->data, member->id, &way) &&
                 is_used(reference, way);

    if (member->kind == OSM_NODE && member->role == ROLE_VIA) {
        if (!osm_find_node(reference->data, member->id, &relation->node))
            relation->broken = true;
        relation->node_count++;
    } else if (!there) {
        relation->broken |= member->kind == OSM_WAY && member->role == ROLE_VIA;
    } else if (member->role == ROLE_FROM) {
        relation->from[relation->from_count++] = way;
    } else if (member->role == ROLE_TO) {
        relation->to[relation->to_count++] = way;
    } else {
        relation->via[relation->via_count++] = way;
    }
}

static void restrict_by(struct osm_reference *reference, uint32_t number)
{
    const struct osm_data *data = reference->data;
    struct tags tags = osm_relation_tags(data, number);
    const char *condition;
    enum restriction_rule rule =
        profile_restriction(reference->profile, &tags, &condition);
    struct relation relation = {.only = rule == RESTRICTION_ONLY};

    if (rule != RESTRICTION_NO && rule != RESTRICTION_ONLY)
        return;
    if (data->first_member[number + 1] - data->first_member[number] >
        MEMBERS_MAX)
        abort();
    for (uint64_t i = data->first_member[number];
         i < data->first_member[number + 1]; i++)
        read_member(reference, &data->member[i], &relation);
    if (relation.broken || relation.node_count > 1 ||
        (relation.node_count > 0) == (relation.via_count > 0))
        return;
    for (uint32_t i = 0; i < relation.from_count; i++) {
        if (relation.via_count > 0)
            restrict_by_ways(reference, &relation, relation.from[i]);
        else
            restrict_by_node(reference, &relation, relation.from[i]);
    }
}

void osm_reference_restrict(struct osm_reference *reference)
{
    for (uint32_t i = 0; i < reference->data->relation_count; i++)
        restrict_by(reference, i);
}
