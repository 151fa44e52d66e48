/* forms: one map, prepared and customized for the representations in use, each
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
    const struct representation_ops *ops;
    const struct device *device;
    struct prepared *prepared;
    struct metric *metric;
    uint64_t prepare_us; /* both steps */
};

struct forms {
    const struct map *map;
    struct form item[FORMS_MAX];
    size_t count;
};

void forms_init(struct forms *forms, const struct map *map);
void forms_finish(struct forms *forms);

/* Finds the form or makes it; valid until forms_finish(). */
int forms_get(struct forms *forms, const struct representation_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error);

#endif
