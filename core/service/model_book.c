#include "core/service/model_book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

void model_book_init(struct model_book *book)
{
    *book = (struct model_book){0};
    pthread_mutex_init(&book->lock, NULL);
}

void model_book_finish(struct model_book *book)
{
    for (size_t i = 0; i < book->count; i++)
        model_release(book->item[i].model);
    free(book->item);
    pthread_mutex_destroy(&book->lock);
}

/* The first whose name is not before it; the caller holds the lock. */
static size_t find(const struct model_book *book, const char *name)
{
    size_t i = 0;

    while (i < book->count && strcmp(book->item[i].name, name) < 0)
        i++;
    return i;
}

static bool is_at(const struct model_book *book, size_t i, const char *name)
{
    return i < book->count && !strcmp(book->item[i].name, name);
}

static int insert(struct model_book *book, size_t at, const char *name,
                  struct model *model)
{
    struct named_model item = {.model = model};

    if (array_reserve(&book->item, &book->capacity, book->count + 1,
                      sizeof(*book->item)))
        return -ENOMEM;
    snprintf(item.name, sizeof(item.name), "%s", name);
    memmove(&book->item[at + 1], &book->item[at],
            (book->count - at) * sizeof(*book->item));
    book->item[at] = item;
    book->count++;
    return 0;
}

int model_book_put(struct model_book *book, const char *name,
                   struct model *model)
{
    struct model *before = NULL;
    size_t i;
    int r = 0;

    pthread_mutex_lock(&book->lock);
    i = find(book, name);
    if (is_at(book, i, name)) {
        before = book->item[i].model;
        book->item[i].model = model_acquire(model);
    } else {
        r = insert(book, i, name, model);
        if (!r)
            model_acquire(model);
    }
    pthread_mutex_unlock(&book->lock);
    model_release(before);
    return r;
}

struct model *model_book_find(struct model_book *book, const char *name)
{
    struct model *model = NULL;
    size_t i;

    pthread_mutex_lock(&book->lock);
    i = find(book, name);
    if (is_at(book, i, name))
        model = model_acquire(book->item[i].model);
    pthread_mutex_unlock(&book->lock);
    return model;
}

int model_book_list(struct model_book *book, struct named_model **ret_item,
                    size_t *ret_count)
{
    struct named_model *item;

    pthread_mutex_lock(&book->lock);
    item = array_alloc(book->count, sizeof(*item));
    for (size_t i = 0; item && i < book->count; i++) {
        item[i] = book->item[i];
        model_acquire(item[i].model);
    }
    *ret_item = item;
    *ret_count = book->count;
    pthread_mutex_unlock(&book->lock);
    return item ? 0 : -ENOMEM;
}

void named_models_free(struct named_model *item, size_t count)
{
    for (size_t i = 0; i < count; i++)
        model_release(item[i].model);
    free(item);
}
