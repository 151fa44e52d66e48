/* forms: one map, prepared and customized once for each form in use.
 *
 * Solvers with the same form share it, as in the engine, so commands measure
 * solving, not preparing. The map must outlive it. One thread. */
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

/* Finds or makes the form; valid until forms_finish(). */
int forms_get(struct forms *forms, const struct form_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error);

/* Brings a form to other weights, for all its users: in part, like
 * metric_recustomize(), or in full if `changes` is NULL. The weights may be the
 * form's current array with new contents; the caller owns it and keeps it until
 * forms_finish(). `ret_us`: the time of customizing. After a failure no solver
 * can use the form. */
int forms_change(struct forms *forms, const struct form *form,
                 const struct weights *weights,
                 const struct weight_changes *changes, uint64_t *ret_us,
                 struct error *error);

#endif
