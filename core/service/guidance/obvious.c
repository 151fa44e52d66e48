/* obvious: which way on needs no telling. */
#include "core/service/guidance/obvious.h"

#include <math.h>

#include "core/service/guidance/importance.h"
#include "core/service/guidance/rivals.h"

/* Degrees. */
#define NARROW 40.0f
#define GROUP  60.0f
#define FUZZY  25.0f

/* ---- Beside one other ---------------------------------------------------- */

bool obvious_by_class(const struct crossing *crossing, size_t road,
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

/* Whether one's own road goes on by it. */
static bool is_same_road(const struct crossing *crossing, size_t road)
{
    const struct road_attributes *via = crossing->via_attributes;
    const struct road_attributes *to = crossing->road[road].attributes;

    return crossing->road[road].entry && may_be_nameless(via) &&
           may_be_nameless(to) && !via->name == !to->name &&
           keeps_importance(crossing, road) &&
           !crossing_name_changes(crossing, road);
}

static bool is_as_important(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].entry && keeps_importance(crossing, road);
}

static bool is_entry(const struct crossing *crossing, size_t road)
{
    return crossing->road[road].entry;
}

/* Of the roads that suit the one most straight on; 0: none does. */
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

/* Entering and leaving roundabouts is always told. */
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

/* One's own road ends at another that goes both ways. */
static bool is_tee(const struct crossing *crossing)
{
    const struct crossing_road *road = crossing->road;

    return crossing->count == 3 && fabsf(road[1].turn - 90) < NARROW &&
           fabsf(road[2].turn + 90) < NARROW;
}

/* A dual carriageway that becomes one road: there is one way on. */
static bool is_join(const struct crossing *crossing)
{
    return crossing->count == 3 && all_have_one_name(crossing) &&
           crossing_entries(crossing) == 1 && !is_tee(crossing);
}

/* Where roads that are as important as ours do not go on. */
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
        crossing_entries(crossing) == 1)
        return unless_ring(crossing, road);
    return is_join(crossing) ? unless_ring(crossing, road) : 0;
}

/* The one road that is more than a yard, where there are yards and more or less
 * straight on it goes on; else 0. */
static size_t only_road(const struct crossing *crossing)
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
    return road && crossing->road[road].entry &&
                   crossing->road[road].deviation <= GROUP
               ? road
               : 0;
}

/* Where one's own road bends, and others only come in: there is one way on. */
static size_t only_way(const struct crossing *crossing)
{
    size_t road = straightest(crossing, is_entry);

    return road && crossing_entries(crossing) == 1 && !is_tee(crossing) &&
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
