/* rules: in what the two routers are known to differ. */
#include "tests/compare/rules.h"

#include <stdlib.h>
#include <string.h>

enum { TAGS_MAX = 256, NEIGHBOURS_MAX = 64 };

/* What routino takes no notice of. */
enum { DIRECTIONS = 1, LISTS = 2, ALL_IGNORED = DIRECTIONS | LISTS };

const char *rule_name(enum rule rule)
{
    static const char *const names[RULES] = {
        [RULE_NONE] = "unexplained",
        [RULE_DIRECTION] = "access by direction",
        [RULE_LIST] = "lists of values",
        [RULE_TWICE] = "two ways over one segment",
        [RULE_PLACE] = "several nodes in one place",
        [RULE_MEMBER] = "restrictions to closed roads",
        [RULE_CONTRAFLOW] = "restrictions against one-ways",
        [RULE_VIA_WAYS] = "restrictions over ways",
        [RULE_GUESS] = "routino's guess of what is left",
        [RULE_ENDS] = "routino's ends within shortcuts",
    };

    return names[rule];
}

/* ---- Tags as routino reads them ------------------------------------------ */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && !strcmp(text + length - end_length, end);
}

static bool is_ignored(const char *key, const char *value, int ignored)
{
    if (ignored & DIRECTIONS &&
        (ends_with(key, ":forward") || ends_with(key, ":backward")))
        return true;
    return ignored & LISTS && strchr(value, ';');
}

static struct tags without(struct tags tags, int ignored,
                           struct osm_tag kept[TAGS_MAX])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < tags.count && count < TAGS_MAX; i++) {
        if (!is_ignored(tags.text + tags.tag[i].key,
                        tags.text + tags.tag[i].value, ignored))
            kept[count++] = tags.tag[i];
    }
    return (struct tags){kept, count, tags.text, tags.at};
}

/* Whether a way is open from a node of it to the next one, or back. */
static bool is_open(const struct comparison *comparison, uint32_t way,
                    bool backward, int ignored)
{
    struct osm_tag kept[TAGS_MAX];
    struct tags tags =
        without(osm_way_tags(comparison->data, way), ignored, kept);
    struct way_rules rules;

    return profile_way(comparison->profiles[comparison->traveller], &tags,
                       &rules) == WAY_USED &&
           rules.open[backward];
}

static bool is_any_road(const struct comparison *comparison, uint32_t way)
{
    struct tags tags = osm_way_tags(comparison->data, way);
    struct way_rules rules;

    for (int t = 0; t < TRAVELLERS; t++) {
        if (profile_way(comparison->profiles[t], &tags, &rules) == WAY_USED)
            return true;
    }
    return false;
}

static int compare_node(const void *a, const void *b)
{
    const uint32_t *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

static bool is_blocked(const struct comparison *comparison, uint32_t node,
                       int ignored)
{
    const struct osm_data *data = comparison->data;
    struct osm_tag kept[TAGS_MAX];
    struct node_rules rules;

    const uint32_t *found =
        bsearch(&node, data->tagged_node, data->tagged_count, sizeof(node),
                compare_node);
    struct tags tags;

    if (!found)
        return false;
    tags = osm_node_tags(data, (uint32_t)(found - data->tagged_node));
    tags = without(tags, ignored, kept);
    return profile_node(comparison->profiles[comparison->traveller], &tags,
                        &rules) &&
           rules.blocked;
}

/* ---- Ways over a segment ------------------------------------------------- */

struct over {
    uint32_t way;
    bool backward;
};

static uint32_t find_over(const struct comparison *comparison, int64_t from_id,
                          int64_t to_id, struct over ret_over[NEIGHBOURS_MAX])
{
    const struct osm_data *data = comparison->data;
    const struct passing *passing = comparison->passing;
    uint32_t from, to, count = 0, last = UINT32_MAX;

    if (!osm_find_node(data, from_id, &from) ||
        !osm_find_node(data, to_id, &to))
        return 0;
    for (uint64_t k = passing->first[from]; k < passing->first[from + 1]; k++) {
        uint32_t way = passing->way[k];

        if (way == last)
            continue;
        last = way;
        for (uint64_t i = data->first_ref[way];
             i + 1 < data->first_ref[way + 1] && count < NEIGHBOURS_MAX; i++) {
            if (data->way_ref[i] == from && data->way_ref[i + 1] == to)
                ret_over[count++] = (struct over){way, false};
            else if (data->way_ref[i] == to && data->way_ref[i + 1] == from)
                ret_over[count++] = (struct over){way, true};
        }
    }
    return count;
}

static uint32_t count_roads(const struct comparison *comparison, int64_t from,
                            int64_t to)
{
    struct over over[NEIGHBOURS_MAX];
    uint32_t count = find_over(comparison, from, to, over), roads = 0;

    for (uint32_t i = 0; i < count; i++)
        roads += is_any_road(comparison, over[i].way);
    return roads;
}

enum rule rule_of_road(const struct comparison *comparison, int64_t from,
                       int64_t to, bool theirs_open)
{
    static const enum rule rules[] = {RULE_TWICE, RULE_DIRECTION, RULE_LIST,
                                      RULE_DIRECTION};
    struct over over[NEIGHBOURS_MAX];
    uint32_t count = find_over(comparison, from, to, over);
    bool twice = count_roads(comparison, from, to) > 1;

    for (int ignored = twice ? 0 : 1; ignored <= ALL_IGNORED; ignored++) {
        for (uint32_t i = 0; i < count; i++) {
            if (is_open(comparison, over[i].way, over[i].backward, ignored) ==
                theirs_open)
                return rules[ignored];
        }
    }
    return RULE_NONE;
}

/* ---- Restrictions -------------------------------------------------------- */

static bool has_member(const struct osm_data *data, uint32_t relation,
                       enum osm_kind kind, enum osm_role role, int64_t id)
{
    for (uint64_t i = data->first_member[relation];
         i < data->first_member[relation + 1]; i++) {
        const struct osm_member *member = &data->member[i];

        if (member->kind == kind && member->role == role && member->id == id)
            return true;
    }
    return false;
}

/* Whether one may leave a node by a way. */
static bool leads_away(const struct comparison *comparison, uint32_t way,
                       uint32_t via)
{
    const struct osm_data *data = comparison->data;

    for (uint64_t i = data->first_ref[way]; i < data->first_ref[way + 1]; i++) {
        if (data->way_ref[i] != via)
            continue;
        if ((i + 1 < data->first_ref[way + 1] &&
             is_open(comparison, way, false, 0)) ||
            (i > data->first_ref[way] && is_open(comparison, way, true, 0)))
            return true;
    }
    return false;
}

/* Whether no `to` of a restriction at a node is a road that leads away. */
static bool leads_nowhere(const struct comparison *comparison,
                          uint32_t relation, uint32_t via)
{
    const struct osm_data *data = comparison->data;
    uint32_t way;

    for (uint64_t i = data->first_member[relation];
         i < data->first_member[relation + 1]; i++) {
        const struct osm_member *member = &data->member[i];

        if (member->kind == OSM_WAY && member->role == ROLE_TO &&
            osm_find_way(data, member->id, &way) &&
            leads_away(comparison, way, via))
            return false;
    }
    return true;
}

/* Whether an only_ restriction from a segment over a node leads nowhere. */
static bool has_idle_only(const struct comparison *comparison, int64_t from_id,
                          int64_t via_id)
{
    const struct osm_data *data = comparison->data;
    const struct profile *profile = comparison->profiles[comparison->traveller];
    struct over over[NEIGHBOURS_MAX];
    uint32_t count = find_over(comparison, from_id, via_id, over), via;

    if (!osm_find_node(data, via_id, &via))
        return false;
    for (uint32_t r = 0; r < data->relation_count; r++) {
        struct tags tags = osm_relation_tags(data, r);
        const char *condition;

        if (!has_member(data, r, OSM_NODE, ROLE_VIA, via_id) ||
            profile_restriction(profile, &tags, &condition) != RESTRICTION_ONLY)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            if (has_member(data, r, OSM_WAY, ROLE_FROM,
                           data->way_id[over[i].way]) &&
                leads_nowhere(comparison, r, via))
                return true;
        }
    }
    return false;
}

