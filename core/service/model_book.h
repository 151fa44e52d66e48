/* model_book: the models that questions can name; inside the service.
 *
 * Any thread. */
#ifndef RELAXD_SERVICE_MODEL_BOOK_H
#define RELAXD_SERVICE_MODEL_BOOK_H

#include <pthread.h>
#include <stddef.h>

#include "core/base/error.h"
#include "core/weighting/model/model.h"
#include "core/weighting/weight_change.h"

struct named_model {
    char name[MODEL_NAME_SIZE];
    struct model *model; /* pinned */
};

struct model_book {
    pthread_mutex_t lock;
    struct named_model *item; /* [count] by name, owned */
    size_t count;
    size_t capacity;
};

void model_book_init(struct model_book *book);
void model_book_finish(struct model_book *book);

/* Adds or replaces a model; the caller keeps its reference. `name` is shorter
 * than MODEL_NAME_SIZE. 0 or -ENOMEM. */
int model_book_put(struct model_book *book, const char *name,
                   struct model *model);

/* The model of that name, for the caller to release; NULL: there is none. */
struct model *model_book_find(struct model_book *book, const char *name);

/* All that are there now: [*ret_count] by name, each pinned, for
 * named_models_free(). 0 or -ENOMEM. */
int model_book_list(struct model_book *book, struct named_model **ret_item,
                    size_t *ret_count);
void named_models_free(struct named_model *item, size_t count);

#endif
