/* model_texts: models from their texts, the last ones kept, so that a text that
 * many questions name is read once; inside the service.
 *
 * Any thread. */
#ifndef RELAXD_SERVICE_MODEL_TEXTS_H
#define RELAXD_SERVICE_MODEL_TEXTS_H

#include <pthread.h>
#include <stddef.h>

#include "core/service/service.h"

enum { MODEL_TEXTS_KEPT = 64 };

struct model_texts {
    service_read_model *read; /* NULL: no text can be read */
    pthread_mutex_t reading;  /* held while a text is read; before `lock` */
    pthread_mutex_t lock;     /* guards the next two */
    struct model *kept[MODEL_TEXTS_KEPT]; /* [count] pinned, the one used last
                                             first */
    size_t count;
};

void model_texts_init(struct model_texts *texts);
void model_texts_finish(struct model_texts *texts);

/* The model of this text, for the caller to release. 0, or the reader's code
 * with its words. */
int model_texts_get(struct model_texts *texts, const char *text,
                    struct model **ret_model, struct error *error);

#endif
