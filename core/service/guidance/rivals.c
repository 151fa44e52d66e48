/* rivals: which roads could be mistaken for the one that is meant. */
#include "core/service/guidance/rivals.h"

#include <math.h>

#include "core/service/guidance/importance.h"

/* Degrees. */
#define NARROW   40.0f
#define GROUP    60.0f
#define FUZZY    25.0f
#define BEHIND   120.0f
#define DISTINCT 2.0f /* so many times as far from straight */

enum { RANK_SECONDARY = 6 };

/* A road that might be the one meant, beside the one that is. */
struct rival {
    const struct crossing *crossing;
    const struct crossing_road *road;
    const struct crossing_road *rival;
    bool name_stays;  /* into the road */
    bool name_breaks; /* into the rival */
    bool distinct;    /* it is much farther from straight on */
    bool apart;       /* it is somewhat farther */
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

/* Nobody strays from a common road into one for residents. */
static bool is_kept_out(const struct rival *it)
{
    return it->distinct && road_has(it->rival->attributes, ROAD_RESTRICTED) &&
           !road_has(it->road->attributes, ROAD_RESTRICTED) &&
           !road_has(it->crossing->via_attributes, ROAD_RESTRICTED);
}

/* Nobody leaves a roundabout, or enters one, by going straight on. */
static bool is_other_ring(const struct rival *it)
{
    bool via = road_has(it->crossing->via_attributes, ROAD_ROUNDABOUT);

    return via == road_has(it->road->attributes, ROAD_ROUNDABOUT) &&
           via != road_has(it->rival->attributes, ROAD_ROUNDABOUT) &&
           it->road->deviation < it->rival->deviation;
}

/* The road that lies nearest to where the rival would lead on from. */
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

/* Whether the rival leads back: mostly it is the other carriageway, which joins
 * ours here. */
static bool is_behind(const struct rival *it)
{
    return it->road->deviation < NARROW && it->rival->deviation > BEHIND;
}

/* Ours goes straight on, and the rival is far from that. */
static bool is_aside(const struct rival *it)
{
    return it->distinct && it->road->deviation < FUZZY &&
           it->rival->deviation > it->road->deviation + FUZZY;
}

/* A nameless road that leaves one which has a name, or a number. */
static bool is_nameless_aside(const struct rival *it)
{
    struct road_label via = road_label_of(it->crossing->via_attributes);
    struct road_label rival = road_label_of(it->rival->attributes);

    return is_aside(it) && road_label_empty(&rival) &&
           !road_label_empty(&via) &&
           !road_is_lesser(it->road->attributes, it->rival->attributes);
}

/* Ours has a number, which goes on and not into the rival. */
static bool lacks_number(const struct rival *it)
{
    const struct road_attributes *via = it->crossing->via_attributes;
    const struct road_attributes *road = it->road->attributes;

    return is_aside(it) && via->ref && via->ref == road->ref &&
           via->ref != it->rival->attributes->ref &&
           via->priority == road->priority;
}

/* Whether the rival is a road of its own that crosses here, and not one into
 * which ours might turn. */
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
    if (it->road->deviation < NARROW && !it->rival->entry)
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

/* For a road that turns: also where one must not go counts. */
static bool could_be_mistaken_wide(const struct rival *it)
{
    const struct road_attributes *rival = it->rival->attributes;
    bool lesser = road_is_link_to(rival, it->crossing->via_attributes) &&
                  road_is_link_to(rival, it->road->attributes);

    if (lesser && it->rival->deviation > 20)
        return false;
    return it->rival->deviation <= DISTINCT * it->road->deviation;
}

bool road_is_distinct(const struct crossing *crossing, size_t road)
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
