/* model_json: areas first, which rules name; then vehicle, avoid and prefer,
 * which are rules of priority themselves; then the rules. */
#include "api/form/model_json.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/form/geojson.h"
#include "api/form/json_body.h"
#include "core/base/text.h"

enum {
    PARAMETERS_MAX = 64,
    LABEL_SIZE = 120,
    BLOCK_DEPTH = 4,
    TEXT_MAX = 1 << 20, /* bytes of a model */
    TEXT_DEPTH = 64,    /* of a text that was a model before */
};

struct reader {
    struct model *model;
    struct problem *problem;
    const char *area[EXPRESSION_AREAS];
    const char *parameter[PARAMETERS_MAX];
    double parameter_value[PARAMETERS_MAX];
    struct expression_names names;
    size_t outer; /* bytes of labels before the model's own: "model." */
};

/* ---- Problems ------------------------------------------------------------ */

static int refuse(struct reader *reader, const char *label, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

static int refuse(struct reader *reader, const char *label, const char *format,
                  ...)
{
    char words[ERROR_TEXT_SIZE];
    va_list args;

    va_start(args, format);
    vsnprintf(words, sizeof(words), format, args);
    va_end(args);
    text_mend_line(words, strlen(words));
    problem_set(reader->problem, PROBLEM_PARAMETER, "'%s': %s", label, words);
    problem_mend(reader->problem, "/docs/models describes models");
    return problem_about(reader->problem, label);
}

/* What a function below core says of a place in the model. */
static int refuse_error(struct reader *reader, const char *label, int code,
                        const struct error *error)
{
    if (code == -ENOMEM)
        return problem_set(reader->problem, PROBLEM_FAILED, "out of memory");
    return refuse(reader, label, "%s", error->text);
}

/* Members other than `known`, NULL-terminated, are refused. */
static int check_members(struct reader *reader, const char *label,
                         const json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)object, key, value)
    {
        const char *near = NULL;
        char list[256] = "";
        size_t i = 0;

        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (known[i])
            continue;
        for (i = 0; known[i]; i++) {
            near = text_nearer(key, near, known[i]);
            text_list_add(list, sizeof(list), known[i]);
        }
        return near ? refuse(reader, label,
                             "no member '%.40s'; did you mean '%s'?", key, near)
                    : refuse(reader, label, "no member '%.40s'; there are %s",
                             key, list);
    }
    return 0;
}

/* "model.avoid" and so on. */
static void join_label(char label[LABEL_SIZE], const char *outer,
                       const char *inner)
{
    snprintf(label, LABEL_SIZE, "%.80s.%.38s", outer, inner);
}

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

static bool is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strspn(name, letters);

    return length && !name[length] && length < AREA_NAME_SIZE && *name != '_' &&
           !(*name >= '0' && *name <= '9');
}

static int add_area(struct reader *reader, const char *label, const char *name,
                    struct area **ret_area)
{
    struct area *area = model_add_area(reader->model);

    if (!area)
        return refuse(reader, label, "more than %d areas", EXPRESSION_AREAS);
    snprintf(area->name, sizeof(area->name), "%s", name);
    *ret_area = area;
    return 0;
}

/* Whether lines cross, and which segments they touch, takes time by the product
 * of the numbers of both. */
static int check_points(struct reader *reader, const char *label)
{
    const struct model *model = reader->model;
    size_t points = 0;

    for (size_t i = 0; i < model->area_count; i++)
        points += model->area[i].point_count;
    return points <= AREA_POINTS_MAX
               ? 0
               : refuse(reader, label,
                        "its points and those of the areas before are %zu, "
                        "more than %d: simplify them",
                        points, AREA_POINTS_MAX);
}

static int close_area(struct reader *reader, const char *label,
                      struct area *area)
{
    struct error error;
    int r = check_points(reader, label);

    if (r)
        return r;
    r = area_close(area, &error);
    return r ? refuse_error(reader, label, r, &error) : 0;
}

static int read_area(struct reader *reader, const char *label, const char *name,
                     const json_t *shape)
{
    char full[LABEL_SIZE];
    struct error error;
    struct area *area = NULL;
    int r;

    snprintf(full, sizeof(full), "%s.%.*s", label, AREA_NAME_SIZE, name);
    if (!is_name(name))
        return refuse(reader, full,
                      "an area is named by letters, digits and '_', a letter "
                      "first, at most %d",
                      AREA_NAME_SIZE - 1);
    for (size_t i = 0; i < reader->model->area_count; i++) {
        if (!strcmp(reader->model->area[i].name, name))
            return refuse(reader, full, "two areas have this name");
    }
    if (add_area(reader, full, name, &area))
        return -EINVAL;
    r = fill_area(area, shape, &error);
    if (r)
        return refuse_error(reader, full, r, &error);
    return close_area(reader, full, area);
}

