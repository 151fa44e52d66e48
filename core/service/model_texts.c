#include "core/service/model_texts.h"

#include <errno.h>
#include <string.h>

void model_texts_init(struct model_texts *texts)
{
    *texts = (struct model_texts){.read = NULL};
    pthread_mutex_init(&texts->reading, NULL);
    pthread_mutex_init(&texts->lock, NULL);
}

void model_texts_finish(struct model_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        model_release(texts->kept[i]);
    pthread_mutex_destroy(&texts->reading);
    pthread_mutex_destroy(&texts->lock);
}

/* Puts a model first; those before place `at` move back by one. */
static void put_first(struct model_texts *texts, size_t at, struct model *model)
{
    memmove(&texts->kept[1], &texts->kept[0], at * sizeof(*texts->kept));
    texts->kept[0] = model;
}

/* NULL: it is not kept. */
static struct model *find(struct model_texts *texts, const char *text)
{
    struct model *found = NULL;

    pthread_mutex_lock(&texts->lock);
    for (size_t i = 0; !found && i < texts->count; i++) {
        struct model *model = texts->kept[i];

        if (!model->text || strcmp(model->text, text) != 0)
            continue;
        found = model_acquire(model);
        put_first(texts, i, model);
    }
    pthread_mutex_unlock(&texts->lock);
    return found;
}

static void keep(struct model_texts *texts, struct model *model)
{
    struct model *gone = NULL;

    pthread_mutex_lock(&texts->lock);
    if (texts->count == MODEL_TEXTS_KEPT)
        gone = texts->kept[--texts->count];
    put_first(texts, texts->count++, model_acquire(model));
    pthread_mutex_unlock(&texts->lock);
    model_release(gone);
}

int model_texts_get(struct model_texts *texts, const char *text,
                    struct model **ret_model, struct error *error)
{
    int r = 0;

    *ret_model = find(texts, text);
    if (*ret_model)
        return 0;
    if (!texts->read)
        return error_set(error, -EINVAL, "nothing here reads models");
    pthread_mutex_lock(&texts->reading);
    *ret_model = find(texts, text); /* read meanwhile */
    if (!*ret_model) {
        r = texts->read(text, ret_model, error);
        if (!r)
            keep(texts, *ret_model);
    }
    pthread_mutex_unlock(&texts->reading);
    return r;
}
