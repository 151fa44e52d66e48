/* osm_draw: a generated map as OpenStreetMap data. */
#include "lab/generate/osm/osm_draw.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "lab/generate/osm/drawn_writer.h"

/* What is drawn, in the order in which it comes about. */
struct picture {
    struct drawn_streets streets;
    struct drawn_roads roads;
    struct drawn_shape shape;
    struct drawn_writer writer;
};

static void picture_finish(struct picture *picture)
{
    free(picture->writer.refs);
    free(picture->writer.way_in);
    free(picture->writer.way_out);
    drawn_shape_finish(&picture->shape);
    drawn_roads_finish(&picture->roads);
    drawn_streets_finish(&picture->streets);
}

static int plan(struct picture *picture, const struct map *map,
                const struct osm_draw_settings *settings)
{
    uint64_t nodes = settings->node_count;
    int r = drawn_streets_init(&picture->streets, map);

    if (!nodes)
        nodes =
            (uint64_t)OSM_DRAW_NODES_PER_VERTEX * map->topology.vertex_count;
    if (!r)
        r = drawn_roads_init(&picture->roads, &picture->streets,
                             settings->seed);
    if (!r)
        r = drawn_shape_init(&picture->shape, &picture->roads, nodes);
    return r;
}

static int prepare(struct picture *picture)
{
    struct drawn_writer *writer = &picture->writer;
    size_t ends = 2 * (size_t)picture->streets.count;

    writer->streets = &picture->streets;
    writer->roads = &picture->roads;
    writer->shape = &picture->shape;
    writer->way_in = array_zero(ends, sizeof(*writer->way_in));
    writer->way_out = array_zero(ends, sizeof(*writer->way_out));
    return writer->way_in && writer->way_out ? 0 : -ENOMEM;
}

enum { STEPS = 4 };

static int write_all(struct picture *picture, struct progress *progress)
{
    static int (*const steps[])(struct drawn_writer *) = {
        drawn_write_nodes, drawn_write_ways, drawn_write_turns};
    int r = 0;

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !r; i++) {
        progress_report(progress, "write OpenStreetMap data", i + 1, STEPS);
        r = steps[i](&picture->writer);
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
    struct picture picture = {
        .writer = {.seed = settings->seed, .sink = sink, .error = error}};
    int r = check(map, error);

    if (r)
        return r;
    progress_report(progress, "write OpenStreetMap data", 0, STEPS);
    r = plan(&picture, map, settings);
    if (!r)
        r = prepare(&picture);
    if (r)
        r = error_no_memory(error);
    else
        r = write_all(&picture, progress);
    progress_report(progress, "write OpenStreetMap data", STEPS, STEPS);
    if (!r)
        *ret_drawn = picture.writer.drawn;
    picture_finish(&picture);
    return r;
}
