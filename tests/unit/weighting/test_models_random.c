/* model_weighting: random models over random towns make of each segment, arc
 * and closed edge what model_oracle.h says, to the bit. */
#include "core/weighting/model/model_weighting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/graph/road_fixture.h"
#include "tests/unit/weighting/model_oracle.h"
#include "tests/unit/weighting/model_town.h"

enum {
    TOWNS = 100,
    MODELS = 12, /* of a town */
    SIDE = 3,
    DEPTH = 3,
    TEXTS = 256,
    CROWDED_TOWNS = 12,
    CROWDED_SIDE = 16,
};

/* A model that is being drawn, and its texts, owned. */
struct drawing {
    const struct map *map;
    struct random random;
    struct model_draft draft;
    bool of_area; /* rules are of areas alone */
    char *text[TEXTS];
    size_t text_count;
};

static uint32_t below(struct drawing *drawing, uint32_t end)
{
    return random_below(&drawing->random, end);
}

/* ---- Texts --------------------------------------------------------------- */

static void draw_truth(struct drawing *drawing, FILE *to, int depth);

static const struct model_value *draw_value(struct drawing *drawing,
                                            enum model_type type)
{
    const struct model_value *found = NULL;
    uint32_t count = 0;

    for (const struct model_value *v = model_values; v->name; v++) {
        if (v->type == type && below(drawing, ++count) == 0)
            found = v;
    }
    return found;
}

static void draw_constant(struct drawing *drawing, FILE *to)
{
    static const char *const constants[] = {"0",  "0.5", "1",   "2.5", "4",
                                            "12", "30",  "72.", ".9",  "1e2"};
    fputs(constants[below(drawing, 10)], to);
}

static void draw_number(struct drawing *drawing, FILE *to, int depth)
{
    static const char *const marks[] = {" + ", "-", "*", " / "};
    static const char *const openings[] = {"(", "sqrt(", "Math.sqrt(", "-("};

    switch (below(drawing, depth ? 6 : 3)) {
    case 0:
        draw_constant(drawing, to);
        break;
    case 1:
        fprintf(to, "p_%s", drawing->draft.parameter[below(drawing, 2)]);
        break;
    case 2:
    case 3:
        fputs(draw_value(drawing, MODEL_NUMBER)->name, to);
        break;
    case 4:
        draw_number(drawing, to, depth - 1);
        fputs(marks[below(drawing, 4)], to);
        draw_number(drawing, to, depth - 1);
        break;
    default:
        fputs(openings[below(drawing, 4)], to);
        draw_number(drawing, to, depth - 1);
        fputs(" )", to);
    }
}

static void draw_area_name(struct drawing *drawing, FILE *to)
{
    const struct model_draft *draft = &drawing->draft;

    if (draft->area_count)
        fprintf(to, "in_%s",
                draft->area[below(drawing, (uint32_t)draft->area_count)].name);
    else
        fputs("false", to);
}

static bool says_missing_or_no(const struct model_value *value)
{
    const char *const *word = word_fact_words(value->fact);

    while (*word && strcmp(*word, "MISSING") != 0 && strcmp(*word, "NO") != 0)
        word++;
    return *word;
}

static void draw_word(struct drawing *drawing, FILE *to)
{
    const struct model_value *value = draw_value(drawing, MODEL_WORD);

    if (says_missing_or_no(value) && below(drawing, 3) == 0) {
        fputs(value->name, to);
        return;
    }
    fprintf(to, "%s %s %s", value->name, below(drawing, 3) ? "==" : "!=",
            word_fact_words(
                value->fact)[below(drawing, word_fact_count(value->fact))]);
}

static void draw_comparison(struct drawing *drawing, FILE *to)
{
    static const char *const marks[] = {" < ", "<=", ">", " >= ", "==", "!="};

    draw_number(drawing, to, 1);
    fputs(marks[below(drawing, 6)], to);
    draw_number(drawing, to, 1);
}

static void draw_simple_truth(struct drawing *drawing, FILE *to)
{
    switch (below(drawing, 7)) {
    case 0:
        fputs(draw_value(drawing, MODEL_TRUTH)->name, to);
        break;
    case 1:
        draw_area_name(drawing, to);
        break;
    case 2:
        fputs(below(drawing, 2) ? "true" : "false", to);
        break;
    case 3:
    case 4:
        draw_word(drawing, to);
        break;
    default:
        draw_comparison(drawing, to);
    }
}

