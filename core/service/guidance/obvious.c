/* obvious: the road ahead, and the roads that could be mistaken for it. */
#include "core/service/guidance/instruction.h"

#include <math.h>

#include "core/service/guidance/crossing.h"

/* Degrees. */
#define NARROW   40.0f
#define GROUP    60.0f
#define FUZZY    25.0f
#define BEHIND   120.0f
#define DISTINCT 2.0f /* factor of deviations from straight on */

enum { RANK_SECONDARY = 6 };

/* A road that could be mistaken for the right one. */
struct rival {
    const struct crossing *crossing;
    const struct crossing_road *road;
    const struct crossing_road *rival;
    bool name_stays;  /* into the road */
    bool name_breaks; /* into the rival */
    bool distinct;    /* much farther from straight on */
    bool apart;       /* somewhat farther */
};

static struct rival rival_of(const struct crossing *crossing, size_t road,
                             size_t rival)
{
    float mine = crossing->road[road].deviation;
    float others = crossing->road[rival].deviation;

    return (struct rival){
        .crossing = crossing,
        .road = &crossing->road[road],
        .rival = &crossing->road[rival],
        .name_stays = !crossing_name_changes(crossing, road),
        .name_breaks = crossing_name_changes(crossing, rival),
        .distinct =
            others > DISTINCT * mine && fabsf(others - mine) > FUZZY / 2,
        .apart = others > 0.7f * DISTINCT * mine,
    };
}

/* Nobody strays from a common road into a residential one. */
static bool is_kept_out(const struct rival *it)
{
    return it->distinct && road_has(it->rival->attributes, ROAD_RESTRICTED) &&
           !road_has(it->road->attributes, ROAD_RESTRICTED) &&
           !road_has(it->crossing->via_attributes, ROAD_RESTRICTED);
}

/* Nobody leaves or enters a roundabout by going straight on. */
static bool is_other_ring(const struct rival *it)
{
    bool via = road_has(it->crossing->via_attributes, ROAD_ROUNDABOUT);

    return via == road_has(it->road->attributes, ROAD_ROUNDABOUT) &&
           via != road_has(it->rival->attributes, ROAD_ROUNDABOUT) &&
           it->road->deviation < it->rival->deviation;
}

/* The road most nearly opposite to the rival. */
static const struct crossing_road *opposite(const struct rival *it)
{
    const struct crossing *crossing = it->crossing;
    float across = bearing_reverse(it->rival->bearing);
    const struct crossing_road *best = &crossing->road[0];
    float least = 361;

    for (size_t i = 0; i < crossing->count; i++) {
        float off = fabsf(bearing_turn(across, crossing->road[i].bearing));

        if (off < least) {
            least = off;
            best = &crossing->road[i];
        }
    }
    return best;
}

/* Whether the rival leads back: mostly the other carriageway, which joins
 * here. */
static bool is_behind(const struct rival *it)
{
    return it->road->deviation < NARROW && it->rival->deviation > BEHIND;
}

/* The right road goes straight on, and the rival is far from that. */
static bool is_aside(const struct rival *it)
{
    return it->distinct && it->road->deviation < FUZZY &&
           it->rival->deviation > it->road->deviation + FUZZY;
}

/* A nameless road that leaves a road with a name or number. */
static bool is_nameless_aside(const struct rival *it)
{
    struct road_label via = road_label_of(it->crossing->via_attributes);
    struct road_label rival = road_label_of(it->rival->attributes);

    return is_aside(it) && road_label_empty(&rival) &&
           !road_label_empty(&via) &&
           !road_is_lesser(it->road->attributes, it->rival->attributes);
}

/* The road's number continues, but not into the rival. */
static bool lacks_number(const struct rival *it)
{
    const struct road_attributes *via = it->crossing->via_attributes;
    const struct road_attributes *road = it->road->attributes;

    return is_aside(it) && via->ref && via->ref == road->ref &&
           via->ref != it->rival->attributes->ref &&
           via->priority == road->priority;
}

/* Whether the rival is a road of its own that crosses here, not one that the
 * traveller's road might turn into. */
static bool is_crossing_road(const struct rival *it)
{
    const struct crossing_road *from = opposite(it);
    struct road_label a = road_label_of(from->attributes);
    struct road_label b = road_label_of(it->rival->attributes);
    float angle = fabsf(bearing_turn(from->bearing, it->rival->bearing));
    bool one_road = !road_label_changes(it->crossing->roads, &a, &b);
    bool other_name = it->name_stays && it->name_breaks;

    if (it->crossing->count < 4)
        return other_name && it->distinct && angle > 180 - GROUP;
    if (it->distinct && (one_road || angle > 180 - NARROW))
        return true;
    return other_name && it->apart && one_road && angle > 180 - FUZZY;
}

