/* importer: code that importers and their callers share; importers.c has the
 * list. */
#include "core/graph/import/importer.h"

#include <string.h>

const struct importer_option *importer_option(const struct importer_ops *ops,
                                              const char *name)
{
    for (size_t i = 0; i < ops->option_count; i++) {
        if (!strcmp(ops->options[i].name, name))
            return &ops->options[i];
    }
    return NULL;
}

const char *import_given(const struct import_request *request, const char *name)
{
    for (size_t i = 0; i < request->given_count; i++) {
        if (!strcmp(request->given[i].name, name))
            return request->given[i].text ? request->given[i].text : "";
    }
    return NULL;
}
