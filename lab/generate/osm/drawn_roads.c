/* drawn_roads: streets joined straight on into roads, and what each road is. */
#include "lab/generate/osm/drawn_roads.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/generate/osm/drawn_crossings.h"
#include "lab/generate/osm/drawn_dice.h"

#define ROAD_NONE UINT32_MAX

/* The cosines of the turns up to which a street goes on as the same road, 45
 * degrees, and a road that leads far, 110: it has one number all along. */
static const double straight = 0.7071;
static const double straight_far = -0.342;

const char *drawn_kind_name(enum drawn_kind kind)
{
    static const char *const names[KIND_COUNT] = {
        [KIND_MOTORWAY] = "motorway",
        [KIND_TRUNK] = "trunk",
        [KIND_PRIMARY] = "primary",
        [KIND_SECONDARY] = "secondary",
        [KIND_TERTIARY] = "tertiary",
        [KIND_UNCLASSIFIED] = "unclassified",
        [KIND_RESIDENTIAL] = "residential",
        [KIND_LIVING_STREET] = "living_street",
        [KIND_SERVICE] = "service",
        [KIND_TRACK] = "track",
        [KIND_PEDESTRIAN] = "pedestrian",
        [KIND_CYCLEWAY] = "cycleway",
        [KIND_FOOTWAY] = "footway",
        [KIND_PATH] = "path",
    };

    return names[kind];
}

/* How straight one goes on from one end into the other, a cosine. */
static double straightness(const struct drawn_streets *streets, uint32_t a,
                           uint32_t b)
{
    struct point one = drawn_direction(streets, a);
    struct point other = drawn_direction(streets, b);

    return -(one.x * other.x + one.y * other.y);
}

static bool may_join(const struct drawn_roads *roads, uint32_t a, uint32_t b)
{
    const struct drawn_street *one = &roads->streets->street[a / 2];
    const struct drawn_street *other = &roads->streets->street[b / 2];

    return roads->next[a] == END_NONE && roads->next[b] == END_NONE &&
           one->road_class == other->road_class && one->road_class != ROAD_RAIL;
}

/* Whether a turn of that cosine is one that the road at an end goes on by. */
static bool goes_on(const struct drawn_streets *streets, uint32_t end,
                    double cosine)
{
    uint8_t road_class = streets->street[end_street(end)].road_class;
    bool far = road_class == ROAD_MOTORWAY || road_class == ROAD_TRUNK ||
               road_class == ROAD_PRIMARY;

    return cosine > (far ? straight_far : straight);
}

/* The two ends that are still free and straightest; false: none is straight. */
static bool find_pair(const struct drawn_roads *roads, uint32_t vertex,
                      uint32_t pair[2])
{
    const struct drawn_streets *streets = roads->streets;
    const uint32_t *end = streets->end + streets->first[vertex];
    uint32_t degree = drawn_degree(streets, vertex);
    double best = -2;

    for (uint32_t i = 0; i < degree; i++) {
        for (uint32_t j = i + 1; j < degree; j++) {
            double value = straightness(streets, end[i], end[j]);

            if (value <= best || !goes_on(streets, end[i], value) ||
                !may_join(roads, end[i], end[j]))
                continue;
            best = value;
            pair[0] = end[i];
            pair[1] = end[j];
        }
    }
    return best > -2;
}

static void join_streets(struct drawn_roads *roads)
{
    uint32_t n = roads->streets->map->topology.vertex_count;
    uint32_t pair[2];

    for (uint32_t e = 0; e < 2 * roads->streets->count; e++)
        roads->next[e] = END_NONE;
    for (uint32_t v = 0; v < n; v++) {
        while (find_pair(roads, v, pair)) {
            roads->next[pair[0]] = pair[1];
            roads->next[pair[1]] = pair[0];
        }
    }
}

/* Where the road that passes a street begins; of a ring any place does. */
static uint32_t find_begin(const struct drawn_roads *roads, uint32_t street)
{
    uint32_t end = 2 * street;

    while (roads->next[end] != END_NONE) {
        end = roads->next[end] ^ 1;
        if (end_street(end) == street)
            break;
    }
    return end;
}

uint32_t drawn_roads_onward(const struct drawn_roads *roads, uint32_t end)
{
    uint32_t next = roads->next[end ^ 1];

    if (next == END_NONE || next == roads->begin[roads->road[end_street(end)]])
        return END_NONE;
    return next;
}

static void follow(struct drawn_roads *roads, uint32_t begin)
{
    roads->begin[roads->count] = begin;
    roads->road[end_street(begin)] = roads->count;
    for (uint32_t e = begin; e != END_NONE; e = drawn_roads_onward(roads, e))
        roads->road[end_street(e)] = roads->count;
    roads->count++;
}

static void number_roads(struct drawn_roads *roads)
{
    uint32_t n = roads->streets->count;

    for (uint32_t s = 0; s < n; s++)
        roads->road[s] = ROAD_NONE;
    for (uint32_t s = 0; s < n; s++) {
        if (roads->road[s] == ROAD_NONE)
            follow(roads, find_begin(roads, s));
    }
}

