/* model_json: models as GraphHopper writes them and relaxd's members beside
 * these; what is refused, where, and in which words. */
#include "api/form/model_json.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/cmocka_all.h"

static json_t *parse(const char *text)
{
    json_error_t error;
    json_t *object = json_loads(text, 0, &error);

    if (!object)
        fail_msg("%s: %s", error.text, text);
    return object;
}

static struct model *read_model(const char *text)
{
    json_t *object = parse(text);
    struct model *model;
    struct problem problem = {0};

    if (model_json_read(object, "model", &model, &problem))
        fail_msg("%s", problem.detail);
    json_decref(object);
    return model;
}

static void refuse(const char *text, const char *parameter, const char *detail)
{
    json_t *object = parse(text);
    struct model *model = NULL;
    struct problem problem = {0};

    assert_int_equal(model_json_read(object, "model", &model, &problem),
                     -EINVAL);
    json_decref(object);
    assert_null(model);
    assert_string_equal(problem.parameter, parameter);
    assert_string_equal(problem.detail, detail);
    assert_string_equal(problem.mend, "/docs/models describes models");
    assert_int_equal(problem.kind, PROBLEM_PARAMETER);
}

#define SQUARE(west, south, east, north)                                       \
    "[[" #west "," #south "],[" #east "," #south "],[" #east "," #north        \
    "],[" #west "," #north "],[" #west "," #south "]]"
#define POLYGON(rings) "{\"type\":\"Polygon\",\"coordinates\":[" rings "]}"
#define FEATURE(id, geometry)                                                  \
    "{\"type\":\"Feature\",\"id\":\"" id "\",\"geometry\":" geometry "}"
#define COLLECTION(features)                                                   \
    "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

/* ---- Rules --------------------------------------------------------------- */

static void rules_are_read_as_graphhopper_writes_them(void **state)
{
    struct model *model = read_model(
        "{\"speed\":[{\"if\":\"road_class == PRIMARY\",\"multiply_by\":0.5},"
        "{\"else_if\":\"max_speed < 30\",\"limit_to\":\"max_speed * 0.9\"},"
        "{\"else\":\"\",\"limit_to\":90}],"
        "\"priority\":[{\"if\":true,\"do\":["
        "{\"if\":\"in_city\",\"multiply_by\":\"p_much\"},"
        "{\"else\":null,\"do\":[]}]},{\"if\":\"true\",\"multiply_by\":\"0\"}],"
        "\"distance_influence\":70,\"parameters\":{\"much\":0.25},"
        "\"areas\":" COLLECTION(
            FEATURE("city", POLYGON(SQUARE(1, 1, 2, 2)))) "}");
    const struct model_rule *speed = model->list[MODEL_SPEED].rule;
    const struct model_rule *priority = model->list[MODEL_PRIORITY].rule;
    const struct model_place nowhere = {0};

    assert_int_equal(model->list[MODEL_SPEED].count, 3);
    assert_int_equal(speed[0].when, WHEN_IF);
    assert_int_equal(speed[0].act, ACT_MULTIPLY);
    assert_true(expression_value(speed[0].amount, &nowhere) == 0.5);
    assert_int_equal(speed[1].when, WHEN_ELSE_IF);
    assert_int_equal(speed[1].act, ACT_LIMIT);
    assert_int_equal(speed[2].when, WHEN_ELSE);
    assert_null(speed[2].condition);
    assert_true(expression_value(speed[2].amount, &nowhere) == 90);
    assert_int_equal(model->list[MODEL_PRIORITY].count, 4);
    assert_int_equal(priority[0].act, ACT_BLOCK);
    assert_int_equal(priority[0].block_end, 3);
    assert_true(expression_value(priority[1].amount, &nowhere) == 0.25);
    assert_int_equal(priority[2].block_end, 3);
    assert_true(model->distance_influence == 70);
    model_release(model);
}

