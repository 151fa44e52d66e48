/* model_draft: hands texts and rings on, in the order of a model in JSON. */
#include "tests/unit/weighting/model_draft.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/cmocka_all.h"

/* ---- Drafting ------------------------------------------------------------ */

void model_draft_add(struct model_draft *draft, enum model_list list,
                     struct draft_rule rule)
{
    assert_true(draft->rule_count[list] < DRAFT_RULES);
    draft->rule[list][draft->rule_count[list]++] = rule;
}

void model_draft_if(struct model_draft *draft, enum model_list list,
                    const char *condition, enum model_act act,
                    const char *amount)
{
    model_draft_add(draft, list,
                    (struct draft_rule){condition ? WHEN_IF : WHEN_ELSE,
                                        condition, act, amount, 0});
}

struct draft_area *model_draft_box(struct model_draft *draft, const char *name,
                                   struct position low, struct position high)
{
    struct draft_area *area = &draft->area[draft->area_count++];

    assert_true(draft->area_count <= DRAFT_AREAS);
    *area = (struct draft_area){
        .name = name,
        .ring = {{{low,
                   {high.lon_e7, low.lat_e7},
                   high,
                   {low.lon_e7, high.lat_e7},
                   low},
                  5,
                  false}},
        .ring_count = 1,
    };
    return area;
}

/* ---- Making -------------------------------------------------------------- */

static int fill_area(const struct draft_area *draft, struct area *area,
                     struct error *error)
{
    int r = 0;

    snprintf(area->name, sizeof(area->name), "%s", draft->name);
    for (size_t i = 0; !r && i < draft->ring_count; i++) {
        const struct draft_ring *ring = &draft->ring[i];

        if (!ring->is_hole)
            r = area_add_polygon(area, error);
        r = r ? r : area_add_ring(area, ring->point, ring->count, error);
    }
    for (size_t i = 0; !r && i < draft->way_count; i++)
        r = area_add_id(&area->ways, draft->way[i], error);
    for (size_t i = 0; !r && i < draft->node_count; i++)
        r = area_add_id(&area->nodes, draft->node[i], error);
    return r ? r : area_close(area, error);
}

struct making {
    struct model *model;
    enum model_list list;
    const struct draft_rule *rule;
    struct expression_names names;
};

static int add_rules(const struct making *making, size_t begin, size_t end,
                     struct error *error)
{
    int r = 0;

    for (size_t i = begin; !r && i < end; i += 1 + making->rule[i].inner) {
        const struct draft_rule *rule = &making->rule[i];
        size_t at = making->model->list[making->list].count;

        r = model_add_rule(making->model, making->list, rule->when,
                           rule->condition, rule->act, rule->amount,
                           &making->names, error);
        if (r || rule->act != ACT_BLOCK)
            continue;
        r = add_rules(making, i + 1, i + 1 + rule->inner, error);
        if (!r)
            model_end_block(making->model, making->list, at);
    }
    return r;
}

static int add_all(const struct model_draft *draft, struct model *model,
                   struct error *error)
{
    const char *areas[DRAFT_AREAS];
    struct making making = {.model = model,
                            .names = {areas, draft->area_count,
                                      draft->parameter, draft->parameter_value,
                                      draft->parameter_count}};
    int r = 0;

    model->distance_influence = draft->distance_influence;
    for (size_t i = 0; !r && i < draft->area_count; i++) {
        areas[i] = draft->area[i].name;
        r = fill_area(&draft->area[i], model_add_area(model), error);
    }
    for (int list = 0; !r && list < MODEL_LISTS; list++) {
        making.list = (enum model_list)list;
        making.rule = draft->rule[list];
        r = add_rules(&making, 0, draft->rule_count[list], error);
    }
    return r ? r : model_seal(model, "a draft");
}

int model_draft_make(const struct model_draft *draft, struct model **ret_model,
                     struct error *error)
{
    struct model *model = model_create();
    int r;

    assert_non_null(model);
    for (int i = 0; i < ROAD_LIMIT_COUNT; i++) {
        if (draft->vehicle_size[i] > 0)
            model->vehicle_size[i] = draft->vehicle_size[i];
    }
    r = add_all(draft, model, error);
    if (r)
        model_release(model);
    else
        *ret_model = model;
    return r;
}
