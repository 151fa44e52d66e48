/* forms: one map, prepared and customized for the forms in use, each
 * once.
 *
 * Solvers that read the same form of a map share it, here as in the engine;
 * what a command measures is solving, not preparing. The map outlives it. One
 * thread. */
#ifndef RELAXD_CLIENTS_RELAXCTL_FORMS_H
#define RELAXD_CLIENTS_RELAXCTL_FORMS_H

#include "core/solver/solver.h"

enum { FORMS_MAX = 16 };

struct form {
    const struct form_ops *ops;
    const struct device *device;
    struct prepared *prepared;
    struct metric *metric;
    uint64_t prepare_us;
    uint64_t customize_us; /* with the map's own weights */
};

struct forms {
    const struct map *map;
    struct form item[FORMS_MAX];
    size_t count;
};

void forms_init(struct forms *forms, const struct map *map);
void forms_finish(struct forms *forms);

/* Finds the form or makes it; valid until forms_finish(). */
int forms_get(struct forms *forms, const struct form_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error);

/* Brings a form to other weights, for all that use it: in part, as
 * metric_recustomize() does, or afresh where `changes` is NULL. The array of
 * the weights may be the one that the form has, with other weights in it; it is
 * the caller's, until forms_finish(). `ret_us`: what customizing took. After a
 * failure the form cannot be solved on. */
int forms_change(struct forms *forms, const struct form *form,
                 const struct weights *weights,
                 const struct weight_changes *changes, uint64_t *ret_us,
                 struct error *error);

#endif