/* Whether a road of routino's is a one-way, the other way. */
static bool is_against_one_way(const struct comparison *comparison,
                               int64_t from, int64_t to)
{
    const struct routino_segment *segment =
        twins_segment(comparison->twins, comparison->routino, from, to);
    bool back = segment && comparison->twins->id[segment->node[0]] != from;

    return segment && segment->one_way[!back] && !segment->one_way[back];
}

enum rule rule_of_turn(const struct comparison *comparison, int64_t from,
                       int64_t via, int64_t to, bool theirs_allowed)
{
    uint32_t node;

    if (!osm_find_node(comparison->data, via, &node))
        return RULE_NONE;
    if (is_blocked(comparison, node, 0) !=
            is_blocked(comparison, node, LISTS) &&
        is_blocked(comparison, node, LISTS) != theirs_allowed)
        return RULE_LIST;
    if (!theirs_allowed && has_idle_only(comparison, from, via))
        return RULE_MEMBER;
    if (theirs_allowed && is_against_one_way(comparison, via, to))
        return RULE_CONTRAFLOW;
    if (!theirs_allowed && from == to && count_roads(comparison, from, via) > 1)
        return RULE_TWICE;
    return RULE_NONE;
}

/* Whether a way over a segment is a member of a relation. */
static bool is_member(const struct comparison *comparison, uint32_t relation,
                      enum osm_role role, const int64_t node[2])
{
    struct over over[NEIGHBOURS_MAX];
    uint32_t count = find_over(comparison, node[0], node[1], over);

    for (uint32_t i = 0; i < count; i++) {
        if (has_member(comparison->data, relation, OSM_WAY, role,
                       comparison->data->way_id[over[i].way]))
            return true;
    }
    return false;
}

/* Whether a way comes by `from` and all that it then passes, up to a node, is
 * via ways; and then takes what a restriction forbids. */
static bool is_forbidden(const struct comparison *comparison, uint32_t relation,
                         const int64_t *node, uint32_t at)
{
    struct tags tags = osm_relation_tags(comparison->data, relation);
    const char *condition;
    enum restriction_rule rule = profile_restriction(
        comparison->profiles[comparison->traveller], &tags, &condition);
    uint32_t first = at;
    bool takes_to;

    while (first && is_member(comparison, relation, ROLE_VIA, &node[first - 1]))
        first--;
    if (first == at || !first ||
        !is_member(comparison, relation, ROLE_FROM, &node[first - 1]))
        return false;
    takes_to = is_member(comparison, relation, ROLE_TO, &node[at]);
    return takes_to ? rule == RESTRICTION_NO : rule == RESTRICTION_ONLY;
}

enum rule rule_of_past(const struct comparison *comparison, const int64_t *node,
                       uint32_t at)
{
    for (uint32_t r = 0; r < comparison->data->relation_count; r++) {
        if (is_forbidden(comparison, r, node, at))
            return RULE_VIA_WAYS;
    }
    return RULE_NONE;
}