static void rules_have_a_condition_and_an_act(void **state)
{
    static const char one_of[] = "a rule has one of 'if', 'else_if' and 'else'";
    static const char acts[] =
        "a rule has one of 'multiply_by', 'limit_to' and 'do'";
    char words[256];

    snprintf(words, sizeof(words), "'model.speed[0]': %s", one_of);
    refuse("{\"speed\":[{\"if\":\"true\",\"else\":\"\",\"limit_to\":1}]}",
           "model.speed[0]", words);
    refuse("{\"speed\":[{\"limit_to\":1}]}", "model.speed[0]", words);
    refuse("{\"speed\":[5]}", "model.speed[0]", words);
    snprintf(words, sizeof(words), "'model.priority[1]': %s", acts);
    refuse("{\"priority\":[{\"if\":\"true\",\"multiply_by\":1},"
           "{\"if\":\"true\"}]}",
           "model.priority[1]", words);
    refuse("{\"priority\":[{\"if\":\"true\",\"multiply_by\":1},"
           "{\"if\":\"true\",\"limit_to\":1,\"multiply_by\":1}]}",
           "model.priority[1]", words);
    refuse("{\"speed\":[{\"if\":\"true\",\"multply_by\":1}]}", "model.speed[0]",
           "'model.speed[0]': no member 'multply_by'; did you mean "
           "'multiply_by'?");
    refuse("{\"speed\":[{\"else\":\"\",\"limit_to\":1}]}", "model.speed[0]",
           "'model.speed[0]': an else needs an if before it");
    refuse("{\"speed\":[{\"if\":\"true\",\"do\":[{\"else\":\"\",\"limit_to\":1}"
           "]}]}",
           "model.speed[0].do[0]",
           "'model.speed[0].do[0]': an else needs an if before it");
    refuse("{\"speed\":[{\"if\":\"true\",\"do\":[]},{\"else\":\"\",\"limit_"
           "to\":1},"
           "{\"else_if\":\"true\",\"limit_to\":1}]}",
           "model.speed[2]", "'model.speed[2]': only an if may follow an else");
    refuse("{\"speed\":{}}", "model.speed",
           "'model.speed': rules are an array");
    refuse("{\"speed\":[{\"if\":\"true\",\"do\":\"x\"}]}", "model.speed[0].do",
           "'model.speed[0].do': rules are an array");
}

static void texts_are_refused_where_they_are(void **state)
{
    refuse("{\"speed\":[{\"if\":\"true\",\"do\":[{\"if\":\"lane > 2\","
           "\"limit_to\":1}]}]}",
           "model.speed[0].do[0]",
           "'model.speed[0].do[0]': column 1: no value 'lane'; did you mean "
           "'lanes'?");
    refuse("{\"speed\":[{\"if\":5,\"limit_to\":1}]}", "model.speed[0]",
           "'model.speed[0]': column 2: this place takes a condition, not a "
           "number");
    refuse("{\"speed\":[{\"if\":[],\"limit_to\":1}]}", "model.speed[0]",
           "'model.speed[0]': the condition must be a text");
    refuse("{\"speed\":[{\"if\":\"true\",\"limit_to\":null}]}",
           "model.speed[0]",
           "'model.speed[0]': the amount must be a number or a text");
    refuse("{\"speed\":[{\"if\":\"true\",\"limit_to\":-1}]}", "model.speed[0]",
           "'model.speed[0]': an amount is a number from 0 on");
    refuse("{\"speed\":[{\"if\":\"in_a\",\"limit_to\":1}]}", "model.speed[0]",
           "'model.speed[0]': column 1: no area of that name; the model has "
           "none");
}

/* `count` times one text, then another, and so on, into a text to free(). */
static char *repeat(const char *begin, const char *text, int count,
                    const char *end, const char *last)
{
    char *made;
    size_t size;
    FILE *to = open_memstream(&made, &size);

    fputs(begin, to);
    for (int i = 0; i < count; i++)
        fputs(text, to);
    fputs(end, to);
    for (int i = 0; *last && i < count; i++)
        fputs(last, to);
    fputs(*last ? "]}" : "", to);
    fclose(to);
    assert_non_null(made);
    return made;
}

static void there_are_not_too_many_rules(void **state)
{
    const char rule[] = "{\"if\":\"true\",\"limit_to\":1},";
    const char last[] = "{\"if\":\"true\",\"limit_to\":1}]}";
    char *most = repeat("{\"speed\":[", rule, 499, last, "");
    char *more = repeat("{\"speed\":[", rule, 500, last, "");
    char *deep =
        repeat("{\"speed\":[", "{\"if\":\"true\",\"do\":[", 4, "", "]}");
    char *deeper =
        repeat("{\"speed\":[", "{\"if\":\"true\",\"do\":[", 5, "", "]}");

    model_release(read_model(most));
    refuse(more, "model.speed[500]", "'model.speed[500]': more than 500 rules");
    model_release(read_model(deep));
    refuse(deeper, "model.speed[0].do[0].do[0].do[0].do[0].do",
           "'model.speed[0].do[0].do[0].do[0].do[0].do': blocks nested more "
           "than 4 deep");
    free(most);
    free(more);
    free(deep);
    free(deeper);
}