/* A FeatureCollection of features with an id each, or an object of features by
 * their names, as GraphHopper had it before. */
static int read_areas(struct reader *reader, const char *label,
                      const json_t *areas)
{
    const json_t *features = json_object_get(areas, "features");
    const char *key;
    json_t *value;
    int r = 0;

    if (!areas)
        return 0;
    if (!json_is_object(areas))
        return refuse(reader, label, "it is no FeatureCollection");
    if (features && !json_is_array(features))
        return refuse(reader, label, "features are an array");
    for (size_t i = 0; i < json_array_size(features) && !r; i++) {
        const json_t *feature = json_array_get(features, i);
        const char *id = json_string_value(json_object_get(feature, "id"));
        char full[LABEL_SIZE];

        snprintf(full, sizeof(full), "%s.features[%zu]", label, i);
        r = id ? read_area(reader, label, id, feature)
               : refuse(reader, full, "it has no id, by which rules name it");
    }
    json_object_foreach((json_t *)areas, key, value)
    {
        if (!r && !features)
            r = read_area(reader, label, key, value);
    }
    return r;
}

static void name_areas(struct reader *reader)
{
    const struct model *model = reader->model;

    for (size_t i = 0; i < model->area_count; i++)
        reader->area[i] = model->area[i].name;
    reader->names.area_count = model->area_count;
}

/* ---- Rules --------------------------------------------------------------- */

static int add_rule(struct reader *reader, const char *label,
                    enum model_list list, enum model_when when,
                    const char *condition, enum model_act act,
                    const char *amount)
{
    struct error error;
    int r = model_add_rule(reader->model, list, when, condition, act, amount,
                           &reader->names, &error);

    if (r)
        return refuse_error(reader, label, r, &error);
    model_label_rule(reader->model, list, label + reader->outer);
    return 0;
}

