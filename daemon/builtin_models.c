#include "daemon/builtin_models.h"

#include <errno.h>
#include <jansson.h>

#include "api/form/model_json.h"

static int read_model(const char *name, const char *text,
                      struct model **ret_model, struct error *error)
{
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    struct problem problem;
    int r;

    if (!json)
        return error_set(error, -EINVAL, "model '%s' is no JSON", name);
    r = model_json_read(json, name, ret_model, &problem);
    json_decref(json);
    return r ? error_set(error, -EINVAL, "%s", problem.detail) : 0;
}

int builtin_models_put(struct model_book *book, struct error *error)
{
    const char *const *names = model_names();
    int r = 0;

    for (size_t i = 0; !r && names[i]; i++) {
        struct model *model;

        r = read_model(names[i], model_builtin_text(i), &model, error);
        if (r)
            return r;
        if (model_book_put(book, names[i], model))
            r = error_no_memory(error);
        model_release(model);
    }
    return r;
}