static void draw_truth(struct drawing *drawing, FILE *to, int depth)
{
    static const char *const marks[] = {" && ", "||", " || ", "&&"};
    static const char *const openings[] = {"(", "!(", "(true != ", "(false =="};
    uint32_t kind = depth ? below(drawing, 4) : 0;

    if (kind < 2) {
        draw_simple_truth(drawing, to);
    } else if (kind == 2) {
        draw_truth(drawing, to, depth - 1);
        fputs(marks[below(drawing, 4)], to);
        draw_truth(drawing, to, depth - 1);
    } else {
        uint32_t opening = below(drawing, 4);

        fputs(openings[opening], to);
        if (opening > 1) {
            fputs("(", to);
            draw_truth(drawing, to, depth - 1);
            fputs(")", to);
        } else {
            draw_truth(drawing, to, depth - 1);
        }
        fputs(")", to);
    }
}

/* A condition that no place outside the areas meets. */
static void draw_area_truth(struct drawing *drawing, FILE *to)
{
    draw_area_name(drawing, to);
    if (below(drawing, 2)) {
        fputs(" && (", to);
        draw_truth(drawing, to, 2);
        fputs(")", to);
    }
    if (!below(drawing, 4)) {
        fputs(" || ", to);
        draw_area_name(drawing, to);
    }
}

static char *keep(struct drawing *drawing, char *text)
{
    assert_true(text && drawing->text_count < TEXTS);
    return drawing->text[drawing->text_count++] = text;
}

static const char *draw_condition(struct drawing *drawing)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    if (drawing->of_area)
        draw_area_truth(drawing, to);
    else
        draw_truth(drawing, to, DEPTH);
    fclose(to);
    return keep(drawing, text);
}

static const char *draw_amount(struct drawing *drawing)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    if (below(drawing, 2))
        draw_constant(drawing, to);
    else
        draw_number(drawing, to, 2);
    fclose(to);
    return keep(drawing, text);
}

/* ---- Areas --------------------------------------------------------------- */

/* A rectangle or a triangle around a node, or beside it; `size` about that of
 * the town is 40000. */
static struct draft_ring draw_ring(struct drawing *drawing, uint32_t size)
{
    const struct roads *roads = &drawing->map->roads;
    struct position at =
        roads->node_position[below(drawing, roads->node_count)];
    int32_t left = (int32_t)below(drawing, size);
    int32_t low = (int32_t)below(drawing, size);
    int32_t right = (int32_t)(1 + below(drawing, size));
    int32_t high = (int32_t)(1 + below(drawing, size));
    struct position corner = {at.lon_e7 - left, at.lat_e7 - low};
    struct position far = {at.lon_e7 + right, at.lat_e7 + high};

    if (below(drawing, 2))
        return (struct draft_ring){{corner,
                                    {far.lon_e7, corner.lat_e7},
                                    far,
                                    {corner.lon_e7, far.lat_e7},
                                    corner},
                                   5,
                                   false};
    return (struct draft_ring){
        {corner, {far.lon_e7, corner.lat_e7 + low / 2}, far, corner}, 4, false};
}

/* A hole in a rectangle, a third from its edges. */
static struct draft_ring hole_of(const struct draft_ring *ring)
{
    struct draft_ring hole = *ring;
    struct position low = ring->point[0], high = ring->point[2];
    int32_t lon = (high.lon_e7 - low.lon_e7) / 3;
    int32_t lat = (high.lat_e7 - low.lat_e7) / 3;

    hole.is_hole = true;
    for (size_t i = 0; i < hole.count; i++) {
        bool east = ring->point[i].lon_e7 == high.lon_e7;
        bool north = ring->point[i].lat_e7 == high.lat_e7;

        hole.point[i].lon_e7 += east ? -lon : lon;
        hole.point[i].lat_e7 += north ? -lat : lat;
    }
    return hole;
}