static bool names_differ(const struct rival *it)
{
    struct road_label a = road_label_of(it->road->attributes);
    struct road_label b = road_label_of(it->rival->attributes);

    return road_label_changes(it->crossing->roads, &a, &b);
}

static bool is_less_important(const struct rival *it)
{
    const struct road_attributes *via = it->crossing->via_attributes;
    const struct road_attributes *road = it->road->attributes;
    const struct road_attributes *rival = it->rival->attributes;

    if (road_is_link_to(rival, via) && road_is_link_to(rival, road))
        return true;
    if (via->priority != road->priority)
        return false;
    if (it->name_stays && it->apart &&
        (road->priority < rival->priority ||
         road->priority > rival->priority + 4))
        return true;
    if (road_has(rival, ROAD_LINK))
        return true;
    return road_rank_group(via) < road_rank_group(rival) && it->name_breaks &&
           names_differ(it);
}

/* For a road that leads more or less straight on. */
static bool could_be_mistaken(const struct rival *it)
{
    if (it->road->deviation < NARROW && !it->rival->enterable)
        return false;
    if (is_kept_out(it) || is_other_ring(it) || is_behind(it) ||
        is_nameless_aside(it) || lacks_number(it))
        return false;
    if (it->distinct &&
        (it->name_stays || it->name_breaks ||
         it->crossing->via_attributes->priority > RANK_SECONDARY))
        return false;
    return !is_crossing_road(it) && !is_less_important(it);
}

/* For a road that turns: here roads that may not be entered count, too. */
static bool could_be_mistaken_wide(const struct rival *it)
{
    const struct road_attributes *rival = it->rival->attributes;
    bool lesser = road_is_link_to(rival, it->crossing->via_attributes) &&
                  road_is_link_to(rival, it->road->attributes);

    if (lesser && it->rival->deviation > 20)
        return false;
    return it->rival->deviation <= DISTINCT * it->road->deviation;
}

/* Whether no other road could be mistaken for this one: it is by far the
 * straightest, or the others are less important, or have another name while
 * this one keeps its name or number, or cross it. */
static bool road_is_distinct(const struct crossing *crossing, size_t road)
{
    bool wide = crossing->road[road].deviation >= GROUP;

    for (size_t i = 1; i < crossing->count; i++) {
        struct rival it;

        if (i == road)
            continue;
        it = rival_of(crossing, road, i);
        if (wide ? could_be_mistaken_wide(&it) : could_be_mistaken(&it))
            return false;
    }
    return true;
}

/* ---- Compared with one other --------------------------------------------- */

/* Whether `road` is obvious compared with `other` by its importance alone. */
static bool obvious_by_class(const struct crossing *crossing, size_t road,
                             size_t other)
{
    const struct road_attributes *via = crossing->via_attributes;
    const struct road_attributes *a = crossing->road[road].attributes;
    const struct road_attributes *b = crossing->road[other].attributes;
    bool stays = via->priority == a->priority &&
                 road_has(via, ROAD_LINK) == road_has(a, ROAD_LINK);

    if (stays && 1.75f * a->priority < b->priority)
        return true;
    return !road_is_minor(a) && !road_is_minor(via) && road_is_minor(b);
}

bool obvious_of_two(const struct crossing *crossing, size_t road, size_t other)
{
    float mine = crossing->road[road].deviation;
    float others = crossing->road[other].deviation;

    if (obvious_by_class(crossing, road, other))
        return true;
    if (obvious_by_class(crossing, other, road))
        return false;
    if (mine < 0.01f && crossing->via_attributes->name &&
        !crossing_name_changes(crossing, road))
        return true;
    return others > 1.4f * mine && others - mine > FUZZY;
}

/* ---- Candidates --------------------------------------------------------- */

static bool keeps_importance(const struct crossing *crossing, size_t road)
{
    const struct road_attributes *via = crossing->via_attributes;
    const struct road_attributes *to = crossing->road[road].attributes;

    return !road_is_lesser(to, via) && !road_is_link_to(to, via);
}

static bool may_be_nameless(const struct road_attributes *attributes)
{
    return attributes->name || road_is_minor(attributes);
}

