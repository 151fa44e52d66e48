#include "core/weighting/model/model.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/base/array.h"

/* ---- Lifetime ------------------------------------------------------------ */

struct model *model_create(void)
{
    struct model *model = calloc(1, sizeof(*model));

    if (!model)
        return NULL;
    atomic_init(&model->references, 1);
    for (int i = 0; i < ROAD_LIMIT_COUNT; i++)
        model->vehicle_size[i] = INFINITY;
    return model;
}

struct model *model_acquire(struct model *model)
{
    atomic_fetch_add(&model->references, 1);
    return model;
}

static void finish_rules(struct model_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        expression_destroy(rules->rule[i].condition);
        expression_destroy(rules->rule[i].amount);
    }
    free(rules->rule);
}

void model_release(struct model *model)
{
    if (!model || atomic_fetch_sub(&model->references, 1) != 1)
        return;
    for (int i = 0; i < MODEL_LISTS; i++)
        finish_rules(&model->list[i]);
    for (size_t i = 0; i < model->area_count; i++)
        area_finish(&model->area[i]);
    free(model->area);
    free(model->text);
    free(model);
}

struct area *model_add_area(struct model *model)
{
    const struct area area = {0};

    if (model->area_count == EXPRESSION_AREAS ||
        array_append(&model->area, &model->area_count, &model->area_capacity,
                     &area, sizeof(area)))
        return NULL;
    return &model->area[model->area_count - 1];
}

int model_seal(struct model *model, const char *text)
{
    model->text = strdup(text);
    model->hash = XXH3_64bits(text, strlen(text));
    return model->text ? 0 : -ENOMEM;
}

bool model_equal(const struct model *a, const struct model *b)
{
    return a == b || (a->hash == b->hash && a->text && b->text &&
                      !strcmp(a->text, b->text));
}

/* ---- Rules --------------------------------------------------------------- */

/* An else belongs to the rule before it, in the same block. */
static int check_order(const struct model_rules *rules, enum model_when when,
                       size_t block_begin, struct error *error)
{
    const struct model_rule *before;
    size_t i = block_begin;
    size_t last = block_begin;

    if (when == WHEN_IF)
        return 0;
    if (block_begin == rules->count)
        return error_set(error, -EINVAL, "an else needs an if before it");
    for (; i < rules->count; i = rules->rule[i].block_end)
        last = i;
    before = &rules->rule[last];
    return before->when == WHEN_ELSE
               ? error_set(error, -EINVAL, "only an if may follow an else")
               : 0;
}

/* Where the block begins that is not ended yet. */
static size_t open_block(const struct model_rules *rules)
{
    size_t begin = 0;

    for (size_t i = 0; i < rules->count; i++) {
        if (rules->rule[i].act == ACT_BLOCK && !rules->rule[i].block_end)
            begin = i + 1;
    }
    return begin;
}

/* A number alone; of values it differs by road, and closes it where it is not
 * above 0. */
static int check_amount(const struct expression *amount, struct error *error)
{
    static const struct model_place nowhere;

    if (amount && expression_is_constant(amount) &&
        !(expression_value(amount, &nowhere) >= 0))
        return error_set(error, -EINVAL, "an amount is a number from 0 on");
    return 0;
}

static int check_size(struct model *model, const struct model_rule *rule,
                      struct error *error)
{
    if (rule->condition)
        model->size += expression_size(rule->condition);
    if (rule->amount)
        model->size += expression_size(rule->amount);
    return model->size <= MODEL_SIZE_MAX
               ? 0
               : error_set(error, -EINVAL,
                           "the rules up to this one have more than %d names, "
                           "numbers and operators",
                           MODEL_SIZE_MAX);
}

int model_add_rule(struct model *model, enum model_list list,
                   enum model_when when, const char *condition,
                   enum model_act act, const char *amount,
                   const struct expression_names *names, struct error *error)
{
    struct model_rules *rules = &model->list[list];
    struct model_rule rule = {.when = when, .act = act};
    int r = check_order(rules, when, open_block(rules), error);

    if (!r && rules->count == MODEL_RULES_MAX)
        r = error_set(error, -EINVAL, "more than %d rules", MODEL_RULES_MAX);
    if (!r && condition)
        r = expression_read(condition, MODEL_TRUTH, names, &rule.condition,
                            error);
    if (!r && amount)
        r = expression_read(amount, MODEL_NUMBER, names, &rule.amount, error);
    r = r ? r : check_amount(rule.amount, error);
    r = r ? r : check_size(model, &rule, error);
    if (act != ACT_BLOCK)
        rule.block_end = rules->count + 1;
    if (!r && array_append(&rules->rule, &rules->count, &rules->capacity, &rule,
                           sizeof(rule)))
        r = error_no_memory(error);
    if (r) {
        expression_destroy(rule.condition);
        expression_destroy(rule.amount);
    }
    return r;
}

