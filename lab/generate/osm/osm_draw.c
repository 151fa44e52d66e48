/* osm_draw: nodes, then ways (drawn_ways.c), then turn restrictions. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/generate/osm/drawn.h"
#include "lab/generate/osm/osm_draw.h"

/* ---- Nodes --------------------------------------------------------------- */

static int put_node(struct drawn *drawn, uint64_t id, struct position position,
                    const struct drawn_tags *tags)
{
    const struct osm_object node = {
        .kind = OSM_NODE,
        .id = (int64_t)id,
        .position = position,
        .tags = tags->tag,
        .tag_count = tags->count,
    };

    drawn->counts.nodes++;
    return drawn->sink->put(drawn->sink, &node, drawn->error);
}

static bool has_ramps(const struct drawn *drawn, uint32_t vertex)
{
    for (uint32_t i = drawn->first[vertex]; i < drawn->first[vertex + 1]; i++) {
        if (drawn_has_link(drawn, drawn->end[i]))
            return true;
    }
    return false;
}

static void tag_vertex(const struct drawn *drawn, uint32_t vertex,
                       struct drawn_tags *tags)
{
    uint64_t die = dice_of(drawn->seed, DIE_END, vertex);

    if (drawn->vertex_flags[vertex] & VERTEX_SIGNALS) {
        drawn_tag(tags, "highway", "traffic_signals");
    } else if (has_ramps(drawn, vertex)) {
        drawn_tag(tags, "highway", "motorway_junction");
        drawn_tag_place_name(tags, "name", die);
        drawn_tag_print(tags, "ref", "%u", (unsigned)(1 + die % 150));
    } else if (drawn_degree(drawn, vertex) == 1 && die % 4 == 0) {
        drawn_tag(tags, "highway", "turning_circle");
    }
}

static int write_vertices(struct drawn *drawn)
{
    const struct map *map = drawn->map;
    int r = 0;

    for (uint32_t i = 0; i < map->topology.vertex_count && !r; i++) {
        uint32_t v = map->vertex_by_id[i];
        struct drawn_tags tags = {0};

        tag_vertex(drawn, v, &tags);
        r = put_node(drawn, map->external_id[v],
                     drawn_vertex_position(drawn, v), &tags);
    }
    return r;
}

static void tag_station(const struct drawn *drawn, uint32_t vertex,
                        struct drawn_tags *tags)
{
    if (!(drawn->vertex_flags[vertex] & VERTEX_STATION))
        return;
    drawn_tag(tags, "railway", "station");
    drawn_tag(tags, "public_transport", "station");
    drawn_tag_place_name(tags, "name", dice_of(drawn->seed, DIE_PLACE, vertex));
}

static int write_extra(struct drawn *drawn)
{
    int r = 0;

    for (uint32_t i = 0; i < drawn->extra_count; i++) {
        uint64_t first = drawn->first_extra[i];
        struct drawn_tags tags = {0};

        tag_station(drawn, drawn->extra[i], &tags);
        for (uint64_t id = first; id < drawn->first_extra[i + 1] && !r; id++)
            r = put_node(drawn, id,
                         drawn_extra_position(drawn, i, (uint32_t)(id - first)),
                         &tags);
    }
    return r;
}

/* Puts a barrier in the middle of some streets that no car needs. */
static void tag_barrier(const struct drawn *drawn, uint64_t id,
                        struct drawn_tags *tags)
{
    static const char *const barriers[] = {"bollard", "bollard", "gate",
                                           "lift_gate", "cycle_barrier"};
    uint64_t die = dice_of(drawn->seed, DIE_BARRIER, id);

    if (die % 100 >= 4)
        return;
    drawn_tag(tags, "barrier", barriers[(die >> 16) % 5]);
    if ((die >> 32) % 4 == 0)
        drawn_tag(tags, "bicycle", "yes");
}

/* Puts signs on the last node before a crossing, `end`, for traffic towards
 * it. */
static void tag_sign(const struct drawn *drawn, uint32_t end, uint64_t id,
                     struct drawn_tags *tags)
{
    const struct drawn_street *street = &drawn->street[end_street(end)];
    bool along = !(street->flags & DRAWN_AGAINST) == (end % 2 == 1);
    uint8_t flags = drawn->vertex_flags[end_vertex(drawn, end)];
    double die = dice_unit(drawn->seed, DIE_CROSSING, id);

