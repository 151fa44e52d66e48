/* model_json_areas: areas that rules name, and places to avoid or to prefer,
 * which are areas of relaxd's own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/geojson.h"
#include "api/form/model_reader.h"

/* ---- Areas --------------------------------------------------------------- */

struct area_reader {
    struct area *area;
    struct position *point; /* [AREA_POINTS_MAX + 1] */
};

static int read_ring(struct area_reader *reader, const json_t *ring,
                     struct error *error)
{
    size_t count = json_array_size(ring);
    int r = 0;

    if (count > AREA_POINTS_MAX + 1)
        return error_set(error, -EINVAL,
                         "a ring of %zu points is more than %d: simplify it",
                         count, AREA_POINTS_MAX);
    for (size_t i = 0; i < count && !r; i++)
        r = geojson_position(json_array_get(ring, i), &reader->point[i], error);
    return r ? r : area_add_ring(reader->area, reader->point, count, error);
}

/* Of a polygon. */
static int read_rings(void *context, const json_t *rings, struct error *error)
{
    struct area_reader *reader = context;
    int r = area_add_polygon(reader->area, error);

    for (size_t i = 0; i < json_array_size(rings) && !r; i++)
        r = read_ring(reader, json_array_get(rings, i), error);
    return r;
}

/* A geometry, a Feature of one, or a FeatureCollection, added to the area. */
static int read_shape(struct area_reader *reader, const json_t *shape,
                      struct error *error)
{
    const json_t *features = json_object_get(shape, "features");
    const json_t *geometry = json_object_get(shape, "geometry");
    int r = 0;

    if (geometry)
        return geojson_polygons(geometry, read_rings, reader, error);
    if (!features)
        return geojson_polygons(shape, read_rings, reader, error);
    if (!json_is_array(features))
        return error_set(error, -EINVAL, "features are an array");
    for (size_t i = 0; i < json_array_size(features) && !r; i++)
        r = geojson_polygons(
            json_object_get(json_array_get(features, i), "geometry"),
            read_rings, reader, error);
    return r;
}

static int fill_area(struct area *area, const json_t *shape,
                     struct error *error)
{
    struct area_reader reader = {
        area, malloc((AREA_POINTS_MAX + 1) * sizeof(*reader.point))};
    int r = reader.point ? read_shape(&reader, shape, error)
                         : error_no_memory(error);

    free(reader.point);
    return r;
}

static int add_area(struct model_reader *reader, const char *label,
                    const char *name, struct area **ret_area)
{
    struct area *area;

    if (reader->model->area_count == EXPRESSION_AREAS)
        return model_refuse(reader, label, "more than %d areas",
                            EXPRESSION_AREAS);
    area = model_add_area(reader->model);
    if (!area)
        return problem_set(reader->problem, PROBLEM_FAILED, "out of memory");
    snprintf(area->name, sizeof(area->name), "%s", name);
    *ret_area = area;
    return 0;
}

/* Whether lines cross, and which segments they touch, takes time by the product
 * of the numbers of both. */
static int check_points(struct model_reader *reader, const char *label)
{
    const struct model *model = reader->model;
    size_t points = 0;

    for (size_t i = 0; i < model->area_count; i++)
        points += model->area[i].point_count;
    return points <= AREA_POINTS_MAX
               ? 0
               : model_refuse(
                     reader, label,
                     "its points and those of the areas before are %zu, "
                     "more than %d: simplify them",
                     points, AREA_POINTS_MAX);
}

static int close_area(struct model_reader *reader, const char *label,
                      struct area *area)
{
    struct error error;
    int r = check_points(reader, label);

    if (r)
        return r;
    r = area_close(area, &error);
    return r ? model_refuse_error(reader, label, r, &error) : 0;
}

static int read_area(struct model_reader *reader, const char *label,
                     const char *name, const json_t *shape)
{
    char full[MODEL_JSON_LABEL_SIZE];
    struct error error;
    struct area *area = NULL;
    int r;

    snprintf(full, sizeof(full), "%s.%.*s", label, AREA_NAME_SIZE, name);
    if (!model_is_name(name))
        return model_refuse(
            reader, full,
            "an area is named by letters, digits and '_', a letter "
            "first, at most %d",
            AREA_NAME_SIZE - 1);
    for (size_t i = 0; i < reader->model->area_count; i++) {
        if (!strcmp(reader->model->area[i].name, name))
            return model_refuse(reader, full, "two areas have this name");
    }
    if (add_area(reader, full, name, &area))
        return -EINVAL;
    r = fill_area(area, shape, &error);
    if (r)
        return model_refuse_error(reader, full, r, &error);
    return close_area(reader, full, area);
}

/* A FeatureCollection of features with an id each, or an object of features by
 * their names, as GraphHopper had it before. */
int model_read_areas(struct model_reader *reader, const char *label,
                     const json_t *areas)
{
    const json_t *features = json_object_get(areas, "features");
    const char *key;
    json_t *value;
    int r = 0;

    if (!areas)
        return 0;
    if (!json_is_object(areas))
        return model_refuse(reader, label, "it is no FeatureCollection");
    if (features && !json_is_array(features))
        return model_refuse(reader, label, "features are an array");
    for (size_t i = 0; i < json_array_size(features) && !r; i++) {
        const json_t *feature = json_array_get(features, i);
        const char *id = json_string_value(json_object_get(feature, "id"));
        char full[MODEL_JSON_LABEL_SIZE];

        snprintf(full, sizeof(full), "%s.features[%zu]", label, i);
        r = id ? read_area(reader, label, id, feature)
               : model_refuse(reader, full,
                              "it has no id, by which rules name it");
    }
    json_object_foreach((json_t *)areas, key, value)
    {
        if (!r && !features)
            r = read_area(reader, label, key, value);
    }
    return r;
}

