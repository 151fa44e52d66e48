#include "core/weighting/model/area.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/weighting/weighting_edit.h"

/* ---- Reading ------------------------------------------------------------- */

#define HALF_WAY INT64_C(1800000000)

int area_add_polygon(struct area *area, struct error *error)
{
    const struct polygon polygon = {0};

    return array_append(&area->polygon, &area->polygon_count,
                        &area->polygon_capacity, &polygon, sizeof(polygon))
               ? error_no_memory(error)
               : 0;
}

int area_add_ring(struct area *area, const struct position *point, size_t count,
                  struct error *error)
{
    struct polygon *polygon = &area->polygon[area->polygon_count - 1];

    if (count < 4)
        return error_set(error, -EINVAL,
                         "a ring has at least four points, not %zu", count);
    if (!position_equals(point[0], point[count - 1]))
        return error_set(error, -EINVAL,
                         "a ring ends with its first point again");
    area->point_count += count - 1;
    if (area->point_count > AREA_POINTS_MAX)
        return error_set(error, -EINVAL,
                         "more than %d points: simplify the area",
                         AREA_POINTS_MAX);
    for (size_t i = 1; i < count; i++) {
        if (llabs((int64_t)point[i].lon_e7 - point[i - 1].lon_e7) > HALF_WAY)
            return error_set(error, -EINVAL,
                             "a line spans more than 180 degrees: split what "
                             "crosses the antimeridian");
        if (polygon_add(polygon, point[i - 1], point[i]))
            return error_no_memory(error);
    }
    return 0;
}

int area_add_id(struct area_ids *list, int64_t id, struct error *error)
{
    if (list->count == AREA_IDS_MAX)
        return error_set(error, -EINVAL, "more than %d ids", AREA_IDS_MAX);
    return array_append(&list->id, &list->count, &list->capacity, &id,
                        sizeof(id))
               ? error_no_memory(error)
               : 0;
}

static bool has_extent(const struct polygon *polygon)
{
    return polygon->lon.least < polygon->lon.most &&
           polygon->lat.least < polygon->lat.most;
}

static int close_polygon(struct polygon *polygon, struct error *error)
{
    struct position near;

    if (polygon_index(polygon))
        return error_no_memory(error);
    if (!has_extent(polygon))
        return error_set(error, -EINVAL,
                         "it covers nothing: all its points lie on one line");
    if (polygon_crosses_itself(polygon, &near))
        return error_set(error, -EINVAL,
                         "its lines cross each other near [%.7f, %.7f]",
                         near.lon_e7 / 1e7, near.lat_e7 / 1e7);
    return 0;
}

int area_close(struct area *area, struct error *error)
{
    int r = 0;

    for (size_t i = 0; !r && i < area->polygon_count; i++)
        r = close_polygon(&area->polygon[i], error);
    return r;
}

void area_finish(struct area *area)
{
    for (size_t i = 0; i < area->polygon_count; i++)
        polygon_finish(&area->polygon[i]);
    free(area->polygon);
    free(area->ways.id);
    free(area->nodes.id);
    *area = (struct area){0};
}

/* ---- Covering ------------------------------------------------------------ */

/* Segments that a thread holds to a polygon at a time. */
enum { TOUCHED = 256 };

#define ELSEWHERE UINT32_MAX

/* If more segments than this share are covered, all are looked through, instead
 * of sorting those. */
enum { SORTED_SHARE = 16 };

struct covering {
    const struct roads *roads;
    bool (*stop)(void *context);
    void *context; /* of stop() */
    const struct area *area;
    const struct polygon *polygon; /* of the area */
    uint64_t number;               /* of the area */
    struct index_list near; /* nodes where segments in the polygon's box begin;
                               then ELSEWHERE for those that miss it */
    uint64_t *areas; /* [segment_count] bit i: area i covers it, owned; pages
                        without any cost nothing */
    struct index_list covered; /* those with a bit */
};

static int cover(struct covering *covering, uint32_t segment)
{
    struct index_list *covered = &covering->covered;
    bool known = covering->areas[segment];

    covering->areas[segment] |= UINT64_C(1) << covering->number;
    return known ? 0
                 : array_append(&covered->at, &covered->count,
                                &covered->capacity, &segment, sizeof(segment));
}

static int see_near(void *context, uint32_t node)
{
    struct covering *covering = context;

    return array_append(&covering->near.at, &covering->near.count,
                        &covering->near.capacity, &node, sizeof(node));
}

static int touch_part(void *context, size_t part, struct error *error)
{
    struct covering *covering = context;
    const struct position *position = covering->roads->node_position;
    size_t end = size_min((part + 1) * TOUCHED, covering->near.count);

    if (covering->stop && covering->stop(covering->context))
        return error_set(error, -ECANCELED, "no longer waited for");
    for (size_t i = part * TOUCHED; i < end; i++) {
        uint32_t node = covering->near.at[i];

        if (!polygon_touches(covering->polygon, position[node],
                             position[node + 1]))
            covering->near.at[i] = ELSEWHERE;
    }
    return 0;
}

