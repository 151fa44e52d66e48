#include "daemon/builtin_models.h"

#include <errno.h>

#include "api/form/model_json.h"

int builtin_models_put(struct model_book *book, struct error *error)
{
    const char *const *names = model_names();
    int r = 0;

    for (size_t i = 0; !r && names[i]; i++) {
        struct model *model;

        r = model_json_read_text(model_builtin_text(i), &model, error);
        if (r)
            return r;
        if (model_book_put(book, names[i], model))
            r = error_no_memory(error);
        model_release(model);
    }
    return r;
}