    if (flags & VERTEX_SIGNALS && die < 0.3) {
        drawn_tag(tags, "highway", "crossing");
        drawn_tag(tags, "crossing", "traffic_signals");
    } else if (street->kind > KIND_TERTIARY && die < 0.06) {
        drawn_tag(tags, "highway", die < 0.02 ? "stop" : "give_way");
        drawn_tag(tags, "direction", along ? "forward" : "backward");
    } else if (die > 0.98) {
        drawn_tag(tags, "highway", "traffic_signals");
        drawn_tag(tags, "traffic_signals:direction",
                  along ? "forward" : "backward");
    } else if (die > 0.95) {
        drawn_tag(tags, "highway", "crossing");
        drawn_tag(tags, "crossing", "uncontrolled");
    }
}

static void tag_shape(const struct drawn *drawn, uint32_t s, uint32_t k,
                      struct drawn_tags *tags)
{
    const struct drawn_street *street = &drawn->street[s];
    uint32_t count = drawn_shape_count(drawn, s);
    uint64_t id = drawn->first_shape[s] + k;

    if (street->kind == KIND_RAIL ||
        street->flags & (DRAWN_DUAL | DRAWN_LINK_A | DRAWN_LINK_B))
        return;
    if (count > 2 && (k == 0 || k == count - 1))
        tag_sign(drawn, 2 * s + (k > 0), id, tags);
    else if (k == count / 2 && street->kind >= KIND_RESIDENTIAL &&
             !(street->flags & (DRAWN_NEEDED | DRAWN_ONE_WAY)))
        tag_barrier(drawn, id, tags);
}

static int write_shape(struct drawn *drawn, uint32_t s)
{
    uint32_t count = drawn_shape_count(drawn, s);
    int r = 0;

    for (uint32_t k = 0; k < count && !r; k++) {
        struct drawn_tags tags = {0};

        tag_shape(drawn, s, k, &tags);
        r = put_node(drawn, drawn->first_shape[s] + k,
                     drawn_shape_position(drawn, s, k), &tags);
    }
    return r;
}

static int write_nodes(struct drawn *drawn)
{
    int r = write_vertices(drawn);

    if (!r)
        r = write_extra(drawn);
    for (uint32_t s = 0; s < drawn->street_count && !r; s++)
        r = write_shape(drawn, s);
    return r;
}

/* ---- Turn restrictions --------------------------------------------------- */

/* The direction of a turn. */
enum side { SIDE_STRAIGHT, SIDE_LEFT, SIDE_RIGHT, SIDE_BACK };

static const char *const turns[] = {
    [SIDE_STRAIGHT] = "straight_on",
    [SIDE_LEFT] = "left_turn",
    [SIDE_RIGHT] = "right_turn",
    [SIDE_BACK] = "u_turn",
};

/* The turn from one street into another, from the directions of their ends. */
static enum side side_of(const struct drawn *drawn, uint32_t from, uint32_t to)
{
    struct point in = drawn_direction(drawn, from);
    struct point out = drawn_direction(drawn, to);
    double along = -(in.x * out.x + in.y * out.y);
    double left = -(in.x * out.y - in.y * out.x);

    if (along > 0.7)
        return SIDE_STRAIGHT;
    if (along < -0.9)
        return SIDE_BACK;
    return left > 0 ? SIDE_LEFT : SIDE_RIGHT;
}

/* Some apply at certain times, or not to everybody. */
static void tag_restriction(const struct drawn *drawn, uint64_t of, bool only,
                            enum side side, struct drawn_tags *tags)
{
    double die = dice_unit(drawn->seed, DIE_EXCEPT, of);
    const char *what = only ? "only" : "no";

    drawn_tag(tags, "type", "restriction");
    if (die < 0.05) {
        drawn_tag_print(tags, "restriction:conditional",
                        "%s_%s @ (Mo-Fr 07:00-09:00)", what, turns[side]);
        return;
    }
    drawn_tag_print(tags, die < 0.08 ? "restriction:hgv" : "restriction",
                    "%s_%s", what, turns[side]);
    if (die > 0.9)
        drawn_tag(tags, "except", die > 0.95 ? "bicycle" : "psv;bicycle");
}

