/* builtin_models: the models of config/models, which every relaxd knows by
 * name. */
#ifndef RELAXD_DAEMON_BUILTIN_MODELS_H
#define RELAXD_DAEMON_BUILTIN_MODELS_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/service/model_book.h"

/* Puts them into a book. -EINVAL with words, or -ENOMEM. */
int builtin_models_put(struct model_book *book, struct error *error);

/* Their names, NULL after the last, and texts: from the source file that the
 * build makes of config/models (scripts/embed_texts). */
const char *const *model_names(void);
const char *model_builtin_text(size_t index);

#endif
