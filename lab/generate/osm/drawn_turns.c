/* drawn_turns: turn restrictions, at crossings and over short streets. */
#include "lab/generate/osm/drawn_dice.h"
#include "lab/generate/osm/drawn_writer.h"

/* Which way one turns. */
enum side { SIDE_STRAIGHT, SIDE_LEFT, SIDE_RIGHT, SIDE_BACK };

static const char *const forbidden[] = {
    [SIDE_STRAIGHT] = "no_straight_on",
    [SIDE_LEFT] = "no_left_turn",
    [SIDE_RIGHT] = "no_right_turn",
    [SIDE_BACK] = "no_u_turn",
};

static const char *const ordered[] = {
    [SIDE_STRAIGHT] = "only_straight_on",
    [SIDE_LEFT] = "only_left_turn",
    [SIDE_RIGHT] = "only_right_turn",
    [SIDE_BACK] = "only_u_turn",
};

/* Of who comes along one street and leaves by another, each seen from where
 * its end is. */
static enum side side_of(const struct drawn_streets *streets, uint32_t from,
                         uint32_t to)
{
    struct point in = drawn_direction(streets, from);
    struct point out = drawn_direction(streets, to);
    double along = -(in.x * out.x + in.y * out.y);
    double left = -(in.x * out.y - in.y * out.x);

    if (along > 0.7)
        return SIDE_STRAIGHT;
    if (along < -0.9)
        return SIDE_BACK;
    return left > 0 ? SIDE_LEFT : SIDE_RIGHT;
}

static int put_relation(struct drawn_writer *writer,
                        const struct osm_member *members, size_t member_count,
                        const struct drawn_tags *tags)
{
    writer->drawn.relations++;
    return writer->sink->relation(
        writer->sink, (int64_t)writer->drawn.relations, members, member_count,
        tags->tag, tags->count, writer->error);
}

/* Some hold at times, or not for all. */
static void tag_restriction(const struct drawn_writer *writer, uint64_t of,
                            const char *what, struct drawn_tags *tags)
{
    double die = dice_unit(writer->seed, DIE_EXCEPT, of);

    drawn_tag(tags, "type", "restriction");
    if (die < 0.05) {
        drawn_tag_print(tags, "restriction:conditional",
                        "%s @ (Mo-Fr 07:00-09:00)", what);
        return;
    }
    drawn_tag(tags, die < 0.08 ? "restriction:hgv" : "restriction", what);
    if (die > 0.9)
        drawn_tag(tags, "except", die > 0.95 ? "bicycle" : "psv;bicycle");
}

static int put_turn(struct drawn_writer *writer, uint32_t vertex, uint32_t from,
                    uint32_t to, const char *what)
{
    const struct drawn_streets *streets = writer->streets;
    const struct osm_member members[] = {
        {writer->way_in[from], OSM_WAY, ROLE_FROM},
        {(int64_t)streets->map->external_id[vertex], OSM_NODE, ROLE_VIA},
        {writer->way_out[to], OSM_WAY, ROLE_TO},
    };
    struct drawn_tags tags = {0};

    tag_restriction(writer, vertex, what, &tags);
    return put_relation(writer, members, 3, &tags);
}

static bool is_for_cars(const struct drawn_streets *streets, uint32_t end)
{
    return streets->street[end_street(end)].kind < KIND_PEDESTRIAN;
}

static bool may_turn(const struct drawn_writer *writer, uint32_t from,
                     uint32_t to)
{
    return writer->way_in[from] && writer->way_out[to] &&
           is_for_cars(writer->streets, from) &&
           is_for_cars(writer->streets, to);
}

/* What is wanted at a crossing: no turn to the left mostly. */
static enum side wanted_side(uint64_t die, bool *ret_only)
{
    *ret_only = die % 100 < 25;
    if (die % 100 < 20)
        return SIDE_STRAIGHT;
    if (die % 100 < 25)
        return SIDE_RIGHT;
    return die % 100 < 70 ? SIDE_LEFT : die % 100 < 90 ? SIDE_BACK : SIDE_RIGHT;
}

/* The first pair of streets, beginning somewhere, between which one turns so.
 */
static int restrict_vertex(struct drawn_writer *writer, uint32_t vertex)
{
    const struct drawn_streets *streets = writer->streets;
    const uint32_t *end = streets->end + streets->first[vertex];
    uint32_t degree = drawn_degree(streets, vertex);
    uint64_t die = dice_of(writer->seed, DIE_RULE, vertex);
    bool only;
    enum side side = wanted_side(die, &only);

    for (uint32_t i = 0; i < degree * degree; i++) {
        uint64_t pair = (i + (die >> 32)) % (degree * degree);
        uint32_t from = end[pair / degree];
        uint32_t to = end[pair % degree];

        if (may_turn(writer, from, to) && side_of(streets, from, to) == side)
            return put_turn(writer, vertex, from, to,
                            only ? ordered[side] : forbidden[side]);
    }
    return 0;
}

/* An end at the vertex by whose way one comes (or goes), but not that of
 * `street`; END_NONE where there is none. */
static uint32_t other_end(const struct drawn_writer *writer, uint32_t vertex,
                          uint32_t street, const uint32_t *ways, uint64_t die)
{
    const struct drawn_streets *streets = writer->streets;
    uint32_t degree = drawn_degree(streets, vertex);

    for (uint32_t i = 0; i < degree; i++) {
        uint32_t end =
            streets->end[streets->first[vertex] + (i + die) % degree];

        if (end_street(end) != street && ways[end] && is_for_cars(streets, end))
            return end;
    }
    return END_NONE;
}

static int restrict_street(struct drawn_writer *writer, uint32_t s)
{
    const struct drawn_street *street = &writer->streets->street[s];
    uint64_t die = dice_of(writer->seed, DIE_PAIR, s);
    uint32_t from = other_end(writer, street->a, s, writer->way_in, die % 1024);
    uint32_t to =
        other_end(writer, street->b, s, writer->way_out, (die >> 16) % 1024);
    struct osm_member members[3];
    struct drawn_tags tags = {0};
    enum side side;

    if (from == END_NONE || to == END_NONE || !writer->way_in[2 * s + 1])
        return 0;
    members[0] = (struct osm_member){writer->way_in[from], OSM_WAY, ROLE_FROM};
    members[1] =
        (struct osm_member){writer->way_in[2 * s + 1], OSM_WAY, ROLE_VIA};
    members[2] = (struct osm_member){writer->way_out[to], OSM_WAY, ROLE_TO};
    side = side_of(writer->streets, from, to);
    tag_restriction(writer, UINT32_MAX + (uint64_t)s,
                    die >> 62 ? forbidden[side] : ordered[side], &tags);
    return put_relation(writer, members, 3, &tags);
}

int drawn_write_turns(struct drawn_writer *writer)
{
    uint32_t n = writer->streets->map->topology.vertex_count;
    int r = 0;

    for (uint32_t v = 0; v < n && !r; v++) {
        if (writer->roads->vertex_flags[v] & VERTEX_RESTRICTED)
            r = restrict_vertex(writer, v);
    }
    for (uint32_t s = 0; s < writer->streets->count && !r; s++) {
        if (writer->streets->street[s].flags & DRAWN_VIA)
            r = restrict_street(writer, s);
    }
    return r;
}