/* Forbids the turn, or all others if `only`. `of` draws the tags. */
static int put_turn(struct drawn *drawn, uint32_t from, struct osm_member via,
                    uint32_t to, uint64_t of, bool only)
{
    const struct osm_member members[] = {
        {drawn->way_in[from], OSM_WAY, ROLE_FROM},
        via,
        {drawn->way_out[to], OSM_WAY, ROLE_TO},
    };
    struct drawn_tags tags = {0};
    struct osm_object relation = {
        .kind = OSM_RELATION,
        .id = (int64_t)++drawn->counts.relations,
        .members = members,
        .member_count = 3,
        .tags = tags.tag,
    };

    tag_restriction(drawn, of, only, side_of(drawn, from, to), &tags);
    relation.tag_count = tags.count;
    return drawn->sink->put(drawn->sink, &relation, drawn->error);
}

static bool is_for_cars(const struct drawn *drawn, uint32_t end)
{
    return drawn->street[end_street(end)].kind < KIND_PEDESTRIAN;
}

static bool may_turn(const struct drawn *drawn, uint32_t from, uint32_t to)
{
    return drawn->way_in[from] && drawn->way_out[to] &&
           is_for_cars(drawn, from) && is_for_cars(drawn, to);
}

/* The turn to restrict at a crossing: mostly no left turn. */
static enum side wanted_side(uint64_t die, bool *ret_only)
{
    *ret_only = die % 100 < 25;
    if (die % 100 < 20)
        return SIDE_STRAIGHT;
    if (die % 100 < 25)
        return SIDE_RIGHT;
    return die % 100 < 70 ? SIDE_LEFT : die % 100 < 90 ? SIDE_BACK : SIDE_RIGHT;
}

/* Restricts the first pair of streets, from a random start, with such a
 * turn. */
static int restrict_vertex(struct drawn *drawn, uint32_t vertex)
{
    const uint32_t *end = drawn->end + drawn->first[vertex];
    uint32_t degree = drawn_degree(drawn, vertex);
    uint64_t die = dice_of(drawn->seed, DIE_RULE, vertex);
    bool only;
    enum side side = wanted_side(die, &only);

    for (uint32_t i = 0; i < degree * degree; i++) {
        uint64_t pair = (i + (die >> 32)) % (degree * degree);
        uint32_t from = end[pair / degree];
        uint32_t to = end[pair % degree];

        if (may_turn(drawn, from, to) && side_of(drawn, from, to) == side)
            return put_turn(
                drawn, from,
                (struct osm_member){(int64_t)drawn->map->external_id[vertex],
                                    OSM_NODE, ROLE_VIA},
                to, vertex, only);
    }
    return 0;
}

/* An end at the vertex whose way leads in (or out), other than that of
 * `street`; END_NONE if there is none. */
static uint32_t other_end(const struct drawn *drawn, uint32_t vertex,
                          uint32_t street, const uint32_t *ways, uint64_t die)
{
    uint32_t degree = drawn_degree(drawn, vertex);

    for (uint32_t i = 0; i < degree; i++) {
        uint32_t end = drawn->end[drawn->first[vertex] + (i + die) % degree];

        if (end_street(end) != street && ways[end] && is_for_cars(drawn, end))
            return end;
    }
    return END_NONE;
}

static int restrict_street(struct drawn *drawn, uint32_t s)
{
    const struct drawn_street *street = &drawn->street[s];
    uint64_t die = dice_of(drawn->seed, DIE_PAIR, s);
    uint32_t from = other_end(drawn, street->a, s, drawn->way_in, die % 1024);
    uint32_t to =
        other_end(drawn, street->b, s, drawn->way_out, (die >> 16) % 1024);
    struct osm_member via = {drawn->way_in[2 * s + 1], OSM_WAY, ROLE_VIA};

    if (from == END_NONE || to == END_NONE || !via.id)
        return 0;
    return put_turn(drawn, from, via, to, UINT32_MAX + (uint64_t)s,
                    !(die >> 62));
}