static void other_members_are_checked(void **state)
{
    refuse("[]", "model", "'model': a model is an object");
    refuse("{\"sped\":[]}", "model",
           "'model': no member 'sped'; did you mean 'speed'?");
    refuse("{\"whatever\":1}", "model",
           "'model': no member 'whatever'; there are speed, priority, "
           "distance_influence, areas, vehicle, avoid, prefer, parameters");
    refuse("{\"distance_influence\":-1}", "model.distance_influence",
           "'model.distance_influence': it is seconds per kilometre, from 0 to "
           "1000000");
    refuse("{\"distance_influence\":\"70\"}", "model.distance_influence",
           "'model.distance_influence': it is seconds per kilometre, from 0 to "
           "1000000");
    refuse("{\"parameters\":[]}", "model.parameters",
           "'model.parameters': parameters are an object of numbers");
    refuse("{\"parameters\":{\"a b\":1}}", "model.parameters",
           "'model.parameters': a parameter is a name with a number");
    refuse("{\"parameters\":{\"a\":\"1\"}}", "model.parameters",
           "'model.parameters': a parameter is a name with a number");
}

/* ---- Areas --------------------------------------------------------------- */

static void areas_are_a_collection_or_an_object(void **state)
{
    struct model *model = read_model("{\"areas\":" COLLECTION(
        FEATURE("a", POLYGON(SQUARE(1, 1, 2, 2))) "," FEATURE(
            "b_2",
            "{\"type\":\"MultiPolygon\",\"coordinates\":[[" SQUARE(
                1, 1, 4, 4) "," SQUARE(2, 2, 3, 3) "],[" SQUARE(5, 5, 6,
                                                                6) "]]}")) "}");

    assert_int_equal(model->area_count, 2);
    assert_string_equal(model->area[0].name, "a");
    assert_int_equal(model->area[0].polygon_count, 1);
    assert_string_equal(model->area[1].name, "b_2");
    assert_int_equal(model->area[1].polygon_count, 2);
    assert_int_equal(model->area[1].polygon[0].count, 8);
    assert_int_equal(model->area[1].polygon[1].lon.least, 50000000);
    model_release(model);
    model = read_model(
        "{\"areas\":{\"old\":{\"type\":\"Feature\",\"geometry\":" POLYGON(
            SQUARE(1, 1, 2,
                   2)) "},\"new\":" POLYGON(SQUARE(1, 1, 2,
                                                   2)) "},"
                                                       "\"priority\":[{\"if\":"
                                                       "\"in_old && "
                                                       "in_new\",\"multiply_"
                                                       "by\":0}]}");
    assert_int_equal(model->area_count, 2);
    assert_true(model_is_of_area(model));
    model_release(model);
}

static void refuse_area(const char *geometry, const char *words)
{
    char text[1024], detail[512];

    snprintf(text, sizeof(text), "{\"areas\":{\"a\":%s}}", geometry);
    snprintf(detail, sizeof(detail), "'model.areas.a': %s", words);
    refuse(text, "model.areas.a", detail);
}

static void rings_are_checked(void **state)
{
    refuse_area(POLYGON("[[1,1],[2,1],[1,1]]"),
                "a ring has at least four points, not 3");
    refuse_area(POLYGON("[[1,1],[2,1],[2,2],[1,2]]"),
                "a ring ends with its first point again");
    refuse_area(POLYGON("[[1,1],[2,1],[3,1],[1,1]]"),
                "it covers nothing: all its points lie on one line");
    refuse_area(POLYGON("[[1,1],[2,2],[2,1],[1,2],[1,1]]"),
                "its lines cross each other near [1.0000000, 1.0000000]");
    refuse_area(POLYGON(SQUARE(1, 1, 3, 3) "," SQUARE(2, 2, 4, 4)),
                "its lines cross each other near [3.0000000, 1.0000000]");
    refuse_area(POLYGON("[[1,1],[200,1],[2,2],[1,1]]"),
                "a position is not [longitude, latitude]");
    refuse_area(POLYGON("[[1,1],[\"2\",1],[2,2],[1,1]]"),
                "a position is not [longitude, latitude]");
    refuse_area(POLYGON(""), "a polygon has no ring");
    refuse_area("{\"type\":\"MultiPolygon\",\"coordinates\":[]}",
                "a MultiPolygon has no polygon");
    refuse_area("{\"type\":\"Point\",\"coordinates\":[1,1]}",
                "a Point is no area; an area is a Polygon or a MultiPolygon");
    refuse_area("5", "no geometry with a type");
    refuse_area("{\"geometry\":null}", "no geometry with a type");
}