/* What a road is like, to tell what kind it is. */
struct look {
    uint32_t streets;
    double length; /* of a street, to the mean of all */
    bool needed;   /* one of its streets is */
    bool dead_end; /* it ends where nothing else begins */
};

static struct look look_at(const struct drawn_roads *roads, uint32_t road)
{
    const struct drawn_streets *streets = roads->streets;
    struct look look = {0};
    double length = 0;

    for (uint32_t e = roads->begin[road]; e != END_NONE;
         e = drawn_roads_onward(roads, e)) {
        look.streets++;
        length += drawn_length(streets, end_street(e));
        look.needed |= streets->street[end_street(e)].flags & DRAWN_NEEDED;
        look.dead_end |= drawn_degree(streets, end_vertex(streets, e)) == 1 ||
                         drawn_degree(streets, end_vertex(streets, e ^ 1)) == 1;
    }
    if (streets->length_mean > 0)
        look.length = length / look.streets / streets->length_mean;
    return look;
}

static enum drawn_kind dead_end_kind(const struct look *look, double die)
{
    if (look->length > 2)
        return die < 0.5 ? KIND_TRACK : KIND_UNCLASSIFIED;
    return die < 0.35 ? KIND_SERVICE : KIND_RESIDENTIAL;
}

static enum drawn_kind closed_kind(double die)
{
    return die < 0.1   ? KIND_PEDESTRIAN
           : die < 0.3 ? KIND_CYCLEWAY
           : die < 0.8 ? KIND_FOOTWAY
                       : KIND_PATH;
}

static enum drawn_kind local_kind(const struct drawn_roads *roads,
                                  uint32_t road)
{
    struct look look = look_at(roads, road);
    double die = dice_unit(roads->seed, DIE_KIND, road);

    if (look.streets >= 8)
        return die < 0.5 ? KIND_TERTIARY : KIND_UNCLASSIFIED;
    if (!look.needed && die < 0.15)
        return closed_kind(die / 0.15);
    if (look.dead_end && look.streets == 1)
        return dead_end_kind(&look, die);
    if (look.length > 2)
        return KIND_UNCLASSIFIED;
    return die > 0.95 ? KIND_LIVING_STREET : KIND_RESIDENTIAL;
}

static enum drawn_kind kind_of(const struct drawn_roads *roads, uint32_t road)
{
    uint32_t street = end_street(roads->begin[road]);

    switch (roads->streets->street[street].road_class) {
    case ROAD_MOTORWAY:
        return KIND_MOTORWAY;
    case ROAD_TRUNK:
        return KIND_TRUNK;
    case ROAD_PRIMARY:
        return KIND_PRIMARY;
    case ROAD_SECONDARY:
        return KIND_SECONDARY;
    case ROAD_RAIL:
        return KIND_RAIL;
    default:
        return local_kind(roads, road);
    }
}

/* Ways lie as their roads do, one-way streets as one drives there, but for few.
 */
static bool lies_against(const struct drawn_roads *roads, uint32_t road,
                         uint32_t end)
{
    const struct drawn_street *street =
        &roads->streets->street[end_street(end)];

    return end % 2 && (!(street->flags & DRAWN_ONE_WAY) ||
                       dice_say(roads->seed, DIE_BACKWARD, road, 0.1));
}

static void set_kind(struct drawn_roads *roads, uint32_t road)
{
    struct drawn_streets *streets = roads->streets;
    enum drawn_kind kind = kind_of(roads, road);
    bool dual =
        kind == KIND_MOTORWAY ||
        (kind == KIND_TRUNK && dice_say(roads->seed, DIE_DUAL, road, 0.5));

    for (uint32_t e = roads->begin[road]; e != END_NONE;
         e = drawn_roads_onward(roads, e)) {
        struct drawn_street *street = &streets->street[end_street(e)];

        street->kind = (uint8_t)kind;
        if (dual && !(street->flags & DRAWN_ONE_WAY))
            street->flags |= DRAWN_DUAL;
        if (lies_against(roads, road, e))
            street->flags |= DRAWN_AGAINST;
    }
}

static int alloc(struct drawn_roads *roads)
{
    size_t n = roads->streets->count;

    roads->next = array_alloc(2 * n, sizeof(*roads->next));
    roads->road = array_alloc(n, sizeof(*roads->road));
    roads->begin = array_alloc(n, sizeof(*roads->begin));
    roads->vertex_flags =
        array_zero(roads->streets->map->topology.vertex_count, sizeof(uint8_t));
    return roads->next && roads->road && roads->begin && roads->vertex_flags
               ? 0
               : -ENOMEM;
}

int drawn_roads_init(struct drawn_roads *roads, struct drawn_streets *streets,
                     uint64_t seed)
{
    int r;

    *roads = (struct drawn_roads){.streets = streets, .seed = seed};
    r = alloc(roads);
    if (r)
        return r;
    join_streets(roads);
    number_roads(roads);
    for (uint32_t road = 0; road < roads->count; road++)
        set_kind(roads, road);
    drawn_crossings_set(roads);
    return 0;
}

void drawn_roads_finish(struct drawn_roads *roads)
{
    free(roads->next);
    free(roads->road);
    free(roads->begin);
    free(roads->vertex_flags);
    *roads = (struct drawn_roads){0};
}
