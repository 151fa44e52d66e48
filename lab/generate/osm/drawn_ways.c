/* drawn_ways: ways: runs of a road's streets that are alike, roundabouts,
 * ramps. */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/generate/osm/drawn_dice.h"
#include "lab/generate/osm/drawn_run.h"

/* ---- Nodes -------------------------------------------------------------- */

static int put_ref(struct drawn_writer *writer, int64_t id)
{
    int r = array_reserve((void **)&writer->refs, &writer->refs_capacity,
                          writer->ref_count + 1, sizeof(*writer->refs));

    if (r)
        return error_no_memory(writer->error);
    writer->refs[writer->ref_count++] = id;
    return 0;
}

/* Which nodes of a street lie between its ends for who enters at `end`:
 * [*ret_first, *ret_end) in the order of ids, which is the direction of travel
 * if true. */
static bool nodes_between(const struct drawn_writer *writer, uint32_t end,
                          uint64_t *ret_first, uint64_t *ret_end)
{
    uint32_t s = end_street(end);
    uint8_t flags = writer->streets->street[s].flags;
    uint64_t first = writer->shape->first_shape[s];
    uint64_t last = writer->shape->first_shape[s + 1];
    uint64_t half = first + (last - first) / 2;

    if (flags & (DRAWN_LINK_A | DRAWN_LINK_B))
        first += DRAWN_LINK_NODES;
    if (flags & DRAWN_DUAL) {
        *ret_first = end % 2 ? half : first;
        *ret_end = end % 2 ? last : half;
        return true;
    }
    *ret_first = first;
    *ret_end = last;
    return end % 2 == 0;
}

static int put_between(struct drawn_writer *writer, uint32_t end)
{
    uint64_t first;
    uint64_t last;
    bool ascending = nodes_between(writer, end, &first, &last);
    int r = 0;

    for (uint64_t i = 0; i < last - first && !r; i++)
        r = put_ref(writer, (int64_t)(ascending ? first + i : last - 1 - i));
    return r;
}

static int64_t outer_node(const struct drawn_writer *writer, uint32_t end)
{
    return drawn_has_link(writer->streets, end)
               ? drawn_link_node(writer->shape, end)
               : drawn_end_node(writer->shape, end);
}

static int put_run(struct drawn_writer *writer, const struct drawn_run *run)
{
    int r;

    writer->ref_count = 0;
    r = put_ref(writer, outer_node(writer, run->end[0]));
    for (uint32_t i = 0; i < run->count && !r; i++) {
        r = put_between(writer, run->end[i]);
        if (!r)
            r = put_ref(writer, outer_node(writer, run->end[i] ^ 1));
    }
    return r;
}

static struct drawn_run reversed(const struct drawn_run *run)
{
    struct drawn_run back = {.count = run->count};

    for (uint32_t i = 0; i < run->count; i++)
        back.end[i] = run->end[run->count - 1 - i] ^ 1;
    return back;
}

/* ---- Ways --------------------------------------------------------------- */

static int put_way(struct drawn_writer *writer, const struct drawn_tags *tags)
{
    writer->drawn.ways++;
    return writer->sink->way(writer->sink, (int64_t)writer->drawn.ways,
                             writer->refs, writer->ref_count, tags->tag,
                             tags->count, writer->error);
}

/* Remembers by which way one comes and goes at the run's ends. What begins
 * where it ends is no part of restrictions, nor what ends in ramps. */
static void note_way(struct drawn_writer *writer, const struct drawn_run *run,
                     bool there, bool back)
{
    uint32_t id = (uint32_t)writer->drawn.ways;
    uint32_t from = run->end[0];
    uint32_t to = run->end[run->count - 1] ^ 1;

    if (end_vertex(writer->streets, from) == end_vertex(writer->streets, to))
        return;
    if (!drawn_has_link(writer->streets, from)) {
        writer->way_out[from] = there ? id : writer->way_out[from];
        writer->way_in[from] = back ? id : writer->way_in[from];
    }
    if (!drawn_has_link(writer->streets, to)) {
        writer->way_in[to] = there ? id : writer->way_in[to];
        writer->way_out[to] = back ? id : writer->way_out[to];
    }
}

static int write_travel(struct drawn_writer *writer,
                        const struct drawn_run *run, bool there, bool back)
{
    struct drawn_tags tags = {0};
    int r = put_run(writer, run);

    if (r)
        return r;
    drawn_tag_way(writer, run, &tags);
    r = put_way(writer, &tags);
    note_way(writer, run, there, back);
    return r;
}

/* From the vertex to where the ramps end, or back. */
static int write_ramp(struct drawn_writer *writer, uint32_t end, bool leaves)
{
    uint64_t first = writer->shape->first_shape[end_street(end)];
    int64_t vertex = drawn_end_node(writer->shape, end);
    struct drawn_tags tags = {0};
    int r;

    writer->ref_count = 0;
    r = put_ref(writer, leaves ? vertex : (int64_t)(first + 2));
    if (!r)
        r = put_ref(writer, (int64_t)(leaves ? first : first + 1));
    if (!r)
        r = put_ref(writer, leaves ? (int64_t)(first + 2) : vertex);
    if (r)
        return r;
    drawn_tag(&tags, "highway", "motorway_link");
    drawn_tag(&tags, "oneway", "yes");
    if (leaves)
        drawn_tag_place_name(&tags, "destination",
                             dice_of(writer->seed, DIE_PLACE,
                                     writer->roads->road[end_street(end)]));
    r = put_way(writer, &tags);
    *(leaves ? &writer->way_out[end] : &writer->way_in[end]) =
        (uint32_t)writer->drawn.ways;
    return r;
}