/* A ring of so many lines along a parabola, and back to its begin. */
static char *round_ring(int lines)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    fputs("{\"areas\":{\"a\":{\"type\":\"Polygon\",\"coordinates\":[[", to);
    for (int i = 0; i < lines; i++)
        fprintf(to, "[%.7f,%.7f],", i * 1e-5, i * 1e-7 * i);
    fputs("[0,0]]]}}}", to);
    fclose(to);
    assert_non_null(text);
    return text;
}

static void areas_have_at_most_10000_points(void **state)
{
    char *most = round_ring(10000);
    char *more = round_ring(10001);

    model_release(read_model(most));
    refuse(more, "model.areas.a",
           "'model.areas.a': a ring of 10002 points is more than 10000: "
           "simplify it");
    free(most);
    free(more);
}

static void names_of_areas_are_checked(void **state)
{
    static const char rule[] = "an area is named by letters, digits and '_', a "
                               "letter first, at most 63";
    const char *const bad[] = {"", "_a", "a-b", "a b", "5a"};

    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        char text[512], name[80], detail[512];

        snprintf(text, sizeof(text), "{\"areas\":{\"%s\":%s}}", bad[i],
                 POLYGON(SQUARE(1, 1, 2, 2)));
        snprintf(name, sizeof(name), "model.areas.%s", bad[i]);
        snprintf(detail, sizeof(detail), "'%s': %s", name, rule);
        refuse(text, name, detail);
    }
    refuse("{\"areas\":" COLLECTION(
               FEATURE("a", POLYGON(SQUARE(1, 1, 2, 2))) "," FEATURE(
                   "a", POLYGON(SQUARE(1, 1, 2, 2)))) "}",
           "model.areas.a", "'model.areas.a': two areas have this name");
    refuse("{\"areas\":" COLLECTION("{\"type\":\"Feature\"}") "}",
           "model.areas.features[0]",
           "'model.areas.features[0]': it has no id, by which rules name it");
    refuse("{\"areas\":[]}", "model.areas",
           "'model.areas': it is no FeatureCollection");
    refuse("{\"areas\":{\"type\":\"FeatureCollection\",\"features\":{}}}",
           "model.areas", "'model.areas': features are an array");
}

static void there_are_not_too_many_areas(void **state)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    fputs("{\"avoid\":{},\"prefer\":{},\"areas\":{\"a\":" POLYGON(
              SQUARE(1, 1, 2, 2)),
          to);
    for (int i = 1; i < 62; i++)
        fprintf(to, ",\"a%d\":%s", i, POLYGON(SQUARE(1, 1, 2, 2)));
    fputs("}}", to);
    fflush(to);
    model_release(read_model(text));
    fseek(to, -2, SEEK_CUR);
    fprintf(to, ",\"b\":%s}}", POLYGON(SQUARE(1, 1, 2, 2)));
    fclose(to);
    refuse(text, "model.prefer", "'model.prefer': more than 64 areas");
    free(text);
}

/* ---- Vehicle, avoid and prefer ------------------------------------------- */

static bool applies(const struct model *model, size_t rule,
                    const struct model_place *place)
{
    return expression_value(model->list[MODEL_PRIORITY].rule[rule].condition,
                            place) != 0;
}