static int write_turns(struct drawn *drawn)
{
    uint32_t n = drawn->map->topology.vertex_count;
    int r = 0;

    for (uint32_t v = 0; v < n && !r; v++) {
        if (drawn->vertex_flags[v] & VERTEX_RESTRICTED)
            r = restrict_vertex(drawn, v);
    }
    for (uint32_t s = 0; s < drawn->street_count && !r; s++) {
        if (drawn->street[s].flags & DRAWN_VIA)
            r = restrict_street(drawn, s);
    }
    return r;
}

/* ---- The whole drawing --------------------------------------------------- */

static void finish(struct drawn *drawn)
{
    free(drawn->street);
    free(drawn->first);
    free(drawn->end);
    free(drawn->next);
    free(drawn->road);
    free(drawn->begin);
    free(drawn->vertex_flags);
    free(drawn->extra);
    free(drawn->first_extra);
    free(drawn->first_shape);
    free(drawn->way_in);
    free(drawn->way_out);
    free(drawn->refs);
}

/* 0 or -ENOMEM. */
static int plan(struct drawn *drawn, uint64_t nodes)
{
    size_t ends;
    int r = drawn_make_roads(drawn);

    if (!nodes)
        nodes = (uint64_t)OSM_DRAW_NODES_PER_VERTEX *
                drawn->map->topology.vertex_count;
    if (!r)
        r = drawn_number_nodes(drawn, nodes);
    if (r)
        return r;
    ends = 2 * (size_t)drawn->street_count;
    drawn->way_in = array_zero(ends, sizeof(*drawn->way_in));
    drawn->way_out = array_zero(ends, sizeof(*drawn->way_out));
    return drawn->way_in && drawn->way_out ? 0 : -ENOMEM;
}

enum { STEPS = 4 };

static int write_all(struct drawn *drawn, struct progress *progress)
{
    static int (*const steps[])(struct drawn *) = {
        write_nodes, drawn_write_ways, write_turns};
    int r = 0;

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !r; i++) {
        progress_report(progress, "write OpenStreetMap data", i + 1, STEPS);
        r = steps[i](drawn);
    }
    return r;
}

static int check(const struct map *map, struct error *error)
{
    if (!map->position)
        return error_set(error, -EINVAL, "the map has no positions");
    if (map->topology.arc_count >= UINT32_MAX / 2)
        return error_set(error, -EINVAL,
                         "%" PRIu32 " arcs: at most %" PRIu32
                         " are written as OpenStreetMap data",
                         map->topology.arc_count, UINT32_MAX / 2 - 1);
    return 0;
}

int osm_draw(const struct map *map, const struct osm_draw_settings *settings,
             struct osm_sink *sink, struct progress *progress,
             struct osm_drawn *ret_drawn, struct error *error)
{
    struct drawn drawn = {
        .map = map, .seed = settings->seed, .sink = sink, .error = error};
    int r = check(map, error);

    if (r)
        return r;
    progress_report(progress, "write OpenStreetMap data", 0, STEPS);
    r = plan(&drawn, settings->node_count) ? error_no_memory(error)
                                           : write_all(&drawn, progress);
    progress_report(progress, "write OpenStreetMap data", STEPS, STEPS);
    if (!r)
        *ret_drawn = drawn.counts;
    finish(&drawn);
    return r;
}

/* Passes objects on to a writer of files. */
struct file_sink {
    struct osm_sink base;
    struct osm_writer *writer;
};

static int put_in_file(struct osm_sink *sink, const struct osm_object *object,
                       struct error *error)
{
    return osm_writer_add(((struct file_sink *)sink)->writer, object, error);
}

int osm_draw_file(const struct map *map,
                  const struct osm_draw_settings *settings,
                  struct osm_writer *writer, struct osm_drawn *ret_drawn,
                  struct error *error)
{
    struct file_sink sink = {{put_in_file}, writer};
    struct progress_printer printer;
    int r;

    progress_printer_init(&printer);
    r = osm_draw(map, settings, &sink.base, &printer.base, ret_drawn, error);
    progress_printer_finish(&printer);
    if (!r)
        return osm_writer_close(writer, error);
    osm_writer_abandon(writer);
    return r;
}
