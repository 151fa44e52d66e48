/* model_reader: what the parts of model_json share; inside it. */
#ifndef RELAXD_API_FORM_MODEL_READER_H
#define RELAXD_API_FORM_MODEL_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "api/form/problem.h"
#include "core/weighting/model/model.h"

enum {
    MODEL_PARAMETERS_MAX = 64,
    MODEL_JSON_LABEL_SIZE = 120,
};

/* A model that is being read. */
struct model_reader {
    struct model *model;
    struct problem *problem;
    const char *area[EXPRESSION_AREAS];
    const char *parameter[MODEL_PARAMETERS_MAX];
    double parameter_value[MODEL_PARAMETERS_MAX];
    struct expression_names names;
    size_t outer; /* bytes of labels before the model's own: "model." */
};

/* Below, `label` says where in the model: "model.avoid". Problems are set as
 * the reader's; then all return -EINVAL, or -ENOMEM. */
int model_refuse(struct model_reader *reader, const char *label,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* What a function below core says of a place in the model. */
int model_refuse_error(struct model_reader *reader, const char *label, int code,
                       const struct error *error);

/* Members other than `known`, NULL-terminated, are refused. */
int model_check_members(struct model_reader *reader, const char *label,
                        const json_t *object, const char *const *known);

/* "model.avoid" and so on. */
void model_join_label(char label[MODEL_JSON_LABEL_SIZE], const char *outer,
                      const char *inner);

/* Whether rules can name it: letters, digits and '_', a letter first. */
bool model_is_name(const char *name);

/* Members of the model, NULL if they are not there. They add areas; rules are
 * the caller's. */
int model_read_areas(struct model_reader *reader, const char *label,
                     const json_t *areas);
int model_read_avoid(struct model_reader *reader, const char *label,
                     const json_t *avoid);
int model_read_prefer(struct model_reader *reader, const char *label,
                      const json_t *prefer);

#endif