static int write_ramps(struct drawn_writer *writer, uint32_t end)
{
    int r;

    if (!drawn_has_link(writer->streets, end))
        return 0;
    r = write_ramp(writer, end, true);
    return r ? r : write_ramp(writer, end, false);
}

static int write_body(struct drawn_writer *writer, const struct drawn_run *run)
{
    const struct drawn_street *street =
        &writer->streets->street[end_street(run->end[0])];
    struct drawn_run back = reversed(run);
    int r;

    if (street->flags & DRAWN_ONE_WAY && run->end[0] % 2)
        return street->flags & DRAWN_AGAINST
                   ? write_travel(writer, run, false, true)
                   : write_travel(writer, &back, true, false);
    if (street->flags & DRAWN_ONE_WAY)
        return write_travel(writer, run, true, false);
    if (!(street->flags & DRAWN_DUAL))
        return write_travel(writer, run, true, true);
    r = write_travel(writer, run, true, false);
    return r ? r : write_travel(writer, &back, true, false);
}

static int write_run(struct drawn_writer *writer, const struct drawn_run *run)
{
    int r = write_ramps(writer, run->end[0]);

    if (!r)
        r = write_body(writer, run);
    if (!r)
        r = write_ramps(writer, run->end[run->count - 1] ^ 1);
    return r;
}

/* ---- Cutting ------------------------------------------------------------ */

/* Whether what may be driven, or how, changes from one street to the next. */
static bool differ(const struct drawn_writer *writer, uint32_t a, uint32_t b)
{
    uint8_t one = writer->streets->street[end_street(a)].flags;
    uint8_t other = writer->streets->street[end_street(b)].flags;

    return (one ^ other) & (DRAWN_ONE_WAY | DRAWN_DUAL) ||
           (one & DRAWN_ONE_WAY && a % 2 != b % 2);
}

static bool ends_between(const struct drawn_writer *writer, uint32_t end,
                         uint32_t next)
{
    uint32_t vertex = end_vertex(writer->streets, next);

    return writer->roads->vertex_flags[vertex] & VERTEX_CUT ||
           drawn_has_link(writer->streets, end ^ 1) ||
           drawn_has_link(writer->streets, next) || differ(writer, end, next) ||
           dice_say(writer->seed, DIE_SIGN, vertex, 0.2);
}

static int write_road(struct drawn_writer *writer, uint32_t road)
{
    struct drawn_run run = {0};
    uint32_t end = writer->roads->begin[road];
    int r = 0;

    while (end != END_NONE && !r) {
        uint32_t next = drawn_roads_onward(writer->roads, end);

        run.end[run.count++] = end;
        if (next == END_NONE || run.count == DRAWN_RUN_MAX ||
            ends_between(writer, end, next)) {
            r = write_run(writer, &run);
            run.count = 0;
        }
        end = next;
    }
    return r;
}

/* ---- Roundabouts -------------------------------------------------------- */

static enum drawn_kind ring_kind(const struct drawn_writer *writer,
                                 uint32_t vertex)
{
    const struct drawn_streets *streets = writer->streets;
    enum drawn_kind kind = KIND_RESIDENTIAL;

    for (uint32_t i = streets->first[vertex]; i < streets->first[vertex + 1];
         i++) {
        enum drawn_kind at = streets->street[end_street(streets->end[i])].kind;

        if (at < kind)
            kind = at;
    }
    return kind;
}

static int write_ring(struct drawn_writer *writer, uint32_t vertex)
{
    const struct drawn_streets *streets = writer->streets;
    uint32_t first = streets->first[vertex];
    struct drawn_tags tags = {0};
    int r = 0;

    writer->ref_count = 0;
    for (uint32_t i = first; i < streets->first[vertex + 1] && !r; i++)
        r = put_ref(writer, drawn_end_node(writer->shape, streets->end[i]));
    if (!r)
        r = put_ref(writer, drawn_end_node(writer->shape, streets->end[first]));
    if (r)
        return r;
    drawn_tag(&tags, "highway", drawn_kind_name(ring_kind(writer, vertex)));
    drawn_tag(&tags, "junction", "roundabout");
    return put_way(writer, &tags);
}

int drawn_write_ways(struct drawn_writer *writer)
{
    const struct drawn_shape *shape = writer->shape;
    int r = 0;

    for (uint32_t road = 0; road < writer->roads->count && !r; road++)
        r = write_road(writer, road);
    for (uint32_t i = 0; i < shape->extra_count && !r; i++) {
        if (writer->roads->vertex_flags[shape->extra[i]] & VERTEX_RING)
            r = write_ring(writer, shape->extra[i]);
    }
    return r;
}