void model_label_rule(struct model *model, enum model_list list,
                      const char *label)
{
    struct model_rules *rules = &model->list[list];
    char *to = rules->rule[rules->count - 1].label;

    snprintf(to, MODEL_LABEL_SIZE, "%s", label);
}

void model_end_block(struct model *model, enum model_list list, size_t begin)
{
    model->list[list].rule[begin].block_end = model->list[list].count;
}

/* ---- What they need ------------------------------------------------------ */

static unsigned needs(const struct model *model, bool amounts)
{
    unsigned needs = 0;

    for (int list = 0; list < MODEL_LISTS; list++) {
        const struct model_rules *rules = &model->list[list];

        for (size_t i = 0; i < rules->count; i++) {
            const struct model_rule *rule = &rules->rule[i];

            if (rule->condition)
                needs |= expression_needs(rule->condition);
            if (rule->amount && amounts)
                needs |= expression_needs(rule->amount);
        }
    }
    return needs;
}

unsigned model_conditions_need(const struct model *model)
{
    return needs(model, false);
}

unsigned model_needs(const struct model *model)
{
    return needs(model, true);
}

static bool rules_are_of_area(const struct model_rules *rules)
{
    for (size_t i = 0; i < rules->count; i = rules->rule[i].block_end) {
        const struct model_rule *rule = &rules->rule[i];

        if (!rule->condition || !expression_is_of_area(rule->condition))
            return false;
    }
    return true;
}

static bool gives_no_size(const struct model *model)
{
    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        if (model->vehicle_size[i] != INFINITY)
            return false;
    }
    return true;
}

bool model_is_of_area(const struct model *model)
{
    return model->distance_influence == 0 && gives_no_size(model) &&
           rules_are_of_area(&model->list[MODEL_SPEED]) &&
           rules_are_of_area(&model->list[MODEL_PRIORITY]);
}

/* ---- What is open -------------------------------------------------------- */

bool model_opens(const struct model *model,
                 const struct road_attributes *attributes, bool backward)
{
    bool limited = false;

    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        double most = road_limit_of(attributes, backward, (enum road_limit)i);

        if (most == INFINITY)
            continue;
        if (model->vehicle_size[i] > most)
            return false;
        limited = true;
    }
    return limited;
}

/* Only a model below or this one opens what the profile closes. */
static bool lets_pass(const struct model *model, const struct roads *roads,
                      const struct closed_set *closed, uint32_t edge)
{
    const struct road_attributes *attributes =
        roads_attributes(roads, edge_piece(edge));

    if (!edge_is_in_graph(roads, edge))
        return false;
    return !flags_close(attributes->flags, edge) ||
           closed_set_opens(closed, edge) ||
           model_opens(model, attributes, !edge_is_forward(edge));
}

void model_see_piece(const struct model *model, const struct roads *roads,
                     const struct closed_set *closed, uint32_t piece,
                     bool backward, struct model_place *place)
{
    uint32_t edge = 2 * piece + backward;

    place->attributes = roads_attributes(roads, piece);
    place->backward = backward;
    place->open = lets_pass(model, roads, closed, edge);
    place->opposite_open = lets_pass(model, roads, closed, edge_reverse(edge));
}

/* ---- Applying them ------------------------------------------------------- */

static struct model_step step_of(const struct model_rules *rules, size_t i,
                                 const struct model_place *place)
{
    const struct model_rule *rule = &rules->rule[i];
    struct model_step step = {
        .rule = (uint32_t)i,
        .limits = rule->act == ACT_LIMIT,
    };

    if (expression_needs(rule->amount) & (NEEDS_SPEED | NEEDS_SHAPE))
        step.expression = rule->amount;
    else
        step.amount = expression_value(rule->amount, place);
    return step;
}

static size_t add_steps(const struct model_rules *rules, size_t begin,
                        size_t end, const struct model_place *place,
                        struct model_step *step)
{
    size_t count = 0;
    bool done = false;

    for (size_t i = begin; i < end; i = rules->rule[i].block_end) {
        const struct model_rule *rule = &rules->rule[i];

        if (rule->when == WHEN_IF)
            done = false;
        if (done ||
            (rule->condition && expression_value(rule->condition, place) == 0))
            continue;
        done = true;
        if (rule->act == ACT_BLOCK)
            count +=
                add_steps(rules, i + 1, rule->block_end, place, &step[count]);
        else
            step[count++] = step_of(rules, i, place);
    }
    return count;
}

size_t model_steps(const struct model *model, enum model_list list,
                   const struct model_place *place, struct model_step *ret_step)
{
    const struct model_rules *rules = &model->list[list];

    return add_steps(rules, 0, rules->count, place, ret_step);
}
