/* verdicts: a hash table without chains: a new verdict replaces the one in its
 * slot. */
#include "core/weighting/model/verdicts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum {
    VERDICTS = 512,
    VERDICT_STEPS = 6, /* of a kept one, in both lists */
};

struct kept_verdict {
    struct verdict verdict;
    struct model_step step[VERDICT_STEPS];
};

int verdicts_init(struct verdicts *verdicts, const struct model *model)
{
    *verdicts = (struct verdicts){
        .model = model,
        .needs = model_needs(model),
        .kept = array_zero(VERDICTS, sizeof(*verdicts->kept)),
        .step = array_alloc((size_t)MODEL_LISTS * MODEL_RULES_MAX,
                            sizeof(*verdicts->step)),
    };
    return verdicts->kept && verdicts->step ? 0 : -ENOMEM;
}

void verdicts_finish(struct verdicts *verdicts)
{
    free(verdicts->kept);
    free(verdicts->step);
}

/* ---- Finding ------------------------------------------------------------- */

/* Whether conditions see a road by its attributes. Most have no limits. */
static bool stands_out(const struct model_place *place)
{
    static const uint16_t none[ROAD_LIMIT_COUNT];

    return place->attributes->mode[place->backward] == MODE_PUSHING_BIKE ||
           memcmp(place->attributes->limit[place->backward], none,
                  sizeof(none)) != 0;
}

struct verdict_key verdict_key_of(const struct verdicts *verdicts,
                                  const struct model_place *place,
                                  const struct roads *roads, uint32_t piece,
                                  uint32_t stretch)
{
    struct verdict_key key = {
        .areas = place->areas,
        .way = (uint32_t)(place->backward + 2 * place->against_way +
                          4 * place->open + 8 * place->opposite_open),
    };

    if (verdicts->needs & NEEDS_FACTS)
        key.facts = roads->stretch_facts[stretch];
    if (verdicts->needs & NEEDS_ATTRIBUTES && stands_out(place))
        key.attributes = 1 + roads->piece_attributes[piece];
    return key;
}

static size_t slot_of(const struct verdict_key *key)
{
    uint64_t hash = key->facts * UINT64_C(0x9e3779b97f4a7c15) ^
                    key->attributes * UINT64_C(0xc2b2ae3d27d4eb4f) ^
                    key->areas * UINT64_C(0x165667b19e3779f9) ^ key->way;

    return (hash ^ hash >> 32) % VERDICTS;
}

static bool is_of(const struct verdict *verdict, const struct verdict_key *key)
{
    return verdict && verdict->is_kept &&
           !memcmp(&verdict->key, key, sizeof(*key));
}

/* Most are as the one before, in the same direction. */
const struct verdict *verdicts_find(struct verdicts *verdicts,
                                    const struct verdict_key *key)
{
    struct verdict **recent = &verdicts->recent[key->way % 2];
    struct verdict *verdict;

    if (is_of(*recent, key))
        return *recent;
    verdict = &verdicts->kept[slot_of(key)].verdict;
    if (!is_of(verdict, key))
        return NULL;
    *recent = verdict;
    return verdict;
}

/* ---- Judging ------------------------------------------------------------- */

const struct verdict *verdicts_judge(struct verdicts *verdicts,
                                     const struct model_place *place)
{
    struct verdict *verdict = &verdicts->last;
    size_t *count = verdict->count;

    verdict->step = verdicts->step;
    count[MODEL_SPEED] =
        model_steps(verdicts->model, MODEL_SPEED, place, verdict->step);
    count[MODEL_PRIORITY] = model_steps(verdicts->model, MODEL_PRIORITY, place,
                                        &verdict->step[count[MODEL_SPEED]]);
    verdict->walks_each = false;
    for (size_t i = 0; i < verdict_steps(verdict); i++)
        verdict->walks_each |= verdict->step[i].expression != NULL;
    if (!verdict->walks_each)
        verdict->priority = verdict_priority(verdict, place);
    return verdict;
}

const struct verdict *verdicts_add(struct verdicts *verdicts,
                                   const struct verdict_key *key,
                                   const struct model_place *place)
{
    const struct verdict *judged = verdicts_judge(verdicts, place);
    struct kept_verdict *kept = &verdicts->kept[slot_of(key)];

    if (verdict_steps(judged) > VERDICT_STEPS)
        return judged;
    kept->verdict = *judged;
    kept->verdict.key = *key;
    kept->verdict.is_kept = true;
    kept->verdict.step = kept->step;
    memcpy(kept->step, judged->step,
           verdict_steps(judged) * sizeof(*kept->step));
    return &kept->verdict;
}
