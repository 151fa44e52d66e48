/* verdicts: what the rules of a model do in a place, kept by what conditions
 * can see there. One thread uses it. */
#ifndef RELAXD_WEIGHTING_MODEL_VERDICTS_H
#define RELAXD_WEIGHTING_MODEL_VERDICTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/weighting/model/model.h"
#include "core/weighting/model/model_place.h"

/* What conditions see of a place, unless they need speed or shape. */
struct verdict_key {
    uint32_t facts;
    uint32_t attributes;
    uint64_t areas;
    uint32_t way; /* backward, against the way, open, and back */
    uint32_t reserved;
};

struct verdict {
    struct verdict_key key;  /* of a kept one */
    struct model_step *step; /* first those of speed, then of priority */
    size_t count[MODEL_LISTS];
    bool is_kept;
    bool walks_each; /* a step needs the speed or the shape of its segment */
    double priority; /* unless walks_each */
};

struct verdicts {
    const struct model *model;
    unsigned needs;            /* of the model's conditions and amounts */
    struct kept_verdict *kept; /* owned */
    struct verdict *recent[2]; /* kept, forward and backward; or NULL */
    struct verdict last;       /* the last one judged */
    struct model_step *step;   /* [2 * MODEL_RULES_MAX] of that; owned */
};

/* 0 or -ENOMEM; finish() is fine after either. */
int verdicts_init(struct verdicts *verdicts, const struct model *model);
void verdicts_finish(struct verdicts *verdicts);

/* Of a place on a piece and a stretch. */
struct verdict_key verdict_key_of(const struct verdicts *verdicts,
                                  const struct model_place *place,
                                  const struct roads *roads, uint32_t piece,
                                  uint32_t stretch);

/* The one that is kept; NULL: none. */
const struct verdict *verdicts_find(struct verdicts *verdicts,
                                    const struct verdict_key *key);

/* A verdict on a place; valid until the next is asked for. */
const struct verdict *verdicts_judge(struct verdicts *verdicts,
                                     const struct model_place *place);

/* Judges, and keeps a short verdict in place of the one in its slot, which is
 * invalid from then on. */
const struct verdict *verdicts_add(struct verdicts *verdicts,
                                   const struct verdict_key *key,
                                   const struct model_place *place);

static inline size_t verdict_steps(const struct verdict *verdict)
{
    return verdict->count[MODEL_SPEED] + verdict->count[MODEL_PRIORITY];
}

/* What the rules make of a speed, and of the priority. */
static inline double verdict_speed(const struct verdict *verdict,
                                   const struct model_place *place,
                                   double speed)
{
    return model_walk(verdict->step, verdict->count[MODEL_SPEED], place, speed);
}

static inline double verdict_priority(const struct verdict *verdict,
                                      const struct model_place *place)
{
    return model_walk(&verdict->step[verdict->count[MODEL_SPEED]],
                      verdict->count[MODEL_PRIORITY], place, 1);
}

#endif
