/* model_json: a model of core/weighting/model as JSON, which is GraphHopper's
 * custom model with relaxd's `vehicle`, `avoid` and `prefer` beside it
 * (docs/models.md). */
#ifndef RELAXD_API_FORM_MODEL_JSON_H
#define RELAXD_API_FORM_MODEL_JSON_H

#include <jansson.h>

#include "api/form/problem.h"
#include "core/weighting/model/model.h"

/* `label`: where the object is, "model". The caller's reference. -EINVAL with
 * the problem, which names the rule, the word, and what is known. Any
 * thread. */
int model_json_read(const json_t *object, const char *label,
                    struct model **ret_model, struct problem *problem);

/* A model as text for people, with no more digits than its numbers need. The
 * caller's, to free(); NULL: no memory. Takes longer than reading it. */
char *model_json_text(const json_t *object);

/* model_json_read() from a model's text (struct model), for the service.
 * -EINVAL or -ENOMEM with words. */
int model_json_read_text(const char *text, struct model **ret_model,
                         struct error *error);

#endif
