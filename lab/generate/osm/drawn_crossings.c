/* drawn_crossings: what is where streets meet. */
#include "lab/generate/osm/drawn_crossings.h"

#include "lab/generate/osm/drawn_dice.h"
#include "lab/generate/osm/drawn_shape.h"

/* What meets at a vertex. */
struct meeting {
    uint32_t streets; /* but rails */
    uint32_t main;    /* secondary and greater */
    uint32_t wide;    /* tertiary and greater */
    bool motorway;    /* with carriageways apart */
    bool dual;
    bool rail;
    double shortest; /* of the streets, in degrees times 10^7 */
};

static void meet(const struct drawn_streets *streets, uint32_t end,
                 struct meeting *meeting)
{
    const struct drawn_street *street = &streets->street[end_street(end)];
    double length = drawn_length(streets, end_street(end));

    if (street->kind == KIND_RAIL) {
        meeting->rail = true;
        return;
    }
    if (!meeting->streets || length < meeting->shortest)
        meeting->shortest = length;
    meeting->streets++;
    meeting->main += street->kind <= KIND_SECONDARY;
    meeting->wide += street->kind <= KIND_TERTIARY;
    meeting->dual |= street->flags & DRAWN_DUAL;
    meeting->motorway |=
        street->kind == KIND_MOTORWAY && street->flags & DRAWN_DUAL;
}

static struct meeting meeting_at(const struct drawn_streets *streets,
                                 uint32_t vertex)
{
    struct meeting meeting = {0};

    for (uint32_t i = streets->first[vertex]; i < streets->first[vertex + 1];
         i++)
        meet(streets, streets->end[i], &meeting);
    return meeting;
}

static bool is_ring(const struct drawn_roads *roads, uint32_t vertex,
                    const struct meeting *at)
{
    return !at->rail && !at->dual && at->streets >= 3 && at->streets <= 6 &&
           at->wide >= 2 && at->shortest > 5 * DRAWN_RING_RADIUS &&
           dice_say(roads->seed, DIE_RING, vertex, 0.06);
}

static bool is_restricted(const struct drawn_roads *roads, uint32_t vertex,
                          const struct meeting *at)
{
    double share = at->main >= 3 ? 0.3 : at->wide >= 2 ? 0.08 : 0.01;

    return at->streets >= 3 &&
           dice_say(roads->seed, DIE_RESTRICTED, vertex, share);
}

static bool has_signals(const struct drawn_roads *roads, uint32_t vertex,
                        const struct meeting *at)
{
    double share = at->main >= 3 ? 0.5 : at->main >= 2 ? 0.1 : 0;

    return at->streets >= 3 && !at->motorway &&
           dice_say(roads->seed, DIE_SIGNALS, vertex, share);
}

/* A ramp is part of a street that is long enough for it and has no other. */
static void set_link(struct drawn_streets *streets, uint32_t end)
{
    struct drawn_street *street = &streets->street[end_street(end)];

    if (street->kind > KIND_RESIDENTIAL ||
        street->flags & (DRAWN_DUAL | DRAWN_ONE_WAY | DRAWN_LINK_A |
                         DRAWN_LINK_B | DRAWN_VIA) ||
        drawn_length(streets, end_street(end)) < 5 * DRAWN_RING_RADIUS)
        return;
    street->flags |= end % 2 ? DRAWN_LINK_B : DRAWN_LINK_A;
}

static void set_links(struct drawn_streets *streets, uint32_t vertex)
{
    for (uint32_t i = streets->first[vertex]; i < streets->first[vertex + 1];
         i++)
        set_link(streets, streets->end[i]);
}

static void set_vertex(struct drawn_roads *roads, uint32_t vertex)
{
    struct meeting at = meeting_at(roads->streets, vertex);
    uint8_t *flags = &roads->vertex_flags[vertex];

    if (at.rail)
        *flags |= VERTEX_STATION;
    if (is_ring(roads, vertex, &at)) {
        *flags |= VERTEX_RING | VERTEX_CUT;
        return;
    }
    if (is_restricted(roads, vertex, &at))
        *flags |= VERTEX_RESTRICTED | VERTEX_CUT;
    if (has_signals(roads, vertex, &at))
        *flags |= VERTEX_SIGNALS;
    if (at.motorway)
        set_links(roads->streets, vertex);
}

/* Short streets of towns between two crossings. */
static bool is_via(const struct drawn_roads *roads, uint32_t s)
{
    const struct drawn_streets *streets = roads->streets;
    const struct drawn_street *street = &streets->street[s];
    const uint8_t *flags = roads->vertex_flags;

    return street->kind <= KIND_RESIDENTIAL &&
           !(street->flags &
             (DRAWN_DUAL | DRAWN_ONE_WAY | DRAWN_LINK_A | DRAWN_LINK_B)) &&
           !((flags[street->a] | flags[street->b]) & VERTEX_RING) &&
           drawn_degree(streets, street->a) >= 3 &&
           drawn_degree(streets, street->b) >= 3 &&
           drawn_length(streets, s) < streets->length_mean &&
           dice_say(roads->seed, DIE_VIA, s, 0.005);
}

static void set_via(struct drawn_roads *roads, uint32_t s)
{
    struct drawn_street *street = &roads->streets->street[s];

    if (!is_via(roads, s))
        return;
    street->flags |= DRAWN_VIA;
    roads->vertex_flags[street->a] |= VERTEX_CUT;
    roads->vertex_flags[street->b] |= VERTEX_CUT;
}

void drawn_crossings_set(struct drawn_roads *roads)
{
    uint32_t n = roads->streets->map->topology.vertex_count;

    for (uint32_t v = 0; v < n; v++)
        set_vertex(roads, v);
    for (uint32_t s = 0; s < roads->streets->count; s++)
        set_via(roads, s);
}