static int cover_touched(struct covering *covering)
{
    int r = 0;

    for (size_t i = 0; !r && i < covering->near.count; i++) {
        uint32_t node = covering->near.at[i];

        if (node != ELSEWHERE)
            r = cover(covering, node - roads_node_piece(covering->roads, node));
    }
    return r;
}

static int cover_polygon(struct covering *covering,
                         const struct polygon *polygon, struct error *error)
{
    const struct segment_box box = {{polygon->lon.least, polygon->lat.least},
                                    {polygon->lon.most, polygon->lat.most}};
    int r;

    covering->polygon = polygon;
    covering->near.count = 0;
    if (segment_tree_within(covering->roads, &box, see_near, covering))
        return error_no_memory(error);
    r = parallel_run(parallel_thread_count(),
                     size_divide_up(covering->near.count, TOUCHED), touch_part,
                     covering, error);
    if (!r && cover_touched(covering))
        r = error_no_memory(error);
    return r;
}

static int cover_polygons(struct covering *covering, struct error *error)
{
    const struct area *area = covering->area;
    int r = 0;

    for (size_t i = 0; !r && i < area->polygon_count; i++)
        r = cover_polygon(covering, &area->polygon[i], error);
    return r;
}

static int cover_stretches(struct covering *covering, int64_t stretch_way)
{
    const struct roads *roads = covering->roads;
    uint32_t first;
    uint32_t count = roads_find_stretches(roads, stretch_way, &first);
    int r = 0;

    for (uint32_t i = first; i < first + count; i++) {
        uint32_t stretch = roads->stretch_by_way[i];

        for (uint32_t s = roads->first_of_stretch[stretch];
             !r && s < roads->first_of_stretch[stretch + 1]; s++)
            r = cover(covering, s);
    }
    return r;
}

/* The segments that begin or end at a node of OpenStreetMap. */
static int cover_around(struct covering *covering, int64_t id)
{
    const struct roads *roads = covering->roads;
    uint32_t first;
    uint32_t count = roads_find_node(roads, id, &first);
    int r = 0;

    for (uint32_t i = first; !r && i < first + count; i++) {
        uint32_t node = roads->node_by_id[i];
        uint32_t piece = roads_node_piece(roads, node);

        if (node > roads->first_node[piece])
            r = cover(covering, node - 1 - piece);
        if (!r && node + 1 < roads->first_node[piece + 1])
            r = cover(covering, node - piece);
    }
    return r;
}

static int cover_ids(struct covering *covering)
{
    const struct area_ids *ways = &covering->area->ways;
    const struct area_ids *nodes = &covering->area->nodes;
    int r = 0;

    for (size_t i = 0; !r && i < ways->count; i++) {
        r = cover_stretches(covering, STRETCH_ALONG(ways->id[i]));
        r = r ? r : cover_stretches(covering, STRETCH_AGAINST(ways->id[i]));
    }
    for (size_t i = 0; !r && i < nodes->count; i++)
        r = cover_around(covering, nodes->id[i]);
    return r;
}

static void list_covered(const struct covering *covering,
                         struct covered_segment *list)
{
    const struct index_list *covered = &covering->covered;
    bool few = covered->count <= covering->roads->segment_count / SORTED_SHARE;
    size_t count = 0;

    if (few && covered->count)
        qsort(covered->at, covered->count, sizeof(*covered->at), compare_u32);
    for (size_t i = 0; few && i < covered->count; i++)
        list[i] = (struct covered_segment){covered->at[i],
                                           covering->areas[covered->at[i]]};
    for (uint32_t i = 0; !few && i < covering->roads->segment_count; i++) {
        if (covering->areas[i])
            list[count++] = (struct covered_segment){i, covering->areas[i]};
    }
}

static int cover_area(struct covering *covering, const struct area *area,
                      size_t number, struct error *error)
{
    int r;

    covering->area = area;
    covering->number = number;
    r = cover_polygons(covering, error);
    if (!r && cover_ids(covering))
        r = error_no_memory(error);
    return r;
}

int areas_cover(const struct area *area, size_t count,
                const struct roads *roads, bool (*stop)(void *context),
                void *context, struct covered_segment **ret_covered,
                size_t *ret_count, struct error *error)
{
    struct covering covering = {
        .roads = roads,
        .stop = stop,
        .context = context,
        .areas = array_zero(count ? roads->segment_count : 0,
                            sizeof(*covering.areas)),
    };
    struct covered_segment *list = NULL;
    int r = covering.areas ? 0 : error_no_memory(error);

    for (size_t i = 0; !r && i < count; i++)
        r = cover_area(&covering, &area[i], i, error);
    if (!r) {
        list = array_alloc(covering.covered.count, sizeof(*list));
        r = list ? 0 : error_no_memory(error);
    }
    if (!r) {
        list_covered(&covering, list);
        *ret_covered = list;
        *ret_count = covering.covered.count;
    }
    free(covering.near.at);
    free(covering.covered.at);
    free(covering.areas);
    return r;
}
