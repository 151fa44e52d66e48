/* Finding a form, making it, and changing its weights. */
#include "clients/relaxctl/forms.h"

#include <errno.h>

#include "core/base/clock.h"
#include "core/weighting/weighting.h"

void forms_init(struct forms *forms, const struct map *map)
{
    *forms = (struct forms){.map = map};
}

void forms_finish(struct forms *forms)
{
    while (forms->count) {
        struct form *form = &forms->item[--forms->count];

        form->ops->metric_destroy(form->metric);
        form->ops->prepared_destroy(form->prepared);
    }
}

static int customize(struct form *form, const struct weights *weights,
                     uint64_t *ret_us, struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r = form->ops->customize(form->prepared, weights, &form->metric, error);

    if (!r)
        *ret_us = clock_now_us() - start_us;
    return r;
}

static int recustomize(struct form *form, const struct weights *weights,
                       const struct weight_changes *changes, uint64_t *ret_us,
                       struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r = metric_recustomize(&form->metric, weights, changes, error);

    if (!r)
        *ret_us = clock_now_us() - start_us;
    return r;
}

int forms_change(struct forms *forms, const struct form *changed,
                 const struct weights *weights,
                 const struct weight_changes *changes, uint64_t *ret_us,
                 struct error *error)
{
    struct form *form = &forms->item[changed - forms->item];
    int r;

    if (changes) {
        r = recustomize(form, weights, changes, ret_us, error);
    } else {
        form->ops->metric_destroy(form->metric);
        form->metric = NULL;
        r = customize(form, weights, ret_us, error);
    }
    if (r)
        error_prefix(error, "customize %s on %s", form->ops->name,
                     form->device->name);
    return r;
}

static int make(struct form *form, const struct map *map, struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r;

    r = form->ops->prepare(form->device, map, &form->prepared, error);
    if (r)
        return r;
    form->prepare_us = clock_now_us() - start_us;
    r = customize(form, imported_weights(map), &form->customize_us, error);
    if (r)
        form->ops->prepared_destroy(form->prepared);
    return r;
}

int forms_get(struct forms *forms, const struct form_ops *ops,
              const struct device *device, const struct form **ret_form,
              struct error *error)
{
    struct form *form;
    int r;

    for (size_t i = 0; i < forms->count; i++) {
        form = &forms->item[i];
        if (form->ops == ops && form->device == device) {
            *ret_form = form;
            return 0;
        }
    }
    if (forms->count == FORMS_MAX)
        return error_set(error, -ENOSPC, "more than %d forms of one map",
                         FORMS_MAX);
    form = &forms->item[forms->count];
    *form = (struct form){.ops = ops, .device = device};
    r = make(form, forms->map, error);
    if (r) {
        error_prefix(error, "prepare %s on %s", ops->name, device->name);
        return r;
    }
    forms->count++;
    *ret_form = form;
    return 0;
}