static void vehicles_are_rules_that_close(void **state)
{
    static const struct way_facts closing = {
        .word = {[FACT_HGV] = 6, [FACT_HAZMAT] = 1, [FACT_HAZMAT_WATER] = 2}};
    static const struct way_facts facts;
    static const struct road_attributes low = {
        .limit = {{3799, 2499, 11999, 1799, 899}}};
    static const struct road_attributes high = {
        .limit = {{3800, 2500, 12000, 1800, 900}}};
    struct model *model =
        read_model("{\"vehicle\":{\"height\":3.8,\"width\":2.5,\"length\":12,"
                   "\"weight\":18,\"axle_load\":9,\"hgv\":true,\"hazmat\":true,"
                   "\"hazmat_water\":true}}");
    const struct model_place closed = {.facts = &closing, .attributes = &low};
    const struct model_place open = {.facts = &facts, .attributes = &high};
    const struct model_place nowhere = {0};

    assert_int_equal(model->list[MODEL_SPEED].count, 0);
    assert_int_equal(model->list[MODEL_PRIORITY].count, 8);
    for (size_t i = 0; i < 8; i++) {
        const struct model_rule *rule = &model->list[MODEL_PRIORITY].rule[i];

        assert_int_equal(rule->act, ACT_MULTIPLY);
        assert_true(expression_value(rule->amount, &nowhere) == 0);
        assert_true(applies(model, i, &closed));
        assert_false(applies(model, i, &open));
    }
    model_release(model);
    model = read_model("{\"vehicle\":{\"hgv\":false,\"height\":0}}");
    assert_int_equal(model->list[MODEL_PRIORITY].count, 1);
    model_release(model);
}

static void vehicles_are_checked(void **state)
{
    refuse("{\"vehicle\":5}", "model.vehicle",
           "'model.vehicle': it must be an object");
    refuse("{\"vehicle\":{\"hight\":3}}", "model.vehicle",
           "'model.vehicle': no member 'hight'; did you mean 'height'?");
    refuse("{\"vehicle\":{\"height\":\"3.8\"}}", "model.vehicle.height",
           "'model.vehicle.height': it is a number from 0 on, in metres or "
           "tonnes");
    refuse("{\"vehicle\":{\"weight\":-1}}", "model.vehicle.weight",
           "'model.vehicle.weight': it is a number from 0 on, in metres or "
           "tonnes");
    refuse("{\"vehicle\":{\"hgv\":1}}", "model.vehicle.hgv",
           "'model.vehicle.hgv': it is true or false");
}

static void places_are_avoided_and_preferred(void **state)
{
    struct model *model = read_model(
        "{\"avoid\":{\"classes\":[\"toll\",\"ferry\"],\"ways\":[1,2],"
        "\"nodes\":[4611686018427387903],\"rectangle\":[8.6,49.3,8.7,49.4],"
        "\"polygons\":" COLLECTION(
            FEATURE("x", POLYGON(SQUARE(1, 1, 4, 4))) "," FEATURE(
                "x", POLYGON(SQUARE(
                         2, 2, 3,
                         3)))) "},"
                               "\"prefer\":{\"ways\":[7],\"polygons\":" POLYGON(
                                   SQUARE(1, 1, 2,
                                          2)) "},\"priority\":[{\"if\":"
                                              "\"true\",\"multiply_by\":1}]}");
    const struct model_place avoided = {.areas = 1};
    const struct model_place preferred = {.areas = 2};

    assert_string_equal(model->exclude, "toll,ferry");
    assert_int_equal(model->area_count, 2);
    assert_int_equal(model->area[0].ways.count, 2);
    assert_int_equal(model->area[0].nodes.id[0], INT64_MAX / 2);
    assert_int_equal(model->area[0].polygon_count, 3);
    assert_int_equal(model->area[1].polygon_count, 1);
    assert_int_equal(model->list[MODEL_PRIORITY].count, 3);
    assert_true(applies(model, 0, &avoided));
    assert_false(applies(model, 0, &preferred));
    assert_true(applies(model, 1, &preferred));
    assert_false(applies(model, 1, &avoided));
    model_release(model);
}

static void places_are_checked(void **state)
{
    static const char rectangle[] =
        "'model.avoid.rectangle': a rectangle is [west, south, east, north] in "
        "degrees, west below east, south below north";
    const char *const rectangles[] = {
        "[8.7,49.3,8.6,49.4]",  "[8.6,49.3,8.7,49.3]",
        "[8.6,49.3,8.7]",       "[8.6,49.3,8.7,49.4,5]",
        "[8.6,49.3,8.7,\"x\"]", "{}",
        "[1,1,200,2]"};
    const char *const ids[] = {"[-1]", "[1.5]", "[\"1\"]",
                               "[4611686018427387904]"};

    for (size_t i = 0; i < sizeof(rectangles) / sizeof(*rectangles); i++) {
        char text[128];

        snprintf(text, sizeof(text), "{\"avoid\":{\"rectangle\":%s}}",
                 rectangles[i]);
        refuse(text, "model.avoid.rectangle", rectangle);
    }
    for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
        char text[128];

        snprintf(text, sizeof(text), "{\"prefer\":{\"ways\":%s}}", ids[i]);
        refuse(text, "model.prefer.ways",
               "'model.prefer.ways': an id of OpenStreetMap is a whole number "
               "from 0 to 2^62 - 1");
    }
}