static void draw_rings(struct drawing *drawing, struct draft_area *area)
{
    uint32_t count = 1 + below(drawing, 2);
    uint32_t size = below(drawing, 2) ? 6000 : 40000;

    for (uint32_t i = 0; i < count; i++) {
        struct draft_ring ring = draw_ring(drawing, size);

        area->ring[area->ring_count++] = ring;
        if (ring.count == 5 &&
            ring.point[2].lon_e7 - ring.point[0].lon_e7 > 9 &&
            ring.point[2].lat_e7 - ring.point[0].lat_e7 > 9 &&
            below(drawing, 2))
            area->ring[area->ring_count++] = hole_of(&ring);
    }
}

static void draw_areas(struct drawing *drawing)
{
    static const char *const names[] = {"a", "old_town", "x1", "Zone"};
    const struct roads *roads = &drawing->map->roads;

    drawing->draft.area_count = 1 + below(drawing, 4);
    for (size_t i = 0; i < drawing->draft.area_count; i++) {
        struct draft_area *area = &drawing->draft.area[i];

        *area = (struct draft_area){.name = names[i]};
        if (below(drawing, 4))
            draw_rings(drawing, area);
        if (!below(drawing, 3))
            area->way[area->way_count++] =
                ROAD_WAY_OF_PIECE(below(drawing, roads->piece_count));
        if (!below(drawing, 3))
            area->node[area->node_count++] =
                roads->node_id[below(drawing, roads->node_count)];
    }
}

/* ---- Models -------------------------------------------------------------- */

static void draw_rules(struct drawing *drawing, enum model_list list,
                       size_t count, int depth)
{
    struct model_draft *draft = &drawing->draft;
    enum model_when before = WHEN_ELSE;

    for (size_t i = 0; i < count && draft->rule_count[list] < 24; i++) {
        struct draft_rule rule = {.act = (enum model_act)below(drawing, 2)};
        size_t at = draft->rule_count[list];

        if (before != WHEN_ELSE)
            rule.when = (enum model_when)below(drawing, 3);
        if (drawing->of_area && depth == 0 && rule.when == WHEN_ELSE)
            rule.when = WHEN_ELSE_IF;
        before = rule.when;
        if (rule.when != WHEN_ELSE)
            rule.condition = draw_condition(drawing);
        if (depth < 2 && !below(drawing, 5))
            rule.act = ACT_BLOCK;
        else
            rule.amount = draw_amount(drawing);
        model_draft_add(draft, list, rule);
        if (rule.act != ACT_BLOCK)
            continue;
        draw_rules(drawing, list, below(drawing, 4), depth + 1);
        draft->rule[list][at].inner = draft->rule_count[list] - at - 1;
    }
}

static void draw_vehicle(struct drawing *drawing)
{
    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        if (below(drawing, 6))
            drawing->draft.vehicle_size[i] = (1 + below(drawing, 60)) / 20.0;
    }
}

static void forget(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->text_count; i++)
        free(drawing->text[i]);
    drawing->text_count = 0;
    drawing->draft = (struct model_draft){
        .parameter = {"x", "limit2"},
        .parameter_value = {0.7, 45},
        .parameter_count = 2,
    };
}

static void draw_all(struct drawing *drawing)
{
    forget(drawing);
    drawing->of_area = below(drawing, 2);
    if (drawing->of_area || below(drawing, 3))
        draw_areas(drawing);
    for (int list = 0; list < MODEL_LISTS; list++)
        draw_rules(drawing, (enum model_list)list, below(drawing, 5), 0);
    if (!drawing->of_area && below(drawing, 3) == 0)
        drawing->draft.distance_influence = 0.5 + below(drawing, 200);
    if (!drawing->of_area && below(drawing, 2))
        draw_vehicle(drawing);
}

/* Amounts below 0 are refused, so it draws until none is. */
static struct model *draw_model(struct drawing *drawing)
{
    struct model *model = NULL;
    struct error error;

    draw_all(drawing);
    while (model_draft_make(&drawing->draft, &model, &error)) {
        if (strcmp(error.text, "an amount is a number from 0 on") != 0)
            fail_msg("%s", error.text);
        draw_all(drawing);
    }
    return model;
}

/* The caller's weighting. */
static struct weighting *compare(struct drawing *drawing,
                                 const struct weighting *over,
                                 const struct model *model)
{
    struct model_oracle oracle;
    struct weighting *made;
    struct error error;

    if (weighting_model(over, drawing->map, model, NULL, NULL, &made, &error))
        fail_msg("%s", error.text);
    model_oracle_init(&oracle, &drawing->draft, drawing->map, over);
    model_oracle_check(&oracle, drawing->map, made);
    model_oracle_finish(&oracle);
    return made;
}

