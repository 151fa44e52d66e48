/* model: how a request weighs roads, beside what the profile does. Start
 * reading core/weighting/model/ here.
 *
 * GraphHopper's custom model in its own terms:
 *
 *     speed     rules, in their order, that multiply a segment's speed by a
 *               number or limit it to one
 *     priority  the same for its priority, which begins as 1
 *     distance_influence  seconds that a kilometre less is worth
 *
 *     duration of a segment  length / speed, as an import rounds it
 *     weight                 its weight x new / old duration / priority
 *                            + distance_influence x length
 *
 * A segment whose speed no rule changes keeps its duration, so a model without
 * rules gives the weighting that it lies over, to the bit. Where speed or
 * priority is not above 0 the road is closed. Arithmetic is double, in the
 * order written; the weight is rounded once, at the end (model_weighting.h).
 *
 * Conditions and amounts see the speed under the weighting below, whatever the
 * rules before them made of it.
 *
 * Filled by one thread; immutable and reference-counted then, for any. */
#ifndef RELAXD_WEIGHTING_MODEL_MODEL_H
#define RELAXD_WEIGHTING_MODEL_MODEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "core/weighting/closed_set.h"
#include "core/weighting/model/area.h"
#include "core/weighting/model/expression.h"

enum {
    MODEL_RULES_MAX = 500,  /* of a list */
    MODEL_SIZE_MAX = 10000, /* names, numbers and operators of all rules: each
                               may be looked at for each stretch of a map */
    MODEL_CLASSES_SIZE = 128,
    MODEL_LABEL_SIZE = 48,
};

enum model_list { MODEL_SPEED, MODEL_PRIORITY, MODEL_LISTS };

enum model_when { WHEN_IF, WHEN_ELSE_IF, WHEN_ELSE };

enum model_act {
    ACT_MULTIPLY,
    ACT_LIMIT,
    ACT_BLOCK, /* the rules up to block_end */
};

struct model_rule {
    enum model_when when;
    enum model_act act;
    struct expression *condition; /* NULL: of an else */
    struct expression *amount;    /* NULL: of a block */
    size_t block_end;
    char label[MODEL_LABEL_SIZE]; /* where the client wrote it: "speed[0]" */
};

struct model_rules {
    struct model_rule *rule; /* [count] */
    size_t count;
    size_t capacity;
};

struct model {
    atomic_uint references;
    struct model_rules list[MODEL_LISTS];
    size_t size;               /* of all rules, as expression_size() */
    double distance_influence; /* s per km, at least 0 */
    double vehicle_size[ROAD_LIMIT_COUNT]; /* in m and t; INFINITY: not given */
    struct area *area;                     /* [area_count], owned */
    size_t area_count;
    size_t area_capacity;
    char exclude[MODEL_CLASSES_SIZE]; /* "toll,ferry": classes of the profile
                                         that it closes; "": none */
    char *text; /* owned: models with equal texts are equal; NULL: with none */
    uint64_t hash; /* of the text */
};

/* Without rules. The caller's reference; NULL: no memory. */
struct model *model_create(void);

struct model *model_acquire(struct model *model);
void model_release(struct model *model); /* NULL is fine */

/* A further area, which the caller fills before the rules that name it are
 * added. Valid until the next is added. NULL: no memory, or there are
 * EXPRESSION_AREAS. */
struct area *model_add_area(struct model *model);

/* A rule as text. `condition` is NULL of an else, `amount` of a block, which
 * model_end_block() ends. -EINVAL with words that do not say which rule it is;
 * -ENOMEM. */
int model_add_rule(struct model *model, enum model_list list,
                   enum model_when when, const char *condition,
                   enum model_act act, const char *amount,
                   const struct expression_names *names, struct error *error);
/* Labels the rule that was added last. */
void model_label_rule(struct model *model, enum model_list list,
                      const char *label);

void model_end_block(struct model *model, enum model_list list, size_t begin);

/* Ends filling: what it is known by. 0 or -ENOMEM. */
int model_seal(struct model *model, const char *text);

bool model_equal(const struct model *a, const struct model *b);

/* What the conditions of its rules need, and what conditions and amounts do:
 * enum value_need. */
unsigned model_conditions_need(const struct model *model);
unsigned model_needs(const struct model *model);

/* Whether it changes nothing outside its areas. */
bool model_is_of_area(const struct model *model);

/* Whether its vehicle opens a direction of a road that the profile's sizes
 * close: the signs there limit only sizes that the model gives, and these
 * fit. */
bool model_opens(const struct model *model,
                 const struct road_attributes *attributes, bool backward);

/* Fills in what rules see of a piece in a direction of travel, but for its
 * curvature. `closed`: under the weighting that the model lies over; NULL:
 * nothing. */
void model_see_piece(const struct model *model, const struct roads *roads,
                     const struct closed_set *closed, uint32_t piece,
                     bool backward, struct model_place *place);

/* What a rule whose condition holds does to a value. */
struct model_step {
    uint32_t rule; /* of its list */
    bool limits;   /* else it multiplies */
    double amount;
    const struct expression *expression; /* the amount, if it needs the speed or
                                            the shape; or NULL */
};

/* The steps of a list at a place, whatever its speed and shape if no condition
 * needs them: [MODEL_RULES_MAX]. Returns their number. */
size_t model_steps(const struct model *model, enum model_list list,
                   const struct model_place *place,
                   struct model_step *ret_step);

/* What the steps make of a value. */
static inline double model_walk(const struct model_step *step, size_t count,
                                const struct model_place *place, double value)
{
    for (size_t i = 0; i < count; i++) {
        double amount = step[i].expression
                            ? expression_value(step[i].expression, place)
                            : step[i].amount;

        if (!step[i].limits)
            value *= amount;
        else if (amount < value)
            value = amount;
    }
    return value;
}

#endif
