/* fuzz_expression: any bytes as a condition or an amount of a model; the first
 * byte says which. What is read has a value anywhere, made of nothing else than
 * it says. */
#include <stdlib.h>
#include <string.h>

#include "core/weighting/model/expression.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/portion.h"

enum { PLACES = 64 };

static const char *const areas[] = {"a", "old_town"};
static const char *const parameters[] = {"x"};
static const double amounts[] = {2.5};
static const struct expression_names names = {areas, 2, parameters, amounts, 1};

/* Place i: what has to do with one need is bit of i. */
struct scene {
    struct way_facts facts;
    struct road_attributes attributes;
    struct model_place place;
};

static void draw(struct scene *scene, unsigned i)
{
    unsigned facts = i & 1, attributes = i >> 1 & 1;

    *scene = (struct scene){
        .facts = {.flags = (uint8_t)facts,
                  .lanes = (uint8_t)(3 * facts),
                  .slope = (int8_t)(-5 * (int)facts),
                  .max_speed = {(uint16_t)(500 * facts), MAX_SPEED_NONE}},
        .place = {.speed_kmh = i >> 2 & 1 ? 50 : 1,
                  .curvature = i >> 3 & 1,
                  .areas = i >> 4 & 3,
                  .open = true}};
    memset(scene->facts.word, (int)facts, sizeof(scene->facts.word));
    memset(scene->attributes.limit, (int)attributes * 3,
           sizeof(scene->attributes.limit));
    scene->place.facts = &scene->facts;
    scene->place.attributes = &scene->attributes;
}

static double value_at(const struct expression *expression, unsigned i)
{
    struct scene scene;

    draw(&scene, i);
    return expression_value(expression, &scene.place);
}

static bool same(double a, double b)
{
    return a == b || (a != a && b != b);
}

static void check(const struct expression *expression, enum model_type type)
{
    static const unsigned bit[] = {NEEDS_FACTS, NEEDS_ATTRIBUTES, NEEDS_SPEED,
                                   NEEDS_SHAPE};
    unsigned needs = expression_needs(expression);

    for (unsigned i = 0; i < PLACES; i++) {
        double value = value_at(expression, i);

        if (type == MODEL_TRUTH && value != 0 && value != 1)
            abort();
        if (type == MODEL_TRUTH && i < 16 && value != 0 &&
            expression_is_of_area(expression))
            abort();
        for (unsigned b = 0; b < 4; b++) {
            if (!(needs & bit[b]) &&
                !same(value, value_at(expression, i ^ 1u << b)))
                abort();
        }
        if (expression_is_constant(expression) &&
            !same(value, value_at(expression, 0)))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct portion portion = {bytes, size};
    enum model_type type =
        portion_byte(&portion) % 2 ? MODEL_TRUTH : MODEL_NUMBER;
    char *text = portion_text(&portion);
    struct expression *expression = NULL;
    struct error error = {.text = ""};

    if (!expression_read(text, type, &names, &expression, &error))
        check(expression, type);
    else if (!error.text[0] || expression)
        abort();
    expression_destroy(expression);
    free(text);
    return 0;
}
