/* fuzz_model: any bytes as a model in JSON. What is read is whole: blocks end
 * where they may, names are names, and it has steps anywhere. */
#include <stdlib.h>
#include <string.h>

#include "api/form/json_body.h"
#include "api/form/model_json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refusal.h"

enum { DEPTH_MAX = 32 };

/* The rules [begin, end) are of one block. */
static void check_rules(const struct model_rules *rules, size_t begin,
                        size_t end)
{
    for (size_t i = begin; i < end; i = rules->rule[i].block_end) {
        const struct model_rule *rule = &rules->rule[i];

        if (rule->block_end <= i || rule->block_end > end ||
            (i == begin && rule->when != WHEN_IF) ||
            !rule->condition != (rule->when == WHEN_ELSE) ||
            !rule->amount != (rule->act == ACT_BLOCK))
            abort();
        if (rule->act == ACT_BLOCK)
            check_rules(rules, i + 1, rule->block_end);
    }
}

static void check_area(const struct area *area)
{
    if (strlen(area->name) >= AREA_NAME_SIZE ||
        area->point_count > AREA_POINTS_MAX ||
        area->ways.count > AREA_IDS_MAX || area->nodes.count > AREA_IDS_MAX)
        abort();
    for (size_t i = 0; i < area->polygon_count; i++) {
        if (area->polygon[i].count < 3 || !area->polygon[i].run)
            abort();
    }
}

/* Outside all areas, a model of areas does nothing. */
static void check_steps(const struct model *model)
{
    static struct model_step step[MODEL_RULES_MAX];
    static const struct way_facts facts;
    static const struct road_attributes attributes;
    const struct model_place place = {
        .facts = &facts, .attributes = &attributes, .speed_kmh = 30};

    for (int list = 0; list < MODEL_LISTS; list++) {
        size_t count = model_steps(model, (enum model_list)list, &place, step);

        if (count > model->list[list].count ||
            (count && model_is_of_area(model)))
            abort();
        model_walk(step, count, &place, 30);
    }
}

static void check(const struct model *model)
{
    if (!(model->distance_influence >= 0) || !model->text ||
        model->area_count > EXPRESSION_AREAS ||
        !memchr(model->exclude, '\0', MODEL_CLASSES_SIZE) ||
        (model_conditions_need(model) & ~model_needs(model)))
        abort();
    for (int list = 0; list < MODEL_LISTS; list++)
        check_rules(&model->list[list], 0, model->list[list].count);
    for (size_t i = 0; i < model->area_count; i++)
        check_area(&model->area[i]);
    check_steps(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct model *model;
    struct problem problem = {0};
    json_t *object;

    if (json_body_parse((const char *)bytes, size, DEPTH_MAX, &object,
                        &problem)) {
        refusal_check(&problem);
        return 0;
    }
    if (model_json_read(object, "model", &model, &problem)) {
        refusal_check(&problem);
    } else {
        check(model);
        model_release(model);
    }
    json_decref(object);
    return 0;
}