/* Edges that one weighting has open and the other does not. */
static size_t count_opened(const struct map *map,
                           const struct weighting *weighting,
                           const struct weighting *below)
{
    size_t count = 0;

    for (uint32_t e = 0; e < 2 * map->roads.piece_count; e++)
        count += weighting_edge_is_open(weighting, &map->roads, e) &&
                 !weighting_edge_is_open(below, &map->roads, e);
    return count;
}

/* A mask closes some edges over a weighting, and opens none. */
static void check_mask(struct drawing *drawing, struct weighting *over)
{
    const struct roads *roads = &drawing->map->roads;
    struct closed_set *mask = closed_set_create(2 * roads->piece_count);
    struct weighting *masked;
    struct weights weights;

    assert_non_null(mask);
    for (uint32_t e = 0; e < 2 * roads->piece_count; e++)
        closed_set_put(mask, e, !below(drawing, 4));
    masked = weighting_close(over, mask);
    assert_non_null(masked);
    assert_int_equal(weighting_arcs(masked, drawing->map, &weights, NULL), 0);
    for (uint32_t a = 0; a < drawing->map->topology.arc_count; a++) {
        uint32_t edge = roads->arc_edge[a];
        bool open = weighting_edge_is_open(over, roads, edge) &&
                    !closed_set_has(mask, edge);

        assert_int_equal(weighting_edge_is_open(masked, roads, edge), open);
        assert_int_equal(weights.weight[a],
                         open ? over->arrays.arcs.weight[a] : WEIGHT_CLOSED);
    }
    weighting_release(masked);
    closed_set_release(mask);
}

static void any_model_is_that_of_the_oracle(void **state)
{
    size_t of_area = 0, opened = 0;

    for (uint64_t seed = 1; seed <= TOWNS; seed++) {
        struct map *map = model_town(SIDE + seed % 3, seed, TOWN_SOME_FACTS);
        struct drawing drawing = {.map = map};

        random_seed(&drawing.random, seed);
        for (int i = 0; i < MODELS; i++) {
            struct weighting *over = model_town_edited(map, &drawing.random,
                                                       below(&drawing, 3) * 20);
            struct model *model = draw_model(&drawing);
            struct weighting *made = compare(&drawing, over, model);
            struct weighting *above;

            of_area += model_is_of_area(model);
            opened += count_opened(map, made, over);
            weighting_release(over);
            model_release(model);
            model = draw_model(&drawing);
            above = compare(&drawing, made, model);
            check_mask(&drawing, above);
            weighting_release(above);
            weighting_release(made);
            model_release(model);
        }
        forget(&drawing);
        map_destroy(map);
    }
    assert_in_range(of_area, TOWNS * MODELS / 4, TOWNS * MODELS * 3 / 4);
    assert_in_range(opened, TOWNS, SIZE_MAX);
}

/* What a part keeps of one kind of road must not be taken for that of another
 * kind. */
static void roads_of_many_kinds_are_told_apart(void **state)
{
    for (uint64_t seed = 1; seed <= CROWDED_TOWNS; seed++) {
        struct map *map = model_town(CROWDED_SIDE, seed, TOWN_MANY_FACTS);
        struct drawing drawing = {.map = map};
        struct weighting *over;
        struct model *model;

        random_seed(&drawing.random, seed);
        over = model_town_edited(map, &drawing.random, map->roads.piece_count);
        forget(&drawing);
        model_draft_if(&drawing.draft, MODEL_PRIORITY, "road_class_link",
                       ACT_MULTIPLY, "lanes / 8");
        model_draft_if(&drawing.draft, MODEL_PRIORITY, NULL, ACT_MULTIPLY,
                       "1 / (2 + mtb_rating)");
        assert_int_equal(model_draft_make(&drawing.draft, &model, NULL), 0);
        weighting_release(compare(&drawing, over, model));
        model_release(model);
        weighting_release(over);
        map_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_model_is_that_of_the_oracle),
        cmocka_unit_test(roads_of_many_kinds_are_told_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
