/* ring_kind: what a roundabout is for people, found by going around it. */
#include "core/service/guidance/ring.h"

#define CIRCLE_MM      6283.185307 /* around a circle of a metre's radius */
#define SMALL_RADIUS_M 15
#define BRANCHES_APART 40

enum { PIECES_MAX = 200, CONNECTED_MAX = 48, BRANCHES_MAX = 4 };

struct ring {
    const struct roads *roads;
    unsigned flag;
    uint32_t entries; /* junctions where other roads meet it */
    uint64_t length_mm;
    uint32_t name;
    bool has_names;                    /* more than one */
    bool crowded;                      /* several roads at one junction */
    uint32_t connected[CONNECTED_MAX]; /* names of roads that meet it */
    uint32_t connected_count;
    float branch[BRANCHES_MAX]; /* bearings of roads that leave at the first
                                   entries */
};

static unsigned flags_of(const struct roads *roads, uint32_t edge)
{
    return roads_attributes(roads, edge_piece(edge))->flags &
           (ROAD_ROUNDABOUT | ROAD_CIRCULAR);
}

static void note_name(struct ring *ring, uint32_t edge)
{
    uint32_t name = roads_attributes(ring->roads, edge_piece(edge))->name;

    ring->has_names |= ring->name && name && name != ring->name;
    if (name)
        ring->name = name;
}

static void note_branch(struct ring *ring, struct compass *compass,
                        uint32_t edge)
{
    if (ring->connected_count < CONNECTED_MAX)
        ring->connected[ring->connected_count++] =
            roads_attributes(ring->roads, edge_piece(edge))->name;
    if (ring->entries < BRANCHES_MAX)
        ring->branch[ring->entries] =
            compass_edge_bearing(compass, ring->roads, edge);
}

/* Looks at a junction; returns the edge by which the ring goes on, EDGE_NONE
 * where it is not clear that it does. */
static uint32_t pass_junction(struct ring *ring, struct compass *compass,
                              uint32_t junction)
{
    const struct roads *roads = ring->roads;
    uint32_t end = roads->first_leaving[junction + 1];
    uint32_t on = EDGE_NONE;
    uint32_t around = 0;
    uint32_t others = 0;

    for (uint32_t i = roads->first_leaving[junction]; i < end; i++) {
        uint32_t edge = roads->leaving[i];
        unsigned flags = flags_of(roads, edge);

        around += flags != 0;
        if (!flags && others++ == 0)
            note_branch(ring, compass, edge);
        if (flags != ring->flag || !edge_is_open(roads, edge))
            continue;
        if (on != EDGE_NONE)
            return EDGE_NONE;
        on = edge;
    }
    ring->entries += others > 0;
    ring->crowded |= others > 1;
    return around == 2 ? on : EDGE_NONE;
}

static bool go_around(struct ring *ring, struct compass *compass,
                      uint32_t junction)
{
    uint32_t at = junction;

    for (uint32_t i = 0; i < PIECES_MAX; i++) {
        uint32_t edge = pass_junction(ring, compass, at);

        if (edge == EDGE_NONE)
            return false;
        note_name(ring, edge);
        ring->length_mm += roads_edge_sums(ring->roads, edge).length_mm;
        at = edge_head(ring->roads, edge);
        if (at == junction)
            return true;
    }
    return false;
}

/* A name that no road has that leads there. */
static bool has_own_name(const struct ring *ring)
{
    for (uint32_t i = 0; i < ring->connected_count; i++) {
        if (ring->connected[i] == ring->name)
            return false;
    }
    return true;
}

/* Up to four roads that lead away in clearly different directions. */
static bool is_like_crossing(const struct ring *ring)
{
    if (ring->entries > BRANCHES_MAX || ring->crowded)
        return false;
    for (uint32_t i = 0; i < ring->entries; i++) {
        for (uint32_t j = 0; j < i; j++) {
            float apart = bearing_turn(ring->branch[i], ring->branch[j]);

            if (apart <= BRANCHES_APART && apart >= -BRANCHES_APART)
                return false;
        }
    }
    return true;
}

static enum ring_kind kind_of(const struct ring *ring)
{
    double radius_m = (double)ring->length_mm / CIRCLE_MM;
    bool circular = ring->flag == ROAD_CIRCULAR;
    bool named = ring->name && !ring->has_names;

    if (!ring->entries)
        return RING_NONE;
    if (ring->entries == 1 && !circular)
        return RING_TURN;
    if (named &&
        (circular || (has_own_name(ring) && radius_m > SMALL_RADIUS_M)))
        return RING_ROTARY;
    if (circular)
        return RING_NONE;
    return radius_m < SMALL_RADIUS_M && is_like_crossing(ring)
               ? RING_TURN
               : RING_ROUNDABOUT;
}

enum ring_kind ring_kind_at(const struct roads *roads, struct compass *compass,
                            uint32_t junction)
{
    struct ring ring = {.roads = roads};

    for (uint32_t i = roads->first_leaving[junction];
         i < roads->first_leaving[junction + 1]; i++)
        ring.flag |= flags_of(roads, roads->leaving[i]);
    if (ring.flag != ROAD_ROUNDABOUT && ring.flag != ROAD_CIRCULAR)
        return RING_NONE;
    return go_around(&ring, compass, junction) ? kind_of(&ring) : RING_NONE;
}
