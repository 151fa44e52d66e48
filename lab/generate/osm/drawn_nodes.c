/* drawn_nodes: nodes, and what stands on them: signals, signs, barriers. */
#include <stdlib.h>

#include "lab/generate/osm/drawn_dice.h"
#include "lab/generate/osm/drawn_writer.h"

static int put_node(struct drawn_writer *writer, uint64_t id,
                    struct position position, const struct drawn_tags *tags)
{
    writer->drawn.nodes++;
    return writer->sink->node(writer->sink, (int64_t)id, position, tags->tag,
                              tags->count, writer->error);
}

static bool has_ramps(const struct drawn_streets *streets, uint32_t vertex)
{
    for (uint32_t i = streets->first[vertex]; i < streets->first[vertex + 1];
         i++) {
        if (drawn_has_link(streets, streets->end[i]))
            return true;
    }
    return false;
}

static void tag_vertex(const struct drawn_writer *writer, uint32_t vertex,
                       struct drawn_tags *tags)
{
    const struct drawn_streets *streets = writer->streets;
    uint64_t die = dice_of(writer->seed, DIE_END, vertex);

    if (writer->roads->vertex_flags[vertex] & VERTEX_SIGNALS) {
        drawn_tag(tags, "highway", "traffic_signals");
    } else if (has_ramps(streets, vertex)) {
        drawn_tag(tags, "highway", "motorway_junction");
        drawn_tag_place_name(tags, "name", die);
        drawn_tag_print(tags, "ref", "%u", (unsigned)(1 + die % 150));
    } else if (drawn_degree(streets, vertex) == 1 && die % 4 == 0) {
        drawn_tag(tags, "highway", "turning_circle");
    }
}

static int write_vertices(struct drawn_writer *writer)
{
    const struct map *map = writer->streets->map;
    int r = 0;

    for (uint32_t i = 0; i < map->topology.vertex_count && !r; i++) {
        uint32_t v = map->vertex_by_id[i];
        struct drawn_tags tags = {0};

        tag_vertex(writer, v, &tags);
        r = put_node(writer, map->external_id[v],
                     drawn_vertex_position(writer->shape, v), &tags);
    }
    return r;
}

static void tag_station(const struct drawn_writer *writer, uint32_t vertex,
                        struct drawn_tags *tags)
{
    if (!(writer->roads->vertex_flags[vertex] & VERTEX_STATION))
        return;
    drawn_tag(tags, "railway", "station");
    drawn_tag(tags, "public_transport", "station");
    drawn_tag_place_name(tags, "name",
                         dice_of(writer->seed, DIE_PLACE, vertex));
}

static int write_extra(struct drawn_writer *writer)
{
    const struct drawn_shape *shape = writer->shape;
    int r = 0;

    for (uint32_t i = 0; i < shape->extra_count; i++) {
        uint64_t first = shape->first_extra[i];
        struct drawn_tags tags = {0};

        tag_station(writer, shape->extra[i], &tags);
        for (uint64_t id = first; id < shape->first_extra[i + 1] && !r; id++)
            r = put_node(writer, id,
                         drawn_extra_position(shape, i, (uint32_t)(id - first)),
                         &tags);
    }
    return r;
}

/* Some of what no car has to pass is closed in the middle. */
static void tag_barrier(const struct drawn_writer *writer, uint64_t id,
                        struct drawn_tags *tags)
{
    static const char *const barriers[] = {"bollard", "bollard", "gate",
                                           "lift_gate", "cycle_barrier"};
    uint64_t die = dice_of(writer->seed, DIE_BARRIER, id);

    if (die % 100 >= 4)
        return;
    drawn_tag(tags, "barrier", barriers[(die >> 16) % 5]);
    if ((die >> 32) % 4 == 0)
        drawn_tag(tags, "bicycle", "yes");
}

/* The last node before a crossing, `end`: signs for those who come there. */
static void tag_sign(const struct drawn_writer *writer, uint32_t end,
                     uint64_t id, struct drawn_tags *tags)
{
    const struct drawn_street *street =
        &writer->streets->street[end_street(end)];
    bool along = !(street->flags & DRAWN_AGAINST) == (end % 2 == 1);
    uint8_t flags =
        writer->roads->vertex_flags[end_vertex(writer->streets, end)];
    double die = dice_unit(writer->seed, DIE_CROSSING, id);

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

static void tag_shape(const struct drawn_writer *writer, uint32_t s, uint32_t k,
                      struct drawn_tags *tags)
{
    const struct drawn_street *street = &writer->streets->street[s];
    uint32_t count = drawn_shape_count(writer->shape, s);
    uint64_t id = writer->shape->first_shape[s] + k;

    if (street->kind == KIND_RAIL ||
        street->flags & (DRAWN_DUAL | DRAWN_LINK_A | DRAWN_LINK_B))
        return;
    if (count > 2 && (k == 0 || k == count - 1))
        tag_sign(writer, 2 * s + (k > 0), id, tags);
    else if (k == count / 2 && street->kind >= KIND_RESIDENTIAL &&
             !(street->flags & (DRAWN_NEEDED | DRAWN_ONE_WAY)))
        tag_barrier(writer, id, tags);
}

static int write_shape(struct drawn_writer *writer, uint32_t s)
{
    uint32_t count = drawn_shape_count(writer->shape, s);
    int r = 0;

    for (uint32_t k = 0; k < count && !r; k++) {
        struct drawn_tags tags = {0};

        tag_shape(writer, s, k, &tags);
        r = put_node(writer, writer->shape->first_shape[s] + k,
                     drawn_shape_position(writer->shape, s, k), &tags);
    }
    return r;
}

int drawn_write_nodes(struct drawn_writer *writer)
{
    int r = write_vertices(writer);

    if (!r)
        r = write_extra(writer);
    for (uint32_t s = 0; s < writer->streets->count && !r; s++)
        r = write_shape(writer, s);
    return r;
}