/* ---- What to avoid and to prefer ----------------------------------------- */

static int read_ids(struct model_reader *reader, const char *label,
                    const json_t *ids, struct area_ids *list)
{
    struct error error;
    int r = 0;

    if (ids && !json_is_array(ids))
        return model_refuse(reader, label, "ids are an array");
    for (size_t i = 0; i < json_array_size(ids) && !r; i++) {
        const json_t *id = json_array_get(ids, i);

        if (!json_is_integer(id) || json_integer_value(id) < 0 ||
            json_integer_value(id) >= INT64_C(1) << 62)
            return model_refuse(reader, label,
                                "an id of OpenStreetMap is a whole "
                                "number from 0 to 2^62 - 1");
        r = area_add_id(list, json_integer_value(id), &error);
        if (r)
            return model_refuse_error(reader, label, r, &error);
    }
    return r;
}

/* [west, south, east, north] */
static int read_rectangle(struct model_reader *reader, const char *label,
                          const json_t *corners, struct area *area)
{
    struct position low, high;
    struct error error;
    bool read = json_array_size(corners) == 4 &&
                !geojson_degrees(json_array_get(corners, 0),
                                 json_array_get(corners, 1), &low, &error) &&
                !geojson_degrees(json_array_get(corners, 2),
                                 json_array_get(corners, 3), &high, &error);
    int r;

    if (!read || low.lon_e7 >= high.lon_e7 || low.lat_e7 >= high.lat_e7)
        return model_refuse(reader, label,
                            "a rectangle is [west, south, east, north] in "
                            "degrees, west below east, south below north");
    r = area_add_polygon(area, &error);
    r = r ? r
          : area_add_ring(area,
                          (const struct position[]){low,
                                                    {high.lon_e7, low.lat_e7},
                                                    high,
                                                    {low.lon_e7, high.lat_e7},
                                                    low},
                          5, &error);
    return r ? model_refuse_error(reader, label, r, &error) : 0;
}

static int read_polygons(struct model_reader *reader, const char *label,
                         const json_t *shape, struct area *area)
{
    struct error error;
    int r = fill_area(area, shape, &error);

    return r ? model_refuse_error(reader, label, r, &error) : 0;
}

static int read_classes(struct model_reader *reader, const char *label,
                        const json_t *classes)
{
    char *exclude = reader->model->exclude;

    if (classes && !json_is_array(classes))
        return model_refuse(reader, label, "classes are an array of names");
    for (size_t i = 0; i < json_array_size(classes); i++) {
        const char *name = json_string_value(json_array_get(classes, i));
        size_t length = strlen(exclude);

        if (!name || !*name || strchr(name, ','))
            return model_refuse(reader, label, "classes are an array of names");
        if (length + strlen(name) + 2 > MODEL_CLASSES_SIZE)
            return model_refuse(reader, label, "more than %d bytes of names",
                                MODEL_CLASSES_SIZE);
        snprintf(exclude + length, MODEL_CLASSES_SIZE - length, "%s%s",
                 length ? "," : "", name);
    }
    return 0;
}

/* `name`: of the area that it makes. */
static int read_places(struct model_reader *reader, const char *label,
                       const char *name, const json_t *places)
{
    const json_t *polygons = json_object_get(places, "polygons");
    const json_t *rectangle = json_object_get(places, "rectangle");
    char full[MODEL_JSON_LABEL_SIZE];
    struct area *area = NULL;
    int r = add_area(reader, label, name, &area);

    model_join_label(full, label, "ways");
    r = r ? r
          : read_ids(reader, full, json_object_get(places, "ways"),
                     &area->ways);
    model_join_label(full, label, "nodes");
    r = r ? r
          : read_ids(reader, full, json_object_get(places, "nodes"),
                     &area->nodes);
    model_join_label(full, label, "polygons");
    if (!r && polygons)
        r = read_polygons(reader, full, polygons, area);
    model_join_label(full, label, "rectangle");
    if (!r && rectangle)
        r = read_rectangle(reader, full, rectangle, area);
    return r ? r : close_area(reader, label, area);
}

static const char avoided[] = "_avoided";
static const char preferred[] = "_preferred";

int model_read_avoid(struct model_reader *reader, const char *label,
                     const json_t *avoid)
{
    static const char *const known[] = {"classes",   "polygons", "ways",
                                        "rectangle", "nodes",    NULL};
    char full[MODEL_JSON_LABEL_SIZE];
    int r;

    if (!avoid)
        return 0;
    if (!json_is_object(avoid))
        return model_refuse(reader, label, "it must be an object");
    model_join_label(full, label, "classes");
    r = model_check_members(reader, label, avoid, known);
    r = r ? r : read_classes(reader, full, json_object_get(avoid, "classes"));
    return r ? r : read_places(reader, label, avoided, avoid);
}

int model_read_prefer(struct model_reader *reader, const char *label,
                      const json_t *prefer)
{
    static const char *const known[] = {"polygons", "ways", "rectangle",
                                        "nodes", NULL};
    int r;

    if (!prefer)
        return 0;
    if (!json_is_object(prefer))
        return model_refuse(reader, label, "it must be an object");
    r = model_check_members(reader, label, prefer, known);
    return r ? r : read_places(reader, label, preferred, prefer);
}