/* One of several members of a rule, its index; -1: none or two. */
static int find_member(const json_t *rule, const char *const *names, int count)
{
    int found = -1;

    for (int i = 0; i < count; i++) {
        if (!json_object_get(rule, names[i]))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* A condition or an amount: text, or true, or a number. NULL: something else.
 */
static const char *text_of(const json_t *value, char number[32])
{
    if (json_is_boolean(value))
        return json_is_true(value) ? "true" : "false";
    if (json_is_number(value)) {
        snprintf(number, 32, "%.17g", json_number_value(value));
        return number;
    }
    return json_string_value(value);
}

static int read_rules(struct reader *reader, const char *label,
                      enum model_list list, const json_t *rules, int depth);

static int read_block(struct reader *reader, const char *label,
                      enum model_list list, enum model_when when,
                      const char *condition, const json_t *rules, int depth)
{
    size_t begin = reader->model->list[list].count;
    char full[LABEL_SIZE];
    int r;

    join_label(full, label, "do");
    if (depth == BLOCK_DEPTH)
        return refuse(reader, full, "more than %d blocks in each other",
                      BLOCK_DEPTH);
    r = add_rule(reader, label, list, when, condition, ACT_BLOCK, NULL);
    r = r ? r : read_rules(reader, full, list, rules, depth + 1);
    if (!r)
        model_end_block(reader->model, list, begin);
    return r;
}

static int read_rule(struct reader *reader, const char *label,
                     enum model_list list, const json_t *rule, int depth)
{
    static const char *const whens[] = {"if", "else_if", "else"};
    static const char *const acts[] = {"multiply_by", "limit_to", "do"};
    static const char *const known[] = {
        "if", "else_if", "else", "multiply_by", "limit_to", "do", NULL};
    int when = find_member(rule, whens, 3);
    int act = find_member(rule, acts, 3);
    const json_t *value;
    char number[2][32];
    const char *condition;
    const char *amount;

    if (check_members(reader, label, rule, known))
        return -EINVAL;
    if (when < 0)
        return refuse(reader, label,
                      "a rule has one of 'if', 'else_if' and 'else'");
    if (act < 0)
        return refuse(reader, label,
                      "a rule has one of 'multiply_by', 'limit_to' and 'do'");
    condition = text_of(json_object_get(rule, whens[when]), number[0]);
    if (when != WHEN_ELSE && !condition)
        return refuse(reader, label, "the condition is no text");
    if (when == WHEN_ELSE)
        condition = NULL;
    value = json_object_get(rule, acts[act]);
    if (act == ACT_BLOCK)
        return read_block(reader, label, list, (enum model_when)when, condition,
                          value, depth);
    amount = text_of(value, number[1]);
    if (!amount)
        return refuse(reader, label, "the amount is no number and no text");
    return add_rule(reader, label, list, (enum model_when)when, condition,
                    (enum model_act)act, amount);
}

static int read_rules(struct reader *reader, const char *label,
                      enum model_list list, const json_t *rules, int depth)
{
    int r = 0;

    if (rules && !json_is_array(rules))
        return refuse(reader, label, "rules are an array");
    for (size_t i = 0; i < json_array_size(rules) && !r; i++) {
        char full[LABEL_SIZE];

        snprintf(full, sizeof(full), "%s[%zu]", label, i);
        r = read_rule(reader, full, list, json_array_get(rules, i), depth);
    }
    return r;
}

/* A rule of priority that relaxd makes itself. */
static int add_priority(struct reader *reader, const char *label,
                        const char *condition, const char *factor)
{
    return add_rule(reader, label, MODEL_PRIORITY, WHEN_IF, condition,
                    ACT_MULTIPLY, factor);
}

/* ---- The vehicle --------------------------------------------------------- */

static const struct {
    const char *name;
    const char *condition; /* with its size behind it, or whole */
    bool is_size;
} vehicle_members[] = {
    {"height", "max_height < ", true},
    {"width", "max_width < ", true},
    {"length", "max_length < ", true},
    {"weight", "max_weight < ", true},
    {"axle_load", "max_axle_load < ", true},
    {"hazmat", "hazmat == NO", false},
    {"hazmat_water", "hazmat_water == NO", false},
    {"hgv", "hgv == NO", false},
};

enum { VEHICLE_MEMBERS = sizeof(vehicle_members) / sizeof(*vehicle_members) };

static int read_vehicle_member(struct reader *reader, const char *label,
                               size_t member, const json_t *value)
{
    char condition[80];
    char full[LABEL_SIZE];

    join_label(full, label, vehicle_members[member].name);
    if (!vehicle_members[member].is_size) {
        if (!json_is_boolean(value))
            return refuse(reader, full, "it is true or false");
        return json_is_true(value)
                   ? add_priority(reader, full,
                                  vehicle_members[member].condition, "0")
                   : 0;
    }
    if (!json_is_number(value) || !(json_number_value(value) >= 0))
        return refuse(reader, full,
                      "it is a number from 0 on, in metres or tonnes");
    snprintf(condition, sizeof(condition), "%s%.17g",
             vehicle_members[member].condition, json_number_value(value));
    return add_priority(reader, full, condition, "0");
}

static int read_vehicle(struct reader *reader, const char *label,
                        const json_t *vehicle)
{
    const char *known[VEHICLE_MEMBERS + 1];
    int r;

    for (size_t i = 0; i < VEHICLE_MEMBERS; i++)
        known[i] = vehicle_members[i].name;
    known[VEHICLE_MEMBERS] = NULL;
    if (!json_is_object(vehicle))
        return refuse(reader, label, "it is no object");
    r = check_members(reader, label, vehicle, known);
    for (size_t i = 0; !r && i < VEHICLE_MEMBERS; i++) {
        const json_t *value = json_object_get(vehicle, known[i]);

        if (value)
            r = read_vehicle_member(reader, label, i, value);
    }
    return r;
}

/* ---- What to avoid and to prefer ----------------------------------------- */

static int read_ids(struct reader *reader, const char *label, const json_t *ids,
                    struct area_ids *list)
{
    struct error error;
    int r = 0;

    if (ids && !json_is_array(ids))
        return refuse(reader, label, "ids are an array");
    for (size_t i = 0; i < json_array_size(ids) && !r; i++) {
        const json_t *id = json_array_get(ids, i);

        if (!json_is_integer(id) || json_integer_value(id) < 0 ||
            json_integer_value(id) >= INT64_C(1) << 62)
            return refuse(reader, label,
                          "an id of OpenStreetMap is a whole "
                          "number from 0 on");
        r = area_add_id(list, json_integer_value(id), &error);
        if (r)
            return refuse_error(reader, label, r, &error);
    }
    return r;
}

/* [west, south, east, north] */
static int read_rectangle(struct reader *reader, const char *label,
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
        return refuse(reader, label,
                      "a rectangle is [west, south, east, north]");
    r = area_add_polygon(area, &error);
    r = r ? r
          : area_add_ring(area,
                          (const struct position[]){low,
                                                    {high.lon_e7, low.lat_e7},
                                                    high,
                                                    {low.lon_e7, high.lat_e7},
                                                    low},
                          5, &error);
    return r ? refuse_error(reader, label, r, &error) : 0;
}

static int read_polygons(struct reader *reader, const char *label,
                         const json_t *shape, struct area *area)
{
    struct error error;
    int r = fill_area(area, shape, &error);

    return r ? refuse_error(reader, label, r, &error) : 0;
}

static int read_classes(struct reader *reader, const char *label,
                        const json_t *classes)
{
    char *exclude = reader->model->exclude;

    if (classes && !json_is_array(classes))
        return refuse(reader, label, "classes are an array of names");
    for (size_t i = 0; i < json_array_size(classes); i++) {
        const char *name = json_string_value(json_array_get(classes, i));
        size_t length = strlen(exclude);

        if (!name || !*name || strchr(name, ','))
            return refuse(reader, label, "classes are an array of names");
        if (length + strlen(name) + 2 > MODEL_CLASSES_SIZE)
            return refuse(reader, label, "more than %d bytes of names",
                          MODEL_CLASSES_SIZE);
        snprintf(exclude + length, MODEL_CLASSES_SIZE - length, "%s%s",
                 length ? "," : "", name);
    }
    return 0;
}

/* `name`: of the area that it makes. */
static int read_places(struct reader *reader, const char *label,
                       const char *name, const json_t *places)
{
    const json_t *polygons = json_object_get(places, "polygons");
    const json_t *rectangle = json_object_get(places, "rectangle");
    char full[LABEL_SIZE];
    struct area *area = NULL;
    int r = add_area(reader, label, name, &area);

    join_label(full, label, "ways");
    r = r ? r
          : read_ids(reader, full, json_object_get(places, "ways"),
                     &area->ways);
    join_label(full, label, "nodes");
    r = r ? r
          : read_ids(reader, full, json_object_get(places, "nodes"),
                     &area->nodes);
    join_label(full, label, "polygons");
    if (!r && polygons)
        r = read_polygons(reader, full, polygons, area);
    join_label(full, label, "rectangle");
    if (!r && rectangle)
        r = read_rectangle(reader, full, rectangle, area);
    return r ? r : close_area(reader, label, area);
}

static const char avoided[] = "_avoided";
static const char preferred[] = "_preferred";

static int read_avoid(struct reader *reader, const char *label,
                      const json_t *avoid)
{
    static const char *const known[] = {"classes",   "polygons", "ways",
                                        "rectangle", "nodes",    NULL};
    char full[LABEL_SIZE];
    int r;

    if (!avoid)
        return 0;
    if (!json_is_object(avoid))
        return refuse(reader, label, "it is no object");
    join_label(full, label, "classes");
    r = check_members(reader, label, avoid, known);
    r = r ? r : read_classes(reader, full, json_object_get(avoid, "classes"));
    return r ? r : read_places(reader, label, avoided, avoid);
}

static int read_prefer(struct reader *reader, const char *label,
                       const json_t *prefer)
{
    static const char *const known[] = {"polygons", "ways", "rectangle",
                                        "nodes", NULL};
    int r;

    if (!prefer)
        return 0;
    if (!json_is_object(prefer))
        return refuse(reader, label, "it is no object");
    r = check_members(reader, label, prefer, known);
    return r ? r : read_places(reader, label, preferred, prefer);
}

/* ---- The whole ----------------------------------------------------------- */

static int read_parameters(struct reader *reader, const char *label,
                           const json_t *parameters)
{
    size_t *count = &reader->names.parameter_count;
    const char *key;
    json_t *value;

    if (parameters && !json_is_object(parameters))
        return refuse(reader, label, "parameters are an object of numbers");
    json_object_foreach((json_t *)parameters, key, value)
    {
        if (!is_name(key) || !json_is_number(value))
            return refuse(reader, label, "a parameter is a name with a number");
        if (*count == PARAMETERS_MAX)
            return refuse(reader, label, "more than %d", PARAMETERS_MAX);
        reader->parameter[*count] = key;
        reader->parameter_value[(*count)++] = json_number_value(value);
    }
    return 0;
}

static int read_influence(struct reader *reader, const char *label,
                          const json_t *value)
{
    double influence = json_number_value(value);

    if (!value)
        return 0;
    if (!json_is_number(value) || !(influence >= 0) || influence > 1e6)
        return refuse(reader, label,
                      "it is seconds per kilometre, from 0 to 1000000");
    reader->model->distance_influence = influence;
    return 0;
}

static const struct {
    const char *name;
    int (*read)(struct reader *reader, const char *label, const json_t *value);
} places_first[] = {
    {"areas", read_areas},
    {"avoid", read_avoid},
    {"prefer", read_prefer},
    {"parameters", read_parameters},
    {"distance_influence", read_influence},
};

static int add_own(struct reader *reader, const char *label, const char *member,
                   const char *condition, const char *factor)
{
    char full[LABEL_SIZE];

    join_label(full, label, member);
    return add_priority(reader, full, condition, factor);
}

/* relaxd's own rules come first. */
static int read_own(struct reader *reader, const char *label,
                    const json_t *object)
{
    const json_t *vehicle = json_object_get(object, "vehicle");
    char full[LABEL_SIZE];
    int r = 0;

    join_label(full, label, "vehicle");
    if (vehicle)
        r = read_vehicle(reader, full, vehicle);
    if (!r && json_object_get(object, "avoid"))
        r = add_own(reader, label, "avoid", "in__avoided", "0");
    if (!r && json_object_get(object, "prefer"))
        r = add_own(reader, label, "prefer", "in__preferred", "2");
    return r;
}

static int read_members(struct reader *reader, const char *label,
                        const json_t *object)
{
    static const char *const lists[] = {"speed", "priority"};
    char full[LABEL_SIZE];
    int r = 0;

    for (size_t i = 0; !r && i < sizeof(places_first) / sizeof(*places_first);
         i++) {
        join_label(full, label, places_first[i].name);
        r = places_first[i].read(reader, full,
                                 json_object_get(object, places_first[i].name));
    }
    name_areas(reader);
    r = r ? r : read_own(reader, label, object);
    for (int list = 0; !r && list < MODEL_LISTS; list++) {
        join_label(full, label, lists[list]);
        r = read_rules(reader, full, (enum model_list)list,
                       json_object_get(object, lists[list]), 0);
    }
    return r;
}

/* Models with the same members, in any order, are the same. */
static int seal(struct reader *reader, const char *label, const json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    int r = 0;

    if (text && strlen(text) > TEXT_MAX)
        r = refuse(reader, label, "longer than %d bytes", TEXT_MAX);
    else if (!text || model_seal(reader->model, text))
        r = problem_set(reader->problem, PROBLEM_FAILED, "out of memory");
    free(text);
    return r;
}

int model_json_read(const json_t *object, const char *label,
                    struct model **ret_model, struct problem *problem)
{
    static const char *const known[] = {
        "speed", "priority", "distance_influence", "areas", "vehicle",
        "avoid", "prefer",   "parameters",         NULL};
    struct reader reader = {
        .model = model_create(),
        .problem = problem,
        .outer = strlen(label) + 1,
    };
    int r;

    reader.names = (struct expression_names){
        .area = reader.area,
        .parameter = reader.parameter,
        .parameter_value = reader.parameter_value,
    };
    if (!reader.model)
        return problem_set(problem, PROBLEM_FAILED, "out of memory");
    if (!json_is_object(object))
        r = refuse(&reader, label, "a model is an object");
    else
        r = check_members(&reader, label, object, known);
    r = r ? r : read_members(&reader, label, object);
    r = r ? r : seal(&reader, label, object);
    if (r)
        model_release(reader.model);
    else
        *ret_model = reader.model;
    return r;
}

int model_json_read_text(const char *text, struct model **ret_model,
                         struct error *error)
{
    struct problem problem;
    json_t *object = NULL;
    int r = json_body_parse(text, strlen(text), TEXT_DEPTH, &object, &problem);

    r = r ? r : model_json_read(object, "model", ret_model, &problem);
    json_decref(object);
    if (!r)
        return 0;
    return problem.kind == PROBLEM_FAILED
               ? error_no_memory(error)
               : error_set(error, -EINVAL, "%s", problem.detail);
}