static void members_of_places_are_checked(void **state)
{
    refuse("{\"avoid\":{\"nodes\":5}}", "model.avoid.nodes",
           "'model.avoid.nodes': ids are an array");
    refuse("{\"avoid\":[]}", "model.avoid",
           "'model.avoid': it must be an object");
    refuse("{\"prefer\":{\"classes\":[\"toll\"]}}", "model.prefer",
           "'model.prefer': no member 'classes'; there are polygons, ways, "
           "rectangle, nodes");
    refuse("{\"avoid\":{\"classes\":[\"a,b\"]}}", "model.avoid.classes",
           "'model.avoid.classes': classes are an array of names");
    refuse("{\"avoid\":{\"classes\":\"toll\"}}", "model.avoid.classes",
           "'model.avoid.classes': classes are an array of names");
    refuse("{\"avoid\":{\"polygons\":[]}}", "model.avoid.polygons",
           "'model.avoid.polygons': no geometry with a type");
    refuse("{\"avoid\":{\"polygons\":{\"type\":\"FeatureCollection\","
           "\"features\":7}}}",
           "model.avoid.polygons",
           "'model.avoid.polygons': features are an array");
    refuse(
        "{\"avoid\":{\"polygons\":" POLYGON("[[1,1],[2,1],[3,1],[1,1]]") "}}",
        "model.avoid",
        "'model.avoid': it covers nothing: all its points lie on one line");
}

static void there_are_not_too_many_ids(void **state)
{
    char *most = repeat("{\"avoid\":{\"ways\":[1", ",2", 9999, "]}}", "");
    char *more = repeat("{\"avoid\":{\"ways\":[1", ",2", 10000, "]}}", "");

    model_release(read_model(most));
    refuse(more, "model.avoid.ways", "'model.avoid.ways': more than 10000 ids");
    free(most);
    free(more);
}

/* ---- Equality ------------------------------------------------------------ */

static bool equal(const char *a, const char *b)
{
    struct model *first = read_model(a);
    struct model *second = read_model(b);
    bool is = model_equal(first, second);

    model_release(first);
    model_release(second);
    return is;
}

static void models_with_the_same_members_are_equal(void **state)
{
    assert_true(equal("{}", "{ }"));
    assert_true(equal("{\"distance_influence\":5,\"speed\":[{\"if\":\"true\","
                      "\"limit_to\":3}]}",
                      "{\"speed\":[{\"limit_to\":3,\"if\":\"true\"}],"
                      "\"distance_influence\":5}"));
    assert_false(equal("{}", "{\"distance_influence\":5}"));
    assert_false(
        equal("{\"distance_influence\":6}", "{\"distance_influence\":5}"));
    assert_false(equal("{\"speed\":[{\"if\":\"true\",\"limit_to\":3},"
                       "{\"if\":\"true\",\"multiply_by\":2}]}",
                       "{\"speed\":[{\"if\":\"true\",\"multiply_by\":2},"
                       "{\"if\":\"true\",\"limit_to\":3}]}"));
    assert_false(
        equal("{\"avoid\":{\"ways\":[1]}}", "{\"prefer\":{\"ways\":[1]}}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_read_as_graphhopper_writes_them),
        cmocka_unit_test(rules_have_a_condition_and_an_act),
        cmocka_unit_test(texts_are_refused_where_they_are),
        cmocka_unit_test(there_are_not_too_many_rules),
        cmocka_unit_test(other_members_are_checked),
        cmocka_unit_test(areas_are_a_collection_or_an_object),
        cmocka_unit_test(rings_are_checked),
        cmocka_unit_test(areas_have_at_most_10000_points),
        cmocka_unit_test(names_of_areas_are_checked),
        cmocka_unit_test(there_are_not_too_many_areas),
        cmocka_unit_test(vehicles_are_rules_that_close),
        cmocka_unit_test(vehicles_are_checked),
        cmocka_unit_test(places_are_avoided_and_preferred),
        cmocka_unit_test(places_are_checked),
        cmocka_unit_test(members_of_places_are_checked),
        cmocka_unit_test(there_are_not_too_many_ids),
        cmocka_unit_test(models_with_the_same_members_are_equal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