/* Whether the traveller's own road continues there. */
static bool is_same_road(const struct crossing *crossing, size_t road)
{
    const struct road_attributes *via = crossing->via_attributes;
    const struct road_attributes *to = crossing->road[road].attributes;

    return crossing->road[road].enterable && may_be_nameless(via) &&
           may_be_nameless(to) && !via->name == !to->name &&
           keeps_importance(crossing, road) &&
           !crossing_name_changes(crossing, road);
}

static bool is_as_important(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].enterable && keeps_importance(crossing, road);
}

static bool is_entry(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].enterable;
}

/* The straightest of the suitable roads; 0: none is suitable. */
static size_t straightest(const struct crossing *crossing,
                          bool (*suits)(const struct crossing *, size_t))
{
    size_t best = 0;

    for (size_t i = 1; i < crossing->count; i++) {
        if (suits(crossing, i) && (!best || crossing->road[i].deviation <
                                                crossing->road[best].deviation))
            best = i;
    }
    return best;
}

/* Entering and leaving roundabouts always needs an instruction. */
static size_t unless_ring(const struct crossing *crossing, size_t road)
{
    bool same = road_has(crossing->via_attributes, ROAD_ROUNDABOUT) ==
                road_has(crossing->road[road].attributes, ROAD_ROUNDABOUT);

    return same ? road : 0;
}

static bool is_only_one_ahead(const struct crossing *crossing, size_t road)
{
    size_t ahead = 0;

    for (size_t i = 1; i < crossing->count; i++)
        ahead += crossing->road[i].deviation <= 90;
    return crossing->road[road].deviation <= 90 && ahead == 1;
}

static bool all_have_one_name(const struct crossing *crossing)
{
    uint32_t name = crossing->via_attributes->name;

    for (size_t i = 1; i < crossing->count; i++) {
        if (crossing->road[i].attributes->name != name)
            return false;
    }
    return name;
}

/* The traveller's own road ends at another that goes both ways. */
static bool is_tee(const struct crossing *crossing)
{
    const struct crossing_road *road = crossing->road;

    return crossing->count == 3 && fabsf(road[1].turn - 90) < NARROW &&
           fabsf(road[2].turn + 90) < NARROW;
}

/* A dual carriageway becomes one road: there is only one way on. */
static bool is_join(const struct crossing *crossing)
{
    return crossing->count == 3 && all_have_one_name(crossing) &&
           crossing_enterable(crossing) == 1 && !is_tee(crossing);
}

/* If roads as important as the traveller's own do not go on. */
static size_t obvious_lesser(const struct crossing *crossing, size_t important)
{
    size_t road = straightest(crossing, is_entry);
    const struct road_attributes *to = crossing->road[road].attributes;
    float deviation = crossing->road[road].deviation;

    if (!road)
        return 0;
    if (road != important && !road_is_minor(to) &&
        (deviation <= GROUP || is_only_one_ahead(crossing, road)) &&
        road_is_distinct(crossing, road))
        return unless_ring(crossing, road);
    if (road_is_motorway(to) && deviation <= GROUP &&
        crossing_enterable(crossing) == 1)
        return unless_ring(crossing, road);
    return is_join(crossing) ? unless_ring(crossing, road) : 0;
}

size_t only_road(const struct crossing *crossing)
{
    size_t road = 0;

    if (road_is_minor(crossing->via_attributes))
        return 0;
    for (size_t i = 1; i < crossing->count; i++) {
        if (road_is_minor(crossing->road[i].attributes))
            continue;
        if (road)
            return 0;
        road = i;
    }
    return road && crossing->road[road].enterable &&
                   crossing->road[road].deviation <= BEHIND
               ? road
               : 0;
}

/* The traveller's own road bends, and others only come in: there is only one
 * way on. */
static size_t only_way(const struct crossing *crossing)
{
    size_t road = straightest(crossing, is_entry);

    return road && crossing_enterable(crossing) == 1 && !is_tee(crossing) &&
                   crossing->road[road].deviation < 120 &&
                   crossing_name_stays(crossing, road)
               ? road
               : 0;
}

size_t obvious_road(const struct crossing *crossing)
{
    size_t road;

    if (crossing->count <= 2)
        return crossing->count - 1;
    road = only_road(crossing);
    if (!road)
        road = only_way(crossing);
    if (road)
        return unless_ring(crossing, road);
    road = straightest(crossing, is_same_road);
    if (road && road_is_distinct(crossing, road))
        return unless_ring(crossing, road);
    road = straightest(crossing, is_as_important);
    if (road && road_is_distinct(crossing, road))
        return unless_ring(crossing, road);
    return obvious_lesser(crossing, road);
}
